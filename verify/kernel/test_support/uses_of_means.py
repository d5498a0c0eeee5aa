"""Each rule of means, matrices, layers and integrals as it is meant to be used."""

from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.layers import o
from theory.expressions.nodes import (
    Every,
    Named,
    Variable,
    equal,
)
from theory.expressions.partial import Root, T, delta, integral
from theory.expressions.vocabulary import (
    GAUSSIAN,
    ROTATED,
    ROTATIONS,
    X,
    d,
    phi,
    w,
)
from theory.expressions.vocabulary import n as samples
from verify.kernel.test_support.terms import (
    AFTER,
    DECAY,
    N,
    Script,
    a,
    b,
    dominated,
    h,
    j,
    k,
    l,
    least,
    m,
    moments,
    shown,
    u,
    x,
    y,
    z,
)

USES_OF_MEANS: dict[str, Script] = {
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
    "column, what either assumes": lambda p: p.column(
        "s",
        u(k),
        o(1, k) ** 2,
        m,
        k,
        samples,
        "g",
        *(
            p.arith("", one.shows, one, under=[more])
            for one, more in zip(moments(p), (0 <= x, 0 <= y), strict=True)
        ),
    ),
    "mean of a sum": lambda p: p.mean_of_sum("s", b, b * u(k), k, N, "g"),
    "both": lambda p: p.both("s", p.assume(x <= y), p.assume(y <= x)),
    "both, strictly": lambda p: p.both("s", p.assume(x < y), p.assume(y <= x)),
    "telescope": lambda p: p.telescope("s", k * u(k), k, N),
    "differentiate": lambda p: p.differentiate(
        "s",
        x * u(1) ** 3 * log(u(j)) + total(exp(u(k)) * l, k, N) + sqrt(u(2)),
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
        "s", total(u(j, k) * k, k, N) + u(1, 2), u(j, m)
    ),
    "matrix": lambda p: p.matrix(
        "s",
        p.arith("", 0 <= phi(X) * x, under=[0 <= phi(X), 0 <= x, 1 <= y]),
        ROTATED,
        p.assume(0 <= phi(ROTATED)),
    ),
    "whole": lambda p: p.whole("s", p.last_term("", u(k), k, 2 * N * l - 3), N, l),
    "whole, a number": lambda p: p.whole("s", p.last_term("", u(k), k, 2)),
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
    "state, by what is shown": lambda p: p.state(
        "s",
        shown(p, 0 <= phi(X) * x, 0 <= 2 * phi(X), 0 <= x),
        ROTATIONS,
        l,
        {},
        p.arith("", 0 <= phi(ROTATIONS.at(l)), p.assume(y**2 <= phi(ROTATIONS.at(l)))),
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
    "drawn, given": lambda p: p.drawn(
        "s",
        p.arith("", 0 <= phi(ROTATED) + x, p.assume(0 <= phi(ROTATED)), under=[0 <= x]),
        ROTATIONS,
        l,
        p.assume(1 <= x),
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
    "swap, in another writing": lambda p: p.swap(
        "s", shown(p, 0 <= DECAY / y, 0 < y), p.assume(integral(DECAY) / y <= z), "g"
    ),
    "swap, by what is shown to be positive": lambda p: p.swap(
        "s",
        p.arith("", 0 < DECAY + y - x, p.assume(x <= N), p.assume(N < y)),
        p.assume(integral((DECAY + y - x) ** 2 / (DECAY + y - x)) <= z),
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
    "root, by what is shown": lambda p: least(
        p,
        log(h + y - z) - x,
        "bound",
        3,
        p.arith("", 0 < h + y - z, p.assume(z <= N), p.assume(N < y), under=[0 <= h]),
        below=p.assume(log(y - z) - x <= 0),
        above=p.assume(0 <= log(3 + y - z) - x),
    ),
    "fact": lambda p: p.fact("integral of an exponential"),
    "claim": lambda p: p.claim("meterez2024:lemma-C.11"),
}
