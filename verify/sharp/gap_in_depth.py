"""Checks of theory/sharp/gap_in_depth.py: the chain at d = inf, chains sampled."""

import math

from lemmata.verify.chains.gaussian_cells import DEPTHS, GAP_SHAPES
from lemmata.verify.chains.limit import STARTS, alpha_of, gap_of, limit_chain
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic, estimate
from lemmata.verify.statistics.intervals import Seen, cells_of


@exact("sharp:gap-in-depth", domain="d = inf, n = 2 to 8, depth 1 to 30, alpha at its largest")
@routes("the bound", "2F1 in mpmath, layer by layer")
def gap_in_the_limit_of_width(run: Run) -> Cells:
    for n, first in (*STARTS[:5], (4, "0.26")):
        chain = limit_chain(n, first, 31)
        for depth in (1, 5, 30):
            given = {"alpha": alpha_of(chain, depth), "l": depth, "n": n, "d": math.inf}
            square = gap_of(chain[depth + 1], n) ** 2
            yield Cell(given, square, 1e-25, label=f"n = {n}, q_1 = {first} at the input")


WIDE = 64  # from there on V^2 is small beside its range: the intervals are Student's


@sampled("sharp:gap-in-depth")
@routes("the bound", "the law-exact Gram chain, V^2 over the event A1")
@domain("n = 2, 3, 8, d = 2 to 2048, orthogonal and nearly singular inputs, depth 1 to 20")
def sampled_square_under_a1(run: Run) -> Cells:
    """The mean over the event, so no probability divides."""
    from lemmata.verify.chains.gaussian_moments import square_under_a1

    for s in GAP_SHAPES:
        kernel = square_under_a1(s.q, s.d, s.alpha, DEPTHS, s.batch, run.device)
        ones, parts = [1 + 1e-9] * len(DEPTHS), len(GAP_SHAPES)
        seen: Seen
        if s.d < WIDE:
            seen = estimate(run, s.label, kernel, 0.0, ones, batch=s.batch, parts=parts)
        else:
            seen = asymptotic(run, s.label, kernel, batch=s.batch, batches=4, parts=parts)
        labels = [f"{s.label}, depth {l}" for l in DEPTHS]
        yield from cells_of(seen, [s.under_a1(l) for l in DEPTHS], labels)
