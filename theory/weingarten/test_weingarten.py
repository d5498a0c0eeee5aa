"""Weingarten functions against pairings that are listed one by one, and against printed tables."""

import pytest
from flint import fmpq, fmpq_mat

from lemmata.theory.test_support.comparing import over
from lemmata.theory.weingarten import RationalFunction, forget, weingarten
from lemmata.theory.weingarten.errors import ValidityError
from lemmata.theory.weingarten.partitions import centraliser, partitions
from lemmata.theory.weingarten.reference import coset_type, pairings
from lemmata.theory.weingarten.zonal import zonal

polynomial = RationalFunction.polynomial


@over([(2, 1), (3, 1), (3, 2), (4, 2), (4, 3), (3, 3), (3, 7), (4, 9)])
def test_pseudo_inverse_of_the_gram_matrix_at_a_number(k: int, d: int) -> None:
    """G Wg G = G and Wg G Wg = Wg, entry by entry, also where G is singular; Wg is symmetric."""
    points = list(pairings(tuple(range(2 * k))))
    kinds = [[coset_type(p, q) for q in points] for p in points]
    values = {kind: weingarten(kind, d) for kind in partitions(k)}
    gram = fmpq_mat([[fmpq(d) ** len(kind) for kind in row] for row in kinds])
    wg = fmpq_mat([[values[kind] for kind in row] for row in kinds])
    assert (gram.rank() == len(points)) == (d >= k)
    assert gram * wg * gram == gram
    assert wg * gram * wg == wg


TABLE = {
    # Collins and Matsumoto 2009, section 7 (k = 1, 2, 3).
    (): "1",
    (1,): "1/d",
    (2,): "-1/(d (d-1) (d+2))",
    (1, 1): "(d+1)/(d (d-1) (d+2))",
    (3,): "2/(d (d-1) (d-2) (d+2) (d+4))",
    (2, 1): "-1/(d (d-1) (d-2) (d+4))",
    (1, 1, 1): "(d^2+3d-2)/(d (d-1) (d-2) (d+2) (d+4))",
}


def test_published_tables() -> None:
    forget()
    assert {kind: str(weingarten(kind)) for kind in TABLE} == TABLE


ZONAL = {
    # James 1964; coefficients at (k), ..., (1, ..., 1).
    (2,): [2, 1],
    (1, 1): [-1, 1],
    (3,): [8, 6, 1],
    (2, 1): [-2, 1, 1],
    (1, 1, 1): [2, -3, 1],
}


def test_published_zonal_polynomials() -> None:
    assert {shape: [int(c) for c in zonal(shape).entries()] for shape in ZONAL} == ZONAL


@over([4, 7, 10])
def test_zonal_polynomials_are_orthogonal(k: int) -> None:
    """<p_mu, p_nu> = [mu = nu] centraliser(mu) (Macdonald, VII.2): not used in making them."""
    kinds = partitions(k)
    rows = [zonal(shape).entries() for shape in kinds]
    for i, left in enumerate(rows):
        for right in rows[:i]:
            products = zip(kinds, left, right, strict=True)
            assert sum(centraliser(mu) * a * b for mu, a, b in products) == 0


@over([2, 3, 4, 5, 6])
def test_orthogonality_relations_on_coset_types(k: int) -> None:
    """d Wg(mu) + the sum over transpositions (i, 2k-1) = [m = 1] Wg(mu without m), all marked m.

    Collins and Matsumoto 2009: summing w_1j^2 over j lowers the order. Orders 4 to 12.
    """
    for mu in partitions(k):
        for m in set(mu):
            rest = list(mu)
            rest.remove(m)
            total = weingarten(mu) * polynomial(m - 1, 1)
            for a in range(1, m):
                total += weingarten([*rest, a, m - a])
            for i, n in enumerate(rest):
                total += weingarten([*rest[:i], *rest[i + 1 :], m + n]) * polynomial(2 * n)
            assert total == (weingarten(rest) if m == 1 else polynomial(0)), (mu, m)


@over([[1], [2, 1], [3, 2, 1, 1], [5, 5]])
def test_number_and_function_agree_where_the_function_holds(kind: list[int]) -> None:
    function = weingarten(kind)
    assert function.valid_from == sum(kind)
    for d in range(sum(kind), 15):
        assert function(d) == weingarten(kind, d)
    if sum(kind) > 1:
        with pytest.raises(ValidityError, match=f"holds for d >= {sum(kind)}, not at"):
            function(1)
