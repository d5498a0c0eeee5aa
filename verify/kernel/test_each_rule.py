"""Each rule used rightly: the whole theorem that it makes, and every premise looked at.

A use is the step called "s"; what it says stands in ``each_rule.toml``, hypotheses included, for a
hypothesis that is missing is a falsehood somewhere. Each rule against its conditions: see
``test_each_refusal.py``.
"""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from theory.expressions.changing import binders
from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.layers import o
from theory.expressions.nodes import (
    Cases,
    Every,
    Named,
    Sum,
    Variable,
    Whole,
    equal,
    term,
)
from theory.expressions.partial import Root, T, delta, integral
from theory.expressions.vocabulary import (
    GAUSSIAN,
    ROTATED,
    ROTATIONS,
    X,
    bn,
    d,
    phi,
    w,
)
from theory.expressions.vocabulary import n as samples
from theory.test_support.comparing import over
from verify import runner
from verify.kernel.proof import Proof
from verify.kernel.theorem import Rejected, Theorem, means

runner.load()
x, y, z, N, h = (Variable(name) for name in ("x", "y", "z", "N", "h"))
j, k, l, m = (Variable(name) for name in "jklm")
u, v = Variable("u"), Variable("v")  # families
a, b = Variable("a", random="W"), Variable("b", random="g")
t_known = Variable("q", random="t")
DECAY = exp(-T)
AFTER = phi(bn(ROTATED))
INF = float("inf")
Script = Callable[[Proof], Theorem]


def shown(p: Proof, relation: Any, *under: Any) -> Theorem:
    return p.arith("", relation, under=under)


def moments(p: Proof, *c: int) -> list[Theorem]:
    """E o_11^4 and E o_11^2 o_12^2."""
    return [p.haar_moment("", o, samples, (1, 1), (1, 1), (1, i), (1, i)) for i in c or (1, 2)]


def inductive(p: Proof, *more: Any, base: Any = None, start: Any = 0) -> Theorem:
    """u_l <= 0, as u_(l+1) <= u_l."""
    down = p.at("", p.assume(Every(k, u(k + 1) <= u(k))), {k: l})
    step = p.arith("", u(l + 1) <= 0, down, p.assume(u(l) <= 0), under=more)
    return p.induct("s", base or p.assume(u(start) <= 0), step, l, start)


def dominated(
    p: Proof,
    said: Any = None,
    rises: Any = None,
    below: Any = None,
    bound: Any = None,
    start: Any = 0,
    **sides: Any,
) -> Theorem:
    """0 <= int x exp(-t) dt for x >= 0."""
    sides = sides or {"up": shown(p, 0 <= integral(DECAY), 0 <= x)}
    return p.slope_of_integral(
        "s",
        0 * x <= integral(x * DECAY) if said is None else said,
        x,
        start,
        rises or shown(p, 0 <= DECAY),
        below or shown(p, DECAY <= DECAY),
        bound or p.assume(integral(DECAY) <= 1),
        **sides,
    )


def least(
    p: Proof,
    F: Any = None,
    which: str = "equation",
    b: Any = 3,
    *given: Theorem,
    below: Any = None,
    above: Any = None,
    what: Any = None,
) -> Theorem:
    """The least root of h - x, for 0 <= x <= 3."""
    F = h - x if F is None else F
    below = below or p.arith("", -x <= 0, under=[0 <= x])
    above = above or p.arith("", 0 <= term(b) - x, under=[x <= 3])
    return p.root("s", Root(h, F) if what is None else what, which, below, above, b, *given)


