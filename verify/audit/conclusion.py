"""What an audit concludes, in words: gradients, signal and rank in depth, and what helps most.

Every grade comes from the study in ``thresholds/``; every number in a sentence stands in the table
below it or in the advice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from lemmata.theory.audit import LOWER
from lemmata.verify.audit.comparison.advice import DEGENERATE, GAP, GROWTH
from lemmata.verify.audit.comparison.chain import LayerChain
from lemmata.verify.audit.estimates import estimate
from lemmata.verify.audit.measuring.kinds import NORMALISING, LayerKind
from lemmata.verify.audit.schema import (
    AuditedAdvice,
    AuditedConclusion,
    AuditedEffect,
    AuditedLaw,
    AuditedRow,
    Estimate,
)
from lemmata.verify.audit.thresholds.grading import (
    FAILS,
    HARMLESS,
    SLOW,
    STEADY,
    UNKNOWN,
    Grade,
    factor,
    grade_of_directions,
    grade_of_growth,
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
from lemmata.verify.audit.work import Work

OVERFLOW = "overflow"
KEPT = math.log(1.5)  # a signal that changes by less keeps its size
_FAMILIES = {
    PLAIN: "chains without a normalisation",
    NORMALISED: "chains with BN",
    RESIDUAL: "residual networks",
}
_CONCERNS = (SLOW, FAILS, OVERFLOW)
_WORSE = (UNKNOWN, HARMLESS, SLOW, FAILS)


def conclude(work: Work, laws: Sequence[AuditedLaw]) -> AuditedConclusion:
    chains = work.judged
    limits = thresholds(family := _family(chains[0]))
    rows = _rows(work, chains, limits)
    by_name = {row["name"]: row for row in rows}
    overflow = _overflow(work)
    grade = OVERFLOW if overflow else _worst(by_name)
    sentences = [overflow] if overflow else []
    if len(chains[0].spine) > 1:
        sentences += [] if overflow else [_of_gradients(work, by_name["total"], limits)]
        if by_name["total"]["value"]["mean"] is not None:
            sentences.append(_of_signal(chains[0], by_name, limits, laws))
            sentences.append(_of_advice(work.advice, by_name, grade, limits))
    elif not overflow:
        sentences.append(
            "There are fewer than two layers of one kind to follow, so nothing can be said of depth"
        )
    return {
        "grade": grade,  # type: ignore[typeddict-item]
        "sentences": [f"{one}." for one in sentences if one],
        "rows": rows,
        "thresholds": _source(limits, _FAMILIES[family]),
    }


def _worst(rows: dict[str, AuditedRow]) -> Grade:
    """The worst grade; where one is not known, no other is harmless."""
    grades = [row["judged"] for row in rows.values() if row["judged"]]
    bad = [grade for grade in grades if grade in _CONCERNS]
    if not bad and UNKNOWN in grades:
        return UNKNOWN
    return max(bad or grades, key=_WORSE.index, default=UNKNOWN)


def _family(chain: LayerChain) -> str:
    if chain.is_residual:
        return RESIDUAL
    return NORMALISED if chain.of(*NORMALISING) else PLAIN


def _source(limits: Thresholds, what: str) -> str:
    slow, failed = limits.slow, limits.failed
    return (
        f"training slowed from a log growth of {slow.at:.2g} on and failed from {failed.at:.2g} on,"
        f" which is right for {slow.right} and {failed.right} of {slow.of} {what} of"
        f" width 64, SGD on the digits, recorded on {limits.date}"
        " (verify/audit/thresholds)"
    )


def _rows(work: Work, chains: Sequence[LayerChain], limits: Thresholds) -> list[AuditedRow]:
    swings = [chain.swing() for chain in chains]
    total = estimate(one[0] if one else None for one in swings)
    directions = estimate(next(iter(chain.directions()[-1:]), None) for chain in chains)
    lasts = [
        chain.seen(chain.spine[-1]).representation if chain.spine else None for chain in chains
    ]
    found: list[tuple[str, str, Estimate, str]] = [
        ("growth", "log growth of the gradient, a layer", estimate(c.growth() for c in chains), ""),
        (
            "total",
            "log growth of the gradient, at its largest",
            total,
            _graded(total, grade_of_growth, limits),
        ),
        ("size", "log growth of the signal", estimate(c.size_change() for c in chains), ""),
        ("rank", "rank of the last layer", estimate(r.rank if r else None for r in lasts), ""),
        (
            "directions",
            "directions that its samples take, 1 if parallel",
            directions,
            _graded(directions, grade_of_directions, limits),
        ),
        (
            "gap",
            "V of the last layer, 0 if orthogonal",
            estimate(r.orthogonality_gap if r else None for r in lasts),
            "",
        ),
        ("overflow", "overflow, 1 if there is one", _flag(bool(_overflow(work))), ""),
    ]
    return [
        AuditedRow(name=name, quantity=quantity, value=value, judged=judged)
        for name, quantity, value, judged in found
    ]


def _flag(value: bool) -> Estimate:
    return {"mean": float(value), "interval": None}


def mean_of(value: Estimate) -> float | None:
    """The mean as a float; None if it is not known."""
    return None if value["mean"] is None else float(value["mean"])


def _graded(value: Estimate, grade: Callable[[float, Thresholds], str], limits: Thresholds) -> str:
    size = mean_of(value)
    return UNKNOWN if size is None else grade(size, limits)


def _overflow(work: Work) -> str:
    """Where numbers end, the worst first."""
    for name, weights in work.subject.model.named_parameters():
        if not bool(weights.isfinite().all()):
            what = "NaN" if bool(weights.isnan().any()) else "infinite numbers"
            return f"The weights {name} hold {what}, and nothing that depends on them has meaning"
    for passes, mode in ((work.train, "training"), (work.evaluation, "evaluation")):
        if (at := passes[0].overflows_at) is not None:
            stage = next(one for one in passes[0].seen if one.stage.name == at)
            what = "NaN" if stage.is_nan else "infinite numbers"
            return f"In {mode} mode the output of {at} has {what}, and nothing after it has meaning"
    return work.overflow[:1].upper() + work.overflow[1:]


def _of_gradients(work: Work, row: AuditedRow, limits: Thresholds) -> str:
    total, chain = mean_of(row["value"]), work.judged[0]
    layers = f"the {len(chain.spine)} {_plural(chain)}"
    if not work.training and chain.batch_norms:
        layers += " in evaluation mode, as the model was given"
    swing = chain.swing()
    if total is None or swing is None:
        return (
            f"The gradient along {layers} is not known: it is no number, or nothing depends on it"
        )
    if total == -math.inf:
        return f"No gradient at all reaches {_name(chain, swing[1])}"
    at = swing[1]
    where = "" if at == chain.spine[0] else f", most at {_name(chain, at)}"
    return of_growth(total, layers, limits, where)


def _name(chain: LayerChain, k: int) -> str:
    name = chain.seen(k).stage.name
    return f"module {name}" if name.isdigit() else name


def _plural(chain: LayerChain) -> str:
    kind = chain.seen(chain.spine[0]).stage.kind
    names = {
        LayerKind.BATCH: "layers of BN",
        LayerKind.SAMPLE: "layers that normalise each sample",
        LayerKind.LINEAR: "linear layers",
        LayerKind.RESIDUAL: "residual sums",
        LayerKind.BLOCK: "blocks",
    }
    return names[kind]


def _of_signal(
    chain: LayerChain,
    rows: dict[str, AuditedRow],
    limits: Thresholds,
    laws: Sequence[AuditedLaw],
) -> str:
    size, directions = (mean_of(rows[name]["value"]) for name in ("size", "directions"))
    parts = []
    if size is not None and abs(size) >= KEPT:
        parts.append(f"the signal {'grows' if size > 0 else 'shrinks'} {factor(size)}")
    elif size is not None:
        parts.append("the signal keeps its size")
    if directions is not None and chain.samples:
        shown = f"{directions:.2g}" if directions < 99.5 else f"{directions:.0f}"
        n = chain.passed.seen[0].shape[0]
        samples = f"{'its' if parts else 'the'} {n} samples"
        if rows["directions"]["judged"] == HARMLESS:
            parts.append(f"{samples} take {shown} of {chain.samples} directions at the last layer")
        else:
            grade = rows["directions"]["judged"]
            parts.append(of_parallel(directions, samples, grade, "at the last layer"))
    if limit := _too_many_samples(laws):
        parts.append(limit)
    text = ", and ".join((", ".join(parts[:-1]), parts[-1])) if len(parts) > 1 else "".join(parts)
    return text[:1].upper() + text[1:]


def _too_many_samples(laws: Sequence[AuditedLaw]) -> str:
    """The batch is above what the width keeps independent, where the law of it applies."""
    for law in laws:
        if law["relation"] == LOWER and law["quantity"].startswith("d, ") and law["applies"]:
            width, least = law["measured"]["mean"], law["predicted"]
            if width is not None and least is not None and float(width) < float(least):
                return f"the batch needs a width of {float(least):.0f}, not {float(width):.0f}"
    return ""


def _of_advice(
    advice: Sequence[AuditedAdvice], rows: dict[str, AuditedRow], grade: Grade, limits: Thresholds
) -> str:
    """What helps most, by how much, and whether that is enough. A harmless network is told of
    nothing that changes its gradients by less than a signal that keeps its size may."""
    if not advice:
        return ""
    wanted = _main_concern(rows)
    found = [pair for pair in _helping(advice, wanted) if _matters(pair[1], grade in _CONCERNS)]
    if not found:
        return "Nothing that was tried helps noticeably" if grade in _CONCERNS else ""
    one, effect = found[0]
    before, after = mean_of(effect["before"]), mean_of(effect["after"])
    assert before is not None
    assert after is not None
    if wanted == GROWTH:
        less = f"{100 * (1 - after / before):.0f} % less in logarithm"
        change, left = f"from {factor(before)} to {factor(after)}", grade_of_growth(after, limits)
    else:
        less = f"{100 * (1 - after / before):.0f} % less"
        change, left = f"V, 0 if samples are orthogonal, from {before:.2g} to {after:.2g}", ""
    enough = {HARMLESS: ", harmless", SLOW: ", still slow", FAILS: ", still too much"}.get(left, "")
    mend = "" if grade in _CONCERNS else "Nothing needs mending; "
    help_ = f"{mend}{'what' if mend else 'What'} helps most of what was tried is {one['name']}"
    return f"{help_} ({one['tried']}): {change} ({less}){enough}"


def _matters(effect: AuditedEffect, wanted: bool) -> bool:
    """Whether a change lowers what is ``wanted`` lower by a share that one sees."""
    before, after = mean_of(effect["before"]) or 0.0, mean_of(effect["after"]) or 0.0
    least = STEADY * max(1.0, before) if wanted else KEPT
    if effect["quantity"] == GROWTH:
        return before - after >= least
    return after * math.exp(least) <= before


def _main_concern(rows: dict[str, AuditedRow]) -> str:
    """What is judged worse, gradients where both are judged alike."""
    growth, parallel = (_WORSE.index(rows[name]["judged"]) for name in ("total", "directions"))
    return GAP if parallel > growth else GROWTH


def _helping(
    advice: Sequence[AuditedAdvice], quantity: str
) -> Iterator[tuple[AuditedAdvice, AuditedEffect]]:
    """The changes that lower a quantity for certain, by how much, the best first."""
    found = [
        (one, effect)
        for one in advice
        for effect in one["effects"]
        if effect["quantity"] == quantity
        and effect["effect"].startswith("less")
        and one["name"] != DEGENERATE
    ]
    yield from sorted(found, key=lambda pair: float(pair[1]["difference"]["mean"] or 0))


def by_effect(advice: Sequence[AuditedAdvice]) -> list[AuditedAdvice]:
    """Sorted by the change of growth, then of V; what was not tried comes last."""

    def place(one: AuditedAdvice) -> tuple[bool, list[float]]:
        seen = [not effect["effect"].startswith("no difference") for effect in one["effects"]]
        changes = [effect["difference"]["mean"] for effect in one["effects"]]
        known = [float(c or 0) if s else 0.0 for c, s in zip(changes, seen, strict=True)]
        return bool(one["refused"]), known

    return sorted(advice, key=place)
