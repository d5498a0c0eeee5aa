"""Checks of theory/meterez2024/main.py in high precision, and of chain (3) by sampling."""

from __future__ import annotations

import mpmath
import numpy as np

from theory.definitions import bn, gram_spectrum, isometry, isometry_gap
from theory.ledger import Cell, Decision, Evidence, Method
from theory.numerics import reference
from theory.spectrum import from_deviations
from verify.cases import (
    SPHERE,
    TIGHT,
    WIDTHS,
    distinct_pairs,
    doubled,
    mean_log,
    mpf_array,
    rotation,
    spectra,
    square_matrices,
)
from verify.chains.sampled import STARTS, Start, gap_cells
from verify.registry import Run, check


def _matrices() -> list[tuple[str, int, np.ndarray]]:
    return [(label, d, X) for d in WIDTHS for label, X in square_matrices(d)]


@check("meterez2024:remark-gap-range")
def gap_of_hard_matrices(run: Run) -> Evidence:
    """phi >= 0 on full-rank matrices, and with a column repeated."""
    cells = [
        Cell({"X": X}, isometry_gap(X), TIGHT, label=f"{label}, d = {d}")
        for label, d, X in _matrices()
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("zero", "determinant in mpmath"),
        "full-rank matrices, d = 2, 3, 4, 8",
        cells,
    )


@check("meterez2024:remark-gap-range")
def equality_scaling_and_rank(run: Run) -> Evidence:
    """phi = 0 at multiples of rotations, phi(cX) = phi(X), phi = inf for repeated columns."""
    zero = all(isometry_gap(rotation(d) * c) < 1e-40 for d in WIDTHS for c in (1, 1000))
    scale = all(
        abs(isometry_gap(X * c) - isometry_gap(X)) <= 1e-30 * (1 + isometry_gap(X))
        for _, _, X in _matrices()
        for c in (mpmath.mpf(10) ** -100, mpmath.mpf(10) ** 100)
    )
    singular = all(np.isinf(isometry_gap(np.ones((d, d)) + np.eye(d)[0])) for d in WIDTHS)
    positive = all(
        isometry_gap(X) > 0
        for label, _, X in _matrices()
        if "rotation" not in label and label != "identity"
    )
    agrees = zero and scale and singular and positive
    return Evidence(
        Method.ADVERSARIAL,
        ("the four parts of the remark", "determinants in mpmath and exact integers"),
        "rotations, scales 1e-100 to 1e100, repeated columns",
        decision=Decision.AGREES if agrees else Decision.CONTRADICTS,
    )


@check("meterez2024:theorem-1")
def sampled_decay(run: Run) -> Evidence:
    """E phi(X_{l+1}) against the bound at l; the constant is set to 1 and then made smallest."""

    def parameters(start: Start, depth: int) -> dict[str, float]:
        return {"phi_0": start.phi_0, "l": depth - 1, "d": start.d, "C": 1.0}

    return Evidence(
        Method.STATISTICAL,
        ("the bound", "chain (3) with E = X X^T - I carried along"),
        "chain (3) from extremal spectra, gaps 1e-6 to 299, d = 2 to 512, depths 2 to 40",
        gap_cells(run, STARTS, parameters),
    )


@check("meterez2024:lemma-A.1")
def isometry_after_bn(run: Run) -> Evidence:
    cells = [
        Cell({"X": X}, isometry(bn(X)), TIGHT, label=f"{label}, d = {d}")
        for label, d, X in _matrices()
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("row norms and det X", "det BN(X) in mpmath"),
        "full-rank matrices, d = 2, 3, 4, 8",
        cells,
    )


@check("meterez2024:lemma-2")
def isometry_after_rotation(run: Run) -> Evidence:
    cells = [
        Cell({"X": X, "W": W}, isometry(bn(W @ X)), TIGHT, label=f"{label}, d = {d}")
        for label, d, X in _matrices()
        for W in (rotation(d, 2),)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("row norms of W X and det X", "det BN(W X) in mpmath"),
        "full-rank matrices and one rotation, d = 2, 3, 4, 8",
        cells,
    )