USES: dict[str, Script] = {
    "assume": lambda p: p.assume(Every(k, 0 < u(k))),
    "arith": lambda p: p.arith("s", x < y, p.assume(x < z), p.assume(z <= y)),
    "arith, strict by a factor": lambda p: p.arith(
        "s", 3 * x + 1 < 3 * y + 2, (p.assume(x < y), 3), p.assume(term(1) <= 2)
    ),
    "arith, strict by the rest": lambda p: p.arith("s", x < y + 1, p.assume(x <= y)),
    "arith, an equation turned": lambda p: p.arith("s", equal(y, x), (p.assume(equal(x, y)), -1)),
    "arith, given": lambda p: p.arith("s", equal(x / x, 1), given=[p.assume(0 < x)]),
    "arith, over a negative number": lambda p: p.arith("s", 0 < -1 / x, under=[x < 0]),
    "at, of every by what is shown": lambda p: p.at(
        "s",
        p.sum("", p.assume(0 <= u(k)), k, 2),
        {},
        p.arith("", 0 <= u(k), p.at("", p.assume(Every(j, x**2 <= u(j))), {j: k})),
    ),
    "at": lambda p: p.at(
        "s",
        p.arith("", 0 <= x * y, under=[0 <= x, 1 <= y, Every(k, 0 < u(k))]),
        {x: z**2, y: N},
        p.assume(N >= 1),
    ),
    "at, evident": lambda p: p.at("s", shown(p, 0 <= x, 0 < x), {x: d}, p.assume(2 <= d)),
    "at, of every": lambda p: p.at(
        "s", p.sum("", p.assume(0 <= u(k)), k, 2), {}, p.assume(Every(k, 0 <= u(k)))
    ),
    "at, read off what holds of every": lambda p: p.at(
        "s", shown(p, 0 < x, 0 < x, Every(k, 1 <= u(k))), {x: u(1)}
    ),
    "at, numbers": lambda p: p.at(
        "s", p.fact("integral of an exponential"), {x: y + z}, p.assume(0 < y + z)
    ),
    "split": lambda p: p.split(
        "s", x <= 0, shown(p, 0 <= x**2, x <= 0), shown(p, 0 <= x**2, 0 < x)
    ),
    "split, strictly": lambda p: p.split(
        "s", x < 0, shown(p, 0 <= x**2, x < 0), shown(p, 0 <= x**2, 0 <= x)
    ),
    "split, one too narrow": lambda p: p.split(
        "s", x <= 0, shown(p, 0 <= x**2, x <= 0), shown(p, 0 <= x**2, 0 <= x)
    ),
    "rewrite": lambda p: p.rewrite(
        "s", p.assume(total(u(k) * x, k, N) <= mean(x + a, "W")), p.assume(equal(x, y))
    ),
    "rewrite, of every index": lambda p: p.rewrite(
        "s", p.assume(total(u(k), k, N) <= 1), p.assume(Every(k, equal(u(k), v(k))))
    ),
    "rewrite, not of what is bound": lambda p: p.rewrite(
        "s", p.assume(total(u(k), k, N) <= u(k)), p.assume(equal(u(k), v(k)))
    ),
    "rewrite, not at every point": lambda p: p.rewrite(
        "s", p.assume(mean(a, "W") <= a), p.assume(equal(a, x))
    ),
    "rewrite, not a root's unknown": lambda p: p.rewrite(
        "s", p.assume(Root(h, u(h)) <= u(h)), p.assume(equal(u(h), x))
    ),
    "cases": lambda p: p.cases(
        "s", 0 <= Cases(x <= 0, -x, x), shown(p, 0 <= -x, x <= 0), shown(p, 0 <= x, 0 < x)
    ),
    "cases, strictly": lambda p: p.cases(
        "s", 0 <= Cases(x < 0, -x, x), shown(p, 0 <= -x, x < 0), shown(p, 0 <= x, 0 <= x)
    ),
    "cases, one too narrow": lambda p: p.cases(
        "s",
        0 <= Cases(x <= 0, -x, x),
        p.arith("", 0 <= -x, p.assume(x <= -1)),
        shown(p, 0 <= x, 1 <= x),
    ),
    "cases, strictly, one too narrow": lambda p: p.cases(
        "s", 0 <= Cases(x < 0, -x, x), shown(p, 0 <= -x, x < 0), shown(p, 0 <= x, 0 < x)
    ),
    "split, strictly, one too narrow": lambda p: p.split(
        "s", x < 0, shown(p, 0 <= x**2, x < 0), shown(p, 0 <= x**2, 0 < x)
    ),
    "slope, up": lambda p: p.slope("s", 0 <= x**2, x, 0, up=shown(p, 0 <= 2 * x, 0 <= x)),
    "slope, down": lambda p: p.slope("s", 0 <= x**2, x, 0, down=shown(p, 0 <= -2 * x, x <= 0)),
    "slope, both": lambda p: p.slope(
        "s",
        log(x) <= x - 1,
        x,
        1,
        up=shown(p, 0 <= 1 - 1 / x, 1 <= x, 0 < x, x <= 5),
        down=shown(p, 0 <= 1 / x - 1, x <= 1, 0 < x),
    ),
    "slope, given": lambda p: p.slope(
        "s", 0 <= y * x, x, 0, up=shown(p, 0 <= y, 0 <= y, 0 <= x), given=[p.assume(z <= y)]
    ),
    "slope, from above 0": lambda p: p.slope(
        "s",
        0 <= x + z - l,
        x,
        0,
        up=shown(p, 0 <= term(1), 0 <= x),
        given=[p.arith("", 0 <= z - l, p.assume(l <= N), p.assume(N <= z))],
    ),
    "at, nothing": lambda p: p.at("s", p.fact("integral of an exponential"), {}),
    "monotone exp": lambda p: p.monotone("s", "exp", p.assume(x <= y)),
    "monotone log": lambda p: p.monotone("s", "log", p.assume(x < y), p.assume(0 < x)),
    "monotone, given": lambda p: p.monotone(
        "s", "log", p.assume(y - x <= z), p.arith("", 0 < y - x, p.assume(x <= N), p.assume(N < y))
    ),
    "monotone sqrt": lambda p: p.monotone("s", "sqrt", p.assume(x <= y), p.assume(0 <= x)),
    "monotone, an equation": lambda p: p.monotone("s", "log", p.assume(equal(x, y))),
    "law": lambda p: p.law("s", "root of a product", x, y),
    "box": lambda p: p.box("s", x * y < 2, {x: (0, "1/2"), y: (-1, 1)}),
    "box, touched": lambda p: p.box("s", term(0) <= 0 * x, {x: (0, 1)}),
    "box, contact inside": lambda p: p.box(
        "s", 0 <= exp(x) - 1 - x, {x: (-1, 1)}, contact=(x, 0, 2)
    ),
    "box, contact at its end": lambda p: p.box("s", 1 <= exp(x), {x: (0, 1)}, contact=(x, 0, 1)),
    "sum": lambda p: p.sum("s", shown(p, u(k) < u(k) + 1), k, N),
    "sum, what is assumed of k": lambda p: p.sum(
        "s",
        p.arith(
            "",
            u(k) <= N * v(k),
            (p.assume(k <= N), v(k)),
            p.assume(u(k) <= k * v(k)),
            under=[0 <= v(k), x <= y, 1 <= k],
        ),
        k,
        N,
    ),
    "sum, of equations": lambda p: p.sum("s", p.assume(Every(k, equal(u(k), v(k)))), k, N),
    "sum, of equations for whole k": lambda p: p.sum(
        "s", p.arith("", equal(u(k) * k / k, u(k)), under=[1 <= k]), k, N
    ),
    "one of a sum": lambda p: p.one_of_sum("s", shown(p, 0 <= u(k) ** 2), k, N),
    "expect": lambda p: p.expect(
        "s", p.arith("", x * a**2 < a**2 + 1 + x * a**2, under=[0 <= y]), "W"
    ),
    "expect, an equation": lambda p: p.expect("s", shown(p, equal(a - a, 0)), "W"),
    "induct": lambda p: inductive(p),
    "induct, to a bound": lambda p: inductive(p, l + 1 <= N, Whole(l), -1 <= l, x <= y),
    "induct, from 2": lambda p: inductive(p, start=2),
    "unbounded": lambda p: p.unbounded(
        "s",
        p.arith(
            "",
            total(u(k), k, N) <= x,
            p.assume(Every(N, total(u(k), k, N) <= x)),
            under=[Whole(N), 0 <= N, 1 <= N, 0 <= y],
        ),
        shown(p, 0 <= u(k), Every(k, 0 <= u(k)), Whole(k), 0 <= k, 1 <= k, 0 <= z),
    ),
    "unbounded mean": lambda p: p.unbounded(
        "s",
        p.assume(Every(N, mean(total(a**2 * u(k) ** 2, k, N), "W") <= x)),
        shown(p, 0 <= a**2 * u(k) ** 2),
    ),
    "part of series": lambda p: p.part_of_series(
        "s", shown(p, 0 <= u(k) * y, Whole(k), 0 <= k, 1 <= k, 0 <= y, Every(k, 0 <= u(k))), k, N
    ),
    "haar moment": lambda p: p.haar_moment("s", w, d, (1, 1), (1, 1), (2, 1), (2, 1)),
    "haar moment, of far columns": lambda p: p.haar_moment(
        "s", w, d, (j, 5), (j, 5), (j, 7), (j, 7)
    ),
    "haar moment, in a far row": lambda p: p.haar_moment("s", w, d, (9, k), (9, k)),
    "haar moment, of six": lambda p: p.haar_moment(
        "s", w, d, *[(1, c) for c in (1, 1, 2, 2, 3, 3)]
    ),
    "quadratic": lambda p: p.quadratic(
        "s", u(k), o(1, k) ** 2, o(1, k) ** 2, k, samples, "g", *moments(p)
    ),
    "quadratic, of two": lambda p: p.quadratic(
        "s",
        u(k),
        o(1, k) ** 2,
        o(2, k) ** 2,
        k,
        samples,
        "g",
        p.haar_moment("", o, samples, (1, 1), (1, 1), (2, 1), (2, 1)),
        p.haar_moment("", o, samples, (1, 1), (1, 1), (2, 2), (2, 2)),
    ),
    "column": lambda p: p.column("s", u(k), o(1, k) ** 2, m, k, samples, "g", *moments(p)),
    "mean of a sum": lambda p: p.mean_of_sum("s", b, b * u(k), k, N, "g"),
    "both": lambda p: p.both("s", p.assume(x <= y), p.assume(y <= x)),
    "both, strictly": lambda p: p.both("s", p.assume(x < y), p.assume(y <= x)),
    "telescope": lambda p: p.telescope("s", k * u(k), k, N),
    "differentiate": lambda p: p.differentiate(
        "s",
        x * u(1) ** 3 * log(u(j)) + total(exp(u(k)) * v(k), k, N) + sqrt(u(2)),
        u(j),
        p.assume(0 < u(j)),
        under=[0 < u(2), 0 < x],
    ),
    "differentiate, given": lambda p: p.differentiate(
        "s",
        log(u(j) - x) + exp(2 * u(j)) * sqrt(x - u(j)),
        u(j),
        p.arith("", 0 < u(j) - x, p.assume(x <= N), p.assume(N < u(j))),
        p.arith("", 0 < x - u(j), p.assume(l <= x), p.assume(u(j) < l)),
    ),
    "differentiate, constants": lambda p: p.differentiate("s", abs(x) * delta(l, m) * u(j), u(j)),
    "differentiate, quotients": lambda p: p.differentiate("s", x / u(1), u(1), p.assume(0 < u(1))),
    "differentiate, of two indices": lambda p: p.differentiate(
        "s", total(u(j, k) * v(k), k, N) + u(1, 2), u(j, m)
    ),
    "matrix": lambda p: p.matrix(
        "s",
        p.arith("", 0 <= phi(X) * x, under=[0 <= phi(X), 0 <= x, 1 <= y]),
        ROTATED,
        p.assume(0 <= phi(ROTATED)),
    ),
    "whole": lambda p: p.whole("s", p.last_term("", u(k), k, 2 * N * l - 3), N, l),
    "whole, not half": lambda p: p.whole("s", p.last_term("", u(k), k, N / 2), N),
    "whole, not a quotient": lambda p: p.whole("s", p.last_term("", u(k), k, N**2 / N), N),
    "whole, not of another": lambda p: p.whole("s", p.last_term("", u(k), k, N + l), N),
    "pick": lambda p: p.pick("s", u(k) * k, k, N, l),
    "last term": lambda p: p.last_term("s", k * u(k), k, N),
    "no term": lambda p: p.no_term("s", u(k), k),
    "tower": lambda p: p.tower(
        "s",
        p.arith("", mean(AFTER - AFTER + phi(X), "W") <= phi(X) + x, under=[0 <= x, 0 <= phi(X)]),
        ROTATIONS,
        l,
        {},
        p.assume(Every(Variable("chain 3"), 0 <= phi(ROTATIONS.at(l)))),
    ),
    "tower, adapted": lambda p: p.tower(
        "s", shown(p, mean(x**2, "W") <= x**2 + 1), GAUSSIAN, 3, {x: "A"}
    ),
    "state": lambda p: p.state(
        "s",
        p.arith("", 0 <= phi(X) * x, under=[0 <= phi(X), 0 <= x]),
        ROTATIONS,
        l,
        {},
        p.assume(0 <= phi(ROTATIONS.at(l))),
    ),
    "state, adapted": lambda p: p.state("s", shown(p, 0 <= x**2), GAUSSIAN, 2, {x: "A"}),
    "layer": lambda p: p.layer(
        "s",
        p.arith("", AFTER <= phi(X) + x, p.assume(AFTER <= phi(X)), under=[0 <= x]),
        ROTATIONS,
        l,
        p.assume(phi(ROTATIONS.at(l + 1)) <= phi(ROTATIONS.at(l))),
    ),
    "drawn": lambda p: p.drawn(
        "s",
        p.arith("", 0 <= phi(ROTATED) + x, p.assume(0 <= phi(ROTATED)), under=[0 <= x]),
        ROTATIONS,
        l,
    ),
    "integrate": lambda p: p.integrate("s", shown(p, DECAY < DECAY + x, 0 < x)),
    "integrate, an equation": lambda p: p.integrate("s", shown(p, equal(T - T, 0))),
    "linear": lambda p: p.linear("s", "W", a, x, 2),
    "linear, integrals": lambda p: p.linear("s", "t", DECAY, T),
    "linear, sums": lambda p: p.linear("s", (k, N), u(k), x),
    "swap": lambda p: p.swap(
        "s",
        shown(p, 0 <= b**2 * DECAY, 0 <= x),
        p.assume(Every(Variable("g"), integral(b**2 * DECAY) <= y)),
        "g",
    ),
    "rescale": lambda p: p.rescale(
        "s",
        shown(p, 0 <= DECAY * T, 0 <= x),
        p.assume(integral(DECAY * T) <= y),
        z,
        p.assume(0 < z),
    ),
    "rescale, by what is given to be positive": lambda p: p.rescale(
        "s",
        shown(p, 0 <= DECAY),
        p.assume(integral(DECAY) <= y),
        z - x,
        p.arith("", 0 < z - x, p.assume(x <= N), p.assume(N < z)),
    ),
    "slope of an integral": dominated,
    "slope of an integral, down": lambda p: dominated(
        p,
        0 * x <= integral(x * DECAY) - 2 * x,
        rises=shown(p, 0 <= DECAY, 0 <= z),
        below=shown(p, DECAY <= DECAY, 0 <= y),
        bound=p.assume(integral(DECAY) <= N),
        down=p.arith(
            "", 0 <= -(integral(DECAY) - 2), p.assume(integral(DECAY) <= 1), under=[x <= 0]
        ),
    ),
    "root": least,
    "root, bound": lambda p: least(p, which="bound"),
    "root, named": lambda p: least(p, what=Named("r", Root(h, h - x))),
    "root, given": lambda p: least(
        p,
        log(y + h) - x,
        "bound",
        3,
        p.arith("", 0 < y + h, under=[0 < y, 0 <= h]),
        below=p.assume(log(y) - x <= 0),
        above=p.assume(0 <= log(y + 3) - x),
    ),
    "fact": lambda p: p.fact("integral of an exponential"),
    "claim": lambda p: p.claim("meterez2024:lemma-C.11"),
}

