"""How bad it is, in words: growth and collapse, graded by the thresholds of the study."""

from __future__ import annotations

import math

from lemmata.verify.audit.thresholds.reading import Thresholds

Grade = str
HARMLESS, SLOW, FAILS, UNKNOWN = "harmless", "slow", "fails", "unknown"
MOST = 1e6  # from here on a factor is written as a power of e
STEADY = math.log(1.05)  # what grows by less keeps its size
SAYS = {
    HARMLESS: "harmless below {slow}",
    SLOW: "enough to slow training, which fails from {failed} on",
    FAILS: "too much: the study's networks did not train from {failed} on",
}
GROWN = "Gradients {verb} {factor} on their way back over {layers}{where}, {says}"
ABOUT = "about {factor}"
STAYED = "Gradients keep their size over {layers}"
PARALLEL = "{samples} are nearly parallel {where}, {further} directions beyond the first, {says}"
TOO_FEW = {FAILS: "too few to train", SLOW: "few enough to slow training"}


def grade_of_growth(total: float, limits: Thresholds) -> Grade:
    """Of the log growth in all."""
    size = abs(total)
    return FAILS if size >= limits.failed.at else SLOW if size >= limits.slow.at else HARMLESS


def grade_of_directions(directions: float, limits: Thresholds) -> Grade:
    further = directions - 1
    slow, failed = limits.parallel_slow.at, limits.parallel_failed.at
    return FAILS if further <= failed else SLOW if further <= slow else HARMLESS


def factor(log: float) -> str:
    """exp(|log|) in words: "44-fold", and "e^51-fold" from a million on."""
    size = abs(log)
    if not math.isfinite(size):
        return "without bound"
    if size >= math.log(MOST):
        return f"e^{size:.0f}-fold (10^{size / math.log(10):.0f})"
    return f"{math.exp(size):.2g}-fold" if size < math.log(99.5) else f"{math.exp(size):.0f}-fold"


def of_growth(
    total: float, layers: str, limits: Thresholds, where: str = "", exact: bool = True
) -> str:
    """The sentence on gradients that grow by this logarithm over these layers."""
    if abs(total) < STEADY:
        return STAYED.format(layers=layers)
    says = SAYS[grade_of_growth(total, limits)]
    bounds = {"slow": factor(limits.slow.at), "failed": factor(limits.failed.at)}
    verb = "grow" if total > 0 else "shrink"
    grown = factor(total) if exact else ABOUT.format(factor=factor(total))
    how = {"verb": verb, "factor": grown, "layers": layers, "where": where}
    return GROWN.format(**how, says=says.format(**bounds))


def of_parallel(directions: float, samples: str, grade: Grade, where: str) -> str:
    """The sentence on samples that take so few directions."""
    says, further = TOO_FEW[grade], f"{directions - 1:.1g}"
    return PARALLEL.format(samples=samples, where=where, further=further, says=says)
