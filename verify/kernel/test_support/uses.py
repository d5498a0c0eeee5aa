"""Each rule of logic, numbers and sums as it is meant to be used."""

from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.nodes import (
    Cases,
    Every,
    Power,
    Whole,
    equal,
    term,
)
from theory.expressions.partial import Root, T
from theory.expressions.vocabulary import (
    d,
)
from verify.kernel.test_support.terms import (
    INF,
    N,
    Script,
    a,
    b,
    beside,
    h,
    inductive,
    j,
    k,
    l,
    log_rises,
    shown,
    u,
    v,
    x,
    y,
    z,
)

USES: dict[str, Script] = {
    "assume": lambda p: p.assume(Every(k, 0 < u(k))),
    "arith": lambda p: p.arith("s", x < y, p.assume(x < z), p.assume(z <= y)),
    "arith, strict by a factor": lambda p: p.arith(
        "s", 3 * x + 1 < 3 * y + 2, (p.assume(x < y), 3), p.assume(term(1) <= 2)
    ),
    "arith, strict by the rest": lambda p: p.arith("s", x < y + 1, p.assume(x <= y)),
    "arith, an equation turned": lambda p: p.arith("s", equal(y, x), (p.assume(equal(x, y)), -1)),
    "arith, given": lambda p: p.arith("s", equal(x / x, 1), given=[p.assume(0 < x)]),
    "arith, by what is shown": lambda p: p.arith(
        "s",
        equal((y - x) / (y - x), 1),
        given=[p.arith("", 0 < y - x, p.assume(x <= N), p.assume(N < y))],
    ),
    "arith, by what is shown for every index": lambda p: p.arith(
        "s",
        equal(total((u(k) - v(k)) / (u(k) - v(k)), k, N), N),
        given=[
            p.arith(
                "", 0 < u(k) - v(k), p.assume(Every(k, v(k) <= x)), p.assume(Every(k, x < u(k)))
            )
        ],
    ),
    "arith, an endless sum": lambda p: p.arith("s", 0 <= total(u(k) ** 2, k, INF)),
    "arith, given of every index": lambda p: p.arith(
        "s",
        equal(total(u(k) / u(k), k, N), N),
        given=[
            p.arith(
                "",
                0 < u(k),
                p.at("", p.assume(Every(j, v(j) < u(j))), {j: k}),
                p.at("", p.assume(Every(j, 0 <= v(j))), {j: k}),
            )
        ],
    ),
    "arith, a natural power taken out": lambda p: p.arith(
        "s", equal(Power(x, y + 2), x**2 * Power(x, y)), under=[0 <= y]
    ),
    "arith, the zeroth power": lambda p: p.arith("s", equal(Power(x, term(0)), 1)),
    "arith, a power of what is positive": lambda p: p.arith(
        "s", equal(Power(x, y + 2), x * Power(x, y + 1)), under=[0 < x]
    ),
    "arith, cancelled around a point": lambda p: beside(
        p, u(1) + exp(u(1)) + sqrt(abs(u(1))) + total(u(k) ** 2, k, 2)
    ),
    "arith, either case": lambda p: p.arith("s", 0 <= Cases(x <= 0, y**2, exp(z))),
    "arith, strictly in either case": lambda p: p.arith("s", 0 < Cases(x <= 0, y**2 + 1, exp(z))),
    "arith, t is positive": lambda p: p.arith("s", equal(T / T, 1)),
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
    "at, read off what is given": lambda p: p.at(
        "s",
        shown(p, 0 <= x, 0 < x),
        {x: 2 * z},
        p.arith("", 1 <= z, p.assume(1 <= y), p.assume(y <= z)),
    ),
    "at, evident": lambda p: p.at("s", shown(p, 0 <= x, 0 < x), {x: d}, p.assume(2 <= d)),
    "at, of every": lambda p: p.at(
        "s", p.sum("", p.assume(0 <= u(k)), k, 2), {}, p.assume(Every(k, 0 <= u(k)))
    ),
    "at, of every by what is given besides": lambda p: p.at(
        "s",
        p.sum("", p.assume(0 <= u(k)), k, 2),
        {},
        p.assume(Every(k, 0 <= u(k) * (y - x) / (y - x))),
        p.arith("", 0 < y - x, p.assume(x <= N), p.assume(N < y)),
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
    "cases, in another writing": lambda p: p.cases(
        "s",
        0 <= Cases(0 < x, x**2, x**4),
        shown(p, 0 <= x**2, 0 < x * y / y, 0 < y, 0 < 2 * x - x),
        shown(p, 0 <= x**4, x - 1 <= -1),
    ),
    "cases, in another writing by itself": lambda p: p.cases(
        "s",
        1 <= Cases(0 < z + 1 - z / z, z / z, term(1)),
        p.arith("", 1 <= z / z, under=[0 < z, z - 2 * z < 0]),
        shown(p, term(1) <= 1),
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
    "slope, by what is given": log_rises,
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
    "box, an index beside its sum": lambda p: p.box("s", k + total(k, k, 2) <= 5, {k: (0, 1)}),
    "box, contact inside": lambda p: p.box(
        "s", 0 <= exp(x) - 1 - x, {x: (-1, 1)}, contact=(x, 0, 2)
    ),
    "box, contact at its upper end": lambda p: p.box(
        "s", 0 <= exp(x) - 1 - x, {x: (-1, 0)}, contact=(x, 0, 2)
    ),
    "box, contact everywhere": lambda p: p.box(
        "s", 2 * x <= (x + 1) ** 2 - x**2 - 1, {x: (-1, 1)}, contact=(x, 0, 2)
    ),
    "box, a contact where nothing is 0": lambda p: p.box(
        "s", 0 <= x**2 / y, {x: (0, 1), y: (1, 2)}, contact=(x, 0, 2)
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
    "sum, as many as a square": lambda p: p.sum("s", shown(p, u(k) < u(k) + 1), k, x**2),
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
    "unbounded mean, under what does not know the point": lambda p: p.unbounded(
        "s",
        p.assume(Every(N, mean(total(a**2 * u(k) ** 2, k, N), "W") <= x)),
        shown(p, 0 <= a**2 * u(k) ** 2, 0 <= z, 0 <= b),
    ),
    "part of series": lambda p: p.part_of_series(
        "s", shown(p, 0 <= u(k) * y, Whole(k), 0 <= k, 1 <= k, 0 <= y, Every(k, 0 <= u(k))), k, N
    ),
}
