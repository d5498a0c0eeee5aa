"""Orders that no other route reaches: W W^T = I ties each moment to those of two factors less.

sum_j E[m w_ij w_i'j] = [i = i'] E[m] for every monomial m: j runs over the columns of m, and each
of the d - c others gives what one new column gives. Nothing of the engine enters but its values.
"""

from itertools import product

from flint import fmpq

from lemmata.theory.test_support.comparing import over
from lemmata.theory.weingarten import moment
from lemmata.theory.weingarten.reference import Factors


def at(factors: Factors, d: int) -> fmpq:
    return moment([i for i, _ in factors], [j for _, j in factors], d)


def summed_over_columns(factors: Factors, row: int, other: int, d: int) -> fmpq:
    """sum_j E[m w_row,j w_other,j]."""
    columns = sorted({j for _, j in factors})
    total = sum((at((*factors, (row, j), (other, j)), d) for j in columns), fmpq(0))
    left = d - len(columns)
    new = max(columns) + 1
    return total + left * at((*factors, (row, new), (other, new)), d) if left else total


def squares(k: int) -> Factors:
    return tuple((i, i) for i in range(1, k + 1) for _ in range(2))


@over(product(range(6, 11), (0, 1, 2, 9)))
def test_products_of_squares_to_order_22_at_the_smallest_dimensions(k: int, more: int) -> None:
    """E w_11^2 ... w_kk^2 = (d-k) E[... w_k+1,k+1^2] + k E[... w_k+1,1^2], from d = k + 1 on.

    Of the last the row k+1 and the column 1 are one block of four factors, another branch.
    """
    m, d = squares(k), k + 1 + more
    assert summed_over_columns(m, k + 1, k + 1, d) == at(m, d)
    assert summed_over_columns(m, 1, 1, d) == at(m, d)
    assert at(m, d) > 0
    function = moment([i for i, _ in m], [j for _, j in m])
    assert function(d) == at(m, d)
    assert function(k) == at(m, k)


def test_a_product_of_squares_is_that_of_gaussians_in_the_limit_of_width() -> None:
    """d^k E w_11^2 ... w_kk^2 -> 1, and the first correction is k(k-1)/d^2 / 2 times 2."""
    for k in (6, 7, 8, 12, 16):
        d = 10**9
        value = float((at(squares(k), d) * fmpq(d) ** k - 1) * d**2)
        assert abs(value / (k * (k - 1)) - 1) < 1e-6, k


HIGH = {  # row, column and power of each entry
    "a cycle through seven rows": "11 12 22 23 33 34 44 45 55 56 66 67 77 71",
    "four rows of four": "11^4 22^4 33^4 44^4",
    "blocks of different sizes": "11 12 21 22 33^4 44^2 55^4",
    "three long rows": "11^4 22^4 33^4 12^2",
    "three rows, one of two": "11^8 22^6 33^2",
    "two rows": "11^8 12^2 21^2 22^6",
    "two long rows": "11^9 12^7 21^7 22^9",
    "two rows of every column": "11^3 12^3 13 14 21 22 23 24 25^2 15^2",
    "all entries of four rows": "11 12 13 14 21 22 23 24 31 32 33 34 41 42 43 44",
}


def read(text: str) -> Factors:
    return tuple((int(w[0]), int(w[1])) for w in text.split() for _ in range(int(w[3:] or 1)))


@over(product(HIGH, (0, 1, 5)))
def test_rows_are_orthonormal_at_orders_14_to_32(name: str, more: int) -> None:
    factors = read(HIGH[name])
    d = max(max(pair) for pair in factors) + more
    assert summed_over_columns(factors, 1, 1, d) == at(factors, d)
    assert summed_over_columns(factors, 1, 2, d) == 0
    new = max(i for i, _ in factors) + 1  # with a row more the moment takes another branch
    if new <= d:
        assert summed_over_columns(factors, new, new, d) == at(factors, d)
        assert summed_over_columns(factors, new, 1, d) == 0
    turned = tuple((j, i) for i, j in factors)
    assert at(turned, d) == at(factors, d)
    assert at(factors, d) != 0
