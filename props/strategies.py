"""Strategies for matrices and spectra where a claim is nearly false.

Each yields a recipe (``props.recipes``): shape, spectrum and seed, so that hypothesis shrinks a
found case to a small one. Full-rank strategies have full rank by construction, in exact
arithmetic; spectra have mean 1 by construction.
"""

import math
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from lemmata.props.hunting import spaces
from lemmata.props.hunting.spaces import Space
from lemmata.props.recipes import (
    Entries,
    MatrixRecipe,
    Rotation,
    Scaled,
    SingularValues,
    SpectrumRecipe,
)

SMALL = (1, 2, 3, 4, 5, 8)  # 1, 2, 3: where formulas break
LARGEST_LOG = 690.0  # 300 decades
Arguments = dict[str, Any]  # arguments of ``attack``
T = TypeVar("T")


def magnitudes(low: float = -15.0, high: float = 2.8) -> SearchStrategy[float]:
    """Positive numbers whose decimal exponents are spread evenly."""
    return st.floats(low, high).map(lambda x: 10.0**x)


def several(entries: SearchStrategy[T], count: int) -> SearchStrategy[list[T]]:
    return st.lists(entries, min_size=count, max_size=count)


def two_levels(log: float, first: int, others: int) -> SpectrumRecipe:
    """exp(log) times the others; where that is nearly 1, as deviations."""
    return SpectrumRecipe((log, 0.0), (first, others), deviations=abs(log) < 1e-3)


def one_small(d: int, size: float) -> SpectrumRecipe:
    """One eigenvalue smaller than d - 1 equal ones; the least drift and the least lambda_min."""
    return two_levels(-size, 1, d - 1)


def one_large(d: int, size: float) -> SpectrumRecipe:
    """One eigenvalue larger than d - 1 equal ones; the largest drift and lambda_max."""
    return two_levels(size, 1, d - 1)


@st.composite
def clusters(draw: st.DrawFn, d: int, largest: float = 2.8) -> SpectrumRecipe:
    """Two clusters of any sizes, near each other or far apart."""
    first = draw(st.integers(1, d - 1))
    return two_levels(-draw(magnitudes(high=largest)), first, d - first)


@st.composite
def geometric(draw: st.DrawFn, d: int) -> SpectrumRecipe:
    """Geometric decay, over 300 decades in all at most."""
    decay = draw(magnitudes(high=math.log10(LARGEST_LOG / (d - 1))))
    return SpectrumRecipe(tuple(-decay * k for k in range(d)), (1,) * d)


@st.composite
def near_isometry(draw: st.DrawFn, d: int) -> SpectrumRecipe:
    """Deviations of one size, from 1e-15 to 0.4, in any pattern."""
    size = draw(magnitudes(high=-0.4))
    pattern = draw(several(st.integers(-4, 4), d).filter(lambda p: min(p) < max(p)))
    return SpectrumRecipe(tuple(size * p / 4 for p in pattern), (1,) * d, deviations=True)


@st.composite
def anywhere(draw: st.DrawFn, d: int) -> SpectrumRecipe:
    """Any logarithms of eigenvalues."""
    logs = draw(several(st.floats(-20, 20), d).filter(lambda x: min(x) < max(x)))
    return SpectrumRecipe(tuple(logs), (1,) * d)


@st.composite
def spectra(
    draw: st.DrawFn, choices: Sequence[int] = SMALL[1:], largest: float = 2.8
) -> SpectrumRecipe:
    """A spectrum of mean 1 and, from d = 2 on, of a positive gap.

    10^largest bounds the logarithm of the largest eigenvalue over the smallest.
    """
    d = draw(st.sampled_from(choices))
    if d == 1:
        return SpectrumRecipe((0.0,), (1,))
    sizes = magnitudes(high=largest)
    small = sizes.map(lambda size: one_small(d, size))
    large = sizes.map(lambda size: one_large(d, size))
    families = [small, large, clusters(d, largest), near_isometry(d)]
    if largest > 2:
        families += [geometric(d), anywhere(d)]
    return draw(st.one_of(families))


def on_spectra(
    *widths: int,
    hunted: Sequence[int] = (),
    space: Space[Any] | None = None,
    largest: float = 2.8,
    name: str = "d",
) -> Arguments:
    """Spectra as hypothesis draws them, and as the hunter moves in them: where a claim is attacked.

    The widths of both are those given, but for 1, where there is nothing to move, and ``hunted``.
    """
    decades = (LARGEST_LOG if largest > 2 else 10**largest) / math.log(10)
    ends = f"{name} = {widths[0]}" + f" to {widths[-1]}" * (len(widths) > 1)
    return {
        "cases": spectra(widths, largest),
        "domain": f"spectra of every family over {decades:.0f} decades, {ends}",
        "space": space or spaces.spectra(*(hunted or [d for d in widths if d > 1]), name=name),
    }


@st.composite
def rotations(draw: st.DrawFn, d: int) -> Rotation:
    return Rotation(d, tuple(draw(st.lists(st.integers(0, 50), max_size=3))))


@st.composite
def singular_values(draw: st.DrawFn, d: int, n: int, decades: float = 6) -> SingularValues:
    """Prescribed singular values: equal, one tiny, one huge, or spread."""
    top = decades * math.log(10)
    one = st.floats(-top, top).map(lambda x: [x] + [0.0] * (n - 1))
    spread = several(st.floats(-top / 2, top / 2), n)
    logs = draw(st.one_of(st.just([0.0] * n), one, spread))
    return SingularValues(tuple(logs), draw(rotations(d)), draw(rotations(n)))


