"""Checks of theory/sharp/iterative_orthogonalisation.py: explicit matrices, and the proof."""

from __future__ import annotations

from typing import Any

import mpmath

from theory.definitions import orthogonality_gap
from theory.ledger import Cell, Evidence, Method
from theory.numerics.backends import Array, sqrt
from verify.cases import mpf_array, rotation
from verify.daneshmand2021.appendix_f import singular_values
from verify.daneshmand2021.appendix_f_certificates import hoelder_by_two_squares
from verify.proofs.prover import certificate
from verify.registry import Run, check


@check("sharp:iterative-orthogonalisation")
def gap_after_orthogonalisation(run: Run) -> Evidence:
    """W H formed as in eq. (6), from rotations U, V' and the first columns of a rotation V."""
    cells = []
    for label, s in singular_values():
        d = len(s)
        for n in (d, d + 2):
            U, V = rotation(d, 1), rotation(n, 2)[:, :d]
            H = (U * s) @ V.T
            W = (rotation(d, 3) / sqrt(s)) @ U.T / sqrt(s.sum())
            after = mpmath.chop(orthogonality_gap(W @ H), 1e-40)
            cells.append(Cell({"s": s, "n": n}, after, 1e-20, label=f"{label}, {n} samples"))
    return Evidence(
        Method.ADVERSARIAL,
        ("V(H) from the singular values", "V(W H) of explicit matrices in mpmath"),
        "d = 1 to 5, n = d and d + 2, equal to spread singular values",
        cells,
    )


def _gap(shares: Array, n: int) -> Any:
    """V^2 = sum q^2 - 1/n."""
    return mpmath.sqrt((shares * shares).sum() - mpmath.mpf(1) / n)


@check("sharp:iterative-orthogonalisation")
def power_sums(run: Run) -> Evidence:
    cells = []
    for raw in ([1, 2], [1, 1, 2], [1, 3, 3, 9], ["1e-6", 1, 1]):
        s = mpf_array(raw)
        for n in (len(s), 2 * len(s)):
            after = _gap(s / s.sum(), n)
            cells.append(Cell({"s": s, "n": n}, after, 1e-35, label=f"s ~ {raw}, n = {n}"))
    return certificate(
        run.formula,
        lambda s, n: _gap(s * s / (s * s).sum(), n),
        [hoelder_by_two_squares()],
        cells,
        argument="power sums: Cauchy and Schwarz twice, each a sum of squares over pairs",
        domain="every H of rank d, every n >= d",
    )
