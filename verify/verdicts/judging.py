"""Judges cells: compares an observation, or its interval, with the closed form's value.

Judging is separate from observing: a check returns observations, and the same cells are judged
against the claim, its mutants, and the claim with a planted error, which measures the power.

A cell outside the claim's domain, or whose closed form is NaN, or that excludes its exact law, is
an error of its check: ``Refused``.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import flint
import mpmath
import numpy as np

from lemmata.theory.errors import HypothesisError
from lemmata.theory.evidence import entries, has_nan, on_one_line
from lemmata.theory.figures import Range
from lemmata.theory.ledger import Cell, Claim, Decision, Evidence, Formula, Kind
from lemmata.theory.numerics.backends import Array
from lemmata.theory.weingarten import RationalFunction
from lemmata.verify.verdicts.rounding import ANY_KIND, in_float64, unrounded

_EXACT = (
    int
    | np.integer
    | Fraction
    | mpmath.mpf
    | flint.arb
    | flint.fmpq
    | flint.fmpz
    | RationalFunction
)
_LAW = 1e-9  # the relative error of the exact law of a cell, which is known in float64

_AGREES, _CONTRADICTS, _SILENT = Decision.AGREES, Decision.CONTRADICTS, Decision.SILENT


class Refused(ValueError):
    """A cell that its check should not have made."""


@dataclass(frozen=True)
class JudgedCell:
    """A cell with the closed form's value, the decision, and lhs/rhs (how close it came).

    ``needed``: about how many samples would decide a sampled cell that is silent.
    """

    cell: Cell
    rhs: Array
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


def _high_precision(value: Array) -> bool:
    """Exact or multiprecision numbers; a float64 violation alone is only a suspicion."""
    return isinstance(value, _EXACT)


def ratio_of(kind: Kind, lhs: Array, rhs: Array) -> float | None:
    """How much of the bound is used: 1 where both sides meet, more where it is violated."""
    if not kind.is_bound:
        return None
    small, large = kind.ascending(lhs, rhs)
    if small == large:
        return 1.0
    if small < 0 and large < 0:
        small, large = -large, -small
    if large == 0:
        return math.inf if small > 0 else None
    if isinstance(small, flint.fmpz) or isinstance(large, flint.fmpz):
        small, large = flint.fmpq(small), flint.fmpq(large)  # integers divide without a remainder
    return float(small / large) if large > 0 and small >= 0 else None


def _compare(kind: Kind, lhs: Array, rhs: Array, tolerance: float) -> Decision:
    """One observation against the closed form, both known up to ``tolerance`` relative."""
    if lhs == rhs:
        return _AGREES
    excess = kind.excess(lhs, rhs)
    size = max(abs(lhs), abs(rhs))
    slack = size * tolerance if tolerance and size < math.inf else 0  # no share of an infinite side
    if excess <= slack:
        return _AGREES
    if excess > slack and _high_precision(lhs) and _high_precision(rhs):
        return _CONTRADICTS
    return _SILENT


def _compare_interval(
    kind: Kind, interval: tuple[Array, Array], rhs: Array, margin: float
) -> Decision:
    """A confidence interval against the closed form."""
    if kind.is_bound:
        sides = [kind.ascending(end, rhs) for end in interval]
        if all(small <= large for small, large in sides):
            return _AGREES
        return _CONTRADICTS if all(small > large for small, large in sides) else _SILENT
    low, high = interval
    near = margin * abs(rhs)
    if rhs + _bias(kind, near) < low or rhs - _bias(kind, near) > high:
        return _CONTRADICTS
    return _AGREES if max(high - rhs, rhs - low) <= near else _SILENT


def _bias(kind: Kind, near: Array) -> Array:
    """A limit is sampled at finite sizes, which are not in it: within the margin they agree."""
    return near if kind is Kind.LIMIT else 0


def samples_to_decide(
    kind: Kind, samples: int, lhs: Array, interval: tuple[Array, Array], rhs: Array, margin: float
) -> float:
    """About how many samples would decide, if the mean of those drawn stays where it is.

    The interval must leave rhs on one side, or for an identity lie within the margin; its length
    falls like 1/sqrt(samples).
    """
    length = max(interval[1] - lhs, lhs - interval[0])
    away = abs(lhs - rhs)
    near = margin * abs(rhs)
    inside = not kind.is_bound and away < near
    room = near - away if inside else away - _bias(kind, near)
    longer = float(length / room) if room > 0 else math.inf
    return samples * longer * longer  # a power of so large a float would raise


def _together(decisions: Sequence[Decision]) -> Decision:
    """One contradiction contradicts, one silence silences."""
    for decision in (_CONTRADICTS, _SILENT):
        if decision in decisions:
            return decision
    return _AGREES


def aligned(lhs: Array, rhs: Array) -> tuple[list[Array], list[Array]]:
    """The entries of both sides; a single one is repeated beside several."""
    left, right = entries(lhs), entries(rhs)
    left, right = left * max(1, len(right) // len(left)), right * max(1, len(left) // len(right))
    if len(left) != len(right):
        raise ValueError(f"{len(left)} observed values against {len(right)} of the closed form")
    return left, right


def judge_cell(kind: Kind, cell: Cell, rhs: Array, margin: float = 0.0) -> JudgedCell:
    """Compare the cell with the closed form's value there; arrays are judged entry by entry."""
    if isinstance(rhs, Range):
        return _judge_range(cell, rhs)
    if has_nan(rhs):
        raise Refused(f"{_place(cell)}: the closed form is {on_one_line(rhs)}; expected numbers")
    left, right = aligned(cell.lhs, rhs)
    needed: list[float] = []  # by the entries that are silent
    if cell.interval is None:
        sides = zip(left, right, strict=True)
        decision = _together([_compare(kind, a, b, cell.tolerance) for a, b in sides])
    else:
        exact = flint.fmpq | flint.fmpz  # do not compare with floats
        right = [float(b) if isinstance(b, exact) else b for b in right]
        rhs = right if len(right) > 1 else right[0]
        ends = list(zip(*(entries(end) for end in cell.interval), strict=True))
        decisions = [
            _compare_interval(kind, pair, b, margin) for pair, b in zip(ends, right, strict=True)
        ]
        decision = _together(decisions)
        if decision is _SILENT and cell.samples is not None:
            needed = [
                samples_to_decide(kind, cell.samples, a, pair, b, margin)
                for a, pair, b, found in zip(left, ends, right, decisions, strict=True)
                if found is _SILENT
            ]
    ratios = [ratio_of(kind, a, b) for a, b in zip(left, right, strict=True)]
    known = [ratio for ratio in ratios if ratio is not None]
    if cell.tolerance >= 1:  # no digit of the observation is known: its ratio says nothing
        known = []
    return JudgedCell(cell, rhs, decision, max(known, default=None), max(needed, default=None))


