"""reports/results.json, schema 1: the records of all claims, merged by id, written atomically."""

import json
import os
import tempfile
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import cast

from reports.schema import (
    Calibration,
    ClaimRecord,
    MutantCount,
    Results,
    RunRecord,
    ShownRecord,
    Survivor,
)
from verify.results.place import folder
from verify.results.record import made
from verify.runner import Settings

SCHEMA = 1
PATH = folder() / "results.json"


class Unreadable(ValueError):
    """A results file that is not JSON of this schema."""


def read(path: Path) -> Results:
    """The results file, or an empty one where there is none yet; else it is ``Unreadable``."""
    if not path.exists():
        return {"schema": SCHEMA, "claims": [], "figures": []}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(f"{path.name} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise Unreadable(f"{path.name} is not JSON: {error}") from error
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise Unreadable(f"{path.name} is not of schema {SCHEMA}")
    entries, always = found.setdefault("claims", []), ShownRecord.__required_keys__
    if not isinstance(entries, list) or not all(
        isinstance(entry, dict) and entry.keys() >= always for entry in entries
    ):
        raise Unreadable(f"{path.name} has a claim that is no record of schema {SCHEMA}")
    return cast(Results, found)


def last_records(path: Path) -> dict[str, ClaimRecord]:
    """The last result of each claim by id."""
    return {entry["id"]: entry for entry in read(path)["claims"]}


def merge(
    path: Path, records: Iterable[ClaimRecord], order: Collection[str], settings: Settings,
    seconds: float, calibration: Calibration | None = None,
) -> str | None:  # fmt: skip
    """Write ``records`` over those of the same id in the file; ids not in ``order`` are dropped.

    Without a new calibration the last one stays. A file that cannot be read is set aside; then the
    name it now has is returned.
    """
    aside = None
    try:
        found = read(path)
    except Unreadable:
        aside = path.with_name(f"{path.stem}.aside{path.suffix}")
        path.replace(aside)
        found = read(path)
    by_id = {entry["id"]: entry for entry in (*found["claims"], *records)}
    kept = [by_id[claim_id] for claim_id in order if claim_id in by_id]
    took = {"wall_seconds": round(seconds, 3), "false_alarm_budget": settings.false_alarms}
    run = cast(RunRecord, {**made(settings), **took})
    if known := calibration or (found["run"].get("calibration") if "run" in found else None):
        run["calibration"] = known
    figures = found.get("figures", [])
    content = Results(schema=SCHEMA, run=run, claims=kept, mutants=_count(kept), figures=figures)
    write(path, content)
    return None if aside is None else aside.name


def _count(entries: Iterable[ClaimRecord]) -> MutantCount:
    planted = [(entry["id"], mutant) for entry in entries for mutant in entry["mutants"]]
    caught = sum(mutant["caught_by"] is not None for _, mutant in planted)
    lost = [Survivor(claim=i, name=m["name"]) for i, m in planted if m["caught_by"] is None]
    return MutantCount(planted=len(planted), caught=caught, survivors=lost)


def write(path: Path, content: Mapping[str, object]) -> None:
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
