"""Figure E1: the explosion rate against a constant gain, in the middle of the network."""

from functools import partial

import numpy as np

from lemmata.theory.meterez2024.figures import FIGURE_E1
from lemmata.verify.figures.images import batch
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced
from lemmata.verify.meterez2024.figures.explosion_rates import ACTIVATIONS, N, few, rates
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

GAINS, MIDDLE = (0.25, 0.35, 0.5, 0.7, 1.0), (20, 80)


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
    FIGURE_E1,
    routes=("a power of the gain", "slopes of the log gradient at constant gains"),
    domain="d = n = 100, 100 layers, gains .25 to 1, tanh and sin",
)
def rate_by_gain(run: Run) -> Reproduction:
    gains, images = few(run, GAINS), batch(N, run)
    # of no activation: what the layers have while representations become orthogonal
    curves = {**dict.fromkeys(ACTIVATIONS, gains), "identity": (1.0,)}
    found = run.each(
        {
            name: partial(rates, run, images, name, [(a, 0.0) for a in some], MIDDLE)
            for name, some in curves.items()
        }
    )
    base = float(found.pop("identity").mean())
    powers = {name: power(gains, R) for name, R in found.items()}
    local = {
        name: np.diff(np.log((R.mean(1) - base).clip(min=1e-12))) / np.diff(np.log(gains))
        for name, R in found.items()
    }
    said = "; ".join(f"{name} {', '.join(f'{k:.1f}' for k in v)}" for name, v in local.items())
    least = min(float(v[0]) for v in local.values())
    return Reproduction(
        {f"power, {name}, gains .25 to 1": k for name, k in powers.items()},
        [measured(name, gains, R, of=name) for name, R in found.items()],
        log_x=True,
        log_y=True,
        note=f"Images: {images.origin}.",
        remarks=[
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
    )
