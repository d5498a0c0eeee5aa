"""Figure G6: log ||dL/dW_0|| against depth, with mean reduction and without, d = n = 100.

The code changes two things at once: with the mean the rows are scaled by sqrt(n), without it by 1.
The reading without the mean but with the factor is drawn beside both.

Whether it stays bounded is decided beyond the paper's depths. The first layer's gradient, unlike
the second's of figure 3, still grows from depth 100 to 1000, and a first design, which asked for a
factor of 1.5 there, was undecided with 12 runs. In a pilot at (20261117, "pilot G6") its logarithm
grew by .59 from 100 to 1000, and by .01 from 1000 to 2000, scattering by .31: 24 runs know the
latter to .6, where an explosion would be 4.6.
"""

from collections.abc import Iterable
from functools import partial

import numpy as np

from lemmata.theory.evidence import Role
from lemmata.theory.meterez2024.figures import FIGURE_G6
from lemmata.verify.figures.depths import depths_of, growth, smaller
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

N, TIMES = 100, 2
DEEP = (1000, 2000)


@reproduced(
    FIGURE_G6,
    routes=("the sentence", "gradients of the first layer, by hand-written derivatives"),
    domain="d = n = 100, depths 5 to 2000, identity, standard BN and the paper's",
)
def gradients_in_depth(run: Run) -> Reproduction:
    from lemmata.verify.depth.network import Network, RowNorm, StandardBN
    from lemmata.verify.figures.images import batch
    from lemmata.verify.figures.networks import Classifier

    depths, images = depths_of(run), batch(N, run)
    deep = DEEP if run.effort is not Effort.SMOKE else (50, 100)
    readings: dict[str, RowNorm | StandardBN] = {
        "with mean reduction": StandardBN(),
        "without": RowNorm(),
        "without, scaled by sqrt(n)": RowNorm(scaled=True),
    }
    *shown, other = readings

    def gradients(names: Iterable[str], at: tuple[int, ...], where: str) -> Floats:
        """(names, depths, runs), all with the same weights."""
        networks = [Network(readings[name]) for name in names]
        return Classifier(networks[0]).log_gradients_of(
            networks, images, at, 0, runs_of(run), run.address / where
        )

    parts = {"networks": partial(gradients, readings, depths, "networks")}
    for k in range(TIMES):
        parts[f"beyond {k}"] = partial(gradients, shown, deep, f"beyond {k}")
    of = run.each(parts)
    found = dict(zip(readings, of.pop("networks"), strict=True))
    beyond = dict(zip(shown, np.concatenate(list(of.values()), -1), strict=True))
    return Reproduction(
        {f"growth, {name}": values[1] - values[0] for name, values in beyond.items()},
        [
            *(measured(name, depths, found[name], of=name) for name in shown),
            *(measured(f"{name}, deeper", deep, beyond[name], of=name) for name in shown),
            measured(other, depths, found[other], other, Role.ANOTHER),
        ],
        note=f"Images: {images.origin}.",
        remarks=[*_remarks(depths, [found[name] for name in readings]), *smaller(run)],
    )


def _remarks(depths: tuple[int, ...], found: list[Floats]) -> list[str]:
    """How far the gradient rises at the paper's depths, and what the factor does to it."""
    with_mean, without, scaled = found
    factors = [float(np.exp(growth(depths, values).mean())) for values in (with_mean, without)]
    by_factor = float((scaled - without).mean())
    return [
        f"From depth {depths[-1] // 10} to {depths[-1]} the gradient of the first layer grows"
        f" by a factor of {factors[0]:.2f} with the mean and {factors[1]:.2f} without: until"
        " the representations are orthogonal.",
        "The paper's code changes the factor sqrt(n) together with the mean: the factor alone"
        f" moves the curve by {by_factor:+.2f}.",
    ]
