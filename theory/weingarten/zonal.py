"""Zonal polynomials in power sums, the spherical functions behind the Weingarten function.

Z_lambda = sum_mu zonal(lambda)[mu] p_mu with coefficient 1 at p_1^k (Macdonald, Symmetric Functions
and Hall Polynomials, VII.2; it is the Jack polynomial J_lambda at alpha = 2). They are eigenvectors
of the Laplace-Beltrami operator

    D = sum_{i,j} (i j p_{i+j} d_i d_j + (i+j)/2 p_i p_j d_{i+j}) + sum_i i(i-1)/2 p_i d_i,

d_i = d/dp_i, with eigenvalue the sum of the contents of lambda (Macdonald, VI.3 and VI.10). D is
the sum of the odd Jucys-Murphy elements acting on coset types: a transposition merges two loops,
splits one, or leaves the type as it is. These are the terms of the orthogonality relations.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from theory.weingarten.partitions import Partition, addable, contents, partitions, replaced

Vector = dict[Partition, int]


@cache
def laplace_beltrami(kind: Partition) -> Vector:
    """D p_mu in power sums."""
    image: Vector = {kind: sum(m * (m - 1) // 2 for m in kind)}
    for m, n in combinations(kind, 2):
        _add(image, replaced(kind, (m, n), (m + n,)), 2 * m * n)
    for m in kind:
        for part in range(1, m // 2 + 1):
            # The cuts (part, rest) and (rest, part) are one type; the middle cut comes once.
            weight = m // 2 if 2 * part == m else m
            _add(image, replaced(kind, (m,), (m - part, part)), weight)
    return image


def _add(vector: Vector, kind: Partition, amount: int) -> None:
    vector[kind] = vector.get(kind, 0) + amount


def _shifted(vector: Vector, eigenvalue: int) -> Vector:
    """(D - eigenvalue) applied to a symmetric function."""
    image: Vector = {kind: -eigenvalue * value for kind, value in vector.items()}
    for kind, value in vector.items():
        for other, weight in laplace_beltrami(kind).items():
            _add(image, other, value * weight)
    return image


@cache
def zonal(shape: Partition) -> Vector:
    """Z_shape in power sums, from a zonal polynomial of one degree less.

    By Pieri's rule p_1 Z_kappa is a combination of the Z_lambda over all lambda = kappa + a cell,
    none with coefficient zero. Their eigenvalues differ (the contents of the addable cells do), so
    the product of (D - eigenvalue) over the unwanted ones leaves a multiple of the wanted one.
    """
    if not shape:
        return {(): 1}
    smaller = _without_last_cell(shape)
    vector = {(*kind, 1): value for kind, value in zonal(smaller).items()}
    for other in addable(smaller):
        if other != shape:
            vector = _shifted(vector, sum(contents(other)))
    scale = vector[(1,) * sum(shape)]
    return {kind: vector.get(kind, 0) // scale for kind in partitions(sum(shape))}


def _without_last_cell(shape: Partition) -> Partition:
    *rows, last = shape
    return (*rows, last - 1) if last > 1 else tuple(rows)
