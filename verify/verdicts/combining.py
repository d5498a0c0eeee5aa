"""How judged evidence becomes a verdict, and how small an error of a closed form it would catch."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import flint
import mpmath
import numpy as np

from lemmata.theory.evidence import entries
from lemmata.theory.figures import Range
from lemmata.theory.ledger import Claim, Decision, Evidence, Kind, Verdict
from lemmata.theory.numerics.backends import Array
from lemmata.verify.rocq.record import Checked
from lemmata.verify.verdicts.judging import (
    JudgedCell,
    JudgedEvidence,
    judge_cell,
    judge_evidence,
    zero,
)
from lemmata.verify.verdicts.smallest_constant import refutes
from lemmata.verify.verdicts.vacuity import practical

_AGREES, _CONTRADICTS, _SILENT = Decision.AGREES, Decision.CONTRADICTS, Decision.SILENT
# relative errors that are planted: 10^-60, 2 10^-60, ..., 9 10^-1, 1
_ERRORS = [Fraction(digit, 10**e) for e in range(60, 0, -1) for digit in range(1, 10)]
_ERRORS.append(Fraction(1))


@dataclass(frozen=True)
class Judgement:
    """The judgement of a claim from all its evidence; ``proof`` is what a proved one rests on."""

    verdict: Verdict
    why: str
    evidence: tuple[JudgedEvidence, ...]
    conflict: bool = False
    tightness: float | None = None
    power: float | None = None
    vacuous: bool = False
    proof: Checked | None = None


def _conflict(evidence: Sequence[JudgedEvidence], proof: Checked | None) -> bool:
    """Two routes that cannot both be right.

    A route that looked elsewhere and found nothing does not contradict a counterexample; a proof
    does, and so does the opposite decision on the same cell.
    """
    if proof and any(e.decision is _CONTRADICTS for e in evidence):
        return True
    decided: dict[str, set[tuple[int, Decision]]] = {}
    for route, judged in enumerate(evidence):
        for c in judged.cells:
            if c.decision is not _SILENT:
                key = repr(sorted(c.cell.parameters.items()))
                decided.setdefault(key, set()).add((route, c.decision))
    pairs = (pair for seen in decided.values() for pair in combinations(seen, 2))
    return any(one[0] != other[0] and one[1] is not other[1] for one, other in pairs)


def _off_by(value: Array, error: Fraction) -> Array:
    """``value`` times 1 + error, in its own arithmetic."""
    if isinstance(value, np.ndarray | list):
        return [_off_by(v, error) for v in value]
    if isinstance(value, flint.fmpq | flint.fmpz):
        return value * (1 + flint.fmpq(error.numerator, error.denominator))
    if isinstance(value, float | np.floating):
        return value * (1 + float(error))
    return value * (1 + mpmath.mpf(error.numerator) / error.denominator)


def measured_power(kind: Kind, judged: Sequence[JudgedEvidence]) -> float | None:
    """The smallest relative error of the closed form that the cells catch in either direction, to
    one digit; of a figure, by how much its ranges could be narrowed before one is missed.
    """

    def caught(error: Fraction) -> bool:
        if kind is Kind.FIGURE:
            return any(_misses(c, error) for j in judged for c in j.cells)
        return all(
            any(
                judge_cell(kind, c.cell, _off_by(c.rhs, signed), j.evidence.margin).decision
                is _CONTRADICTS
                for j in judged
                for c in j.cells
            )
            for signed in (error, -error)
        )

    smallest = bisect_left(_ERRORS, True, key=caught)  # a larger one is caught too
    return float(_ERRORS[smallest]) if smallest < len(_ERRORS) else None


def _misses(judged: JudgedCell, share: Fraction) -> bool:
    """Whether a quantity of a figure would lie outside its range, narrowed by this share."""
    if not isinstance(judged.rhs, Range) or judged.cell.interval is None:
        return False
    narrowed = judged.rhs.tightened(share)
    return narrowed is None or narrowed.decide(*judged.cell.interval) is _CONTRADICTS


def combine(claim: Claim, evidence: Sequence[Evidence], proof: Checked | None = None) -> Judgement:
    """The verdict of evidence that is judged here."""
    return together(claim, [judge_evidence(claim, e) for e in evidence], proof)


def together(
    claim: Claim, judged: Sequence[JudgedEvidence], proof: Checked | None = None
) -> Judgement:
    """The verdict that a proof and evidence allow, judged one by one.

    proved: Rocq accepted a proof and no route contradicts it. refuted: some route contradicts the
    claim, for every value of an unspecified constant, and there is no proof. holds: every route
    agrees and the power is known. not run: nothing is left open but routes that nobody ran.
    undecided: anything else, conflicting routes among it, and a constant for which a larger one
    might do.
    """
    cells = [c for j in judged for c in j.cells]
    # 0 <= 0 is no share of a bound, but where the bound is 0 everywhere
    some = any(v != 0 for c in cells for v in entries(c.rhs))
    telling = [c for c in cells if not zero(c)] if some else cells
    tightness = max((c.ratio for c in telling if c.ratio is not None), default=None)
    if claim.kind.is_bound:
        power = None if tightness is None else max(0.0, 1 - tightness)
    else:
        power = measured_power(claim.kind, [j for j in judged if not j.evidence.pending])
    verdict, why, conflict = _verdict(claim, judged, power, proof)
    size = practical(claim)
    silent = size is not None and not size.speaks
    vacuous = silent and verdict in (Verdict.PROVED, Verdict.HOLDS)
    shown = proof if verdict is Verdict.PROVED else None
    return Judgement(verdict, why, tuple(judged), conflict, tightness, power, vacuous, shown)


def _verdict(
    claim: Claim, judged: Sequence[JudgedEvidence], power: float | None, proof: Checked | None
) -> tuple[Verdict, str, bool]:
    if _conflict(judged, proof):
        return Verdict.UNDECIDED, "routes contradict each other", True
    against = [j for j in judged if j.decision is _CONTRADICTS]
    if against and not any(refutes(claim, j.evidence) for j in against):
        why = f"not for the {claim.constant} of {_methods(against)}, and for a larger one it agrees"
        return Verdict.UNDECIDED, why, False
    if against:
        return Verdict.REFUTED, f"refuted by {_methods(against)}", False
    if proof:
        return Verdict.PROVED, f"checked {proof.when}", False
    if not judged:
        return Verdict.NOT_RUN, "no evidence", False
    open_ = [j for j in judged if j.decision is _SILENT]
    for verdict, left in (
        (Verdict.UNDECIDED, [j for j in open_ if j.evidence.ran]),
        (Verdict.NOT_RUN, [j for j in open_ if not j.evidence.ran]),
    ):
        if pending := [j.evidence.pending for j in left if j.evidence.pending]:
            return verdict, "; ".join(pending), False
        if left:
            return verdict, f"not decided by {_methods(left)}", False
    if power is None:
        return Verdict.UNDECIDED, "every route agrees, but their power is not known", False
    return Verdict.HOLDS, f"agreed by {_methods(judged)}", False


def _methods(judged: Sequence[JudgedEvidence]) -> str:
    return ", ".join(sorted({str(j.evidence.method) for j in judged}))


def acceptable(verdict: Verdict, expected: Verdict, *, strict: bool) -> bool:
    """Whether a verdict is compatible with the expected one.

    An unexpected refutation never is, nor is "holds" or "proved" where a refutation was expected.
    "undecided" in the place of another is accepted only below standard effort (``strict`` false),
    and so is "not run", which is as good as an "undecided" that was expected.
    "holds" is accepted where "proved" is expected: the claim is argued, and Rocq has not checked it
    yet. That a proof which it did check has changed is another failure (``verify.rocq.record``).
    """
    if verdict is expected:
        return True
    if verdict is Verdict.REFUTED:
        return False
    if verdict in (Verdict.UNDECIDED, Verdict.NOT_RUN):
        return not strict or (verdict, expected) == (Verdict.NOT_RUN, Verdict.UNDECIDED)
    return expected is not Verdict.REFUTED
