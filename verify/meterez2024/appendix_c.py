"""Checks of theory/meterez2024/appendix_c.py in high precision; its sums: appendix_c_sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import mpmath
import numpy as np

from theory.definitions import bn, row_norms
from theory.ledger import Cell, Evidence, Method
from theory.meterez2024.appendix_c import LOSSES
from theory.numerics.backends import Array, sqrt
from theory.numerics.reference import jacobian, largest_singular_value
from verify.cases import (
    DIFFERENCES,
    TIGHT,
    WIDTHS,
    eigenvalues,
    literal_gap,
    mpf_array,
    rotation,
    spectra,
    square_matrices,
)
from verify.registry import Run, check


@check("meterez2024:lemma-C.2")
def gradients_of_the_losses(run: Run) -> Evidence:
    """Gradients by central differences where they are largest: a wrong class with all the mass."""
    cells = []
    for R in (0, 1, 10, 60):
        for classes in (2, 3, 10):
            z = mpf_array([R] + [0] * (classes - 1))
            y = mpf_array([0, 1] + [0] * (classes - 2))
            opposite = -z if R else z
            for loss, point, function in (
                (LOSSES[0], z, lambda v, y=y: _cross_entropy(v, y)),
                (LOSSES[1], z, lambda v, y=y: np.array([((v - y) ** 2).sum()])),
                (LOSSES[1], np.roll(opposite, 1), lambda v, y=y: np.array([((v - y) ** 2).sum()])),
            ):
                gradient = jacobian(function, point)[0]
                cells.append(
                    Cell(
                        {"loss": loss, "R": mpmath.mpf(R)},
                        sqrt((gradient**2).sum()),
                        DIFFERENCES,
                        label=f"{loss}, {classes} classes, ||z|| = {R}",
                    )
                )
    return Evidence(
        Method.ADVERSARIAL,
        ("the constants", "central differences in mpmath"),
        "one-hot targets, logits of norm 0 to 60, 2 to 10 classes",
        cells,
    )


def _cross_entropy(z: Array, y: Array) -> Array:
    total = sum(mpmath.exp(v) for v in z)
    return np.array([mpmath.log(total) - (z * y).sum()])


@check("meterez2024:lemma-C.4")
def jacobian_of_extremal_spectra(run: Run) -> Evidence:
    """X = diag(sqrt(lambda)): its shortest row is sqrt(lambda_min), the worst case of a gap."""
    cells = [
        Cell(
            {"phi": literal_gap(s), "d": d},
            -mpmath.log(min(eigenvalues(s))) / 2,
            TIGHT,
            label=f"{label}, d = {d}",
        )
        for d in (2, 3, 8, 64)
        for label, s in spectra(d)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the bounds", "the shortest row of diag(sqrt(lambda))"),
        "extremal spectra, gaps 1e-30 to 40, d = 2 to 64",
        cells,
    )


@check("meterez2024:lemma-C.7")
def jacobian_of_hard_matrices(run: Run) -> Evidence:
    cells = [
        Cell({"X": X}, bn_jacobian_norm(X) ** 2, DIFFERENCES, label=f"{label}, d = {d}")
        for d in (2, 3)
        for label, X in square_matrices(d)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the smallest eigenvalue", "singular values of the differenced Jacobian of BN"),
        "full-rank matrices, d = 2, 3",
        cells,
    )


def bn_jacobian_norm(X: Array) -> Any:
    """||J_BN(X)||_op: the largest over the rows, since each output row sees one input row only."""
    return max(
        largest_singular_value(jacobian(lambda v: bn(v[None, :])[0], row / scale)) / scale
        for row, scale in zip(X, row_norms(X), strict=True)
    )


@check("meterez2024:lemma-C.8")
def smallest_eigenvalue_of_extremal_spectra(run: Run) -> Evidence:
    cells = [
        Cell({"phi": literal_gap(s), "d": d}, min(eigenvalues(s)), TIGHT, label=f"{label}, d = {d}")
        for d in (2, 3, 8, 64)
        for label, s in spectra(d)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the bounds", "eigenvalues of spectra whose gap is summed literally"),
        "extremal spectra, gaps 1e-30 to 40, d = 2 to 64",
        cells,
    )


def _vectors() -> Iterator[Array]:
    for n in (1, 2, 3, 6):
        yield mpf_array([1] + [0] * (n - 1))
        yield mpf_array([(-1) ** k * (k + 1) for k in range(n)])
        yield mpf_array([mpmath.mpf(10) ** (k - 2) for k in range(n)])


def jacobian_cells() -> list[Cell]:
    """Entries are compared in units of the largest, 1/||x||: off-diagonal ones may vanish."""
    return [
        Cell({"x": x}, _clean(jacobian(_normalise, x)), DIFFERENCES, label=f"n = {len(x)}")
        for x in _vectors()
    ]


@check("meterez2024:lemma-C.9")
def differenced_normalisation(run: Run) -> Evidence:
    return Evidence(
        Method.ADVERSARIAL,
        ("the formula", "central differences in mpmath"),
        "vectors of length 1 to 6, entries 1e-2 to 1e3",
        jacobian_cells(),
    )


def _normalise(x: Array) -> Array:
    return x / sqrt((x * x).sum())


def _clean(J: Array) -> Array:
    """Entries that are rounding of zero, set to zero."""
    scale = max(abs(v) for v in J.flat)
    return np.vectorize(lambda v: v if abs(v) > scale * 1e-25 else mpmath.mpf(0), otypes=[object])(
        J
    )


def eigenvalue_cells() -> list[Cell]:
    cells = []
    for x in _vectors():
        J = jacobian(_normalise, x)
        values = sorted(mpmath.eigsy(mpmath.matrix(((J + J.T) / 2).tolist()), eigvals_only=True))
        cells.append(Cell({"x": x}, _clean(np.array(values)), 1e-15, label=f"n = {len(x)}"))
    return cells


@check("meterez2024:corollary-C.10")
def eigenvalues_of_the_difference(run: Run) -> Evidence:
    return Evidence(
        Method.ADVERSARIAL,
        ("the formula", "eigenvalues of central differences in mpmath"),
        "vectors of length 1 to 6, entries 1e-2 to 1e3",
        eigenvalue_cells(),
    )


@check("meterez2024:lemma-C.11")
def rows_of_hard_matrices(run: Run) -> Evidence:
    cells = [
        Cell({"X": X}, min(row_norms(X)) ** 2, TIGHT, label=f"{label}, d = {d}")
        for d in WIDTHS
        for label, X in square_matrices(d)
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("eigenvalues in mpmath", "row norms"),
        "full-rank matrices, d = 2, 3, 4, 8",
        cells,
    )


def chain_cells(shapes: Sequence[tuple[int, int]] = ((3, 3),)) -> list[Cell]:
    """The gradient of a linear read-out of X_L, differenced through the whole chain: (d, L)."""
    cells = []
    for d, depth in shapes:
        for label, X in square_matrices(d):
            layers = [rotation(d, k + 1) for k in range(depth)]
            readout = mpf_array([[(3 * i + j) % 4 - 1 for j in range(d)] for i in range(d)])
            states, logs = [bn(X)], []
            for W in layers:
                logs.append(-mpmath.log(min(row_norms(W @ states[-1]))))
                states.append(bn(W @ states[-1]))

            def loss(v: Array, d: int = d, layers: Any = layers, readout: Any = readout) -> Array:
                state = v.reshape(d, d)
                for W in layers:
                    state = bn(W @ state)
                return np.array([(state * readout).sum()])

            gradient = jacobian(loss, states[0].reshape(-1))[0]
            last = mpmath.log(sqrt((readout**2).sum()))
            cells.append(
                Cell(
                    {"last": last, "jacobians": np.array(logs)},
                    mpmath.log(sqrt((gradient**2).sum())),
                    DIFFERENCES,
                    label=f"{label}, d = {d}, L = {depth}",
                )
            )
    return cells


@check("meterez2024:lemma-C.12")
def gradient_along_a_chain(run: Run) -> Evidence:
    return Evidence(
        Method.ADVERSARIAL,
        ("the sum of log Jacobian norms", "central differences through the chain"),
        "chains of 3 and 4 rotations, d = 2, 3, from hard inputs",
        chain_cells(((2, 4), (3, 3))),
    )
