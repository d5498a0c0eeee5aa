"""The hunter finds the extremal spectra from random starts, and says when a bound is exceeded."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
import torch

from props import hunter
from props.hunter import Found, Supremum
from props.recipes import SpectrumRecipe, in_floats
from props.sharp.eigenvalue_from_gap import observe_extremes
from props.sharp.extremal_drift import observe_drift
from theory import ledger, sphere
from theory.ledger import Kind
from verify import made_up

DRIFT, EIGENVALUE = "sharp:extremal-drift", "sharp:eigenvalue-from-gap"


def hunted(claim_id: str, score: Any, observe: Any, d: int, phi: float, entry: int) -> Found:
    with mpmath.workdps(25):
        return hunter.hunt(claim_id, score, observe, d, phi, entry=entry, starts=6, steps=50)


@pytest.mark.parametrize(
    ("claim_id", "score", "observe", "entry", "counts"),
    [
        (DRIFT, hunter.least_drift, observe_drift, 0, (1, 3)),
        (DRIFT, hunter.largest_drift, observe_drift, 1, (3, 1)),
        (EIGENVALUE, hunter.smallest_eigenvalue, observe_extremes, 0, (1, 3)),
        (EIGENVALUE, hunter.largest_eigenvalue, observe_extremes, 1, (3, 1)),
    ],
)
def test_the_extremal_spectra_are_rediscovered(
    claim_id: str, score: Any, observe: Any, entry: int, counts: tuple[int, ...]
) -> None:
    found = hunted(claim_id, score, observe, 4, 0.5, entry)
    assert found.supremum is Supremum.ATTAINED
    assert hunter.merged(np.repeat(found.recipe.values, found.recipe.counts), 0.1).counts == counts


def test_a_bound_that_is_too_small_is_exceeded() -> None:
    """lambda_min >= 1 - sqrt(d phi), without the factor 2, is false at a small gap."""

    def observe(recipe: SpectrumRecipe, lift: Any) -> tuple[dict[str, Any], Any]:
        s = recipe.build(lift)
        return {"phi": s.gap, "d": s.width}, 1 + min(s.deviations)

    false = made_up.claim(
        "hunted", Kind.LOWER_BOUND, lambda phi, d: 1 - mpmath.sqrt(d * phi), hypotheses=()
    )
    ledger.register(false)
    try:
        with mpmath.workdps(25):
            found = hunter.hunt(
                false.id, hunter.smallest_eigenvalue, observe, 4, 0.01, starts=4, steps=40
            )
    finally:
        del ledger._REGISTRY[false.id]
    assert found.supremum is Supremum.EXCEEDED
    assert found.ratio > 1


def test_progress_is_told_and_rises() -> None:
    seen: list[float] = []
    hunter.ascend(
        hunter.largest_eigenvalue,
        3,
        0.5,
        seed=1,
        starts=2,
        steps=5,
        progress=lambda _, best: seen.append(best),
    )
    assert len(seen) == 5
    assert seen == sorted(seen)


def test_the_gap_is_met_and_its_gradient_is_right() -> None:
    z = torch.tensor([[0.3, -1.0, 0.7, 0.1]], dtype=torch.float64, requires_grad=True)
    logs = hunter.at_gap(z, 1.5)
    assert float(-logs.detach().mean()) == pytest.approx(1.5, abs=1e-12)
    assert float(torch.exp(logs.detach()).mean()) == pytest.approx(1, abs=1e-12)
    assert torch.autograd.gradcheck(lambda v: hunter.at_gap(v, 1.5)[:, 0], (z,))


def test_the_torch_drift_is_the_drift() -> None:
    recipe = SpectrumRecipe((0.0, -1.0, -7.0), (1, 2, 1))
    s = recipe.build(in_floats)
    logs = torch.tensor(np.repeat(s.log_eigenvalues, s.multiplicities))[None]
    assert float(hunter.drift_of(logs)[0]) == pytest.approx(float(sphere.drift(s)), rel=1e-9)
