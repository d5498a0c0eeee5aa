"""Integrals and roots: what follows is shown, what does not is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from theory.expressions.changing import derivative, substituted
from theory.expressions.functions import exp, log, mean, total
from theory.expressions.layers import g
from theory.expressions.nodes import (
    Every,
    Expect,
    Function,
    Hypothesis,
    Named,
    Variable,
    equal,
    term,
)
from theory.expressions.normal import same
from theory.expressions.partial import Integral, Root, T, integral, root
from theory.expressions.vocabulary import k, lam
from theory.test_support.comparing import over
from verify import runner
from verify.kernel.proof import Proof
from verify.kernel.theorem import Rejected, Theorem

runner.load()
x, y, h = Variable("x"), Variable("y"), Variable("h")
z, N = Variable("z", random="g"), Variable("N")
DECAY, HIDDEN = exp(-T), Variable("u", random="t")


def bounded(p: Proof, body: Any, by: Any) -> Theorem:
    return p.assume(integral(body) <= by)


def rooted(p: Proof, what: Any, which: str = "equation", high: Any = 3) -> Theorem:
    """The root of h - 2, or of another function of that value at 0 and at ``high``."""
    node = what.body
    below, above = (
        p.arith("", relation) for relation in
        (term(-2) <= 0, 0 <= term(high) - 2)
    )  # fmt: skip
    assert node.index == h
    return p.root("r", what, which, below, above, high)


def test_an_integral_is_linear_and_monotone() -> None:
    p = Proof()
    two = integral(2 * DECAY + x * DECAY / T)
    assert same(two, 2 * integral(DECAY) + x * integral(DECAY / T))
    shown = p.integrate("s", p.arith("", DECAY <= DECAY * (1 + T)))
    assert shown.shows.lhs == integral(DECAY)
    assert p.arith("", 0 <= integral(DECAY)).shows.rhs == integral(DECAY)


def test_a_sum_of_quotients_is_taken_apart() -> None:
    """Over one denominator u/(u + v) + v/(u + v) is 1: its parts are not seen any more."""
    p, u, v = Proof(), lam(k), z**2
    parts = u / (1 + T * u), DECAY / (1 + T)
    shown = p.linear("s", "t", *parts).shows
    assert shown.rhs == integral(parts[0]) + integral(parts[1])
    assert not same(shown.lhs, shown.rhs)
    assert p.linear("s", "g", v / (1 + v), 1 / (1 + v)).shows.lhs == mean(
        v / (1 + v) + 1 / (1 + v), "g"
    )
    assert p.linear("s", (k, N), u / (1 + u), 1 / (1 + u)).shows.rhs == total(
        u / (1 + u), k, N
    ) + total(1 / (1 + u), k, N)


def test_the_length_of_the_half_line_is_no_number() -> None:
    assert not same(integral(1), term(1))
    assert not same(integral(DECAY), mean(DECAY, "t"))
    assert Integral("t", x) != Expect("t", x)


def test_a_root_has_its_equation_and_its_bound() -> None:
    p, what = Proof(), root(lambda h: h - 2)
    assert isinstance(what, Named)
    equation = rooted(p, what).shows
    assert same(equation.lhs, what - 2)
    assert rooted(p, what, "bound").shows.rhs == term(3)
    assert p.arith("", 0 <= what).shows.rhs == what


MISUSES: dict[str, Callable[[Proof], Any]] = {
    "a hypothesis on t": lambda p: p.integrate("s", p.assume(T <= 1)),
    "a mean for an integral": lambda p: p.arith(
        "s", equal(mean(DECAY, "t"), 1), p.fact("integral of an exponential")
    ),
    "what is known of t outside": lambda p: p.arith("s", 0 <= integral(T - 1), under=[1 <= T]),
    "t for a variable under the integral": lambda p: p.at(
        "s", p.assume(integral(x * DECAY) <= 1), {x: T}
    ),
    "an endless sum taken apart": lambda p: p.linear("s", (k, float("inf")), lam(k), -lam(k)),
    "a sum over its own end": lambda p: p.linear("s", (k, k), lam(k), 1),
    "exchanged without a sign": lambda p: p.swap(
        "s", p.assume(x <= y), bounded(p, DECAY, 1), "g"
    ),
    "exchanged where the sign is assumed at one point": lambda p: p.swap(
        "s", p.assume(0 <= z * DECAY), bounded(p, z**2 * DECAY, 1), "g"
    ),
    "exchanged with the bound of another integral": lambda p: p.swap(
        "s", p.arith("", 0 <= z**2 * DECAY), bounded(p, DECAY, 1), "g"
    ),
    "exchanged with a bound that is random": lambda p: p.swap(
        "s", p.arith("", 0 <= z**2 * DECAY),
        p.arith("", integral(z**2 * DECAY) <= z**2 * integral(DECAY)), "g"
    ),
    "exchanged with a bound that is an integral": lambda p: p.swap(
        "s", p.arith("", 0 <= DECAY / T), p.arith("", integral(DECAY / T) <= integral(DECAY / T)),
        "g"
    ),
    "exchanged with a bound that is an infinite sum": lambda p: p.swap(
        "s", p.arith("", 0 <= DECAY), bounded(p, DECAY, total(lam(k), k, float("inf"))), "g"
    ),
    "rescaled though it diverges": lambda p: p.rescale(
        "s", p.arith("", 0 <= DECAY / T), p.arith("", integral(DECAY / T) <= integral(DECAY / T)), 2
    ),
    "rescaled with the bound of another": lambda p: p.rescale(
        "s", p.arith("", 0 <= DECAY / T), bounded(p, DECAY, 1), 2
    ),
    "rescaled by what depends on t": lambda p: p.rescale(
        "s", p.arith("", 0 <= DECAY), bounded(p, DECAY, 1), 1 + T
    ),
    "rescaled by what may be negative": lambda p: p.rescale(
        "s", p.arith("", 0 <= DECAY), bounded(p, DECAY, 1), x
    ),
    "rescaled by what divides by zero": lambda p: p.rescale(
        "s", p.arith("", 0 <= DECAY), bounded(p, DECAY, 1), 5 * x / x - 3
    ),
    "rescaled where the sign is assumed at one t": lambda p: p.rescale(
        "s", p.assume(0 <= DECAY - 1), bounded(p, DECAY - 1, 1), 2
    ),
    "rescaled though a function of t stays": lambda p: p.rescale(
        "s", p.arith("", 0 <= HIDDEN**2), bounded(p, HIDDEN**2, 1), 2
    ),
    "no root": lambda p: p.root("s", x, "equation", p.arith("", x <= x), p.arith("", x <= x), 1),
    "a root beyond what was looked at": lambda p: p.root(
        "s", root(lambda h: h - 2), "equation", p.arith("", term(-2) <= 0),
        p.arith("", 0 <= term(1)), 2
    ),
    "a root that is not reached": lambda p: p.root(
        "s", root(lambda h: h - 2), "equation", p.arith("", term(-2) <= 0),
        p.arith("", term(1) - 2 <= 0), 1
    ),
    "a root of what jumps": lambda p: rooted(p, root(lambda h: Function("step", (h,)) - 2)),
    "a root of what divides by zero": lambda p: p.root(
        "s", root(lambda h: 1 / (h - 1)), "equation", p.arith("", term(-1) <= 0),
        p.arith("", 0 <= term(1)), 2
    ),
    "a root of a log of what is not positive": lambda p: p.root(
        "s", root(lambda h: log(h - 1)), "equation", p.assume(log(term(-1)) <= 0),
        p.arith("", 0 <= log(term(2) - 1)), 2
    ),
    "a root from what is assumed of its unknown": lambda p: p.root(
        "s", root(lambda h: h - 2), "equation", p.arith("", term(-2) <= 0, under=[h <= 1]),
        p.arith("", 0 <= term(1)), 3
    ),
    "a free variable becomes the unknown": lambda p: p.at(
        "s", p.arith("", 0 <= root(lambda h: h - x)), {x: h}
    ),
    "a beta integral that diverges": lambda p: p.fact("beta integral", 3, 2),
    "a beta integral that diverges at 0": lambda p: p.fact("beta integral", 0, 2),
    "a transform of what is random": lambda p: p.fact(
        "Gaussian transform", "plain", g(x), x, N
    ),
}  # fmt: skip


GROWTH = 1 - exp(-x * T)  # rises by t exp(-x t), which t exp(-t) dominates from x = 1 on
LARGEST = T * exp(-2 * T)
RISING: list[Hypothesis] = [1 <= x]


def risen(
    p: Proof, k: Any = LARGEST, under: Any = RISING, said: Any = None, bound: Any = 1,
) -> Theorem:  # fmt: skip
    """int f dt is at least what it is at x = 1, for x >= 1."""
    f = GROWTH * DECAY
    slope = derivative(f, x)
    rises = p.arith("", 0 <= slope, under=under)
    order = p.monotone("", "exp", p.arith("", -x * T <= -T, (p.assume(1 <= x), T)))
    both = p.law("", "exp of a sum", -T, -T)
    below = p.arith("", slope <= k, (order, T * DECAY), (both, -T), under=under)
    up = p.arith("", 0 <= integral(slope), under=under)
    relation = integral(substituted(f, {x: term(1)})) <= integral(f) if said is None else said
    return p.slope_of_integral("s", relation, x, 1, rises, below, bounded(p, k, bound), up=up)


def test_an_integral_has_the_slope_of_its_integrand() -> None:
    p = Proof()
    shown = risen(p)
    assert same(shown.shows.rhs - shown.shows.lhs, integral((exp(-T) - exp(-x * T)) * DECAY))
    twice = p.rescale("s", p.arith("", 0 <= DECAY), bounded(p, DECAY, 1), 2)
    assert same(twice.shows.rhs, 2 * integral(exp(-2 * T)))


DIVERGES = DECAY / T
BY_Y: dict[str, Callable[[Proof], Theorem]] = {
    "change of scale": lambda p: p.rescale(
        "", p.arith("", 0 <= DIVERGES), bounded(p, DIVERGES, y), 2
    ),
    "change of scale, renamed": lambda p: p.at("", BY_Y["change of scale"](p), {y: x**2}),
    "factor of a scale": lambda p: p.rescale(
        "", p.arith("", 0 <= DECAY), bounded(p, DECAY, 1), 1 + y**2
    ),
    "Tonelli": lambda p: p.swap("", p.arith("", 0 <= DIVERGES), bounded(p, DIVERGES, y), "g"),
    "slope": lambda p: risen(p, bound=y),
    "fact": lambda p: p.fact("integral of an exponential"),
    "endless sum": lambda p: p.unbounded(
        "", p.assume(Every(N, total(lam(k) ** 2, k, N) <= y)), p.arith("", 0 <= lam(k) ** 2)
    ),
    "used": lambda p: p.arith("", 0 <= y, (p.assume(0 <= y), 1), given=[BY_Y["slope"](p)]),
}  # fmt: skip


@over(BY_Y)
def test_what_holds_of_numbers_is_not_said_of_an_integral_that_may_diverge(name: str) -> None:
    """Else int exp(-t)/t dt = int exp(-2 t)/t dt, which are log 2 apart: 1 <= 0."""
    p = Proof()
    made = BY_Y[name](p)
    assert p.at("", made, {x: 3, y: 3})
    with pytest.raises(Rejected, match="may be infinite"):
        p.at("", made, {x: integral(DIVERGES), y: integral(DIVERGES)})


FROM_ONE, GROWN = integral((1 - exp(-T)) * DECAY), integral(GROWTH * DECAY)
SLOPES: dict[str, Callable[[Proof], Any]] = {
    "dominated by what depends on x": lambda p: risen(p, k=LARGEST + x - 1),
    "dominated by what need not be integrable": lambda p: risen(p, bound=integral(LARGEST)),
    "dominated at one t alone": lambda p: risen(p, under=[*RISING, T <= 3]),
    "before the start": lambda p: risen(p, under=[x <= 2]),
    "two integrals": lambda p: risen(
        p, said=FROM_ONE <= integral(GROWTH * DECAY) + integral(x * T)
    ),
    "times x": lambda p: risen(p, said=FROM_ONE <= x * integral(GROWTH * DECAY)),
    "in a logarithm": lambda p: risen(p, said=log(FROM_ONE) <= log(integral(GROWTH * DECAY))),
    "under a mean": lambda p: risen(p, said=FROM_ONE <= mean(z**2 * integral(GROWTH * DECAY), "g")),
    "another integral": lambda p: risen(p, said=integral(DECAY) <= integral(x * DECAY)),
    "the other way": lambda p: risen(p, said=GROWN <= FROM_ONE),
    "from infinity on": lambda p: p.slope_of_integral(
        "s",
        0 * x <= integral(x * DECAY),
        x,
        integral(DIVERGES),
        p.arith("", 0 <= DECAY),
        p.arith("", DECAY <= DECAY),
        bounded(p, DECAY, 1),
    ),
}


@over(SLOPES)
def test_a_slope_under_the_integral_is_that_of_what_is_dominated(name: str) -> None:
    with pytest.raises(Rejected, match="step 's'"):
        SLOPES[name](Proof())


@over(MISUSES)
def test_a_misused_rule_refuses(name: str) -> None:
    with pytest.raises((Rejected, ValueError)):
        MISUSES[name](Proof())


def test_roots_differ_by_their_equations() -> None:
    one, other = (Root(h, h - c) for c in (1, 2))
    assert not same(one, other)
    assert same(one, Root(y, y - 1))
