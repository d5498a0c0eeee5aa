"""Deterministic cases in high precision: rotations, matrices and spectra chosen to hurt.

Entries are mpf numbers at the working precision, or small rationals that are exact in it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.definitions import bn, row_norms
from lemmata.theory.ledger import Cell
from lemmata.theory.numerics.backends import Array
from lemmata.theory.numerics.reference import jacobian, largest_singular_value, mean_log_two_level
from lemmata.theory.spectrum import (
    Spectrum,
    from_deviations,
    from_log_eigenvalues,
    one_large,
    one_small,
)
from lemmata.verify.chains.width_two import expected_gap_in_two_layers, gap_at_width_2

TIGHT = 1e-40  # what a comparison of two 50-digit routes may leave
SPHERE = 1e-20  # what the angle integral leaves where the mean of the logarithm cancels
DIFFERENCES = 1e-20  # what a comparison with central differences may leave

WIDTHS = (2, 3, 4, 8)


def mpf_array(values: Array) -> Array:
    """Nested numbers as an object array of mpf."""
    return np.vectorize(mpmath.mpf, otypes=[object])(np.array(values, dtype=object))


def rotation(d: int, seed: int = 1) -> Array:
    """An orthogonal matrix: two reflections along integer vectors, exact up to rounding."""
    W = mpf_array(np.eye(d))
    for shift in (seed, seed + 3):
        v = mpf_array([((i + 1) * (shift + 2) + i * i * shift) % 7 + 1 for i in range(d)])
        W = W - 2 * np.multiply.outer(W @ v, v) / (v * v).sum()
    return W


def without_dust(values: Array, least: Array) -> Array:
    """What is no larger than that is what rounding left of 0."""
    return np.where(abs(values) > least, values, values - values)


def square_matrices(d: int) -> Iterator[tuple[str, Array]]:
    """Full-rank d x d matrices: isometric, badly scaled, nearly singular, structured."""
    eye = mpf_array(np.eye(d))
    ones = mpf_array(np.ones((d, d)))
    i = np.arange(d)
    tiny = mpmath.mpf(10) ** -12
    yield "identity", eye
    yield "a rotation", rotation(d)
    yield "nearly isometric", rotation(d) + tiny * mpf_array((i[:, None] * 3 + i) % 5)
    yield "nearly rank one", ones + tiny * rotation(d, 2)
    yield "rows of sizes 10^(3j)", mpf_array([[mpmath.mpf(10) ** (3 * k)] for k in i]) * rotation(d)
    yield "Hilbert", 1 / mpf_array(i[:, None] + i + 1)
    yield "Vandermonde", mpf_array((i[:, None] + 1.0) ** i)
    yield "triangular", mpf_array(np.triu(np.ones((d, d))))
    yield "a rotated diagonal", rotation(d) @ (mpf_array(np.diag(i + 1.0)) @ rotation(d, 2))


GAPS = ("1e-30", "1e-12", "1e-3", "0.3", "3", "40")
FEW_GAPS = ("1e-30", "0.3", "40")  # where every cell costs a quadrature at 50 digits


def spectra(d: int, gaps: Sequence[str] = GAPS) -> Iterator[tuple[str, Spectrum]]:
    """Spectra of mean 1 at width d: the extremal ones at gaps over all magnitudes."""
    for gap in gaps:
        phi = mpmath.mpf(gap)
        yield f"one small, gap {gap}", one_small(phi, d)
        yield f"one large, gap {gap}", one_large(phi, d)
    for size in ("1e-20", "0.5", "0.999999"):
        if d % 2 == 0:
            e = mpmath.mpf(size)
            counts = [d // 2, d // 2]
            yield f"two clusters 1 +- {size}", from_deviations(mpf_array([-e, e]), counts)


def eigenvalues(spectrum: Spectrum) -> Array:
    """lambda = 1 + e, or exp(log lambda) where lambda is too small for that."""
    pairs = zip(spectrum.deviations, spectrum.log_eigenvalues, strict=True)
    return np.array([1 + e if abs(e) < 0.5 else mpmath.exp(log) for e, log in pairs])


def literal_gap(spectrum: Spectrum) -> Array:
    """-(1/d) sum log lambda with twice the digits: no series, no defect."""
    with mpmath.workdps(2 * mpmath.mp.dps):
        pairs = zip(spectrum.deviations, spectrum.log_eigenvalues, strict=True)
        logs = [mpmath.log(1 + e) if abs(e) < 0.5 else log for e, log in pairs]
        gap = -sum(m * v for m, v in zip(spectrum.multiplicities.tolist(), logs, strict=True))
        return gap / spectrum.width


def mean_log(spectrum: Spectrum) -> Array:
    """E log sum_k lambda_k u_k^2 of a two-level spectrum, by the reference's angle integral."""
    m, k = spectrum.multiplicities.tolist()
    lost = -2 * int(mpmath.log10(max(abs(e) for e in spectrum.deviations)))
    with mpmath.workdps(25 + max(0, lost)):  # the mean cancels to second order near isometry
        a, b = eigenvalues(spectrum)
        return mean_log_two_level(a, m, b, k)


