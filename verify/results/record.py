"""What was found of one claim, as an entry of reports/results.json.

Strict JSON: infinities and high-precision numbers are strings, arrays are nested lists. In the
evidence ``worst`` is the index of the cell that came closest to violating the claim.
"""

import dataclasses
import math
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import flint
import mpmath

from lemmata.theory.figures import Range
from lemmata.theory.ledger import LEDGER, Claim, Decision, Kind, Method
from lemmata.theory.notation import symbols
from lemmata.theory.numerics.backends import as_mpf
from lemmata.verify.registry import Check, loaded_from
from lemmata.verify.results.derivation import derivation_of
from lemmata.verify.results.identity import code, versions
from lemmata.verify.results.schema import (
    EXACT,
    AnswerRecord,
    CellRecord,
    ClaimRecord,
    EffortWord,
    EvidenceRecord,
    FigureData,
    OriginRecord,
    PracticalRecord,
    ProofRecord,
    ProvenanceRecord,
    StatementRecord,
    VerdictWord,
    WorstRecord,
)
from lemmata.verify.rocq.lemmas import contained, rests_on
from lemmata.verify.rocq.record import Checked
from lemmata.verify.runner import DIGITS, Result, Settings
from lemmata.verify.verdicts.judging import JudgedCell, JudgedEvidence, aligned, ratio_of
from lemmata.verify.verdicts.vacuity import practical
from lemmata.verify.witnesses import script_of


