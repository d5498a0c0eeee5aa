"""Pairings and moments straight from their definitions: slow, and shared with nothing else here.

Second routes, as in theory.numerics.reference, for tests: pairings listed one by
one, and moments by integrating one column of W after the other, without any Weingarten function.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import prod

from flint import fmpq

Pairing = tuple[tuple[int, int], ...]

Factors = tuple[tuple[int, int], ...]
"""(row, column) of every factor of a monomial."""


def pairings(things: tuple[int, ...]) -> Iterator[Pairing]:
    """Every way to pair the things, by enumeration."""
    if not things:
        yield ()
    for i in range(1, len(things)):
        for rest in pairings(things[1:i] + things[i + 1 :]):
            yield ((things[0], things[i]), *rest)


def coset_type(p: Pairing, q: Pairing) -> tuple[int, ...]:
    """Half the lengths of the loops of two pairings drawn together, by walking along them."""
    partner_p = {a: b for pair in p for a, b in (pair, pair[::-1])}
    partner_q = {a: b for pair in q for a, b in (pair, pair[::-1])}
    left, kind = set(partner_p), []
    while left:
        here, half_length = min(left), 0
        while here in left:
            left -= {here, partner_p[here]}
            here = partner_q[partner_p[here]]
            half_length += 1
        kind.append(half_length)
    return tuple(sorted(kind, reverse=True))


@cache
def by_columns(factors: Factors, d: int) -> fmpq:
    """The moment by integrating one column at a time.

    Given the other columns u_j, the last of c is uniform on the unit sphere of the orthogonal
    complement, of dimension n = d-c+1, so the mean of a product of 2a of its entries is the sum
    over pairings of prod (I - sum_j u_j u_j^T) divided by n (n+2) ... (n+2a-2).
    """
    if not factors:
        return fmpq(1)
    columns = sorted({j for _, j in factors})
    last, others = columns[-1], columns[:-1]
    rows = tuple(i for i, j in factors if j == last)
    if len(rows) % 2:
        return fmpq(0)
    rest = tuple(f for f in factors if f[1] != last)
    total: Counter[Factors] = Counter()
    for pairing in pairings(tuple(range(len(rows)))):
        terms = Counter({rest: 1})
        for a, b in pairing:
            new: Counter[Factors] = Counter()
            for monomial, n in terms.items():
                if rows[a] == rows[b]:
                    new[monomial] += n
                for j in others:
                    new[tuple(sorted((*monomial, (rows[a], j), (rows[b], j))))] -= n
            terms = new
        total.update(terms)
    value = sum((n * by_columns(m, d) for m, n in total.items() if n), fmpq(0))
    return value / prod(range(d - len(columns) + 1, d - len(columns) + 1 + len(rows), 2))
