"""Figure 1: |cos| of two samples across layers, with BN and without, d = 32.

As in the authors' code BN starts from nearly aligned samples, (1, 0) and (1 - e, e) with e = .001,
and the vanilla network from orthogonal ones.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.daneshmand2021.figures import FIGURE_1
from lemmata.theory.definitions import orthogonality_gap
from lemmata.theory.sharp.two_samples import cosine_in_depth as law_of_two_samples
from lemmata.verify.figures.reproduction import Reproduction, law, measured, reproduced, runs_of
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from torch import Tensor

D, LAYERS, CLOSE = 32, 50, 0.001
TIMES = 40  # so 480 runs, where the paper has 20: they cost nothing


def cosines(run: Run, name: str, layer: Callable[..., "Tensor"], second: list[float]) -> Floats:
    """|cos(h_1, h_2)| at l = 1..50: (layers, runs)."""
    import torch

    from lemmata.verify.chains.chain import trajectory
    from lemmata.verify.chains.kernels import tensor_of

    def cosine(H: "Tensor") -> "Tensor":
        lengths = torch.linalg.vector_norm(H, dim=-2)
        found: Tensor = (H[..., 0] * H[..., 1]).sum(-1).abs() / lengths.prod(-1)
        return found

    samples = tensor_of([[1.0, second[0]], [0.0, second[1]]], run.device)
    H = torch.nn.functional.pad(samples, (0, 0, 0, D - 2)).expand(TIMES * runs_of(run), -1, -1)
    stream = (run.address / name).generator(run.device)
    (found,) = trajectory(layer, H, LAYERS, (cosine,), stream)
    return np.asarray(found[1:].cpu().numpy())


@reproduced(
    FIGURE_1,
    routes=("the sentence", "the law-exact Gram chain with BN and without, sampled"),
    domain="n = 2, d = 32, 50 layers",
)
def cosine_in_depth(run: Run) -> Reproduction:
    from lemmata.verify.chains.chain import gaussian_layer, vanilla_layer

    layers = list(range(1, LAYERS + 1))
    with_bn = cosines(run, "BN", gaussian_layer, [1 - CLOSE, CLOSE])
    vanilla = cosines(run, "vanilla", vanilla_layer, [0.0, 1.0])
    last = float(vanilla[-1].mean())
    start = 2**0.5 * orthogonality_gap(np.array([[1.0, 1 - CLOSE], [0.0, CLOSE]]))
    wide = [float(law_of_two_samples(start, l)) for l in layers]
    stays = (4 / (3 * D)) ** 0.5  # sqrt(2 E V^2) of sharp:stationary-gap at n = 2
    return Reproduction(
        {
            "|cos| at layer 50, BN": with_bn[-1],
            "change of |cos| from layer 10 to 50, vanilla": vanilla[-1] - vanilla[9],
        },
        [
            measured("BN", layers, with_bn),
            measured("vanilla", layers, vanilla),
            law(
                r"BN, $d = \infty$: $\tanh(2^{-\ell}\,\mathrm{artanh}\,c_0)$", layers, wide, of="BN"
            ),
        ],
        remarks=[
            "sharp:two-samples is the whole law of a wide network: the area tangent of the cosine"
            f" halves in every layer. At d = {D} the cosine stays near {stays:.2f}, the root of"
            " 4/(3 d) (sharp:stationary-gap), where the wide one goes to 0.",
            "The text goes on that the vanilla network makes orthogonal samples almost aligned: at"
            f" layer {LAYERS} the mean of |cos| is {last:.2f}, far from 1 at this width and depth.",
        ],
    )
