"""Checks of theory/meterez2024/section_3_1.py in high precision."""

from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.definitions import bn, isometry, isometry_gap
from lemmata.theory.ledger import Cell, Decision, Evidence, Kind, Method
from lemmata.theory.numerics.reference import mean_log_doubled
from lemmata.theory.spectrum import from_deviations
from lemmata.verify import cases
from lemmata.verify.chains import drift_ends
from lemmata.verify.registry import Cells, Run, check, domain, exact, routes
from lemmata.verify.second_writings import second_writing


@check("meterez2024:remark-gap-range")
def equality_scaling_and_rank(run: Run) -> Evidence:
    """phi = 0 at multiples of rotations, phi(cX) = phi(X), phi = inf for repeated columns."""
    matrices = [(label, X) for d in cases.WIDTHS for label, X in cases.square_matrices(d)]
    zero = all(isometry_gap(cases.rotation(d) * c) < 1e-40 for d in cases.WIDTHS for c in (1, 1000))
    scale = all(
        abs(isometry_gap(X * c) - isometry_gap(X)) <= 1e-30 * (1 + isometry_gap(X))
        for _, X in matrices
        for c in (mpmath.mpf(10) ** -100, mpmath.mpf(10) ** 100)
    )
    singular = all(np.isinf(isometry_gap(np.ones((d, d)) + np.eye(d)[0])) for d in cases.WIDTHS)
    positive = all(
        isometry_gap(X) > 0
        for label, X in matrices
        if "rotation" not in label and label != "identity"
    )
    agrees = zero and scale and singular and positive
    routes = ("the four parts of the remark", "determinants in mpmath and exact integers")
    domain = "rotations, scales 1e-100 to 1e100, repeated columns"
    decision = Decision.AGREES if agrees else Decision.CONTRADICTS
    return Evidence(Method.EXACT, routes, domain, decision=decision)


@exact("meterez2024:theorem-1", domain="gaps 1e-12 to 40, d = 2 to 10^6, depths to 250 times k")
@routes("the bound", f"{drift_ends.ROUTE}phi_0 2^-l at d = 2, and phi_0 (1 - g(phi_0)/phi_0)^l")
def gap_enclosed_by_the_drift(run: Run) -> Cells:
    """Depths as shares of k = d^2 (1 + d phi_0), over which the bound falls by 1/e with C = 1."""
    for d in drift_ends.WIDTHS:
        for gap in ("1e-12", "0.01", "0.3", "5", "40"):
            phi = mpmath.mpf(gap)
            for share in ("0.01", "1", "250"):
                l = max(1, int(d**2 * (1 + d * phi) * mpmath.mpf(share)))
                parameters = {"phi_0": phi, "l": l, "d": d, "C": mpmath.mpf(1)}
                label = f"phi_0 = {gap}, d = {d}, depth {l + 1}"
                yield drift_ends.between(parameters, drift_ends.expected_gap(phi, d, l + 1), label)


@exact("meterez2024:remark-eigenvalues", domain="one BN output, d = 2, of full rank")
@routes("the bound 1", "a root of the characteristic polynomial in mpmath")
def an_eigenvalue_above_one(run: Run) -> Cells:
    """X = BN([[1, 0], [1, 1]]) has X X^T of trace 2 and determinant 1/2, exactly.

    Its characteristic polynomial l^2 - 2 l + 1/2 has the root 1 + 1/sqrt(2), which is 1.707.
    """
    root = 1 / mpmath.sqrt(2)
    X = cases.mpf_array([[1, 0], [root, root]])
    yield Cell({"X": X}, 1 + root, cases.TIGHT, label="BN of [[1, 0], [1, 1]]")


@exact("meterez2024:theorem-1", domain="two layers, d = 2")
@routes("the bound", "the layer's law at d = 2, integrated in mpmath")
def two_layers_at_width_2(run: Run) -> Cells:
    sizes, label = ("0.1", "0.999", "0.999999999999"), "two layers, d = 2, eigenvalues "
    return cases.two_layer_cells(sizes, label, l=1, C=mpmath.mpf(1))


@exact("meterez2024:lemma-2", domain="full-rank matrices, two rotations, d = 8")
@routes("the bound", "the isometry after rotation and BN in mpmath")
def isometry_after_a_rotation(run: Run) -> Cells:
    for label, X in cases.square_matrices(8):
        for W in (cases.rotation(8, 2), cases.mpf_array(np.eye(8))):
            yield Cell({"X": X, "W": W}, isometry(bn(W @ X)), cases.TIGHT, label=f"{label}, d = 8")


@exact("meterez2024:theorem-3")
@routes("the bound", "a complete elliptic integral")
@domain("d = 2, every regime of the spectrum; orthogonal X at d = 1 and 2")
def expected_isometry_at_width_2(run: Run) -> Cells:
    for size in ("1e-15", "1e-3", "0.1", "0.5", "0.9", "0.999", "0.999999999"):
        yield elliptic_cell(size)
    for d in (1, 2):  # at d = 1 every X is orthogonal
        zero = from_deviations(cases.mpf_array([0] * d))
        yield Cell({"spectrum": zero}, mpmath.mpf(1), cases.TIGHT, label=f"d = {d}, orthogonal")


def elliptic_cell(size: str) -> Cell:
    """At d = 2 with eigenvalues 1 +- e: E I(BN(W X)) = I(X) (2/pi) K(e^2), an elliptic integral."""
    e = mpmath.mpf(size)
    lhs = mpmath.sqrt(1 - e**2) * 2 / mpmath.pi * mpmath.ellipk(e**2)
    spectrum = from_deviations(cases.mpf_array([-e, e]))
    return Cell({"spectrum": spectrum}, lhs, cases.TIGHT, label=f"d = 2, 1 +- {size}")


@exact("meterez2024:corollary-4")
@routes("the bound", "angle integral and divided differences in mpmath")
@domain("extremal and doubled spectra, gaps 1e-30 to 40, d = 2 to 8")
def drift_of_extremal_spectra(run: Run) -> Cells:
    yield from cases.mean_log_cells((2, 3, 8))
    for m in (2, 4):
        for label, v in cases.distinct_pairs(m):
            lhs, where = mean_log_doubled(v), f"{label}, d = {2 * m}"
            yield Cell({"spectrum": cases.doubled(v)}, lhs, cases.SPHERE, label=where)


@exact("meterez2024:corollary-4", routes=drift_ends.WIDE, domain=drift_ends.WIDE_DOMAIN)
def drift_at_large_width(run: Run) -> Cells:
    return drift_ends.wide_drifts(lambda spectrum, phi: {"spectrum": spectrum})


@second_writing(
    "meterez2024:remark-gap-range",
    Kind.LOWER_BOUND,
    lambda: [{"X": np.array([[1.0, 2.0], [3.0, 5.0]])}, {"X": 7 * np.eye(3)}],
)
def least_gap_again(X: Any) -> Any:
    """phi(X) >= 0."""
    return mpf(0)


@second_writing(
    "meterez2024:remark-eigenvalues",
    Kind.UPPER_BOUND,
    lambda: [{"X": np.array([[1.0, 2.0], [3.0, 5.0]])}, {"X": 7 * np.eye(3)}],
)
def largest_eigenvalue_again(X: Any) -> Any:
    """The eigenvalues of X X^T of a BN output lie in (0, 1]."""
    return 1
