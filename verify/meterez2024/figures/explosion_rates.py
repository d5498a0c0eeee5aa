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
    run: Run,
    images: Batch,
    name: str,
    cases: Iterable[tuple[float, float]],
    gap: tuple[int, int],
) -> Floats:
    """For every gain and exponent, all with the same weights: (cases, runs)."""
    from lemmata.verify.depth.gradients import gradients
    from lemmata.verify.depth.network import ACTIVATIONS, Network, StandardBN
    from lemmata.verify.figures.networks import MEMORY, Classifier

    networks = [Network(StandardBN(), ACTIVATIONS[name], e, gain) for gain, e in cases]
    drawn = Classifier(networks[0]).started(images, runs_of(run), run.address / name)
    X, weights, loss, _ = drawn

    def slope(network: Network) -> Floats:
        log_dW = gradients(network, weights, X, LAYERS, loss, memory=MEMORY).log_dW
        first, last = gap
        found = (log_dW[first] - log_dW[last]) / (last - first)
        return np.asarray(found.cpu().double().numpy())

    return np.stack([slope(network) for network in networks])


def few(run: Run, values: tuple[float, ...]) -> tuple[float, ...]:
    """All, or at smoke effort the two that the sentence needs."""
    return values if run.effort is not Effort.SMOKE else (values[0], values[4])