@check("meterez2024:corollary-A.3")
def best_rotation(run: Run) -> Evidence:
    """The rotation from mpmath's singular value decomposition orthogonalises."""
    cells = []
    for label, d, X in _matrices():
        U, _, _ = mpmath.svd_r(mpmath.matrix(X.tolist()))
        rotated = np.array(U.T.tolist(), dtype=object) @ X
        cells.append(Cell({"X": X}, isometry(bn(rotated)), 1e-20, label=f"{label}, d = {d}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the value 1", "singular vectors and determinant in mpmath"),
        "full-rank matrices, d = 2, 3, 4, 8",
        cells,
    )


@check("meterez2024:theorem-3")
def expected_isometry_at_width_2(run: Run) -> Evidence:
    """At d = 2 with eigenvalues 1 +- e: E I(BN(W X)) = I(X) (2/pi) K(e^2), an elliptic integral."""
    cells = []
    for size in ("1e-15", "1e-3", "0.1", "0.5", "0.9", "0.999", "0.999999999"):
        e = mpmath.mpf(size)
        lhs = mpmath.sqrt(1 - e**2) * 2 / mpmath.pi * mpmath.ellipk(e**2)
        spectrum = from_deviations(mpf_array([-e, e]))
        cells.append(Cell({"spectrum": spectrum}, lhs, TIGHT, label=f"d = 2, 1 +- {size}"))
    for d in (1, 2):  # at d = 1 every X is orthogonal
        zero = from_deviations(mpf_array([0] * d))
        cells.append(Cell({"spectrum": zero}, mpmath.mpf(1), TIGHT, label=f"d = {d}, orthogonal"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "a complete elliptic integral"),
        "d = 2, every regime of the spectrum; orthogonal X at d = 1 and 2",
        cells,
    )


@check("meterez2024:remark-eigenvalues")
def eigenvalues_of_bn_outputs(run: Run) -> Evidence:
    """The largest eigenvalue of BN(X) BN(X)^T, from ordinary matrices to nearly rank one."""
    cells = [
        Cell({"X": bn(X)}, gram_spectrum(bn(X))[-1], TIGHT, label=f"{label}, d = {d}")
        for label, d, X in _matrices()
        if d <= 3
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound 1", "eigenvalues in mpmath"),
        "BN outputs, d = 2, 3",
        cells,
    )


@check("meterez2024:corollary-4")
def drift_of_extremal_spectra(run: Run) -> Evidence:
    cells = [
        Cell({"spectrum": s}, mean_log(s), SPHERE, label=f"{label}, d = {d}")
        for d in (2, 3, 8)
        for label, s in spectra(d)
    ]
    cells += [
        Cell(
            {"spectrum": doubled(v)},
            reference.mean_log_doubled(v),
            SPHERE,
            label=f"{label}, d = {2 * m}",
        )
        for m in (2, 4)
        for label, v in distinct_pairs(m)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "angle integral and divided differences in mpmath"),
        "extremal and doubled spectra, gaps 1e-30 to 40, d = 2 to 8",
        cells,
    )


@check("meterez2024:remark-rank")
def rank_after_a_layer(run: Run) -> Evidence:
    """Integer matrices of every rank; the layer's rank from mpmath singular values."""
    cells = []
    for d in (2, 3, 5):
        for rank in range(1, d + 1):
            X = np.array(
                [
                    [float((i % rank) * (j + 1) + (i % rank == j)) + 1 for j in range(d)]
                    for i in range(d)
                ]
            )
            after = bn(rotation(d, 2) @ mpf_array(X))
            singular = mpmath.svd_r(mpmath.matrix(after.tolist()), compute_uv=False)
            count = sum(1 for s in singular if s > 1e-20)
            cells.append(Cell({"X": X}, count, label=f"d = {d}, {rank} different rows"))
    return Evidence(
        Method.ADVERSARIAL,
        ("exact rational rank of X", "singular values of BN(W X) in mpmath"),
        "integer matrices of every rank, d = 2, 3, 5",
        cells,
    )
