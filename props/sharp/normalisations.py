"""Attacks on theory/sharp/normalisations.py."""

import mpmath
import numpy as np
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import (
    Lift,
    Observation,
    attack,
    domain,
    hunt_in,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.hunting import spaces
from lemmata.props.recipes import Entries, MatrixRecipe, Rotation, Scaled, eigenvectors, in_floats
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.definitions import orthogonality_gap
from lemmata.theory.meterez2024.section_3_2 import exact_rank
from lemmata.theory.numerics.backends import Array, exp, sqrt
from lemmata.theory.sharp.normalisations import differences


def _varies(recipe: MatrixRecipe) -> bool:
    """No entry of M Q vanishes: entries are compared by their share, and rounding leaves dust."""
    X = recipe.build(in_floats)
    size = np.abs(X).max(axis=1, keepdims=True)
    if X.shape[1] < 2 or not (size > 1e-300).all():
        return False
    return bool((np.abs(differences(X / size)) > 1e-6).all())


@attack("sharp:mean-subtraction", hard.any_matrices().filter(_varies))
@searched(weight=0.5, tolerance=1e-30)
@routes("BN of the differences", "rows less their mean, over their norms, times Q")
@domain("matrices of any shape and rank, n >= 2, no sample the mean of those before it")
@pinned("lengths 1 and 10", Scaled(Rotation(2), (0, 1)))
@pinned("a large mean", Entries("far off", ((1001.0, 1002.0, 1004.0),)))
def standard_bn(case: MatrixRecipe, lift: Lift) -> Observation:
    M = case.build(lift)
    centred = M - (M.sum(-1) / M.shape[1])[:, None]
    centred = centred / abs(centred).max(axis=1)[:, None]  # floats would underflow
    square = (centred * centred).sum(-1)
    return {"M": M}, differences(centred / (square**0.5)[:, None])


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


@attack("sharp:power-sums", st.lists(st.floats(-20, 20), min_size=1, max_size=6).map(tuple))
@supremum(1.0)
@searched(weight=2)
@routes("first and fourth powers", "the cube of the second")
@domain("n = 1 to 6, singular values over 17 decades")
@pinned("attained by equal ones", (0.0, 0.0, 0.0))
@pinned("0.6 and 0.8 violate what is printed", (-0.5108256237659907, -0.2231435513142097))
@pinned("approached as one vanishes", (0.0, -30.0))
@hunt_in(spaces.vectors(2, 3, 6))
def cube_of_the_second(case: tuple[float, ...], lift: Lift) -> Observation:
    s = exp(lift(list(case)))
    return {"s": s}, (s * s).sum() ** 3


plot(
    "sharp:power-sums",
    families.Sweep(
        "$s_2/s_1$",
        r"$(s_1^2 + s_2^2)^3$",
        lambda p: p["s"][1] / p["s"][0],
        {"n = 2": [(0.0, -x) for x in np.linspace(0.001, 7, 60).tolist()]},
        "Two singular values, the larger one 1: attained where they are equal, and approached as"
        " one vanishes.",
        log_y=False,
    ),
)


LOGS = st.lists(st.floats(-20, 20), min_size=2, max_size=6).map(tuple)  # of singular values


@attack("sharp:iterative-orthogonalisation", st.tuples(LOGS, st.sampled_from((0, 1, 20))))
@supremum(1.0)
@searched(weight=2, tolerance=1e-20)
@routes("V(H) from the singular values", "V(W H) from their roots")
@domain("2 to 6 singular values over 17 decades, as many samples or up to 20 more")
@pinned("approached as a singular value vanishes", ((0.0, -40.0), 0))
@pinned("near isometry the gap is halved", ((0.0, 1e-6), 0))
@pinned("1, 1, 2", ((0.0, 0.0, 0.6931471805599453), 0))
@pinned("equal ones and more samples: attained", ((0.0, 0.0), 1))
@hunt_in(
    spaces.Space(
        ((2, 3, 6), (0, 1, 20)),
        lambda r, more: r,
        lambda point, z: (spaces.row(z), point[1]),
        lambda r, more: f"{r} singular values, {r + more} samples",
    )
)
def gap_after_orthogonalisation(case: tuple[tuple[float, ...], int], lift: Lift) -> Observation:
    """V^2 = ||q - 1/n||^2 of W H: its squared singular values s_i / sum s, and n - r zeros."""
    logs, more = case
    s = exp(lift(list(logs)))
    n, mean = len(s) + more, 1 / (s[0] * 0 + len(s) + more)
    apart = s / s.sum() - mean
    return {"s": s, "n": n}, sqrt((apart * apart).sum() + more * mean * mean)


Sliced = tuple[MatrixRecipe, tuple[float, ...]]  # V and n - d further columns, log singular values


@st.composite
def sliced(draw: st.DrawFn) -> Sliced:
    """A slice that is not 0: there W H would be."""
    d, more = draw(st.integers(1, 3)), draw(st.integers(0, 5))
    rotations = hard.rotations(d + more)
    sliceable = rotations.filter(lambda r: np.abs(r.build(in_floats)[:d, :d]).max() > 1e-3)
    return draw(sliceable), tuple(draw(hard.several(st.floats(-5, 5), d)))


@attack("sharp:sliced-orthogonalisation", sliced(), tolerance=1e-20)
@routes("the d x d matrix P S P^T", "the n x n Gram matrix of W H, entry by entry")
@domain("d = 1 to 3, n = d to d + 5, singular values over 4 decades")
@pinned("of three, equal singular values: it rises", (Rotation(3, (1, 4)), (0.0, 0.0)))
@pinned("a slice that is not normal", (Rotation(4, (2, 5)), (0.0, 1.4)))
def gap_of_a_slice(case: Sliced, lift: Lift) -> Observation:
    """V = ||K/tr K - I/n||_F."""
    recipe, logs = case
    s = exp(lift(list(logs)))
    V = recipe.build(lift)[:, : len(logs)]
    P, root = V[: len(logs)], V * sqrt(s)
    K = root @ (P.T @ P) @ root.T
    apart = K / K.trace() - np.eye(len(V), dtype=int) / (s[0] * 0 + len(V))
    return {"P": P, "s": s, "n": len(V)}, sqrt((apart * apart).sum())
