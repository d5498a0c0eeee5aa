"""The explosion rate R of a network of 100 layers, for figures E1 and E2.

R is the slope of log ||dL/dW_l|| over a gap of layers, d = n = 100, standard BN as in figure 5. The
paper's depth and gap are lost.
"""

from collections.abc import Iterable

import numpy as np

from lemmata.verify.figures.images import Batch
from lemmata.verify.figures.reproduction import runs_of
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

N, LAYERS = 100, 100
ACTIVATIONS = ("tanh", "sin")


def rates(
    run: Run, images: Batch, name: str, gain: float, exponent: float, gap: tuple[int, int]
) -> Floats:
    """(runs,)."""
    from lemmata.verify.depth.gradients import gradients
    from lemmata.verify.depth.network import ACTIVATIONS, Network, StandardBN
    from lemmata.verify.figures.networks import Classifier

    network = Network(StandardBN(), ACTIVATIONS[name], exponent, gain)
    address = run.address / name / gain / exponent
    X, weights, loss, _ = Classifier(network).started(images, runs_of(run), address)
    log_dW = gradients(network, weights, X, LAYERS, loss).log_dW
    first, last = gap
    return np.asarray(((log_dW[first] - log_dW[last]) / (last - first)).cpu().numpy())


def stacked(
    run: Run, images: Batch, cases: Iterable[tuple[str, float, float]], gap: tuple[int, int]
) -> Floats:
    """The rates for every activation, gain and exponent: (cases, runs)."""
    return np.stack([rates(run, images, *case, gap) for case in cases])


def few(run: Run, values: tuple[float, ...]) -> tuple[float, ...]:
    """All, or at smoke effort the two that the sentence needs."""
    return values if run.effort is not Effort.SMOKE else (values[0], values[4])
