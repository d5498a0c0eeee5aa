"""Rules of matrices, layers, means and integrals, each against each of its conditions."""

from collections.abc import Callable
from typing import Any

from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.jacobians import x as entry
from theory.expressions.nodes import Cases, Every, Relation, Variable, equal, term
from theory.expressions.partial import Root, T, delta, integral
from theory.expressions.vocabulary import GAUSSIAN, ROTATED, ROTATIONS, Chain, W, X, d, phi
from verify.kernel.proof import Proof
from verify.kernel.test_support.terms import (
    AFTER,
    DECAY,
    INF,
    N,
    a,
    b,
    dominated,
    h,
    j,
    k,
    l,
    least,
    shown,
    t_known,
    u,
    v,
    x,
    y,
)

HIDDEN = Variable("_0")  # what the normal form calls the index of a sum

REFUSED_OF_MEANS: dict[str, Callable[[Proof], Any]] = {
    "telescope, to the index": lambda p: p.telescope("s", u(k), k, k),
    "telescope, endless": lambda p: p.telescope("s", u(k), k, INF),
    "differentiate, another family": lambda p: p.differentiate("s", total(u(k) * v(k), k, N), u(j)),
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
    "differentiate, a member in a sum inside": lambda p: p.differentiate(
        "s", total(x * total(u(k) * v(l), l, N), k, N), u(j)
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
    "tower, the layer is replaced": lambda p: p.tower(
        "s",
        shown(p, mean(phi(GAUSSIAN.after) - phi(GAUSSIAN.after), "W") <= x**2),
        GAUSSIAN,
        x,
        {x: "A"},
    ),
    "layer, the state is the layer": lambda p: p.layer(
        "s", shown(p, 0 <= AFTER**2), ROTATIONS, phi(X)
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
    "rescale, an integral inside": lambda p: p.rescale(
        "s",
        shown(p, 0 <= DECAY * integral(DECAY)),
        p.assume(integral(DECAY * integral(DECAY)) <= 1),
        2,
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
    "fact, differentiated by its argument": lambda p: p.fact(
        "Jacobian of a normalisation", 2 - delta(entry(1), 0), term(1)
    ),
    "fact, differentiated by another name of its argument": lambda p: p.fact(
        "block of BN", term(1), phi(X)
    ),
    "claim, no such part": lambda p: p.claim("meterez2024:lemma-C.11", 1),
    "claim, a part before the first": lambda p: p.claim("meterez2024:lemma-C.11", -1),
    "made, a hidden name": lambda p: p.arith("s", 0 <= HIDDEN**2),
    "made, by a hidden factor": lambda p: p.arith(
        "s", x <= y, (p.assume(x <= y), 1 + HIDDEN - HIDDEN)
    ),
    "made, by a hidden value": lambda p: p.at("s", p.assume(0 <= y), {x: HIDDEN}),
    "made, from a hidden start": lambda p: p.slope(
        "s", 0 <= term(1), x, HIDDEN, up=shown(p, term(0) <= 0), down=shown(p, term(0) <= 0)
    ),
    "made, to a hidden end": lambda p: least(
        p, b=x + HIDDEN - HIDDEN, above=shown(p, term(0) <= 0)
    ),
    "made, over a member": lambda p: p.sum("s", shown(p, 0 <= u(1) ** 2), u(1), N),
    "made, over one member": lambda p: p.no_term("s", x, u(1)),
    "made, over an index of the normal form": lambda p: p.no_term("s", x, HIDDEN),
    "made, of every index of the normal form": lambda p: p.arith(
        "s", 0 <= x**2, under=[Every(Variable("_"), 0 <= u(Variable("_")))]
    ),
    "made, another sign": lambda p: p.assume(Relation(">=", x, y)),
    "made, another sign inside": lambda p: p.assume(0 <= Cases(Relation(">", x, y), x, y)),
    "made, another sign of every index": lambda p: p.arith(
        "s", equal(x, x), under=[Every(k, Relation("!=", u(k), x))]
    ),
    "made, infinity": lambda p: p.assume(0 <= total(u(k) + INF, k, N)),
    "made, a mean over t": lambda p: p.expect("s", shown(p, 0 <= T), "t"),
}
