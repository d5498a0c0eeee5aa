"""The promise on false alarms, at the place where it is spent: what every interval is worth.

That the intervals of a claim spend no more than its share is asked of every claim while it runs as
an item of pytest (conftest.py); here of one of each kind, and the question itself is tried.
"""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import stats

from lemmata.theory.ledger import claims
from lemmata.theory.test_support.comparing import over
from lemmata.verify import runner
from lemmata.verify.registry import Effort, checks_of
from lemmata.verify.runner import Settings, load
from lemmata.verify.statistics import estimate, intervals
from lemmata.verify.test_support.spending import (
    BUDGET,
    samples,
    within_its_share,
    worth_of_median,
    worth_of_student,
)

# by betting, by Student's interval, by both
KINDS = ("meterez2024:weingarten-formula", "sharp:gordon", "sharp:gap-in-depth")


def observed(claim_id: str) -> None:
    """Its sampling checks alone."""
    claim = load()[claim_id]
    with within_its_share(claim):
        for check in filter(samples, checks_of(claim_id)):
            assert runner.observe(claim, check, Settings(Effort.SMOKE)).error == ""


@over(KINDS)
def test_the_intervals_of_a_claim_spend_no_more_than_its_share(claim_id: str) -> None:
    observed(claim_id)


def test_a_claim_that_spends_more_than_its_share_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its alpha is not divided by the parts."""
    sample = estimate.asymptotic
    monkeypatch.setattr(
        "lemmata.verify.sharp.smallest_eigenvalues.sampled.asymptotic",
        lambda *given, parts, **named: sample(*given, **named),
    )
    with pytest.raises(AssertionError, match="sampled_means"):
        observed("sharp:gordon")


def test_the_budget_of_a_run_is_the_one_promised() -> None:
    assert Settings().false_alarms == BUDGET
    sampled = [i for i in load() if any(map(samples, checks_of(i)))]
    assert len(sampled) >= 30
    assert set(KINDS) <= set(sampled) <= set(claims())


@over(product((24, 48, 64, 100, 333), (1e-12, 1e-9, 1e-6, 1e-3, 0.05)))
def test_an_interval_is_worth_its_level_and_no_shorter_one_is(count: int, level: float) -> None:
    values = np.random.default_rng(count).standard_normal((3, count))
    found = intervals.student(values, level)
    assert worth_of_student(values, found) == pytest.approx(level, rel=1e-6)
    assert np.all(found.estimate == values.mean(-1))
    k = stats.binom.cdf(np.arange(count), count, 0.5) <= level / 2  # P(Bin < k + 1) for k = 0, ...
    assert bool(k[0]) is (count >= intervals.count_for_median(level))
    if not k[0]:
        with pytest.raises(ValueError, match="hold no median"):
            intervals.median(values, level)
        return
    found = intervals.median(values, level)
    assert np.all(worth_of_median(values, found) <= level)
    ordered, last = np.sort(values, axis=-1), int(k.sum())
    inner = replace(found, lower=ordered[:, last], upper=ordered[:, -last - 1])
    assert np.all(worth_of_median(values, inner) > level)
    assert np.all(found.lower == ordered[:, last - 1])
    assert np.all(found.upper == ordered[:, -last])
