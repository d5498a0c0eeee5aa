"""reports/results.json, schema 1: what was found, merged by claim id and written atomically.

Strict JSON: infinities and high-precision numbers are strings, arrays are nested lists. In the
evidence ``worst`` is the index of the cell that came closest to violating the claim.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any, TypeAlias

import flint
import mpmath
import numpy as np

from theory.ledger import Claim, Decision, Kind, Method
from theory.practical import practical
from theory.verdict import JudgedCell, JudgedEvidence
from verify.registry import Check
from verify.runner import DIGITS, Result, Settings

Record: TypeAlias = dict[str, Any]

SCHEMA = 1
PATH = Path(__file__).resolve().parents[1] / "reports" / "results.json"
PACKAGES = ("lemmata", "torch", "numpy", "scipy", "hypothesis", "mpmath", "python-flint")
_EXACT_IN_JSON = 2**53  # larger integers lose digits in readers that know only doubles


class Unreadable(ValueError):
    """A results file that is not JSON of this schema."""


def plain(value: Any) -> Any:
    """``value`` as strict JSON can hold it."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return value if abs(value) <= _EXACT_IN_JSON else str(value)
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
    return f"lemmata run {claim_id} --seed {settings.seed} --effort {settings.effort}{device}"


def record(result: Result) -> Record:
    """A result as an entry of ``claims``."""
    judgement, settings, constant = result.judgement, result.settings, result.constant
    return {
        **_described(result.claim),
        "verdict": str(judgement.verdict),
        "why": judgement.why,
        "conflict": judgement.conflict,
        "failures": result.failures,
        "vacuous": judgement.vacuous,
        "practical": _practical(result.claim),
        "tightness": plain(judgement.tightness),
        "power": plain(judgement.power),
        "constant": None if constant is None else constant.high,
        "constant_interval": None if constant is None else [constant.low, constant.high],
        "constant_cell": None if constant is None else constant.cell,
        "worst": _worst(result),
        "checks": [_place(check) for check in result.checks],
        "evidence": [
            _evidence(result, check, judged)
            for check, judged in zip(result.ran, judgement.evidence, strict=True)
        ],
        "mutants": [{"name": m.name, "caught_by": m.caught_by} for m in result.mutants],
        "seed": settings.seed,
        "effort": str(settings.effort),
        "device": settings.device,
        "versions": versions(),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": round(result.seconds, 3),
        "command": command(result.claim.id, settings),
    }


def _worst(result: Result) -> Record | None:
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
        "ratio": plain(cell.ratio),
        "parameters": plain(cell.cell.parameters),
        "label": cell.cell.label,
        "method": str(evidence.evidence.method),
        "command": _cell_command(result, evidence, cell),
    }


def _practical(claim: Claim) -> Record | None:
    """What the claim says at a practical size, and from which size on it would say something."""
    size = practical(claim)
    if size is None or claim.trivial is None:
        return None
    return {
        "bound": size.bound,
        "trivial": size.trivial,
        "why": claim.trivial.why,
        "at": plain(dict(claim.trivial.at)),
        "scale": claim.trivial.scale,
        "speaks": size.speaks,
        "speaks_from": size.speaks_from,
    }


def _described(claim: Claim) -> Record:
    """What does not depend on the run."""
    return {
        "id": claim.id,
        "paper": claim.paper,
        "kind": str(claim.kind),
        "title": claim.title,
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
        "decided_by": claim.decided_by,
    }


def _place(check: Check) -> str:
    return f"{check.file}:{check.line}"


def _evidence(result: Result, check: Check, judged: JudgedEvidence) -> Record:
    evidence = judged.evidence
    worst = judged.worst
    index = next((i for i, cell in enumerate(judged.cells) if cell is worst), None)
    return {
        "method": str(evidence.method),
        "check": check.name,
        "file": _place(check),
        "routes": list(evidence.routes),
        "domain": evidence.domain,
        "decision": str(judged.decision),
        "covers": evidence.covers,
        "margin": evidence.margin,
        "cells": [_cell(result.claim.kind, cell) for cell in judged.cells],
        "worst": index,
        "witness": plain(_witness(judged)),
        "command": _cell_command(result, judged, worst),
    }


def _cell_command(result: Result, judged: JudgedEvidence, cell: JudgedCell | None) -> str:
    """What evaluates the cell again, or a refutation, or repeats any other result."""
    if cell is not None and cell.cell.again:
        return cell.cell.again
    sampled = judged.evidence.method is Method.STATISTICAL
    if judged.decision is Decision.CONTRADICTS and not sampled:
        return f"lemmata witness {result.claim.id} --seed {result.settings.seed}"
    return command(result.claim.id, result.settings)


