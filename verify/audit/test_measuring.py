"""The numbers of one pass, beside others that were computed in another way."""

import math

import pytest
import torch
from torch import Tensor, nn

from lemmata.theory import definitions
from lemmata.theory.test_support.comparing import over
from lemmata.verify.audit.estimates import estimate, slope
from lemmata.verify.audit.measuring import measures, tracing
from lemmata.verify.audit.measuring.copying import copy_model
from lemmata.verify.audit.measuring.kinds import LayerKind
from lemmata.verify.audit.measuring.passing import Pass, run_pass
from lemmata.verify.audit.test_support import models
from lemmata.verify.nn.layers import BatchNormWithoutMean
from lemmata.verify.seeds import Address

HERE = Address(7) / "test of the audit"


def drawn(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def pass_of(model: nn.Module, X: Tensor, train: bool = True, **more: float) -> Pass:
    return run_pass(copy_model(model, torch.float64), X, HERE, train=train, gains=more)


@over([(9, 5), (5, 5), (3, 5)])
def test_gaps_and_rank_are_those_of_the_definitions(D: int, n: int) -> None:
    X = drawn(n, D)
    found = measures.representation(X)
    assert (found.rank, found.samples, found.features) == (min(n, D), n, D)
    assert found.orthogonality_gap == pytest.approx(
        float(definitions.orthogonality_gap(X.mT.numpy()))
    )
    expected = float(definitions.isometry_gap(X.mT.numpy())) if D >= n else math.inf
    assert found.gap == pytest.approx(expected)
    of_rows = float(definitions.isometry_gap(X.numpy())) if D <= n else math.inf
    assert found.gap_of_rows == pytest.approx(of_rows)
    s = torch.linalg.svdvals(X)
    assert found.least == pytest.approx(float(s[-1] / s.norm()) if D >= n else 0.0)


def test_a_centred_batch_has_one_direction_less() -> None:
    X = drawn(6, 9)
    apart = X - X.mean(0)
    found = measures.representation(apart)
    Q = torch.linalg.qr(torch.cat((torch.ones(6, 1), drawn(6, 5)), 1).double()).Q[:, 1:]
    assert (found.centred, found.samples, found.rank) == (True, 5, 5)
    assert found.gap == pytest.approx(float(definitions.isometry_gap((apart.mT @ Q).numpy())))
    assert not measures.representation(X).centred


@over([1e-200, 1.0, 1e200])
def test_a_representation_has_no_size(scale: float) -> None:
    X = drawn(4, 6)
    expected, found = measures.representation(X), measures.representation(X * scale)
    assert found.gap == pytest.approx(expected.gap)
    assert measures.representation(X * math.nan).rank == 0
    assert math.isnan(measures.representation(X * math.inf).gap)
    assert measures.representation(0 * X).gap == math.inf


def normalising() -> list[tuple[nn.Module, bool]]:
    scaled = nn.BatchNorm1d(3)
    nn.init.uniform_(scaled.weight, 0.5, 2.0, generator=torch.Generator().manual_seed(1))
    with_batch = nn.BatchNorm1d(3)
    with_batch(torch.randn(9, 3, generator=torch.Generator().manual_seed(2)))
    layers = (
        nn.BatchNorm1d(3, eps=0.1),
        scaled,
        BatchNormWithoutMean(3, eps=0.1),
        nn.LayerNorm(3),
        BatchNormWithoutMean(3, scaled=False, eps=0.2),
        with_batch,
    )
    return [(layer.double(), train) for layer in layers for train in (True, False)]


@over(normalising())
def test_the_jacobian_norm_is_that_of_autograd(layer: nn.Module, train: bool) -> None:
    layer.train(train)
    X = drawn(5, 3) * torch.tensor([1.0, 2.0, 3.0])
    found = measures.jacobian(layer, X)
    assert found is not None
    J = torch.autograd.functional.jacobian(layer, X).reshape(15, 15)  # type: ignore[no-untyped-call]
    norm = float(torch.linalg.matrix_norm(J, 2))
    # eps lets the length through too, which is no more than the directions across it
    assert found.norm == pytest.approx(norm, rel=1e-9)


def test_gradients_are_those_of_a_loss_of_slope_one() -> None:
    model, X = copy_model(models.shaped(), torch.float64), drawn(9, 16)
    found = run_pass(model, X, HERE, train=True)
    C = torch.randn(9, 4, generator=(HERE / "direction").generator("cpu"), dtype=torch.float64)
    model.train()
    (C / C.norm() * model(X)).sum().backward()
    linear = [one for one in found.seen if one.stage.kind is LayerKind.LINEAR]
    for one, layer in zip(linear, model[::3], strict=True):  # type: ignore[index]
        assert one.log_weight_gradient == pytest.approx(math.log(float(layer.weight.grad.norm())))
    assert found.seen[-1].log_gradient == pytest.approx(0, abs=1e-12)


def test_a_gain_before_an_activation_is_that_of_a_gain_layer() -> None:
    exponent, X = 0.4, drawn(9, 16)
    torch_state = torch.random.get_rng_state()
    plain = models.shaped()
    torch.random.set_rng_state(torch_state)
    wanted = pass_of(models.shaped(exponent), X)
    gains = {str(3 * l - 1): l**-exponent for l in range(1, 7)}
    found = pass_of(plain, X, **gains)
    assert found.seen[1].log_gradient == pytest.approx(wanted.seen[1].log_gradient)
    assert found.seen[1].log_gradient != pytest.approx(pass_of(plain, X).seen[1].log_gradient)


def kinds_of(model: nn.Module, X: Tensor) -> list[tuple[str, str]]:
    return [(one.stage.name, one.stage.kind.value) for one in pass_of(model, X).seen]


def test_a_residual_network_that_works_in_place_is_traced() -> None:
    found = kinds_of(models.Convolutional(), drawn(6, 1, 8, 8))
    assert [name for name, kind in found if kind == "residual"] == ["add", "add_1"]
    assert [kind for _, kind in found].count("activation") == 4
    assert ("blocks.0.first_norm", "batch norm") in found
    assert ("mean", "pooling") in found


def test_an_untraceable_module_is_named_and_hooked() -> None:
    model = nn.Sequential(models.Branching(), nn.Tanh())
    found = pass_of(model, drawn(6, 16))
    assert list(found.opaque) == ["0"]
    assert "control flow" in found.opaque["0"]
    assert [(one.stage.name, one.stage.inside) for one in found.seen] == [
        ("input", ""),
        ("0.inner", "0"),
        ("0", ""),
        ("1", ""),
    ]
    assert all(one.log_gradient is not None for one in found.seen)
    assert found.seen[1].stage.parents is None


def test_a_graph_that_gives_another_output_is_not_believed() -> None:
    found = pass_of(models.Unlike(), drawn(6, 16))
    assert list(found.opaque) == [tracing.ROOT]
    assert not found.whole


def test_torchs_own_transformer_is_seen_inside() -> None:
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0)
    found = kinds_of(nn.Sequential(layer), drawn(5, 3, 8))
    assert ("0.norm1", "sample norm") in found
    assert ("0.self_attn", "attention") in found


