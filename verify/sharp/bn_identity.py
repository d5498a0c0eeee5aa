"""Checks of theory/sharp/bn_identity.py in high precision."""

from __future__ import annotations

from theory.definitions import bn, isometry
from theory.ledger import Cell, Evidence, Method
from verify.cases import WIDTHS, square_matrices
from verify.registry import Run, check


@check("sharp:bn-identity")
def ratio_of_determinants(run: Run) -> Evidence:
    cells = [
        Cell({"X": X}, isometry(bn(X)) / isometry(X), 1e-30, label=f"{label}, d = {d}")
        for d in WIDTHS
        for label, X in square_matrices(d)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("row norms", "determinants of X and BN(X) in mpmath"),
        "full-rank matrices, d = 2, 3, 4, 8",
        cells,
    )
