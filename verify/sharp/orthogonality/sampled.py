"""Sampled checks of theory/sharp/orthogonality.py."""

import numpy as np

from lemmata.verify.chains.gaussian_cells import (
    AVERAGES_IN_DEPTH,
    DEPTHS,
    GAP_SHAPES,
    GAPS_UNDER_A1,
    averages_in_depth,
    gaps_under_a1,
)
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic, estimate
from lemmata.verify.statistics.intervals import Estimates, cells_of, joint_cell


@sampled("sharp:orthogonality-decay", **GAPS_UNDER_A1)
def sampled_gap_under_a1(run: Run) -> Cells:
    return gaps_under_a1(run)


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
        seen: Estimates
        if s.d < WIDE:
            seen = estimate(run, s.label, kernel, 0.0, ones, batch=s.batch, parts=parts)
        else:
            seen = asymptotic(run, s.label, kernel, batch=s.batch, batches=4, parts=parts)
        labels = [f"{s.label}, depth {l}" for l in DEPTHS]
        yield from cells_of(seen, [s.under_a1(l) for l in DEPTHS], labels)


@sampled("sharp:average-in-depth", **AVERAGES_IN_DEPTH)
def sampled_average_against_the_sharp_form(run: Run) -> Cells:
    return averages_in_depth(run, ("l", "n", "d", "v_hat_0"))


# (q, d, layers, replicas in a batch): from isometric samples at rest, where the noise counts, and
# from nearly dependent ones, where the input does. V scatters by a third of itself at n = 2, less
# beyond, and layers are nearly independent: 8 batches know the mean to some 5 %.
FROM = (
    ((0.5, 0.5), 8, 20, 20),
    ((0.125,) * 8, 64, 20, 8),
    ((0.125,) * 8, 256, 20, 8),
    ((0.97, 0.01, 0.01, 0.01), 64, 30, 10),
    ((1 - 3e-4, 1e-4, 1e-4, 1e-4), 512, 4, 10),
)


@sampled("sharp:average-gap")
@routes("the bound", "V over the first layers, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = 8 to 512, 4 to 30 layers from isometric and nearly singular samples")
def averages(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import average_gap

    for q, width, layers, batch in FROM:
        n, gap = len(q), float(-np.log(len(q) * np.array(q)).mean())
        kernel = average_gap(q, width, layers, batch, run.device)
        seen = asymptotic(run, (q, width), kernel, batch=batch, parts=len(FROM))
        given = {"l": layers, "n": n, "d": width, "phi_0": abs(gap)}
        yield from cells_of(seen, [given], [f"n = {n}, d = {width}, q_1 = {q[0]:.3g}"])


# (n, d, replicas in a batch). d V^2 is a sum of (n-1)(n+2)/2 squares: it scatters by the root of
# 4/((n-1)(n+2)) of itself, and layers are nearly independent at n = 2. Averaged over KEPT layers
# 8 batches should know it to 5 to 9 % at the interval's level, while the mutant is 2 (n+1)/(n+2)
# times as large, by 50 % and more. The widths are such that n^2/d, of which order the next term
# may be, is at most 1/4.
SIZES = ((2, 256, 128), (4, 256, 64), (8, 256, 32))
BEFORE, KEPT = 30, 20  # layers; (n/(n+2))^(2 BEFORE) = 2e-6 is what is left of the start at n = 8


@sampled("sharp:stationary-gap", margin=0.15)
@routes("the law", "d V^2 averaged over 20 deep layers, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = 256, layers 31 to 50, from orthogonal samples")
def deep_layers(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import deep_square

    for n, d, batch in SIZES:
        kernel = deep_square(n, d, BEFORE, KEPT, batch, run.device)
        seen = asymptotic(run, (n, d), kernel, batch=batch, parts=len(SIZES))
        yield joint_cell(seen, {"n": n}, f"n = {n}, d = {d}")
