"""Checks of theory/sharp/bn_jacobian.py in high precision."""

from __future__ import annotations

from theory.ledger import Cell, Evidence, Method
from verify.cases import DIFFERENCES, square_matrices
from verify.meterez2024.appendix_c import bn_jacobian_norm
from verify.registry import Run, check


@check("sharp:bn-jacobian")
def differenced_jacobian(run: Run) -> Evidence:
    cells = [
        Cell({"X": X}, bn_jacobian_norm(X), DIFFERENCES, label=f"{label}, d = {d}")
        for d in (2, 3, 4)
        for label, X in square_matrices(d)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the shortest row", "singular values of the differenced Jacobian of BN"),
        "full-rank matrices, d = 2, 3, 4",
        cells,
    )
