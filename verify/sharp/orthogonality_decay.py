"""Checks of theory/sharp/orthogonality_decay.py: chains sampled as for theorem 1, and the proof."""

import math
from fractions import Fraction

from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt
from theory.expressions.nodes import Variable, term
from theory.expressions.vocabulary import GAUSSIAN, WIDE, d, l, n, smallest
from theory.sharp.orthogonality_decay import ALPHA
from verify.chains.gaussian_cells import GAPS_UNDER_A1, gaps_under_a1
from verify.chains.limit import STARTS, alpha_of, gap_of, limit_chain
from verify.kernel.proof import Proof, inside
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes, sampled

R = 1 - 2 * ALPHA**2 / 3
FIXED = [*natural(n), 0 < ALPHA, ALPHA <= 1]
WIDTHS = ((1 / sqrt(d), [*FIXED, *natural(d)], GAUSSIAN), (term(0), FIXED, WIDE))
"""The noise of a layer, what is assumed, the chain: at a width, and in the limit."""


@sampled("sharp:orthogonality-decay", **GAPS_UNDER_A1)
def sampled_gap_under_a1(run: Run) -> Cells:
    return gaps_under_a1(run)


@exact("sharp:orthogonality-decay", domain="d = inf, two spectra, depth 5 and 100")
@routes("the bound", "2F1 in mpmath, layer by layer")
def gap_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in STARTS[3:6:2]:
        chain = limit_chain(size, first, 101)
        for depth in (5, 100):
            gap = gap_of(chain[depth + 1], size)
            parameters = {"alpha": alpha_of(chain, depth), "l": depth, "n": size, "d": math.inf}
            yield Cell(parameters, gap, 1e-30, label=f"q_1 = {first} at the input")


def one_layer(p: Proof, part: int) -> Theorem:
    """E A_(l+1) Vhat_(l+2) <= r E A_l Vhat_(l+1) + 1/sqrt(d)."""
    (noise, context, chain), weight, after = WIDTHS[part], Variable("a"), l + 1
    drift = p.claim("daneshmand2021:theorem-5", part)
    after_it = mean(weight * smallest(chain.after), "W")
    weighted = p.arith("weighted", after_it <= weight * drift.shows.rhs, (drift, weight),
                       under=[0 <= weight])  # fmt: skip
    event = {
        w: p.fact("event A1", chain, w, after, ALPHA)
        for w in ("not negative", "at most 1", "share")
    }
    falls = p.fact("event A1", chain, "falls", l, ALPHA)
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
    event = p.fact("event A1", chain, "at most 1", term(0), ALPHA)
    start = p.arith("first layer", chain.family("A", 0) * first <= 1 / n, (event, first), high,
                    given=[low])  # fmt: skip
    base = p.arith("base", substituted(bound, {l: term(0)}), p.expect("mean", start, chain.name),
                   under=context)  # fmt: skip
    step = p.arith("step", substituted(bound, {l: l + 1}), one_layer(p, part),
                   (p.assume(bound), R), given=[rate], under=[*context, 0 <= l])  # fmt: skip
    return p.induct("all layers", base, step, l)


@proof("sharp:orthogonality-decay")
def drift_unrolled(p: Proof) -> list[Theorem]:
    """Theorem 5 at every layer on the event, by induction; then V <= 2 n Vhat."""
    last = []
    for part, (noise, context, chain) in enumerate(WIDTHS):
        unit = p.fact("states of chain 1", chain, l + 1)
        below = p.state("V and Vhat", p.claim("daneshmand2021:lemma-4"), chain, l + 1, {}, unit)
        A = chain.family("A", l)
        event = p.fact("event A1", chain, "not negative", l, ALPHA)
        weighted = p.arith("on the event", A * below.shows.lhs <= A * below.shows.rhs, (below, A),
                           given=[event])  # fmt: skip
        averaged = p.expect("mean of V", weighted, chain.name)
        bound = 2 * R**l + 3 * n * noise / ALPHA**2
        last.append(p.arith("the claim", mean(weighted.shows.lhs, chain.name) <= bound, averaged,
                            (many_layers(p, part), 2 * n), under=[*context, 0 <= l]))  # fmt: skip
    return last
