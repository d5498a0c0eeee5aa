"""Figure G5: log ||dL/dW_1|| against depth for unshaped activations, standard BN, d = n = 100."""

from functools import partial

from lemmata.theory.meterez2024.figures import FIGURE_G5
from lemmata.verify.figures.depths import depths_of, slope, smaller
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from lemmata.verify.registry import Run

N, DEEPEST, NAMES = 100, 200, ("identity", "tanh", "sin", "relu")


@reproduced(
    FIGURE_G5,
    routes=("the sentence", "gradients of the second layer, derived by hand"),
    domain="d = n = 100, depths 5 to 200, standard BN, identity, tanh, sin and relu",
)
def gradients_in_depth(run: Run) -> Reproduction:
    from lemmata.verify.depth.network import ACTIVATIONS, Network, StandardBN
    from lemmata.verify.figures.images import batch
    from lemmata.verify.figures.networks import Classifier

    depths, images = depths_of(run, DEEPEST), batch(N, run)
    found = run.each(
        {
            name: partial(
                Classifier(Network(StandardBN(), ACTIVATIONS[name])).log_gradients,
                images,
                depths,
                1,
                runs_of(run),
                run.address / name,
            )
            for name in NAMES
        }
    )
    return Reproduction(
        {f"slope, {name}": slope(depths, values) for name, values in found.items()},
        [measured(name, depths, values, of=name) for name, values in found.items()],
        note=f"Images: {images.origin}. Depths end at {depths[-1]}.",
        remarks=[
            "The text speaks of isometry gaps here. With standard BN and the identity the gap is"
            " infinite: n = d samples with centred rows have rank n - 1.",
            *smaller(run, DEEPEST),
        ],
    )
