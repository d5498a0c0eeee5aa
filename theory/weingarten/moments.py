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

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import prod
from typing import NamedTuple, overload

from flint import fmpq, fmpz_mat

from theory.weingarten.errors import MatrixIndexError, OrderError, dimension, integer
from theory.weingarten.pairings import (
    Exponents,
    block_counts,
    code,
    even,
    extent,
    pairs_by_coset_type,
)
from theory.weingarten.partitions import (
    Contents,
    Partition,
    centraliser,
    checked,
    contents,
    hooks,
    partitions,
)
from theory.weingarten.polynomial import Polynomial
from theory.weingarten.rational import RationalFunction, over_contents
from theory.weingarten.twolines import column_crossings, lines, one_line, two_line_spectrum
from theory.weingarten.zonal import laplace_beltrami, position, zonal

Spectrum = tuple[tuple[Contents, fmpq], ...]
"""Contents of the cells of lambda and the v_lambda of a sum of v_lambda / prod (d + content)."""

TWO_LINES = 2
"""The depth up to which the closed form is used."""

MAX_ORDER = 50
"""Of tables over all partitions of half the order: 1958 x 1958 integers there, 10^8 at order 70."""

PREPARED_ORDER = 12
"""Tables up to this order are made at import."""


class Table(NamedTuple):
    """The zonal polynomials of degree k and at most `depth` rows, as moments need them."""

    contents: tuple[Contents, ...]
    hooks: tuple[int, ...]
    places: dict[int, int]
    zonal: fmpz_mat  # (shapes, coset types): Z_lambda[mu] centraliser(mu)


@cache
def _table(k: int, depth: int) -> Table:
    kinds = _affordable_partitions(k)
    shapes = tuple(shape for shape in kinds if len(shape) <= depth)
    sizes = [centraliser(kind) for kind in kinds]
    rows = [[z * n for z, n in zip(zonal(s).entries(), sizes, strict=True)] for s in shapes]
    places = {code(kind): i for i, kind in enumerate(kinds)}
    cells = tuple(map(contents, shapes))
    return Table(cells, tuple(map(_doubled_hooks, shapes)), places, fmpz_mat(rows))


def _affordable_partitions(k: int) -> tuple[Partition, ...]:
    if 2 * k > MAX_ORDER:
        raise OrderError(
            f"order {2 * k} is beyond reach: {MAX_ORDER} at most, except within two rows or columns"
        )
    return partitions(k)


def _doubled_hooks(shape: Partition) -> int:
    return hooks(tuple(2 * row for row in shape))


def _spectrum(counts: dict[int, int], table: Table) -> Spectrum:
    """sum_mu counts(mu) Wg(mu), over the shapes of the table."""
    column = [0] * len(table.places)
    for kind, number in counts.items():
        column[table.places[kind]] = number
    totals = (table.zonal * fmpz_mat(len(column), 1, column)).entries()
    return tuple(zip(table.contents, map(fmpq, totals, table.hooks), strict=True))


@lru_cache(maxsize=4096)
def _moment_spectrum(exponents: Exponents) -> Spectrum:
    """The moment of a monomial as a spectrum."""
    if not even(exponents):
        return ()
    depth = min(extent(exponents))
    if depth <= TWO_LINES:
        return two_line_spectrum(lines(exponents))
    k = sum([a for _, _, a in exponents]) // 2
    counts = pairs_by_coset_type(exponents)
    if 2 * k > PREPARED_ORDER and counts.keys() == {code((1,) * k)}:
        return _squares_spectrum(k)
    return _spectrum(counts, _table(k, depth))


def _squares_spectrum(k: int) -> Spectrum:
    """w11^2 ... wkk^2: one pair of pairings fits, of coset type 1^k, and Z_lambda[1^k] = 1."""
    size, shapes = centraliser((1,) * k), _affordable_partitions(k)
    return tuple((contents(shape), fmpq(size, _doubled_hooks(shape))) for shape in shapes)


