"""Moments of a monomial in three rows (or columns): if one is short, or each has four factors.

A row w that has two factors, w_a and w_b, is integrated out: given the others, u and v, it is
uniform on the unit sphere of their orthogonal complement, so that the mean of w_a w_b is
([a = b] - u_a u_b - v_a v_b) / (d-2), and three moments in two rows are left.

Up to order 12 a monomial without such a row has four factors in each, and a table is enough. Pair
all factors within their columns, with x pairs across u and v, y across u and w, z across v and w.
Any two pairings with the same x, y, z differ by a renaming of the factors within the rows, and so
the sum of Wg over all pairings within the rows is the same for both: with P(x, y, z) such pairings,

    moment = sum P(x, y, z) F(x, y, z),

P a product over the columns, and F one rational function for each of the 15 triples.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import factorial, prod

from flint import fmpz_poly

from lemmata.theory.weingarten.expansion import sum_over_types
from lemmata.theory.weingarten.pairings import Exponents, block_counts
from lemmata.theory.weingarten.rational import D, Dimension, Quotient
from lemmata.theory.weingarten.twolines import denominator as two_line_denominator
from lemmata.theory.weingarten.twolines import numerator as two_line_numerator

FOUR = 4
"""Factors of a row: up to order 12 no three rows have other even numbers, but for short ones."""


def three_lines(exponents: Exponents, d: Dimension) -> Quotient | None:
    """The moment of three rows, if one of them has two factors or each has four."""
    rows: dict[int, list[tuple[int, int]]] = {}  # columns and powers
    for i, j, a in exponents:
        if i in rows:
            rows[i].append((j, a))
        else:
            rows[i] = [(j, a)]
    short = None
    for i, entries in rows.items():
        if len(entries) == 2 and entries[0][1] == entries[1][1] == 1:
            short = i  # it spares the term [a = b]
            break
        if len(entries) == 1 and entries[0][1] == 2:
            short = i
    if short is None:
        return _four_each(rows.values(), d)
    ends = rows.pop(short)
    columns: dict[int, list[int]] = {j: [0, 0] for _, j, _ in exponents}
    of = [0, 0]  # how many factors u and v have
    for row, entries in enumerate(rows.values()):
        for j, a in entries:
            columns[j][row] = a
            of[row] += a
    one, other = columns[ends[0][0]], columns[ends[-1][0]]
    return _without_the_short(columns.values(), one, other, of, d)


def _without_the_short(
    columns: Iterable[Sequence[int]], one: list[int], other: list[int], of: list[int], d: Dimension
) -> Quotient:
    """The third row, w_a w_b with a in column ``one`` and b in ``other``, integrated out.

    All three moments stand over the denominator of the one in which v has 2m factors, two more.
    """
    v = of[1] <= of[0]
    k, m = sum(of) // 2 + 1, of[v] // 2 + 1
    numerator: Dimension = 0
    if one is other:
        numerator = two_line_numerator(columns, k - 1, m - 1, d) * (d + 2 * k - 2) * (d + 2 * m - 3)
    for row in (0, 1):
        one[row] += 1
        other[row] += 1
        if row == v:
            numerator -= two_line_numerator(columns, k, m, d)
        else:
            numerator -= two_line_numerator(columns, k, m - 1, d) * (d + 2 * m - 3)
        one[row] -= 1
        other[row] -= 1
    return numerator, two_line_denominator(k, m, d) * (d - 2)


def _four_each(rows: Iterable[list[tuple[int, int]]], d: Dimension) -> Quotient | None:
    """The moment of three rows, from their columns and powers, if each has four factors."""
    columns: dict[int, list[int]] = {}
    for row, entries in enumerate(rows):
        factors = 0
        for j, a in entries:
            columns.setdefault(j, [0, 0, 0])[row] = a
            factors += a
        if factors != FOUR:
            return None
    pairings = {0: 1}
    for column in columns.values():
        paired = COLUMNS[tuple(column)]
        joined: dict[int, int] = {}
        for code, n in pairings.items():
            for more, ways in paired:
                joined[code + more] = joined.get(code + more, 0) + ways * n
        pairings = joined
    numerator = fmpz_poly()
    for code, n in pairings.items():
        numerator += n * NUMERATORS[code]
    return numerator(d), DENOMINATOR(d)


def _triples(of: Sequence[int]) -> Iterator[tuple[tuple[int, int, int], tuple[int, ...]]]:
    """(x, y, z), the pairs across, with those within u, v and w, that have all factors of each."""
    a, b, c = of
    most = min(a, b), min(a, c), min(b, c)
    for x, y, z in product(*[range(n + 1) for n in most]):
        left = [a - x - y, b - x - z, c - y - z]
        if all(n >= 0 and not n & 1 for n in left):
            yield (x, y, z), tuple([n // 2 for n in left])


def _code(across: tuple[int, int, int]) -> int:
    """x, y, z <= 4 as one integer: joining columns is an addition."""
    x, y, z = across
    return x + 8 * y + 64 * z


def _column_pairings(of: Sequence[int]) -> list[tuple[int, int]]:
    """The pairings of a column with these factors of u, v, w: codes of x, y, z, and how many.

    a! b! c! / (x! y! z! u! v! w! 2^(u+v+w)) for a, b, c factors and u, v, w pairs within the rows.
    """
    orders = prod(map(factorial, of))
    return [
        (_code(across), orders // (prod(map(factorial, across + within)) << sum(within)))
        for across, within in _triples(of)
    ]


def _sums_over_rows() -> tuple[dict[int, fmpz_poly], fmpz_poly]:
    """F by the code of x, y, z for three rows of four factors, over one denominator.

    A pair of factors is a path of two between their rows, whose ends the pairings within the rows
    then join.
    """
    numerators, denominator = {}, fmpz_poly()
    for across, within in _triples((FOUR,) * 3):
        ends = [(1, 0), (2, 0), (2, 1), (0, 0), (1, 1), (2, 2)]
        numbers = across + within
        paths = [(*end, 2) for end, n in zip(ends, numbers, strict=True) for _ in range(n)]
        quotient = sum_over_types(block_counts(tuple(sorted(paths))), 6, 3, D)
        numerators[_code(across)], denominator = map(fmpz_poly, quotient)
    return numerators, denominator


COLUMNS = {of: _column_pairings(of) for of in product(range(FOUR + 1), repeat=3)}
NUMERATORS, DENOMINATOR = _sums_over_rows()
