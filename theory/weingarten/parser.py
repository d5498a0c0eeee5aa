"""Reads polynomials in the entries: "w11^2 w22^2 - 3/2 w[10,2]^4 + 1". Nothing is evaluated.

    sum     = [sign] product { sign product }            sign = + | -
    product = factor { [*] factor | / number }            no bare number after a factor
    factor  = ( number | entry | "(" sum ")" ) [ "^" number ]
    entry   = "w" digit digit | "w[" number "," number "]"

Limits on length, power and number of terms keep hostile input from hanging; every error is one line
with its column.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from flint import fmpq

from theory.weingarten.errors import ExpressionError
from theory.weingarten.polynomial import Polynomial

MAX_LENGTH = 10_000
MAX_DIGITS = 30
MAX_POWER = 1_000
MAX_TERMS = 10_000
MAX_DEPTH = 50

TOKEN = re.compile(
    r"\s*(?:(?P<entry>w\s*\[\s*(?P<row>[0-9]+)\s*,\s*(?P<column>[0-9]+)\s*\]|w(?P<digits>[0-9]+))"
    r"|(?P<number>[0-9]+)|(?P<sign>[-+*/^()])|(?P<end>\Z)|(?P<unknown>\S))"
)
KINDS = ("entry", "number", "sign", "end", "unknown")


class Token(NamedTuple):
    kind: str
    text: str
    column: int
    place: tuple[int, int] = (0, 0)


def parse(text: str) -> Polynomial:
    """The polynomial written in `text`, or ExpressionError with the column of the first fault."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(MAX_LENGTH + 1, f"longer than {MAX_LENGTH} characters")
    reader = _Reader(_tokens(text))
    polynomial = reader.sum(0)
    if reader.token.text == ")":
        raise reader.error("this ')' closes nothing")
    if reader.token.kind != "end":
        raise reader.error(f"expected an operator before {reader.token.text!r}")
    return polynomial


def _tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    position = 0
    while not tokens or tokens[-1].kind != "end":
        match = TOKEN.match(text, position)
        assert match is not None  # the pattern ends with "anything else"
        position = match.end()
        kind = next(name for name in KINDS if match[name] is not None)
        column = match.start(kind) + 1
        if kind == "unknown":
            raise ExpressionError(column, _unknown(match[kind]))
        place = _entry(match, column) if kind == "entry" else (0, 0)
        tokens.append(Token(kind, match[kind], column, place))
    return tokens


def _unknown(character: str) -> str:
    if character == "w":
        return "an entry is written w12 or w[10,2]"
    return f"unexpected {character!r}"


def _entry(match: re.Match[str], column: int) -> tuple[int, int]:
    digits = match["digits"]
    if digits is None:
        index = _number(match["row"], column), _number(match["column"], column)
    elif len(digits) == 2:
        index = int(digits[0]), int(digits[1])
    else:
        raise ExpressionError(column, "w takes two digits; write larger indices as w[10,2]")
    if min(index) < 1:
        raise ExpressionError(column, "indices begin at 1")
    return index


def _number(digits: str, column: int) -> int:
    if len(digits) > MAX_DIGITS:
        raise ExpressionError(column, f"a number of more than {MAX_DIGITS} digits")
    return int(digits)


class _Reader:
    """Recursive descent over the tokens: one method per line of the grammar."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.next = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.next]

    def error(self, reason: str) -> ExpressionError:
        return ExpressionError(self.token.column, reason)

    def accept(self, *texts: str) -> str:
        """Steps over one of these signs if it is next, and says which."""
        if self.token.kind == "sign" and self.token.text in texts:
            self.next += 1
            return self.tokens[self.next - 1].text
        return ""

    def number(self) -> int:
        if self.token.kind != "number":
            raise self.error("expected a whole number")
        value = _number(self.token.text, self.token.column)
        self.next += 1
        return value

    def sum(self, depth: int) -> Polynomial:
        terms = []
        sign = self.accept("+", "-")
        while True:
            product = self.product(depth)
            terms += [(m, -c if sign == "-" else c) for m, c in product.terms]
            sign = self.accept("+", "-")
            if not sign:
                return Polynomial.collected(terms)

    def product(self, depth: int) -> Polynomial:
        result = self.factor(depth)
        while True:
            column = self.token.column
            if self.accept("/"):
                divisor = self.number()
                if not divisor:
                    raise ExpressionError(column, "division by zero")
                factor = Polynomial.number(fmpq(1, divisor))
            elif self.accept("*") or self.token.kind == "entry" or self.token.text == "(":
                factor = self.factor(depth)
            else:
                return result
            result = _times(result, factor, column)

    def factor(self, depth: int) -> Polynomial:
        column = self.token.column
        base = self.base(depth)
        if not self.accept("^"):
            return base
        power = self.number()
        if power > MAX_POWER:
            raise ExpressionError(column, f"a power above {MAX_POWER}")
        result = Polynomial.number(1)
        for bit in bin(power)[2:]:
            result = _times(result, result, column)
            if bit == "1":
                result = _times(result, base, column)
        return result

    def base(self, depth: int) -> Polynomial:
        token = self.token
        if token.kind == "number":
            return Polynomial.number(self.number())
        if token.kind == "entry":
            self.next += 1
            return Polynomial.entry(*token.place)
        if not self.accept("("):
            raise self.error(f"expected a number or an entry, got {token.text or 'the end'!r}")
        if depth == MAX_DEPTH:
            raise ExpressionError(token.column, f"brackets nested deeper than {MAX_DEPTH}")
        inside = self.sum(depth + 1)
        if not self.accept(")"):
            raise ExpressionError(token.column, "this '(' is never closed")
        return inside


def _times(left: Polynomial, right: Polynomial, column: int) -> Polynomial:
    if len(left.terms) * len(right.terms) > MAX_TERMS:
        raise ExpressionError(column, f"expands to more than {MAX_TERMS} terms")
    return left * right
