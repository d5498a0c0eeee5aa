"""Chains have the laws of the papers; both forms of the Gaussian chain have the same law."""

from functools import partial

import numpy as np
import scipy.stats
import torch

from lemmata.theory import definitions
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import chain as chains
from lemmata.verify.chains.chain import LayerMap, gaussian_layer, trajectory
from lemmata.verify.chains.test_weights import stream as any_stream
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.seeds import Address

EVERY = {
    "meterez2024 (3)": chains.orthogonal_layer,
    "daneshmand2021 (1)": chains.explicit_gaussian_layer,
    "daneshmand2021 (1), Gram": gaussian_layer,
    "vanilla": chains.vanilla_layer,
    "appendix G, ReLU": chains.activated_layer(torch.relu),
}
OBSERVABLES = (chains.orthogonality_gap, chains.v_hat, chains.smallest_eigenvalue)
LEVEL = 1e-6  # of a false alarm, each
stream = partial(any_stream, "chains")


def nearly_rank_one(batch: int, d: int, n: int) -> torch.Tensor:
    """(batch, d, n), Frobenius norm 1, one singular value ten times the others."""
    X = torch.zeros(batch, d, n, dtype=torch.float64)
    X[:, :n] = torch.diag(torch.tensor([10.0] + [1.0] * (n - 1), dtype=torch.float64))
    return chains.unit_norm(X)


@over(EVERY)
def test_observables_of_a_trajectory_are_those_of_its_layers(name: str) -> None:
    X = nearly_rank_one(2, 6, 3) + 0.1
    seen = trajectory(EVERY[name], X, 3, OBSERVABLES, stream(name))
    generator = stream(name)
    for _ in range(3):
        X = EVERY[name](X, generator)
    H = (X / torch.linalg.matrix_norm(X)[:, None, None]).numpy()
    least = definitions.gram_spectrum(X.numpy())[:, 0]
    expected = (definitions.orthogonality_gap(H), 1 / 3 - definitions.gram_spectrum(H)[:, 0], least)
    for values, value in zip(seen, expected, strict=True):
        assert values.shape == (4, 2)
        assert np.allclose(values[-1].numpy(), value, rtol=1e-8, atol=1e-12)


@over(EVERY)
def test_every_chain_stays_on_the_device_of_its_input(name: str) -> None:
    with fake_cuda() as device:
        X = nearly_rank_one(2, 40, 3).to(device)
        for value in trajectory(EVERY[name], X, 2, OBSERVABLES, Address(0).generator(str(device))):
            assert (value.device.type, value.shape) == ("cuda", (3, 2))
            assert bool(value.isfinite().all())


def test_layers_divide_by_the_norms_of_the_papers() -> None:
    norms = {
        name: torch.linalg.matrix_norm(layer(nearly_rank_one(4, 7, 3), stream("norm")))
        for name, layer in EVERY.items()
    }
    unit = torch.ones(4, dtype=torch.float64)
    assert torch.allclose(norms.pop("meterez2024 (3)"), 7**0.5 * unit)
    assert all(torch.allclose(norm, unit) for norm in norms.values())


def two_sample_p_value(one: LayerMap, other: LayerMap, depth: int) -> float:
    """Kolmogorov and Smirnov on V and Vhat at one depth; the smaller of two, doubled."""
    X = nearly_rank_one(3000, 6, 3)
    seen = [
        trajectory(layer, X, depth, OBSERVABLES[:2], stream("two samples", k, depth))
        for k, layer in enumerate((one, other))
    ]
    pairs = zip(*seen, strict=True)
    return 2 * min(float(scipy.stats.ks_2samp(a[-1], b[-1]).pvalue) for a, b in pairs)


@over([1, 4])
def test_the_gram_chain_has_the_law_of_the_explicit_chain(depth: int) -> None:
    assert two_sample_p_value(chains.explicit_gaussian_layer, gaussian_layer, depth) > LEVEL


def test_the_two_sample_test_sees_k_in_place_of_its_root() -> None:
    wrong = chains.activated_layer(lambda H: H @ (H.mT @ H))
    assert two_sample_p_value(chains.explicit_gaussian_layer, wrong, 1) < LEVEL
