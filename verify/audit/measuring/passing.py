"""One pass of the batch through a copy of the model, forwards and backwards, in one mode.

The loss is L = <C, Y> with a random direction C, ||C||_F = 1: it is 1-Lipschitz in the outputs, and
needs no labels.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from lemmata.verify.audit.errors import CannotAudit, one_line
from lemmata.verify.audit.measuring.copying import seeded
from lemmata.verify.audit.measuring.kinds import NORMALISING, LayerKind
from lemmata.verify.audit.measuring.measures import (
    Jacobian,
    Representation,
    Weights,
    jacobian,
    representation,
    weights,
)
from lemmata.verify.audit.measuring.tracing import ROOT, Followed, Stage, followed, is_measured
from lemmata.verify.seeds import Address


@dataclass(frozen=True)
class SeenStage:
    """What was measured at one stage; None where it has no such thing, NaN where it overflowed.

    ``log_gradient``: log ||dL/dX||_F of its output X; ``log_weight_gradient``: of its weights.
    """

    stage: Stage
    shape: tuple[int, ...]
    finite: bool
    representation: Representation | None
    jacobian: Jacobian | None
    weights: Weights | None
    log_gradient: float | None = None
    log_weight_gradient: float | None = None


@dataclass(frozen=True)
class Passed:
    """All stages of one pass, what could not be followed, and the output's shape."""

    seen: tuple[SeenStage, ...]
    opaque: Mapping[str, str]
    output: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """Whether the graph could be followed from the top."""
        return ROOT not in self.opaque

    @property
    def overflows_at(self) -> str | None:
        return next((one.stage.name for one in self.seen if not one.finite), None)


class _Watch:
    """Measures every stage as it is passed, and keeps what gradients are taken by."""

    def __init__(self, samples: int, only: Collection[str] | None) -> None:
        self.samples, self.only = samples, only
        self.seen, self.values = list[SeenStage](), list[Tensor]()

    def __call__(self, stage: Stage, given: Tensor, value: Tensor) -> None:
        all_ = self.only is None
        measured = is_measured(value, self.samples) and (all_ or stage.name in (self.only or ()))
        linear = stage.kind is LayerKind.LINEAR and all_
        self.values.append(value)
        self.seen.append(
            SeenStage(
                stage,
                tuple(value.shape),
                bool(value.isfinite().all()),
                representation(value) if measured else None,
                jacobian(stage.module, given) if stage.kind in NORMALISING and all_ else None,
                weights(stage.module) if linear else None,
            )
        )


def traced(model: nn.Module, X: Tensor) -> Followed:
    """The model as stages; where its graph gives another output than it does, seen by hooks."""
    found = followed(model)
    with torch.no_grad():
        with seeded(0), buffers_kept(model):
            direct = model(X)
        try:
            with seeded(0), buffers_kept(model):
                again = found.run(X, lambda *_: None)
        except Exception:  # what the graph does to the model's code is not the user's affair
            return followed(model, whole=False)
    same = isinstance(again, Tensor) and torch.allclose(again, direct, equal_nan=True)
    return found if same else followed(model, whole=False)


@contextmanager
def buffers_kept(model: nn.Module) -> Iterator[None]:
    """Running statistics and the like are afterwards what they were."""
    kept = {name: buffer.clone() for name, buffer in model.named_buffers()}
    try:
        yield
    finally:
        with torch.no_grad():
            for name, buffer in model.named_buffers():
                buffer.copy_(kept[name])


def passed(
    model: nn.Module,
    X: Tensor,
    address: Address,
    *,
    train: bool,
    gains: Mapping[str, float] | None = None,
    only: Collection[str] | None = None,
    whole: bool | None = None,
) -> Passed:
    """One pass of a copy that is the caller's to spend: BN's running statistics move in training.

    X: (n, ...), on the model's device. ``only``: the stages whose gaps are wanted, and no
    Jacobians nor weights. ``whole``: whether the graph is known to give the model's output; else
    it is compared.
    """
    model.train(train)
    found = traced(model, X) if whole is None else followed(model, whole=whole)
    watch = _Watch(len(X), only)
    given = X.clone().requires_grad_() if X.is_floating_point() else X
    with torch.enable_grad(), seeded(address.seed):
        Y = found.run(given, watch, gains)
        seen = _with_gradients(watch, Y, address)
    return Passed(tuple(seen), found.opaque, tuple(Y.shape))