def _answer(spectrum: Spectrum, smallest: int, d: int | None) -> fmpq | RationalFunction:
    """The sum for every d >= smallest, or at an integer d.

    The shapes that O(d) lacks, of more than d rows, are those that have the content -d.
    """
    if d is None:
        return over_contents(spectrum, smallest)
    total = fmpq(0)
    for cells, value in spectrum:
        denominator = prod([d + c for c in cells])
        if denominator:
            total += value / denominator
    return total


@overload
def weingarten(partition: Sequence[int], d: int) -> fmpq: ...
@overload
def weingarten(partition: Sequence[int], d: None = None) -> RationalFunction: ...
def weingarten(partition: Sequence[int], d: int | None = None) -> fmpq | RationalFunction:
    """Wg_d of a coset type: the entry of the inverse of the Gram matrix d^loops(p, q) of pairings.

    Without d, the rational function, which holds for d >= k. At an integer d < k, where the Gram
    matrix is singular, its pseudo-inverse: the one that gives moments as sums over pairings.
    """
    kind = checked(partition)
    k = sum(kind)
    spectrum = _spectrum({code(kind): 1}, _table(k, k))
    return _answer(spectrum, max(k, 1), None if d is None else dimension(d))


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
    return _moment(_indices(rows), _indices(cols), None if d is None else dimension(d))


@lru_cache(maxsize=4096)
def _moment(rows: tuple[int, ...], cols: tuple[int, ...], d: int | None) -> fmpq | RationalFunction:
    smallest = max(max(rows, default=1), max(cols, default=1))
    _has_index(d, smallest)
    if len(set(rows)) == 1 or len(set(cols)) == 1:
        return _one_line_moment(cols if len(set(rows)) == 1 else rows, smallest, d)
    powers: dict[tuple[int, int], int] = {}
    for entry in zip(rows, cols, strict=True):
        powers[entry] = powers.get(entry, 0) + 1
    monomial = tuple([(i, j, a) for (i, j), a in powers.items()])
    return _answer(_moment_spectrum(monomial), smallest, d)


def _one_line_moment(
    places: tuple[int, ...], smallest: int, d: int | None
) -> fmpq | RationalFunction:
    """A monomial in one row or column, with one term in its sum."""
    value, k = one_line([places.count(place) for place in set(places)]), len(places) // 2
    if d is None:
        return over_contents(((contents((k,)), fmpq(value)),), smallest)
    return fmpq(value, prod(range(d, d + 2 * k, 2)))


def _indices(values: Sequence[int]) -> tuple[int, ...]:
    if {int}.issuperset(map(type, values)) and min(values, default=1) >= 1:
        return tuple(values)
    return tuple(map(_index, values))


def _index(value: object) -> int:
    index = integer(value)
    if index is None or index < 1:
        raise MatrixIndexError(f"an index is an integer from 1 on, got {value!r}")
    return index


def _has_index(d: int | None, index: int) -> None:
    if d is not None and d < index:
        raise MatrixIndexError(f"index {index} is larger than d = {d}")


@overload
def expect(polynomial: Polynomial, d: int) -> fmpq: ...
@overload
def expect(polynomial: Polynomial, d: None = None) -> RationalFunction: ...
def expect(polynomial: Polynomial, d: int | None = None) -> fmpq | RationalFunction:
    """E of a polynomial in the entries of W, Haar on O(d); see `moment`."""
    smallest = polynomial.largest_index
    d = None if d is None else dimension(d)
    _has_index(d, smallest)
    total: dict[Contents, fmpq] = {}
    for monomial, coefficient in polynomial.terms:
        for cells, value in _moment_spectrum(monomial):
            total[cells] = total.get(cells, fmpq(0)) + coefficient * value
    return _answer(tuple(total.items()), smallest, d)


def prepare() -> None:
    """Makes the tables up to PREPARED_ORDER: constants, as a library of special functions has."""
    for k in range(PREPARED_ORDER // 2 + 1):
        for depth in range(TWO_LINES + 1, k + 1):
            _table(k, depth)


def forget() -> None:
    """Empties every cache; with `prepare`, the state after import, for honest timings."""
    for function in (
        partitions,
        position,
        laplace_beltrami,
        zonal,
        block_counts,
        column_crossings,
        _table,
        _moment_spectrum,
        _moment,
    ):
        function.cache_clear()


prepare()
