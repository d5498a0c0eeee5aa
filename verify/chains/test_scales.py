"""Scales that BN hides: what is the same in one observable whatever they are, and not in others."""

import math

import torch
from torch import Tensor

from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains.chain import LayerMap
from lemmata.verify.chains.weights import gaussian, gaussian_product, gaussian_product_by_gram
from lemmata.verify.depth.network import RandomWeights, WeightLaw
from lemmata.verify.seeds import Address

LIKE = torch.empty(0, dtype=torch.float64)
SIGMAS = 5.5  # one false alarm in 3e7


def stream(*steps: object) -> torch.Generator:
    address = Address(0) / "scales"
    for step in steps:
        address = address / step
    return address.generator("cpu")


def has_mean(values: Tensor, mean: float) -> bool:
    error = float(values.std()) / math.sqrt(values.numel())
    return abs(float(values.mean()) - mean) < SIGMAS * error < 0.1 * mean


@over([gaussian_product, gaussian_product_by_gram])
def test_a_gaussian_weight_keeps_the_mean_square_of_what_it_multiplies(multiply: LayerMap) -> None:
    """E ||W X||^2 = ||X||^2: its entries have variance 1/d."""
    for d, n in ((3, 2), (16, 5)):
        X = gaussian((1, d, n), LIKE, stream("X", d))
        M = multiply(X.expand(4000, d, n), stream(multiply.__name__, d))
        assert has_mean(M.square().sum((-2, -1)), float(X.square().sum()))


def test_the_weights_of_a_deep_network_have_the_scale_of_their_kind() -> None:
    for d in (3, 16):
        X = gaussian((8, d, d), LIKE, stream("X", d))
        drawn = {
            kind: list(RandomWeights(kind, Address(0), X).layers(0, 256)) for kind in WeightLaw
        }
        assert has_mean(torch.stack(drawn[WeightLaw.GAUSSIAN]).square(), 1 / d)
        for W in drawn[WeightLaw.ORTHOGONAL]:
            assert torch.allclose(W @ W.mT, torch.eye(d, dtype=W.dtype).expand(8, d, d))
