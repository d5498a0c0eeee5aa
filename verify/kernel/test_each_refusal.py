"""Each rule against each of its conditions: refused, and for that reason.

The reasons stand in ``each_rule.toml``; a condition that is no longer looked at is not hidden by
another that refuses as well. What the step "s" says is false somewhere, or is not known to follow.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.layers import o
from theory.expressions.nodes import Cases, Every, Function, Power, Variable, Whole, equal, term
from theory.expressions.partial import Root, T, integral, partial
from theory.expressions.vocabulary import GAUSSIAN, ROTATED, ROTATIONS, Chain, W, X, d, phi, w
from theory.expressions.vocabulary import n as samples
from theory.test_support.comparing import over
from verify.kernel import boxes
from verify.kernel.proof import Proof
from verify.kernel.test_each_rule import (
    AFTER,
    DECAY,
    SAID,
    N,
    a,
    b,
    dominated,
    h,
    inductive,
    j,
    k,
    l,
    least,
    m,
    moments,
    shown,
    u,
    v,
    x,
    y,
    z,
)
from verify.kernel.theorem import Rejected, Theorem

INF, HALF = float("inf"), term("1/2")
t_known = Variable("q", random="t")  # a function of t


def keeps(theorem: Theorem) -> Theorem:
    """It must still assume it of every one, and so is no falsehood."""
    if any(isinstance(one, Every) for one in theorem.assumes):
        raise Rejected(theorem.name, theorem.shows, "it is assumed of every one")
    return theorem


REFUSED: dict[str, Callable[[Proof], Any]] = {
    "assume, no relation": lambda p: p.assume(Whole(x)),
    "arith, an equation with a rest": lambda p: p.arith("s", equal(x, x + y**2)),
    "arith, an equation from an inequality": lambda p: p.arith("s", equal(x, y), p.assume(x <= y)),
    "arith, strict by a factor that may be 0": lambda p: p.arith(
        "s", x * z < y * z, (p.assume(x < y), z), under=[0 <= z]
    ),
    "arith, strict by what is not": lambda p: p.arith("s", x < y, p.assume(x <= y)),
    "arith, a factor without a sign": lambda p: p.arith("s", x * z <= y * z, (p.assume(x <= y), z)),
    "arith, divided by what may be 0": lambda p: p.arith(
        "s", x <= y, (p.assume(x * z <= y * z), z**-2)
    ),
    "arith, by a premise that divides": lambda p: p.arith("s", x <= y, p.assume(x * z / z <= y)),
    "arith, a sign at one point inside a mean": lambda p: p.arith(
        "s", 0 <= mean(a + 1, "W"), given=[p.arith("", 0 <= a + 1, p.assume(0 <= a))]
    ),
    "arith, a sign shown at one point": lambda p: p.arith(
        "s", 0 <= mean(a, "W"), given=[p.arith("", 0 <= a, p.assume(x**2 <= a))]
    ),
    "arith, a sign of another point": lambda p: p.arith(
        "s", 0 <= mean(a + mean(a, "W"), "W"), under=[0 <= a + mean(a, "W")]
    ),
    "arith, nothing is known below": lambda p: p.arith("s", 0 <= x + 2, under=[-3 <= x]),
    "arith, a bound that is no bound": lambda p: p.arith("s", 0 <= x, under=[x <= 5]),
    "arith, half a bound": lambda p: p.arith("s", 2 <= x, under=[3 <= 2 * x]),
    "arith, twice a bound": lambda p: p.arith("s", 1 <= x, under=[1 <= 2 * x]),
    "arith, a product of two that may be negative": lambda p: p.arith(
        "s", 0 <= x * y, under=[-1 <= x, -1 <= y]
    ),
    "arith, a real power of what may be negative": lambda p: p.arith("s", equal(x**y, x**y)),
    "arith, a root taken back": lambda p: p.arith("s", equal(sqrt(x) ** 2, x)),
    "arith, a sum of less than no terms": lambda p: p.arith("s", 0 <= total(u(k) ** 2, k, N)),
    "arith, a member of the family": lambda p: p.arith(
        "s", 0 <= u(k), under=[Every(j, -1 <= u(j))]
    ),
    "arith, another family": lambda p: p.arith("s", 0 <= v(k), under=[Every(j, 0 <= u(j))]),
    "arith, the family elsewhere": lambda p: p.arith(
        "s", 0 <= u(k), under=[Every(j, 0 <= u(j + 1))]
    ),
    "arith, a case that may be negative": lambda p: p.arith("s", 0 <= Cases(x <= 0, x, y**2)),
    "arith, the other case": lambda p: p.arith("s", 0 <= Cases(x <= 0, y**2, x)),
    "arith, cancelled at one point": lambda p: p.arith(
        "s", equal(mean(a / a, "W"), 1), under=[0 < a]
    ),
    "arith, cancelled at one point below 0": lambda p: p.arith(
        "s", equal(mean(a / a, "W"), 1), under=[a < 0]
    ),
    "arith, cancelled under a sum at one point": lambda p: p.arith(
        "s", equal(mean(total(a / a, k, 2), "W"), 2), under=[0 < a]
    ),
    "arith, as many terms as at one point": lambda p: p.arith(
        "s", equal(mean(total(u(k), k, a / a), "W"), mean(total(u(k), k, 1), "W")), under=[0 < a]
    ),
    "arith, an exponent at one point": lambda p: p.arith(
        "s", equal(mean(Power(x, a + 1), "W"), mean(x * Power(x, a), "W")), under=[0 <= a]
    ),
    "arith, a base at one point": lambda p: p.arith(
        "s", equal(mean(Power(a, x + 1), "W"), mean(a * Power(a, x), "W")), under=[0 < a]
    ),
    "arith, a root of what is positive at one point": lambda p: p.arith(
        "s", 0 <= mean(Power(a, x), "W"), under=[0 < a, 0 <= x]
    ),
    "arith, a case at one point": lambda p: p.arith(
        "s", 0 <= mean(Cases(x <= 0, a, a + 1), "W"), under=[0 <= a]
    ),
    "arith, a sum at one point": lambda p: p.arith(
        "s", 0 <= mean(total(a * u(k) ** 2, k, 2) ** 3, "W"), under=[0 <= a]
    ),
    "arith, less than no terms at other points": lambda p: p.arith(
        "s", 0 <= mean(total(u(k) ** 2, k, a), "W"), under=[0 <= a]
    ),
    "arith, a member of a random family at one point": lambda p: p.arith(
        "s", 0 <= mean(a(1) ** 3, "W"), under=[Every(k, 0 <= a(k))]
    ),
    "arith, half a power taken out": lambda p: p.arith(
        "s",
        equal(Power(x, y + Fraction(1, 2)), Power(x, y) * Power(x, term("1/2"))),
        under=[0 <= y],
    ),
    "arith, minus a square": lambda p: p.arith("s", 0 <= -((x - y) ** 2)),
    "arith, minus a fourth power of what is positive": lambda p: p.arith(
        "s", 0 <= -((x - y) ** 4), under=[0 < x - y]
    ),
    "arith, over a negative number": lambda p: p.arith("s", 0 <= 1 / x, under=[x < 0]),
    "arith, strict by a bound that is reached": lambda p: p.arith("s", 1 < x, under=[1 <= x]),
    "arith, strict by one of two factors": lambda p: p.arith("s", 0 < x * y, under=[0 < x, 0 <= y]),
    "arith, strict by a square": lambda p: p.arith("s", 0 < x**2),
    "arith, strict by a root": lambda p: p.arith("s", 0 < sqrt(x), under=[0 <= x]),
    "arith, strict by an absolute value": lambda p: p.arith("s", 0 < abs(x)),
    "arith, strict by the root of an equation": lambda p: p.arith("s", 0 < Root(h, h - x)),
    "arith, strict by a power": lambda p: p.arith("s", 0 < Power(x, y), under=[0 <= x, 0 <= y]),
    "arith, a sum over no term": lambda p: p.arith("s", 0 < total(exp(u(k)), k, N), under=[0 <= N]),
    "arith, an unknown function": lambda p: p.arith("s", 0 <= Function("f", (x,))),
    "arith, a logarithm": lambda p: p.arith("s", 0 <= log(x), under=[0 < x]),
    "root, of a log at 0": lambda p: least(
        p, log(h) - x, below=p.assume(log(term(0)) - x <= 0), above=p.assume(0 <= log(3) - x)
    ),
    "root, of a root at 0": lambda p: least(
        p, sqrt(h) - x, below=p.assume(-x <= 0), above=p.assume(0 <= sqrt(3) - x)
    ),
    "at, every by what is assumed of one": lambda p: keeps(
        p.at("s", p.sum("", p.assume(0 <= u(k)), k, 2), {}, p.assume(0 <= u(k)))
    ),
    "at, every point by one": lambda p: keeps(
        p.at("s", p.expect("", p.assume(Every(Variable("W"), 0 <= a)), "W"), {}, p.assume(0 <= a))
    ),
    "at, a member": lambda p: p.at("s", p.assume(0 <= u(1)), {u(1): -1}),
    "at, what is random": lambda p: p.at("s", p.assume(0 <= a), {a: 1}),
    "at, infinity": lambda p: p.at("s", p.assume(0 <= x), {x: INF}),
    "at, what may be infinite": lambda p: p.at(
        "s", p.fact("integral of an exponential"), {x: mean(a, "W")}
    ),
    "at, an endless sum": lambda p: p.at(
        "s", p.fact("integral of an exponential"), {x: total(u(k), k, INF)}
    ),
    "split, by an equation": lambda p: p.split(
        "s", equal(x, 0), p.assume(x <= y), p.assume(x <= y)
    ),
    "split, other statements": lambda p: p.split("s", x <= 0, p.assume(x <= y), p.assume(x <= z)),
    "rewrite, by an inequality": lambda p: p.rewrite("s", p.assume(x <= y), p.assume(x <= z)),
    "rewrite, what is not there": lambda p: p.rewrite("s", p.assume(x <= y), p.assume(equal(z, x))),
    "rewrite, under a sum": lambda p: p.rewrite(
        "s", p.assume(total(u(k), k, N) <= 1), p.assume(equal(u(k), 0))
    ),
    "rewrite, under a mean": lambda p: p.rewrite(
        "s", p.assume(mean(a, "W") <= 1), p.assume(equal(a, 0))
    ),
    "rewrite, under a root": lambda p: p.rewrite(
        "s", p.assume(Root(h, u(h)) <= 1), p.assume(equal(u(h), 0))
    ),
    "rewrite, under a derivative": lambda p: p.rewrite(
        "s", p.assume(partial(u(1) ** 2, u(1)) <= 1), p.assume(equal(u(1), 0))
    ),
    "cases, none": lambda p: p.cases("s", x <= y, p.assume(x <= y), p.assume(x <= y)),
    "cases, by an equation": lambda p: p.cases(
        "s", Cases(equal(x, 0), x, y) <= 0, p.assume(x <= 0), p.assume(y <= 0)
    ),
    "cases, another branch": lambda p: p.cases(
        "s", 0 <= Cases(x <= 0, y, z), p.assume(0 <= z), p.assume(0 <= z)
    ),
    "cases, another other branch": lambda p: p.cases(
        "s", 0 <= Cases(x <= 0, y, z), p.assume(0 <= y), p.assume(0 <= y)
    ),
    "cases, under a sum": lambda p: p.cases(
        "s",
        0 <= total(Cases(k <= 1, u(k), x), k, N),
        p.assume(0 <= total(u(k), k, N)),
        p.assume(0 <= total(x, k, N)),
    ),
    "slope, by a member": lambda p: p.slope(
        "s", 0 <= u(1) ** 2, u(1), 0, up=shown(p, 0 <= 2 * u(1), 0 <= u(1))
    ),
    "slope, from itself on": lambda p: p.slope(
        "s", x <= 2 * x, x, x, up=shown(p, 0 <= term(1), x <= x)
    ),
    "slope, not from there on": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), -1 <= x)
    ),
    "slope, not up to there": lambda p: p.slope(
        "s", 0 <= -x, x, 0, down=shown(p, 0 <= term(1), x <= 1)
    ),
    "slope, up the other side": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), x <= 0)
    ),
    "slope, strictly": lambda p: p.slope("s", 0 < x**2 + 1, x, 0, up=shown(p, 0 <= 2 * x, 0 <= x)),
    "slope, no side": lambda p: p.slope("s", 0 <= x**2, x, 0),
    "slope, no bound": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), 0 <= x, 1 <= x**2)
    ),
    "slope, an equation for a bound": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), 0 <= x, equal(x, 0))
    ),
    "slope, whole numbers": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), 0 <= x, Whole(x))
    ),
    "slope, a bound that divides": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), 0 <= x, y <= x**2 / x)
    ),
    "slope, not at the start": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), 0 <= x, 1 <= x)
    ),
    "slope, not known at the start": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), 0 <= x, y <= x)
    ),
    "slope, negative at the start": lambda p: p.slope(
        "s", 1 <= x, x, 0, up=shown(p, 0 <= term(1), 0 <= x)
    ),
    "slope, not defined at the start": lambda p: p.slope(
        "s", 0 <= x + 1 / y - 1 / y, x, 0, up=shown(p, 0 <= term(1), 0 <= x)
    ),
    "slope, of another": lambda p: p.slope("s", 0 <= x**2, x, 0, up=shown(p, 0 <= x, 0 <= x)),
    "slope, the other sign": lambda p: p.slope(
        "s", 0 <= x**2, x, 0, down=shown(p, 0 <= 2 * x, 0 <= x, x <= 0)
    ),
    "slope, no derivative": lambda p: p.slope(
        "s", 0 <= abs(x), x, 0, up=shown(p, 0 <= term(1), 0 <= x)
    ),
    "slope, a root at 0": lambda p: p.slope(
        "s", 0 <= sqrt(x), x, 0, up=p.assume(0 <= 1 / (2 * sqrt(x)))
    ),
    "slope, a log at 0": lambda p: p.slope("s", 0 <= log(x), x, 0, up=p.assume(0 <= 1 / x)),
    "slope, a log under a sum": lambda p: p.slope(
        "s", 0 <= total(log(x + u(k)), k, N), x, 0, up=p.assume(0 <= total(1 / (x + u(k)), k, N))
    ),
    "slope, a real power": lambda p: p.slope(
        "s", 0 <= Power(x, y), x, 0, up=p.assume(0 <= y * Power(x, y - 1))
    ),
    "slope, an exponent": lambda p: p.slope(
        "s", 0 <= Power(y, x), x, 0, up=p.assume(0 <= Power(y, x) * log(y))
    ),
    "monotone, unknown": lambda p: p.monotone("s", "sin", p.assume(x <= y)),
    "monotone, unknown, of an equation": lambda p: p.monotone("s", "sin", p.assume(equal(x, y))),
    "monotone log of 0": lambda p: p.monotone("s", "log", p.assume(x <= y), p.assume(0 <= x)),
    "monotone sqrt": lambda p: p.monotone("s", "sqrt", p.assume(x <= y)),
    "monotone, of what divides": lambda p: p.monotone("s", "exp", p.assume(1 / x <= y)),
    "law, unknown": lambda p: p.law("s", "log of a sum", x, y),
    "box, an equation": lambda p: p.box("s", equal(x, x), {x: (0, 1)}),
    "box, a variable too few": lambda p: p.box("s", 0 <= x**2 + 1 + y**2, {x: (0, 1)}),
    "box, strictly with a contact": lambda p: p.box(
        "s", 1 < exp(x), {x: (0, 1)}, contact=(x, 0, 1)
    ),
    "box, strictly where it is 0": lambda p: p.box("s", term(0) < 0 * x, {x: (0, 1)}),
    "box, false at an end": lambda p: p.box("s", 0 <= x, {x: ("-1/8", 1)}),
    "box, a contact of no order": lambda p: p.box("s", 1 <= exp(x), {x: (0, 1)}, contact=(x, 0, 0)),
    "box, a contact below": lambda p: p.box("s", 1 <= exp(x), {x: (1, 2)}, contact=(x, 0, 2)),
    "box, a contact above": lambda p: p.box("s", 1 <= exp(x), {x: (-2, -1)}, contact=(x, 0, 2)),
    "box, an odd contact inside": lambda p: p.box(
        "s", 1 <= exp(x), {x: (-1, 1)}, contact=(x, 0, 1)
    ),
    "box, an odd contact at the upper end": lambda p: p.box(
        "s", 1 <= exp(x), {x: (-1, 0)}, contact=(x, 0, 1)
    ),
    "box, no contact": lambda p: p.box(
        "s", 0 <= exp(x) - Fraction(9, 8), {x: (0, 1)}, contact=(x, 0, 1)
    ),
    "box, no second contact": lambda p: p.box(
        "s", exp(-x) <= 1 + x, {x: (0, 1)}, contact=(x, 0, 2)
    ),
    "box, falls beside the contact": lambda p: p.box(
        "s", exp(x) - 1 <= x, {x: (0, 1)}, contact=(x, 0, 2)
    ),
    "box, no value": lambda p: p.box("s", 0 <= Function("f", (x,)), {x: (0, 1)}),
    "sum, to the index": lambda p: p.sum("s", p.assume(Every(k, 0 <= u(k))), k, k),
    "sum, whole otherwise": lambda p: p.sum("s", shown(p, 0 <= u(k) ** 2, Whole(2 * k)), k, N),
    "one of a sum, of equations": lambda p: p.one_of_sum(
        "s", shown(p, equal(0, u(k) - u(k))), k, N
    ),
    "one of a sum, not from 0": lambda p: p.one_of_sum("s", shown(p, -1 <= u(k) ** 2), k, N),
    "one of a sum, of one k": lambda p: p.one_of_sum("s", p.assume(0 <= u(k)), k, N),
    "one of a sum, to the index": lambda p: p.one_of_sum("s", shown(p, 0 <= u(k) ** 2), k, k),
    "expect, at one point": lambda p: p.expect("s", p.assume(0 <= a), "W"),
    "induct, on a member": lambda p: p.induct("s", p.assume(x <= y), p.assume(x <= y), u(1)),
    "induct, between": lambda p: inductive(p, start=Fraction(1, 2)),
    "induct, without its hypothesis": lambda p: p.induct(
        "s", p.assume(u(0) <= 0), p.assume(u(l + 1) <= 0), l
    ),
    "induct, from elsewhere": lambda p: inductive(p, base=p.assume(u(1) <= 0)),
    "induct, from an equation": lambda p: inductive(p, base=p.assume(equal(u(0), 0))),
    "induct, from above": lambda p: inductive(p, 3 <= l),
    "induct, at an equation": lambda p: inductive(p, equal(l, 3)),
    "induct, where l is a bound of y": lambda p: inductive(p, l * x <= y),
    "induct, from what is assumed of l": lambda p: inductive(
        p, base=p.arith("", u(0) <= 0, p.assume(u(0) <= 0), under=[l <= 5])
    ),
    "unbounded, no sum": lambda p: p.unbounded("s", p.assume(x <= y), shown(p, 0 <= u(k) ** 2)),
    "unbounded, an equation": lambda p: p.unbounded(
        "s", p.assume(Every(N, equal(total(u(k) ** 2, k, N), x))), shown(p, 0 <= u(k) ** 2)
    ),
    "unbounded, up to a number": lambda p: p.unbounded(
        "s", p.assume(total(u(k) ** 2, k, 3) <= x), shown(p, 0 <= u(k) ** 2)
    ),
    "unbounded, up to some N": lambda p: p.unbounded(
        "s", p.assume(total(u(k) ** 2, k, N) <= x), shown(p, 0 <= u(k) ** 2)
    ),
    "unbounded, from 2 on": lambda p: p.unbounded(
        "s",
        p.arith(
            "",
            total(u(k) ** 2, k, N) <= x,
            p.assume(Every(N, total(u(k) ** 2, k, N) <= x)),
            under=[2 <= N],
        ),
        shown(p, 0 <= u(k) ** 2),
    ),
    "unbounded, by what grows": lambda p: p.unbounded(
        "s",
        p.at("", p.assume(Every(j, total(u(k) ** 2, k, j) <= x * j)), {j: N}),
        shown(p, 0 <= u(k) ** 2),
    ),
    "unbounded, terms that know their number": lambda p: p.unbounded(
        "s",
        p.at("", p.assume(Every(j, total(u(k) ** 2 * j**2, k, j) <= x)), {j: N}),
        shown(p, 0 <= u(k) ** 2 * N**2),
    ),
    "unbounded, by an endless sum": lambda p: p.unbounded(
        "s",
        p.assume(Every(N, total(u(k) ** 2, k, N) <= total(v(k), k, INF))),
        shown(p, 0 <= u(k) ** 2),
    ),
    "unbounded, of one positive term": lambda p: p.unbounded(
        "s", p.assume(Every(N, total(u(k), k, N) <= x)), p.assume(0 <= u(k))
    ),
    "unbounded, of terms from 2 on": lambda p: p.unbounded(
        "s",
        p.assume(Every(N, total(u(k), k, N) <= x)),
        shown(p, 0 <= u(k), 2 <= k, Every(k, 0 <= u(k))),
    ),
    "unbounded, other terms": lambda p: p.unbounded(
        "s", p.assume(Every(N, total(u(k), k, N) <= x)), shown(p, 0 <= u(k) ** 2)
    ),
    "unbounded, positive at one point": lambda p: p.unbounded(
        "s",
        p.assume(Every(N, mean(total(a * u(k) ** 2, k, N), "W") <= x)),
        shown(p, 0 <= a * u(k) ** 2, 0 <= a),
    ),
    "part of series, equations": lambda p: p.part_of_series(
        "s", shown(p, equal(0, u(k) - u(k))), k, N
    ),
    "part of series, not from 0": lambda p: p.part_of_series("s", shown(p, -1 <= u(k) ** 2), k, N),
    "part of series, over a member": lambda p: p.part_of_series(
        "s", shown(p, 0 <= u(1) ** 2), u(1), N
    ),
    "part of series, endless": lambda p: p.part_of_series("s", shown(p, 0 <= u(k) ** 2), k, INF),
    "part of series, of one k": lambda p: p.part_of_series("s", p.assume(0 <= u(k)), k, N),
    "part of series, from 2 on": lambda p: p.part_of_series(
        "s", shown(p, 0 <= u(k), 2 <= k, Every(k, 0 <= u(k))), k, N
    ),
    "part of series, to the index": lambda p: p.part_of_series("s", shown(p, 0 <= u(k) ** 2), k, k),
    "haar moment, no Haar matrix": lambda p: p.haar_moment("s", u, d, (1, 1), (1, 1)),
    "haar moment, another width": lambda p: p.haar_moment("s", w, N, (1, 1), (1, 1)),
    "haar moment, rows that may be equal": lambda p: p.haar_moment("s", w, d, (j, 1), (1, 1)),
    "haar moment, columns that may be equal": lambda p: p.haar_moment("s", w, d, (1, j), (1, 1)),
    "haar moment, row 0": lambda p: p.haar_moment("s", w, d, (0, 1), (0, 1)),
    "haar moment, between rows": lambda p: p.haar_moment("s", w, d, (1, "3/2"), (1, "3/2")),
    "haar moment, a row that knows": lambda p: p.haar_moment("s", w, d, (a, 1), (a, 1)),
    "quadratic, other moments": lambda p: p.quadratic(
        "s", u(k), o(1, k) ** 2, o(1, k) ** 2, k, samples, "g", *moments(p)[::-1]
    ),
    "quadratic, the same moment twice": lambda p: p.quadratic(
        "s", u(k), o(1, k) ** 2, o(1, k) ** 2, k, samples, "g", *moments(p, 1, 1)
    ),
    "quadratic, random weights": lambda p: p.quadratic(
        "s", a * u(k), o(1, k) ** 2, o(1, k) ** 2, k, samples, "g", *moments(p)
    ),
    "quadratic, of another number": lambda p: p.quadratic(
        "s", u(k), o(1, k) ** 2, o(1, k) ** 2, k, N, "g", *moments(p)
    ),
    "quadratic, of a diagonal": lambda p: p.quadratic(
        "s",
        u(k),
        o(k, k) ** 2,
        o(k, k) ** 2,
        k,
        samples,
        "g",
        p.haar_moment("", o, samples, *[(1, 1)] * 4),
        p.haar_moment("", o, samples, (1, 1), (1, 1), (2, 2), (2, 2)),
    ),
    "quadratic, of rows": lambda p: p.quadratic(
        "s",
        u(k),
        o(k, 1) ** 2,
        o(k, 1) ** 2,
        k,
        samples,
        "g",
        p.haar_moment("", o, samples, *[(1, 1)] * 4),
        p.haar_moment("", o, samples, (1, 1), (1, 1), (2, 1), (2, 1)),
    ),
    "quadratic, a random moment": lambda p: p.quadratic(
        "s",
        u(k),
        o(1, k) ** 2,
        o(1, k) ** 2,
        k,
        samples,
        "g",
        p.arith(
            "",
            equal(mean(o(1, 1) ** 4, "g"), b),
            p.assume(equal(mean(o(1, 1) ** 4, "g"), b)),
            under=[Whole(samples)],
        ),
        moments(p)[1],
    ),
    "column, a random moment": lambda p: p.column(
        "s",
        u(k),
        o(1, k) ** 2,
        m,
        k,
        samples,
        "g",
        p.arith(
            "",
            equal(mean(o(1, 1) ** 4, "g"), b),
            p.assume(equal(mean(o(1, 1) ** 4, "g"), b)),
            under=[Whole(samples)],
        ),
        moments(p)[1],
    ),
    "column, other moments": lambda p: p.column(
        "s", u(k), o(1, k) ** 2, m, k, samples, "g", *moments(p)[::-1]
    ),
    "column, random weights": lambda p: p.column(
        "s", a * u(k), o(1, k) ** 2, m, k, samples, "g", *moments(p)
    ),
    "column, a random column": lambda p: p.column(
        "s", u(k), o(1, k) ** 2, b, k, samples, "g", *moments(p)
    ),
    "column, of another number": lambda p: p.column(
        "s", u(k), o(1, k) ** 2, m, k, N, "g", *moments(p)
    ),
    "mean of a sum, f with k": lambda p: p.mean_of_sum("s", u(k), b, k, N, "g"),
    "mean of a sum, to the index": lambda p: p.mean_of_sum("s", b, u(k), k, k, "g"),
    "mean of a sum, endless": lambda p: p.mean_of_sum("s", b, u(k), k, INF, "g"),
    "mean of a sum, of random length": lambda p: p.mean_of_sum("s", b, u(k), k, b, "g"),
    "both, an equation": lambda p: p.both("s", p.assume(equal(x, y)), p.assume(y <= x)),
    "both, another equation": lambda p: p.both("s", p.assume(x <= y), p.assume(equal(y, x))),
    "both, the same": lambda p: p.both("s", p.assume(x <= y), p.assume(x <= y)),
    "telescope, to the index": lambda p: p.telescope("s", u(k), k, k),
    "telescope, endless": lambda p: p.telescope("s", u(k), k, INF),
    "differentiate, a log": lambda p: p.differentiate("s", log(u(j)), u(j)),
    "differentiate, a root": lambda p: p.differentiate("s", sqrt(u(j)), u(j), under=[0 <= u(j)]),
    "differentiate, a quotient": lambda p: p.differentiate("s", 1 / u(j), u(j)),
    "differentiate, an absolute value": lambda p: p.differentiate("s", abs(u(j)), u(j)),
    "differentiate, an unknown constant": lambda p: p.differentiate("s", phi(X) * u(j), u(j)),
    "differentiate, no family": lambda p: p.differentiate("s", x**2, x),
    "differentiate, an index that varies": lambda p: p.differentiate("s", u(u(1)), u(1)),
    "differentiate, an index inside": lambda p: p.differentiate("s", v(u(1)), u(1)),
    "differentiate, other indices": lambda p: p.differentiate("s", u(1, 2), u(1)),
    "differentiate, as many as varies": lambda p: p.differentiate("s", total(u(k), k, u(1)), u(j)),
    "differentiate, another member in each": lambda p: p.differentiate(
        "s", total(u(k + 1), k, N), u(j)
    ),
    "differentiate, a sum in a sum": lambda p: p.differentiate(
        "s", total(u(k) * total(u(l), l, N), k, N), u(j)
    ),
    "differentiate, a log of some": lambda p: p.differentiate(
        "s", total(log(u(k)), k, N), u(j), under=[0 < u(j)]
    ),
    "matrix, families": lambda p: p.matrix("s", p.assume(0 <= phi(X) + u(1)), ROTATED),
    "matrix, assumed families": lambda p: p.matrix(
        "s", shown(p, 0 <= phi(X) ** 2, 0 <= u(1)), ROTATED
    ),
    "matrix, no matrix": lambda p: p.matrix("s", p.assume(0 <= phi(X)), 2 * X),
    "matrix, under a mean": lambda p: p.matrix("s", p.assume(0 <= mean(phi(X), "W")), ROTATED),
    "pick, the index": lambda p: p.pick("s", u(k), k, N, k),
    "pick, to the index": lambda p: p.pick("s", u(k), k, k, l),
    "last term, to the index": lambda p: p.last_term("s", u(k), k, k),
    "tower, no mean": lambda p: p.tower("s", shown(p, AFTER - AFTER <= 0), ROTATIONS, l),
    "tower, another mean": lambda p: p.tower("s", shown(p, mean(b - b, "g") <= 0), ROTATIONS, l),
    "tower, an equation": lambda p: p.tower(
        "s", shown(p, equal(mean(AFTER - AFTER, "W"), 0)), ROTATIONS, l
    ),
    "tower, at a random state": lambda p: p.tower(
        "s",
        shown(
            p, mean(phi(ROTATIONS.at(1)) ** 2 * 0 + AFTER - AFTER, "W") <= phi(ROTATIONS.at(1)) ** 2
        ),
        ROTATIONS,
        l,
    ),
    "tower, the draw is left": lambda p: p.tower(
        "s", shown(p, mean(phi(W) ** 2, "W") <= mean(phi(W) ** 2, "W") + 1), ROTATIONS, l
    ),
    "tower, assumed at a point": lambda p: p.tower(
        "s", shown(p, mean(AFTER - AFTER, "W") <= phi(X), 0 <= phi(X)), ROTATIONS, l
    ),
    "tower, given at a point": lambda p: p.tower(
        "s",
        shown(p, mean(AFTER - AFTER, "W") <= phi(X), 0 <= phi(X)),
        ROTATIONS,
        l,
        {},
        p.assume(0 <= phi(ROTATIONS.at(l))),
    ),
    "state, of a draw": lambda p: p.state("s", p.assume(0 <= phi(W)), ROTATIONS, l),
    "state, no chain": lambda p: p.state("s", p.assume(0 <= phi(X)), Chain("own", X, "W", X), l),
    "state, a random layer": lambda p: p.state("s", p.assume(0 <= phi(X)), ROTATIONS, a),
    "state, families": lambda p: p.state("s", shown(p, 0 <= phi(X) ** 2, 0 <= u(1)), ROTATIONS, l),
    "state, not adapted": lambda p: p.state("s", p.assume(0 <= x), ROTATIONS, l, {x: "A"}),
    "state, adapted for what is fixed": lambda p: p.state(
        "s", p.assume(0 <= phi(X) + phi(d)), GAUSSIAN, l, {d: "A"}
    ),
    "layer, the draw is left": lambda p: p.layer("s", shown(p, 0 <= phi(W) ** 2), ROTATIONS, l),
    "layer, the draw is assumed": lambda p: p.layer(
        "s", shown(p, 0 <= AFTER**2, 0 <= phi(W)), ROTATIONS, l
    ),
    "drawn, averaged": lambda p: p.drawn("s", p.assume(0 <= mean(phi(ROTATED), "W")), ROTATIONS, l),
    "drawn, assumed of every draw": lambda p: p.drawn(
        "s", p.assume(Every(Variable("W"), 0 <= phi(ROTATED))), ROTATIONS, l
    ),
    "integrate, at one t": lambda p: p.integrate("s", p.assume(0 <= t_known)),
    "linear, endless": lambda p: p.linear("s", (k, INF), u(k), v(k)),
    "linear, to the index": lambda p: p.linear("s", (k, k), u(k), v(k)),
    "swap, positive at one point": lambda p: p.swap(
        "s",
        shown(p, 0 <= b * DECAY, 0 <= b),
        p.assume(Every(Variable("g"), integral(b * DECAY) <= 1)),
        "g",
    ),
    "swap, bounded at one point": lambda p: p.swap(
        "s", shown(p, 0 <= b**2 * DECAY), p.assume(integral(b**2 * DECAY) <= 1), "g"
    ),
    "swap, a random bound": lambda p: p.swap(
        "s",
        shown(p, 0 <= b**2 * DECAY),
        p.arith("", integral(b**2 * DECAY) <= b**2, (p.assume(integral(DECAY) <= 1), b**2)),
        "g",
    ),
    "swap, positive at one t": lambda p: p.swap(
        "s",
        shown(p, 0 <= DECAY * t_known, 0 <= t_known),
        p.assume(integral(DECAY * t_known) <= 1),
        "g",
    ),
    "swap, an equation for a sign": lambda p: p.swap(
        "s", shown(p, equal(0, T - T)), p.assume(integral(T - T) <= 1), "g"
    ),
    "swap, not from 0": lambda p: p.swap(
        "s", shown(p, -1 <= DECAY), p.assume(integral(DECAY) <= 1), "g"
    ),
    "swap, bounded by an equation": lambda p: p.swap(
        "s", shown(p, 0 <= DECAY), p.assume(equal(integral(DECAY), 1)), "g"
    ),
    "swap, another integral": lambda p: p.swap(
        "s", shown(p, 0 <= T * DECAY), p.assume(integral(DECAY) <= 1), "g"
    ),
    "swap, by what depends on t": lambda p: p.swap(
        "s", shown(p, 0 <= DECAY), p.assume(Every(Variable("t"), integral(DECAY) <= t_known)), "g"
    ),
    "swap, by an integral": lambda p: p.swap(
        "s", shown(p, 0 <= DECAY / T), shown(p, integral(DECAY / T) <= integral(DECAY / T)), "g"
    ),
    "rescale, by what is random": lambda p: p.rescale(
        "s", shown(p, 0 <= DECAY), p.assume(integral(DECAY) <= 1), exp(b)
    ),
    "rescale, by what may be infinite": lambda p: p.rescale(
        "s", shown(p, 0 <= DECAY), p.assume(integral(DECAY) <= 1), exp(integral(T))
    ),
    "rescale, by 0": lambda p: p.rescale(
        "s", shown(p, 0 <= DECAY), p.assume(integral(DECAY) <= 1), x**2
    ),
    "rescale, t by another name": lambda p: p.rescale(
        "s", shown(p, 0 <= t_known**2), p.assume(integral(t_known**2) <= 1), 2
    ),
    "rescale, given at one t": lambda p: p.rescale(
        "s",
        shown(p, 0 <= DECAY),
        p.assume(integral(DECAY) <= 1),
        x,
        p.arith("", 0 < x, p.assume(t_known**2 < x)),
    ),
    "slope of an integral, of two": lambda p: dominated(
        p, 0 * x <= integral(x * DECAY) + integral(x**2)
    ),
    "slope of an integral, of none": lambda p: dominated(p, 0 <= x),
    "slope of an integral, no derivative": lambda p: dominated(p, 0 <= integral(abs(x) * DECAY)),
    "slope of an integral, falls": lambda p: dominated(p, rises=p.assume(0 <= -DECAY)),
    "slope of an integral, not dominated": lambda p: dominated(
        p, below=shown(p, T * DECAY <= T * DECAY)
    ),
    "slope of an integral, another bound": lambda p: dominated(
        p, bound=p.assume(integral(T * DECAY) <= 1)
    ),
    "slope of an integral, bounded by itself": lambda p: dominated(
        p, bound=shown(p, integral(DECAY) <= integral(DECAY))
    ),
    "slope of an integral, by what depends on x": lambda p: dominated(
        p,
        below=shown(p, DECAY <= DECAY * (1 + x**2)),
        bound=p.assume(integral(DECAY * (1 + x**2)) <= 1),
    ),
    "slope of an integral, bounded at a t": lambda p: dominated(
        p, bound=p.assume(Every(Variable("t"), integral(DECAY) <= t_known))
    ),
    "slope of an integral, rises at one t": lambda p: dominated(
        p, rises=shown(p, 0 <= DECAY, 0 <= t_known)
    ),
    "slope of an integral, shown at one t": lambda p: dominated(
        p, up=shown(p, 0 <= integral(DECAY), 0 <= x, 0 <= t_known)
    ),
    "slope of an integral, times x": lambda p: dominated(p, 0 * x <= x * integral(x * DECAY)),
    "slope of an integral, squared": lambda p: dominated(p, 0 * x <= integral(x * DECAY) ** 2),
    "slope of an integral, from infinity": lambda p: dominated(p, start=integral(DECAY)),
    "slope of an integral, another slope": lambda p: dominated(
        p, up=shown(p, 0 <= term(1), 0 <= x)
    ),
    "root, none": lambda p: least(p, what=x),
    "root, of its unknown": lambda p: least(p, below=p.arith("", -x <= 0, under=[0 <= x, h <= 1])),
    "root, up to its unknown": lambda p: p.root(
        "s", Root(h, h - x), "bound", p.arith("", -x <= 0, under=[0 <= x]), p.assume(0 <= h - x), h
    ),
    "root, of a log": lambda p: least(
        p, log(y + h) - x, below=p.assume(log(y) - x <= 0), above=p.assume(0 <= log(y + 3) - x)
    ),
    "root, of a quotient": lambda p: least(
        p, h - 1 / y, below=p.assume(-1 / y <= 0), above=p.assume(0 <= 3 - 1 / y)
    ),
    "root, to the left": lambda p: least(p, h - x, "bound", y, above=p.assume(0 <= y - x)),
    "root, of what jumps": lambda p: least(
        p,
        Cases(h <= 1, term(-1), term(1)) - x * 0,
        below=p.assume(Cases(term(0) <= 1, term(-1), term(1)) <= 0),
        above=p.assume(0 <= Cases(term(3) <= 1, term(-1), term(1))),
    ),
    "root, not below": lambda p: least(p, below=p.assume(0 <= -x)),
    "root, not above": lambda p: least(p, above=p.assume(3 - x <= 0)),
    "root, of another kind": lambda p: least(p, which="limit"),
    "fact, unknown": lambda p: p.fact("s"),
    "fact, captured": lambda p: p.fact("the gap", ROTATIONS.at(j)),
    "claim, no such part": lambda p: p.claim("meterez2024:lemma-C.11", 1),
    "claim, a part before the first": lambda p: p.claim("meterez2024:lemma-C.11", -1),
    "made, a hidden name": lambda p: p.arith("s", 0 <= Variable("_0") ** 2),
    "made, over a member": lambda p: p.sum("s", shown(p, 0 <= u(1) ** 2), u(1), N),
    "made, infinity": lambda p: p.assume(0 <= total(u(k) + INF, k, N)),
    "made, a mean over t": lambda p: p.expect("s", shown(p, 0 <= T), "t"),
}


@pytest.fixture(autouse=True)
def few_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "_BUDGET", 50)


def refusal(name: str) -> str:
    with pytest.raises(Rejected) as error:
        REFUSED[name](Proof())
    return str(error.value)


@over(REFUSED)
def test_a_rule_refuses_and_says_why(name: str) -> None:
    assert refusal(name) == SAID["refusals"][name]
