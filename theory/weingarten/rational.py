"""A rational function of the dimension d, with the integers d for which it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq, fmpz_poly

from lemmata.theory.weingarten.errors import ValidityError, dimension

Dimension = int | fmpz_poly
"""A number d, or the variable D where an answer is wanted for every d."""

Quotient = tuple[Any, Any]
"""Numerator and denominator, not reduced: integers at a number d, or polynomials in D."""

D, ONE = fmpz_poly([0, 1]), fmpz_poly([1])


@dataclass(frozen=True, eq=False)
class RationalFunction:
    """numerator / denominator in lowest terms, denominator with positive leading coefficient.

    It holds for every integer d >= valid_from. Two of them are equal when they are the same
    function; where they hold is not compared.
    """

    numerator: fmpz_poly
    denominator: fmpz_poly
    valid_from: int = 1

    @classmethod
    def in_lowest_terms(
        cls, top: fmpz_poly, bottom: fmpz_poly, valid_from: int = 1
    ) -> RationalFunction:
        """The fraction in lowest terms."""
        common = top.gcd(bottom)
        if bottom.leading_coefficient() < 0:
            common = -common
        return cls(top // common, bottom // common, valid_from)

    @classmethod
    def polynomial(cls, *coefficients: int) -> RationalFunction:
        """A polynomial in d, lowest power first: polynomial(0, 1) is d, polynomial(3) is 3."""
        return cls(fmpz_poly(list(coefficients)), ONE)

    def __call__(self, d: int) -> fmpq:
        """The value at an integer d; ValidityError where the formula does not hold."""
        d = dimension(d)
        if d < self.valid_from:
            raise ValidityError(f"the formula holds for d >= {self.valid_from}, not at d = {d}")
        return fmpq(self.numerator(d), self.denominator(d))

    @property
    def validity(self) -> str:
        """The integers d for which the formula holds."""
        return f"d >= {self.valid_from}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RationalFunction):
            return NotImplemented
        return bool(self.numerator == other.numerator and self.denominator == other.denominator)

    def __hash__(self) -> int:
        return hash((*map(int, self.numerator), *map(int, self.denominator)))

    # sums and products are valid where both are

    def __add__(self, other: RationalFunction) -> RationalFunction:
        top = self.numerator * other.denominator + other.numerator * self.denominator
        return self._with(other, top)

    def __mul__(self, other: RationalFunction) -> RationalFunction:
        return self._with(other, self.numerator * other.numerator)

    def _with(self, other: RationalFunction, numerator: fmpz_poly) -> RationalFunction:
        """The numerator over the product of both denominators."""
        valid_from = max(self.valid_from, other.valid_from)
        return self.in_lowest_terms(numerator, self.denominator * other.denominator, valid_from)

    def __str__(self) -> str:
        """Factored, e.g. (d+1)/(d (d-1) (d+2))."""
        top, bottom = _factored(self.numerator), _factored(self.denominator)
        if bottom == "1":
            return top
        return f"{top}/({bottom})" if " " in bottom else f"{top}/{bottom}"


def _factored(polynomial: fmpz_poly) -> str:
    """Its factors, linear ones by the size of their roots first."""
    unit, factors = polynomial.factor()
    factors.sort(key=lambda pair: (pair[0].degree(), abs(pair[0][0]), pair[0][0]))
    texts = [_bracketed(base) + (f"^{power}" if power > 1 else "") for base, power in factors]
    if not texts or abs(unit) != 1:
        return " ".join([str(unit), *texts])
    return ("-" if unit < 0 else "") + " ".join(texts)


def _bracketed(polynomial: fmpz_poly) -> str:
    """One irreducible factor: d, (d+2), (d^2-3d+1)."""
    terms = [_term(int(c), n) for n, c in enumerate(polynomial) if c]
    text = "".join(reversed(terms)).removeprefix("+")
    return f"({text})" if len(terms) > 1 else text


def _term(coefficient: int, power: int) -> str:
    """+3d^2, -d, +1."""
    if power == 0:
        return f"{coefficient:+d}"
    number = f"{coefficient:+d}" if abs(coefficient) > 1 else "+-"[coefficient < 0]
    return number + ("d" if power == 1 else f"d^{power}")
