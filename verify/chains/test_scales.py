"""Scales that BN hides: what is the same in one observable whatever they are, and not in others."""

import math
from itertools import product

import torch
from torch import Tensor

from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import gaussian_kernels as kernels
from lemmata.verify.chains.chain import LayerMap
from lemmata.verify.chains.weights import gaussian, gaussian_product, gaussian_product_by_gram
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.depth.network import Network, RandomWeights, RowNorm, WeightLaw
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


@over([0.5, 3.0])
def test_scaled_weights_scale_the_gradients_by_their_law(c: float) -> None:
    """dL/dX stays as it is, dL/dW and the Jacobian's norm are divided by it."""

    class Scaled(RandomWeights):
        def _draw(self, index: int) -> Tensor:
            return c * super()._draw(index)

    X, C = (gaussian((2, 6, 4), LIKE, stream(name)) for name in "XC")
    one, other = (
        gradients(Network(), weights(WeightLaw.GAUSSIAN, Address(0), X), X, 20, readout(C))
        for weights in (RandomWeights, Scaled)
    )
    assert torch.allclose(one.log_dX, other.log_dX)
    assert torch.allclose(one.log_dW, other.log_dW + math.log(c))
    assert torch.allclose(one.log_jacobian, other.log_jacobian + math.log(c))


def test_rows_are_divided_by_what_is_remembered() -> None:
    Z = gaussian((2, 5, 7), LIKE, stream("Z"))
    for scaled, length in ((False, 1.0), (True, math.sqrt(7))):
        Y, r = RowNorm(scaled=scaled).forward(Z)
        assert torch.allclose(Y * r, Z)
        norms = torch.linalg.vector_norm(Y, dim=-1)
        assert torch.allclose(norms, torch.full_like(norms, length))


def test_both_kernels_of_a1_mean_the_same_alpha() -> None:
    """From an orthogonal input alpha_0 = 1/sqrt(n); 0.1 of it is asked for in every layer."""
    n, d, depth, batch = 2, 2, 4, 4000
    event = kernels.a1_event(n, d, depth, batch, "cpu")(stream("event"))[0]
    alpha = 0.1 / math.sqrt(n)
    under = kernels.gap_under_a1([1 / n] * n, d, alpha, [depth], batch, "cpu")(stream("under"))[1]
    error = math.sqrt(float(event.var() + under.var()) / batch)
    assert abs(float(event.mean() - under.mean())) < SIGMAS * error < 0.1


@over(list(product((2, 3), (3, 8))))
def test_gram_matrices_under_a1_have_trace_1(n: int, d: int) -> None:
    """The distance from 1/sqrt(n) would not see a scale that V does not see, and so the reverse."""
    q = [0.3, *[0.7 / (n - 1)] * (n - 1)]
    rows = kernels.distance_under_a1(q, d, 0.0, (1, 3), 50, "cpu")(stream("trace", n, d))
    for distance, gap, held, *diagonal in rows.view(2, 3 + n, 50).unbind(0):
        assert torch.allclose(sum(diagonal, torch.zeros(50)).double(), held)
        assert bool((distance <= 2 * n * gap + 1e-12).all())  # daneshmand2021:lemma-2


def test_the_smallest_singular_value_of_one_column_is_its_length() -> None:
    """E chi_d = sqrt(2) Gamma((d+1)/2)/Gamma(d/2)."""
    for d in (1, 5, 40):
        values = kernels.smallest_singular_value(d, 1, 4000, "cpu")(stream("chi", d))
        mean = math.sqrt(2) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
        assert has_mean(values, mean)
