"""Weingarten functions and moments of Haar matrices, exact, from one expansion.

For S a real d x d matrix and W Haar on O(d), with |lambda| = k (James 1961, 1964; Muirhead,
Aspects of Multivariate Statistical Theory, theorem 7.4.1):

    E tr(S^T W)^{2k} / (2k)! = sum_{lambda, l(lambda) <= d} Z_lambda(S S^T) / (H D(d)),
    H = product of the hook lengths of 2 lambda,  D(d) = prod_{cells} (d + 2(j-1) - (i-1)).

The coefficient of prod s_ij^a_ij gives the moment, and, read on pairings, the Weingarten function
(Collins and Matsumoto 2009). Hence

    Wg_d(mu)    = centraliser(mu) sum_lambda Z_lambda[mu] / (H D(d)),
    E prod w^a  = sum_mu N(mu) Wg_d(mu),

Z_lambda[mu] the coefficient of p_mu, N(mu) the number of pairs of pairings that fit the monomial.

Where this holds. A monomial in r rows and c columns needs S of rank <= min(r, c) only, where
Z_lambda(S S^T) = 0 as soon as l(lambda) > min(r, c). The moment is therefore the sum over
l(lambda) <= min(r, c), whose factors d + 2(j-1) - (i-1) >= d - min(r, c) + 1 vanish for no d that
has these indices: no pole, no pseudo-inverse, one formula for every d >= the largest index, and
there is no moment below. A Weingarten function, the inverse of the Gram matrix, is the sum over
all lambda for d >= k only: the Gram matrix is singular below.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from math import lcm
from typing import NamedTuple, overload

from flint import fmpq, fmpq_poly, fmpz, fmpz_mat, fmpz_poly

from theory.weingarten import pairings
from theory.weingarten.errors import MatrixIndexError, OrderError, dimension, integer
from theory.weingarten.pairings import Counts, Exponents, code, degrees, odd, pairs_by_coset_type
from theory.weingarten.parser import Polynomial
from theory.weingarten.partitions import centraliser, checked, contents, hooks, partitions
from theory.weingarten.rational import ONE, D, Dimension, Quotient, RationalFunction
from theory.weingarten.twolines import column_crossings, one_line, three_lines, two_lines
from theory.weingarten.zonal import laplace_beltrami, position, zonal

CLOSED_LINES = 3
"""The number of rows or columns up to which a closed form is looked for."""

MAX_ORDER = 50
"""Of tables over all partitions of half the order: 1958 x 1958 integers there, 10^8 at order 70."""

PREPARED_ORDER = 12
"""Tables up to this order are made at import."""


class Shapes(NamedTuple):
    """1 / (H D(d)) for the lambda of size k and at most `depth` rows, over one denominator.

    All of them lie in the diagram with rows k, k/2, k/3, ... rounded down. Its contents are the
    denominator, those outside of lambda the numerator; `scale` is the common multiple of the H.
    """

    shapes: list[tuple[int, ...]]
    weights: list[int]  # scale / H
    outside: list[tuple[int, ...]]  # contents
    common: tuple[int, ...]
    scale: int


@cache
def _shapes(k: int, depth: int) -> Shapes:
    _require_reach(k)
    shapes = [shape for shape in partitions(k) if len(shape) <= depth]
    hull = tuple([k // i for i in range(1, depth + 1)])
    outside = [contents(hull, shape) for shape in shapes]
    sizes = [hooks(tuple([2 * row for row in shape])) for shape in shapes]
    scale = lcm(*sizes)
    return Shapes(shapes, [scale // size for size in sizes], outside, contents(hull), scale)


@cache
def _table(k: int, depth: int) -> tuple[dict[int, int], fmpz_mat]:
    """The places of the coset types, and (shapes, coset types): weighted zonal polynomials.

    The entries are Z_lambda[mu] centraliser(mu) weight(lambda).
    """
    shapes, weights, *_ = _shapes(k, depth)
    kinds = partitions(k)
    sizes = [centraliser(kind) for kind in kinds]
    rows = [
        [z * size * weight for z, size in zip(zonal(shape).entries(), sizes, strict=True)]
        for shape, weight in zip(shapes, weights, strict=True)
    ]
    return {code(kind): i for i, kind in enumerate(kinds)}, fmpz_mat(rows)


def _require_reach(k: int) -> None:
    if 2 * k > MAX_ORDER:
        raise OrderError(
            f"order {2 * k} is beyond reach: {MAX_ORDER} at most, except within two rows or columns"
            " (or three, one of them with two factors)"
        )


def _moment(exponents: Exponents, d: Dimension) -> Quotient:
    """The moment of a monomial."""
    if not exponents:
        return 1, 1
    rows, columns, powers = zip(*exponents, strict=True)
    depth = min(len(set(rows)), len(set(columns)))
    if depth == 1:
        return one_line(powers, d)
    if depth <= CLOSED_LINES:
        if len(set(rows)) > depth:  # W and its transpose have the same law
            exponents = tuple([(j, i, a) for i, j, a in exponents])
        closed = two_lines(exponents, d) if depth == 2 else three_lines(exponents, d)
        if closed is not None:
            return closed
    k = sum(powers) // 2
    if 2 * k > MAX_ORDER and not odd(degrees(exponents)):
        _require_reach(k)  # before pairs are counted, which may take hours there
    counts = pairs_by_coset_type(exponents)
    if not counts:
        return 0, 1
    if 2 * k > PREPARED_ORDER and counts.keys() == {code((1,) * k)}:
        # w11^2 ... wkk^2: one pair of pairings fits, of coset type 1^k, and Z_lambda[1^k] = 1
        size, shapes = centraliser((1,) * k), _shapes(k, k)
        return _sum([size * weight for weight in shapes.weights], shapes, d)
    return _combined(counts, k, depth, d)


def _combined(counts: Counts, k: int, depth: int, d: Dimension) -> Quotient:
    """sum_mu counts(mu) Wg(mu), over the shapes of at most `depth` rows."""
    places, zonals = _table(k, depth)
    column = [0] * len(places)
    for kind, number in counts.items():
        column[places[kind]] = number
    totals = (zonals * fmpz_mat(len(column), 1, column)).entries()
    return _sum(map(int, totals), _shapes(k, depth), d)


def _sum(totals: Iterable[int], shapes: Shapes, d: Dimension) -> Quotient:
    """sum of total / (scale D(d))."""
    numerator: Dimension = 0
    denominator: Dimension = shapes.scale
    for total, outside in zip(totals, shapes.outside, strict=True):
        term: Dimension = total
        for c in outside:
            term *= d + c
        numerator += term
    for c in shapes.common:
        denominator *= d + c
    return numerator, denominator


def _function(quotient: Quotient, smallest: int) -> RationalFunction:
    """The quotient in lowest terms, for every d >= smallest."""
    numerator, denominator = map(fmpz_poly, quotient)
    return RationalFunction.reduced(numerator, denominator, smallest)


@overload
def weingarten(partition: Sequence[int], d: int) -> fmpq: ...
@overload
def weingarten(partition: Sequence[int], d: None = None) -> RationalFunction: ...
def weingarten(partition: Sequence[int], d: int | None = None) -> fmpq | RationalFunction:
    """Wg_d of a coset type: the entry of the inverse of the Gram matrix d^loops(p, q) of pairings.

    Without d, the rational function, which holds for d >= k. At an integer d < k, where the Gram
    matrix is singular, its pseudo-inverse: the one that gives moments as sums over pairings. O(d)
    lacks the shapes of more than d rows.
    """
    kind = checked(partition)
    k = sum(kind)
    if d is None:
        return _function(_combined({code(kind): 1}, k, k, D), max(k, 1))
    d = dimension(d)
    return fmpq(*_combined({code(kind): 1}, k, min(k, d), d))


@overload
def moment(rows: Sequence[int], cols: Sequence[int], d: int) -> fmpq: ...
@overload
def moment(rows: Sequence[int], cols: Sequence[int], d: None = None) -> RationalFunction: ...
def moment(
    rows: Sequence[int], cols: Sequence[int], d: int | None = None
) -> fmpq | RationalFunction:
    """E prod_t w[rows[t], cols[t]] for W Haar on O(d), indices from 1.

    Exact at every integer d >= the largest index; without d, as a rational function that holds
    for all of these.
    """
    if len(rows) != len(cols):
        raise MatrixIndexError(f"{len(rows)} rows for {len(cols)} columns")
    # One plain loop: what a short call costs is the code that it touches for the first time.
    powers: dict[tuple[int, int], int] = {}
    row, column, entry, largest = None, None, (0, 0), 1
    for i, j in zip(rows, cols, strict=True):
        if i is row and j is column:  # the same entry again, known to be good
            powers[entry] += 1
            continue
        row, column = i, j
        if type(i) is not int or i < 1:
            i = _index(i)
        if type(j) is not int or j < 1:
            j = _index(j)
        if i > largest:
            largest = i
        if j > largest:
            largest = j
        entry = i, j
        powers[entry] = powers.get(entry, 0) + 1
    at = d if type(d) is int and d >= largest else _checked(d, largest)
    if len(powers) == 1 or len(set(rows)) == 1 or len(set(cols)) == 1:
        quotient = one_line(powers.values(), at)
    else:
        quotient = _moment(tuple([(*entry, a) for entry, a in powers.items()]), at)
    return _function(quotient, largest) if d is None else fmpq(*quotient)


def _index(value: object) -> int:
    index = integer(value)
    if index is None or index < 1:
        raise MatrixIndexError(f"an index is an integer from 1 on, got {value!r}")
    return index


def _checked(d: int | None, index: int) -> Dimension:
    """A dimension that has the index, or the variable."""
    if d is None:
        return D
    d = dimension(d)
    if d < index:
        raise MatrixIndexError(f"index {index} is larger than d = {d}")
    return d


@overload
def expect(polynomial: Polynomial, d: int) -> fmpq: ...
@overload
def expect(polynomial: Polynomial, d: None = None) -> RationalFunction: ...
def expect(polynomial: Polynomial, d: int | None = None) -> fmpq | RationalFunction:
    """E of a polynomial in the entries of W, Haar on O(d); see `moment`."""
    smallest = polynomial.largest_index
    at = _checked(d, smallest)
    if isinstance(at, int):
        terms = [coefficient * fmpq(*_moment(m, at)) for m, coefficient in polynomial.terms]
        return sum(terms, fmpq(0))
    numerators: dict[tuple[fmpz, ...], fmpq_poly] = {}  # by the coefficients of the denominator
    for monomial, coefficient in polynomial.terms:
        numerator, denominator = map(fmpz_poly, _moment(monomial, at))
        key = tuple(denominator)
        numerators[key] = numerators.get(key, 0) + coefficient * fmpq_poly(numerator)
    total = RationalFunction(fmpz_poly(), ONE, smallest)
    for key, top in numerators.items():
        total += RationalFunction(top.numer(), top.denom() * fmpz_poly(list(key)))
    return total


def prepare() -> None:
    """Makes the tables up to PREPARED_ORDER: constants, as a library of special functions has."""
    for k in range(PREPARED_ORDER // 2 + 1):
        for depth in range(CLOSED_LINES, k + 1):
            _table(k, depth)
        for a in range(2 * k + 1):
            column_crossings(a, 2 * k - a)


def forget() -> None:
    """Empties every cache; with `prepare`, the state after import, for honest timings."""
    tables = partitions, position, laplace_beltrami, zonal, _shapes, _table
    for function in (*tables, pairings.block_counts, column_crossings):
        function.cache_clear()


prepare()