SAID = tomllib.loads(Path(__file__).with_name("each_rule.toml").read_text(encoding="utf-8"))


def said(theorem: Theorem) -> str:
    """All of it, with what a printed sum or mean leaves out."""
    assumed = "; ".join(sorted(map(str, theorem.assumes)))
    numbers = ", ".join(sorted(map(str, theorem.numbers)))
    ends = [f"{s.index} to {s.count}" for s in binders(theorem.shows) if isinstance(s, Sum)]
    ends += [f"over {mean.over}" for mean in means(theorem.shows)]
    parts = [
        theorem.rule,
        theorem.checked,
        f"{assumed} |- {theorem.shows}",
        ", ".join(ends),
        numbers,
    ]
    return " / ".join(parts)


@over(USES)
def test_a_rule_makes_this_theorem(name: str) -> None:
    assert said(USES[name](Proof())) == SAID["theorems"][name]


class Forging(Proof):
    """The ``which``-th theorem that step "s" is given is a copy that this proof did not make."""

    def __init__(self, which: int = -1) -> None:
        super().__init__()
        self.which, self.given = which, list[Theorem]()

    def _given(self, rule: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        return self._forged((args, kwargs)) if args and args[0] == "s" else (args, kwargs)

    def _forged(self, value: Any) -> Any:
        if isinstance(value, Theorem):
            self.given.append(value)
            return replace(value) if len(self.given) == self.which else value
        if isinstance(value, tuple | list):
            return type(value)(map(self._forged, value))
        return {k: self._forged(v) for k, v in value.items()} if isinstance(value, dict) else value


@over(USES)
def test_a_rule_takes_no_premise_that_is_none(name: str) -> None:
    p = Forging()
    made = USES[name](p)
    assert {id(one) for one in made.premises} == {id(one) for one in p.given}
    for which in range(1, len(p.given) + 1):
        with pytest.raises(Rejected, match=r"step 's' \((?!None\)).* is no theorem of this proof"):
            USES[name](Forging(which))
