"""Attacks on theory/sharp/whitening.py."""

import mpmath
import numpy as np
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes, searched
from lemmata.props.recipes import Entries, Lift, eigenvectors, in_floats
from lemmata.theory.definitions import orthogonality_gap
from lemmata.theory.meterez2024.section_3_2 import exact_rank
from lemmata.theory.numerics.backends import Array, sqrt

MATRICES = st.one_of(hard.integer_matrices(), hard.degenerate())
AN_ULP = Entries("ulp", ((0.75, 0.875), (0.7500000000000001, 0.875)))
DIGITS = 700  # the squares of a subnormal row lie 640 decades below the others


def whitened(M: Array, rank: int, lift: Lift) -> Array:
    """M (M^T M)^(-1/2), the root inverted on the eigenvectors of its largest eigenvalues.

    In float64, where the square of an ulp is lost, by the singular vectors of M.
    """
    if lift is in_floats:
        U, _, Vt = np.linalg.svd(M, full_matrices=False)
        return U[:, :rank] @ Vt[:rank]
    values, Q = eigenvectors(M.T @ M, lift)
    values, Q = values[-rank:], Q[:, -rank:]
    return (M @ Q / sqrt(values)) @ Q.T


@attack("sharp:whitening", MATRICES.filter(lambda recipe: recipe.build(in_floats).any()))
@searched(weight=0.5, tolerance=1e-40)
@routes("the exact rational rank", "eigenvectors of M^T M")
@domain("integer and degenerate matrices of any shape, one ulp from singular, subnormal")
@pinned("equal samples", Entries("equal", ((1.0, 1.0),)))
@pinned("fewer rows than samples", Entries("row", ((1.0, 2.0, 0.0),)))
@pinned("an ulp from rank one: M^T M is singular in float64", AN_ULP)
def gap_of_whitened_matrices(case: Entries, lift: Lift) -> Observation:
    """Divided by its largest entry, as the gap does not see the scale but squares underflow."""
    M, X = case.build(lift), case.build(in_floats)
    rank = exact_rank(X)
    r, n = lift([rank, X.shape[1]])
    with mpmath.workdps(DIGITS):
        gap = orthogonality_gap(whitened(M / abs(M).max(), rank, lift))
    return {"r": r, "n": n}, gap if gap > 1e-9 else 0 * gap  # what rounding leaves
