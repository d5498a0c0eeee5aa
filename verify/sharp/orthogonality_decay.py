"""Checks of theory/sharp/orthogonality_decay.py: chains sampled as for theorem 1, and the proof."""

import math
from fractions import Fraction
from typing import Any

import mpmath

from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt
from theory.expressions.nodes import Variable, term
from theory.expressions.vocabulary import GAUSSIAN, d, l, n, smallest
from theory.sharp.orthogonality_decay import ALPHA
from verify.chains.gaussian_cells import GAPS_UNDER_A1, gaps_under_a1
from verify.chains.limit import STARTS, alpha_of, gap_of, limit_chain
from verify.kernel.proof import Proof, inside
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.proofs.orthogonality import drift_condition, gap_below_the_smallest
from verify.proofs.prover import Reduction, argument, proved
from verify.registry import Cell, Cells, Run, domain, sampled

R = 1 - 2 * ALPHA**2 / 3
FIXED = [*natural(n), 0 < ALPHA, ALPHA <= 1]
WIDTHS = ((1 / sqrt(d), [*FIXED, *natural(d)]), (term(0), FIXED))  # the noise, what is assumed


@sampled("sharp:orthogonality-decay", **GAPS_UNDER_A1)
def sampled_gap_under_a1(run: Run) -> Cells:
    return gaps_under_a1(run)


@proved("sharp:orthogonality-decay")
@argument("theorem 5's and lemma 4's certificates, unrolled over the layers")
@domain("the mean over the event A1(alpha, l), every alpha, n, depth, d >= n and d = inf")
def unrolled_drift(run: Run) -> Reduction:
    cells = []
    for size, first in STARTS[3:6:2]:
        chain = limit_chain(size, first, 101)
        for depth in (5, 100):
            gap = gap_of(chain[depth + 1], size)
            parameters = {"alpha": alpha_of(chain, depth), "l": depth, "n": size, "d": math.inf}
            cells.append(Cell(parameters, gap, 1e-30, label=f"q_1 = {first} at the input"))

    def bound(alpha: Any, l: int, n: int, d: Any) -> Any:
        noise = 0 if d == math.inf else 3 * n / (alpha**2 * mpmath.sqrt(d))
        return 2 * mpmath.exp(l * mpmath.log(1 - 2 * alpha**2 / 3)) + noise

    shares = [(mpmath.mpf(a) / 10, mpmath.mpf(d)) for a in (1, 4) for d in (5, 1000)]
    points = [{"alpha": alpha, "l": 7, "n": 5, "d": d} for alpha, d in shares]
    proofs = [*drift_condition(), *gap_below_the_smallest()]
    return Reduction(bound, proofs, cells, points=points)


def one_layer(p: Proof, part: int) -> Theorem:
    """E A_(l+1) Vhat_(l+2) <= r E A_l Vhat_(l+1) + 1/sqrt(d)."""
    (noise, context), weight, after = WIDTHS[part], Variable("a"), l + 1
    drift = p.claim("daneshmand2021:theorem-5", part)
    after_it = mean(weight * smallest(GAUSSIAN.after), "W")
    weighted = p.arith("weighted", after_it <= weight * drift.shows.rhs, (drift, weight),
                       under=[0 <= weight])  # fmt: skip
    event = {w: p.fact("event A1", w, after, ALPHA) for w in ("not negative", "at most 1", "share")}
    falls = p.fact("event A1", "falls", l, ALPHA)
    unit = p.fact("states of chain 1", after)
    layer = p.tower("one layer", weighted, GAUSSIAN, after, {weight: "A"}, unit,
                    event["not negative"])  # fmt: skip
    v = smallest(GAUSSIAN.at(after))
    positive = p.state("Vhat", p.fact("range of Vhat", "below"), GAUSSIAN, after, {}, unit)
    rate = p.arith("rate", 0 <= R, (p.assume(ALPHA <= 1), Fraction(2, 3) * (1 + ALPHA)),
                   under=[0 < ALPHA])  # fmt: skip
    pointwise = p.arith(
        "on the event", inside(layer.shows.rhs) <= R * GAUSSIAN.family("A", l) * v + noise,
        (event["share"], Fraction(2, 3) * v), (falls, R * v), (event["at most 1"], noise),
        given=[positive, rate], under=[*context, 0 <= l],
    )  # fmt: skip
    return p.arith("contraction", layer.shows.lhs <= mean(pointwise.shows.rhs, "chain 1"),
                   layer, p.expect("mean over the chain", pointwise, "chain 1"))  # fmt: skip


def many_layers(p: Proof, part: int) -> Theorem:
    """E A_l Vhat_(l+1) <= r^l/n + 3/(2 alpha^2 sqrt(d)), by induction."""
    noise, context = WIDTHS[part]
    v, A = smallest(GAUSSIAN.at(l + 1)), GAUSSIAN.family("A", l)
    bound = mean(A * v, "chain 1") <= R**l / n + 3 * noise / (2 * ALPHA**2)
    rate = p.arith("rate", 0 <= R, (p.assume(ALPHA <= 1), Fraction(2, 3) * (1 + ALPHA)),
                   under=[0 < ALPHA])  # fmt: skip
    first = smallest(GAUSSIAN.at(1))
    unit = p.fact("states of chain 1", term(1))
    low, high = (p.state(f"first {w}", p.fact("range of Vhat", w), GAUSSIAN, 1, {}, unit)
                 for w in ("below", "above"))  # fmt: skip
    event = p.fact("event A1", "at most 1", term(0), ALPHA)
    start = p.arith("first layer", GAUSSIAN.family("A", 0) * first <= 1 / n, (event, first), high,
                    given=[low])  # fmt: skip
    base = p.arith("base", substituted(bound, {l: term(0)}), p.expect("mean", start, "chain 1"),
                   under=context)  # fmt: skip
    step = p.arith("step", substituted(bound, {l: l + 1}), one_layer(p, part),
                   (p.assume(bound), R), given=[rate], under=[*context, 0 <= l])  # fmt: skip
    return p.induct("all layers", base, step, l)


@proof("sharp:orthogonality-decay")
def drift_unrolled(p: Proof) -> list[Theorem]:
    """Theorem 5 at every layer on the event, by induction; then V <= 2 n Vhat."""
    last = []
    for part, (noise, context) in enumerate(WIDTHS):
        unit = p.fact("states of chain 1", l + 1)
        below = p.state("V and Vhat", p.claim("daneshmand2021:lemma-4"), GAUSSIAN, l + 1, {}, unit)
        A = GAUSSIAN.family("A", l)
        event = p.fact("event A1", "not negative", l, ALPHA)
        weighted = p.arith("on the event", A * below.shows.lhs <= A * below.shows.rhs, (below, A),
                           given=[event])  # fmt: skip
        averaged = p.expect("mean of V", weighted, "chain 1")
        bound = 2 * R**l + 3 * n * noise / ALPHA**2
        last.append(p.arith("the claim", mean(weighted.shows.lhs, "chain 1") <= bound, averaged,
                            (many_layers(p, part), 2 * n), under=[*context, 0 <= l]))  # fmt: skip
    return last