def plain(value: Any) -> Any:
    """``value`` as strict JSON can hold it."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return value if abs(value) <= EXACT else str(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(float(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):  # a spectrum
        value = vars(value)
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if hasattr(value, "tolist"):  # arrays and scalars of numpy, tensors, mpmath's and flint's
        return plain(value.tolist())
    if isinstance(value, mpmath.mpf | mpmath.mpc):
        return str(mpmath.nstr(value, DIGITS)).lstrip("+")  # it writes +inf
    if isinstance(value, flint.arb | flint.acb):
        return str(value.str(DIGITS))
    return str(value)


def command(claim_id: str, settings: Settings) -> str:
    """A command to paste that repeats a result."""
    device = "" if settings.device == "cpu" else f" --device {settings.device}"
    train = " --train" if settings.train else ""
    how = f"--seed {settings.seed} --effort {settings.effort}{device}{train}"
    return f"lemmata run {claim_id}{loaded_from(claim_id)} {how}"


def record(result: Result) -> ClaimRecord:
    """A result as an entry of ``claims``: whatever a check returned, strict JSON can hold it."""
    claim, judgement, settings = result.claim, result.judgement, result.settings
    constant = result.constant
    found: ClaimRecord = {
        "id": claim.id,
        **_stated(claim),
        "verdict": cast(VerdictWord, str(judgement.verdict)),
        "why": judgement.why,
        "conflict": judgement.conflict,
        "failures": result.failures,
        "vacuous": judgement.vacuous,
        "practical": _practical(claim),
        "tightness": judgement.tightness,
        "power": judgement.power,
        "constant": constant.high if constant else None,
        "constant_interval": [constant.low, constant.high] if constant else None,
        "constant_cell": constant.cell if constant else None,
        "worst": _worst(result),
        "checks": [_place(check) for check in result.checks],
        "evidence": [
            _evidence(result, check, judged, seconds, parts)
            for (check, seconds, parts), judged in zip(result.ran, judgement.evidence, strict=True)
        ],
        "mutants": [{"name": m.name, "caught_by": m.caught_by} for m in result.mutants],
        **provenance(settings),
        "seconds": round(result.seconds, 3),
        "command": command(claim.id, settings),
        "history": [],  # what the file has of it is added there
        "proof": proof_record(claim, judgement.proof) if judgement.proof else None,
        "script": script_of(claim.id),
    }
    return cast(ClaimRecord, plain(found))


def provenance(settings: Settings) -> ProvenanceRecord:
    """How and when something was found."""
    return {
        "seed": plain(settings.seed),
        "effort": cast(EffortWord, str(settings.effort)),
        "device": settings.device,
        "versions": versions(),
        "code": code(),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _stated(claim: Claim) -> StatementRecord:
    return {
        "paper": claim.paper,
        "kind": str(claim.kind),
        "title": claim.title,
        "subject": claim.subject,
        "left_side": claim.left_side,
        "quotation": claim.quotation,
        "statement": claim.statement,
        "hypotheses": [
            {"name": h.name, "statement": h.statement, "variable": h.variable}
            for h in claim.hypotheses
        ],
        "source": claim.source,
        "uses": list(claim.uses),
        "file": f"{claim.file}:{claim.line}",
        "repair": claim.sharp,
        "expected": str(claim.expected),
        "reason": claim.reason,
        "grade": str(claim.grade) if claim.grade else None,
        "decided_by": claim.decided_by,
        "derivation": derivation_of(claim),
        "symbols": [{"latex": latex, "means": means} for latex, means in symbols(claim).items()],
        "headline": claim.headline,
        "answer": _answer(claim),
    }


def _answer(claim: Claim) -> AnswerRecord:
    """What the authors wrote into ``answers`` beside the file of their claims, if they did."""
    file = Path(claim.file).parent / "answers" / f"{claim.id.partition(':')[2]}.md"
    path = next((root / file for root in LEDGER.roots if (root / file).is_file()), None)
    return {"file": file.as_posix(), "text": path.read_text(encoding="utf-8") if path else ""}


def _worst(result: Result) -> WorstRecord | None:
    """The case of all evidence that came closest to violating the claim, or violated it most.

    Of those that twelve digits do not tell apart, one that a command evaluates alone.
    """
    found = [(e, cell) for e in result.judgement.evidence for cell in e.cells]

    def rank(pair: tuple[JudgedEvidence, JudgedCell]) -> tuple[bool, float, bool]:
        cell = pair[1]
        ratio = -1.0 if cell.ratio is None else float(f"{cell.ratio:.12g}")
        return cell.decision is Decision.CONTRADICTS, ratio, bool(cell.cell.again)

    if not found:
        return None
    evidence, cell = max(found, key=rank)
    return {
        "ratio": cell.ratio,
        "parameters": cell.cell.parameters,
        "label": cell.cell.label,
        "method": str(evidence.evidence.method),
        "command": _cell_command(result, evidence, cell),
    }


def _practical(claim: Claim) -> PracticalRecord | None:
    """What the claim says at a practical size, and from which size on it would say something."""
    size = practical(claim)
    if size is None or claim.trivial is None:
        return None
    return {
        "bound": size.bound,
        "trivial": size.trivial,
        "why": claim.trivial.why,
        "at": claim.trivial.at,
        "scale": claim.trivial.scale,
        "instead": claim.trivial.instead,
        "speaks": size.speaks,
        "speaks_from": size.speaks_from,
    }


def _place(check: Check) -> str:
    return f"{check.file}:{check.line}"


def _evidence(
    result: Result, check: Check, judged: JudgedEvidence, seconds: float, parts: tuple[float, ...]
) -> EvidenceRecord:
    evidence, worst = judged.evidence, judged.worst
    index = next((i for i, cell in enumerate(judged.cells) if cell is worst), None)
    return {
        "method": str(evidence.method),
        "check": check.name,
        "file": _place(check),
        "routes": list(evidence.routes),
        "domain": evidence.domain,
        "decision": str(judged.decision),
        "margin": evidence.margin,
        "cells": [_cell(result.claim.kind, cell) for cell in judged.cells],
        "worst": index,
        "witness": _witness(judged),
        "command": _cell_command(result, judged, worst),
        "seconds": round(seconds, 3),
        "parts": [round(part, 3) for part in parts],
        "figure": cast(FigureData | None, evidence.figure),
        "pending": evidence.pending,
        "recorded": cast(OriginRecord | None, evidence.recorded),
    }


def _cell_command(result: Result, judged: JudgedEvidence, cell: JudgedCell | None) -> str:
    """What evaluates the cell again, or a refutation, or repeats any other result."""
    if cell is not None and cell.cell.again:
        return cell.cell.again
    sampled = judged.evidence.method is Method.STATISTICAL
    if judged.decision is Decision.CONTRADICTS and not sampled:
        source = loaded_from(result.claim.id)
        return f"lemmata show {result.claim.id}{source} --witness --seed {result.settings.seed}"
    return command(result.claim.id, result.settings)


def _witness(judged: JudgedEvidence) -> Mapping[str, Any] | None:
    """The evidence's own witness, or the parameters of the cell that contradicts most."""
    if judged.evidence.witness is not None or judged.decision is not Decision.CONTRADICTS:
        return judged.evidence.witness
    return None if judged.worst is None else judged.worst.cell.parameters


