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

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import prod
from typing import overload

from flint import fmpq, fmpz, fmpz_mat

from theory.weingarten.errors import MatrixIndexError, OrderError, dimension, integer
from theory.weingarten.pairings import Exponents, canonical, even, extent, pairs_by_coset_type
from theory.weingarten.partitions import (
    Partition,
    centraliser,
    checked,
    contents,
    hooks,
    partitions,
    with_part,
)
from theory.weingarten.polynomial import Polynomial
from theory.weingarten.rational import RationalFunction, over_contents
from theory.weingarten.twolines import lines, two_line_spectrum
from theory.weingarten.zonal import laplace_beltrami, position, zonal

Spectrum = tuple[tuple[Partition, fmpq], ...]
"""Coefficients v_lambda of the sum of v_lambda / prod_{cells of lambda} (d + content)."""


TWO_LINES = 2
"""The depth up to which the closed form is used."""

MAX_ORDER = 50
"""Of tables over all partitions of half the order: 1958 x 1958 integers there, 10^8 at order 70."""


def _affordable(k: int) -> None:
    if 2 * k > MAX_ORDER:
        raise OrderError(
            f"order {2 * k} is beyond reach: {MAX_ORDER} at most, except within two rows or columns"
        )


@cache
def _doubled_hooks(shape: Partition) -> int:
    return hooks(tuple(2 * row for row in shape))


@cache
def _class_spectrum(kind: Partition) -> Spectrum:
    """The Weingarten function of a coset type as a spectrum."""
    _affordable(sum(kind))
    size, place = centraliser(kind), position(kind)
    return tuple(
        (shape, fmpq(size * zonal(shape)[0, place], _doubled_hooks(shape)))
        for shape in partitions(sum(kind))
    )


@lru_cache(maxsize=4096)
def _moment_spectrum(exponents: Exponents) -> Spectrum:
    """The moment of a monomial with even row and column sums as a spectrum."""
    depth = min(extent(exponents))
    if depth <= TWO_LINES:
        return two_line_spectrum(lines(exponents))
    k = sum(a for _, _, a in exponents) // 2
    _affordable(k)
    kinds = partitions(k)
    counts = pairs_by_coset_type(exponents)
    shapes = [shape for shape in kinds if len(shape) <= depth]
    ones = kinds[-1]
    if counts.keys() == {ones}:  # a product of squares: Z_lambda[1^k] = 1
        totals = [fmpz(counts[ones] * centraliser(ones))] * len(shapes)
    else:
        weights = fmpz_mat(len(kinds), 1, [counts.get(mu, 0) * centraliser(mu) for mu in kinds])
        totals = [(zonal(shape) * weights)[0, 0] for shape in shapes]
    return tuple(
        (shape, fmpq(total, _doubled_hooks(shape)))
        for shape, total in zip(shapes, totals, strict=True)
    )


@lru_cache(maxsize=4096)
def _denominator(shape: Partition, d: int) -> int:
    """prod_{cells} (d + content)."""
    return prod([d + c for c in contents(shape)])


def _value(spectrum: Spectrum, d: int) -> fmpq:
    """The sum at an integer d, over the shapes that O(d) has."""
    total = fmpq(0)
    for shape, value in spectrum:
        if len(shape) <= d:
            total += value / _denominator(shape, d)
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
    if d is None:
        return over_contents(_class_spectrum(kind), valid_from=max(sum(kind), 1))
    d = dimension(d)
    return _value(_class_spectrum(kind), d)


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
    powers = Counter(zip(map(_index, rows), map(_index, cols), strict=True))
    monomial = tuple([(i, j, a) for (i, j), a in sorted(powers.items())])
    return expect(Polynomial(((monomial, fmpq(1)),)), d)


def _index(value: object) -> int:
    index = integer(value)
    if index is None or index < 1:
        raise MatrixIndexError(f"an index is an integer from 1 on, got {value!r}")
    return index


@overload
def expect(polynomial: Polynomial, d: int) -> fmpq: ...
@overload
def expect(polynomial: Polynomial, d: None = None) -> RationalFunction: ...
def expect(polynomial: Polynomial, d: int | None = None) -> fmpq | RationalFunction:
    """E of a polynomial in the entries of W, Haar on O(d); see `moment`."""
    smallest = polynomial.largest_index
    if d is not None:
        d = dimension(d)
        if d < smallest:
            raise MatrixIndexError(f"index {smallest} is larger than d = {d}")
    spectrum = _combined(
        (coefficient, _moment_spectrum(canonical(monomial)))
        for monomial, coefficient in polynomial.terms
        if even(monomial)
    )
    return over_contents(spectrum, smallest) if d is None else _value(spectrum, d)


def _combined(terms: Iterable[tuple[fmpq, Spectrum]]) -> Spectrum:
    """A linear combination of spectra."""
    total: dict[Partition, fmpq] = {}
    for coefficient, spectrum in terms:
        for shape, value in spectrum:
            total[shape] = total.get(shape, fmpq(0)) + coefficient * value
    return tuple(total.items())


def forget() -> None:
    """Empties every cache, for honest timings."""
    for function in (
        partitions,
        with_part,
        position,
        laplace_beltrami,
        zonal,
        pairs_by_coset_type,
        _doubled_hooks,
        _class_spectrum,
        _moment_spectrum,
        _denominator,
    ):
        function.cache_clear()
