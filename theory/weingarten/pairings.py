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

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, prod

from theory.weingarten.partitions import Partition, replaced

Exponents = tuple[tuple[int, int, int], ...]
"""(row, column, power) of each entry in a monomial."""

Counts = dict[Partition, int]


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
        self.loops: dict[int, list[tuple[int, int, int]]] = {}
        self.known: dict[int, tuple[int, Counts]] = {0: (1, {(): 1})}

    def counts(self) -> Counts:
        return self._cut(sum(edge.power << edge.shift for edge in self.edges))[1]

    def _cut(self, subset: int) -> tuple[int, Counts]:
        """prod a! over a sub-multiset, and its pairs of pairings by coset type."""
        if subset in self.known:
            return self.known[subset]
        first = next(i for i, edge in enumerate(self.edges) if edge.count(subset))
        if first not in self.loops:
            self.loops[first] = loops_through_first(self.edges[first:])
        orders = prod(factorial(edge.count(subset)) for edge in self.edges[first:])
        # A walk through the first factor names its other factors up to the order of equal ones.
        choices = orders // self.edges[first].count(subset)
        by_length: defaultdict[int, Counter[Partition]] = defaultdict(Counter)
        for loop, half_length, walks in self.loops[first]:
            if (subset | self.guards) - loop & self.guards == self.guards:  # loop within subset
                rest_orders, rest = self._cut(subset - loop)
                weight = walks * choices // rest_orders
                total = by_length[half_length]
                for kind, number in rest.items():
                    total[kind] += weight * number
        self.known[subset] = orders, _joined(by_length)
        return self.known[subset]


def _joined(by_length: dict[int, Counter[Partition]]) -> Counts:
    """Adds the loop to the coset type of the rest."""
    counts: Counter[Partition] = Counter()
    for half_length, rest in by_length.items():
        for kind, number in rest.items():
            counts[replaced(kind, (), (half_length,))] += number
    return dict(counts)


def loops_through_first(edges: list[Edge]) -> list[tuple[int, int, int]]:
    """(sub-multiset, half length, number of walks) of the closed walks that begin with edges[0].

    A walk leaves the first edge by its column, takes columns and rows in turn, never an edge more
    often than its power, and closes whenever it comes back to the row of the first edge.
    """
    rows: defaultdict[int, list[Edge]] = defaultdict(list)
    columns: defaultdict[int, list[Edge]] = defaultdict(list)
    for edge in edges:
        rows[edge.row].append(edge)
        columns[edge.column].append(edge)
    first, loops, half_length = edges[0], [], 0
    at_columns = {(1 << first.shift, first.column): 1}
    while at_columns:
        half_length += 1
        at_rows: Counter[tuple[int, int]] = Counter()
        for (used, column), walks in at_columns.items():
            for edge in columns[column]:
                if edge.count(used) < edge.power:
                    at_rows[used + (1 << edge.shift), edge.row] += walks
        loops += [(used, half_length, n) for (used, row), n in at_rows.items() if row == first.row]
        at_columns = Counter()
        for (used, row), walks in at_rows.items():
            for edge in rows[row]:
                if edge.count(used) < edge.power:
                    at_columns[used + (1 << edge.shift), edge.column] += walks
    return loops


def even(exponents: Exponents) -> bool:
    """Whether every row and every column occurs an even number of times.

    Otherwise no pairing fits: W and W with one row or column negated have the same law.
    """
    rows: Counter[int] = Counter()
    columns: Counter[int] = Counter()
    for row, column, power in exponents:
        rows[row] += power
        columns[column] += power
    return not any(n % 2 for n in (*rows.values(), *columns.values()))


def canonical(exponents: Exponents) -> Exponents:
    """The monomial with rows and columns numbered as they are met, connected entries in a block.

    Moments do not see the renaming. The blocks keep the sub-multisets few: one block is used up
    before the next is begun.
    """
    rows: dict[int, int] = {}
    columns: dict[int, int] = {}
    left, ordered = list(exponents), []
    while left:
        joined = [e for e in left if e[0] in rows or e[1] in columns] or left[:1]
        for row, column, power in joined:
            new = rows.setdefault(row, len(rows)), columns.setdefault(column, len(columns))
            ordered.append((*new, power))
        left = [e for e in left if e not in joined]
    return tuple(ordered)
