"""The sign of a term on a closed box, by ball arithmetic."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import flint

from theory.expressions.changing import derivative, free, is_plain, substituted
from theory.expressions.evaluating import Balls, NoValue, evaluate
from theory.expressions.nodes import Expr, Hypothesis, Operand, Relation, Variable, term
from theory.expressions.normal import normal
from verify.kernel.calculus import Calculus
from verify.kernel.theorem import Rejected, Theorem, rule, signs

_BITS = 128
_BUDGET = 20_000
Side = tuple[Operand, Operand]
Contact = tuple[Variable, Operand, int]


class Boxes(Calculus):
    @rule
    def box(
        self, name: str, relation: Relation, sides: Mapping[Variable, Side],
        contact: Contact | None = None,
    ) -> Theorem:  # fmt: skip
        """F >= 0 on a closed box, by ball arithmetic on boxes that are halved until all agree.

        ``contact`` (x, c, m) says that F and its derivatives by x below order m vanish at x = c,
        which is compared as terms. By Taylor's theorem F = F^(m)(y) (x-c)^m/m! with y between c and
        x: beside c the sign of F^(m) on the hull of the box and c decides, for even m or x >= c.
        """
        if families := [x for x in sides if not is_plain(x)]:
            raise Rejected(name, relation, f"{families[0]} is no variable that may run through it")
        ends = {x: tuple(Fraction(str(e)) for e in ab) for x, ab in sides.items()}
        F = relation.rhs - relation.lhs
        if relation.sign == "==" or not free(F) <= set(ends):
            raise Rejected(
                name, relation, f"expected an inequality in {', '.join(map(str, sides))}"
            )
        if relation.sign == "<" and contact:
            raise Rejected(name, relation, "both sides meet")
        if contact:
            self._contact(name, relation, F, contact, ends)
        count = _covered(F, ends, contact, strict=relation.sign == "<")
        if isinstance(count, str):
            raise Rejected(name, relation, count)
        assumes = _bounds(ends)
        where = ", ".join(f"{x} in [{a}, {b}]" for x, (a, b) in ends.items())
        touch = f", contact at {contact[0]} = {contact[1]} factored out" if contact else ""
        checked = f"{count} boxes, {_BITS} bits, {where}{touch}"
        return self._made(name, "sign on a box", assumes, relation, (), checked)

    @staticmethod
    def _contact(
        name: str, relation: Relation, F: Expr, contact: Contact, ends: Mapping[Variable, Any]
    ) -> None:
        x, c, order = contact[0], term(contact[1]), contact[2]
        low, high = ends[x]
        point = evaluate(c, {}, Balls)
        inside = bool(Balls.number(low) <= point) and bool(point <= Balls.number(high))
        if order < 1 or not inside or (order % 2 and not bool(point <= Balls.number(low))):
            raise Rejected(name, relation, f"no contact of order {order} at {x} = {c}")
        read = signs(_bounds(ends))
        for _ in range(order):
            if not read.defined(substituted(F, {x: c})):
                raise Rejected(name, relation, f"{F} may not be defined at {x} = {c}")
            if not normal(substituted(F, {x: c})).is_zero:
                raise Rejected(name, relation, f"{F} is not 0 at {x} = {c}")
            F = derivative(F, x)


def _bounds(ends: Mapping[Variable, Any]) -> list[Hypothesis]:
    return [h for x, (a, b) in ends.items() for h in (term(a) <= x, x <= term(b))]


class _Subdivision:
    """F on boxes that are halved along their longest side until its sign is seen on each."""

    def __init__(self, F: Expr, names: Sequence[Variable], contact: Any, strict: bool) -> None:
        self.F, self.names, self.contact, self.strict = F, list(names), contact, strict
        self.high = F
        for _ in range(contact[2] if contact else 0):
            self.high = derivative(self.high, contact[0])

    def value(self, node: Expr, balls: Sequence[Any]) -> Any:
        return evaluate(node, dict(zip(self.names, balls, strict=True)), Balls)

    def seen(self, box: Any) -> bool:
        """Whether F >= 0 on a box; beside the contact by its derivative, where F is defined."""
        balls = [a.union(b) for a, b in box]
        found = self.value(self.F, balls)
        if found > 0 or (not self.strict and found >= 0):
            return True
        if not self.contact:
            return False
        k, at = self.names.index(self.contact[0]), evaluate(term(self.contact[1]), {}, Balls)
        balls[k] = balls[k].union(at)
        defined = self.value(self.F, balls).is_finite()
        return bool(defined and self.value(self.high, balls) >= 0)

    def halves(self, box: Any, middle: Sequence[Any]) -> list[Any]:
        widest = max(range(len(box)), key=lambda i: float(box[i][1] - box[i][0]))
        (a, b), m = box[widest], middle[widest]
        return [(*box[:widest], part, *box[widest + 1 :]) for part in ((a, m), (m, b))]


def _covered(F: Expr, ends: Mapping[Variable, Any], contact: Any, strict: bool) -> int | str:
    """The number of boxes on which F >= 0 was seen, or why not."""
    boxes = _Subdivision(F, list(ends), contact, strict)
    with flint.ctx.workprec(_BITS):
        left: Any = deque([tuple((Balls.number(a), Balls.number(b)) for a, b in ends.values())])
        for count in range(_BUDGET):
            if not left:
                return count
            box = left.popleft()  # the largest first: a point where it is false is met soon
            try:
                if boxes.seen(box):
                    continue
                middle = [((a + b) / 2).mid() for a, b in box]
                if boxes.value(F, middle) < 0:
                    pairs = zip(ends, middle, strict=True)
                    where = ", ".join(f"{x} = {float(m):.6g}" for x, m in pairs)
                    return f"it is false at {where}"
            except NoValue as error:
                return str(error)
            left += boxes.halves(box, middle)
        return f"not decided with {_BUDGET} boxes"