def _judge_range(cell: Cell, rhs: Range) -> JudgedCell:
    """A quantity of a figure: its interval inside the range, outside, or neither."""
    if cell.interval is None:
        raise Refused(f"{_place(cell)}: a quantity of a figure has no interval")
    low, high = (float(end) for end in cell.interval)
    decision, needed = rhs.decide(low, high), None
    if decision is _SILENT and cell.samples:
        lhs = float(cell.lhs)
        room, length = abs(rhs.outside(lhs)), max(high - lhs, lhs - low)
        needed = cell.samples * (length / room) ** 2 if room else math.inf
    return JudgedCell(cell, rhs, decision, None, needed)


def _place(cell: Cell) -> str:
    return f"the cell {cell.label!r}" if cell.label else f"at {on_one_line(dict(cell.parameters))}"


def _admit(claim: Claim, cell: Cell) -> None:
    """Refuse a cell outside the domain of the claim, or beside an exact law that it excludes."""
    given = cell.parameters
    try:
        for hypothesis in claim.hypotheses:
            if given.keys() >= set(hypothesis.arguments):  # else the closed form itself misses one
                hypothesis.check(*hypothesis.of(given))
        claim.require_of(cell.lhs)
    except HypothesisError as error:
        where = f"{_place(cell)} lies outside the domain of {claim.id}"
        raise Refused(f"{where}: {type(error).__name__}: {error}") from None
    if cell.exact is not None and not _holds_law(cell):
        seen = on_one_line(cell.lhs if cell.interval is None else cell.interval)
        raise Refused(f"{_place(cell)}: {seen} excludes the exact law's {on_one_line(cell.exact)}")


