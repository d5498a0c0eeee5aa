"""How cells are judged, and how evidence becomes a verdict.

Judging is separate from observing: a check returns what it saw, and the same cells are judged
against the claim, against its mutants, and against the claim with a planted error (its power).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np

from theory.ledger import Cell, Claim, Decision, Evidence, Formula, Kind, Verdict
from theory.practical import practical

_AGREES, _CONTRADICTS, _SILENT = Decision.AGREES, Decision.CONTRADICTS, Decision.SILENT
_SMALLEST_POWER = 60  # planted relative errors run from 10^-60 to 10^0


@dataclass(frozen=True)
class JudgedCell:
    """A cell with the closed form's value, the decision, and lhs/rhs (how close it came).

    ``needed``: about how many samples would decide a sampled cell that is silent.
    """

    cell: Cell
    rhs: Any
    decision: Decision
    ratio: float | None
    needed: float | None = None


@dataclass(frozen=True)
class JudgedEvidence:
    """A piece of evidence with its decision."""

    evidence: Evidence
    cells: tuple[JudgedCell, ...]
    decision: Decision

    @property
    def worst(self) -> JudgedCell | None:
        """The cell that came closest to violating the claim, or violated it most."""
        order = {_CONTRADICTS: 2, _SILENT: 1, _AGREES: 0}
        return max(
            self.cells,
            key=lambda c: (order[c.decision], c.ratio if c.ratio is not None else -1.0),
            default=None,
        )


@dataclass(frozen=True)
class Judgement:
    """What all evidence together says of a claim."""

    verdict: Verdict
    why: str
    evidence: tuple[JudgedEvidence, ...]
    conflict: bool = False
    tightness: float | None = None
    power: float | None = None
    vacuous: bool = False


def _high_precision(value: Any) -> bool:
    """Exact or multiprecision numbers; a float64 violation alone is only a suspicion."""
    return not isinstance(value, float | np.floating)


def _flat(value: Any) -> list[Any]:
    if isinstance(value, np.ndarray | list | tuple):
        return list(np.asarray(value, dtype=object).flat)
    return [value]


def ratio_of(kind: Kind, lhs: Any, rhs: Any) -> float | None:
    """How much of the bound is used: 1 where both sides meet, more where it is violated."""
    if kind is Kind.LOWER_BOUND:
        lhs, rhs = rhs, lhs
    elif kind is not Kind.UPPER_BOUND:
        return None
    if lhs == rhs:
        return 1.0
    if lhs < 0 and rhs < 0:
        lhs, rhs = -rhs, -lhs
    if rhs == 0:
        return math.inf if lhs > 0 else None
    return float(lhs / rhs) if rhs > 0 and lhs >= 0 else None


def _compare(kind: Kind, lhs: Any, rhs: Any, tolerance: float) -> Decision:
    """One observation against the closed form, both known up to ``tolerance`` relative."""
    if lhs == rhs:
        return _AGREES
    excess = lhs - rhs
    if kind is Kind.LOWER_BOUND:
        excess = -excess
    elif kind is not Kind.UPPER_BOUND:
        excess = abs(excess)
    slack = max(abs(lhs), abs(rhs)) * tolerance if tolerance else 0
    if excess <= slack:
        return _AGREES
    if excess > slack and _high_precision(lhs) and _high_precision(rhs):
        return _CONTRADICTS
    return _SILENT


def _compare_interval(kind: Kind, interval: tuple[Any, Any], rhs: Any, margin: float) -> Decision:
    """A confidence interval against the closed form."""
    low, high = interval
    if kind is Kind.UPPER_BOUND:
        return _AGREES if high <= rhs else _CONTRADICTS if low > rhs else _SILENT
    if kind is Kind.LOWER_BOUND:
        return _AGREES if low >= rhs else _CONTRADICTS if high < rhs else _SILENT
    if rhs < low or rhs > high:
        return _CONTRADICTS
    return _AGREES if max(high - rhs, rhs - low) <= margin * abs(rhs) else _SILENT


def samples_to_decide(
    kind: Kind, samples: int, lhs: Any, interval: tuple[Any, Any], rhs: Any, margin: float
) -> float:
    """About how many samples would decide, if the mean of those drawn stays where it is.

    The interval must leave rhs on one side, or for an identity lie within the margin; its length
    falls like 1/sqrt(samples).
    """
    low, high = interval
    length = max(high - lhs, lhs - low)
    away = abs(lhs - rhs)
    inside = kind not in (Kind.UPPER_BOUND, Kind.LOWER_BOUND) and away < margin * abs(rhs)
    room = margin * abs(rhs) - away if inside else away
    longer = float(length / room) if room > 0 else math.inf
    return samples * longer * longer  # a power of so large a float would raise


def _together(decisions: Sequence[Decision]) -> Decision:
    """One contradiction contradicts, one silence silences."""
    for decision in (_CONTRADICTS, _SILENT):
        if decision in decisions:
            return decision
    return _AGREES


def _aligned(lhs: Any, rhs: Any) -> tuple[list[Any], list[Any]]:
    """The entries of both sides; a single one is repeated beside several."""
    left, right = _flat(lhs), _flat(rhs)
    left, right = left * max(1, len(right) // len(left)), right * max(1, len(left) // len(right))
    if len(left) != len(right):
        raise ValueError(f"{len(left)} observed values against {len(right)} of the closed form")
    return left, right


def judge_cell(kind: Kind, cell: Cell, rhs: Any, margin: float = 0.0) -> JudgedCell:
    """Compare the cell with the closed form's value there; arrays are judged entry by entry."""
    left, right = _aligned(cell.lhs, rhs)
    needed = None
    if cell.interval is None:
        decision = _together(
            [_compare(kind, a, b, cell.tolerance) for a, b in zip(left, right, strict=True)]
        )
    else:
        right = [float(b) if isinstance(b, flint.fmpq) else b for b in right]
        rhs = right if len(right) > 1 else right[0]
        decision, needed = _judge_intervals(kind, cell, cell.interval, left, right, margin)
    ratios = [
        r for a, b in zip(left, right, strict=True) if (r := ratio_of(kind, a, b)) is not None
    ]
    return JudgedCell(cell, rhs, decision, max(ratios, default=None), needed)


