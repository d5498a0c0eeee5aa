"""Moments against routes that share nothing with the engine but the definition of O(d)."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.theory.test_support.comparing import over
from lemmata.theory.weingarten import RationalFunction, expect, moment, parse
from lemmata.theory.weingarten import moments as engine
from lemmata.theory.weingarten.partitions import partitions
from lemmata.theory.weingarten.reference import Factors, by_columns

polynomial = RationalFunction.polynomial


def odd_factorial(n: int) -> int:
    return prod(range(n, 0, -2))


def by_engine(factors: Factors, d: int | None = None) -> Any:
    return moment([i for i, _ in factors], [j for _, j in factors], d)


def monomials(order: int, largest: int, hands: tuple[int, ...] = (1, 2, 3)) -> Iterator[Factors]:
    """Every way to have even row and column sums, up to names; rows dealt to columns like cards."""
    halves = [half for half in partitions(order // 2) if len(half) <= largest]
    lines = [[i for i, n in enumerate(half, 1) for _ in range(2 * n)] for half in halves]
    for number, rows, cols in product(hands, lines, lines):
        dealt = sorted(range(order), key=lambda t: t % number)
        yield tuple(sorted((rows[t], cols[place]) for place, t in enumerate(dealt)))


@over(product([2, 4, 6, 8, 10], range(1, 13)))
def test_every_shape_at_every_small_dimension(order: int, d: int) -> None:
    cases = list(monomials(order, min(d, 4)))
    for factors in cases:
        assert by_engine(factors, d) == by_columns(factors, d), factors
    if d > 2 and order > 2:
        assert sum(by_engine(factors, d) != 0 for factors in cases) > len(cases) // 2


DETERMINANT = "w11 w22 w33 + w12 w23 w31 + w13 w21 w32 - w13 w22 w31 - w12 w21 w33 - w11 w23 w32"
SQUARES = " + ".join(f"w{i}{j}^2" for i in (1, 2, 3) for j in (1, 2, 3))


@over(
    [
        ("w11^2 w12^2 w21^2 w22^2", 2, fmpq(3, 128)),
        ("w11^2 w22^2 w33^2", 5, fmpq(19, 1890)),
        ("w11 w22 w12 w21", 3, fmpq(-1, 30)),
        # det W = +-1 and |W|^2 = d
        ("(w11 w22 - w12 w21)^2", 2, fmpq(1)),
        ("(w11 w22 - w12 w21)^10", 2, fmpq(1)),
        (f"({DETERMINANT})^2", 3, fmpq(1)),
        (f"({DETERMINANT})^4", 3, fmpq(1)),
        (f"({SQUARES})^4", 3, fmpq(81)),
        # traces are Gaussian moments as long as the order is at most d (Diaconis and Shahshahani)
        ("(w11 + w22 + w33 + w44)^4", 4, fmpq(3)),
        ("(w11 + w22 + w33)^6", 3, fmpq(15)),
    ]
)
def test_known_values(text: str, d: int, value: fmpq) -> None:
    assert expect(parse(text), d) == value
    assert expect(parse(text))(d) == value


@st.composite
def shapes(draw: st.DrawFn, largest: int) -> Factors:
    """A monomial to order 10 with every row and column sum even, otherwise of any shape."""
    half = draw(st.integers(1, 5))
    indices = st.lists(st.integers(1, largest), min_size=half, max_size=half)
    rows, cols = draw(indices) * 2, draw(indices) * 2
    return tuple(sorted(zip(rows, draw(st.permutations(cols)), strict=True)))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(shapes(5), st.permutations(range(1, 6)), st.permutations(range(1, 6)))
def test_relabelled_rows_and_columns_give_the_same_function_of_d(
    factors: Factors, rows: list[int], cols: list[int]
) -> None:
    """From the largest index on; d^k E prod w -> the moment of independent standard Gaussians."""
    function = by_engine(factors)
    smallest = max(max(pair) for pair in factors)
    assert function.valid_from == smallest
    assert function(smallest) == by_columns(factors, smallest)
    for d in range(smallest, smallest + 6):
        assert function(d) == by_engine(factors, d)
        assert function(d) == by_engine(tuple((j, i) for i, j in factors), d)
    renamed = tuple((rows[i - 1], cols[j - 1]) for i, j in factors)
    assert function(d) == by_engine(renamed, d)
    powers = Counter(factors).values()
    gaussian = 0 if any(a % 2 for a in powers) else prod(odd_factorial(a - 1) for a in powers)
    scaled = function * polynomial(*[0] * (len(factors) // 2), 1)
    top, bottom = scaled.numerator, scaled.denominator
    assert top.degree() <= bottom.degree()
    assert fmpq(top[bottom.degree()], bottom.leading_coefficient()) == gaussian


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), max_size=9))
def test_odd_moments_vanish(factors: list[tuple[int, int]]) -> None:
    rows, cols = [i for i, _ in factors], [j for _, j in factors]
    if any(n % 2 for n in (*Counter(rows).values(), *Counter(cols).values())):
        assert moment(rows, cols, 4) == 0
        assert str(moment(rows, cols)) == "0"


def test_closed_forms_are_the_general_expansion(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same monomials with and without them, as functions of d, to order 14 in two rows."""
    cases = [case for order in range(2, 16, 2) for case in monomials(order, 3, (2, 3))]
    cases = [case for case in cases if len(case) <= 10 or max(i for i, _ in case) <= 2]
    cases += three_rows_of_four()
    closed = [by_engine(case) for case in cases]
    monkeypatch.setattr(engine, "CLOSED_LINES", 0)
    engine.forget()
    general = [by_engine(case) for case in cases]
    engine.forget()
    assert closed == general


def three_rows_of_four() -> list[Factors]:
    """Every monomial in three rows of four factors and three columns, by their sums."""
    rows = [row for row in product(range(5), repeat=3) if sum(row) == 4]
    cases = []
    for matrix in product(rows, repeat=3):
        sums = [sum(column) for column in zip(*matrix, strict=True)]
        if sums == sorted(sums) and not any(n % 2 for n in sums):
            entries = [((i, j), a) for i, row in enumerate(matrix, 1) for j, a in enumerate(row, 1)]
            cases.append(tuple(entry for entry, a in entries for _ in range(a)))
    return cases


def test_three_rows_of_four_factors_are_integrated_column_by_column() -> None:
    cases = three_rows_of_four()
    assert len(cases) > 250
    for factors in cases:
        assert by_engine(factors, 3) == by_columns(factors, 3), factors
    rows, cols = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), (1, 2, 4, 5, 1, 2, 4, 6, 1, 1, 5, 6)
    scattered = tuple(zip(rows, cols, strict=True))
    assert by_engine(scattered, 7) == by_columns(scattered, 7) != 0


def test_one_row_is_dirichlet() -> None:
    """prod (a_j - 1)!! / (d (d+2) ... (d+2k-2))."""
    assert [moment([1] * n, [1] * n, 1) for n in range(12)] == [1, 0] * 6
    assert str(expect(parse("w11^4 w12^2"))) == "3/(d (d+2) (d+4))"
    assert str(expect(parse("w11^10"))) == "945/(d (d+2) (d+4) (d+6) (d+8))"
