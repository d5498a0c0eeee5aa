"""Moments of a monomial in one or two rows (or columns): closed forms.

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

from collections.abc import Iterable, Sequence
from functools import cache
from math import prod

from lemmata.theory.weingarten.pairings import Exponents
from lemmata.theory.weingarten.rational import Dimension, Quotient


def two_lines(exponents: Exponents, d: Dimension) -> Quotient:
    """The moment of two rows."""
    first = exponents[0][0]
    columns: dict[int, list[int]] = {}
    one = other = 0
    for i, j, a in exponents:
        columns.setdefault(j, [0, 0])[i != first] = a
        if i == first:
            one += a
        else:
            other += a
    k, m = (one + other) // 2, min(one, other) // 2
    return numerator(columns.values(), k, m, d), denominator(k, m, d)


def numerator(columns: Iterable[Sequence[int]], k: int, m: int, d: Dimension) -> Dimension:
    """The sum over g, as in Horner's scheme, from the factors that u and v have in each column.

    Row v has 2m of the 2k factors; either row may be v.
    """
    odd, crossings = 0, [1]
    for a, b in columns:
        odd += a & 1
        crossings = _product(crossings, column_crossings(a, b))
    if odd & 1:
        return 0
    least = odd // 2
    weight, numerator = (-1) ** least * matchings(odd), 0
    for g in range(least, m + 1):
        number = crossings[g - least] if g - least < len(crossings) else 0
        numerator = numerator * (d - 1 + 2 * (k - g)) + weight * number
        weight *= -(2 * g + 1)
    return numerator


def denominator(k: int, m: int, d: Dimension) -> Dimension:
    denominator: Dimension = 1
    for c in range(0, 2 * k, 2):
        denominator *= d + c
    for c in range(-1, 2 * m - 1, 2):
        denominator *= d + c
    return denominator


@cache
def column_crossings(a: int, b: int) -> list[int]:
    """The pairings of one column with x pairs across the rows, x = 0, 2, 4, ... or x = 1, 3, 5, ...

    a!/(a-x)! C(b, x) (a-x-1)!! (b-x-1)!!, which begins with (a-1)!! (b-1)!! or with a!! b!!.
    """
    least = a & 1
    counts = [matchings(a + least) * matchings(b + least)]
    for x in range(least, min(a, b) - 1, 2):
        counts.append(counts[-1] * (a - x) * (b - x) // ((x + 1) * (x + 2)))
    return counts


def _product(left: list[int], right: list[int]) -> list[int]:
    """The product of two polynomials."""
    if right == [1]:
        return left
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right, i):
            product[j] += a * b
    return product


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
