"""Checks of theory/sharp/wasserstein.py in high precision."""

from __future__ import annotations

import mpmath

from theory.backends import Array
from theory.ledger import Cell, Evidence, Method
from verify.cases import rotation
from verify.daneshmand2021.main import gram_eigenvalues
from verify.registry import Run, check


def bures(K: Array) -> mpmath.mpf:
    """tr K + tr B - 2 tr (B^(1/2) K B^(1/2))^(1/2) with B = I/n: a matrix root, no eigenvalues."""
    n = len(K)
    root = mpmath.sqrtm(mpmath.matrix((K / n).tolist()))
    return sum(K[i, i] + mpmath.mpf(1) / n - 2 * root[i, i] for i in range(n))


@check("sharp:wasserstein")
def bures_of_rotated_covariances(run: Run) -> Evidence:
    cells = []
    for label, q in gram_eigenvalues():
        if min(q) < 1e-6:
            continue  # Newton's iteration for the matrix root needs an invertible matrix
        R = rotation(len(q))
        tolerance = 1e-15 if "near" in label else 1e-25  # the traces cancel to second order
        cells.append(Cell({"q": q}, bures((R * q) @ R.T), tolerance, label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("roots of the eigenvalues", "mpmath's matrix square root of a rotated covariance"),
        "Gram matrices with eigenvalues above 1e-6, n = 2, 3, 8",
        cells,
    )
