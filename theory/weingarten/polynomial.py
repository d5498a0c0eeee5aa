"""Polynomials in the entries of a matrix, collected: what `parse` makes and `expect` takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flint import fmpq

from theory.weingarten.pairings import Exponents


@dataclass(frozen=True)
class Polynomial:
    """sum of coefficient * prod w[row, column]^power, every monomial once, none with zero."""

    terms: tuple[tuple[Exponents, fmpq], ...]

    @classmethod
    def collected(cls, terms: Iterable[tuple[Exponents, fmpq]]) -> Polynomial:
        """Adds up equal monomials."""
        total: dict[Exponents, fmpq] = {}
        for monomial, coefficient in terms:
            total[monomial] = total.get(monomial, fmpq(0)) + coefficient
        return cls(
            tuple((monomial, total[monomial]) for monomial in sorted(total) if total[monomial])
        )

    @classmethod
    def number(cls, value: fmpq | int) -> Polynomial:
        return cls.collected([((), fmpq(value))])

    @classmethod
    def entry(cls, row: int, column: int) -> Polynomial:
        return cls(((((row, column, 1),), fmpq(1)),))

    @property
    def largest_index(self) -> int:
        """The smallest d for which every entry exists."""
        return max((max(i, j) for monomial, _ in self.terms for i, j, _ in monomial), default=1)

    def __add__(self, other: Polynomial) -> Polynomial:
        return Polynomial.collected((*self.terms, *other.terms))

    def __mul__(self, other: Polynomial) -> Polynomial:
        return Polynomial.collected(
            (_product(a, b), x * y) for a, x in self.terms for b, y in other.terms
        )


def _product(left: Exponents, right: Exponents) -> Exponents:
    """The product of two monomials."""
    powers = {(i, j): a for i, j, a in left}
    for i, j, a in right:
        powers[i, j] = powers.get((i, j), 0) + a
    return tuple((i, j, a) for (i, j), a in sorted(powers.items()))
