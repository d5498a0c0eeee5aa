"""Partitions of k, which name both the coset types of pairs of pairings and the zonal polynomials.

A partition is a tuple of positive integers in decreasing order.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, zip_longest
from math import factorial, prod

from lemmata.theory.weingarten.errors import PartitionError, integer

Partition = tuple[int, ...]


def as_partition(parts: object) -> Partition:
    """The partition given in any order of its parts, or PartitionError."""
    if not isinstance(parts, (tuple, list)):
        raise PartitionError(f"a partition is a tuple of positive integers, got {parts!r}")
    values = [integer(part) for part in parts]
    if any(value is None or value < 1 for value in values):
        raise PartitionError(f"the parts of a partition are positive integers, got {parts!r}")
    return tuple(sorted((value for value in values if value is not None), reverse=True))


@cache
def partitions(k: int) -> tuple[Partition, ...]:
    """All partitions of k, (k) first and (1, ..., 1) last."""
    return tuple(_bounded(k, k))


def _bounded(k: int, largest: int) -> Iterator[Partition]:
    if k == 0:
        yield ()
    for part in range(min(k, largest), 0, -1):
        for rest in _bounded(k - part, part):
            yield (part, *rest)


def contents(shape: Partition, inner: Partition = ()) -> tuple[int, ...]:
    """2 (j-1) - (i-1) over the cells (i, j) of the shape outside an inner one.

    Those of the whole shape are the eigenvalues of the odd Jucys-Murphy elements.
    """
    rows = enumerate(zip_longest(inner, shape, fillvalue=0))
    return tuple([c for i, (start, end) in rows for c in range(2 * start - i, 2 * end - i, 2)])


def addable(shape: Partition) -> Iterator[Partition]:
    """The partitions with one cell more."""
    for i, row in enumerate(shape):
        if i == 0 or shape[i - 1] > row:
            yield (*shape[:i], row + 1, *shape[i + 1 :])
    yield (*shape, 1)


def hooks(shape: Partition) -> int:
    """The product of the hook lengths; k! / hooks is the dimension of the representation.

    Frobenius: prod l_i! / prod_{i<j} (l_i - l_j) with l_i = shape_i + rows - i.
    """
    lengths = [row + len(shape) - i for i, row in enumerate(shape, 1)]
    return prod(map(factorial, lengths)) // prod(a - b for a, b in combinations(lengths, 2))


def centraliser(kind: Partition) -> int:
    """prod_m (2m)^{n_m} n_m! for n_m parts m, i.e. z of the doubled partition.

    2^k k! / centraliser(mu) pairings have coset type mu with a given one.
    """
    return prod((2 * m) ** n * factorial(n) for m, n in Counter(kind).items())


def exchange_parts(kind: Partition, removed: Partition, added: Partition) -> Partition:
    """The partition with some parts exchanged for others."""
    parts = [*kind, *added]
    for part in removed:
        parts.remove(part)
    parts.sort(reverse=True)
    return tuple(parts)