def _judge_intervals(
    kind: Kind, cell: Cell, interval: tuple[Any, Any], left: list[Any], right: list[Any],
    margin: float,
) -> tuple[Decision, float | None]:  # fmt: skip
    """The decision of all entries, and the samples that the last of the silent ones would take."""
    ends = list(zip(*(_flat(end) for end in interval), strict=True))
    entries = list(zip(left, ends, right, strict=True))
    decisions = [_compare_interval(kind, pair, b, margin) for _, pair, b in entries]
    decision = _together(decisions)
    if decision is not _SILENT or cell.samples is None:
        return decision, None
    return decision, max(
        samples_to_decide(kind, cell.samples, a, pair, b, margin)
        for (a, pair, b), found in zip(entries, decisions, strict=True)
        if found is _SILENT
    )


def judge_evidence(claim: Claim, evidence: Evidence, formula: Formula) -> JudgedEvidence:
    """Judge every cell against ``formula``: the claim's own, or a mutant's."""
    cells = tuple(
        judge_cell(claim.kind, c, formula(**c.parameters), evidence.margin) for c in evidence.cells
    )
    decisions = [c.decision for c in cells]
    if evidence.decision is not None:
        decisions.append(evidence.decision)
    return JudgedEvidence(evidence, cells, _together(decisions))


def contradicts(claim: Claim, evidence: Evidence, formula: Formula) -> bool:
    """Whether these cells refute ``formula`` in the claim's place; the first that does decides."""
    return any(
        judge_cell(claim.kind, c, formula(**c.parameters), evidence.margin).decision is _CONTRADICTS
        for c in evidence.cells
    )


def _conflict(evidence: Sequence[JudgedEvidence]) -> bool:
    """Two routes that cannot both be right.

    A route that looked elsewhere and found nothing does not contradict a counterexample; a
    certificate of the whole domain does, and so does the opposite decision on the same cell.
    """
    against = [e for e in evidence if e.decision is _CONTRADICTS]
    if against and any(e.evidence.covers and e.decision is _AGREES for e in evidence):
        return True
    decided: dict[str, set[tuple[int, Decision]]] = {}
    for route, judged in enumerate(evidence):
        for c in judged.cells:
            if c.decision is not _SILENT:
                key = repr(sorted(c.cell.parameters.items(), key=lambda item: item[0]))
                decided.setdefault(key, set()).add((route, c.decision))
    return any(
        one[0] != other[0] and one[1] is not other[1]
        for seen in decided.values()
        for one in seen
        for other in seen
    )


