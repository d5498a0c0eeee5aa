"""What a term means: what is refused, what is free in it, and what numbers and balls make of it."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest

from theory.expressions.changing import (
    Captured,
    NotDifferentiable,
    binders,
    derivative,
    free,
    opened,
    random_in,
    rebuilt,
    substituted,
)
from theory.expressions.evaluating import Balls, NoValue, evaluate
from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.nodes import (
    INFINITY,
    ZERO,
    Cases,
    Every,
    Expr,
    Function,
    Named,
    Number,
    Power,
    Relation,
    Sum,
    Variable,
    Whole,
    equal,
    term,
)
from theory.expressions.normal import same
from theory.expressions.partial import Partial, Root, T, delta, integral, partial, root
from theory.test_support.comparing import over
from theory.test_support.terms import AT, PLAIN, a, b, close, j, k, l, u, v, worth, x, y, z

REFUSED: dict[str, Callable[[], Any]] = {
    "a sum to x": lambda: derivative(total(k, k, x), x),
    "an index": lambda: derivative(u(x), x),
    "an endless sum": lambda: derivative(total(x, k, INFINITY), x),
    "an absolute value": lambda: derivative(abs(x), x),
    "the mean of a product": lambda: derivative(mean(x * a, "W"), x),
    "a case": lambda: derivative(Cases(x <= 0, x, y), x),
    "captured by a sum": lambda: substituted(total(x * k, k, 3), {x: k}),
    "captured by every": lambda: substituted(Every(k, x <= u(k)), {x: k}),
    "captured by a point": lambda: substituted(Every(Variable("W"), x <= a), {x: a}),
    "captured by a root": lambda: substituted(Root(k, x - k), {x: k}),
    "captured by a mean": lambda: substituted(mean(x * a, "W"), {x: a}),
    "captured by a derivative": lambda: substituted(partial(x * u(1), u(1)), {x: u(2)}),
    "captured under another name": lambda: substituted(
        partial(x * u(1), u(1)), {x: Function("f", (y,))}
    ),
    "no member": lambda: partial(x, x),
    "a random member": lambda: partial(x, a(1)),
    "a fixed member": lambda: partial(x, Variable("u", (x,), "", True)),
    "a member of what is fixed": lambda: partial(x, Variable("u", fixed=True)(1)),
    "no term": lambda: term(object()),
    "a truth value": lambda: term(True),
    "not a number": lambda: term(float("nan")),
    "inf - inf": lambda: INFINITY - INFINITY,
    "0 inf": lambda: Number(0 * math.inf),
    "a relation between variables": lambda: bool(x <= y),
    "infinity": lambda: same(INFINITY, x),
    "whether a variable is 1": lambda: bool(equal(x, 1)),
    "whether 1 is a variable": lambda: bool(equal(1, x)),
    "divided by 0": lambda: same(1 / (x - x), y),
    "a mean": lambda: evaluate(mean(x, "W"), {x: 1.0}),
    "an unknown function": lambda: evaluate(Function("f", (x,)), {x: 1.0}),
    "an equation of cases": lambda: evaluate(Cases(equal(x, 1), x, x), {x: 1.0}),
    "no value": lambda: evaluate(x, {}),
    "no value of that sort": lambda: evaluate(x, {"x": 1.0}),
    "half a term": lambda: evaluate(total(x, k, y), {x: 1.0, y: 0.5}),
    "less than no terms": lambda: evaluate(total(x, k, y), {x: 1.0, y: -1.0}),
    "half a ball of terms": lambda: evaluate(
        total(x, k, y), {x: flint.arb(1), y: flint.arb("0.5")}, Balls
    ),
    "less than no balls": lambda: evaluate(
        total(x, k, y), {x: flint.arb(1), y: flint.arb(-1)}, Balls
    ),
    "some balls": lambda: evaluate(total(x, k, y), {x: flint.arb(1), y: flint.arb(2, 0.5)}, Balls),
}


@over(REFUSED)
def test_what_has_no_meaning_is_refused(name: str) -> None:
    refusals = (NotDifferentiable, Captured, NoValue, TypeError, ValueError, ZeroDivisionError)
    with pytest.raises(refusals):
        REFUSED[name]()


@over(
    {
        "half a term": r"sum_k x has 0\.5 terms; expected a natural number",
        "no term": r"<object object at .*> of type object is no term",
        "infinity": "inf has no normal form",
        "a truth value": "^True is no number$",
        "captured by a sum": r"^k is bound in sum_k \(x k\) and free in k$",
        "divided by 0": r"^1/\(x - x\) divides by zero$",
    }.items()
)
def test_a_refusal_names_what_has_no_meaning(name: str, why: str) -> None:
    with pytest.raises((NoValue, TypeError, Captured, ZeroDivisionError), match=why):
        REFUSED[name]()


def test_a_substitution_that_captures_nothing_is_made() -> None:
    assert substituted(total(u(k), k, k), {k: j}) == total(u(k), k, j)
    assert substituted(Every(k, 0 <= u(k)), {k: j}) == Every(k, 0 <= u(k))
    assert substituted(Every(k, x <= u(k)), {x: y}) == Every(k, y <= u(k))
    assert substituted(Root(k, k - x), {k: j, x: y}) == Root(k, k - y)
    assert substituted(mean(a, "W") + x, {x: a}) == mean(a, "W") + a
    called_like_a_draw = Variable("W")
    assert substituted(total(x, called_like_a_draw, 2), {x: a}) == total(a, called_like_a_draw, 2)
    assert substituted(mean(x * a, "W"), {x: b}) == mean(b * a, "W")
    assert substituted(partial(v(1) * u(1), u(1)) + x, {x: u(2)}) == partial(v(1) * u(1), u(1)) + u(
        2
    )
    varied = partial(x * u(1), u(1))
    for known in (exp(y), log(y), sqrt(y), abs(y), delta(y, z)):
        assert substituted(varied, {x: known}) == partial(known * u(1), u(1))
    assert substituted(varied + y, {y: Function("f", (z,))}) == varied + Function("f", (z,))
    assert substituted(Whole(x), {x: y}) == Whole(y)
    assert substituted(u(x), {x: y, u: z}) == u(y)


def test_what_is_rebuilt_has_changed_parts() -> None:
    for made in (
        Every(k, x <= y),
        Whole(x),
        x <= y,
        Cases(x <= y, x, y),
        Root(k, k + x),
        mean(x, "W"),
        integral(x),
        Named("s", x),
        Partial(x * u(x), u(x)),
        total(x, k, x),
        u(x, y),
        x**y,
        Power(y, x),
        Function("f", (x, y)),
        x + y,
        x * y,
    ):
        again = rebuilt(made, lambda part: substituted(part, {x: z}))
        assert x not in free(again), made
        assert type(again) is type(made)
        assert again == substituted(made, {x: z})


def test_what_is_free_and_what_is_random() -> None:
    assert free(total(u(k) * x, k, k)) == {u(k), x, k}
    assert root(lambda h: h - x) == Named("h", Root(Variable("h"), Variable("h") - x))
    assert free(total(k * x, k, y)) == {x, y}
    assert free(Root(k, k - x)) == free(Every(k, k <= x)) == {x}
    assert free(partial(x * u(1), u(j))) == {x, u(1), u(j), j}
    assert random_in(a(j) * mean(b, "g") + T) == {"W", "t"}
    assert random_in(a(b)) == {"W", "g"}
    assert random_in(Every(Variable("W"), a <= b)) == {"g"}
    for inside in (
        Whole(x * a),
        x <= a,
        a <= x,
        Every(k, a <= x),
        Cases(a <= 0, x, y),
        x**a,
        Cases(x <= 0, a, y),
        Cases(y <= 0, x, a),
        Function("f", (x, a)),
        Power(a, x),
        Named("s", x * a),
        u(x, a),
        total(x, k, a),
        total(a, k, x),
        Root(k, k + x - a),
        partial(x * a, u(1)),
        partial(1, u(x, a)),
        mean(x * a, "g"),
    ):
        assert {x, a} <= free(inside), inside
        assert random_in(inside) == {"W"}, inside
    assert [s.index for s in binders(total(total(x, j, 2), k, 3) + Root(l, l))] == [k, j, l]
    assert opened(Sum(k, k * Variable("_"), term(2))) == Variable("__") * Variable("_")


def test_numbers_are_exact_and_infinity_is_kept() -> None:
    assert [
        term(c)
        for c in ("1/3", 0.1, 2, Fraction(5, 7), flint.fmpq(2, 3), np.float64(0.5), np.int64(4))
    ] == [Number(Fraction(c)) for c in ("1/3", "1/10", 2, "5/7", "2/3", "1/2", 4)]
    assert (
        term(math.inf) == INFINITY == x + INFINITY == INFINITY + 1 == INFINITY**2 == sqrt(INFINITY)
    )
    assert INFINITY**-1 == ZERO == 0 * x
    assert INFINITY ** term("1/2") == INFINITY
    with pytest.raises(ValueError, match=r"^inf - inf and 0 inf are no numbers$"):
        Number(math.nan)
    with pytest.raises(TypeError, match=r"^<object object at .*> of type object is no term$"):
        term(object())
    assert Power(ZERO, term(-1)) == ZERO**-1  # it is not computed
    assert (term(2) ** -1, term(4) ** 2, term(0) ** 2) == (term("1/2"), term(16), ZERO)
    assert (x**0, x**1, log(1), exp(0), sqrt(0), sqrt(1)) == (
        term(1),
        x,
        ZERO,
        term(1),
        ZERO,
        term(1),
    )
    assert (x**2) ** term("1/2") == Power(x**2, term("1/2"))
    assert (delta(1, 1), delta(x, x), delta(j, k)) == (term(1), term(1), delta(k, j))


def test_relations_of_numbers_are_true_or_false() -> None:
    said = [
        (1 < term(2), True),
        (term(2) <= 1, False),
        (term(1) < 1, False),
        (x <= x, True),
        (x < x, False),
        (equal(x, x), True),
        (equal(1, 2), False),
        (equal(2, 1), False),
        (x - 1 >= x - 1, True),
        (term(3) > 2, True),
        (term(2) > 3, False),
    ]
    assert [bool(one) for one, _ in said] == [right for _, right in said]
    assert (x < y, x > y, x >= y) == (
        Relation("<", x, y),
        Relation("<", y, x),
        Relation("<=", y, x),
    )
    with pytest.raises(TypeError, match=r"^whether x <= y depends on its variables; it is neither"):
        bool(x <= y)


@over(PLAIN)
def test_every_kind_of_number_gives_one_value(one: Expr) -> None:
    right = worth(one)
    assert close(evaluate(one, AT), right)
    ball = evaluate(one, {n: flint.arb(c) for n, c in AT.items()}, Balls)
    assert abs(float(ball.mid()) - right) < 1e-9
    assert float(ball.rad()) < 1e-12
    wide = evaluate(
        one, {n: flint.arb(c, 1e-3) if n in (x, y) else flint.arb(c) for n, c in AT.items()}, Balls
    )
    assert not wide.is_finite() or wide.contains(flint.arb(right, 1e-12).mid())


def test_a_ball_takes_the_case_that_holds_of_all_its_points() -> None:
    yes, no = flint.arb(1), flint.arb(2)
    both = yes.union(no)
    pairs = {(0, 1): (1, 1), (1, 0): (2, 2), (1, 1): (1, 2)}
    for (low, high), (weak, strict) in pairs.items():
        for sort, right in ((False, weak), (True, strict)):
            chosen = Balls.chosen(flint.arb(low), flint.arb(high), sort, yes, no)
            assert chosen == flint.arb(right)
    wide = flint.arb(1, 0.5)
    assert Balls.chosen(wide, flint.arb(1), False, yes, no).contains(both)
    assert Balls.chosen(flint.arb(1), wide, True, yes, no).contains(both)
    below, above = flint.arb(0.5, 0.5), flint.arb(1.5, 0.5)  # they meet in 1
    assert Balls.chosen(above, below, False, yes, no).contains(both)
    assert Balls.chosen(below, above, True, yes, no).contains(both)
    third = Balls.number(Fraction(1, 3))
    assert third.contains(flint.arb(1) / 3)
    with flint.ctx.workprec(200):
        top = third.mid() + third.rad()  # the one number that it may reach
        assert Balls.chosen(top, third, False, yes, no).contains(both)
        assert Balls.chosen(third, top, True, yes, no).contains(both)
    assert Balls.number(math.inf) == flint.arb.pos_inf()


def test_families_are_looked_up_by_name_from_1_on() -> None:
    rows = {"u": [[1.0, 2.0], [3.0, 4.0]], "v": [5.0, 6.0]}
    assert evaluate(u(1, 2) + v(2), rows) == 8.0
    assert evaluate(total(v(k), k, 2), rows) == 11.0
    assert evaluate(total(u(2, k) * k, k, 2), rows) == 11.0
