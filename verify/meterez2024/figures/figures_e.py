"""Figures E1 and E2: the explosion rate against a constant gain, and against the gain exponent.

R is the slope of log ||dL/dW_l|| over a gap of layers of one network of 100 layers, d = n = 100,
standard BN as in figure 5. The paper's depth and gap are lost.
"""

import numpy as np

from theory.meterez2024.figures import FIGURE_E1, FIGURE_E2
from verify.figures.images import Batch, batch
from verify.figures.reproduction import Reproduction, measured, ratio, reproduced, runs_of
from verify.registry import Effort, Run
from verify.statistics.betting import Floats

N, LAYERS = 100, 100
ACTIVATIONS = ("tanh", "sin")
GAINS, EXPONENTS = (0.25, 0.35, 0.5, 0.7, 1.0), (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
MIDDLE, EARLY = (20, 80), (1, 21)


def rates(
    run: Run, images: Batch, name: str, gain: float, exponent: float, gap: tuple[int, int]
) -> Floats:
    """(runs,)."""
    from verify.depth.gradients import gradients
    from verify.depth.network import ACTIVATIONS, Network, StandardBN
    from verify.figures.networks import Classifier

    network = Network(StandardBN(), ACTIVATIONS[name], exponent, gain)
    address = run.address / name / gain / exponent
    X, weights, loss, _ = Classifier(network).started(images, runs_of(run), address)
    log_dW = gradients(network, weights, X, LAYERS, loss).log_dW
    first, last = gap
    return np.asarray(((log_dW[first] - log_dW[last]) / (last - first)).cpu().numpy())


def few(run: Run, values: tuple[float, ...]) -> tuple[float, ...]:
    """All, or at smoke effort the two that the sentence needs."""
    return values if run.effort is not Effort.SMOKE else (values[0], values[4])


def power(gains: tuple[float, ...], R: Floats) -> Floats:
    """The power between the ends, (gains, runs) -> (runs,), linearised around the mean rates.

    The logarithm of a single run's rate may not exist: at the smallest gain it is of its scatter.
    """
    low, high = R[0], R[-1]
    centre = np.log(high.mean() / low.mean())
    moved = high / high.mean() - low / low.mean()
    found: Floats = (centre + moved) / np.log(gains[-1] / gains[0])
    return found


@reproduced(
    FIGURE_E1, routes=("a power of the gain", "slopes of the log gradient at constant gains"),
    domain="d = n = 100, 100 layers, gains .25 to 1, tanh and sin",
)  # fmt: skip
def rate_by_gain(run: Run) -> Reproduction:
    gains, images = few(run, GAINS), batch(N, run)
    found = {
        name: np.stack([rates(run, images, name, a, 0.0, MIDDLE) for a in gains])
        for name in ACTIVATIONS
    }
    powers = {name: power(gains, R) for name, R in found.items()}
    # of no activation: what the layers have while representations become orthogonal
    base = float(rates(run, images, "identity", 1.0, 0.0, MIDDLE).mean())
    local = {
        name: np.diff(np.log((R.mean(1) - base).clip(min=1e-12))) / np.diff(np.log(gains))
        for name, R in found.items()
    }
    said = "; ".join(f"{name} {', '.join(f'{k:.1f}' for k in v)}" for name, v in local.items())
    least = min(float(v[0]) for v in local.values())
    return Reproduction(
        {f"power, {name}, gains .25 to 1": k for name, k in powers.items()},
        [measured(name, gains, R, of=name) for name, R in found.items()],
        log_x=True, log_y=True,
        remarks=[
            f"Images: {images.origin}.",
            f"Without activation the same layers have a rate of {base:.4f}, while representations"
            f" become orthogonal. Less that, local powers between neighbouring gains, from the"
            f" smallest, are: {said}. Rates a^k summed over gains l^-e stay bounded for e > 1/k:"
            f" with the least k at the small gains, which deep layers have, that is"
            f" e > {1 / least:.2f}, and l^-0.4 is on the border.",
            "For gains that tend to 0 the rate falls like a^4, for every odd activation"
            " (sharp:critical-exponent, decided at small gains and width 8): the critical exponent"
            " is 1/4, and gradients under l^-0.4 stay bounded in depth. At width 100 the gains here"
            " are too large to see it, and gradients go on growing slowly at depth 1000.",
        ],
    )  # fmt: skip


@reproduced(
    FIGURE_E2, routes=("a smaller rate", "slopes of the log gradient at gains l^-e"),
    domain="d = n = 100, 100 layers, exponents 0 to .5, tanh and sin",
)  # fmt: skip
def rate_by_exponent(run: Run) -> Reproduction:
    exponents, images = few(run, EXPONENTS), batch(N, run)
    found = {
        name: np.stack([rates(run, images, name, 1.0, e, EARLY) for e in exponents])
        for name in ACTIVATIONS
    }
    at = exponents.index(0.4)
    return Reproduction(
        {f"rate at e = .4 over rate at e = 0, {name}": ratio(R[at], R[0])
         for name, R in found.items()},
        [measured(name, exponents, R, of=name) for name, R in found.items()],
        remarks=[f"Images: {images.origin}. Rates from layer {EARLY[0]} to layer {EARLY[1]} of"
                 f" {LAYERS}."],
    )  # fmt: skip
