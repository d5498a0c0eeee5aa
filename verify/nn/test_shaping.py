"""Explosion rates against autograd, and the exponent chosen from rates that are known."""

import math

import pytest
import torch

from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains.weights import gaussian, haar_matrix
from lemmata.verify.depth.network import RandomWeights
from lemmata.verify.nn.shaping import (
    Rates,
    choose_exponent,
    explosion_rate,
    explosion_rates,
    growth,
)
from lemmata.verify.seeds import Address


@over([False, True])
def test_the_rate_of_any_activation_is_that_of_autograd(mean: bool) -> None:
    d, start, stop, a = 5, 3, 9, 0.7
    address, like = Address(3), torch.empty(0, dtype=torch.float64)
    shapes = {"width": d, "start": start, "stop": stop, "replicas": 1, "mean": mean}
    found, _ = explosion_rate(torch.nn.functional.gelu, a, address=address, **shapes)  # type: ignore[arg-type]
    X = haar_matrix(d, 1, like, (address / "X").generator("cpu"))
    C = gaussian((1, d, d), like, (address / "C").generator("cpu"))
    kept = []
    for W in RandomWeights("orthogonal", address / "W", X).layers(0, stop + 50):
        kept.append(X.requires_grad_())
        Z = W @ X
        if mean:
            Z = Z - Z.mean(-1, keepdim=True)
        size = (Z.square().mean(-1, keepdim=True) + (1e-5 if mean else 0)).sqrt()
        X = torch.nn.functional.gelu(a * Z / size)
    both = torch.autograd.grad((X * C).sum(), [kept[start], kept[stop]])
    first, last = (float(torch.linalg.vector_norm(g).log()) for g in both)
    assert math.isclose(found, (first - last) / (stop - start), rel_tol=1e-8)


def test_tanh_explodes_at_gain_one_and_hardly_at_a_small_one() -> None:
    rates = explosion_rates(torch.tanh, (0.3, 1.0), width=24, start=40, stop=100, replicas=2)
    assert rates.gains == (0.3, 1.0)
    assert 0 < rates.rates[0] < 0.3 * rates.rates[1]
    assert all(0 < error < 0.05 for error in rates.errors)


def test_the_exponent_is_the_smallest_that_bounds_the_growth() -> None:
    rates = Rates((0.1, 1.0), (0.0008, 0.08), (0.0, 0.0))  # R(a) = 0.08 a^2
    assert math.isclose(rates.power, 2)
    assert math.isclose(rates.critical_exponent, 0.5)
    assert math.isclose(rates.at(0.01), 8e-6)
    for depth, most in ((100, 1.0), (1000, 0.2), (10, 0.1)):
        e = choose_exponent(rates, depth, most)
        sums = [sum(0.08 * l ** (-2 * x) for l in range(1, depth + 1)) for x in (e, e - 2e-3)]
        assert sums[0] <= most < sums[1], depth
        assert math.isclose(growth(rates, e, depth), sums[0], rel_tol=1e-9)
    assert choose_exponent(rates, 5, 1.0) == 0.0


def test_choose_exponent_refuses_impossible_requests() -> None:
    rates = Rates((0.1, 1.0), (0.0008, 0.08), (0.0, 0.0))
    with pytest.raises(ValueError, match="first layer"):
        choose_exponent(rates, 10, 0.01)
    with pytest.raises(ValueError, match="depth 0"):
        choose_exponent(rates, 0)
    with pytest.raises(ValueError, match="no power"):
        _ = Rates((0.1, 1.0), (0.0, 0.08), (0.0, 0.0)).power
    with pytest.raises(ValueError, match="two or more positive"):
        explosion_rates(torch.tanh, (1.0,))
