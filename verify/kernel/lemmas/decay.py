"""The decay of Vhat along daneshmand2021, eq. (1), on the event A1: theorem 5, layer by layer."""

from fractions import Fraction

from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt
from theory.expressions.nodes import Variable, term
from theory.expressions.vocabulary import ALPHA, GAUSSIAN, WIDE, d, l, n, smallest
from verify.kernel.proof import Proof, inside
from verify.kernel.theorem import Theorem

R = 1 - 2 * ALPHA**2 / 3
FIXED = [*natural(n), 0 < ALPHA, ALPHA <= 1]
WIDTHS = ((1 / sqrt(d), [*FIXED, *natural(d)], GAUSSIAN), (term(0), FIXED, WIDE))
"""The noise of a layer, what is assumed, the chain: at a width, and in the limit."""


def one_layer(p: Proof, part: int) -> Theorem:
    """E A_(l+1) Vhat_(l+2) <= r E A_l Vhat_(l+1) + 1/sqrt(d)."""
    (noise, context, chain), weight, after = WIDTHS[part], Variable("a"), l + 1
    drift = p.claim("daneshmand2021:theorem-5", part)
    after_it = mean(weight * smallest(chain.after), "W")
    weighted = p.arith("weighted", after_it <= weight * drift.shows.rhs, (drift, weight),
                       under=[0 <= weight])  # fmt: skip
    event = {w: p.fact("event A1", chain, w, after) for w in ("not negative", "at most 1", "share")}
    falls = p.fact("event A1", chain, "falls", l)
    unit = p.fact("states of chain 1", chain, after)
    layer = p.tower("one layer", weighted, chain, after, {weight: "A"}, unit,
                    event["not negative"])  # fmt: skip
    v = smallest(chain.at(after))
    positive = p.state("Vhat", p.fact("range of Vhat", "below"), chain, after, {}, unit)
    rate = p.arith("rate", 0 <= R, (p.assume(ALPHA <= 1), Fraction(2, 3) * (1 + ALPHA)),
                   under=[0 < ALPHA])  # fmt: skip
    pointwise = p.arith(
        "on the event", inside(layer.shows.rhs) <= R * chain.family("A", l) * v + noise,
        (event["share"], Fraction(2, 3) * v), (falls, R * v), (event["at most 1"], noise),
        given=[positive, rate], under=[*context, 0 <= l],
    )  # fmt: skip
    return p.arith("contraction", layer.shows.lhs <= mean(pointwise.shows.rhs, chain.name),
                   layer, p.expect("mean over the chain", pointwise, chain.name))  # fmt: skip


def many_layers(p: Proof, part: int) -> Theorem:
    """E A_l Vhat_(l+1) <= r^l/n + 3/(2 alpha^2 sqrt(d)), by induction."""
    noise, context, chain = WIDTHS[part]
    v, A = smallest(chain.at(l + 1)), chain.family("A", l)
    bound = mean(A * v, chain.name) <= R**l / n + 3 * noise / (2 * ALPHA**2)
    rate = p.arith("rate", 0 <= R, (p.assume(ALPHA <= 1), Fraction(2, 3) * (1 + ALPHA)),
                   under=[0 < ALPHA])  # fmt: skip
    first = smallest(chain.at(1))
    unit = p.fact("states of chain 1", chain, term(1))
    low, high = (p.state(f"first {w}", p.fact("range of Vhat", w), chain, 1, {}, unit)
                 for w in ("below", "above"))  # fmt: skip
    event = p.fact("event A1", chain, "at most 1", term(0))
    start = p.arith("first layer", chain.family("A", 0) * first <= 1 / n, (event, first), high,
                    given=[low])  # fmt: skip
    base = p.arith("base", substituted(bound, {l: term(0)}), p.expect("mean", start, chain.name),
                   under=context)  # fmt: skip
    step = p.arith("step", substituted(bound, {l: l + 1}), one_layer(p, part),
                   (p.assume(bound), R), given=[rate], under=[*context, 0 <= l])  # fmt: skip
    return p.induct("all layers", base, step, l)
