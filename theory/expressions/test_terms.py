"""Terms mean what they say: arithmetic, normal forms, substitution and derivatives keep the value.

The value is computed by a second route, in a small model: a random element has three points, an
integral is a sum over two points, families and unknown functions are tables.
"""

import itertools
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest

from theory.expressions.changing import (
    Captured,
    NotDifferentiable,
    binders,
    children,
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
    Expect,
    Expr,
    Function,
    Named,
    Number,
    Plus,
    Power,
    Relation,
    Sum,
    Times,
    Variable,
    Whole,
    equal,
    term,
)
from theory.expressions.normal import canonical, same
from theory.expressions.partial import Integral, Partial, Root, T, delta, integral, partial
from theory.test_support.comparing import over

x, y, z, u, v = (Variable(name) for name in "xyzuv")
j, k, l = (Variable(name) for name in "jkl")
a, b = Variable("a", random="W"), Variable("b", random="g")
AT: dict[Any, float] = {x: 1.37, y: 2.21, z: 0.83, j: 1.0, k: 2.0, l: 3.0}
WEIGHTS = {"W": (0.2, 0.5, 0.3), "g": (0.6, 0.1, 0.3), "t": (0.7, 1.9)}


def table(*key: Any) -> float:
    """A number for each key, between 1 and 2."""
    return 1 + sum(ord(c) * (i + 1) for i, c in enumerate(str(key))) % 97 / 97


def value(node: Expr, at: Mapping[Any, float], points: Mapping[str, int]) -> float:
    """What a term is worth; ``points`` are those of the random elements."""

    def of(part: Expr) -> float:
        return value(part, at, points)

    match node:
        case Number():
            return float(node.value)
        case Variable() if node in at:
            return at[node]
        case Variable():
            index = [round(of(i), 6) for i in node.index]
            return table(node.name, index, points[node.random] if node.random else "")
        case Named():
            return of(node.body)
        case Plus():
            return sum(map(of, node.terms))
        case Times():
            return math.prod(map(of, node.factors))
        case Power():
            return float(of(node.base) ** of(node.exponent))
        case Function("log" | "exp" | "sqrt", (argument,)):
            return float(getattr(math, node.name)(of(argument)))
        case Function("abs", (argument,)):
            return abs(of(argument))
        case Function("delta", (one, other)):
            return float(of(one) == of(other))
        case Function():
            return table(node.name, [round(of(part), 6) for part in node.arguments])
        case Cases():
            low, high = of(node.condition.lhs), of(node.condition.rhs)
            holds = {"<": low < high, "<=": low <= high, "==": low == high}
            return of(node.yes if holds[node.condition.sign] else node.no)
        case Sum():
            count = round(of(node.count))
            return sum(
                value(node.body, {**at, node.index: float(i)}, points) for i in range(1, count + 1)
            )
        case Expect():
            pairs = enumerate(WEIGHTS[node.over])
            return sum(w * value(node.body, at, {**points, node.over: i}) for i, w in pairs)
    raise TypeError(node)


def worth(node: Expr, **changed: float) -> float:
    return value(
        node, {**AT, **{Variable(n): c for n, c in changed.items()}}, dict.fromkeys("Wgt", 1)
    )


