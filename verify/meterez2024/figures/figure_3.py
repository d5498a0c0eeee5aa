"""Figure 3: log ||dL/dW_1|| against depth, orthogonal and Xavier normal weights, d = n = 100."""

from functools import partial

from lemmata.theory.meterez2024.figures import FIGURE_3
from lemmata.theory.sharp.gaussian_gradients import collapsed_growth
from lemmata.verify.figures.depths import depths_of, growth, smaller, undecided
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from lemmata.verify.registry import Run

N = 100


@reproduced(
    FIGURE_3,
    routes=("the sentence", "gradients of the second layer, by hand-written derivatives"),
    domain="d = n = 100, depths 5 to 1000, rows scaled by sqrt(n), cross entropy",
)
def gradients_in_depth(run: Run) -> Reproduction:
    import torch

    from lemmata.verify.depth.network import Network, RowNorm
    from lemmata.verify.figures.images import batch
    from lemmata.verify.figures.networks import Classifier

    depths, images = depths_of(run), batch(N, run)
    network = Network(RowNorm(scaled=True))
    found = run.each(
        {
            name: partial(
                Classifier(network, kind, dtype=dtype).log_gradients,
                images,
                depths,
                1,
                runs_of(run),
                run.address / kind,
            )
            for name, kind, dtype in (
                ("orthogonal", "orthogonal", torch.float32),
                ("Gaussian", "gaussian", torch.float64),  # samples are lost
            )
        }
    )
    rate = float(growth(depths, found["Gaussian"]).mean()) / (depths[-1] - depths[-1] // 10)
    limit = float(collapsed_growth(N))
    return Reproduction(
        {f"growth, {name}": growth(depths, values) for name, values in found.items()},
        [measured(name, depths, values, of=name) for name, values in found.items()],
        {name: (depths, values) for name, values in found.items()},
        pending=undecided(run),
        note=f"Images: {images.origin}; the paper has a batch of CIFAR10.",
        remarks=[
            f"With Gaussian weights the log gradient grows by {rate:.4f} a layer,"
            f" {rate / limit:.2f} times the {limit:.4f} that sharp:collapsed-growth has in great"
            " depth for more samples than a width can hold, such as n = d.",
            *smaller(run),
        ],
    )
