"""Sampled checks of theory/sharp/gradients.py."""

from functools import partial

import numpy as np

from lemmata.verify.depth.slopes import DEPTH, Pair, gradient_cells, in_batches, slope
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats
from lemmata.verify.statistics.intervals import joint_cell, median, student


@sampled("sharp:theorem-5")
@routes("the bound", "gradients through chain (3)")
@domain(f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm K = 1000")
def deep_gradients(run: Run) -> Cells:
    return gradient_cells(run, 1000.0, {"K": 1000.0})


REPLICAS = 32  # in a batch
# Sizes from a pilot (see slopes.batches) of 24 and 32 replicas with 160 layers, d = 256 and 1024:
# extrapolated slopes are off by -0.5 +- 1.4, 0 +- 0.6 and 0.5 +- 0.5 % of the limit for n = 3, 4, 6
# and scatter by 6.6, 3.1 and 2.2 %. The median of 64 lies within 1.1 to 1.6 times the scatter on
# each side: within the margin at n = 4 and 6 with half the layers, at n = 3 with twice the width. A
# first design, without the extrapolation, was refuted at seed 0 and n = 3, by its own bias.
PAIRS = (Pair(3, 2048, 160), Pair(4, 1024, 80), Pair(6, 1024, 80))


def slopes(run: Run, case: Pair, address: Address) -> Floats:
    """Of one batch, extrapolated: (replicas,)."""

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.depth.gram_gradients import log_gradients

    like = floats_on(run.device)

    def growth(d: int) -> Floats:
        shape, stream = (REPLICAS, d, case.n), (address / d).generator(run.device)
        return slope(log_gradients(shape, case.layers, like, stream), case.layers)

    return case.extrapolated(growth(case.d // 4), growth(case.d))


# the margin: an n that is off by one is 18 % and more of the law away, for n up to 6
@sampled("sharp:gaussian-explosion", margin=0.1)
@routes("the law", "the median slope of log ||dL/dX_l||, gradients exact in law by the Gram chain")
@domain("n = 3, 4, 6, d = 256 to 2048 extrapolated, 80 and 160 layers")
def extrapolated_slope(run: Run) -> Cells:
    found = in_batches(run, dict.fromkeys(PAIRS, REPLICAS), partial(slopes, run))
    for c, values in zip(PAIRS, found, strict=True):
        yield joint_cell(median(values, run.alpha / len(PAIRS)), {"n": c.n}, c.label)


# In a pilot (see slopes.batches) of 4096 layers a ratio scattered by .21 and .11: with as many the
# interval is within the margin by a half, which is a half of the distance to n/(n-2).
ISOMETRIES = ((16, 8), (16, 12))
LAYERS_IN_A_BATCH = 2048


@sampled("sharp:tangent-growth", margin=0.04)
@routes("(n-1)/(n-2)", "random layers applied to one tangent")
@domain("isometries of d = 16, n = 8 and 12")
def growth_of_a_tangent(run: Run) -> Cells:
    import torch

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian, haar_matrix
    from lemmata.verify.depth.network import RowNorm

    def ratios(case: tuple[int, int], address: Address) -> Floats:
        """||J_BN W T||^2/||T||^2 of one T, (layers,); the Jacobian of a row's norm is symmetric."""
        (d, n), like = case, floats_on(run.device)
        stream, norm = address.generator(run.device), RowNorm()
        X, T = torch.zeros((2, d, n), dtype=like.dtype, device=like.device)
        X[:n] = (d / n) ** 0.5 * torch.eye(n, dtype=like.dtype, device=like.device)
        T[n:] = gaussian((d - n, n), like, stream)
        W = haar_matrix(d, LAYERS_IN_A_BATCH, like, stream)
        image = norm.backward(W @ T, *norm.forward(W @ X))
        return np.asarray((image.square().sum((-2, -1)) / T.square().sum()).cpu().numpy())

    found = in_batches(run, dict.fromkeys(ISOMETRIES, LAYERS_IN_A_BATCH), ratios)
    for (d, n), values in zip(ISOMETRIES, found, strict=True):
        seen = student(values, run.alpha / len(ISOMETRIES))
        yield joint_cell(seen, {"n": n}, f"d = {d}, n = {n}")


WIDTH = 8  # n = d
BEFORE, KEPT = 30, 100  # layers: in the first the gap becomes stationary
# k, sign of the term, gains, replicas. From pilots at seeds 777002 to 777005 of 256: R/eps^2 is .61
# to .65 at k = 2 and 2.2 to 2.6 at k = 3, known to a tenth. At the interval's level the power is
# then known to .3 and .7 with so many, the margin being .5 and 1. (A first look at seed 0, with 768
# of each and z + z^3 as well, held, k = 2 by .01: hence more of these, and less of what is clear.)
ACTIVATIONS = ((2, 1, (0.02, 0.08), 1024), (3, -1, (0.1, 0.2), 256))


def rates(
    k: int, sign: int, gains: tuple[float, float], replicas: int, address: Address, device: str
) -> Floats:
    """R(a) of act(z) = z + z^k or z - z^k, (gains, replicas).

    They are those of a tangent vector; a gradient is multiplied by the transposed Jacobians, and
    grows as fast. That of a row's norm is symmetric: ``RowNorm.backward`` is the forward one too.
    Beside them runs the network without activation, whose first order (step 1 of the derivation)
    has mean 0 exactly (step 2): taken off, it takes off most of the scatter.
    """
    import torch

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian, haar_matrix
    from lemmata.verify.depth.network import RandomWeights, RowNorm

    like = floats_on(device)
    first, norm = (address / "first").generator(device), RowNorm(scaled=True)
    eps = [0.0, *(sign * a ** (k - 1) for a in gains)]  # act(a z)/a = z + eps z^k
    c = torch.tensor(eps, dtype=like.dtype, device=device).view(-1, 1, 1, 1)
    X = haar_matrix(WIDTH, replicas, like, first)
    weights, B = RandomWeights("orthogonal", address / "W", X), gaussian(X.shape, like, first)
    T, total, order = X @ (B - B.mT), c.new_zeros(()), c.new_zeros(())
    for l, W in enumerate(weights.layers(0, BEFORE + KEPT)):
        Y, r = norm.forward(W @ X)
        T, slope = norm.backward(W @ T, Y, r), k * Y ** (k - 1)
        X = Y + c * Y**k
        if l >= BEFORE:
            s, squares = (Y[0] ** (k + 1)).mean(-1, keepdim=True), T[0].square()
            order = order + ((slope[0] - s) * squares).sum((-2, -1)) / squares.sum((-2, -1))
        T = T * (1 + c * slope)
        size = torch.linalg.matrix_norm(T, keepdim=True)  # (1 + gains, replicas, 1, 1)
        T = T / size
        total = total + size[..., 0, 0].log() * (l >= BEFORE)
    return np.asarray(((total - c[..., 0, 0] * order)[1:] / KEPT).cpu().numpy())


def power(gains: tuple[float, float], R: Floats) -> Floats:
    """log(R(b)/R(a))/log(b/a), (2, replicas) -> (replicas,), linearised around the mean rates."""
    low, high = R
    if min(low.mean(), high.mean()) <= 0:
        raise ValueError(
            f"rates {low.mean():.2g} and {high.mean():.2g}; a power needs positive ones"
        )
    moved = np.log(high.mean() / low.mean()) + high / high.mean() - low / low.mean()
    found: Floats = moved / np.log(gains[1] / gains[0])
    return found


@sampled("sharp:critical-exponent", margin=0.25)
@routes("2 (k - 1)", "how fast tangent vectors grow at two small gains")
@domain("n = d = 8, layers 31 to 130; act(z) = z + z^2 and z - z^3; BN without mean")
def power_of_the_rate(run: Run) -> Cells:
    for k, sign, gains, replicas in ACTIVATIONS:
        found = rates(k, sign, gains, replicas, run.address / k / sign, run.device)
        seen = student(power(gains, found)[None], run.alpha / len(ACTIVATIONS))
        yield joint_cell(
            seen, {"k": k}, f"z {'+-'[sign < 0]} z^{k}, gains {gains[0]:g}, {gains[1]:g}"
        )
