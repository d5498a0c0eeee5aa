"""Simulates every interval method on known laws and counts how often it misses the truth.

The runs of a law are the observables of one confidence sequence; a run misses if its interval
excludes the mean after any batch. Student's and the median's intervals are computed once per run.
"""

from collections.abc import Callable, Collection
from pathlib import Path

import numpy as np

from lemmata.verify.results import file as results
from lemmata.verify.results.record import plain
from lemmata.verify.results.schema import Calibration, ClaimRecord
from lemmata.verify.statistics.betting import METHOD, ConfidenceSequence, Floats
from lemmata.verify.statistics.intervals import MEDIAN, STUDENT, Intervals, median, student

LEVEL, RUNS = 0.05, 1000
BATCHES, COUNT = 5, 64  # batches of a sequence, samples of a batch
REPLICAS = 64  # samples of the other intervals
_TOGETHER = 4  # runs at once: they fit into a cache

Law = tuple[float, Callable[[np.random.Generator, tuple[int, int]], Floats]]


def _event(p: float) -> Law:
    return p, lambda rng, size: (rng.random(size) < p).astype(float)


def _beta(a: float, b: float) -> Law:
    return a / (a + b), lambda rng, size: rng.beta(a, b, size)


BOUNDED: dict[str, Law] = {  # on [0, 1], with the mean
    "a fair coin": _event(0.5),
    "an event of probability 0.01": _event(0.01),
    "an event of probability 0.001": _event(0.001),
    "Beta(0.1, 5)": _beta(0.1, 5),
    "Beta(20, 30)": _beta(20, 30),
}
UNBOUNDED: dict[str, Law] = {  # with the mean
    "normal": (0.0, lambda rng, size: rng.standard_normal(size)),
    "exponential": (1.0, lambda rng, size: rng.standard_exponential(size)),
}
_MEDIANS = {"normal": 0.0, "exponential": float(np.log(2))}


def miss_rate_of_betting(law: Law, rng: np.random.Generator, level: float = LEVEL) -> float:
    """The share of runs whose interval excludes the mean at any time."""
    (mean, draw), misses = law, 0
    for _ in range(RUNS // _TOGETHER):
        zero = np.zeros(_TOGETHER)
        sequence = ConfidenceSequence(zero, zero + 1, level, BATCHES * COUNT)
        for _ in range(BATCHES):  # an interval only shrinks: what it excluded once stays excluded
            sequence.update(draw(rng, (_TOGETHER, COUNT)))
        misses += int(((sequence.lower > mean) | (sequence.upper < mean)).sum())
    return misses / RUNS


def miss_rate(
    interval: Callable[[Floats, float], Intervals], truth: float, samples: Floats
) -> float:
    """The share of rows of ``samples`` whose interval excludes the truth."""
    found = interval(samples, LEVEL)
    return float(((found.lower > truth) | (found.upper < truth)).mean())


def renewed(
    path: Path, records: Collection[ClaimRecord], order: Collection[str], seed: int
) -> Calibration | None:
    """A new calibration; None if no record has an interval, or if the file has a calibration and
    claims that were not run now.
    """
    if not any(c["interval"] for r in records for e in r["evidence"] for c in e["cells"]):
        return None
    last = results.read(path)
    known = {entry["id"] for entry in last["claims"] if entry["id"] in order} if last else set()
    measured = last is not None and "calibration" in last["run"]
    return None if measured and known - {record["id"] for record in records} else measure(seed)


def measure(seed: int) -> Calibration:
    """The coverage of every method on every law, in the form of the results file."""
    rng = np.random.default_rng(seed)
    rows = [(METHOD, name, miss_rate_of_betting(law, rng)) for name, law in BOUNDED.items()]
    for name, (mean, draw) in UNBOUNDED.items():
        samples = draw(rng, (RUNS, REPLICAS))
        rows.append((MEDIAN, name, miss_rate(median, _MEDIANS[name], samples)))
        rows.append((STUDENT, name, miss_rate(student, mean, samples)))
    return {
        "level": LEVEL,
        "runs": RUNS,
        "seed": plain(seed),
        "coverage": [
            {"method": method, "law": law, "covered": 1 - missed}
            for method, law, missed in sorted(rows, key=lambda row: row[0])
        ],
    }
