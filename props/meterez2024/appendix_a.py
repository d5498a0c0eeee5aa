"""Attacks on theory/meterez2024/appendix_a.py; moments in exact rationals, whatever is asked."""

from functools import cache

from flint import fmpq, fmpq_mat
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes, searched, supremum
from lemmata.props.meterez2024.section_3_1 import IDENTITY, NEARLY_PARALLEL, ONE_TWO, OUTLIER
from lemmata.props.recipes import Lift, Rotation, Scaled, SingularValues
from lemmata.props.sweeps import families
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.definitions import bn, isometry
from lemmata.theory.numerics.backends import Array
from lemmata.theory.weingarten.reference import by_columns, coset_type, pairings


@attack("meterez2024:lemma-A.1", **hard.on_squares(2, 3, 4, 8))
@supremum(1.0)
@routes("row norms and det X", "det BN(X)")
@pinned("attained by equal rows", IDENTITY)
@pinned("Mean needs its square", ONE_TWO)
@pinned("one long row: the variance may not stand twice", OUTLIER)
@pinned("rows a thousand times as long", Scaled(IDENTITY, (0, 3)))
@pinned("nearly singular", NEARLY_PARALLEL)
def isometry_after_bn(X: Array) -> Observation:
    """det BN(X) = det X / prod r_j is not used: the determinant of BN(X) itself."""
    return {"X": X}, isometry(bn(X))


@attack(
    "meterez2024:corollary-A.3",
    st.sampled_from(hard.SMALL).flatmap(lambda d: hard.singular_values(d, d)),
)
@routes("the value 1", "the left singular vectors of the recipe, a determinant")
@domain("prescribed singular values over 6 decades, d = 1 to 8")
@pinned("BN alone is not enough", SingularValues((0.0, 1.0), Rotation(2, (3,)), Rotation(2, (5,))))
def orthogonal_in_one_layer(case: SingularValues, lift: Lift) -> Observation:
    """W = U^T is known from the recipe: no decomposition."""
    X = case.build(lift)
    return {"X": X}, isometry(bn(case.left.build(lift).T @ X))


PAIRINGS = tuple(pairings((0, 1, 2, 3)))
Indices = tuple[int, int]  # two that differ


@cache
def inverse_gram(d: int) -> fmpq_mat:
    """The inverse of d^loops(p, q) over the three pairings of four factors."""
    loops = [[fmpq(d) ** len(coset_type(p, q)) for q in PAIRINGS] for p in PAIRINGS]
    return fmpq_mat(loops).inv()


def fourth_moment(rows: tuple[int, ...], cols: tuple[int, ...], d: int) -> fmpq:
    """E of four entries: the inverse summed over the pairings that join equal indices."""
    left, right = (
        [k for k, p in enumerate(PAIRINGS) if all(index[a] == index[b] for a, b in p)]
        for index in (rows, cols)
    )
    inverse = inverse_gram(d)
    return sum((inverse[p, q] for p in left for q in right), fmpq(0))


@st.composite
def blocks(draw: st.DrawFn) -> tuple[int, Indices, Indices]:
    """A width, and two rows and two columns of it."""
    d = draw(st.one_of(st.integers(2, 5), st.integers(2, 10**6)))
    first, second = (
        draw(st.tuples(st.integers(1, d), st.integers(1, d)).filter(lambda pair: len({*pair}) == 2))
        for _ in range(2)
    )
    return d, first, second


@attack("meterez2024:weingarten-moments", blocks(), weight=0.5, tolerance=0.0)
@routes("the printed rational functions", "the Gram matrix of the three pairings, inverted")
@domain("any two rows and columns, d = 2 to 10^6")
@pinned("the smallest width", (2, (1, 2), (1, 2)))
@pinned("other rows than columns", (3, (3, 1), (2, 3)))
def moments_of_any_block(case: tuple[int, Indices, Indices], lift: Lift) -> Observation:
    d, (i, j), (k, l) = case
    monomials = (
        ((i, i, i, i), (k, k, k, k)),
        ((i, i, i, i), (k, k, l, l)),
        ((i, i, j, j), (k, k, k, k)),
        ((i, i, j, j), (k, k, l, l)),
        ((i, i, j, j), (k, l, k, l)),
    )
    return {"d": d}, [fourth_moment(rows, cols, d) for rows, cols in monomials]


Monomial = tuple[tuple[int, ...], tuple[int, ...], int]  # rows and columns of the factors, d


@st.composite
def monomials(draw: st.DrawFn) -> Monomial:
    """Of order 2 to 8; every row and every column occurs an even number of times, or the mean is 0.

    ``d`` is at least 4: half the order, and the number of distinct columns.
    """
    k = draw(st.integers(1, 4))
    rows, cols = (
        tuple(draw(st.permutations(2 * draw(hard.several(st.integers(1, 4), k))))) for _ in range(2)
    )
    return rows, cols, draw(st.integers(4, 40))


@attack("meterez2024:weingarten-formula", monomials(), weight=0.5, tolerance=0.0)
@routes("the double sum over pairings", "one column integrated after the other")
@domain("monomials of order 2 to 8 in a 4 x 4 block, d = 4 to 40")
@pinned("equal pairings are not enough", ((1, 1, 1, 1), (1, 1, 1, 1), 3))
@pinned("a cycle of three, where d = k", ((1, 2, 2, 3, 3, 1), (1, 1, 2, 2, 3, 3), 3))
def means_of_any_monomial(case: Monomial, lift: Lift) -> Observation:
    rows, cols, d = case
    factors = tuple(sorted(zip(rows, cols, strict=True)))
    return {"i": list(rows), "j": list(cols), "d": d}, by_columns(factors, d)


EIGENVALUES = st.one_of(st.just(1.0), hard.magnitudes(-150, 150))


@attack("meterez2024:rows-of-WX", st.lists(EIGENVALUES, min_size=2, max_size=12).map(tuple))
@searched(weight=0.5, tolerance=0.0)
@routes("the printed moments", "Gaussian quadratic forms by Wick's formula")
@domain("eigenvalues over 300 decades, any of them equal, d = 2 to 12")
@pinned("isometry: no variance", (1.0, 1.0))
@pinned("rank one, nearly: the largest", (1e-150, 1e150))
@pinned("three levels", (1.0, 2.0, 3.0))
def row_moments_of_hard_spectra(case: tuple[float, ...], lift: Lift) -> Observation:
    """z = |z| u Gaussian, u a row of W and |z| independent: E a^2 = E(z^T L z)^2 / E|z|^4.

    By Wick E(z^T L z)^2 = (tr L)^2 + 2 tr L^2; and the d squared norms sum to tr L = d.
    """
    d, raw = len(case), [fmpq(*value.as_integer_ratio()) for value in case]
    total = sum(raw, fmpq(0))
    squares = sum((d * d * v * v / total**2 for v in raw), fmpq(0))
    second = (d**2 + 2 * squares) / (d**2 + 2 * d)
    apart = (d**2 - d * second) / (d**2 - d)
    return {"S": squares - d, "d": d}, [fmpq(1), second, apart]


plot(
    "meterez2024:lemma-A.1",
    families.gaps(
        r"$I(\mathrm{BN}(X)) / I(X)$",
        families.matrices(2, 8),
        "One small singular value between two rotations",
        over=lambda p: isometry(p["X"]),
    ),
)
