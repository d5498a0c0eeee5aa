"""The laws that a model is set beside: what each predicts of it, and whether it may.

n is the number of samples (one less after BN that takes the mean off: on the other directions of
the batch it is the papers' BN), d the width, L the number of BN; X_1 the output of the first BN,
whose rows have one norm, is the input of the papers' chain.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from lemmata.reports.schema.audit import AuditedLaw, Estimate
from lemmata.theory import ledger
from lemmata.theory.daneshmand2021 import section_3 as daneshmand
from lemmata.theory.meterez2024 import appendix_c, section_3_1, section_3_3
from lemmata.theory.sharp import (
    critical_width,
    degenerate_explosion,
    gap_in_depth,
    gaussian_explosion,
    local_rate,
    stationary_gap,
    theorem_1,
    theorem_5,
)
from lemmata.verify.audit.beside import hypotheses as h
from lemmata.verify.audit.beside.chain import LayerChain
from lemmata.verify.audit.estimates import estimate, number
from lemmata.verify.nn.layers import BatchNormWithoutMean

Of = Callable[[LayerChain], float | None]
UPPER, LOWER, LIMIT = "at most", "at least", "limit"
GAP, V, GRADIENT = "gap", "orthogonality_gap", "log_gradient"
_BN = (h.batch, h.layers, h.full, h.unbiased, h.plain, h.eps, h.constant, h.drawn)
_ROTATED = (*_BN, h.orthogonal, h.square, h.independent)


@dataclass(frozen=True)
class Law:
    """``predicted`` and ``measured`` of one seed, both averaged over the seeds; ``curve``: of the
    k-th of the spine. ``beyond``: what holds without a theorem."""

    id: str
    quantity: str
    relation: str
    hypotheses: Sequence[Callable[[h.AskedModel], h.Answer]]
    predicted: Of
    measured: Of
    beyond: Of | None = None
    plot: str = ""
    curve: Callable[[LayerChain, int], float | None] | None = None


def _first_gap(chain: LayerChain) -> float | None:
    """phi(X_1), where it is finite and not rounding."""
    gap = chain.gaps()[0] if chain.spine else math.nan
    return gap if 1e-12 < gap < math.inf else None


def _bounded_gap(chain: LayerChain, k: int) -> float | None:
    gap, d = _first_gap(chain), chain.width
    return None if gap is None or not d else float(theorem_1.expected_gap(gap, k, d))


def _printed_gap(chain: LayerChain) -> float | None:
    gap, d, L = _first_gap(chain), chain.width, len(chain.spine)
    if gap is None or not d or L < 2:
        return None
    return float(section_3_1.expected_gap(gap, L - 2, d, 1.0))


def _log_K(chain: LayerChain) -> float | None:
    """log ||dL/dX_L||, X_L the last output of BN with rows of norm 1: what K is of this loss."""
    last = chain.seen(chain.spine[-1]) if chain.spine else None
    if last is None or last.log_gradient is None:
        return None
    module = last.stage.module
    unit = isinstance(module, BatchNormWithoutMean) and not module.scaled
    return last.log_gradient + (0.0 if unit else math.log(last.shape[0]) / 2)


def _gradient(chain: LayerChain, log_bound: Callable[[float, int], float]) -> float | None:
    """The bound of log ||dL/dW|| for the K of this loss."""
    gap, d, log_K = _first_gap(chain), chain.width, _log_K(chain)
    if gap is None or not d or d < 2 or log_K is None:
        return None
    return log_K + float(log_bound(gap, d))


def _second_weight(chain: LayerChain) -> float | None:
    """log ||dL/dW|| of the second linear map, the first whose input is an output of BN."""
    return chain.seen(chain.inner[1]).log_weight_gradient if len(chain.inner) > 1 else None


def _largest_log(chain: LayerChain) -> float:
    """Beyond it a gradient in float32 is no number."""
    return math.log(torch.finfo(torch.float32).max)


def _explosion(rank: int | None) -> float | None:
    """(1/2) log((r-1)/(r-2)), r >= 3."""
    return None if rank is None or rank < 3 else float(gaussian_explosion.log_growth(rank))


def _degenerate(chain: LayerChain) -> float | None:
    rank = chain.rank
    return None if rank is None or rank < 3 else float(degenerate_explosion.log_growth(rank))


def _line(rate: Of) -> Callable[[LayerChain, int], float | None]:
    """The gradient that grows at this rate from the last of the spine."""

    def at(chain: LayerChain, k: int) -> float | None:
        last, found = chain.seen(chain.spine[-1]).log_gradient, rate(chain)
        return None if last is None or found is None else last + found * (len(chain.spine) - 1 - k)

    return at


def _stationary(chain: LayerChain) -> float | None:
    n, d = chain.samples, chain.width
    if not n or n < 2 or not d:
        return None
    return math.sqrt(float(stationary_gap.stationary_square(n)) / d)


def _critical(chain: LayerChain) -> float | None:
    n = chain.samples
    return float(critical_width.critical_width(n)) if n and n > 1 else None


def _late(chain: LayerChain) -> float | None:
    """The root of the mean of V^2 over the second half of the spine."""
    found = np.array(chain.orthogonality_gaps()[len(chain.spine) // 2 :])
    return float(np.sqrt((found**2).mean())) if len(found) else None


def _last(values: list[float]) -> float | None:
    return values[-1] if values else None


def _in_depth(chain: LayerChain, bound: Callable[[float, int, int, int], float]) -> float | None:
    n, d, alpha = chain.samples, chain.width, chain.least()
    return bound(alpha, len(chain.spine) - 1, n, d) if n and d and alpha > 0 else None


def _gap_in_depth(alpha: float, l: int, n: int, d: int) -> float:
    return math.sqrt(float(gap_in_depth.squared_gap(alpha, l, n, d)))


def _printed_in_depth(alpha: float, l: int, n: int, d: int) -> float:
    return float(daneshmand.expected_orthogonality_gap(np.float64(alpha), l, n, d))


def _of_any_batch(chain: LayerChain) -> float | None:
    n = chain.samples
    return math.sqrt(1 - 1 / n) if n else None


def _steepest(chain: LayerChain) -> tuple[float, float] | None:
    """log ||J_BN|| of the BN where it is largest, its input trace-normalised, and phi there."""
    found = [j for k in chain.batch_norms if (j := chain.seen(k).jacobian)]
    known = [
        (math.log(j.relative), j.gap) for j in found if math.isfinite(j.gap) and j.relative > 0
    ]
    return max(known) if known and len(known) == len(found) else None


def _jacobian_bound(chain: LayerChain) -> float | None:
    found, d = _steepest(chain), chain.width
    return float(appendix_c.log_jacobian_bound(np.float64(found[1]), d)) if found and d else None


def _ranks(chain: LayerChain) -> float | None:
    found = [r.rank for k in chain.spine[1:] if (r := chain.seen(k).representation)]
    return float(max(found)) if found else None


def _collapsed(chain: LayerChain) -> float | None:
    found = chain.seen(0).representation
    return float(daneshmand.gap_of_rank_one(found.samples)) if found else None


LAWS: tuple[Law, ...] = (
    Law(
        "sharp:local-rate",
        "phi a layer is multiplied by",
        LIMIT,
        (*_ROTATED, h.near),
        lambda c: float(local_rate.local_rate(c.width)) if c.width else None,
        lambda c: c.contraction(),
    ),
    Law(
        "sharp:theorem-1",
        "phi after the last BN",
        UPPER,
        _ROTATED,
        lambda c: _bounded_gap(c, len(c.spine) - 1),
        lambda c: _last(c.gaps()),
        _first_gap,
        GAP,
        _bounded_gap,
    ),
    Law(
        "meterez2024:theorem-1",
        "phi after the last BN",
        UPPER,
        _ROTATED,
        _printed_gap,
        lambda c: _last(c.gaps()),
        _first_gap,
    ),
    Law(
        "sharp:theorem-5",
        "log ||dL/dW|| of the second linear map",
        UPPER,
        _ROTATED,
        lambda c: _gradient(c, lambda gap, d: theorem_5.expected_log_gradient(gap, d, 1.0)),
        _second_weight,
        _largest_log,
    ),
    Law(
        "meterez2024:theorem-5",
        "log ||dL/dW|| of the second linear map",
        UPPER,
        _ROTATED,
        lambda c: _gradient(c, lambda gap, d: section_3_3.expected_log_gradient(gap, d, 1.0, 1.0)),
        _second_weight,
        _largest_log,
    ),
    Law(
        "meterez2024:lemma-C.4",
        "largest log ||J_BN||, input of mean row 1",
        UPPER,
        (h.batch, h.full, h.plain, h.square, h.independent),
        _jacobian_bound,
        lambda c: found[0] if (found := _steepest(c)) else None,
    ),
    Law(
        "meterez2024:remark-rank",
        "rank after the first BN",
        UPPER,
        _BN[:-2],
        lambda c: None if c.rank is None else float(c.rank),
        _ranks,
        lambda c: None if c.samples is None else float(c.samples),
    ),
    Law(
        "sharp:gaussian-explosion",
        "growth of log ||dL/dX|| a layer",
        LIMIT,
        (*_BN, h.gaussian, h.wide, h.independent, h.deep),
        lambda c: _explosion(c.rank),
        lambda c: c.growth(),
        None,
        GRADIENT,
        _line(lambda c: _explosion(c.rank)),
    ),
    Law(
        "sharp:degenerate-explosion",
        "growth of log ||dL/dW|| a layer",
        LIMIT,
        (*_BN, h.orthogonal, h.wide, h.deep),
        _degenerate,
        lambda c: c.weight_growth(),
        None,
        GRADIENT,
        _line(_degenerate),
    ),
    Law(
        "sharp:stationary-gap",
        "V of the deeper half of BN",
        LIMIT,
        (*_BN, h.gaussian, h.wide, h.independent, h.deep),
        _stationary,
        _late,
        None,
        V,
        lambda c, k: _stationary(c),
    ),
    Law(
        "sharp:critical-width",
        "d, for n samples to stay independent in depth",
        LOWER,
        (*_BN, h.gaussian, h.deep),
        _critical,
        lambda c: None if not c.width else float(c.width),
    ),
    Law(
        "sharp:gap-in-depth",
        "V after the last BN",
        UPPER,
        (*_BN, h.gaussian, h.tall, h.reached),
        lambda c: _in_depth(c, _gap_in_depth),
        lambda c: _last(c.orthogonality_gaps()),
        _of_any_batch,
    ),
    Law(
        "daneshmand2021:theorem-1",
        "V after the last BN",
        UPPER,
        (*_BN, h.gaussian, h.tall, h.reached),
        lambda c: _in_depth(c, _printed_in_depth),
        lambda c: _last(c.orthogonality_gaps()),
        _of_any_batch,
    ),
    Law(
        "daneshmand2021:remark-vanilla-collapse",
        "V of the last inner linear map",
        LIMIT,
        (h.vanilla, h.gaussian, h.drawn, h.deep),
        _collapsed,
        lambda c: _last(c.orthogonality_gaps()),
        None,
        V,
        lambda c, k: _collapsed(c),
    ),
)


def beside(law: Law, chains: Sequence[LayerChain], *, drawn: bool) -> AuditedLaw:
    """A law put to the chains of all seeds; its hypotheses are those of the first."""
    asked = h.asked_of(h.AskedModel(chains[0], drawn), *law.hypotheses)
    applies = all(one["met"] for one in asked)
    predicted = _mean(law.predicted, chains)
    trivial = _mean(law.beyond, chains) if law.beyond else None
    informative = None
    if law.relation == UPPER and predicted is not None and trivial is not None:
        informative = predicted < 0.99 * trivial
    curve: list[float | None] = []
    if law.curve is not None and applies:
        at = law.curve
        curve = [_mean(lambda c, k=k: at(c, k), chains) for k in range(len(chains[0].spine))]  # type: ignore[misc]
    return {
        "id": law.id,
        "verdict": _verdict(law.id),
        "quantity": law.quantity,
        "relation": law.relation,
        "hypotheses": asked,
        "applies": applies,
        "predicted": number(predicted),
        "measured": measured(law.measured, chains),
        "beyond": number(trivial),
        "informative": informative,
        "plot": law.plot if curve else "",
        "curve": [number(value) for value in curve],
    }


def _verdict(claim_id: str) -> str:
    """What the ledger says of the law; nothing of a rate, which is no claim."""
    found = ledger.claims().get(claim_id)
    return str(found.expected) if found else ""


def measured(of: Of, chains: Sequence[LayerChain]) -> Estimate:
    return estimate(map(of, chains))


def _mean(of: Of, chains: Sequence[LayerChain]) -> float | None:
    found = [of(chain) for chain in chains]
    known = [value for value in found if value is not None]
    return sum(known) / len(known) if known and len(known) == len(found) else None
