"""Checks of theory/meterez2024/section_1.py: gradients of networks with activations."""

import math
from typing import Any

from lemmata.theory.ledger import Kind
from lemmata.theory.meterez2024.section_1 import ACTIVATIONS
from lemmata.verify.depth.slopes import Deep, in_batches, profile, slope
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats
from lemmata.verify.statistics.intervals import joint_cell, median

# In a pilot (see slopes.batches) of 16 replicas the slopes were .07, .15, .16 and .28, each above
# eight of its standard deviations.
D, N, LAYERS, REPLICAS = 64, 8, 100, 32


@sampled("meterez2024:remark-activation-independent")
@routes("no growth", "the median slope of log ||dL/dW_l|| in depth")
@domain(f"Gaussian weights, standard BN, d = {D}, n = {N}, {LAYERS} layers")
def slope_with_each_activation(run: Run) -> Cells:
    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian
    from lemmata.verify.depth import network
    from lemmata.verify.depth.gradients import gradients, readout

    def slopes(act: str, address: Address) -> Floats:
        stream = (address / "X and C").generator(run.device)
        X, C = gaussian((2, REPLICAS, D, N), floats_on(run.device), stream)
        weights = network.RandomWeights(network.WeightLaw.GAUSSIAN, address / "W", X)
        layer = network.Network(network.StandardBN(), network.ACTIVATIONS[act])
        return slope(gradients(layer, weights, X, LAYERS, readout(C)).log_dW, LAYERS)

    found = in_batches(run, dict.fromkeys(ACTIVATIONS, REPLICAS), slopes)
    for act, values in zip(ACTIVATIONS, found, strict=True):
        seen = median(values, run.alpha / len(ACTIVATIONS))
        yield joint_cell(seen, {"act": act, "n": N}, f"{act}, d = {D}, n = {N}, {LAYERS} layers")


@second_writing(
    "meterez2024:remark-activation-independent",
    Kind.LOWER_BOUND,
    lambda: [{"act": act, "n": n} for act in ("identity", "relu") for n in (4, 8)],
)
def growth_again(act: str, n: int) -> Any:
    """The gradients explode exponentially in depth: log ||dL/dW|| ~ c L, c > 0."""
    return 0


# In a pilot (see slopes.batches) of 16 replicas log ||dL/dW_0|| was 27.8 and 81.0, with deviations
# of 3.2 and 6.9, where half of the samples are 1e-30 and 1e-100 as long as the others.
NEARLY_DEGENERATE, SHORT, SHORTER = Deep("orthogonal", 8, 8, 600, 32), 1e-10, 1e-40


@sampled("meterez2024:remark-width-only")
@routes("no growth", "gradients through chain (3) from one input at two gaps")
@domain("d = n = 8, half of the samples 1e-10 and 1e-40 as long as the others, 600 layers")
def growth_with_the_gap(run: Run) -> Cells:
    """Of log ||dL/dW_0|| over the gap, which changes by log(1e30), the weights being the same."""
    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian

    d, replicas = NEARLY_DEGENERATE.d, NEARLY_DEGENERATE.replicas
    change = math.log(SHORT / SHORTER)  # of phi: half of the eigenvalues, each by the square

    def growth(case: Deep, address: Address) -> Floats:
        stream = (address / "X").generator(run.device)
        X = gaussian((replicas, d, d), floats_on(run.device), stream)
        short, shorter = X.clone(), X.clone()
        short[..., d // 2 :] *= SHORT
        shorter[..., d // 2 :] *= SHORTER
        first, second = (profile(run.device, address, case, Y).log_dW[0] for Y in (short, shorter))
        found: Floats = ((second - first) / change).cpu().numpy()
        return found

    (values,) = in_batches(run, {NEARLY_DEGENERATE: replicas}, growth)
    yield joint_cell(
        median(values, run.alpha), {"d": d}, f"d = {d}, gaps that differ by {change:.0f}"
    )


@second_writing("meterez2024:remark-width-only", Kind.UPPER_BOUND, grid(d=[2, 8]))
def no_growth_again(d: int) -> Any:
    """A constant of the width has the same value whatever the input."""
    return 0
