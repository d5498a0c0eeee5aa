"""Gradients of the Gram form have the law of those through explicit weights."""

from functools import partial

import pytest
import scipy.stats
import torch
from torch import Tensor

from lemmata.verify.chains.test_weights import stream as any_stream
from lemmata.verify.chains.weights import gaussian, gaussian_product_by_gram
from lemmata.verify.depth import gram_gradients
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.depth.gram_gradients import log_gradients
from lemmata.verify.depth.network import Network, RandomWeights, RowNorm, WeightLaw
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.seeds import Address

LIKE = torch.empty(0, dtype=torch.float64)
SHAPE, LAYERS = (3000, 6, 3), 6
LEVEL = 1e-6  # of a false alarm, each
stream = partial(any_stream, "gram gradients")


def explicit() -> Tensor:
    """log ||dL/dX_l||, with every weight formed."""
    X, C = (gaussian(SHAPE, LIKE, stream(name)) for name in ("X", "C"))
    weights = RandomWeights(WeightLaw.GAUSSIAN, Address(0) / "gram gradients", X)
    return gradients(Network(RowNorm(scaled=True)), weights, X, LAYERS, readout(C)).log_dX


def p_value(logs: Tensor) -> float:
    """Kolmogorov and Smirnov on the growth over all layers and over the last, doubled."""
    values = [
        scipy.stats.ks_2samp((a[l] - a[-1]).numpy(), (b[l] - b[-1]).numpy()).pvalue
        for a, b in [(logs, explicit())]
        for l in (0, LAYERS - 1)
    ]
    return 2 * float(min(values))


def test_gram_gradients_have_the_law_of_explicit_weights() -> None:
    assert p_value(log_gradients(SHAPE, LAYERS, LIKE, stream("gram"))) > LEVEL


def test_weights_that_are_redrawn_are_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A mutant that treats W^T G as independent of W X."""
    monkeypatch.setattr(
        gram_gradients, "through_weights", lambda X, Z, G, g: gaussian_product_by_gram(G, g)
    )
    assert p_value(log_gradients(SHAPE, LAYERS, LIKE, stream("gram"))) < LEVEL


def test_the_backward_map_is_the_transpose_of_the_forward_map() -> None:
    """<G, W X> = <W^T G, X>: it holds for each W that agrees with Z."""
    X, Z, G = (gaussian((2, 9, 3), LIKE, stream("inner", k)) for k in range(3))
    back = gram_gradients.through_weights(X, Z, G, stream("inner"))
    assert torch.allclose(X.mT @ back, Z.mT @ G)


def test_gram_gradients_stay_on_their_device() -> None:
    with fake_cuda() as device:
        like = torch.empty(0, device=device, dtype=torch.float64)
        found = log_gradients((2, 9, 3), 4, like, Address(0).generator(str(device)))
        assert (found.device.type, found.shape) == ("cuda", (5, 2))
        assert bool(found.isfinite().all())


def test_logarithms_equal_those_of_the_gradient_without_rescaling() -> None:
    """The same draws in the same order, the sizes left where they are: all layers, every scale."""
    shape, layers = (2, 7, 3), 9
    found = log_gradients(shape, layers, LIKE, stream("plain"))
    generator = stream("plain")
    X = [gaussian(shape, LIKE, generator)]
    products = []
    for _ in range(layers):
        products.append(gaussian_product_by_gram(X[-1], generator))
        norms = torch.linalg.vector_norm(products[-1], dim=-1, keepdim=True)
        X.append(3**0.5 * products[-1] / norms)
    G = gaussian(shape, LIKE, generator)
    expected = [torch.linalg.matrix_norm(G).log()]
    for l in reversed(range(layers)):
        norms = torch.linalg.vector_norm(products[l], dim=-1, keepdim=True)
        unit = products[l] / norms
        dZ = 3**0.5 * (G - unit * (unit * G).sum(-1, keepdim=True)) / norms
        G = gram_gradients.through_weights(X[l], products[l], dZ, generator)
        expected.append(torch.linalg.matrix_norm(G).log())
    assert torch.allclose(found, torch.stack(expected[::-1]), rtol=0, atol=1e-10)
