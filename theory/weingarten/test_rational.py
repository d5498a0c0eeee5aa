"""Printing, evaluation and arithmetic of functions of d."""

import pytest
from flint import fmpq, fmpz_poly

from lemmata.theory.test_support.comparing import over
from lemmata.theory.weingarten import RationalFunction
from lemmata.theory.weingarten.errors import DimensionError, ValidityError


def fraction(top: list[int], bottom: list[int], valid_from: int = 1) -> RationalFunction:
    return RationalFunction.in_lowest_terms(fmpz_poly(top), fmpz_poly(bottom), valid_from)


@over(
    [
        ([0], [1], "0"),
        ([7], [1], "7"),
        ([-1], [2], "-1/2"),
        ([1], [0, 1], "1/d"),
        ([2, 2], [0, 4], "(d+1)/(2 d)"),
        ([-1, -1], [0, -2, 1, 1], "-(d+1)/(d (d-1) (d+2))"),
        ([0, 0, 1], [1], "d^2"),
        ([-2, 3, 1], [4, 4, 1], "(d^2+3d-2)/(d+2)^2"),
        ([3, -12], [5], "-3 (4d-1)/5"),
        ([1, 2], [5], "(2d+1)/5"),
        ([1, -2, -7], [3], "-(7d^2+2d-1)/3"),
        ([1], [0, 1, -1], "-1/(d (d-1))"),
        ([1, 11, -1, -21], [0, 0, 1], "-(21d^3+d^2-11d-1)/d^2"),
    ]
)
def test_prints_factored(top: list[int], bottom: list[int], text: str) -> None:
    assert str(fraction(top, bottom)) == text


def test_evaluates_where_it_holds() -> None:
    function = fraction([1, 1], [0, -2, 1, 1], valid_from=2)
    assert function(2) == fmpq(3, 8)
    assert function.validity == "d >= 2"
    with pytest.raises(ValidityError, match="the formula holds for d >= 2, not at d = 1"):
        function(1)
    with pytest.raises(DimensionError, match="d must be an integer"):
        function(2.5)  # type: ignore[arg-type]


def test_arithmetic_keeps_the_smaller_domain() -> None:
    left, right = fraction([1], [0, 1], 2), fraction([1], [1, 1], 3)
    for d in (3, 10):
        assert (left + right)(d) == left(d) + right(d)
        assert (left * right)(d) == left(d) * right(d)
    assert {(left + right).valid_from, (left * right).valid_from} == {3}
    assert left == fraction([1], [0, 1], 9)
    assert left != right
    assert hash(left) == hash(fraction([2], [0, 2]))
