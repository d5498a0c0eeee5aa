"""Certificates of theory/daneshmand2021/appendix_f.py: one proof, one counterexample."""

from __future__ import annotations

from typing import Any

import flint
import mpmath
import numpy as np

from theory.backends import Array
from theory.ledger import Cell, Decision, Evidence, Method
from verify.cases import mpf_array
from verify.prover import Proof, always, certificate, pairs_identity
from verify.registry import Run, check


def hoelder_by_two_squares() -> Proof:
    """p_2^3 <= p_1^2 p_4 for the power sums p_k = sum s_i^k of positive numbers.

    Cauchy and Schwarz twice: p_2^2 <= p_1 p_3 and p_3^2 <= p_2 p_4, so
    p_2^4 <= p_1^2 p_3^2 <= p_1^2 p_2 p_4; equality only where all s_i are equal.
    The gap of shares q is V^2 = sum q_i^2 - 1/n, so V(W H) <= V(H) says
    p_2/p_1^2 <= p_4/p_2^2, which is this.
    """
    return always(pairs_identity(1), pairs_identity(2))


def _gap(shares: Array) -> Any:
    """V^2 = sum q^2 - 1/n."""
    return mpmath.sqrt((shares * shares).sum() - mpmath.mpf(1) / len(shares))


@check("daneshmand2021:appendix-F")
def power_sums(run: Run) -> Evidence:
    cells = []
    for raw in ([1, 2], [1, 1, 2], [1, 3, 3, 9], ["1e-6", 1, 1]):
        s = mpf_array(raw)
        cells.append(Cell({"s": s}, _gap(s / s.sum()), 1e-35, label=f"s ~ {raw}"))
    return certificate(
        run.formula,
        lambda s: _gap(s * s / (s * s).sum()),
        [hoelder_by_two_squares()],
        cells,
        argument="power sums: Cauchy and Schwarz twice, each a sum of squares over pairs",
        domain="every H of full rank",
    )


@check("daneshmand2021:appendix-F-step")
def counterexample_in_balls(run: Run) -> Evidence:
    """s = (3/5, 4/5) has sum of squares 1: (7/5)^2 (91/125)^2 against (7/5)^2 (337/625)^2."""
    s = np.array([flint.arb(3) / 5, flint.arb(4) / 5])
    lhs = flint.arb(flint.fmpq(7, 5) ** 2 * flint.fmpq(91, 125) ** 2)
    violated = lhs > run.formula(s=s)
    return Evidence(
        Method.CERTIFICATE,
        ("fourth powers in balls", "third powers in exact rationals"),
        "s = (3/5, 4/5)",
        decision=Decision.CONTRADICTS if violated else Decision.SILENT,
        witness={"s": ["3/5", "4/5"], "lhs": "405769/390625", "rhs": "5564881/9765625"},
    )
