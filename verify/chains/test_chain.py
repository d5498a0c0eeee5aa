"""Chains have the laws of the papers; both forms of the Gaussian chain have the same law."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats
import torch

from theory import definitions
from verify.chains import chain as chains
from verify.chains.chain import Chain, trajectory
from verify.chains.weights import gaussian_product_by_gram
from verify.seeds import Address
from verify.test_support.fake_device import fake_cuda

EVERY = {
    "meterez2024 (3)": chains.METEREZ,
    "meterez2024 (3), Gaussian": chains.METEREZ_GAUSSIAN,
    "meterez2024 (11), tanh": chains.shaped(torch.tanh),
    "meterez2024 (11), sin": chains.shaped(torch.sin, 0.3, chains.standard_bn),
    "daneshmand2021 (1)": chains.DANESHMAND_EXPLICIT,
    "daneshmand2021 (1), Gram": chains.DANESHMAND,
    "vanilla": chains.VANILLA,
    "standard BN": chains.STANDARD_BN,
    "appendix G, ReLU": chains.with_activation(torch.relu),
}
NAMES = tuple(chains.OBSERVABLES)
LEVEL = 1e-6  # of a false alarm, each


def stream(*steps: object) -> torch.Generator:
    address = Address(0) / "chains"
    for step in steps:
        address = address / step
    return address.generator("cpu")


def nearly_rank_one(batch: int, d: int, n: int) -> torch.Tensor:
    """(batch, d, n), Frobenius norm 1, one singular value ten times the others."""
    X = torch.zeros(batch, d, n, dtype=torch.float64)
    X[:, :n] = torch.diag(torch.tensor([10.0] + [1.0] * (n - 1), dtype=torch.float64))
    return chains.unit_norm(X)


@pytest.mark.parametrize("name", EVERY)
def test_observables_of_a_trajectory_are_those_of_its_layers(name: str) -> None:
    X = nearly_rank_one(2, 6, 3) + 0.1
    seen = trajectory(EVERY[name], X, 3, NAMES, stream(name))
    generator, M = stream(name), X
    for l in range(1, 4):
        M, X = EVERY[name].layer(X, l, generator)
    assert all(value.shape == (4, 2) for value in seen.values())
    H = (X / torch.linalg.matrix_norm(X)[:, None, None]).numpy()
    spectrum = definitions.gram_spectrum(X.numpy())
    expected = {
        "gap": definitions.isometry_gap(H),
        "isometry": definitions.isometry(H),
        "V": definitions.orthogonality_gap(H),
        "Vhat": definitions.v_hat(H),
        "lambda_min": spectrum[:, 0],
        "lambda_max": spectrum[:, -1],
        "log_jacobian": -np.log(definitions.row_norms(M.numpy()).min(-1)),
        "cosine": abs(definitions.cosine(H[..., 0], H[..., 1])),
    }
    if name == "standard BN":  # centring costs one rank: the gap is inf
        assert bool((seen["gap"][-1] > 10).all())
        del expected["gap"], expected["isometry"]
    for key, value in expected.items():
        assert np.allclose(seen[key][-1].numpy(), value, rtol=1e-8, atol=1e-12), key


@pytest.mark.parametrize("name", EVERY)
def test_every_chain_stays_on_the_device_of_its_input(name: str) -> None:
    with fake_cuda() as device:
        X = torch.empty(2, 40, 3, device=device, dtype=torch.float64)
        for value in trajectory(EVERY[name], X, 2, NAMES, None).values():
            assert (value.device.type, value.shape) == ("cuda", (3, 2))


@pytest.mark.parametrize("name", ["daneshmand2021 (1)", "daneshmand2021 (1), Gram"])
def test_representations_of_daneshmand_have_unit_norm(name: str) -> None:
    _, H = EVERY[name].layer(nearly_rank_one(4, 7, 3), 1, stream("norm"))
    assert torch.allclose(torch.linalg.matrix_norm(H), torch.ones(4, dtype=torch.float64))


def two_sample_p_value(one: Chain, other: Chain, depth: int) -> float:
    """Kolmogorov and Smirnov on V and Vhat at one depth; the smaller of two, doubled."""
    X = nearly_rank_one(3000, 6, 3)
    seen = [
        trajectory(chain, X, depth, ("V", "Vhat"), stream("two samples", k, depth))
        for k, chain in enumerate((one, other))
    ]
    values = [
        scipy.stats.ks_2samp(seen[0][key][-1].numpy(), seen[1][key][-1].numpy()).pvalue
        for key in ("V", "Vhat")
    ]
    return 2 * float(min(values))


@pytest.mark.parametrize("depth", [1, 4])
def test_the_gram_chain_has_the_law_of_the_explicit_chain(depth: int) -> None:
    explicit, gram = chains.DANESHMAND_EXPLICIT, chains.DANESHMAND
    assert two_sample_p_value(explicit, gram, depth) > LEVEL


def test_the_two_sample_test_sees_k_in_place_of_its_root() -> None:
    wrong = Chain(lambda H, g: gaussian_product_by_gram(H @ (H.mT @ H), g), chains.bn_of_unit_norm)
    assert two_sample_p_value(chains.DANESHMAND_EXPLICIT, wrong, 1) < LEVEL


def test_a_seed_is_an_address() -> None:
    X = nearly_rank_one(5, 8, 4)
    first, again, other = (
        trajectory(chains.DANESHMAND, X, 5, ("V",), stream(k))["V"] for k in (0, 0, 1)
    )
    assert torch.equal(first, again)
    assert not torch.equal(first[1:], other[1:])


def test_the_gain_is_the_power_of_the_layer() -> None:
    chain = chains.shaped(torch.tanh, 0.4)
    assert [chain.gain(l) for l in (1, 2, 100)] == [1.0, 2**-0.4, 100**-0.4]


def test_standard_bn_centres_and_scales_the_rows() -> None:
    M = torch.arange(12, dtype=torch.float64).reshape(1, 3, 4) ** 2
    X = chains.standard_bn(M, eps=0.0)
    assert torch.allclose(X.mean(-1), torch.zeros(1, 3, dtype=torch.float64), atol=1e-12)
    assert torch.allclose(X.square().mean(-1), torch.ones(1, 3, dtype=torch.float64))
