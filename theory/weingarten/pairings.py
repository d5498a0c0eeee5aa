"""How many pairs of pairings fit a monomial, by coset type.

The factors of prod w[i, j]^a_ij are the edges of a bipartite multigraph of rows and columns. A
pairing p of the factors fits the rows when it joins factors of equal row; q, of equal column. The
loops of p with q are closed walks that use every factor once, and their half lengths are the coset
type. Instead of enumerating up to ((2k-1)!!)^2 pairs, the vertices are eliminated one by one, those
of few factors first: at a vertex the ends that meet there are joined in pairs, so that edges become
paths and paths become loops. What is left to do depends only on the multiset of open paths, by end
points and length. So equal multisets are counted together, which is where the symmetry of the
monomial is used, and a row or column with two factors costs one step.

No loop leaves a block, a part that shares no row and no column with the rest: blocks are counted
alone. A coset type is one integer, see `code`.
"""

from __future__ import annotations

from bisect import insort
from functools import lru_cache

from theory.weingarten.partitions import Partition

Exponents = tuple[tuple[int, int, int], ...]
"""(row, column, power) of each entry in a monomial."""

Counts = dict[int, int]
"""How many pairs of pairings have a coset type, by its code."""

Path = tuple[int, int, int]
"""The larger end, the smaller end, and the number of factors."""

States = dict[tuple[Path, ...], Counts]
"""Ways to have joined some ends so far, by the paths still open (sorted) and the loops closed."""

PART_BITS = 6
"""Up to 63 equal parts, more than tables over all partitions can reach."""


def loop_code(half_length: int) -> int:
    """One loop."""
    return 1 << PART_BITS * (half_length - 1)


def code(kind: Partition) -> int:
    """A coset type as one integer: joining collections of loops is an addition."""
    return sum(map(loop_code, kind))


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
    states: States = {edges(exponents): {0: 1}}
    for _ in range(sum([power for _, _, power in exponents])):
        states = join_one_end(states)
    return states[()]


def edges(exponents: Exponents) -> tuple[Path, ...]:
    """The factors as paths. The vertex of fewest factors, eliminated first, is the largest."""
    degrees: dict[int, int] = {}
    for row, column, power in exponents:
        degrees[row] = degrees.get(row, 0) + power
        degrees[~column] = degrees.get(~column, 0) + power
    names = {v: i for i, v in enumerate(sorted(degrees, key=degrees.__getitem__, reverse=True))}
    paths = []
    for row, column, power in exponents:
        one, other = names[row], names[~column]
        paths += [(one, other, 1) if one > other else (other, one, 1)] * power
    paths.sort()
    return tuple(paths)


def join_one_end(states: States) -> States:
    """Joins the larger end of the last path, at the largest vertex, to every end that it meets."""
    joined: States = {}
    for paths, counts in states.items():
        *others, (vertex, end, length) = paths
        if end == vertex:
            _add(joined, tuple(others), counts, 1, loop_code(length // 2))
        place = len(others)
        while place and others[place - 1][0] == vertex:
            other = others[place - 1]
            equal = 1
            while place > equal and others[place - 1 - equal] == other:
                equal += 1
            rest = others.copy()
            _, far, more = rest.pop(place - 1)
            insort(rest, (end, far, length + more) if end > far else (far, end, length + more))
            _add(joined, tuple(rest), counts, 2 * equal if far == vertex else equal, 0)
            place -= equal
    return joined


def _add(states: States, paths: tuple[Path, ...], counts: Counts, ways: int, loop: int) -> None:
    known = states.setdefault(paths, {})
    for kind, number in counts.items():
        known[kind + loop] = known.get(kind + loop, 0) + ways * number


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
    parts: list[tuple[set[int], Exponents]] = []  # the rows and ~columns of a part, and the part
    for entry in exponents:
        vertices = {entry[0], ~entry[1]}
        joined: Exponents = (entry,)
        for part in parts.copy():
            if not vertices.isdisjoint(part[0]):
                parts.remove(part)
                vertices |= part[0]
                joined = part[1] + joined
        parts.append((vertices, joined))
    return [part for _, part in parts]


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