def _holds_law(cell: Cell) -> bool:
    """Whether the exact law is what was observed: in the interval, or within the tolerance."""
    lows, highs = (cell.lhs, cell.lhs) if cell.interval is None else cell.interval
    room = max(cell.tolerance, _LAW)
    law, seen = aligned(cell.exact, cell.lhs)
    low, high = aligned(lows, law)[0], aligned(highs, law)[0]
    return all(
        a - room * max(abs(x), abs(v)) <= v <= b + room * max(abs(x), abs(v))
        for v, x, a, b in zip(law, seen, low, high, strict=True)
    )


def zero(judged: JudgedCell) -> bool:
    """Whether both sides are 0, so that every multiple of the bound would do as well."""
    return all(v == 0 for v in (*entries(judged.cell.lhs), *entries(judged.rhs)))


def judge_cells(claim: Claim, evidence: Evidence, formula: Formula) -> Iterator[JudgedCell]:
    """Every cell against ``formula``, one after the other."""
    for cell in evidence.cells:
        yield judge_cell(claim.kind, cell, _value(formula, cell), evidence.margin)


def _value(formula: Formula, cell: Cell) -> Array:
    try:
        return formula(**cell.parameters)
    except (TypeError, AttributeError) as error:
        why = f"{_place(cell)}: the closed form raised {type(error).__name__}: {error}"
        unnamed = "missing" in str(error) or "unexpected" in str(error)  # an argument
        raise Refused(why if unnamed else f"{why}; {ANY_KIND}") from error


def judge_evidence(
    claim: Claim, evidence: Evidence, formula: Formula | None = None
) -> JudgedEvidence:
    """All cells against ``formula`` (else the claim's own), and a check's own decision.

    Raises ``Refused`` for a cell that says nothing of the claim; and for a bound where all of them
    are 0 on both sides, since any multiple of it would pass.
    """
    for cell in evidence.cells:
        _admit(claim, cell)
    with unrounded(claim):
        cells = tuple(judge_cells(claim, evidence, formula or claim.formula or (lambda **_: True)))
    if claim.kind.is_bound and cells and evidence.decision is None and all(map(zero, cells)):
        raise Refused(f"both sides are 0 in every cell on {evidence.domain}: it cannot fail")
    if lost := next(
        (c for c in cells if c.decision is _SILENT and in_float64(c.cell, c.rhs)), None
    ):
        raise Refused(
            f"{_place(lost.cell)}: the closed form gives {lost.rhs}, a float64; {ANY_KIND}"
        )
    decisions = [cell.decision for cell in cells]
    if evidence.pending:
        decisions = [_SILENT]
    if evidence.decision is not None:
        decisions.append(evidence.decision)
    return JudgedEvidence(evidence, cells, _together(decisions))


def contradicts(claim: Claim, evidence: Evidence, formula: Formula) -> bool:
    """Whether these cells refute ``formula`` in the claim's place; the first that does decides."""
    return any(c.decision is _CONTRADICTS for c in judge_cells(claim, evidence, formula))


def catches(claim: Claim, judged: JudgedEvidence, wrong: Formula) -> bool:
    """Whether a cell refutes ``wrong`` that did not refute the claim; the first decides."""
    cells = judge_cells(claim, judged.evidence, wrong)
    return any(
        w.decision is _CONTRADICTS is not own.decision
        for w, own in zip(cells, judged.cells, strict=True)
    )