PLAIN: list[Expr] = [
    x,
    term("-3/7"),
    x + y * z - 3,
    (x + 1) ** 2 / (y - x) ** 3,
    1 / (x * y) + 1 / (x + y),
    x**-2,
    -(x - y) * (z + 1),
    log(x**2 + y) * exp(-x),
    sqrt(x * y) + sqrt(x + 1) * x,
    Power(x, y + 2),
    Power(x, y / 2 - z + 1),
    Power(x + y, z),
    Power(y, x**2),
    Power(x, term("1/2")),
    x**y * x,
    Power(x, y + Fraction(1, 2)),
    Power(x, y - 2),
    log(x / y) - log(1 + x / y),
    abs(x - y),
    Cases(x <= y, x, z),
    Cases(y < x, x, z * x),
    Cases(y <= y, x, z),
    Cases(y < y, x, z),
    Named("s", x * y + 1) ** 2,
    total(x + k / (x + 1), k, 3),
    total(x, k, 4),
    total(k**2, k, l),
    total(1 / k, k, 3) * x,
    total(total(j * k / (x + j), j, 2), k, 3),
    total(total(j, j, k), k, 3),
    total(exp(-k * x) * y, k, 3),
    exp(2 * x) / exp(x),
    total(k, k, 0) + x,
]
FAMILIES: list[Expr] = [
    u(1),
    u(k) * x,
    u(k + 1) - u(k),
    total(u(k) * x + 1, k, 3),
    total(u(k) / (1 + u(k)), k, 3),
    total(total(u(j) * v(k) / (u(j) + v(k)), j, 2), k, 3),
    u(1, 2) * v(2),
    total(u(k) * v(l), k, l),
    total(total(u(j), j, 3) * v(k), k, 2),
    total(total(u(j) * u(k), k, 2), j, 3),
    Function("f", (x,)),
    Function("f", (x + y, z)) ** 2,
    total(delta(k, 2) * u(k), k, 3),
    delta(j, k) + delta(k, 2) * x,
    total(u(k) / (2 * x + 1), k, 3),
    total(u(j) * total(v(k) * u(j) + 1, k, j), j, 3),
]
RANDOM: list[Expr] = [
    a * x,
    mean(a, "W"),
    mean(a * x + b, "W"),
    mean(mean(a * b, "g"), "W"),
    mean(x, "W"),
    mean(1, "W"),
    mean(total(u(k) * a, k, 3), "W"),
    mean(a**2 / (1 + a) * y / (1 + y), "W"),
    integral(T * x * exp(-T)),
    mean(total(a(k) * u(k) + x, k, 2) * y, "W"),
    integral(1),
    integral(2 * T + x),
    mean(exp(a * x), "W"),
    total(mean(a(k) * x, "W"), k, 2),
    mean(a * mean(a, "W"), "W"),
    mean(a + b * a, "g"),
    integral(mean(a * T, "W") / (1 + T)),
    mean(total(a * b, k, 2), "g"),
]
TERMS = [*PLAIN, *FAMILIES, *RANDOM]


def close(one: float, other: float, within: float = 1e-9) -> bool:
    return math.isclose(one, other, rel_tol=within, abs_tol=within)


@over(TERMS)
def test_arithmetic_keeps_the_value(one: Expr) -> None:
    w = worth(one)
    for other in (y, term(2), term("1/3"), -x * y, x**2, one, one + 1, 1 / (x + 1), one * y):
        o = worth(other)
        made = (one + other, one - other, one * other, one / other, 3 + one, 3 - one, 3 * one, -one)
        right = (w + o, w - o, w * o, w / o, 3 + w, 3 - w, 3 * w, -w)
        assert all(close(worth(m), r) for m, r in zip(made, right, strict=True))
    assert close(worth(one**2), w**2)
    assert close(worth((one**2) ** 3), w**6)
    assert close(worth(5 / one), 5 / w)
    assert rebuilt(one, lambda part: part) == one


@over(TERMS)
def test_the_normal_form_keeps_the_value(one: Expr) -> None:
    assert close(worth(canonical(one)), worth(one))
    assert close(
        worth(canonical((one + x) ** 2 / (one + y))),
        (worth(one) + AT[x]) ** 2 / (worth(one) + AT[y]),
    )
    assert canonical(canonical(one)) == canonical(one)
    assert same(one * 2 - one, one)
    for bound in (total(one * k, k, 2), mean(one * b + a, "W"), total(mean(one * a(k), "W"), k, 2)):
        assert close(worth(canonical(bound)), worth(bound))


def test_what_differs_is_not_the_same() -> None:
    values = [(one, worth(one), worth(one, x=1.61, y=1.93)) for one in TERMS]
    for (one, w, w2), (other, o, o2) in itertools.combinations(values, 2):
        assert not same(one, other) or (close(w, o) and close(w2, o2)), (one, other)