def test_functions_and_layers_of_several_outputs_are_stages() -> None:
    found = kinds_of(models.Functions(), drawn(5, 16))
    assert [kind for _, kind in found].count("linear") == 3
    assert ("memory", "other") in found
    assert found[-1] == ("tanh", "activation")


def test_a_mean_is_that_of_all_seeds_or_none() -> None:
    assert estimate([1.0, 3.0])["mean"] == 2
    assert estimate([1.0, 3.0])["interval"] == pytest.approx([2 - 12.7062, 2 + 12.7062], abs=1e-4)
    for missing in (None, math.nan):
        assert estimate([1.0, missing]) == {"mean": None, "interval": None}
    assert estimate([1.0, math.inf]) == {"mean": "inf", "interval": None}
    assert estimate([4.0]) == {"mean": 4.0, "interval": None}
    assert slope([0.0, 2.0, 4.0]) == pytest.approx(2)
    assert slope([1.0]) is slope([1.0, math.nan]) is slope([1.0, None]) is None


def test_the_parents_of_a_residual_are_both_its_branches() -> None:
    seen = pass_of(models.Convolutional(), drawn(6, 1, 8, 8)).seen
    add = next(one for one in seen if one.stage.kind is LayerKind.RESIDUAL)
    assert add.stage.parents is not None
    assert [seen[k].stage.name for k in add.stage.parents] == ["stem", "blocks.0.second_norm"]


def test_the_norm_of_a_complex_gradient_counts_both_parts() -> None:
    class Fourier(nn.Module):
        def forward(self, X: Tensor) -> Tensor:
            found: Tensor = torch.fft.ifft(torch.fft.fft(X)).real
            return found

    seen = {one.stage.name: one for one in pass_of(Fourier(), drawn(6, 16).double()).seen}
    first, middle = seen["input"].log_gradient, seen["fft_fft"].log_gradient
    assert first is not None
    assert middle == pytest.approx(first - math.log(16) / 2)  # a Fourier transform of 16 numbers
