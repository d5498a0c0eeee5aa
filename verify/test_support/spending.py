"""What every interval may miss with, asked of the interval itself, while the checks of a claim run.

Together the intervals of a claim may miss with the claim's share of the run's budget, no more.
"""

import inspect
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
from scipy import stats

from lemmata.theory.ledger import Claim, Method, claims
from lemmata.verify import runner
from lemmata.verify.registry import Check, Doing, checks_of
from lemmata.verify.statistics import betting, intervals
from lemmata.verify.statistics.intervals import Intervals

BUDGET = 1e-6  # of a whole run
ROUNDING = 1 + 1e-6
_spent: list[float] = []  # by the intervals of the check that runs, one number each


def samples(check: Check) -> bool:
    """Whether ``registry.sampled`` registered it."""
    return inspect.getclosurevars(check.function).nonlocals.get("method") is Method.STATISTICAL


def worth_of_student(values: Any, found: Intervals) -> Any:
    """How often Student's variable is further away than the ends, one number an interval."""
    mean, low, high = found.estimate, found.lower, found.upper
    count = values.shape[-1]
    error = np.std(values, axis=-1, ddof=1) / math.sqrt(count)
    away = np.minimum(mean - low, high - mean) / np.where(error > 0, error, 1.0)
    return np.where(error > 0, 2 * stats.t.sf(away, count - 1), 0.0)


def worth_of_median(values: Any, found: Intervals) -> Any:
    """How often a fair coin falls so rarely on one side that an end is beyond the median."""
    beyond = [
        (values <= np.asarray(found.lower)[..., None]).sum(-1),
        (values >= np.asarray(found.upper)[..., None]).sum(-1),
    ]
    return sum(stats.binom.cdf(k - 1, values.shape[-1], 0.5) for k in beyond)


@contextmanager
def within_its_share(claim: Claim) -> Iterator[None]:
    """The sampling checks of the claim that run inside spend no more than theirs.

    A check in parts is run once for each of them, and spends what all of them spend.
    """
    _record()
    by_check: dict[str, float] = {}
    spent: dict[str, list[float]] = {}
    observe = runner.observe

    def observed(
        claim: Claim, check: Check, settings: runner.Settings, doing: Doing | None = None
    ) -> runner.Observed:
        _spent.clear()
        recorded = spent.setdefault(check.name, [])
        try:
            seen = observe(claim, check, settings, doing)
        finally:
            recorded += _spent
        if samples(check) and seen.evidence is not None:
            ends = sum(np.size(cell.lhs) for cell in seen.evidence.cells)
            assert len(recorded) >= ends, (
                f"{check.name}: {ends} intervals, {len(recorded)} recorded"
            )
            by_check[check.name] = sum(recorded)
        return seen

    runner.observe = observed
    try:
        yield
    finally:
        runner.observe = observe
    share = BUDGET / len(claims())
    each = share / len(checks_of(claim.id))
    assert all(worth > 0 for worth in by_check.values()), by_check
    assert sum(by_check.values()) <= share * ROUNDING, by_check
    assert {name: worth for name, worth in by_check.items() if worth > each * ROUNDING} == {}


@cache
def _record() -> None:
    """Once in a process, in every module that makes intervals: the values stay the same."""
    _everywhere("student", worth_of_student)
    _everywhere("median", worth_of_median)
    watch, betted = betting._Gambler.bet_on, "_betted"

    def watching(self: Any, x: Any, bet: Any, budget: float, *others: Any) -> Any:
        if betted not in vars(self):
            vars(self)[betted] = True
            _spent.extend([math.exp(-budget)] * len(x))  # Ville's inequality
        return watch(self, x, bet, budget, *others)

    setattr(betting._Gambler, "bet_on", watching)  # noqa: B010


def _everywhere(name: str, worth: Callable[[Any, Intervals], Any]) -> None:
    original = getattr(intervals, name)

    def recording(values: Any, alpha: float) -> Any:
        interval = original(values, alpha)
        # order statistics are worth less than they were given, by how much depends on the count
        _spent.extend(np.maximum(np.atleast_1d(worth(values, interval)), alpha).tolist())
        return interval

    for module in list(sys.modules.values()):
        if vars(module).get(name) is original:
            setattr(module, name, recording)
