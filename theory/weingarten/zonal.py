"""Zonal polynomials in power sums, the spherical functions behind the Weingarten function.

Z_lambda = sum_mu zonal(lambda)[mu] p_mu with coefficient 1 at p_1^k (Macdonald, Symmetric Functions
and Hall Polynomials, VII.2; it is the Jack polynomial J_lambda at alpha = 2). They are eigenvectors
of the Laplace-Beltrami operator

    D = sum_{i,j} (i j p_{i+j} d_i d_j + (i+j)/2 p_i p_j d_{i+j}) + sum_i i(i-1)/2 p_i d_i,

d_i = d/dp_i, with eigenvalue the sum of the contents of lambda (Macdonald, VI.3 and VI.10). D is
the sum of the odd Jucys-Murphy elements acting on coset types: a transposition merges two loops,
splits one, or leaves the type as it is. These are the terms of the orthogonality relations.
"""

from functools import cache
from itertools import combinations

from flint import fmpz, fmpz_mat

from lemmata.theory.weingarten.partitions import (
    Partition,
    addable,
    contents,
    exchange_parts,
    partitions,
)

Vector = fmpz_mat
"""A symmetric function of degree k: one row, its coefficients in the order of partitions(k)."""


@cache
def position(kind: Partition) -> int:
    """The place of a partition among those of its size."""
    return partitions(sum(kind)).index(kind)


@cache
def laplace_beltrami(k: int) -> fmpz_mat:
    """The matrix of D in degree k: the row of mu is D p_mu."""
    kinds = partitions(k)
    places = {kind: i for i, kind in enumerate(kinds)}
    matrix = [[0] * len(kinds) for _ in kinds]
    for row, kind in zip(matrix, kinds, strict=True):
        row[places[kind]] = sum(m * (m - 1) // 2 for m in kind)
        for m, n in combinations(kind, 2):
            row[places[exchange_parts(kind, (m, n), (m + n,))]] += 2 * m * n
        for m in kind:
            for part in range(1, m // 2 + 1):
                # The cuts (part, rest) and (rest, part) are one type; the middle cut comes once.
                weight = m // 2 if 2 * part == m else m
                row[places[exchange_parts(kind, (m,), (m - part, part))]] += weight
    return fmpz_mat(matrix)


@cache
def zonal(shape: Partition) -> Vector:
    """Z_shape in power sums, from a zonal polynomial of one degree less.

    By Pieri's rule p_1 Z_kappa is a combination of the Z_lambda over all lambda = kappa + a cell,
    none with coefficient zero. Their eigenvalues differ (the contents of the addable cells do), so
    the product of (D - eigenvalue) over the unwanted ones leaves a multiple of the wanted one.
    """
    if not shape:
        return fmpz_mat([[1]])
    *rows, last = shape
    smaller = (*rows, last - 1) if last > 1 else tuple(rows)  # without its last cell
    vector = _times_first_power_sum(zonal(smaller), sum(smaller))
    for other in addable(smaller):
        if other != shape:
            vector = vector * laplace_beltrami(sum(shape)) - vector * sum(contents(other))
    entries = vector.entries()
    return fmpz_mat(1, len(entries), [entry // entries[-1] for entry in entries])


def _times_first_power_sum(vector: Vector, k: int) -> Vector:
    """p_1 times a symmetric function of degree k."""
    product = [fmpz(0)] * len(partitions(k + 1))
    for kind, value in zip(partitions(k), vector.entries(), strict=True):
        product[position((*kind, 1))] = value
    return fmpz_mat(1, len(product), product)
