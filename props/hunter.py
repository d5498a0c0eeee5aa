"""The hunter: gradient ascent of lhs/rhs over spectra of a given width and gap, many starts.

A spectrum is a vector z of logarithms up to scale: lambda = exp(c z)/mean exp(c z), where c > 0 is
found so that the gap is phi, and one Newton step carries its gradient. What is found is cleaned of
nearly equal eigenvalues and judged in mpmath, as a property judges its cases.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import mpmath
import numpy as np
import torch
from torch import Tensor

from props.recipes import Lift, SpectrumRecipe, in_mpf
from theory.backends import Array
from theory.ledger import Cell, Decision, get
from theory.verdict import judge_cell
from verify.seeds import Address

Score = Callable[[Tensor], Tensor]  # log eigenvalues (starts, d) -> what is maximised (starts,)
Observe = Callable[[SpectrumRecipe, Lift], tuple[dict[str, Any], Any]]
Progress = Callable[[int, float], None]

_ATTAINED, _APPROACHED = 1e-12, 1e-2
_EASY_GAP = 0.05
_STEP = 0.25  # of the quadrature in log t; its error is about exp(-pi^2/step)


class Supremum(StrEnum):
    EXCEEDED = "exceeded"
    ATTAINED = "attained"
    APPROACHED = "approached"
    BELOW = "below"


@dataclass(frozen=True)
class Found:
    """The worst spectrum, lhs/rhs there in mpmath, and whether 1 is attained."""

    recipe: SpectrumRecipe
    ratio: float
    supremum: Supremum
    parameters: dict[str, Any]


def drift_of(logs: Tensor) -> Tensor:
    """E log sum_k lambda_k u_k^2 by the trapezoidal rule in x = log t: (starts, d) -> (starts,).

    The integrand (1+2t)^(-d/2) - prod (1 + 2 lambda t)^(-1/2) as it stands: gaps down to 1e-6.
    """
    d = logs.shape[-1]
    x = torch.arange(-40.0, 90.0, _STEP, dtype=logs.dtype)[:, None]
    base = torch.exp(-d / 2 * torch.log1p(2 * torch.exp(x)))  # (nodes, 1)
    factors = torch.nn.functional.softplus(x[..., None] + logs + np.log(2.0))
    product = torch.exp(-factors.sum(-1) / 2)  # (nodes, starts)
    return _STEP * (base - product).sum(0)


def least_drift(logs: Tensor) -> Tensor:
    return drift_of(logs)


def largest_drift(logs: Tensor) -> Tensor:
    return -drift_of(logs)


def smallest_eigenvalue(logs: Tensor) -> Tensor:
    return -logs.min(-1).values


def largest_eigenvalue(logs: Tensor) -> Tensor:
    return logs.max(-1).values


def _gap(z: Tensor, c: Tensor) -> Tensor:
    """phi of exp(c z): log mean exp(c z) - c mean z."""
    scaled = c[:, None] * z
    gap: Tensor = torch.logsumexp(scaled, -1) - np.log(z.shape[-1]) - scaled.mean(-1)
    return gap


def at_gap(z: Tensor, phi: float) -> Tensor:
    """The log eigenvalues along z of mean 1 and gap phi, differentiable in z."""
    low, high = torch.zeros(len(z), dtype=z.dtype), torch.ones(len(z), dtype=z.dtype)
    with torch.no_grad():
        while bool((_gap(z, high) < phi).any()):
            high = torch.where(_gap(z, high) < phi, 2 * high, high)
        for _ in range(60):
            middle = (low + high) / 2
            below = _gap(z, middle) < phi
            low, high = torch.where(below, middle, low), torch.where(below, high, middle)
        weights = torch.softmax(high[:, None] * z, -1)
        slope = (weights * z).sum(-1) - z.mean(-1)
    c = high - (_gap(z, high) - phi) / slope  # its value is high, its gradient the implicit one
    scaled = c[:, None] * z
    logs: Tensor = scaled - torch.logsumexp(scaled, -1, keepdim=True) + np.log(z.shape[-1])
    return logs


def _random_starts(starts: int, d: int, seed: int) -> Tensor:
    """Directions from Gaussian to so heavy-tailed that one coordinate outweighs the others."""
    generator = torch.Generator().manual_seed(seed)
    z, weight = torch.randn(2, starts, d, generator=generator, dtype=torch.float64)
    tail = torch.linspace(0, 5, starts, dtype=torch.float64)[:, None]
    z = z * torch.exp(tail * weight)
    directions: Tensor = (z - z.mean(-1, keepdim=True)) / z.std(-1, keepdim=True)
    return directions


def ascend(
    score: Score,
    d: int,
    phi: float,
    *,
    seed: int,
    starts: int = 16,
    steps: int = 300,
    progress: Progress | None = None,
) -> Array:
    """The log eigenvalues with the largest score after ``steps`` of Adam from random starts."""
    z = _random_starts(starts, d, seed).requires_grad_()
    optimizer = torch.optim.Adam([z], lr=0.1)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    best, worst = -np.inf, None
    for step in range(steps):
        optimizer.zero_grad()
        logs = at_gap(z, phi)
        scores = score(logs)
        (-scores.sum()).backward()  # type: ignore[no-untyped-call]
        top = int(scores.argmax())
        if scores[top].item() > best:
            best, worst = scores[top].item(), logs[top].detach().numpy().copy()
        optimizer.step()
        schedule.step()
        with torch.no_grad():  # scale and shift do not matter: keep them at 1 and 0
            z -= z.mean(-1, keepdim=True)
            z /= z.std(-1, keepdim=True)
        if progress is not None:
            progress(step, best)
    assert worst is not None
    return worst


def merged(logs: Array, tolerance: float) -> SpectrumRecipe:
    """Eigenvalues whose logarithms lie within ``tolerance`` of each other, made equal."""
    levels: list[list[float]] = []
    for value in sorted(float(v) for v in logs):
        if levels and value - levels[-1][-1] <= tolerance:
            levels[-1].append(value)
        else:
            levels.append([value])
    return SpectrumRecipe(
        tuple(float(np.mean(level)) for level in levels), tuple(len(level) for level in levels)
    )


def carried(recipe: SpectrumRecipe, phi: float) -> SpectrumRecipe:
    """The same levels spread until the gap is phi."""
    z = torch.tensor(np.repeat(recipe.values, recipe.counts))[None]
    return merged(at_gap(z, phi)[0].numpy(), 1e-9)


def hunt(
    claim_id: str,
    score: Score,
    observe: Observe,
    d: int,
    phi: float,
    *,
    entry: int | None = None,
    seed: int = 0,
    starts: int = 16,
    steps: int = 150,
    progress: Progress | None = None,
) -> Found:
    """The worst spectrum of width d and gap near phi for a claim about spectra.

    ``observe`` is the property's; ``entry`` the component of a closed form with several bounds.
    Where eigenvalues are tiny the gradient vanishes, so that a few small ones never become one:
    a large gap is hunted at a small one as well, and what is found there carried to phi.
    """
    seen = []
    for gap in sorted({phi, min(phi, _EASY_GAP)}):
        address = Address(seed) / "hunt" / claim_id / d / gap
        logs = ascend(
            score, d, gap, seed=address.seed, starts=starts, steps=steps, progress=progress
        )
        levels = [merged(logs, tolerance) for tolerance in (0.0, 0.1, 1.0)]
        seen += [carried(recipe, phi) for recipe in levels if len(recipe.values) > 1]
    judged = [_judged(claim_id, recipe, observe, entry) for recipe in dict.fromkeys(seen)]
    return max(judged, key=lambda found: found.ratio)


def _judged(claim_id: str, recipe: SpectrumRecipe, observe: Observe, entry: int | None) -> Found:
    claim = get(claim_id)
    assert claim.formula is not None
    parameters, lhs = observe(recipe, in_mpf)
    rhs = claim.formula(**parameters)
    if entry is not None:
        lhs, rhs = lhs[entry], rhs[entry]
    cell = judge_cell(claim.kind, Cell(parameters, lhs, _noise()), rhs)
    ratio = cell.ratio or 0.0
    return Found(recipe, ratio, _supremum(ratio, cell.decision), parameters)


def _noise() -> float:
    """What a comparison at the working precision may leave."""
    return float(mpmath.mpf(10) ** (8 - mpmath.mp.dps))


def _supremum(ratio: float, decision: Decision) -> Supremum:
    if decision is Decision.CONTRADICTS:
        return Supremum.EXCEEDED
    if ratio >= 1 - _ATTAINED:
        return Supremum.ATTAINED
    return Supremum.APPROACHED if ratio >= 1 - _APPROACHED else Supremum.BELOW
