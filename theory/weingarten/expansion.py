"""Sums over coset types, by the expansion of James over partitions.

For S a real d x d matrix and W Haar on O(d), with |lambda| = k (James 1961, 1964; Muirhead,
Aspects of Multivariate Statistical Theory, theorem 7.4.1):

    E tr(S^T W)^{2k} / (2k)! = sum_{lambda, l(lambda) <= d} Z_lambda(S S^T) / (H D(d)),
    H = product of the hook lengths of 2 lambda,  D(d) = prod_{cells} (d + 2(j-1) - (i-1)).

The coefficient of prod s_ij^a_ij gives the moment, and, read on pairings, the Weingarten function
(Collins and Matsumoto 2009):

    Wg_d(mu) = centraliser(mu) sum_lambda Z_lambda[mu] / (H D(d)),

Z_lambda[mu] the coefficient of p_mu. What is wanted is sum_mu N(mu) Wg_d(mu).
"""

from collections.abc import Iterable
from functools import cache
from math import lcm
from typing import NamedTuple

from flint import fmpz_mat

from lemmata.theory.weingarten.errors import OrderError
from lemmata.theory.weingarten.pairings import Counts, code
from lemmata.theory.weingarten.partitions import centraliser, contents, hooks, partitions
from lemmata.theory.weingarten.rational import Dimension, Quotient
from lemmata.theory.weingarten.zonal import zonal

MAX_ORDER = 50
"""The largest order of tables over partitions: 1958 x 1958 integers here, 10^8 at order 70."""


class Shapes(NamedTuple):
    """1 / (H D(d)) for the lambda of size k and at most `depth` rows, over one denominator.

    All of them lie in the diagram with rows k, k/2, k/3, ... rounded down. Its contents are the
    denominator, those outside of lambda the numerator; `scale` is the common multiple of the H.
    """

    shapes: list[tuple[int, ...]]
    weights: list[int]  # scale / H
    outside: list[tuple[int, ...]]  # contents
    common: tuple[int, ...]
    scale: int


@cache
def shapes_of(k: int, depth: int) -> Shapes:
    require_reach(k)
    shapes = [shape for shape in partitions(k) if len(shape) <= depth]
    hull = tuple([k // i for i in range(1, depth + 1)])
    outside = [contents(hull, shape) for shape in shapes]
    sizes = [hooks(tuple([2 * row for row in shape])) for shape in shapes]
    scale = lcm(*sizes)
    return Shapes(shapes, [scale // size for size in sizes], outside, contents(hull), scale)


@cache
def table(k: int, depth: int) -> tuple[dict[int, int], fmpz_mat]:
    """The places of the coset types, and (shapes, coset types): weighted zonal polynomials.

    The entries are Z_lambda[mu] centraliser(mu) weight(lambda).
    """
    shapes, weights, *_ = shapes_of(k, depth)
    kinds = partitions(k)
    sizes = [centraliser(kind) for kind in kinds]
    rows = [
        [z * size * weight for z, size in zip(zonal(shape).entries(), sizes, strict=True)]
        for shape, weight in zip(shapes, weights, strict=True)
    ]
    return {code(kind): i for i, kind in enumerate(kinds)}, fmpz_mat(rows)


def require_reach(k: int) -> None:
    if 2 * k > MAX_ORDER:
        raise OrderError(
            f"order {2 * k} is beyond reach: {MAX_ORDER} at most, except within two rows or columns"
            " (or three, one of them with two factors)"
        )


def sum_over_types(counts: Counts, k: int, depth: int, d: Dimension) -> Quotient:
    """sum_mu counts(mu) Wg(mu), over the shapes of at most `depth` rows."""
    places, zonals = table(k, depth)
    column = [0] * len(places)
    for kind, number in counts.items():
        column[places[kind]] = number
    totals = (zonals * fmpz_mat(len(column), 1, column)).entries()
    return weighted_sum(map(int, totals), shapes_of(k, depth), d)


def weighted_sum(totals: Iterable[int], shapes: Shapes, d: Dimension) -> Quotient:
    """sum of total / (scale D(d))."""
    numerator: Dimension = 0
    denominator: Dimension = shapes.scale
    for total, outside in zip(totals, shapes.outside, strict=True):
        term: Dimension = total
        for c in outside:
            term *= d + c
        numerator += term
    for c in shapes.common:
        denominator *= d + c
    return numerator, denominator