def _with_gradients(watch: _Watch, Y: Tensor, address: Address) -> list[SeenStage]:
    """Each stage with the gradients of its output and of its weights."""
    if not Y.requires_grad:
        return watch.seen
    generator = (address / "direction").generator("cpu")
    C = torch.randn(Y.shape, generator=generator, dtype=torch.float64)
    C = (C / C.norm()).to(Y)
    matrices = [_matrix(one) for one in watch.seen]
    wanted = [v for v in (*watch.values, *matrices) if v is not None and v.requires_grad]
    found = torch.autograd.grad((C * Y).sum(), wanted, allow_unused=True)
    logs = {id(v): _log_norm(g) for v, g in zip(wanted, found, strict=True)}
    return [
        SeenStage(
            one.stage,
            one.shape,
            one.finite,
            one.representation,
            one.jacobian,
            one.weights,
            logs.get(id(value)),
            logs.get(id(matrix)),
        )
        for one, value, matrix in zip(watch.seen, watch.values, matrices, strict=True)
    ]


def _matrix(one: SeenStage) -> Tensor | None:
    """The weights that are differentiated by: none where torch computes them from others."""
    W = getattr(one.stage.module, "weight", None) if one.weights else None
    return W if isinstance(W, Tensor) and W.is_leaf else None


def _log_norm(gradient: Tensor | None) -> float | None:
    """log ||.||_F in float64; -inf where it is 0, NaN where it overflowed, None without one."""
    if gradient is None:
        return None
    G = gradient.detach().double()
    if not bool(G.isfinite().all()):
        return math.nan
    largest = float(G.abs().max()) if G.numel() else 0.0
    return math.log(largest) + math.log(float((G / largest).norm())) if largest else -math.inf


def checked(model: nn.Module, X: Tensor) -> None:
    """Refuse a batch that the model does not take, and an output that is no tensor of it."""
    bad = 0 if not X.is_floating_point() else int((~X.isfinite()).sum())
    if bad:
        raise CannotAudit(f"the batch has {bad} values that are not finite; expected numbers")
    shape, inputs = tuple(X.shape), _inputs(model)
    if len(inputs) > 1:
        raise CannotAudit(
            f"forward of {type(model).__name__} takes {len(inputs)} inputs ({', '.join(inputs)});"
            " expected one tensor: wrap the model so that it takes one"
        )
    if X.dim() < 1 or len(X) < 2:
        raise CannotAudit(f"the batch has shape {shape}; expected two samples or more")
    try:
        with torch.no_grad(), seeded(0):
            Y = model(X)
    except Exception as error:  # of the user's code
        raise CannotAudit(
            f"the model does not take a batch of shape {shape} and type {X.dtype}:"
            f" {one_line(error)}"
        ) from error
    if not isinstance(Y, Tensor):
        raise CannotAudit(
            f"the model returns a {type(Y).__name__}; expected one tensor: wrap the model so that"
            " it returns the one to be audited"
        )
    if not is_measured(Y, len(X)):
        raise CannotAudit(
            f"the model returns shape {tuple(Y.shape)}, {Y.dtype}, from {len(X)} samples; expected"
            " real numbers, samples first"
        )


def _inputs(model: nn.Module) -> list[str]:
    """The inputs that a forward cannot do without."""
    empty = inspect.Parameter.empty
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    found = inspect.signature(model.forward).parameters.values()
    return [one.name for one in found if one.default is empty and one.kind in positional]


def names(seen: Sequence[SeenStage]) -> list[str]:
    return [one.stage.name for one in seen]
