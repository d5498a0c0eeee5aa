"""Figure G6: log ||dL/dW_0|| against depth, with mean reduction and without, d = n = 100.

The code changes two things at once: with the mean the rows are scaled by sqrt(n), without it by 1.
The reading without the mean but with the factor is drawn beside both.
"""

import numpy as np

from theory.evidence import Role
from theory.meterez2024.figures import FIGURE_G6
from verify.figures.depths import depths_of, growth, smaller
from verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from verify.registry import Run

N = 100


@reproduced(
    FIGURE_G6, routes=("the sentence", "gradients of the first layer, by hand-written derivatives"),
    domain="d = n = 100, depths 5 to 1000, identity, standard BN and the paper's",
)  # fmt: skip
def gradients_in_depth(run: Run) -> Reproduction:
    from verify.depth.network import Network, RowNorm, StandardBN
    from verify.figures.images import batch
    from verify.figures.networks import Classifier

    depths, images = depths_of(run), batch(N, run)
    readings: dict[str, RowNorm | StandardBN] = {
        "with mean reduction": StandardBN(), "without": RowNorm(),
        "without, scaled by sqrt(n)": RowNorm(scaled=True),
    }  # fmt: skip
    found = {
        name: Classifier(Network(normalisation)).log_gradients(
            images, depths, 0, runs_of(run), run.address / "networks"
        )
        for name, normalisation in readings.items()
    }
    *shown, other = found
    by_factor = float((found[other] - found["without"]).mean())
    return Reproduction(
        {f"factor, {name}": np.exp(growth(depths, found[name])) for name in shown},
        [*(measured(name, depths, found[name], of=name) for name in shown),
         measured(other, depths, found[other], other, Role.ANOTHER)],
        log_x=True,
        remarks=[
            f"Images: {images.origin}.",
            "The paper's code changes the factor sqrt(n) together with the mean: the factor alone"
            f" moves the curve by {by_factor:+.2f}.",
            *smaller(run),
        ],
    )  # fmt: skip