def test_sums_and_means_of_different_length_differ() -> None:
    many = [
        total(u(k), k, 2),
        total(u(k), k, 3),
        total(u(k), k, INFINITY),
        total(v(k), k, 2),
        total(u(j), k, 2),
        total(x, k, INFINITY),
        x * total(1, k, INFINITY),
        mean(a, "W"),
        mean(b, "g"),
        Integral("t", T),
        Expect("t", T),
        total(u(k), k, x),
        total(u(k), k, y),
        Root(k, u(k) - x),
        Root(k, u(k) - y),
        Partial(u(1) ** 2, u(1)),
        Partial(u(1) ** 2, u(2)),
        Root(j, total(u(k) * j, k, 2) - x),
        Root(k, u(k) + x),
        u(1),
    ]
    for one, other in itertools.combinations(many, 2):
        assert not same(one, other), (one, other)
    assert same(total(u(k), k, INFINITY), total(u(j), j, INFINITY))
    assert same(Root(k, u(k) - x), Root(j, u(j) + 0 - x))
    assert same(Root(k, total(u(j) * k, j, 2) - x), Root(j, total(u(k) * j, k, 2) - x))
    assert same(total(a(k), k, x), total(a(j), j, x))
    assert same(total(u(k) / (x + 1), k, 3), total(u(k), k, 3) / (x + 1))
    assert same(mean(a / (x + 1), "W"), mean(a, "W") / (x + 1))
    assert same(delta(x + y, z), delta(z, y + x))
    assert same(delta(x + y - x, y), term(1))
    with pytest.raises(NoValue):
        evaluate(u(1), {})
    random_length = mean(total(b, k, a), "W")
    assert same(random_length, b * mean(a, "W"))


PUT: list[Expr] = [term(2), y + 1, 2 * x, u(1), u(2) * y, mean(a, "W")]


@over(TERMS)
def test_substitution_is_evaluation(one: Expr) -> None:
    for new in PUT:
        assert close(worth(substituted(one, {x: new})), worth(one, x=worth(new)))
    both = substituted(one, {x: y, y: x})
    assert close(worth(both), worth(one, x=AT[y], y=AT[x]))
    assert substituted(one, {}) == one == substituted(one, {Variable("absent"): x})


@over(TERMS)
def test_a_derivative_is_a_limit_of_quotients(one: Expr) -> None:
    step = 1e-5
    for by in (x, y):
        try:
            slope = worth(derivative(one, by))
        except NotDifferentiable:
            assert {type(n) for n in parts(one)} & {Cases, Expect, Integral, Function}, one
            continue
        ends = [worth(one, **{by.name: AT[by] + h}) for h in (-step, step)]
        assert close(slope, (ends[1] - ends[0]) / (2 * step), 1e-6), (one, by)


def parts(node: Any) -> list[Any]:
    return [node, *(inner for child in children(node) for inner in parts(child))]


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
    "no member": lambda: partial(x, x),
    "a random member": lambda: partial(x, a(1)),
    "a fixed member": lambda: partial(x, Variable("u", (x,), "", True)),
    "no term": lambda: term(object()),
    "a truth value": lambda: term(True),
    "not a number": lambda: term(float("nan")),
    "inf - inf": lambda: INFINITY - INFINITY,
    "0 inf": lambda: Number(0 * math.inf),
    "a relation between variables": lambda: bool(x <= y),
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


def test_a_substitution_that_captures_nothing_is_made() -> None:
    assert substituted(total(u(k), k, k), {k: j}) == total(u(k), k, j)
    assert substituted(Every(k, 0 <= u(k)), {k: j}) == Every(k, 0 <= u(k))
    assert substituted(Every(k, x <= u(k)), {x: y}) == Every(k, y <= u(k))
    assert substituted(Root(k, k - x), {k: j, x: y}) == Root(k, k - y)
    assert substituted(mean(a, "W") + x, {x: a}) == mean(a, "W") + a
    assert substituted(mean(x * a, "W"), {x: b}) == mean(b * a, "W")
    assert substituted(partial(v(1) * u(1), u(1)) + x, {x: u(2)}) == partial(v(1) * u(1), u(1)) + u(
        2
    )
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
    assert free(total(k * x, k, y)) == {x, y}
    assert free(Root(k, k - x)) == free(Every(k, k <= x)) == {x}
    assert free(partial(x * u(1), u(j))) == {x, u(1), u(j), j}
    assert random_in(a(j) * mean(b, "g") + T) == {"W", "t"}
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
    with pytest.raises(ValueError, match=r"^inf - inf and 0 inf are no numbers$"):
        Number(math.nan)
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
    assert Balls.number(math.inf) == flint.arb.pos_inf()


def test_families_are_looked_up_by_name_from_1_on() -> None:
    rows = {"u": [[1.0, 2.0], [3.0, 4.0]], "v": [5.0, 6.0]}
    assert evaluate(u(1, 2) + v(2), rows) == 8.0
    assert evaluate(total(v(k), k, 2), rows) == 11.0
    assert evaluate(total(u(2, k) * k, k, 2), rows) == 11.0
