"""How many pairs of pairings fit a monomial, by coset type.

The factors of prod w[i, j]^a_ij are the edges of a bipartite multigraph. A pairing p of the factors
fits the rows when it joins factors of equal row; q, of equal column. The loops of p with q are then
closed walks that alternate, using every factor once, and the half lengths of the loops are the
coset type. So instead of enumerating up to ((2k-1)!!)^2 pairs, count walks: first the single loops
on every sub-multiset of the edges, then the ways to cut the monomial into loops, always removing
the loop of the first factor left. Equal factors are never told apart, which is where the symmetry
of the monomial is used, and only sub-multisets with even row and column sums are met.

A sub-multiset is one integer: a bit field per edge, each with a guard bit above it so that
"contained in" is a subtraction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod

from theory.weingarten.partitions import Partition, with_part

Exponents = tuple[tuple[int, int, int], ...]
"""(row, column, power) of each entry in a monomial."""

Counts = dict[Partition, int]

Loop = tuple[int, int, int]
"""A sub-multiset, half its size, and the closed walks that use it up."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An entry of the monomial with its bit field."""

    row: int
    column: int
    power: int
    shift: int
    mask: int

    def count(self, subset: int) -> int:
        return subset >> self.shift & self.mask


def _edges(exponents: Exponents) -> list[Edge]:
    edges, shift = [], 0
    for row, column, power in exponents:
        bits = power.bit_length()
        edges.append(Edge(row, column, power, shift, (1 << bits) - 1))
        shift += bits + 1
    return edges


@lru_cache(maxsize=1024)
def pairs_by_coset_type(exponents: Exponents) -> Counts:
    """{mu: number of pairs (p, q) of coset type mu that fit the rows and the columns}."""
    return _Cutter(_edges(exponents)).counts()


class _Cutter:
    """Cuts a monomial into loops; keeps what it has counted for every sub-multiset it met."""

    def __init__(self, edges: list[Edge]) -> None:
        self.edges = edges
        self.guards = sum(edge.mask + 1 << edge.shift for edge in edges)
        self.loops: dict[int, list[Loop]] = {}
        self.known: dict[int, tuple[int, Counts]] = {0: (1, {(): 1})}

    def counts(self) -> Counts:
        return self._cut(sum(edge.power << edge.shift for edge in self.edges), 0)[1]

    def _cut(self, subset: int, first: int) -> tuple[int, Counts]:
        """prod a! over a sub-multiset without edges before `first`, and its pairs by coset type."""
        if subset in self.known:
            return self.known[subset]
        while not self.edges[first].count(subset):
            first += 1
        if first not in self.loops:
            self.loops[first] = loops_through_first(self.edges[first:])
        orders = prod(factorial(edge.count(subset)) for edge in self.edges[first:])
        # A walk through the first factor names its other factors up to the order of equal ones.
        choices = orders // self.edges[first].count(subset)
        guarded, guards = subset | self.guards, self.guards
        counts: Counts = {}
        for loop, half_length, walks in self.loops[first]:
            if guarded - loop & guards == guards:  # the loop lies within the subset
                rest_orders, rest = self._cut(subset - loop, first)
                weight = walks * choices // rest_orders
                for kind, number in rest.items():
                    joined = with_part(kind, half_length)
                    counts[joined] = counts.get(joined, 0) + weight * number
        self.known[subset] = orders, counts
        return orders, counts


def loops_through_first(edges: list[Edge]) -> list[Loop]:
    """(sub-multiset, half length, number of walks) of the closed walks that begin with edges[0].

    A walk leaves the first edge by its column, takes columns and rows in turn, never an edge more
    often than its power, and closes whenever it comes back to the row of the first edge.
    """
    rows: dict[int, list[Edge]] = {}
    columns: dict[int, list[Edge]] = {}
    for edge in edges:
        rows.setdefault(edge.row, []).append(edge)
        columns.setdefault(edge.column, []).append(edge)
    first, loops, half_length = edges[0], [], 0
    at_columns = {(1 << first.shift, first.column): 1}
    while at_columns:
        half_length += 1
        at_rows: dict[tuple[int, int], int] = {}
        for (used, column), walks in at_columns.items():
            for edge in columns[column]:
                if edge.count(used) < edge.power:
                    step = used + (1 << edge.shift), edge.row
                    at_rows[step] = at_rows.get(step, 0) + walks
        loops += [(used, half_length, n) for (used, row), n in at_rows.items() if row == first.row]
        at_columns = {}
        for (used, row), walks in at_rows.items():
            for edge in rows[row]:
                if edge.count(used) < edge.power:
                    step = used + (1 << edge.shift), edge.column
                    at_columns[step] = at_columns.get(step, 0) + walks
    return loops


def even(exponents: Exponents) -> bool:
    """Whether every row and every column occurs an even number of times.

    Otherwise no pairing fits: W and W with one row or column negated have the same law.
    """
    odd: set[tuple[str, int]] = set()
    for row, column, power in exponents:
        if power % 2:
            odd ^= {("row", row), ("column", column)}
    return not odd


def extent(exponents: Exponents) -> tuple[int, int]:
    """How many rows and how many columns occur."""
    return len({i for i, _, _ in exponents}), len({j for _, j, _ in exponents})


def blocks(exponents: Exponents) -> list[Exponents]:
    """The monomial cut into parts that share neither a row nor a column."""
    parts: list[list[tuple[int, int, int]]] = []
    for entry in exponents:
        touching = [p for p in parts if any(e[0] == entry[0] or e[1] == entry[1] for e in p)]
        parts = [p for p in parts if p not in touching]
        parts.append([e for p in touching for e in p] + [entry])
    return [tuple(sorted(part)) for part in parts]


def canonical(exponents: Exponents) -> Exponents:
    """The monomial block by block, with rows and columns numbered as they are met.

    Moments do not see the renaming. The order keeps the sub-multisets few: one block is used up
    before the next is begun.
    """
    rows: dict[int, int] = {}
    columns: dict[int, int] = {}
    return tuple(
        (rows.setdefault(row, len(rows)), columns.setdefault(column, len(columns)), power)
        for block in blocks(exponents)
        for row, column, power in block
    )
