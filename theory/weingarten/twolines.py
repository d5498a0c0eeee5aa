"""Moments of a monomial that lies in two rows (or one, or columns): a closed form.

Let the rows u and v of W have 2h and 2m factors, k = h + m. Given u, v is uniform on the unit
sphere of the orthogonal complement of u, of dimension d-1: the mean of the factors of v is the sum
over their pairings of prod (I - u u^T), divided by (d-1)(d+1) ... (d+2m-3). Where s of the pairs
take -u u^T, 2(h+s) factors of u are left, and their mean is the number of their pairings within the
columns divided by d (d+2) ... (d+2h+2s-2). A pairing of all factors with 2g pairs across the rows
comes up C(m-g, s-g) (2s-1)!! times: choose which of its m-g pairs within v were those of I, and
pair the other 2s factors of v in any way. With P(2g) such pairings, the sum over s is by Chu and
Vandermonde, and

    moment = sum_g (-1)^g (2g-1)!! P(2g) prod_{i < m-g} (d-1+2h+2i)
             / (d (d+2) ... (d+2k-2) (d-1)(d+1) ... (d+2m-3)).

One row is m = 0: prod (a_j - 1)!! / (d (d+2) ... (d+2k-2)), as (w_1j^2)_j is Dirichlet(1/2, ...).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb, factorial, prod

from flint import fmpz_poly

from theory.weingarten.pairings import Exponents
from theory.weingarten.partitions import contents
from theory.weingarten.rational import ONE, Dimension, Quotient

Columns = list[tuple[int, int]]
"""The exponents of the two rows in each column."""


def columns_of_two_rows(exponents: Exponents) -> Columns:
    """The two rows, side by side."""
    first = exponents[0][0]
    columns: dict[int, list[int]] = {}
    for i, j, a in exponents:
        columns.setdefault(j, [0, 0])[i != first] = a
    return [(a, b) for a, b in columns.values()]


def two_lines(columns: Columns, d: Dimension) -> Quotient:
    """The moment by the sum over g, as in Horner's scheme, v the row of fewer factors."""
    factors = [sum([a for a, _ in columns]), sum([b for _, b in columns])]
    k, m = sum(factors) // 2, min(factors) // 2
    odd = sum([a & 1 for a, _ in columns])  # each of these has at least one pair across
    if odd & 1:
        return 0, 1
    crossings = prod([column_crossings(a, b) for a, b in columns], start=ONE)
    least = odd // 2
    weight, total = (-1) ** least * matchings(odd), 0
    for g in range(least, m + 1):
        total = total * (d - 1 + 2 * (k - g)) + weight * crossings[g - least]
        weight *= -(2 * g + 1)
    return total, prod([d + c for c in contents((k, m))])


@lru_cache(maxsize=4096)
def column_crossings(a: int, b: int) -> fmpz_poly:
    """The pairings of one column by their pairs across the rows: 0, 2, 4, ... or 1, 3, 5, ..."""
    return fmpz_poly(
        [
            comb(a, x) * comb(b, x) * factorial(x) * matchings(a - x) * matchings(b - x)
            for x in range(a & 1, min(a, b) + 1, 2)
        ]
    )


def one_line(powers: Iterable[int], d: Dimension) -> Quotient:
    """The moment of a single row or column."""
    numerator: int = 1
    denominator: Dimension = 1
    for a in powers:
        if a & 1:
            return 0, 1
        for odd in range(1, a, 2):
            numerator *= odd
            denominator *= d
            d += 2
    return numerator, denominator


def matchings(n: int) -> int:
    """The pairings of n things: (n-1)!! for even n, none for odd n."""
    return 0 if n & 1 else prod(range(n - 1, 0, -2))
