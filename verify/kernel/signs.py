"""Signs that can be read off: part of what is trusted.

A polynomial is non-negative where, its variables counted from their lower bounds on, no coefficient
is negative and what has no bound stands in even powers; a product has the sign of its factors; a
factor that some hypothesis or theorem says to be non-negative is so. Nothing else is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import flint

from theory.expressions.changing import children, free, opened, random_in, substituted
from theory.expressions.nodes import (
    INFINITY,
    ZERO,
    Cases,
    Every,
    Expect,
    Expr,
    Function,
    Hypothesis,
    Named,
    Node,
    Number,
    Plus,
    Power,
    Relation,
    Sum,
    Times,
    Variable,
)
from theory.expressions.normal import Normal, canonical, normal, same, without_natural, written
from theory.expressions.partial import Partial, Root, T


class Known(NamedTuple):
    """A relation that may be used, and the random elements of which its hypotheses speak.

    ``every`` are the indices of which they do not speak: of those it holds for every value.
    """

    relation: Relation
    on: frozenset[str]
    every: frozenset[Variable] = frozenset()


BOUND = tuple(Variable("_" * depth) for depth in (1, 2, 3))
"""The indices of sums inside sums (``opened``): nothing is known of them but what holds of all."""


class Signs:
    """What can be read off under some hypotheses, and with some relations that were shown."""

    def __init__(self, assumed: Iterable[Hypothesis], shown: Sequence[Known] = ()) -> None:
        self.found: dict[tuple[Expr, frozenset[str]], int] = {}
        self.every: dict[Variable, tuple[Fraction, bool]] = {}  # by family
        self.known = [k for k in shown if k.relation.sign != "=="]
        every = list(shown)
        for one in assumed:
            if isinstance(one, Relation) and one.sign != "==":
                self.known.append(Known(one, random_in(one)))
            if isinstance(one, Every):
                self._for_every_index(one)
                every.append(Known(one.relation, random_in(one.relation), frozenset({one.index})))
        self.known += [
            Known(substituted(relation, {index: bound}), on)
            for relation, on, indices in every if relation.sign != "=="
            for index in indices & _indices(relation) for bound in BOUND
        ]  # fmt: skip
        self.bounds: dict[Expr, list[tuple[Fraction, bool, frozenset[str]]]] = {}
        for known in self.known:
            bound = _bound(known.relation)
            if bound is not None:
                self.bounds.setdefault(bound[0], []).append((*bound[1:], known.on))

    def _for_every_index(self, one: Every) -> None:
        bound = _bound(one.relation)
        if bound and isinstance(bound[0], Variable) and bound[0].index == (one.index,):
            family = bound[0]()
            self.every[family] = max(bound[1:], self.every.get(family, bound[1:]))

    # -- what is asked

    def non_negative(self, node: Expr, inside: frozenset[str] = frozenset()) -> bool:
        return self._sign(node, inside) in (1, 2)

    def positive(self, node: Expr, inside: frozenset[str] = frozenset()) -> bool:
        return self._sign(node, inside) == 2

    def holds(self, relation: Relation) -> bool:
        """Whether a relation can be read off."""
        apart = relation.rhs - relation.lhs
        if not (self.defined(relation.lhs) and self.defined(relation.rhs)):
            return False
        if relation.sign == "==":
            return same(relation.lhs, relation.rhs)
        return self.positive(apart) or (relation.sign == "<=" and self.non_negative(apart))

    def defined(self, node: Node, inside: frozenset[str] = frozenset()) -> bool:
        """Whether nothing that is divided by can be zero, and powers are of what has powers."""
        if not divides(node):
            return True
        if isinstance(node, Power):
            e = node.exponent
            rest = without_natural(canonical(e))  # 0^(e + n) is 0^e 0^n only where 0 <= e
            if isinstance(e, Number) and e.value == int(e.value):
                if e.value < 0 and not self._not_zero(node.base, inside):
                    return False
            elif not (self.positive(node.base, inside) or self.non_negative(rest, inside)):
                return False
        if isinstance(node, Partial) and not continuous(node.body, node.by.name):
            return False  # what is not zero at a point may be zero beside it
        if isinstance(node, Expect):
            inside |= {node.over}
        if isinstance(node, Sum | Root):
            count = node.count if isinstance(node, Sum) else ZERO
            return self.defined(opened(node), inside) and self.defined(count, inside)
        return all(self.defined(child, inside) for child in children(node))

    def _not_zero(self, node: Expr, inside: frozenset[str]) -> bool:
        return self.positive(node, inside) or self.positive(-node, inside)

    # -- how it is found; a sign is 2 (positive), 1 (non-negative) or 0 (not known)

    def _sign(self, node: Expr, inside: frozenset[str]) -> int:
        if (node, inside) not in self.found:  # terms within terms are asked for again and again
            self.found[node, inside] = self._found(node, inside)
        return self.found[node, inside]

    def _found(self, node: Expr, inside: frozenset[str]) -> int:
        form = normal(node)
        if form.is_zero:
            return 1
        top, bottom = (self._of_polynomial(p, form, inside) for p in (form.top, form.bottom))
        if bottom[0] < 2 and bottom[1] < 2:
            return 0
        positive_bottom = bottom[0] == 2
        return top[0] if positive_bottom else top[1]

    def _of_polynomial(self, p: Any, form: Normal, inside: frozenset[str]) -> tuple[int, int]:
        """The signs of p and of -p."""
        direct = self._by_coefficients(p, form, inside)
        if 2 in direct:
            return direct
        constant, factors = p.factor()
        up, down = (2, 0) if constant > 0 else (0, 2)
        for factor, times in factors:
            one = self._of_factor(factor, form, inside)
            if int(times) % 2 == 0:
                one = (2 if 2 in one else 1, 0)
            up, down = _of_product((up, down), one)
        return max(up, direct[0]), max(down, direct[1])

    def _of_factor(self, f: Any, form: Normal, inside: frozenset[str]) -> tuple[int, int]:
        direct = self._by_coefficients(f, form, inside)
        if 2 in direct:
            return direct
        known = self._by_what_is_known(f, form, inside)
        return max(direct[0], known[0]), max(direct[1], known[1])

    def _by_what_is_known(self, f: Any, form: Normal, inside: frozenset[str]) -> tuple[int, int]:
        node, found = written(f, form.atoms), [0, 0]
        own = normal(node).used
        for relation, on, _ in self.known:
            if on & inside or divides(relation):
                continue
            apart = relation.rhs - relation.lhs
            form_apart = normal(apart)
            if form_apart.is_zero or form_apart.used != own:
                continue  # a multiple is made of the same atoms
            ratio = canonical(node / apart)
            if isinstance(ratio, Number):
                side = 0 if ratio.value > 0 else 1
                found[side] = max(found[side], 2 if relation.sign == "<" else 1)
        return found[0], found[1]

    def _by_coefficients(self, p: Any, form: Normal, inside: frozenset[str]) -> tuple[int, int]:
        """The signs of p and of -p."""
        lower = [self._lower(atom, inside) for atom in form.atoms]
        gens = p.context().gens()
        shifts = [
            gen + flint.fmpq(b[0].numerator, b[0].denominator) if b else gen
            for gen, b in zip(gens, [*lower, *[None] * len(gens)], strict=False)
        ]
        up = down = 1
        for exponents, coefficient in p.compose(*shifts).to_dict().items():
            pairs = list(zip(exponents, lower, strict=False))
            if any(e % 2 for e, b in pairs if b is None):
                return 0, 0
            if all(e == 0 or (b is not None and b[1]) for e, b in pairs):
                up, down = 2 * bool(up), 2 * bool(down)
            up, down = (0, down) if coefficient < 0 else (up, 0)
            if not (up or down):
                break
        return up, down

    def _lower(self, atom: Expr, inside: frozenset[str]) -> tuple[Fraction, bool] | None:
        """A number below an atom, and whether strictly."""
        found = [(b, s) for b, s, on in self.bounds.get(atom, ()) if not on & inside]
        if isinstance(atom, Variable) and len(atom.index) == 1 and atom.random not in inside:
            # of a random variable it is assumed at one point of the space
            found += [self.every[atom()]] if atom() in self.every else []
        own = self._own(atom, inside)
        if own:
            found.append((Fraction(0), own == 2))
        return max(found, default=None)

    def _sign_of_count(self, atom: Sum, inside: frozenset[str]) -> int:
        """Sums up to infinity are of what is not negative, see ``unbounded``."""
        return 1 if atom.count == INFINITY else self._sign(atom.count, inside)

    def _own(self, atom: Expr, inside: frozenset[str]) -> int:
        """The sign that an atom has by what it is."""
        match atom:
            case Function("exp"):
                return 2
            case Variable() if atom == T:
                return 2
            case Root():
                return 1
            case Function("sqrt", (argument,)):
                return max(1, self._sign(argument, inside))
            case Function("abs"):
                return 1
            case Power(base, _):
                return self._sign(base, inside)
            case Sum():
                return min(1, self._sign(atom.body, inside), self._sign_of_count(atom, inside))
            case Expect():
                return min(1, self._sign(atom.body, inside | {atom.over}))
            case Cases():
                return min(self._sign(atom.yes, inside), self._sign(atom.no, inside))
        return 0


def _of_product(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    up = max(min(one[0], other[0]), min(one[1], other[1]))
    down = max(min(one[0], other[1]), min(one[1], other[0]))
    return up, down


@lru_cache(maxsize=20_000)
def _bound(relation: Relation) -> tuple[Expr, Fraction, bool] | None:
    """c <= atom, or c < atom, where a relation says that."""
    if relation.sign == "==" or divides(relation):
        return None
    form = normal(relation.rhs - relation.lhs)
    slope, constant, atom = Fraction(0), Fraction(0), None
    for exponents, coefficient in form.top.to_dict().items():
        value = Fraction(int(coefficient.p), int(coefficient.q))
        used = [k for k, e in enumerate(exponents) if e]
        if not used:
            constant = value
        elif len(used) == 1 and exponents[used[0]] == 1 and atom is None:
            slope, atom = value, form.atoms[used[0]]
        else:
            return None
    if atom is None or slope <= 0:
        return None
    return atom, -constant / slope, relation.sign == "<"


def _indices(node: Node) -> frozenset[Variable]:
    """The variables by which families are indexed."""
    return frozenset(i for v in free(node) for i in v.index if isinstance(i, Variable))


@lru_cache(maxsize=20_000)
def divides(node: Node) -> bool:
    """Whether it divides anywhere, or has a power that is no whole number."""
    if isinstance(node, Power):
        e = node.exponent
        if not (isinstance(e, Number) and e.value == int(e.value) and e.value > 0):
            return True
    return any(divides(child) for child in children(node))


def continuous(node: Node, family: str) -> bool:
    """Whether it is seen to be continuous in a family: what is not zero is not zero around it."""
    fine = isinstance(node, Plus | Times | Named)
    match node:
        case Number(value):
            fine = isinstance(value, Fraction)  # of an endless sum nothing is seen
        case Function(name):
            fine = name in ("exp", "sqrt", "abs")
        case Power(_, Number(value)):
            fine = value == int(value)
        case Variable() | Sum():
            which = node.index if isinstance(node, Variable) else (node.count,)
            fine = not any(v.name == family for one in which for v in free(one))
    return fine and all(continuous(child, family) for child in children(node))
