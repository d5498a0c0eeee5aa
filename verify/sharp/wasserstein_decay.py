"""Checks of theory/sharp/wasserstein_decay.py: chains sampled as for corollary 3, and the proof."""

import math
from fractions import Fraction

import mpmath

from theory.expressions.formal import natural
from theory.expressions.functions import mean
from theory.expressions.vocabulary import ALPHA, Chain, H, distance, distance_given, l, n, smallest
from verify.chains.gaussian_cells import A1_SHAPES, distances
from verify.chains.limit import alpha_of, limit_chain, squared_distance
from verify.kernel.lemmas.averages import range_at
from verify.kernel.lemmas.decay import WIDTHS, R, many_layers
from verify.kernel.lemmas.distances import distance_at_most_two, distance_below_the_gap
from verify.kernel.lemmas.layers import gap_from_the_smallest
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes, sampled

NEVER = mpmath.mpf(0)  # A1 holds almost surely at d = inf


@sampled("sharp:wasserstein-decay", domain="n = 2, 4, 8, d = 2 to 8192, depth 1 to 20")
@routes("the bound", "couplings given H_l, the law-exact Gram chain")
def sampled_distance_without_a1(run: Run) -> Cells:
    """Where A1 fails the distance is at most its largest; the bound gets the least P[A1 fails]."""
    for at in distances(run, A1_SHAPES):
        mean, lower, upper = at.seen.estimate, at.seen.lower, at.seen.upper
        lhs = float(mean[0] + at.farthest * (1 - mean[2]))
        high = float(upper[0] + at.farthest * (1 - lower[2]))
        failure = max(0.0, 1 - float(upper[2]))
        yield at.cell({**at.shape.under_a1(at.l), "failure": failure}, lhs, (0.0, high))


@exact("sharp:wasserstein-decay", domain="d = inf, n = 2 and 150, depth 1, 20 and 520")
@routes("the bound", "2F1 in mpmath, layer by layer")
def distance_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in ((2, "0.9"), (150, "0.05")):
        chain = limit_chain(size, first, 520)
        for depth in (1, 20, 520):
            alpha, seen = alpha_of(chain, depth), squared_distance(chain[depth], size)
            given = {"alpha": alpha, "l": depth, "n": size, "d": math.inf, "failure": NEVER}
            yield Cell(given, seen, 1e-15, label=f"q_1 = {first} at the input")


def distance_from_the_smallest(p: Proof) -> Theorem:
    """W_2^2 given H is at most n V <= n^2 Vhat, as sqrt(n(n-1)) <= n."""
    v, positive = smallest(H), p.fact("range of Vhat", "below")
    rounded = p.arith("rounded", n * (n - 1) <= n**2, under=natural(n))
    root = p.monotone("roots", "sqrt", rounded)
    undone = p.at("n", p.law("", "square of a root", n), {}, p.assume(1 <= n))
    return p.arith("from Vhat", distance_given(H) <= n**2 * v, distance_below_the_gap(p),
                   (gap_from_the_smallest(p), n), (root, n * v), (undone, n * v),
                   given=[positive])  # fmt: skip


def on_and_off_the_event(p: Proof, chain: Chain) -> Theorem:
    """At H_(l+1): W_2^2 <= n^2 A_l Vhat + 2 (1 - A_(l+1))."""
    at, A = l + 1, chain.family("A", l + 1)
    unit = p.fact("states of chain 1", chain, at)
    near, far = (p.state("given H", t, chain, at, {}, unit)
                 for t in (distance_from_the_smallest(p), distance_at_most_two(p)))  # fmt: skip
    low, high = (p.fact("event A1", chain, w, at) for w in ("not negative", "at most 1"))
    falls, positive = p.fact("event A1", chain, "falls", l), range_at(p, chain, "below", at)
    v = smallest(chain.at(at))
    bound = n**2 * chain.family("A", l) * v + 2 * (1 - A)
    return p.arith("on the event, and off it", distance_given(chain.at(at)) <= bound, (near, A),
                   (far, 1 - A), (falls, n**2 * v), given=[low, high, positive])  # fmt: skip


@proof("sharp:wasserstein-decay")
def distance_by_the_decay(p: Proof) -> list[Theorem]:
    """E A_l Vhat_(l+1) <= r^l/n + 3/(2 alpha^2 sqrt(d)), times n^2; r^l <= 4 r^(l+1), r >= 1/3."""
    last = []
    for part, (noise, context, chain) in enumerate(WIDTHS):
        averaged = p.expect("mean", on_and_off_the_event(p, chain), chain.name)
        small = p.assume(ALPHA <= 1)
        rate = p.arith("r >= 1/4", 0 <= 4 * R - 1, (small, Fraction(8, 3) * (1 + ALPHA)),
                       under=[0 < ALPHA])  # fmt: skip
        positive = p.arith("r >= 0", 0 <= R, (rate, Fraction(1, 4)))
        failure = 1 - mean(chain.family("A", l + 1), chain.name)
        bound = 4 * n * R ** (l + 1) + 6 * n**2 * noise / ALPHA**2 + 2 * failure
        last.append(p.arith(
            "the claim", distance(chain, l + 1) <= bound,
            p.fact("distance of a mixture", chain, l + 1), averaged, (many_layers(p, part), n**2),
            (rate, n * R**l), given=[positive], under=[*context, 0 <= l],
        ))  # fmt: skip
    return last
