"""Moments of a monomial that lies in two rows (or one): a closed form, no pairings enumerated.

For a 2 x 2 matrix A with trace t and determinant e the expansion of `moments` sums to

    sum_lambda Z_lambda(A) / (H D(d)) = sum_n c_n e^n t^{k-2n},
    1 / c_n = 4^k n! (k-2n)! (d/2)_k ((d-1)/2)_n

(0F1 of a 2 x 2 matrix as a series in 0F1 of its trace; R. J. Muirhead, J. Multivariate Anal. 5
(1975); a test compares the two sides). For A = S S^T, S of two rows with exponents that sum to
2 h_1 and 2 h_2, t and e are polynomials in |s_1|^2, |s_2|^2 and <s_1, s_2>^2. Hence

    moment = sum_n v_n / (d (d+2) ... (d+2k-2) (d-1)(d+1) ... (d+2n-3)),
    v_n = sum_g (-1)^g C(n, g) 2^{n-2g} (2g)! (h_1-g)! (h_2-g)! / (n! (h_1-n)! (h_2-n)!) P(2g),

where P(x) pairings of the factors within their columns have x pairs across the rows. For one row
only v_0 = prod (a_j - 1)!! is left: (w_1j^2)_j is Dirichlet(1/2, ..., 1/2).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb, factorial, prod

from flint import fmpq

from theory.weingarten.pairings import Exponents, extent
from theory.weingarten.partitions import Contents, contents

Columns = list[tuple[int, int]]
"""The exponents of the two rows in each column."""


def lines(exponents: Exponents) -> Columns:
    """The exponents in two rows, or in two columns transposed: W and its transpose are alike."""
    if extent(exponents)[0] > 2:
        exponents = tuple((j, i, a) for i, j, a in exponents)
    first = exponents[0][0] if exponents else 0
    columns: dict[int, list[int]] = {}
    for i, j, a in exponents:
        columns.setdefault(j, [0, 0])[i != first] = a
    return [(a, b) for a, b in columns.values()]


def two_line_spectrum(columns: Columns) -> tuple[tuple[Contents, fmpq], ...]:
    """v_n with the contents of the shape (k, n), which are the denominator."""
    h1 = sum(a for a, _ in columns) // 2
    h2 = sum(b for _, b in columns) // 2
    crossings = crossing_counts(columns)
    halves = [
        (-1) ** g * factorial(2 * g) * factorial(h1 - g) * factorial(h2 - g) * crossings[2 * g]
        for g in range((len(crossings) + 1) // 2)
    ]
    spectrum: list[tuple[Contents, fmpq]] = []
    for n in range(min(h1, h2) + 1):
        total = sum(comb(n, g) * half << 2 * (n - g) for g, half in enumerate(halves[: n + 1]))
        scale = factorial(n) * factorial(h1 - n) * factorial(h2 - n) << n
        spectrum.append((contents((h1 + h2, n)), fmpq(total, scale)))
    return tuple(spectrum)


def crossing_counts(columns: Columns) -> list[int]:
    """P(0), P(1), ...: pairings within the columns, by their number of pairs across the rows."""
    counts = [1]
    for a, b in columns:
        column = column_crossings(a, b)
        new = [0] * (len(counts) + len(column) - 1)
        for i, left in enumerate(counts):
            for x, right in enumerate(column, i):
                new[x] += left * right
        counts = new
    return counts


@lru_cache(maxsize=4096)
def column_crossings(a: int, b: int) -> list[int]:
    """`crossing_counts` of one column."""
    return [
        comb(a, x) * comb(b, x) * factorial(x) * matchings(a - x) * matchings(b - x)
        for x in range(min(a, b) + 1)
    ]


def one_line(powers: Iterable[int]) -> int:
    """v_0 of a single row or column."""
    return prod(map(matchings, powers))


def matchings(n: int) -> int:
    """The pairings of n things: (n-1)!! for even n, none for odd n."""
    return 0 if n % 2 else prod(range(n - 1, 0, -2))
