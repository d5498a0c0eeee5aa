"""Estimates of a number from several seeds, and numbers in strict JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from lemmata.verify.audit.schema import Estimate
from lemmata.verify.results.schema import Number
from lemmata.verify.statistics.intervals import student

ALPHA = 0.05  # an interval misses its mean so often, if the values are normal
METHOD = "Student's intervals at 95 %"


def number(value: float | None) -> Number | None:
    """A float for strict JSON: infinities become text, NaN and None become null."""
    if value is None or math.isnan(value):
        return None
    return value if math.isfinite(value) else ("inf" if value > 0 else "-inf")


def estimate(values: Iterable[float | None]) -> Estimate:
    """The mean and its interval; no mean if a seed has no value, no interval if one is infinite or
    there is only one seed."""
    every = list(values)
    known = [value for value in every if value is not None and not math.isnan(value)]
    if not known or len(known) < len(every):
        return {"mean": None, "interval": None}
    mean = sum(known) / len(known)
    if len(known) < 2 or not math.isfinite(mean):
        return {"mean": number(mean), "interval": None}
    found = student(np.array(known), ALPHA)
    return {"mean": float(found.estimate), "interval": [float(found.lower), float(found.upper)]}


def slope(values: Sequence[float | None]) -> float | None:
    """The slope of the least squares line through values at 0, 1, 2, ...; None if one is not a
    number or there are fewer than two."""
    y = np.array([math.nan if value is None else value for value in values])
    if len(y) < 2 or not np.isfinite(y).all():
        return None
    x = np.arange(len(y)) - (len(y) - 1) / 2
    return float((x * (y - y.mean())).sum() / (x * x).sum())
