"""The certificate of theory/sharp/eigenvalue_from_gap.py: one eigenvalue against all the others."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np

from theory.ledger import Cell, Evidence
from verify.cases import TIGHT, eigenvalues, literal_gap, spectra
from verify.proofs.prover import Proof, always, certificate
from verify.proofs.steps import log_below_its_tangent, variables
from verify.registry import Run, check


def one_eigenvalue_against_the_others() -> Proof:
    """exp(-d phi) = x prod(others) <= M(x) = x ((d-x)/(d-1))^(d-1), AM-GM on the d - 1 others.

    M'/M = 1/x - (d-1)/(d-x) = d (1-x)/(x (d-x)): M rises on (0, 1) and falls on (1, d). So
    lambda_min < x_- would give M(lambda_min) < M(x_-) = exp(-d phi), and lambda_max > x_+ as well.
    Attained by the spectra for which AM-GM is an equality.
    """
    x, d = variables("x d")
    return always((d - x) - (d - 1) * x == d * (1 - x))


def other_eigenvalues_dropped() -> Proof:
    """M(x) <= x exp(1-x) for every d, since log y <= y - 1 at y = (d-x)/(d-1).

    (d-1) (y - 1) = 1 - x. Then x exp(-x) >= exp(-1 - d phi), where x exp(-x) rises on (0, 1) and
    falls beyond: x lies between -W_0 and -W_{-1}. Its logarithmic derivative is (1-x)/x.
    """
    x, d = variables("x d")
    return always((d - x) - (d - 1) == 1 - x)


def _root(d: int, s: Any, low: Any, high: Any) -> Any:
    """log M(x) = -s in (low, high), bracketed: Illinois' method on the literal equation."""

    def excess(x: Any) -> Any:
        return mpmath.log(x) + (d - 1) * mpmath.log((d - x) / (d - 1)) + s

    tiny = mpmath.mpf(10) ** (10 - mpmath.mp.dps)
    return mpmath.findroot(
        excess, (low, min(high, d * (1 - tiny))), solver="illinois", tol=tiny, maxsteps=1000
    )


def _lambert(s: Any, branch: int) -> Any:
    return -mpmath.lambertw(-mpmath.exp(-1 - s), branch).real


def literal_roots(phi: Any, d: int) -> list[Any]:
    """The four bounds from their equations, with the digits that the contact at 1 costs."""
    with mpmath.workdps(2 * mpmath.mp.dps):
        s = d * phi
        below, above = _lambert(s, 0), _lambert(s, -1)
        smallest = _root(d, s, below, mpmath.mpf(1))
        largest = _root(d, s, mpmath.mpf(1), above)
        return [smallest, -largest, below, -above]


@check("sharp:eigenvalue-from-gap")
def extremes_by_am_gm(run: Run) -> Evidence:
    cells = []
    for d in (2, 8):
        for label, s in spectra(d, ("1e-12", "0.3", "3")):
            low, high = min(eigenvalues(s)), -max(eigenvalues(s))
            parameters = {"phi": literal_gap(s), "d": d}
            observed = np.array([low, high, low, high])
            cells.append(Cell(parameters, observed, TIGHT, label=f"{label}, d = {d}"))
    return certificate(
        run.formula,
        literal_roots,
        [
            log_below_its_tangent(),
            one_eigenvalue_against_the_others(),
            other_eigenvalues_dropped(),
        ],
        cells,
        argument="AM-GM on the other eigenvalues, and the sign of one derivative",
        domain="every spectrum of mean 1, every gap, every d >= 2",
        points=[{"phi": mpmath.mpf(1) / 50, "d": d} for d in (3, 64, 1000)],
    )
