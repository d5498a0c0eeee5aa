"""One pass of the batch through a copy of the model, forwards and backwards, in one mode.

The loss is L = <C, Y> with a random direction C, ||C||_F = 1: it is 1-Lipschitz in the outputs, and
needs no labels.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn

from lemmata.verify.audit.errors import CannotAudit
from lemmata.verify.audit.measuring.adapting import call
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
from lemmata.verify.audit.measuring.tracing import ROOT, Stage, TracedModel, is_measured, trace
from lemmata.verify.nn.temporary import restore_buffers
from lemmata.verify.seeds import Address


@dataclass(frozen=True)
class MeasuredStage:
    """The measurements of one stage; None if it has no such quantity, NaN if it overflowed.

    ``log_gradient``: log ||dL/dX||_F of its output X; ``log_weight_gradient``: of its weights;
    ``log_size``: log of the root mean square of X.
    """

    stage: Stage
    shape: tuple[int, ...]
    finite: bool
    representation: Representation | None
    jacobian: Jacobian | None
    weights: Weights | None
    log_gradient: float | None = None
    log_weight_gradient: float | None = None
    log_size: float | None = None
    is_nan: bool = False  # rather than infinite


@dataclass(frozen=True)
class Pass:
    """The stages of one pass, the modules that could not be traced, and the output's shape."""

    seen: tuple[MeasuredStage, ...]
    opaque: Mapping[str, str]
    output: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """Whether the whole model could be traced."""
        return ROOT not in self.opaque

    @property
    def overflows_at(self) -> str | None:
        return next((one.stage.name for one in self.seen if not one.finite), None)


class _Watch:
    """Measures every stage during a pass, and stores its output for the gradients."""

    def __init__(self, samples: int, only: Collection[str] | None) -> None:
        self.samples, self.only = samples, only
        self.seen, self.values = list[MeasuredStage](), list[Tensor]()

    def __call__(self, stage: Stage, given: Tensor, value: Tensor) -> None:
        all_ = self.only is None
        measured = is_measured(value, self.samples) and (all_ or stage.name in (self.only or ()))
        linear = stage.kind is LayerKind.LINEAR and all_
        self.values.append(value)
        self.seen.append(
            MeasuredStage(
                stage,
                tuple(value.shape),
                bool(value.isfinite().all()),
                representation(value) if measured else None,
                jacobian(stage.module, given) if stage.kind in NORMALISING and all_ else None,
                weights(stage.module) if linear else None,
                log_size=_log_size(value) if measured else None,
                is_nan=bool(value.isnan().any()),
            )
        )


def trace_checked(model: nn.Module, X: Tensor) -> TracedModel:
    """Trace the model; if its graph has another output than the model, observe it by hooks."""
    found = trace(model)
    with torch.no_grad():
        with seeded(0), restore_buffers(model):
            direct = model(X)
        try:
            with seeded(0), restore_buffers(model):
                again = found.run(X, lambda *_: None)
        except Exception:  # the graph fails, not the user's code
            return trace(model, whole=False)
    same = isinstance(again, Tensor) and torch.allclose(again, direct, equal_nan=True)
    return found if same else trace(model, whole=False)


def run_pass(
    model: nn.Module,
    X: Tensor,
    address: Address,
    *,
    train: bool,
    gains: Mapping[str, float] | None = None,
    only: Collection[str] | None = None,
    whole: bool | None = None,
) -> Pass:
    """Run one pass of a copy of the model; in training BN's running statistics change.

    X: (n, ...), on the model's device. ``only``: measure the gaps of these stages, and no Jacobians
    or weights. ``whole``: whether the graph has the model's output; if None, both are compared.
    """
    model.train(train)
    found = trace_checked(model, X) if whole is None else trace(model, whole=whole)
    watch = _Watch(len(X), only)
    given = X.clone().requires_grad_() if X.is_floating_point() else X
    with torch.enable_grad(), seeded(address.seed):
        Y = found.run(given, watch, gains)
        seen = _with_gradients(watch, Y, address)
    return Pass(tuple(seen), found.opaque, tuple(Y.shape))


def _with_gradients(watch: _Watch, Y: Tensor, address: Address) -> list[MeasuredStage]:
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
        replace(one, log_gradient=logs.get(id(value)), log_weight_gradient=logs.get(id(matrix)))
        for one, value, matrix in zip(watch.seen, watch.values, matrices, strict=True)
    ]


def _matrix(one: MeasuredStage) -> Tensor | None:
    """The weights of a stage; None if torch computes them from other parameters."""
    W = getattr(one.stage.module, "weight", None) if one.weights else None
    return W if isinstance(W, Tensor) and W.is_leaf else None


def _log_size(value: Tensor) -> float | None:
    found = _log_norm(value)
    return None if found is None else found - math.log(max(value.numel(), 1)) / 2


def _log_norm(gradient: Tensor | None) -> float | None:
    """log ||.||_F in float64; -inf for 0, NaN after overflow, None without a gradient."""
    if gradient is None:
        return None
    G = gradient.detach()
    G = (torch.view_as_real(G.resolve_conj()) if G.is_complex() else G).double()
    if not bool(G.isfinite().all()):
        return math.nan
    largest = float(G.abs().max()) if G.numel() else 0.0
    return math.log(largest) + math.log(float((G / largest).norm())) if largest else -math.inf


def require_batch(model: nn.Module, X: Tensor) -> Any:
    """What the model gives out; a batch that it does not accept is refused."""
    bad = 0 if not X.is_floating_point() else int((~X.isfinite()).sum())
    if bad:
        raise CannotAudit(f"the batch has {bad} values that are not finite; expected numbers")
    if X.dim() < 1 or len(X) < 2:
        raise CannotAudit(f"the batch has shape {tuple(X.shape)}; expected two samples or more")
    with seeded(0):
        return call(model, X)


def names(seen: Sequence[MeasuredStage]) -> list[str]:
    return [one.stage.name for one in seen]