def _cell(kind: Kind, judged: JudgedCell) -> CellRecord:
    cell = judged.cell
    shares = [_share(kind, end, judged.rhs) for end in cell.interval or ()]
    ends = [share for share in shares if share is not None]
    return {
        "parameters": cell.parameters,
        "lhs": cell.lhs,
        "rhs": str(judged.rhs) if isinstance(judged.rhs, Range) else judged.rhs,
        "slack": _slack(kind, cell.lhs, judged.rhs),
        "ratio": judged.ratio,
        "ratio_interval": ends if len(ends) == 2 else None,
        "ratio_exact": _share(kind, cell.exact, judged.rhs),
        "decision": str(judged.decision),
        "interval": cell.interval,
        "interval_method": cell.interval_method,
        "samples": cell.samples,
        "needed": judged.needed,
        "tolerance": cell.tolerance,
        "label": cell.label,
        "exact": cell.exact,
    }


def _slack(kind: Kind, lhs: Any, rhs: Any) -> Any:
    """What is left of the bound, negative where it is violated; for the rest, the difference."""
    if lhs is None or rhs is None:
        return None
    if isinstance(rhs, Range):
        return -rhs.outside(lhs)
    sides = (kind.ascending(*pair) for pair in zip(*aligned(lhs, rhs), strict=True))
    left = [large - small for small, large in sides]
    return min(left) if kind.is_bound else max(map(abs, left))


def _share(kind: Kind, value: Any, rhs: Any) -> float | None:
    """How much of a bound is used, of single finite numbers of one sign: what can be drawn."""
    if not kind.is_bound:
        return None
    value, rhs = _single(value), _single(rhs)
    return None if value is None or rhs is None or value * rhs <= 0 else ratio_of(kind, value, rhs)


def _single(value: Any) -> Any:
    """A finite number of any arithmetic as one of mpmath's, a ball by its midpoint; else None."""
    if isinstance(value, flint.arb):
        return as_mpf(value) if value.is_finite() else None
    if isinstance(value, flint.fmpq):
        return mpmath.mpf(int(value.p)) / int(value.q)
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, bool) or not isinstance(value, int | float | mpmath.mpf | flint.fmpz):
        return None
    number = mpmath.mpf(int(value) if isinstance(value, flint.fmpz) else value)
    return number if mpmath.isfinite(number) else None


def proof_record(claim: Claim, proof: Checked) -> ProofRecord:
    """A theorem that Rocq accepted, as plain values."""
    return {
        "file": f"{proof.file}:{proof.line}",
        "theorem": proof.theorem,
        "statement": proof.statement_text,
        "sketch": proof.sketch,
        "source": proof.source,
        "rests_on": rests_on(claim),
        "contains": contained(claim),
        "axioms": {"logical": list(proof.logical), "textbook": list(proof.textbook)},
        "checked": {"by": f"Rocq {proof.version}", "at": proof.date, "here": False},
    }