def distinct_pairs(m: int) -> Iterator[tuple[str, list[Array]]]:
    """m distinct eigenvalues of mean 1, each to be taken twice."""
    one, ten = mpmath.mpf(1), mpmath.mpf(10)
    for name, raw in (
        ("arithmetic", [one + k for k in range(m)]),
        ("geometric over 10 decades", [ten ** (ten * k / m) for k in range(m)]),
        ("nearly equal", [one + mpmath.mpf(k * k) / 10**9 for k in range(m)]),
        ("one tiny", [ten**-200] + [one + k for k in range(m - 1)]),
    ):
        total = mpmath.fsum(raw)
        yield name, [v * m / total for v in raw]


def doubled(values: Sequence[Array]) -> Spectrum:
    """The spectrum in which each value occurs twice."""
    return from_log_eigenvalues(np.array([mpmath.log(v) for v in values]), np.full(len(values), 2))


def matrix_cells(
    observe: Callable[[Array], Any], widths: Sequence[int], tolerance: float = TIGHT
) -> list[Cell]:
    """What is observed at the hard matrices of these widths."""
    return [
        Cell({"X": X}, observe(X), tolerance, label=f"{label}, d = {d}")
        for d in widths
        for label, X in square_matrices(d)
    ]


def spectrum_cells(
    observe: Callable[[Spectrum], Any],
    widths: Sequence[int],
    gaps: Sequence[str] = GAPS,
    tolerance: float = TIGHT,
    given: Callable[[Spectrum], dict[str, Any]] = lambda s: {"phi": literal_gap(s), "d": s.width},
) -> list[Cell]:
    """What is observed at spectra of these widths; at their gap, summed literally, if not said."""
    return [
        Cell(given(s), observe(s), tolerance, label=f"{label}, d = {d}")
        for d in widths
        for label, s in spectra(d, gaps)
    ]


def mean_log_cells(widths: Sequence[int], gaps: Sequence[str] = GAPS) -> list[Cell]:
    """The drift of the gap from spectra of these widths, by the angle integral."""
    return spectrum_cells(mean_log, widths, gaps, SPHERE, lambda s: {"spectrum": s})


def two_layer_cells(sizes: Sequence[str], label: str, **given: Any) -> list[Cell]:
    """E phi_2 at d = 2 from the eigenvalues 1 +- size, by the layer's law."""
    cells = []
    for size in sizes:
        phi = gap_at_width_2(mpmath.mpf(size))
        lhs, parameters = expected_gap_in_two_layers(phi), {"phi_0": phi, "d": 2, **given}
        cells.append(Cell(parameters, lhs, SPHERE, label=f"{label}1 +- {size}"))
    return cells


def jacobian_norm(X: Array) -> Array:
    """||J_BN(X)||_op by differences: the largest over the rows, as each sees one input row only."""
    return max(
        largest_singular_value(jacobian(lambda v: bn(v[None, :])[0], row / scale)) / scale
        for row, scale in zip(X, row_norms(X), strict=True)
    )
