"""Rules of logic and numbers, each against each of its conditions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.nodes import Cases, Every, Function, Power, Variable, Whole, equal, term
from theory.expressions.partial import Root, partial
from verify.kernel.proof import Proof
from verify.kernel.test_support.terms import (
    HALF,
    INF,
    N,
    a,
    beside,
    h,
    j,
    k,
    keeps,
    least,
    shown,
    u,
    v,
    x,
    y,
    z,
)

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
    "arith, what divides beside a premise": lambda p: p.arith(
        "s", x / x + y <= z + 1, p.assume(y <= z)
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
    "arith, half of a bound": lambda p: p.arith("s", 1 <= x, under=[HALF <= x]),
    "arith, twice a bound": lambda p: p.arith("s", 1 <= x, under=[1 <= 2 * x]),
    "arith, a product of two that may be negative": lambda p: p.arith(
        "s", 0 <= x * y, under=[-1 <= x, -1 <= y]
    ),
    "arith, a real power of what may be negative": lambda p: p.arith("s", equal(x**y, x**y)),
    "arith, a root taken back": lambda p: p.arith("s", equal(sqrt(x) ** 2, x)),
    "arith, 0 to a power that may be 0": lambda p: p.arith(
        "s", equal(Power(term(0), y + 1), 0), under=[-1 <= y]
    ),
    "arith, a sum of what may be negative": lambda p: p.arith("s", 0 <= total(u(k), k, 2)),
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
    "arith, cancelled beside a jump": lambda p: beside(p, Cases(u(1) <= 0, term(1), term(0))),
    "arith, cancelled beside the log of 0": lambda p: beside(p, log(u(1)), 0 <= u(1)),
    "arith, cancelled beside an unknown function": lambda p: beside(p, Function("f", (u(1),))),
    "arith, cancelled beside the root of an equation": lambda p: beside(p, 1 + Root(h, u(1) - h)),
    "arith, cancelled beside a mean": lambda p: beside(p, mean(exp(a * u(1)), "W")),
    "arith, cancelled beside another member": lambda p: beside(p, v(u(1))),
    "arith, cancelled beside a power of 0": lambda p: beside(p, 1 + Power(u(1), x) ** 2, 0 <= x),
    "arith, cancelled beside a root of 0": lambda p: beside(p, 1 + Power(u(1), HALF) ** 2),
    "arith, cancelled beside the log of 0 at other points": lambda p: beside(
        p, 1 + log(a * u(1)) ** 2, 0 < a, 0 < u(1), over="W"
    ),
    "arith, cancelled beside a power of 0 at other points": lambda p: beside(
        p, 1 + Power(a * u(1), x) ** 2, 0 < a, 0 < u(1), 0 <= x, over="W"
    ),
    "arith, cancelled beside as many terms": lambda p: beside(p, 1 + total(x, k, u(1)), 0 <= x),
    "arith, cancelled beside a sum of jumps": lambda p: beside(
        p, total(Cases(u(k) <= 0, term(1), term(0)), k, 2)
    ),
    "arith, cancelled at one point": lambda p: p.arith(
        "s", equal(mean(a / a, "W"), 1), under=[0 < a]
    ),
    "arith, cancelled at one point below 0": lambda p: p.arith(
        "s", equal(mean(a / a, "W"), 1), under=[a < 0]
    ),
    "arith, cancelled for every index at one point": lambda p: p.arith(
        "s",
        equal(mean(total((a(k) + x) / (a(k) + x), k, 2), "W"), 2),
        under=[Every(k, 0 < a(k) + x)],
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
    "arith, minus what is not negative": lambda p: p.arith("s", 0 <= -x, under=[0 <= x]),
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
    "slope, no bound by both sides": lambda p: p.slope(
        "s", 2 <= x, x, 2, up=shown(p, 0 <= term(1), 2 <= x, 1 - x**2 <= x**2)
    ),
    "slope, an equation for a bound": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), 0 <= x, equal(x, 0))
    ),
    "slope, two intervals": lambda p: p.slope(
        "s", 0 <= x, x, 0, up=shown(p, 0 <= term(1), 0 <= x, 1 <= abs(x - 2))
    ),
    "slope, two intervals by roots": lambda p: p.slope(
        "s",
        0 <= x,
        x,
        0,
        up=shown(p, 0 <= term(1), 0 <= x, 1 <= sqrt(x - 2) ** 2 + sqrt(2 - x) ** 2),
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
}
