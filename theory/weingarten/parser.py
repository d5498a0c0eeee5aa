"""Polynomials in the entries of a matrix, and how they are read; nothing is evaluated.

    "w11^2 w22^2 - 3/2 w[10,2]^4 + 1"

    sum     = [sign] product { sign product }            sign = + | -
    product = factor { [*] factor | / number }            no bare number after a factor
    factor  = ( number | entry | "(" sum ")" ) [ "^" number ]
    entry   = "w" digit digit | "w[" number "," number "]"

Limits on length, power and number of terms keep hostile input from hanging; every error is one line
with its column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from flint import fmpq

from lemmata.theory.weingarten.errors import ExpressionError
from lemmata.theory.weingarten.pairings import Exponents

MAX_LENGTH = 10_000
MAX_DIGITS = 30
MAX_POWER = 1_000
MAX_TERMS = 10_000
MAX_DEPTH = 50
MAX_BITS = 1_000_000  # of a coefficient: powers of powers would fill the memory
MAX_DEGREE = 100_000  # of an entry

TOKEN = re.compile(
    r"\s*(?:(?P<entry>w\s*\[\s*(?P<row>[0-9]+)\s*,\s*(?P<column>[0-9]+)\s*\]|w(?P<digits>[0-9]+))"
    r"|(?P<number>[0-9]+)|(?P<sign>[-+*/^()])|(?P<end>\Z)|(?P<unknown>\S))"
)


@dataclass(frozen=True)
class Polynomial:
    """sum of coefficient * prod w[row, column]^power, every monomial once, none with zero."""

    terms: tuple[tuple[Exponents, fmpq], ...]

    @classmethod
    def collect(cls, terms: Iterable[tuple[Exponents, fmpq]]) -> Polynomial:
        """Adds up equal monomials."""
        total: dict[Exponents, fmpq] = {}
        for monomial, coefficient in terms:
            total[monomial] = total.get(monomial, fmpq(0)) + coefficient
        return cls(tuple((m, total[m]) for m in sorted(total) if total[m]))

    @classmethod
    def number(cls, value: fmpq | int) -> Polynomial:
        return cls.collect([((), fmpq(value))])

    @classmethod
    def entry(cls, row: int, column: int) -> Polynomial:
        return cls(((((row, column, 1),), fmpq(1)),))

    @property
    def largest_index(self) -> int:
        """The smallest d for which every entry exists."""
        return max((max(i, j) for monomial, _ in self.terms for i, j, _ in monomial), default=1)

    def __mul__(self, other: Polynomial) -> Polynomial:
        pairs = ((a, b) for a in self.terms for b in other.terms)
        return self.collect((_product(a, b), x * y) for (a, x), (b, y) in pairs)


def _product(left: Exponents, right: Exponents) -> Exponents:
    """The product of two monomials."""
    powers = {(i, j): a for i, j, a in left}
    for i, j, a in right:
        powers[i, j] = powers.get((i, j), 0) + a
    return tuple((i, j, a) for (i, j), a in sorted(powers.items()))


def parse(text: str) -> Polynomial:
    """The polynomial written in `text`, or ExpressionError with the column of the first fault."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(MAX_LENGTH + 1, f"longer than {MAX_LENGTH} characters")
    reader = _Reader(text)
    polynomial = reader.sum(0)
    if reader.text == ")":
        raise reader.error("this ')' closes nothing")
    if reader.kind != "end":
        raise reader.error(f"expected an operator before {reader.text!r}")
    return polynomial


def _number(digits: str, column: int) -> int:
    if len(digits) > MAX_DIGITS:
        raise ExpressionError(column, f"a number of more than {MAX_DIGITS} digits")
    return int(digits)


class _Reader:
    """Recursive descent over the text: one method per line of the grammar.

    The next token has a `kind`, the outermost group of TOKEN that matched, its `text` and `column`.
    """

    def __init__(self, text: str) -> None:
        self.matches = TOKEN.finditer(text)
        self.step()

    def step(self) -> None:
        self.match = next(self.matches)
        self.kind = str(self.match.lastgroup)
        self.text = self.match[self.kind]
        self.column = self.match.start(self.kind) + 1
        if self.kind == "unknown":
            entry = "an entry is written w12 or w[10,2]"
            raise self.error(entry if self.text == "w" else f"unexpected {self.text!r}")

    def error(self, reason: str) -> ExpressionError:
        return ExpressionError(self.column, reason)

    def accept(self, *texts: str) -> str:
        """Steps over one of these signs if it is next, and says which."""
        text = self.text
        if self.kind != "sign" or text not in texts:
            return ""
        self.step()
        return text

    def number(self) -> int:
        if self.kind != "number":
            raise self.error("expected a whole number")
        value = _number(self.text, self.column)
        self.step()
        return value

    def entry(self) -> Polynomial:
        digits, row, column = self.match.group("digits", "row", "column")
        if digits is None:
            index = _number(row, self.column), _number(column, self.column)
        elif len(digits) == 2:
            index = int(digits[0]), int(digits[1])
        else:
            raise self.error("w takes two digits; write larger indices as w[10,2]")
        if min(index) < 1:
            raise self.error("indices begin at 1")
        self.step()
        return Polynomial.entry(*index)

    def sum(self, depth: int) -> Polynomial:
        terms = []
        sign = self.accept("+", "-")
        while True:
            product = self.product(depth)
            terms += [(m, -c if sign == "-" else c) for m, c in product.terms]
            sign = self.accept("+", "-")
            if not sign:
                return Polynomial.collect(terms)

    def product(self, depth: int) -> Polynomial:
        result = self.factor(depth)
        while True:
            column = self.column
            if self.accept("/"):
                divisor = self.number()
                if not divisor:
                    raise ExpressionError(column, "division by zero")
                factor = Polynomial.number(fmpq(1, divisor))
            elif self.accept("*") or self.kind == "entry" or self.text == "(":
                factor = self.factor(depth)
            else:
                return result
            result = _times(result, factor, column)

    def factor(self, depth: int) -> Polynomial:
        column = self.column
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
        if self.kind == "number":
            return Polynomial.number(self.number())
        if self.kind == "entry":
            return self.entry()
        column = self.column
        if not self.accept("("):
            raise self.error(f"expected a number or an entry, got {self.text or 'the end'!r}")
        if depth == MAX_DEPTH:
            raise ExpressionError(column, f"brackets nested deeper than {MAX_DEPTH}")
        inside = self.sum(depth + 1)
        if not self.accept(")"):
            raise ExpressionError(column, "this '(' is never closed")
        return inside


def _times(left: Polynomial, right: Polynomial, column: int) -> Polynomial:
    if len(left.terms) * len(right.terms) > MAX_TERMS:
        raise ExpressionError(column, f"expands to more than {MAX_TERMS} terms")
    product = left * right
    if any(c.height_bits() > MAX_BITS for _, c in product.terms):
        raise ExpressionError(column, f"a coefficient of more than {MAX_BITS} binary digits")
    if any(power > MAX_DEGREE for monomial, _ in product.terms for *_, power in monomial):
        raise ExpressionError(column, f"the degree of an entry is above {MAX_DEGREE}")
    return product
