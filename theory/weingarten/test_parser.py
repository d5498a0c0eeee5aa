"""The parser accepts these polynomials, refuses those, and points at the fault."""

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.theory.test_support.comparing import over
from lemmata.theory.weingarten import expect, parse
from lemmata.theory.weingarten.errors import ExpressionError, MatrixIndexError
from lemmata.theory.weingarten.parser import MAX_DEGREE, MAX_DIGITS, MAX_LENGTH, MAX_TERMS

W11, W22 = ((1, 1, 1),), ((2, 2, 1),)


@over(
    [
        ("w11", {W11: 1}),
        ("-w11", {W11: -1}),
        ("+w11", {W11: 1}),
        ("w11^2 w22^2", {((1, 1, 2), (2, 2, 2)): 1}),
        ("w11 w22 w11*w22", {((1, 1, 2), (2, 2, 2)): 1}),
        ("w[1,1]w[ 2 , 2 ]", {((1, 1, 1), (2, 2, 1)): 1}),
        ("w[10,2]^4", {((10, 2, 4),): 1}),
        ("3/2 w11 - 2w22 + 1", {W11: fmpq(3, 2), W22: -2, (): 1}),
        ("w11/2 + w11/3", {W11: fmpq(5, 6)}),
        ("w11 - w11", {}),
        ("0", {}),
        ("w11^0", {(): 1}),
        ("2^3", {(): 8}),
        ("(w11 + w22)^2", {((1, 1, 2),): 1, ((1, 1, 1), (2, 2, 1)): 2, ((2, 2, 2),): 1}),
        ("((w11))(2 - 1)", {W11: 1}),
        (" w11\t+\nw22 ", {W11: 1, W22: 1}),
    ]
)
def test_polynomials_are_read(text: str, terms: dict[object, fmpq]) -> None:
    assert dict(parse(text).terms) == terms


def test_limits_are_the_last_that_is_read() -> None:
    assert parse("w11".ljust(MAX_LENGTH)) == parse("w11")
    assert dict(parse("9" * MAX_DIGITS).terms) == {(): 10**MAX_DIGITS - 1}
    assert dict(parse("(w11^1000)^100").terms) == {((1, 1, MAX_DEGREE),): 1}
    row = "+".join(f"w[1,{j}]" for j in range(1, 101))
    column = row.replace("[1", "[2")
    assert len(parse(f"({row})({column})").terms) == MAX_TERMS


REFUSED = [
    ("", 1, "expected a number or an entry"),
    ("   ", 4, "expected a number or an entry"),
    ("w11 +", 6, "expected a number or an entry"),
    ("w11 + * w22", 7, "expected a number or an entry"),
    ("w11 ** 2", 6, "expected a number or an entry"),
    ("w[1,2", 1, "an entry is written"),
    ("w11 w[1;2]", 5, "an entry is written"),
    ("w", 1, "an entry is written"),
    ("w1", 1, "two digits"),
    ("2 w123", 3, "two digits"),
    ("w01", 1, "begin at 1"),
    ("w[1,0]", 1, "begin at 1"),
    ("w11 22", 5, "expected an operator"),
    ("w11^", 5, "expected a whole number"),
    ("w11^-2", 5, "expected a whole number"),
    ("w11^1.5", 6, "unexpected '.'"),
    ("w11^5000", 1, "a power above"),
    ("w11/0", 4, "division by zero"),
    ("w11/w22", 5, "expected a whole number"),
    ("(w11", 1, "never closed"),
    ("w11)", 4, "closes nothing"),
    ("(" * 200, 51, "nested deeper"),
    ("9" * 31, 1, "more than 30 digits"),
    ("w11^" + "9" * 31, 5, "more than 30 digits"),
    ("(w11+w12+w13+w21+w22)^99", 1, "more than 10000 terms"),
    ("2 ((w11^1000)^1000)", 4, "the degree of an entry is above 100000"),
    ("2 ((9^1000)^1000)", 4, "a coefficient of more than 1000000 binary digits"),
    ("w11 + w11^1000 (w11^1000)^100", 16, "the degree of an entry is above 100000"),
    ("w11+" * MAX_LENGTH, MAX_LENGTH + 1, "longer than"),
    ("__import__('os').system('true')", 1, "unexpected '_'"),
    ("x11", 1, "unexpected 'x'"),
    ("²", 1, "unexpected"),
    ("w١١", 1, "an entry is written"),
]


@over(REFUSED)
def test_malformed_polynomials_are_refused(text: str, column: int, reason: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.column == column
    message = str(caught.value)
    assert message.startswith(f"malformed expression at column {column}: ")
    assert reason in message
    assert "\n" not in message
    assert len(message) < 120


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="w123[],^+-*/() 0.x", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        column = parse(text).largest_index and 1
    except ExpressionError as error:
        column = error.column
    assert 1 <= column <= len(text) + 1


def test_expectation_is_linear_and_keeps_its_validity() -> None:
    polynomial = parse("w11^2 w22^2 - 3/2 w[10,2]^4 + 1")
    assert (polynomial.largest_index, parse("7").largest_index) == (10, 1)
    value = expect(polynomial)
    assert value.validity == "d >= 10"
    assert value(10) == fmpq(11, 1080) - fmpq(3, 2) * fmpq(3, 120) + 1
    with pytest.raises(MatrixIndexError, match="index 10 is larger than d = 9"):
        expect(parse("w[10,2]^4"), 9)
