"""Measurements as the plain values of verify/audit/schema.py."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

from torch import nn

from lemmata.verify.audit.estimates import estimate, number
from lemmata.verify.audit.measuring.kinds import LayerKind
from lemmata.verify.audit.measuring.passing import MeasuredStage, Pass
from lemmata.verify.audit.schema import AuditedBatch, AuditedLayer, AuditedWeights, MeasuredLayer


def layers(train: Sequence[Pass], evaluation: Sequence[Pass]) -> list[AuditedLayer]:
    """Every layer over the seeds, in the order of the pass in training mode.

    In evaluation mode some may be missing, as dropout that is not called.
    """
    others = [{one.stage.name: one for one in passed.seen} for passed in evaluation]
    found = []
    for k, first in enumerate(train[0].seen):
        over = [passed.seen[k] for passed in train]
        beside = [by_name.get(first.stage.name) for by_name in others]
        found.append(_layer(over, [one for one in beside if one is not None]))
    return found


def _layer(train: Sequence[MeasuredStage], evaluation: Sequence[MeasuredStage]) -> AuditedLayer:
    first = train[0]
    shown = first.representation
    return {
        "name": first.stage.name,
        "kind": first.stage.kind.value,
        "what": first.stage.what,
        "inside": first.stage.inside,
        "shape": list(first.shape),
        "samples": shown.samples if shown else None,
        "features": shown.features if shown else None,
        "centred": bool(shown and shown.centred),
        "weights": _weights(train),
        "train": _measured(train),
        "evaluation": _measured(evaluation),
    }


def _measured(over: Sequence[MeasuredStage]) -> MeasuredLayer:
    def of(value: Callable[[MeasuredStage], float | None]) -> list[float | None]:
        return [value(one) for one in over]

    return {
        "gap": estimate(of(lambda s: s.representation.gap if s.representation else None)),
        "orthogonality_gap": estimate(
            of(lambda s: s.representation.orthogonality_gap if s.representation else None)
        ),
        "rank": estimate(
            of(lambda s: s.representation.rank if s.representation and s.finite else None)
        ),
        "log_size": estimate(of(lambda s: s.log_size)),
        "log_gradient": estimate(of(lambda s: s.log_gradient)),
        "log_weight_gradient": estimate(of(lambda s: s.log_weight_gradient)),
        "log_jacobian": estimate(of(lambda s: _log(s.jacobian.norm) if s.jacobian else None)),
        "log_relative_jacobian": estimate(
            of(lambda s: _log(s.jacobian.relative) if s.jacobian else None)
        ),
    }


def _log(value: float) -> float:
    if math.isnan(value):
        return value
    return math.log(value) if value > 0 else -math.inf


def _weights(over: Sequence[MeasuredStage]) -> AuditedWeights | None:
    found = [one.weights for one in over if one.weights]
    if not found:
        return None
    return {
        "shape": list(found[0].shape),
        "gap": estimate(one.gap for one in found),
        "kurtosis": estimate(one.kurtosis for one in found),
    }


def batch(passed: Pass, source: str, dtype: str) -> AuditedBatch:
    first = passed.seen[0]
    shown = first.representation
    return {
        "source": source,
        "shape": list(first.shape),
        "dtype": dtype,
        "samples": first.shape[0],
        "rank": shown.rank if shown else None,
        "gap": number(shown.gap) if shown else None,
        "orthogonality_gap": number(shown.orthogonality_gap) if shown else None,
    }


def kinds(passed: Pass) -> dict[str, int]:
    counts = Counter(one.stage.kind for one in passed.seen)
    return {kind.value: counts[kind] for kind in LayerKind if counts[kind] and kind != "input"}


def parameters(model: nn.Module) -> int:
    return sum(parameter.numel() for parameter in model.parameters())
