"""Models as people have them: several inputs and outputs, tokens, compiled, lazy, without data."""

import copy
import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from lemmata.verify.audit.errors import CannotAudit
from lemmata.verify.audit.measuring.adapting import Batch, random_batch
from lemmata.verify.audit.measuring.kinds import LayerKind, of_module
from lemmata.verify.audit.running import run_audit
from lemmata.verify.audit.schema import AuditRecord
from lemmata.verify.audit.test_audit import drawn, nothing_tried
from lemmata.verify.audit.test_support import models
from lemmata.verify.audit.work import Subject

__all__ = ["nothing_tried"]
pytestmark = pytest.mark.usefixtures("nothing_tried")


def audit(model: nn.Module, X: Batch, **more: Any) -> AuditRecord:
    return run_audit(Subject(model, X), seeds=2, **more)


class Towers(nn.Module):
    """Tokens and numbers in; a dict of a table and of scores out."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(20, 8)
        self.left, self.right = nn.Linear(8, 6), nn.Linear(5, 6)

    def forward(self, user: Tensor, item: Tensor) -> dict[str, Any]:
        product = self.left(self.words(user)) * self.right(item)
        return {
            "sizes": (product.sum(),),
            "hidden": product,
            "logits": product.sum(1, keepdim=True),
        }


def pair(n: int = 8) -> tuple[Tensor, Tensor]:
    return torch.arange(n) % 20, drawn(n, 5)


def shape_out(found: AuditRecord) -> list[int]:
    return list(found["layers"][-1]["shape"])


def test_several_inputs_are_packed_and_give_the_gradients_of_autograd() -> None:
    model, (user, item) = Towers(), pair()
    for batch in ((user, item), {"item": item, "user": user}):
        found = audit(model, batch)
        assert found["batch"]["shape"] == [8, 6]
        layers = {one["name"]: one["train"] for one in found["layers"]}
        assert {"words", "left", "right"} <= set(layers)
        assert found["model"]["opaque"] == {}
        left = model.left(model.words(user)).detach().double()
        size = math.log(float(left.square().mean().sqrt()))
        assert layers["left"]["log_size"]["mean"] == pytest.approx(size, abs=1e-5)


def test_the_output_is_logits_or_the_one_that_is_named() -> None:
    assert shape_out(audit(Towers(), pair())) == [8, 1]
    model, given = Towers(), pair()
    every = [audit(model, given, output=name) for name in (None, "logits", "hidden")]
    layers = [next(one for one in found["layers"] if one["name"] == "left") for found in every]
    chosen, logits, hidden = (one["train"]["log_gradient"] for one in layers)
    assert chosen == logits != hidden
    with pytest.raises(CannotAudit, match="nothing: the model gives out sizes, hidden, logits"):
        audit(Towers(), pair(), output="nothing")
    with pytest.raises(CannotAudit, match="the model returns"):
        audit(Towers(), pair(), output="sizes")


@dataclass
class Output:
    """As libraries have it: neither a dict nor a tuple."""

    loss: None
    logits: Tensor


class Talking(nn.Module):
    """A language model by its looks: optional inputs, an object with logits out."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.readout = nn.Embedding(11, 8), nn.Linear(8, 11)

    def forward(self, input_ids: Tensor, attention_mask: Tensor | None = None) -> Output:
        H = self.table(input_ids)
        return Output(
            None, self.readout(H if attention_mask is None else H * attention_mask[..., None])
        )


def test_a_language_model_takes_random_tokens_of_its_vocabulary() -> None:
    X, source = random_batch(Talking(), 6)
    assert isinstance(X, Tensor)
    assert source.startswith("random tokens")
    assert 0 <= int(X.min()) <= int(X.max()) < 11
    assert audit(Talking(), X)["layers"][-1]["name"] == "readout"
    masked = {"input_ids": X, "attention_mask": torch.ones_like(X)}
    assert audit(Talking(), masked)["batch"]["shape"] == [6, 32]


@pytest.mark.parametrize(
    ("model", "shape"),
    [
        (nn.Sequential(nn.Linear(7, 3)), (7,)),
        (nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4)), (3, 32, 32)),
        (nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), (16, 8)),
        (models.Transformer(), (16, 8)),
        (nn.LSTM(4, 5, batch_first=True), (16, 4)),
    ],
)
def test_a_random_batch_has_the_shape_that_the_layers_ask_for(
    model: nn.Module, shape: tuple[int, ...]
) -> None:
    X, _ = random_batch(model, 6)
    assert isinstance(X, Tensor)
    assert X.shape == (6, *shape)
    with pytest.raises(CannotAudit, match="no known layer"):
        random_batch(nn.Tanh(), 6)


def plain() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(
        nn.Linear(16, 16), nn.BatchNorm1d(16), nn.Linear(16, 16), nn.BatchNorm1d(16)
    )


class Wrapped(nn.Module):
    """What torch.compile gives: it must not be called."""

    def __init__(self, inside: nn.Module) -> None:
        super().__init__()
        self._orig_mod = inside

    def forward(self, X: Tensor) -> Tensor:
        raise AssertionError("compiled")


def test_compiled_models_are_unwrapped_outside_and_inside() -> None:
    expected = audit(plain(), drawn(8, 16))
    for model in (
        Wrapped(plain()),
        torch.compile(plain(), backend="eager"),
        nn.Sequential(Wrapped(plain())),
    ):
        found = audit(model, drawn(8, 16))  # type: ignore[arg-type]
        assert found["growth"] == expected["growth"]
        assert found["model"]["parameters"] == expected["model"]["parameters"]


