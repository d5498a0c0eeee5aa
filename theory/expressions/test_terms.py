"""Terms mean what they say: arithmetic, normal forms, substitution and derivatives keep the value.

The value is computed by a second route, in a small model: a random element has three points, an
integral is a sum over two points, families and unknown functions are tables.
"""

import itertools
from typing import Any

import pytest

from theory.expressions.changing import (
    NotDifferentiable,
    children,
    derivative,
    rebuilt,
    substituted,
)
from theory.expressions.evaluating import NoValue, evaluate
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.nodes import (
    INFINITY,
    Cases,
    Expect,
    Expr,
    Function,
    Power,
    Variable,
    term,
)
from theory.expressions.normal import canonical, same
from theory.expressions.partial import Integral, Partial, Root, T, delta
from theory.test_support.comparing import over
from theory.test_support.terms import (
    AT,
    TERMS,
    a,
    b,
    close,
    j,
    k,
    u,
    v,
    worth,
    x,
    y,
    z,
)


def parts(node: Any) -> list[Any]:
    return [node, *(inner for child in children(node) for inner in parts(child))]


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
        Root(j, total(u(k) * k, k, 2) - x),
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
    assert same(Power(x + y, term("1/2")), Power(y + x, term("1/2")))
    assert same(delta(x + y - x, y), term(1))
    assert (same(sqrt(x + 1 - x), term(1)), same(sqrt(x - x), term(0))) == (True, True)
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
