"""The simulated networks against numpy: layers written out again, a tangent by differences."""

from collections.abc import Callable

import numpy as np
import pytest
import torch

from lemmata.verify.chains.kernels import floats_on
from lemmata.verify.chains.weights import gaussian
from lemmata.verify.depth.network import RandomWeights
from lemmata.verify.errors import Misuse
from lemmata.verify.phases import simulation
from lemmata.verify.phases.grid import PhaseCell, PhaseLayer, grid, phase_layers, sign
from lemmata.verify.phases.simulation import GROUPS, Phase, Pushed, simulate
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats

D, N, REPLICAS, LAYERS, DEEP = 12, 4, 2, 6, 2
ADDRESS = Address(3) / "test"


def unit(z: Floats) -> Floats:
    return np.asarray(z * len(z) ** 0.5 / np.linalg.norm(z))


def standard(z: Floats) -> Floats:
    return np.asarray((z - z.mean()) / z.std())


def groupwise(z: Floats) -> Floats:
    return np.concatenate([standard(part) for part in np.split(z, GROUPS)])


BY_SAMPLE: dict[str, Callable[[Floats], Floats]] = {
    "layer": standard,
    "rms": unit,
    "group": groupwise,
    "none": lambda z: z,
}
ACT: dict[str, Callable[[Floats], Floats]] = {
    "linear": lambda z: z,
    "tanh": np.tanh,
    "relu": lambda z: np.where(z > 0, z, 0),
}


def layer(one: PhaseLayer, W: Floats, X: Floats) -> Floats:
    """(d, n), row by row or column by column."""
    Z = W @ X
    if one.norm == "batch":
        Y = np.array([unit(row) for row in Z])
    else:
        Y = np.array([BY_SAMPLE[one.norm](column) for column in Z.T]).T
    Y = ACT[one.activation](Y)
    return np.asarray((X + Y) / 2**0.5 if one.residual else Y)


def by_numpy(one: PhaseLayer) -> Phase:
    shape, like = (REPLICAS, D, N), floats_on("cpu")
    X, T = (gaussian(shape, like, (ADDRESS / name).generator("cpu")).numpy() for name in "XT")
    weights = RandomWeights(one.weights, ADDRESS / "W", torch.zeros(shape, dtype=like.dtype))
    W: list[Floats] = [np.asarray(one) for one in weights.layers(0, LAYERS)]
    found = [of_replica(one, X[k], T[k], [w[k] for w in W]) for k in range(REPLICAS)]
    return Phase(*np.array(found).T)


def of_replica(one: PhaseLayer, X: Floats, T: Floats, weights: list[Floats]) -> list[float]:
    step, growths, all_shares = 1e-6, [], []
    for W in weights:
        squares = np.sort(np.linalg.eigvalsh(X @ X.T))[-N:]
        all_shares.append(squares / np.trace(X @ X.T))
        T = T / np.linalg.norm(T)
        ends = (layer(one, W, X + s * step * T) for s in (1, -1))
        T = (next(ends) - next(ends)) / (2 * step)
        X = layer(one, W, X)
        growths.append(np.log(np.linalg.norm(T)))
    q = np.array(all_shares)[DEEP:]
    rate = np.nan  # where ReLU has made samples dependent, to the digits of these eigenvalues
    if np.min(all_shares) > 1e-12:
        rate = np.polyfit(np.arange(DEEP, LAYERS), np.log(q[:, 0]), 1)[0]
    square = np.mean((q**2).sum(1))
    return [float(np.mean(growths[DEEP:])), rate, (square - 1 / N) ** 0.5, 1 / square]


def test_every_layer_is_what_numpy_makes_of_it() -> None:
    for one in phase_layers():
        found = simulate(PhaseCell(one, D, N), ADDRESS, REPLICAS, layers=LAYERS, deep=DEEP)
        expected = by_numpy(one)
        lost = np.isnan(expected.rank_rate)
        assert one.activation == "relu" or not lost.any()
        expected.rank_rate[lost] = found.rank_rate[lost]
        for name, here, there in zip(Phase._fields, found, expected, strict=True):
            np.testing.assert_allclose(here, there, rtol=1e-4, atol=1e-6, err_msg=f"{one}: {name}")


def test_a_wrong_layer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """LayerNorm without centring, BN over features, a tangent that keeps what BN takes off."""
    right = simulation.normalise

    def by_sample(norm: str, Z: Pushed) -> Pushed:
        return right("rms", Z)

    def without_projection(norm: str, Z: Pushed) -> Pushed:
        Y = right(norm, Z)
        return Pushed(Y.value, Z.tangent * (Y.value / Z.value))

    wrong = {"layer": by_sample, "batch": by_sample, "rms": without_projection}
    for norm, mutant in wrong.items():
        one = PhaseLayer(norm, "gaussian", "tanh", False)
        monkeypatch.setattr(simulation, "normalise", mutant)
        found = simulate(PhaseCell(one, D, N), ADDRESS, REPLICAS, layers=LAYERS, deep=DEEP)
        assert not np.allclose(found.growth, by_numpy(one).growth, rtol=1e-3), norm


def test_orthogonal_layers_without_normalisation_change_nothing() -> None:
    cell = PhaseCell(PhaseLayer("none", "orthogonal", "linear", False), D, N)
    found = simulate(cell, ADDRESS, REPLICAS, layers=60, deep=20)
    np.testing.assert_allclose(found.growth, 0, atol=1e-13)
    np.testing.assert_allclose(found.rank_rate, 0, atol=1e-13)


def test_a_lost_direction_is_timed_before_it_reaches_rounding() -> None:
    """The least of many Gaussian directions is gone in a few layers, at its own rate."""
    least = np.exp(-3.0 * np.arange(40))[:, None] * np.ones(2)
    at = np.arange(40.0)
    np.testing.assert_allclose(simulation._rate(least, at, 30), -3.0, rtol=1e-9)
    np.testing.assert_allclose(simulation._rate(np.maximum(least, 1e-30), at, 30), -3.0, rtol=1e-9)


def test_a_sample_that_relu_loses_is_said_to_be_lost() -> None:
    """All eight features are negative in one layer of 256."""
    cell = PhaseCell(PhaseLayer("rms", "gaussian", "relu", False), 8, 4)
    with pytest.raises(Misuse, match=r"a sample of rms, gaussian, relu, d = 8, n = 4 was lost"):
        simulate(cell, Address(0), 4)


def test_the_grid_has_every_layer_once() -> None:
    cells = grid(16)
    assert len(cells) == len(set(cells)) == 5 * 2 * 3 * 2 * 4
    assert {cell.n for cell in cells} == {4, 8, 16, 32}


def test_a_sign_is_what_the_whole_interval_says() -> None:
    assert [sign(0.01, 0.02), sign(-0.02, -0.01), sign(-1e-3, 1e-3)] == ["grows", "falls", "stays"]
    assert sign(-0.01, 0.02) == sign(1e-3, 0.01) == ""


def test_what_a_mean_takes_off_is_no_loss_of_rank_in_depth(monkeypatch: pytest.MonkeyPatch) -> None:
    """With n = d GroupNorm leaves d less the number of groups, and all of these directions stay."""
    cell = PhaseCell(PhaseLayer("group", "orthogonal", "linear", False), 16, 16)
    kept = simulate(cell, ADDRESS, 4, layers=60, deep=20).rank_rate
    monkeypatch.setattr(simulation, "MEANS", {})
    all_counted = simulate(cell, ADDRESS, 4, layers=60, deep=20).rank_rate
    assert kept.mean() > -0.05
    assert all_counted.mean() < -0.5
