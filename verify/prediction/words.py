"""What a prediction comes to, in a few sentences, graded by the thresholds of audits.

The sentences are patterns, which the calculator of the page fills in as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from lemmata.theory.audit import (
    EVALUATION,
    GAIN_EXPONENT,
    GROWTH,
    KEPT_SAMPLES,
    LIMIT,
    NEEDED_WIDTH,
    RANK_IN_DEPTH,
    UPPER,
)
from lemmata.verify.audit.thresholds.grading import (
    HARMLESS,
    factor,
    grade_of_directions,
    of_growth,
    of_parallel,
)
from lemmata.verify.audit.thresholds.reading import (
    NORMALISED,
    PLAIN,
    RESIDUAL,
    Thresholds,
    thresholds,
)
from lemmata.verify.phases.grid import STAYS

if TYPE_CHECKING:
    from lemmata.verify.prediction.prediction import PredictedRow
    from lemmata.verify.prediction.setting import Setting

SHRINKS = math.log(1.5)  # a signal that changes by less keeps its size
LAYERS = "the {depth} layers"
SYMBOLS = (
    "A layer is X' = act(N(W X)), or (X + act(N(W X)))/sqrt(2) with a residual connection; X has a"
    " column for each of n samples and a row for each of d features. q_i are the squared singular"
    " values of X over their sum: the soft rank 1/sum q_i^2 is the number of directions that the"
    " samples take, and V^2 = sum q_i^2 - 1/n is 0 where they are orthogonal. dL/dX is the gradient"
    " of a loss. A limit is one of large networks."
)
SENTENCES = {
    "bounded": "Gradients stay bounded at any depth",
    "spanning": "A batch of {batch} or more, which spans the width, bounds them at any depth",
    "slows": "At this rate training slows from {slow} layers on and fails from {failed} on",
    "unknown": "How fast gradients grow is not known: no law covers this network, and it was not"
    " measured",
    "shallow": "How fast gradients grow is not known at this depth: the law of this network speaks"
    " of deeper ones",
    "elsewhere": "How fast gradients grow at this size is not known",
    "stayed": "At width {d} and batch {n} they kept their size",
    "grew": "At width {d} and batch {n} they {verb} by {share} % a layer: there training slows from"
    " {slow} layers on and fails from {failed} on",
    "kept": "The width keeps the {n} samples independent in depth; {width} would be enough",
    "lost": "To keep {n} samples independent in depth takes a width of {width}: this one keeps"
    " {kept}",
    "directions": "the {n} samples take {taken} of {most} directions in depth",
    "there": "There {says}",
    "samples": "the {n} samples",
    "where": "in depth",
    "evaluation": "In evaluation mode the signal shrinks {factor} over the layers",
    "gains": "Gains l^-e of layer l keep gradients bounded for e above {e}",
}


def conclude(
    setting: Setting, rows: Mapping[str, PredictedRow], spanning: int | None = None
) -> list[str]:
    """A few sentences, of the first row of each quantity; from batches ``spanning`` on gradients
    are bounded.
    """
    kind = NORMALISED if setting.layer.norm != "none" else PLAIN
    limits = thresholds(RESIDUAL if setting.layer.residual else kind)
    found = list(_of_gradients(setting, rows[GROWTH], limits))
    if spanning is not None:
        found.append(SENTENCES["spanning"].format(batch=spanning))
    found += _of_rank(setting, rows, limits)
    for quantity, name in ((EVALUATION, "evaluation"), (GAIN_EXPONENT, "gains")):
        row = rows.get(quantity)
        if row is None or row.value is None:
            continue
        log = math.log(row.value) if row.value else -math.inf
        if name == "gains" or -log >= SHRINKS:
            found.append(SENTENCES[name].format(factor=factor(log), e=f"{row.value:.4g}"))
    return [f"{one[:1].upper()}{one[1:]}." for one in found]


def _of_gradients(setting: Setting, row: PredictedRow, limits: Thresholds) -> Iterator[str]:
    if row.value is not None:
        if row.relation == UPPER:
            yield SENTENCES["bounded"]
            return
        total, over = row.value * setting.depth, LAYERS.format(depth=setting.depth)
        yield of_growth(total, over, limits, exact=row.relation != LIMIT)
        if abs(row.value) >= STAYS:
            yield SENTENCES["slows"].format(**_depths(row.value, limits))
    elif row.elsewhere is not None:
        seen = row.elsewhere
        yield SENTENCES["elsewhere"]
        verb = "grew" if seen.value > 0 else "shrank"
        more = _depths(seen.value, limits) if abs(seen.value) >= STAYS else {}
        pattern = SENTENCES["grew" if more else "stayed"]
        yield pattern.format(d=seen.d, n=seen.n, verb=verb, share=_share(seen.value), **more)
    else:
        yield SENTENCES["shallow" if row.deeper else "unknown"]


def _share(log: float) -> str:
    """By how many percent a layer changes."""
    return f"{100 * abs(math.expm1(log)):.2g}"


def _depths(rate: float, limits: Thresholds) -> dict[str, str]:
    """The layers after which the study's networks slowed and failed, at this growth a layer."""
    ends = {"slow": limits.slow.at, "failed": limits.failed.at}
    return {name: f"{math.ceil(end / abs(rate))}" for name, end in ends.items()}


def _of_rank(
    setting: Setting, rows: Mapping[str, PredictedRow], limits: Thresholds
) -> Iterator[str]:
    n, width, kept, rank = (
        setting.samples,
        *(rows.get(name) for name in (NEEDED_WIDTH, KEPT_SAMPLES, RANK_IN_DEPTH)),
    )
    if width is not None and width.value is not None and kept is not None:
        name = "kept" if setting.width >= width.value else "lost"
        shown = {"width": f"{math.ceil(width.value)}", "kept": f"{kept.value:.0f}"}
        yield SENTENCES[name].format(n=n, **shown)
    if rank is not None and rank.value is not None:
        yield _of_directions(rank.value, n, setting.rank, limits)
    elif rank is not None and (seen := rank.elsewhere):
        says = _of_directions(seen.value, seen.n, min(seen.n, seen.d), limits)
        yield SENTENCES["there"].format(says=says)


def _of_directions(taken: float, n: int, most: int, limits: Thresholds) -> str:
    grade = grade_of_directions(taken, limits)
    if grade == HARMLESS:
        shown = f"{taken:.3g}" if taken < 99.5 else f"{taken:.0f}"
        return SENTENCES["directions"].format(n=n, taken=shown, most=most)
    return of_parallel(taken, SENTENCES["samples"].format(n=n), grade, SENTENCES["where"])
