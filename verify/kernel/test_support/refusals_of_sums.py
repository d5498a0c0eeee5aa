"""Rules of boxes, sums and moments, each against each of its conditions."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from theory.expressions.functions import exp, mean, total
from theory.expressions.layers import o
from theory.expressions.nodes import Every, Function, Power, Whole, equal, term
from theory.expressions.vocabulary import d, w
from theory.expressions.vocabulary import n as samples
from verify.kernel.proof import Proof
from verify.kernel.test_support.terms import (
    INF,
    N,
    a,
    b,
    inductive,
    j,
    k,
    l,
    m,
    moments,
    shown,
    u,
    v,
    x,
    y,
)
from verify.kernel.theorem import Theorem


def random_moment(p: Proof) -> Theorem:
    """E o_11^4 is said to be b, which is drawn with the weights."""
    said = equal(mean(o(1, 1) ** 4, "g"), b)
    return p.arith("", said, p.assume(said), under=[Whole(samples)])


REFUSED_OF_SUMS: dict[str, Callable[[Proof], Any]] = {
    "box, an equation": lambda p: p.box("s", equal(x, x), {x: (0, 1)}),
    "box, a variable too few": lambda p: p.box("s", 0 <= x**2 + 1 + y**2, {x: (0, 1)}),
    "box, a member": lambda p: p.box("s", total(u(k), k, 3) <= 4, {x: (0, 1), u(k): (0, 1)}),
    "box, another variable": lambda p: p.box("s", 0 <= N**2, {x: (0, 1), y: (0, 1)}),
    "box, strictly with a contact": lambda p: p.box(
        "s", 1 < exp(x), {x: (0, 1)}, contact=(x, 0, 1)
    ),
    "box, strictly where it is 0": lambda p: p.box("s", term(0) < 0 * x, {x: (0, 1)}),
    "box, false at an end": lambda p: p.box("s", 0 <= x, {x: ("-1/8", 1)}),
    "box, false between": lambda p: p.box("s", x <= y, {x: (0, 1), y: (0, 1)}),
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
    "box, a contact that is not defined": lambda p: p.box(
        "s", 0 <= -Power(term(0), y + 1), {x: (0, 1), y: (-1, -1)}, contact=(x, 0, 1)
    ),
    "box, a second contact that is not defined": lambda p: p.box(
        "s", 0 <= x * Power(term(0), y + 1), {x: (0, 1), y: (-1, 0)}, contact=(x, 0, 2)
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
    "induct, from above by half steps": lambda p: inductive(p, 3 <= l / 2),
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
        "s", u(k), o(1, k) ** 2, o(1, k) ** 2, k, samples, "g", random_moment(p), moments(p)[1]
    ),
    "column, a random moment": lambda p: p.column(
        "s", u(k), o(1, k) ** 2, m, k, samples, "g", random_moment(p), moments(p)[1]
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
}