def test_a_lazy_model_takes_its_shapes_from_the_batch_and_stays_lazy() -> None:
    model = nn.Sequential(
        nn.LazyLinear(8), nn.LazyBatchNorm1d(), nn.LazyLinear(8), nn.LazyBatchNorm1d()
    )
    found = audit(model, drawn(8, 16))
    assert found["model"]["parameters"] == 16 * 8 + 8 + 8 * 8 + 8 + 4 * 8
    assert math.isfinite(float(found["growth"]["mean"] or 0))
    assert isinstance(model[0], nn.LazyLinear)


def logs_of(model: nn.Module, X: Tensor, names: Sequence[str]) -> list[float]:
    """log ||dL/dX|| of what these modules give out, by hooks of autograd alone, without a constant
    that they share."""
    kept: list[Tensor] = []

    def keep(_: nn.Module, given: object, value: Tensor) -> None:
        value.retain_grad()
        kept.append(value)

    hooks = [model.get_submodule(name).register_forward_hook(keep) for name in names]
    Y = model(X)
    Y = Y if isinstance(Y, Tensor) else Y.logits
    torch.manual_seed(0)
    torch.autograd.backward((torch.randn(Y.shape).to(Y) * Y).sum())
    for hook in hooks:
        hook.remove()
    return [math.log(float(one.grad.norm())) for one in kept if one.grad is not None]


class Block(nn.Module):
    """x + f(LN(x)) with a small f, as transformers have it; ``looks``: at its numbers, so that
    nothing can follow it."""

    def __init__(self, looks: bool) -> None:
        super().__init__()
        self.norm, self.looks = nn.LayerNorm(16), looks
        self.mlp = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16))

    def forward(self, X: Tensor) -> Tensor:
        Y: Tensor = self.mlp(self.norm(X))
        if self.looks and bool(Y.sum() > 1e9):
            return X
        return X + 0.3 * Y


class Stream(nn.Module):
    def __init__(self, looks: bool) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Block(looks) for _ in range(6))
        self.norm = nn.LayerNorm(16)

    def forward(self, X: Tensor) -> Tensor:
        for layer in self.layers:
            X = layer(X)
        found: Tensor = self.norm(X)
        return found


class Language(nn.Module):
    """The body is called model, as in Llama, and gives out no tensor alone."""

    def __init__(self, looks: bool) -> None:
        super().__init__()
        self.model, self.readout = Stream(looks), nn.Linear(16, 5)

    def forward(self, X: Tensor) -> Output:
        return Output(None, self.readout(self.model(X)))


@pytest.mark.parametrize("looks", [False, True])
def test_gradients_of_a_residual_network_are_those_of_its_stream(looks: bool) -> None:
    """Not those inside its branches, which are smaller by the branch's size."""
    torch.manual_seed(0)
    model, X = Language(looks).double(), drawn(12, 16).double()
    found = run_audit(Subject(model, X), seeds=3)
    logs = logs_of(model, X, [f"model.layers.{k}" for k in range(6)])
    assert len(found["spine"]) == 6
    assert found["growth"]["mean"] == pytest.approx((logs[0] - logs[-1]) / 5, abs=0.02)
    assert abs(float(row(found, "total") or 0)) < 0.5


def row(found: AuditRecord, name: str) -> Any:
    (one,) = (one for one in found["conclusion"]["rows"] if one["name"] == name)
    return one["value"]["mean"]


def test_a_body_called_model_is_no_model_that_could_not_be_followed() -> None:
    class Body(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = models.Branching()

        def forward(self, X: Tensor) -> Tensor:
            found: Tensor = self.model(X)
            return found.relu()

    found = audit(Body(), drawn(8, 16))
    assert "model" in found["model"]["opaque"]
    assert [one["name"] for one in found["layers"]][-1] == "relu"


class Forked(nn.Module):
    """Two towers beside each other, of three and of two BN."""

    def __init__(self) -> None:
        super().__init__()
        part = [nn.Linear(16, 16), nn.BatchNorm1d(16)]
        self.left = nn.Sequential(*[copy.deepcopy(one) for _ in range(3) for one in part])
        self.right = nn.Sequential(*[copy.deepcopy(one) for _ in range(2) for one in part])

    def forward(self, X: Tensor) -> tuple[Tensor, Tensor]:
        left, right = self.left(X), self.right(X)
        return left + right, right


def test_only_layers_that_follow_each_other_and_lead_to_the_output_are_followed() -> None:
    assert audit(Forked(), drawn(8, 16))["spine"] == ["left.1", "left.3", "left.5"]
    assert audit(Forked(), drawn(8, 16), output="1")["spine"] == ["right.1", "right.3"]


def test_norms_and_linear_maps_of_libraries_are_known_by_their_names() -> None:
    class TheirRMSNorm(nn.Module): ...

    class Conv1D(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = nn.Parameter(torch.zeros(3, 4))

    assert of_module(TheirRMSNorm()) is LayerKind.SAMPLE
    assert of_module(Conv1D()) is LayerKind.LINEAR


def test_a_warning_of_the_making_is_given_once() -> None:
    def make() -> nn.Module:
        warnings.warn("of the user's", UserWarning, stacklevel=1)
        return plain()

    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        run_audit(Subject(Subject.first(make), drawn(8, 16), make), seeds=3)
    assert [str(one.message) for one in given] == ["of the user's"]
