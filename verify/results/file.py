"""reports/results.json, schema 1: the records of all claims, merged by id, written atomically."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from verify.results.place import folder
from verify.results.record import Record, versions
from verify.runner import Settings

SCHEMA = 1
PATH = folder() / "results.json"
_ALWAYS = {
    "id", "verdict", "why", "vacuous", "tightness", "power", "constant", "evidence", "failures",
    "mutants", "command",
}  # fmt: skip


class Unreadable(ValueError):
    """A results file that is not JSON of this schema."""


def read(path: Path) -> Record:
    """The results file, or an empty one where there is none yet; else it is ``Unreadable``."""
    if not path.exists():
        return {"schema": SCHEMA, "run": {}, "claims": [], "figures": []}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(f"{path.name} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise Unreadable(f"{path.name} is not JSON: {error}") from error
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise Unreadable(f"{path.name} is not of schema {SCHEMA}")
    entries = found.get("claims", [])
    if not isinstance(entries, list) or not all(map(_is_record, entries)):
        raise Unreadable(f"{path.name} has a claim that is no record of schema {SCHEMA}")
    return found


def _is_record(entry: Any) -> bool:
    """Whether ``lemmata show`` can show it; what came to the schema later may be missing."""
    return isinstance(entry, dict) and entry.keys() >= _ALWAYS


def last_records(path: Path) -> dict[str, Record]:
    """The last result of each claim by id."""
    return {entry["id"]: entry for entry in read(path).get("claims", [])}


def merge(
    path: Path, records: Iterable[Record], order: Iterable[str], settings: Settings, seconds: float,
    finished: bool = True,
) -> str | None:  # fmt: skip
    """Write ``records`` over those of the same id in the file; ids not in ``order`` are dropped.

    A run that is not finished leaves the calibration as it was. A file that cannot be read is set
    aside; then the name it now has is returned.
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
    last = found.get("run", {}).get("calibration")
    if finished and _wants_calibration(last, new, kept):
        from verify.statistics.calibration import measure

        last = measure(settings.seed)
    content["run"] |= {} if last is None else {"calibration": last}
    write(path, content)
    return None if aside is None else aside.name


def _wants_calibration(last: Record | None, new: Record, kept: list[Record]) -> bool:
    """How often the intervals cover the truth on known laws is measured where there are intervals,
    if the file does not say or every claim was run.
    """
    sampled = any(c["interval"] for r in new.values() for e in r["evidence"] for c in e["cells"])
    return sampled and (last is None or len(new) == len(kept))


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
