"""The promise on false alarms, at the place where it is spent: what every interval is worth.

Every sampling check of the ledger runs once, and each interval that it makes is asked for the
probability with which it may miss, from the interval itself. Together the intervals of a claim may
miss with the claim's share of the run's budget, and no more.
"""

import inspect
import math
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from theory.ledger import Method, claims
from theory.test_support.comparing import over
from verify.registry import Check, Effort, checks_of
from verify.runner import Settings, load, observe
from verify.statistics import betting, intervals
from verify.statistics.intervals import Intervals

BUDGET = 1e-6  # of a whole run
ROUNDING = 1 + 1e-6


def _samples(check: Check) -> bool:
    """Whether ``registry.sampled`` registered it."""
    return inspect.getclosurevars(check.function).nonlocals.get("method") is Method.STATISTICAL


load()
SAMPLED = [claim.id for claim in claims().values() if any(map(_samples, checks_of(claim.id)))]


def worth_of_student(values: Any, found: Intervals) -> Any:
    """How often Student's variable is further away than the ends, one number an interval."""
    mean, low, high = found.estimate, found.lower, found.upper
    count = values.shape[-1]
    error = np.std(values, axis=-1, ddof=1) / math.sqrt(count)
    away = np.minimum(mean - low, high - mean) / np.where(error > 0, error, 1.0)
    return np.where(error > 0, 2 * stats.t.sf(away, count - 1), 0.0)


def worth_of_median(values: Any, found: Intervals) -> Any:
    """How often a fair coin falls so rarely on one side that an end is beyond the median."""
    beyond = [(values <= np.asarray(found.lower)[..., None]).sum(-1),
              (values >= np.asarray(found.upper)[..., None]).sum(-1)]  # fmt: skip
    return sum(stats.binom.cdf(k - 1, values.shape[-1], 0.5) for k in beyond)


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the intervals made from now on may miss with, one number each."""
    found: list[float] = []
    gamblers: set[int] = set()
    kept: list[Any] = []  # so that no gambler gets the name of another

    def everywhere(name: str, worth: Callable[[Any, Intervals], Any]) -> None:
        original = getattr(intervals, name)

        def recording(values: Any, alpha: float) -> Any:
            interval = original(values, alpha)
            # order statistics are worth less than they were given, by how much depends on the count
            found.extend(np.maximum(np.atleast_1d(worth(values, interval)), alpha).tolist())
            return interval

        for module in list(sys.modules.values()):
            if vars(module).get(name) is original:
                monkeypatch.setattr(module, name, recording)

    everywhere("student", worth_of_student)
    everywhere("median", worth_of_median)
    watch = betting._Gambler.watch

    def watching(self: Any, x: Any, bet: Any, budget: float, *others: Any) -> Any:
        if id(self) not in gamblers:
            gamblers.add(id(self))
            kept.append(self)
            found.extend([math.exp(-budget)] * len(x))  # Ville's inequality
        return watch(self, x, bet, budget, *others)

    monkeypatch.setattr(betting._Gambler, "watch", watching)
    return found


@pytest.mark.parametrize("claim_id", SAMPLED)
def test_the_intervals_of_a_claim_spend_no_more_than_its_share(
    claim_id: str, spent: list[float]
) -> None:
    claim = claims()[claim_id]
    by_check: dict[str, float] = defaultdict(float)
    for check in filter(_samples, checks_of(claim_id)):
        spent.clear()
        seen = observe(claim, check, Settings(Effort.SMOKE))
        assert seen.evidence is not None, seen.error
        ends = sum(np.size(cell.lhs) for cell in seen.evidence.cells)
        assert len(spent) >= ends, f"{check.name}: {ends} intervals, {len(spent)} recorded"
        by_check[check.name] = sum(spent)
    share = BUDGET / len(claims())
    assert 0 < sum(by_check.values()) <= share * ROUNDING
    each = share / len(checks_of(claim_id))
    assert {name: worth for name, worth in by_check.items() if worth > each * ROUNDING} == {}


def test_the_budget_of_a_run_is_the_one_promised() -> None:
    assert Settings().false_alarms == BUDGET
    assert len(SAMPLED) >= 30


@over(product((24, 48, 64, 100, 333), (1e-12, 1e-9, 1e-6, 1e-3, 0.05)))
def test_an_interval_is_worth_its_level_and_no_shorter_one_is(count: int, level: float) -> None:
    values = np.random.default_rng(count).standard_normal((3, count))
    found = intervals.student(values, level)
    assert worth_of_student(values, found) == pytest.approx(level, rel=1e-6)
    assert np.all(found.estimate == values.mean(-1))
    k = stats.binom.cdf(np.arange(count), count, 0.5) <= level / 2  # P(Bin < k + 1) for k = 0, ...
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
