"""Certificates of theory/daneshmand2021/appendix_f.py: two counterexamples."""

import flint
import numpy as np
from numpy.typing import NDArray

from theory.ledger import Evidence
from verify.proofs.prover import refutation
from verify.registry import Run, check


def squared_gap(H: NDArray[np.int64]) -> flint.fmpq:
    """V(H)^2 = tr(K^2)/tr(K)^2 - 1/n with K = H^T H, exactly."""
    K = H.T @ H
    return flint.fmpq(int((K * K).sum()), int(K.trace()) ** 2) - flint.fmpq(1, len(K))


@check("daneshmand2021:appendix-F")
def equal_singular_values(run: Run) -> Evidence:
    """H = (1 1) has d = 1 and n = 2, so that W of eq. (6) is a number: both gaps are sqrt(1/2)."""
    H = np.array([[1, 1]])
    before, after = squared_gap(H), squared_gap(3 * H)
    claimed = run.formula(s=np.array([flint.arb(2).sqrt()]), n=2) == 1
    routes = ("whether V(H) > 0, in balls", "both gaps in rational numbers")
    witness = {"H": [[1, 1]], "V(H)^2": str(before), "V(W H)^2": str(after)}
    return refutation(claimed and not after < before, routes, "d = 1, n = 2", witness)


@check("daneshmand2021:appendix-F-step")
def counterexample_in_balls(run: Run) -> Evidence:
    """s = (3/5, 4/5) has sum of squares 1: (7/5)^2 (91/125)^2 against (7/5)^2 (337/625)^2."""
    s = np.array([flint.arb(3) / 5, flint.arb(4) / 5])
    lhs = flint.arb(flint.fmpq(7, 5) ** 2 * flint.fmpq(91, 125) ** 2)
    routes = ("fourth powers in balls", "third powers in exact rationals")
    witness = {"s": ["3/5", "4/5"], "lhs": "405769/390625", "rhs": "5564881/9765625"}
    return refutation(lhs > run.formula(s=s), routes, "s = (3/5, 4/5)", witness)
