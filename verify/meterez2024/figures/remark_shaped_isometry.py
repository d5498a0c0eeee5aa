"""The isometry gap of chain (11) against the layer, with gain l^-0.4 and without, d = n = 100."""

from functools import partial

import numpy as np

from lemmata.theory.meterez2024.figures import REMARK_SHAPED_ISOMETRY
from lemmata.verify.figures.depths import depths_of, smaller, undecided
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

N, EXPONENT = 100, 0.4


@reproduced(
    REMARK_SHAPED_ISOMETRY,
    routes=("the sentence", "singular values of the representations"),
    domain="d = n = 100, layers to 1000, BN without the mean, sin and tanh",
)
def gaps_in_depth(run: Run) -> Reproduction:
    from lemmata.verify.depth.network import ACTIVATIONS, Network, RowNorm
    from lemmata.verify.figures.images import batch
    from lemmata.verify.figures.networks import Classifier
    from lemmata.verify.nn.gaps import isometry_gap

    depths, images = depths_of(run), batch(N, run)

    def gaps(name: str, exponent: float) -> Floats:
        """(depths, runs)."""
        network = Network(RowNorm(scaled=True), ACTIVATIONS[name], exponent)
        address = run.address / name / exponent
        X, weights, *_ = Classifier(network).started(images, runs_of(run), address)
        found = []
        for l, W in enumerate(weights.layers(0, depths[-1])):
            X = network.forward(W @ X, l)[0]
            if l + 1 in depths:
                found.append(isometry_gap(X).cpu().numpy())
        return np.stack(found)

    found = run.each(
        {
            f"{name}, {'gain' if exponent else 'no gain'}": partial(gaps, name, exponent)
            for name in ("sin", "tanh")
            for exponent in (EXPONENT, 0.0)
        }
    )
    return Reproduction(
        {f"gap, {label}": values[-1] for label, values in found.items()},
        [measured(label, depths, values, of=label) for label, values in found.items()],
        log_x=True,
        pending=undecided(run),
        note=f"Images: {images.origin}.",
        remarks=smaller(run),
    )
