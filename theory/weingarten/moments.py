"""Weingarten functions and moments of Haar matrices, exact, from one expansion.

A moment is a sum over pairings, counted by coset type,

    E prod w^a = sum_mu N(mu) Wg_d(mu),

N(mu) the number of pairs of pairings that fit the monomial, and Wg_d is the sum over partitions of
theory.weingarten.expansion.

Where this holds. A monomial in r rows and c columns needs S of rank <= min(r, c) only, where
Z_lambda(S S^T) = 0 as soon as l(lambda) > min(r, c). The moment is therefore the sum over
l(lambda) <= min(r, c), whose factors d + 2(j-1) - (i-1) >= d - min(r, c) + 1 vanish for no d that
has these indices: no pole, no pseudo-inverse, one formula for every d >= the largest index, and
there is no moment below. A Weingarten function, the inverse of the Gram matrix, is the sum over
all lambda for d >= k only: the Gram matrix is singular below.
"""

from collections.abc import Sequence
from typing import overload

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from lemmata.theory.weingarten import pairings
from lemmata.theory.weingarten.errors import MatrixIndexError, dimension, integer
from lemmata.theory.weingarten.expansion import (
    MAX_ORDER,
    require_reach,
    shapes_of,
    sum_over_types,
    table,
    weighted_sum,
)
from lemmata.theory.weingarten.pairings import Exponents, code, degrees, odd, pairs_by_coset_type
from lemmata.theory.weingarten.parser import Polynomial
from lemmata.theory.weingarten.partitions import as_partition, centraliser, partitions
from lemmata.theory.weingarten.rational import ONE, D, Dimension, Quotient, RationalFunction
from lemmata.theory.weingarten.threelines import three_lines
from lemmata.theory.weingarten.twolines import column_crossings, one_line, two_lines
from lemmata.theory.weingarten.zonal import laplace_beltrami, position, zonal

CLOSED_LINES = 3
"""The number of rows or columns up to which a closed form is looked for."""

PREPARED_ORDER = 12
"""Tables up to this order are made at import."""


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
        require_reach(k)  # before pairs are counted, which may take hours there
    counts = pairs_by_coset_type(exponents)
    if not counts:
        return 0, 1
    if 2 * k > PREPARED_ORDER and counts.keys() == {code((1,) * k)}:
        # w11^2 ... wkk^2: one pair of pairings fits, of coset type 1^k, and Z_lambda[1^k] = 1
        size, shapes = centraliser((1,) * k), shapes_of(k, k)
        return weighted_sum([size * weight for weight in shapes.weights], shapes, d)
    return sum_over_types(counts, k, depth, d)


def _function(quotient: Quotient, smallest: int) -> RationalFunction:
    """The quotient in lowest terms, for every d >= smallest."""
    numerator, denominator = map(fmpz_poly, quotient)
    return RationalFunction.in_lowest_terms(numerator, denominator, smallest)


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
    kind = as_partition(partition)
    k = sum(kind)
    if d is None:
        return _function(sum_over_types({code(kind): 1}, k, k, D), max(k, 1))
    d = dimension(d)
    return fmpq(*sum_over_types({code(kind): 1}, k, min(k, d), d))


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
    at = d if type(d) is int and d >= largest else _dimension_of(d, largest)
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


def _dimension_of(d: int | None, index: int) -> Dimension:
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
    at = _dimension_of(d, smallest)
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
            table(k, depth)
        for a in range(2 * k + 1):
            column_crossings(a, 2 * k - a)


def forget() -> None:
    """Empties every cache; with `prepare`, the state after import, for honest timings."""
    tables = partitions, position, laplace_beltrami, zonal, shapes_of, table
    for function in (*tables, pairings.block_counts, column_crossings):
        function.cache_clear()


prepare()