def _off_by(value: Any, error: Fraction) -> Any:
    """``value`` times 1 + error, in its own arithmetic."""
    if isinstance(value, np.ndarray | list):
        return [_off_by(v, error) for v in value]
    if isinstance(value, flint.fmpq | flint.fmpz):
        return value * (1 + flint.fmpq(error.numerator, error.denominator))
    if isinstance(value, float | np.floating):
        return value * (1 + float(error))
    return value * (1 + mpmath.mpf(error.numerator) / error.denominator)


def measured_power(kind: Kind, judged: Sequence[JudgedEvidence]) -> float | None:
    """The smallest relative error of the closed form that the cells catch in either direction.

    To one digit: 10^-60, 2 10^-60, ..., 9 10^-1, 1.
    """

    def caught(exponent: int, digit: int = 1) -> bool:
        error = Fraction(digit, 10**exponent)
        return all(
            any(
                judge_cell(kind, c.cell, _off_by(c.rhs, signed), j.evidence.margin).decision
                is _CONTRADICTS
                for j in judged
                for c in j.cells
            )
            for signed in (error, -error)
        )

    low, high = 0, _SMALLEST_POWER + 1  # caught at 10^-low, not at 10^-high
    if not caught(low):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if caught(middle) else (low, middle)
    if low == _SMALLEST_POWER:
        return 10.0**-low
    below = range(2, 10)  # digits of the decade in which the error is caught first
    digit = 2 + bisect_left(below, True, key=lambda digit: caught(low + 1, digit))
    return float(Fraction(digit, 10 ** (low + 1)))


def _power(kind: Kind, judged: Sequence[JudgedEvidence], tightness: float | None) -> float | None:
    if kind in (Kind.UPPER_BOUND, Kind.LOWER_BOUND):
        return None if tightness is None else max(0.0, 1 - tightness)
    return measured_power(kind, judged)


def combine(claim: Claim, evidence: Sequence[Evidence]) -> Judgement:
    """The verdict that ``evidence`` allows.

    proved: a certificate covers the domain and nothing contradicts it. refuted: some route
    contradicts the claim and none covers it. holds: every route agrees and the power is known.
    undecided: anything else, conflicting routes among it.
    """
    formula = claim.formula or (lambda **_: True)
    judged = tuple(judge_evidence(claim, e, formula) for e in evidence)
    cells = [c for j in judged for c in j.cells]
    tightness = max((c.ratio for c in cells if c.ratio is not None), default=None)
    power = _power(claim.kind, judged, tightness)
    verdict, why, conflict = _verdict(judged, power)
    size = practical(claim)
    silent = size is not None and not size.speaks
    vacuous = silent and verdict in (Verdict.PROVED, Verdict.HOLDS)
    return Judgement(verdict, why, judged, conflict, tightness, power, vacuous)


def _verdict(judged: Sequence[JudgedEvidence], power: float | None) -> tuple[Verdict, str, bool]:
    if not judged:
        return Verdict.UNDECIDED, "no evidence", False
    if _conflict(judged):
        return Verdict.UNDECIDED, "routes contradict each other", True
    against = [j for j in judged if j.decision is _CONTRADICTS]
    if against:
        return Verdict.REFUTED, f"refuted by {_methods(against)}", False
    if any(j.evidence.covers and j.decision is _AGREES for j in judged):
        return Verdict.PROVED, "a certificate covers the domain", False
    silent = [j for j in judged if j.decision is _SILENT]
    if silent:
        return Verdict.UNDECIDED, f"not decided by {_methods(silent)}", False
    if power is None:
        return Verdict.UNDECIDED, "every route agrees, but their power is not known", False
    return Verdict.HOLDS, f"agreed by {_methods(judged)}", False


def _methods(judged: Sequence[JudgedEvidence]) -> str:
    return ", ".join(sorted({str(j.evidence.method) for j in judged}))


def acceptable(verdict: Verdict, expected: Verdict, *, strict: bool) -> bool:
    """Whether a verdict is compatible with the expected one.

    An unexpected refutation never is, nor is "holds" or "proved" where a refutation was expected.
    A verdict weaker than expected is accepted only below standard effort (``strict`` false); a
    stronger one always.
    """
    if verdict is expected:
        return True
    if verdict is Verdict.REFUTED:
        return False
    if verdict is Verdict.UNDECIDED or expected is Verdict.PROVED:
        return not strict
    return expected is not Verdict.REFUTED