def _witness(judged: JudgedEvidence) -> Mapping[str, Any] | None:
    """The evidence's own witness, or the parameters of the cell that contradicts most."""
    if judged.evidence.witness is not None or judged.decision is not Decision.CONTRADICTS:
        return judged.evidence.witness
    return None if judged.worst is None else judged.worst.cell.parameters


def _cell(kind: Kind, judged: JudgedCell) -> Record:
    cell = judged.cell
    return {
        "parameters": plain(cell.parameters),
        "lhs": plain(cell.lhs),
        "rhs": plain(judged.rhs),
        "slack": plain(_slack(kind, cell.lhs, judged.rhs)),
        "ratio": plain(judged.ratio),
        "decision": str(judged.decision),
        "interval": plain(cell.interval),
        "interval_method": cell.interval_method,
        "samples": cell.samples,
        "needed": plain(judged.needed),
        "tolerance": cell.tolerance,
        "label": cell.label,
        "exact": plain(cell.exact),
    }


def _slack(kind: Kind, lhs: Any, rhs: Any) -> Any:
    """What is left of the bound, negative where it is violated; for the rest, the difference."""
    if lhs is None or rhs is None:
        return None
    sides = [np.atleast_1d(np.asarray(side, dtype=object)).ravel() for side in (lhs, rhs)]
    size = max(side.size for side in sides)  # the shorter side is repeated, as in judging
    left, right = (np.resize(side, size) for side in sides)
    difference = right - left
    if kind is Kind.UPPER_BOUND:
        return min(difference.flat)
    if kind is Kind.LOWER_BOUND:
        return min((-difference).flat)
    return max(abs(difference).flat)


def versions() -> dict[str, str]:
    """The versions a result depends on, read without importing anything."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def read(path: Path) -> Record:
    """The results file, or an empty one where there is none yet."""
    if not path.exists():
        return {"schema": SCHEMA, "run": {}, "claims": [], "figures": []}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Unreadable(f"{path.name} is not JSON: {error}") from error
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise Unreadable(f"{path.name} is not of schema {SCHEMA}")
    return found


def last_records(path: Path) -> dict[str, Record]:
    """The last result of each claim by id; none where the file cannot be read."""
    try:
        return {entry["id"]: entry for entry in read(path).get("claims", [])}
    except Unreadable:
        return {}


def merge(
    path: Path, records: Iterable[Record], order: Iterable[str], settings: Settings, seconds: float
) -> str | None:
    """Write ``records`` over those of the same id in the file; ids not in ``order`` are dropped.

    A file that cannot be read is set aside; then the name it now has is returned.
    """
    aside = None
    try:
        found = read(path)
    except Unreadable:
        aside = path.with_name(f"{path.stem}.aside{path.suffix}")
        path.replace(aside)
        found = read(path)
    new = {entry["id"]: entry for entry in records}
    by_id = {entry["id"]: entry for entry in found.get("claims", [])} | new
    kept = [by_id[claim_id] for claim_id in order if claim_id in by_id]
    content = _file(kept, found.get("figures", []), settings, seconds)
    content["run"] |= _calibration(found, new, kept, settings.seed)
    write(path, content)
    return None if aside is None else aside.name


def _calibration(found: Record, new: Record, kept: list[Record], seed: int) -> Record:
    """How often the intervals cover the truth on known laws: the file's, or measured now.

    It is measured where there are intervals, if the file does not say or every claim was run.
    """
    last = found.get("run", {}).get("calibration")
    sampled = any(c["interval"] for r in new.values() for e in r["evidence"] for c in e["cells"])
    if sampled and (last is None or len(new) == len(kept)):
        from verify.calibration import measure

        last = measure(seed)
    return {} if last is None else {"calibration": last}


def _file(entries: list[Record], figures: list[Any], settings: Settings, seconds: float) -> Record:
    planted = [(entry["id"], mutant) for entry in entries for mutant in entry["mutants"]]
    survivors = [{"claim": i, "name": m["name"]} for i, m in planted if m["caught_by"] is None]
    return {
        "schema": SCHEMA,
        "run": {
            "seed": settings.seed,
            "effort": str(settings.effort),
            "device": settings.device,
            "versions": versions(),
            "wall_seconds": round(seconds, 3),
            "false_alarm_budget": settings.false_alarms,
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
        },
        "claims": entries,
        "mutants": {
            "planted": len(planted),
            "caught": len(planted) - len(survivors),
            "survivors": survivors,
        },
        "figures": figures,
    }


def write(path: Path, content: Record) -> None:
    """Replace the file in one step, so that a run that dies leaves the last good one."""
    text = json.dumps(content, allow_nan=False, ensure_ascii=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
        os.chmod(temporary, 0o644)  # mkstemp makes it private
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
