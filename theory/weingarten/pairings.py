"""How many pairs of pairings fit a monomial, by coset type.

The factors of prod w[i, j]^a_ij are the edges of a bipartite multigraph of rows and columns. A
pairing p of the factors fits the rows when it joins factors of equal row; q, of equal column. The
loops of p with q are closed walks that use every factor once, and their half lengths are the coset
type. Instead of enumerating up to ((2k-1)!!)^2 pairs, the vertices are eliminated one by one, those
of few factors first: at a vertex the ends that meet there are joined in pairs, so that edges become
paths and paths become loops. A vertex of two factors leaves no choice: all of them go in one walk
over the factors. For the others, what is left to do depends only on the multiset of open paths, by
end points and length. So equal multisets are counted together, which is where the symmetry of the
monomial is used.

No loop leaves a block, a part that shares no row and no column with the rest: blocks are counted
alone. A coset type is one integer, see `code`.
"""

from bisect import insort
from functools import lru_cache

from lemmata.theory.weingarten.partitions import Partition

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
    degree = degrees(exponents)
    if odd(degree):
        return {}
    loops, paths = contract(exponents, degree)
    counts: Counts = {loops: 1}
    for block in blocks(paths):
        new: Counts = {}
        for kind, number in block_counts(block).items():
            for joined, count in counts.items():
                new[kind + joined] = new.get(kind + joined, 0) + number * count
        counts = new
    return counts


def degrees(exponents: Exponents) -> dict[int, int]:
    """How many factors each row i and each column j, written ~j, has."""
    degree: dict[int, int] = {}
    for row, column, power in exponents:
        degree[row] = degree.get(row, 0) + power
        degree[~column] = degree.get(~column, 0) + power
    return degree


def odd(degree: dict[int, int]) -> bool:
    """Whether some row or column occurs an odd number of times, so that no pairing fits.

    Then the moment is 0: W and W with that row or column negated have the same law.
    """
    return 1 in [n & 1 for n in degree.values()]


def contract(exponents: Exponents, degree: dict[int, int]) -> tuple[int, list[Path]]:
    """The loops and the open paths when the ends at all vertices of two factors are joined.

    `open_at` has the one path that has come to such a vertex, by its other end and its length.
    """
    loops, paths = 0, []
    open_at: dict[int, tuple[int, int]] = {}
    for row, column, power in exponents:
        for _ in range(power):
            one, before = open_at.pop(row, (row, 0))
            other, after = open_at.pop(~column, (~column, 0))
            length = before + 1 + after
            if before and after and one == ~column:
                loops += loop_code((before + 1) // 2)
                continue
            if degree[one] == 2:
                open_at[one] = other, length
            if degree[other] == 2:
                open_at[other] = one, length
            elif degree[one] > 2:
                paths.append((one, other, length))
    return loops, paths


def blocks(paths: list[Path]) -> list[tuple[Path, ...]]:
    """The paths cut into parts that share no end, each with its ends renumber and sorted."""
    block_of: dict[int, list[Path]] = {}
    for path in paths:
        block = block_of.setdefault(path[0], [])
        other = block_of.setdefault(path[1], block)
        if other is not block:
            block += other
            block_of.update({end: block for joined in other for end in joined[:2]})
        block.append(path)
    distinct = {id(block): block for block in block_of.values()}
    return [renumber(block) for block in distinct.values()]


def renumber(block: list[Path]) -> tuple[Path, ...]:
    """Ends numbered by their paths, the fewest last: the largest is eliminated first."""
    ends: dict[int, int] = {}
    for one, other, _ in block:
        ends[one] = ends.get(one, 0) + 1
        ends[other] = ends.get(other, 0) + 1
    number: dict[int, int] = {}
    for end in sorted(ends, key=ends.__getitem__, reverse=True):
        number[end] = len(number)
    paths = []
    for one, other, length in block:
        a, b = number[one], number[other]
        paths.append((a, b, length) if a > b else (b, a, length))
    paths.sort()
    return tuple(paths)


@lru_cache(maxsize=1024)
def block_counts(paths: tuple[Path, ...]) -> Counts:
    """`pairs_by_coset_type` of one block."""
    states: States = {paths: {0: 1}}
    for _ in paths:
        states = join_one_end(states)
    return states[()]


def join_one_end(states: States) -> States:
    """Joins the larger end of the last path, at the largest vertex, to every end that it meets."""
    joined: States = {}
    for paths, counts in states.items():
        *others, (vertex, end, length) = paths
        if end == vertex:
            _add(joined, tuple(others), counts, 1, loop_code(length // 2))
        place = len(others)
        while place and others[place - 1][0] == vertex:
            place -= 1
            other = others[place]
            equal = 1
            while place and others[place - 1] == other:
                place -= 1
                equal += 1
            rest = others.copy()
            del rest[place]
            _, far, more = other
            insort(rest, (end, far, length + more))  # the last path has the largest end
            _add(joined, tuple(rest), counts, 2 * equal if far == vertex else equal, 0)
    return joined


def _add(states: States, paths: tuple[Path, ...], counts: Counts, ways: int, loop: int) -> None:
    known = states.setdefault(paths, {})
    for kind, number in counts.items():
        known[kind + loop] = known.get(kind + loop, 0) + ways * number
