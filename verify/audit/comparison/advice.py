"""Tries advice on copies of the model and measures the effect of each change.

Two numbers are compared, seed by seed: by how much log ||dL/dX|| changes along the spine, up or
down, and V after its last layer. Both are better if smaller.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor, nn
from torch.nn.modules.batchnorm import _BatchNorm

from lemmata.theory.sharp.widths import critical_width, independent_samples
from lemmata.verify.audit.comparison.chain import LayerChain
from lemmata.verify.audit.comparison.explosion import Explosion
from lemmata.verify.audit.errors import CannotAudit, one_line
from lemmata.verify.audit.estimates import estimate
from lemmata.verify.audit.measuring.copying import seeded
from lemmata.verify.audit.measuring.kinds import LayerKind, of_module
from lemmata.verify.audit.schema import AuditedAdvice, AuditedEffect
from lemmata.verify.nn.orthogonalising import TooFewSamples, orthogonalise_
from lemmata.verify.nn.temporary import remove_hooks, restore_buffers
from lemmata.verify.seeds import Address

GROWTH, GAP = "|log growth of the gradient| at its largest", "V after the last layer"
DEGENERATE = "a degenerate batch"  # a warning, no advice
Change = Callable[[nn.Module, Tensor, Address], Tensor]  # changes the copy, and returns the batch


class _Refused(ValueError):
    """A change that this model or batch does not allow."""


@dataclass(frozen=True)
class Trial:
    """A change to a copy of the model, or to the batch; ``refused``: why it is not tried."""

    name: str
    tried: str
    change: Change
    gains: Mapping[str, float] = field(default_factory=dict)
    refused: str = ""


def trials(
    chain: LayerChain, X: Tensor, more: Tensor | None, rates: Explosion, *, training: bool = True
) -> Iterator[Trial]:
    """The trials for a model whose pass was ``chain``, in the mode in which it is audited;
    ``more``: as many further samples."""
    n = len(X)
    yield Trial("orthogonal weights", "every linear map orthogonal, of the same norm", _orthogonal)
    yield Trial(
        "orthogonalise_",
        "weights from the batch that make its samples orthogonal, layer by layer",
        _equation_6,
    )
    if chain.batch_norms and not training:
        yield Trial(
            "statistics of the batch",
            "every BN has the mean and the variance that this batch has in training mode",
            _statistics,
        )
    yield _shaped(chain, rates)
    yield Trial(
        "rescaled weights",
        "every linear map divided by the size of what it gives out, in order",
        _rescaled,
        refused="BN undoes the size of weights" if chain.batch_norms and training else "",
    )
    half = max(2, n // 2)
    yield Trial(
        "half the batch",
        f"{half} samples in place of {n}",
        lambda m, X, a: X[:half],
        refused="" if half < n else "there are two samples only",
    )
    yield Trial(
        "twice the batch",
        f"{2 * n} samples in place of {n}",
        lambda m, X, a: X if more is None else torch.cat((X, more.to(X))),
        refused="" if more is not None and len(more) == n else "no more samples are given",
    )
    yield _degenerate(chain, X)
    yield _narrow(chain, n)


def _narrow(chain: LayerChain, n: int) -> Trial:
    """Below the critical width: only as many samples as the width keeps independent in depth."""
    name, d, samples = "a batch that the width keeps independent", chain.width, chain.samples
    if not chain.batch_norms or not d or not samples or samples < 2:
        return Trial(name, "fewer samples", _as_given, refused="there is no BN to be wide enough")
    critical = float(critical_width(samples))
    kept = math.floor(independent_samples(d)) + n - samples
    if d >= critical:
        refused = f"the width {d} is not below it: {samples} samples need {critical:.0f}"
        return Trial(name, "fewer samples", _as_given, refused=refused)
    tried = f"{kept} samples in place of {n}: {samples} need a width of {critical:.0f}, not {d}"
    return Trial(
        name,
        tried,
        lambda m, X, a: X[:kept],
        refused="" if kept > 2 else f"the width {d} keeps too few samples",
    )


def _as_given(model: nn.Module, X: Tensor, address: Address) -> Tensor:
    return X


def _orthogonal(model: nn.Module, X: Tensor, address: Address) -> Tensor:
    found = 0
    for name, module in model.named_modules():
        W = getattr(module, "weight", None)
        if of_module(module) is LayerKind.LINEAR and isinstance(W, Tensor) and W.is_leaf:
            found += 1
            parts = W.data if W.dim() == 3 and hasattr(module, "blocks") else W.data[None]
            for k, part in enumerate(parts):
                size, stream = part.norm(), (address / name / k).generator(str(part.device))
                nn.init.orthogonal_(part, generator=stream)
                part.mul_(size / part.norm())
    if not found:
        raise _Refused("it has no linear map whose weights can be set")
    return X


def _rescaled(model: nn.Module, X: Tensor, address: Address) -> Tensor:
    """Every linear map gives out numbers of mean square 1, as the layers before it do by then."""
    linear = [m for m in model.modules() if of_module(m) is LayerKind.LINEAR]

    def rescale(layer: nn.Module, given: object, value: Tensor) -> Tensor:
        size = value.square().mean().sqrt()
        if not bool(size.isfinite()) or not bool(size > 0):
            return value
        for parameter in layer.parameters(recurse=False):
            parameter.data /= size
        return value / size

    hooks = remove_hooks([m.register_forward_hook(rescale) for m in linear])
    with hooks, torch.no_grad(), restore_buffers(model), seeded(address.seed):
        model(X)
    return X


def _statistics(model: nn.Module, X: Tensor, address: Address) -> Tensor:
    for one in model.modules():
        if isinstance(one, _BatchNorm):
            one.reset_running_stats()
            one.momentum = None  # the plain mean over what it sees
    with torch.no_grad(), seeded(address.seed):
        model.train()(X)
    return X


def _equation_6(model: nn.Module, X: Tensor, address: Address) -> Tensor:
    try:
        orthogonalise_(model, X, norm=math.sqrt(len(X)))
    except TooFewSamples as error:
        raise _Refused(str(error)) from error
    except Exception as error:
        raise _Refused(f"orthogonalise_ cannot be used: {one_line(error, 80)}") from error
    return X


def _shaped(chain: LayerChain, rates: Explosion) -> Trial:
    """Gains l^-e before the activations, with the least e that keeps the growth below 1."""
    name = "a gain exponent"
    refused = rates.refused or ("its rates are of no residual network" * chain.is_residual)
    exponent = 0.0
    if not refused:
        try:
            exponent = rates.exponent(len(chain.activations))
        except ValueError as error:
            refused = str(error)
    gains = {
        chain.seen(k).stage.name: float(l**-exponent) for l, k in enumerate(chain.activations, 1)
    }
    tried = f"gains l^-{exponent:g} before {rates.name}, from its explosion rates"
    if not refused and exponent == 0:
        refused = f"at depth {len(gains)} the rates of {rates.name} ask for none"
    return Trial(name, tried if not refused else "gains l^-e", _as_given, gains, refused)


def _degenerate(chain: LayerChain, X: Tensor) -> Trial:
    """A batch with repeated samples, or without them if the batch has some."""
    n = len(X)
    distinct = torch.unique(X, dim=0)
    if len(distinct) < n:
        few = f"only {len(distinct)} of {n} samples differ"
        return Trial(
            "no repeated samples",
            f"{len(distinct)} samples in place of {n}",
            lambda m, X, a: torch.unique(X, dim=0),
            refused="" if len(distinct) > 1 else few,
        )
    half = n // 2
    return Trial(
        DEGENERATE,
        f"{half} of the samples, each twice",
        lambda m, X, a: torch.cat((X[:half], X[:half])),
        refused="" if half > 1 else "there are too few samples",
    )


Outcome = tuple[float | None, float | None]  # size of the swing of gradients, V


def outcome(chain: LayerChain) -> Outcome:
    gaps = chain.orthogonality_gaps()
    swing = chain.swing()
    return None if swing is None else abs(swing[0]), gaps[-1] if gaps else None


def run_trial(
    trial: Trial, before: Sequence[Outcome], after: Callable[[Trial, int], Outcome]
) -> AuditedAdvice:
    """Run a trial at every seed; ``after`` gives its outcome at one."""
    refused, found = trial.refused, list[Outcome]()
    if not refused:
        try:
            found = [after(trial, seed) for seed in range(len(before))]
        except (_Refused, CannotAudit) as error:
            refused = str(error)
        except (RuntimeError, ValueError) as error:  # of the user's model, on another batch
            refused = one_line(error, 120)
    effects = [] if refused else [_effect(k, before, found) for k in range(2)]
    return {
        "name": trial.name,
        "tried": trial.tried,
        "refused": refused,
        "effects": effects,
        "says": refused or "; ".join(one["effect"] for one in effects),
    }


def _effect(which: int, before: Sequence[Outcome], after: Sequence[Outcome]) -> AuditedEffect:
    """The effect on the size of growth or of V."""
    quantity, short = ((GROWTH, "growth"), (GAP, "V"))[which]
    first, then = [one[which] for one in before], [one[which] for one in after]
    apart = [None if a is None or b is None else b - a for a, b in zip(first, then, strict=True)]
    difference = estimate(apart)
    ends = [float(end) for end in difference["interval"] or ()]
    if difference["mean"] is None:
        effect = f"{short} is not known"
    elif ends and ends[1] < 0:
        effect = f"less {short}"
    elif ends and ends[0] > 0:
        effect = f"more {short}"
    else:
        effect = f"no difference of {short} seen"
    return {
        "quantity": quantity,
        "before": estimate(first),
        "after": estimate(then),
        "difference": difference,
        "effect": effect,
    }
