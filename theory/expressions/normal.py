"""The normal form of a term: a quotient of polynomials, in lowest terms, in its atoms.

An atom is a term that arithmetic does not look into: a variable, log(...), a mean, a sum that
cannot be split. What stands inside an atom is in normal form itself, so that equal writing means
equal atoms. Sums and means are linear: what does not depend on their index, or on their random
element, comes out, a sum of 1 is the number of its terms, and the mean of a sum is the sum of the
means. Names are unfolded.

The normal form cancels: two terms with the same one are equal wherever nothing that either divides
by is zero, which is for whoever compares them to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import flint

from theory.expressions.changing import children, free, random_in, rebuilt, substituted
from theory.expressions.functions import exp, log, sqrt
from theory.expressions.nodes import (
    INFINITY,
    ONE,
    Cases,
    Expect,
    Expr,
    Function,
    Named,
    Node,
    Number,
    Plus,
    Power,
    Relation,
    Sum,
    Times,
    Variable,
    plus,
    power,
    times,
)
from theory.expressions.partial import Integral, Partial, Root, delta

Polynomial = Any  # flint.fmpq_mpoly


@dataclass(frozen=True)
class Normal:
    """top/bottom in lowest terms, polynomials in the atoms; the bottom begins with 1."""

    atoms: tuple[Expr, ...]
    top: Polynomial
    bottom: Polynomial

    @property
    def is_zero(self) -> bool:
        return not self.top.to_dict()

    @cached_property
    def used(self) -> frozenset[Expr]:
        """The atoms that have not cancelled."""
        top, bottom = (p.degrees() for p in (self.top, self.bottom))
        degrees = zip(self.atoms, top, bottom, strict=False)  # of 0 they are -1
        return frozenset(atom for atom, m, n in degrees if m > 0 or n > 0)


@lru_cache(maxsize=20_000)
def normal(node: Expr) -> Normal:
    leaves = _leaves(node)
    atoms = tuple(sorted(set(_atoms(leaves)), key=str))
    names = tuple(f"a{k}" for k in range(max(1, len(atoms))))
    ring = flint.fmpq_mpoly_ctx.get(names, flint.Ordering.lex)
    gens = dict(zip(atoms, ring.gens(), strict=False))
    top, bottom = _quotient(leaves, gens, ring)
    common = top.gcd(bottom) if top.to_dict() else bottom
    top, bottom = _divided(top, common), _divided(bottom, common)
    lead = next(iter(bottom.to_dict().values()))
    return Normal(atoms, top * (1 / lead), bottom * (1 / lead))


def same(one: Expr, other: Expr) -> bool:
    """Whether both have one normal form."""
    if one == other:
        return True
    return normal(one).used == normal(other).used and normal(one - other).is_zero


@lru_cache(maxsize=20_000)
def canonical(node: Expr) -> Expr:
    """The term written by its normal form."""
    form = normal(node)
    return times(written(form.top, form.atoms), power(written(form.bottom, form.atoms), -ONE))


def written(polynomial: Polynomial, atoms: tuple[Expr, ...]) -> Expr:
    """A polynomial as a term, its monomials in order."""
    parts = []
    for exponents, coefficient in sorted(polynomial.to_dict().items(), reverse=True):
        parts.append(times(_number(coefficient), *monomial(exponents, atoms)))
    return plus(*parts) if parts else Number(Fraction(0))


def monomial(exponents: tuple[int, ...], atoms: tuple[Expr, ...]) -> list[Expr]:
    pairs = zip(atoms, exponents, strict=False)
    return [power(atom, Number(Fraction(int(e)))) for atom, e in pairs if e]


def _number(coefficient: Any) -> Expr:
    return Number(Fraction(int(coefficient.p), int(coefficient.q)))


def _divided(polynomial: Polynomial, by: Polynomial) -> Polynomial:
    quotient, rest = divmod(polynomial, by)
    assert not rest.to_dict()
    return quotient


def _atoms(leaves: Expr) -> Iterator[Expr]:
    match leaves:
        case Number():
            return
        case Plus(parts) | Times(parts):
            for part in parts:
                yield from _atoms(part)
        case Power(base, Number(value)) if value == int(value):
            yield from _atoms(base)
        case _:
            yield leaves


def _quotient(leaves: Expr, gens: dict[Expr, Polynomial], ring: Any) -> tuple[Any, Any]:
    one = ring.constant(1)
    if leaves in gens:
        return gens[leaves], one
    match leaves:
        case Number(value):
            exact = Fraction(value)
            return one * flint.fmpq(exact.numerator, exact.denominator), one
        case Plus():
            top, bottom = one * 0, one
            for part in leaves.terms:
                t, b = _quotient(part, gens, ring)
                top, bottom = (top + t, b) if b == bottom else (top * b + t * bottom, bottom * b)
            return top, bottom
        case Times():
            top, bottom = one, one
            for part in leaves.factors:
                t, b = _quotient(part, gens, ring)
                top, bottom = top * t, bottom * b
            return top, bottom
        case Power(base, Number(value)):
            t, b = _quotient(base, gens, ring)
            n = int(value)
            if n < 0 and not t.to_dict():
                raise ZeroDivisionError(f"{leaves} divides by zero")
            return (t**n, b**n) if n >= 0 else (b**-n, t**-n)
    raise TypeError(f"{leaves} is no atom")


def _leaves(node: Node) -> Expr:
    """The term over numbers and atoms, with what stands inside the atoms in normal form."""
    match node:
        case Number() if node.value != float("inf"):
            return node
        case Variable():
            return rebuilt(node, canonical)
        case Named():
            return _leaves(node.body)
        case Plus() | Times():
            return rebuilt(node, _leaves)
        case Power(base, Number(value)) if value == int(value):
            return power(_leaves(base), node.exponent)
        case Power():
            return _power(canonical(node.base), canonical(node.exponent))
        case Function(name, (argument,)) if name in ("log", "exp", "sqrt"):
            return {"log": log, "exp": exp, "sqrt": sqrt}[name](canonical(argument))
        case Function("delta", (one, other)):
            return delta(canonical(one), canonical(other))
        case Function():
            return rebuilt(node, canonical)
        case Cases():
            sides = Relation(node.condition.sign, *map(canonical, children(node.condition)))
            return Cases(sides, canonical(node.yes), canonical(node.no))
        case Partial():
            return Partial(canonical(node.body), rebuilt(node.by, canonical))
        case Root():
            own = Variable(f"_{_height(node.body)}")
            return Root(own, canonical(substituted(node.body, {node.index: own})))
        case Sum():
            return _leaves_of_sum(node)
        case Expect():
            return _leaves_of_mean(node)
    raise TypeError(f"{node} has no normal form")


def _power(base: Expr, exponent: Expr) -> Expr:
    """base^(e + n) = base^e base^n, see ``without_natural``."""
    rest = without_natural(exponent)
    if isinstance(exponent, Plus) and rest != exponent:
        return times(power(base, rest), power(_leaves(base), exponent.terms[-1]))
    return power(base, exponent)


def without_natural(exponent: Expr) -> Expr:
    """e, of an exponent e + n with natural n; 0^(e + n) is 0^e 0^n only where e is not negative."""
    if isinstance(exponent, Plus) and isinstance(exponent.terms[-1], Number):
        constant = exponent.terms[-1].value
        if constant == int(constant) and constant > 0:
            return plus(*exponent.terms[:-1])
    return exponent


def _leaves_of_sum(node: Sum) -> Expr:
    """Bound indices are called by how many sums stand inside, so that their names do not matter."""
    depth = Variable(f"_{_height(node.body)}")
    body = substituted(node.body, {node.index: depth})
    if node.count == INFINITY:  # it need not converge: nothing is taken out
        return Sum(depth, canonical(body), INFINITY)
    count = canonical(node.count)

    def inside(part: Expr) -> Expr:
        own = Variable(f"_{_height(part)}")  # other sums may have come out of it
        if own != depth:
            part = canonical(substituted(part, {depth: own}))
        return _leaves(count) if part == ONE else Sum(own, part, count)

    return _split(body, lambda atom: depth in free(atom), inside)


def _leaves_of_mean(node: Expect) -> Expr:
    def inside(part: Expr) -> Expr:
        if part == ONE and not isinstance(node, Integral):
            return ONE
        finite = isinstance(part, Sum) and part.count != INFINITY
        if isinstance(part, Sum) and finite and node.over not in random_in(part.count):
            return _leaves_of_sum(Sum(part.index, replace(node, body=part.body), part.count))
        return replace(node, body=part)

    return _split(node.body, lambda atom: node.over in random_in(atom), inside)


def _split(body: Expr, depends: Callable[[Expr], bool], inside: Callable[[Expr], Expr]) -> Expr:
    """sum of c m/(b B), c and b without what is bound, as the sum of (c/b) inside(m/B)."""
    form = normal(body)
    bound = [depends(atom) for atom in form.atoms]
    constant, factors = form.bottom.factor()
    outer: Expr = _number(constant)
    inner: Expr = ONE
    for factor, times_ in factors:
        part = power(written(factor, form.atoms), Number(Fraction(int(times_))))
        used = [any(e[k] for e in factor.to_dict()) for k in range(len(form.atoms))]
        if any(b and u for b, u in zip(bound, used, strict=True)):
            inner = times(inner, part)
        else:
            outer = times(outer, part)
    terms = []
    for exponents, coefficient in sorted(form.top.to_dict().items(), reverse=True):
        pairs = list(zip(form.atoms, exponents, bound, strict=False))
        without = [power(a, Number(Fraction(int(e)))) for a, e, b in pairs if e and not b]
        within = [power(a, Number(Fraction(int(e)))) for a, e, b in pairs if e and b]
        part = canonical(times(*within) / inner) if within else canonical(1 / inner)
        terms.append(times(_number(coefficient), *without, inside(part)))
    return times(plus(*terms), power(outer, -ONE)) if terms else Number(Fraction(0))


def _height(node: Node) -> int:
    below = max((_height(child) for child in children(node)), default=0)
    return below + 1 if isinstance(node, Sum | Root) else below
