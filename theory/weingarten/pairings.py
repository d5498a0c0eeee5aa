"""How many pairs of pairings fit a monomial, by coset type.

The factors of prod w[i, j]^a_ij are the edges of a bipartite multigraph. A pairing p of the factors
fits the rows when it joins factors of equal row; q, of equal column. The loops of p with q are then
closed walks that alternate, using every factor once, and the half lengths of the loops are the
coset type. So instead of enumerating up to ((2k-1)!!)^2 pairs, count walks: first the single loops
on every sub-multiset of the edges, then the ways to cut the monomial into loops, always removing
the loop of the first factor left. Equal factors are never told apart, which is where the symmetry
of the monomial is used, and only sub-multisets with even row and column sums are met. No loop
leaves a block, a part that shares no row and no column with the rest: blocks are counted alone.

A sub-multiset is one integer: a bit field per edge, each with a guard bit above it so that
"contained in" is a subtraction. A coset type is one integer too, see `code`.
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial, prod
from typing import NamedTuple

from theory.weingarten.partitions import Partition

Exponents = tuple[tuple[int, int, int], ...]
"""(row, column, power) of each entry in a monomial."""

Counts = dict[int, int]
"""How many pairs of pairings have a coset type, by its code."""

Loop = tuple[int, int, int]
"""A sub-multiset, half its size, and the closed walks that use it up."""

PART_BITS = 6
"""Up to 63 equal parts, more than tables over all partitions can reach."""


def part_code(part: int) -> int:
    """A loop of half length `part`."""
    return 1 << PART_BITS * (part - 1)


def code(kind: Partition) -> int:
    """A coset type as one integer: joining loops is an addition."""
    return sum(map(part_code, kind))


class Edge(NamedTuple):
    """An entry of the monomial: one factor, all of them, and all bits of its bit field."""

    row: int
    column: int
    one: int
    full: int
    field: int
    shift: int


def _edges(exponents: Exponents) -> list[Edge]:
    edges, shift = [], 0
    for row, column, power in exponents:
        bits = power.bit_length()
        field = (1 << bits) - 1 << shift
        edges.append(Edge(row, column, 1 << shift, power << shift, field, shift))
        shift += bits + 1
    return edges


def pairs_by_coset_type(exponents: Exponents) -> Counts:
    """{code of mu: number of pairs (p, q) of coset type mu that fit the rows and the columns}."""
    counts: Counts = {0: 1}
    for block in blocks(exponents):
        new: Counts = {}
        for kind, number in block_counts(renamed(block)).items():
            for joined, count in counts.items():
                new[kind + joined] = new.get(kind + joined, 0) + number * count
        counts = new
    return counts


@lru_cache(maxsize=1024)
def block_counts(exponents: Exponents) -> Counts:
    """`pairs_by_coset_type` of one block."""
    return _Cutter(_edges(exponents)).counts()


class _Cutter:
    """Cuts a monomial into loops; keeps what it has counted for every sub-multiset it met."""

    def __init__(self, edges: list[Edge]) -> None:
        self.edges = edges
        self.guards = sum(edge.field + edge.one for edge in edges)
        self.loops: dict[int, list[Loop]] = {}
        self.known: dict[int, tuple[int, Counts]] = {0: (1, {0: 1})}

    def counts(self) -> Counts:
        return self._cut(sum(edge.full for edge in self.edges), 0)[1]

    def _cut(self, subset: int, first: int) -> tuple[int, Counts]:
        """prod a! over a sub-multiset without edges before `first`, and its pairs by coset type."""
        if subset in self.known:
            return self.known[subset]
        edges = self.edges
        while not subset & edges[first].field:
            first += 1
        if first not in self.loops:
            self.loops[first] = loops_through_first(edges[first:])
        powers = [(subset & edge.field) >> edge.shift for edge in edges[first:]]
        orders = prod(map(factorial, powers))
        # A walk through the first factor names its other factors up to the order of equal ones.
        choices = orders // powers[0]
        guarded, guards = subset | self.guards, self.guards
        counts: Counts = {}
        for loop, half_length, walks in self.loops[first]:
            if guarded - loop & guards == guards:  # the loop lies within the subset
                rest_orders, rest = self._cut(subset - loop, first)
                weight = walks * choices // rest_orders
                part = part_code(half_length)
                for kind, number in rest.items():
                    counts[kind + part] = counts.get(kind + part, 0) + weight * number
        self.known[subset] = orders, counts
        return orders, counts


def loops_through_first(edges: list[Edge]) -> list[Loop]:
    """(sub-multiset, half length, number of walks) of the closed walks that begin with edges[0].

    A walk leaves the first edge by its column, takes columns and rows in turn, never an edge more
    often than its power, and closes whenever it comes back to the row of the first edge.
    """
    by_row: dict[int, list[tuple[int, int, int, int]]] = {}
    by_column: dict[int, list[tuple[int, int, int, int]]] = {}
    for row, column, one, full, field, _ in edges:
        by_row.setdefault(row, []).append((column, one, full, field))
        by_column.setdefault(column, []).append((row, one, full, field))
    home, loops, half_length = edges[0].row, [], 0
    at_columns = {edges[0].column: {edges[0].one: 1}}
    while at_columns:
        half_length += 1
        at_rows = _step(at_columns, by_column)
        loops += [(used, half_length, walks) for used, walks in at_rows.get(home, {}).items()]
        at_columns = _step(at_rows, by_row)
    return loops


def _step(
    here: dict[int, dict[int, int]], neighbours: dict[int, list[tuple[int, int, int, int]]]
) -> dict[int, dict[int, int]]:
    """Walks by end and used factors, all one edge longer."""
    there: dict[int, dict[int, int]] = {}
    for vertex, walks in here.items():
        for other, one, full, field in neighbours[vertex]:
            longer = there.setdefault(other, {})
            for used, number in walks.items():
                if used & field != full:
                    longer[used + one] = longer.get(used + one, 0) + number
    return {vertex: walks for vertex, walks in there.items() if walks}


def even(exponents: Exponents) -> bool:
    """Whether every row and every column occurs an even number of times.

    Otherwise no pairing fits: W and W with one row or column negated have the same law.
    """
    odd: set[int] = set()
    for row, column, power in exponents:
        if power & 1:
            odd ^= {row, -column}
    return not odd


def extent(exponents: Exponents) -> tuple[int, int]:
    """How many rows and how many columns occur."""
    return len({i for i, _, _ in exponents}), len({j for _, j, _ in exponents})


def blocks(exponents: Exponents) -> list[Exponents]:
    """The monomial cut into parts that share neither a row nor a column."""
    parts: list[Exponents] = []
    for entry in exponents:
        joined, apart = (entry,), []
        for part in parts:
            if any(i == entry[0] or j == entry[1] for i, j, _ in part):
                joined = part + joined
            else:
                apart.append(part)
        parts = [*apart, joined]
    return parts


def renamed(exponents: Exponents) -> Exponents:
    """The monomial with rows and columns numbered as they are met: moments do not see it."""
    rows: dict[int, int] = {}
    columns: dict[int, int] = {}
    return tuple(
        [
            (rows.setdefault(row, len(rows)), columns.setdefault(column, len(columns)), power)
            for row, column, power in exponents
        ]
    )