def _entries(name: str, X: np.ndarray) -> Entries:
    return Entries(name, tuple(tuple(float(x) for x in row) for row in X))


@st.composite
def structured(draw: st.DrawFn, d: int) -> Entries:
    """Hadamard, permutation, Hilbert, Vandermonde, Toeplitz, unit triangular integers, parallels.

    In "nearly parallel" every two rows and every two columns are, up to 2^-40; in the others two.
    """
    from scipy.linalg import hadamard  # here, so that listing claims does not load it

    i, seed, near = np.arange(d), draw(st.integers(0, 20)), 2.0 ** -draw(st.integers(1, 40))
    two, sylvester = np.eye(d), np.eye(d)
    power = 1 << (d.bit_length() - 1)  # of two: Sylvester's matrix, and an identity for the rest
    sylvester[:power, :power] = hadamard(power)
    two[-1] = two[0] + near * two[-1]
    toeplitz = np.array([[(seed + 1.0) ** -abs(int(a - b)) for a in i] for b in i])
    families = {
        "identity": np.eye(d),
        "Hadamard": sylvester,
        "permutation": np.eye(d)[np.random.default_rng(seed).permutation(d)],
        "Hilbert": 1.0 / (i[:, None] + i + 1),
        "Vandermonde": (i[:, None] + 1.0) ** i,
        "Toeplitz": toeplitz if seed else 2 * np.eye(d) + np.eye(d, k=1),
        "triangular": np.triu((i[:, None] * 3 + i * (seed + 1)) % 5 - 2.0, 1) + np.eye(d),
        "nearly parallel": np.ones((d, d)) + near * np.eye(d),
        "two nearly parallel rows": two,
        "two nearly parallel columns": two.T,
    }
    name = draw(st.sampled_from(list(families)))
    return _entries(name, families[name])


@st.composite
def full_rank_square(draw: st.DrawFn, choices: Sequence[int] = SMALL) -> MatrixRecipe:
    """A non-singular square matrix, its rows of equal or of wildly unequal norms."""
    d = draw(st.sampled_from(choices))
    matrix: MatrixRecipe = draw(st.one_of(structured(d), singular_values(d, d)))
    powers = draw(st.one_of(st.just(None), several(st.integers(-20, 20), d)))
    return Scaled(matrix, tuple(powers)) if powers else matrix


def on_squares(*hunted: int) -> Arguments:
    """Square matrices as hypothesis draws them, and as the hunter moves in them."""
    return {
        "cases": full_rank_square(),
        "domain": "full-rank square matrices, d = 1 to 8, rows of sizes 1e-20 to 1e20",
        "space": spaces.matrices(*[(d, d) for d in hunted]) if hunted else None,
    }


@st.composite
def full_rank_tall(draw: st.DrawFn, most: int = 4, decades: float = 6) -> MatrixRecipe:
    """A d x n matrix of full rank, d >= n."""
    n = draw(st.integers(1, most))
    d = draw(st.integers(n, most + 2))
    return draw(singular_values(d, n, decades))


@st.composite
def integer_matrices(draw: st.DrawFn, most: int = 5) -> Entries:
    """Small integers in any shape; zero rows, repeated and parallel rows and columns occur."""
    d, n = draw(st.integers(1, most)), draw(st.integers(1, most))
    rows = draw(several(several(st.integers(-3, 3), n), d))
    return _entries("integers", np.array(rows, dtype=float))


DEGENERATE = (
    "repeated row",
    "repeated column",
    "parallel rows",
    "parallel columns",
    "low rank",
    "one ulp",
    "subnormal",
    "a subnormal row",
)


@st.composite
def degenerate(draw: st.DrawFn, most: int = 6) -> Entries:
    """Rank deficient exactly, by one or more, or one ulp away from it; also at subnormal size."""
    d, n = draw(st.integers(2, most)), draw(st.integers(2, most))
    X = np.random.default_rng(draw(st.integers(0, 100))).integers(1, 9, (d, n)) / 8.0
    kind = draw(st.sampled_from(DEGENERATE))
    ulp = np.append(np.nextafter(X[0, 0], 9), X[0, 1:])
    last_rows = {"repeated row": X[0], "parallel rows": -4 * X[0], "one ulp": ulp}
    last_columns = {"repeated column": X[:, 0], "parallel columns": 2 * X[:, 0]}
    X[-1] = last_rows.get(kind, X[-1])
    X[:, -1] = last_columns.get(kind, X[:, -1])
    if kind == "low rank":
        r = draw(st.integers(1, min(d, n) - 1))
        X = X[:, :r] @ X[:r]  # multiples of 1/64: exact
    subnormal = {"subnormal": slice(None), "a subnormal row": slice(1)}.get(kind, slice(0))
    X[subnormal] *= 2.0**-1060
    return _entries(kind, X)


def any_matrices() -> SearchStrategy[MatrixRecipe]:
    """Every family at once, of any rank and shape."""
    square: SearchStrategy[MatrixRecipe] = full_rank_square()
    return st.one_of(integer_matrices(), degenerate(), full_rank_tall(), square)
