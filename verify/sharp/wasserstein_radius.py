"""Checks of theory/sharp/wasserstein_radius.py: at d = inf, chains sampled, and the proof."""

import math

import mpmath

from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt
from theory.expressions.nodes import Variable
from theory.expressions.vocabulary import GAUSSIAN, WIDE, Chain, distance, distance_given, gap, l, n
from verify.chains.gaussian_cells import A1_SHAPES, DEPTHS
from verify.chains.limit import alpha_of, limit_chain, squared_distance
from verify.kernel.lemmas.distances import M, distance_from_the_square, distance_of_any_state
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from verify.statistics.estimate import asymptotic
from verify.statistics.intervals import sampled_cell

NEVER = mpmath.mpf(0)  # A1 holds almost surely at d = inf


@exact("sharp:wasserstein-radius", domain="d = inf, n = 2 to 150, depth 1 to 40")
@routes("the bound", "2F1 in mpmath, layer by layer")
def distance_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in ((2, "0.9"), (4, "0.26"), (8, "0.5"), (150, "0.05")):
        chain = limit_chain(size, first, 40)
        for depth in (1, 20, 40):
            alpha, seen = alpha_of(chain, depth), squared_distance(chain[depth], size)
            given = {"alpha": alpha, "l": depth, "n": size, "d": math.inf, "failure": NEVER}
            yield Cell(given, seen, 1e-15, label=f"n = {size}, q_1 = {first} at the input")


SHAPES = A1_SHAPES[1:]


@sampled("sharp:wasserstein-radius")
@routes("the bound", "couplings given H_l, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = 64 to 8192, depth 1 to 20")
def sampled_distance_without_a1(run: Run) -> Cells:
    """Over the event; where A1 fails both sides have the largest distance."""
    from verify.chains.gaussian_kernels import distance_under_a1

    for s in SHAPES:
        kernel = distance_under_a1(s.q, s.d, s.alpha, DEPTHS, s.batch, run.device)
        seen = asymptotic(run, s.label, kernel, batch=s.batch, parts=len(SHAPES))
        for k, depth in enumerate(DEPTHS):
            at, given = k * (3 + s.n), {**s.under_a1(depth), "failure": 0.0}
            interval = (0.0, float(seen.upper[at]))  # a coupling bounds from above alone
            label = f"{s.label}, depth {depth}"
            yield sampled_cell(seen, given, float(seen.estimate[at]), interval, label)


def on_and_off_the_event(p: Proof, chain: Chain) -> Theorem:
    """At H_(l+1): W_2^2 <= 2 - 3/M + (1 + n A_l V^2)/M^3 + (2 - 2/sqrt(n)) (1 - A_(l+1))."""
    at, A, root = l + 1, chain.family("A", l), p.monotone("sqrt(n) >= 1", "sqrt", p.assume(1 <= n))
    unit = p.fact("states of chain 1", chain, at)
    near, far = (p.state("given H", t, chain, at, {}, unit)
                 for t in (distance_from_the_square(p), distance_of_any_state(p)))  # fmt: skip
    low, high, falls = (
        p.fact("event A1", chain, w, l) for w in ("not negative", "at most 1", "falls")
    )
    lost, square = far.shows.rhs, gap(chain.at(at)) ** 2
    bound = 2 - 3 / M + (1 + n * A * square) / M**3 + lost * (1 - chain.family("A", at))
    return p.arith("on the event, and off it", distance_given(chain.at(at)) <= bound, (near, A),
                   (far, 1 - A), (falls, lost), (high, 2 - 3 / M + 1 / M**3),
                   given=[low, root])  # fmt: skip


B = Variable("B")


def distance_from_a_square(p: Proof, chain: Chain) -> Theorem:
    """E A_l V_(l+1)^2 <= B bounds the distance, by the tangent of the root at M^2 = 1 + n B."""
    below = p.assume(mean(chain.family("A", l) * gap(chain.at(l + 1)) ** 2, chain.name) <= B)
    inside, m = 1 + n * B, sqrt(1 + n * B)
    low = p.arith("not below 1", 1 <= inside, (below, n),
                  given=[p.fact("event A1", chain, "not negative", l)],
                  under=natural(n))  # fmt: skip
    averaged = p.expect("mean", on_and_off_the_event(p, chain), chain.name)
    root = p.monotone("a root", "sqrt", low)
    at = p.at("at the root", averaged, {M: m}, root)
    undone = p.at("M^2", p.law("", "root of a square", inside), {},
                  p.arith("positive", 0 <= inside, low))  # fmt: skip
    off = (2 - 2 / sqrt(n)) * (1 - mean(chain.family("A", l + 1), chain.name))
    return p.arith("at the distance", distance(chain, l + 1) <= 2 * n * B / (m * (1 + m)) + off,
                   p.fact("distance of a mixture", chain, l + 1), at,
                   (undone, 2 / (m * (m + 1)) - 1 / m**3), given=[root])  # fmt: skip


@proof("sharp:wasserstein-radius")
def distance_by_the_square(p: Proof) -> list[Theorem]:
    """sharp:gap-in-depth at depth l for B."""
    last = []
    for part, chain in enumerate((GAUSSIAN, WIDE)):
        square = p.claim("sharp:gap-in-depth", part)
        distance = distance_from_a_square(p, chain)
        last.append(p.at("at the radius", distance, {B: square.shows.rhs}, square))
    return last
