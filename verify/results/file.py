"""reports/results.json, schema 2: the strongest record of every claim, written atomically.

Beside it ``runs/`` keeps the records of every effort and seed, in files of the same schema.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, cast

from lemmata.reports.schema import FALSE_ALARMS as FALSE_ALARMS
from lemmata.reports.schema import (
    SCHEMA,
    Calibration,
    ClaimRecord,
    HistoryRecord,
    MutantCount,
    PaperRecord,
    Results,
    RunRecord,
    Survivor,
)
from lemmata.reports.writing import replace
from lemmata.verify.results import figures
from lemmata.verify.results.conforming import wrong
from lemmata.verify.results.place import folder

if TYPE_CHECKING:  # whoever only reads needs no claims, nor the checks
    from lemmata.verify.runner import Settings

REMEMBERED = 20  # verdicts of a claim
_LONGEST_SEED = 30  # digits that stand in a name
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
    except RecursionError as error:
        raise Unreadable(f"{path.name} is nested too deeply") from error
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise Unreadable(f"{path.name} is not of schema {SCHEMA}")
    entries = found.setdefault("claims", [])
    why = [wrong(entry) for entry in entries] if isinstance(entries, list) else ["no list"]
    if any(why) or not isinstance(found.get("run", {}), dict):
        first = next(filter(None, why), "the run is no object")
        raise Unreadable(f"{path.name} has a claim that is no record of schema {SCHEMA}: {first}")
    return cast(Results, found)


def last_records(path: Path) -> dict[str, ClaimRecord]:
    """The last result of each claim by id."""
    return {entry["id"]: entry for entry in read(path)["claims"]}


def archive(path: Path, settings: Settings) -> Path:
    """Where the records of one effort and seed are kept, beside the results file ``path``."""
    return path.parent / "runs" / f"{run_name(settings)}.json"


def run_name(settings: Settings) -> str:
    """A run in the names of files, by effort and seed: that may be of any length, and they not."""
    seed = str(settings.seed)
    if len(seed) > _LONGEST_SEED:
        seed = hashlib.blake2b(seed.encode(), digest_size=16).hexdigest()
    return f"{settings.effort}-seed{seed}"


def merge(
    path: Path,
    records: Iterable[ClaimRecord],
    order: Collection[str],
    settings: Settings,
    seconds: float,
    calibration: Calibration | None = None,
) -> str | None:
    """Add ``records`` to the file; a stronger one of the same claim stays, and both are remembered.

    Every record is also kept whole in ``runs/``, by effort and seed. Ids not in ``order`` are
    dropped, but for those of papers that it does not know; without a new calibration the last one
    stays. A file that cannot be read is set aside; then the name it now has is returned.
    """
    records = list(records)
    with locked(path.parent):
        own = archive(path, settings)
        _write_merged(own, records, order, settings, seconds, None, lambda new, old: True)
        aside = _write_merged(path, records, order, settings, seconds, calibration, _stronger)
        for name, table in figures.tables(read(path)["claims"]):
            replaced(path.parent / name, table)
        return aside


def _write_merged(
    path: Path,
    records: Iterable[ClaimRecord],
    order: Collection[str],
    settings: Settings,
    seconds: float,
    calibration: Calibration | None,
    replaces: Callable[[ClaimRecord, ClaimRecord], bool],
) -> str | None:
    found, aside = _readable(path)
    by_id = {entry["id"]: entry for entry in found["claims"]}
    for new in records:
        old = by_id.get(new["id"])
        shown = new if old is None or replaces(new, old) else old
        by_id[new["id"]] = {**shown, "history": _history(old, new)}
    papers = {claim_id.partition(":")[0] for claim_id in order}
    others = [i for i in by_id if i.partition(":")[0] not in papers]  # of --from, by another run
    kept = [by_id[claim_id] for claim_id in (*order, *others) if claim_id in by_id]
    from lemmata.verify.results.record import made

    took = {"wall_seconds": round(seconds, 3), "false_alarm_budget": settings.false_alarms}
    run = cast(RunRecord, {**made(settings), **took})
    if known := calibration or (found["run"].get("calibration") if "run" in found else None):
        run["calibration"] = known
    drawn = list(figures.named(kept))
    content = Results(
        schema=SCHEMA, run=run, claims=kept, mutants=_count(kept), figures=drawn, papers=_papers()
    )
    write(path, content)
    return aside


def _papers() -> dict[str, PaperRecord]:
    from lemmata.theory.ledger import ADDRESSES, LEDGER

    return {
        key: {"cited": cited, "address": ADDRESSES.get(key, "")}
        for key, cited in LEDGER.papers.items()
    }


def _readable(path: Path) -> tuple[Results, str | None]:
    """The file; one that cannot be read is set aside under a name that no file has yet."""
    try:
        return read(path), None
    except Unreadable:
        names = (f"{path.stem}.aside{f'-{k}' * bool(k)}{path.suffix}" for k in count())
        aside = next(path.with_name(name) for name in names if not path.with_name(name).exists())
        path.replace(aside)
        return read(path), aside.name


def _stronger(new: ClaimRecord, old: ClaimRecord) -> bool:
    """Whether a record takes the place of another: by its effort; at equal effort, if it repeats
    the other or was made by other code. Another seed of the same strength says no more, and one
    that was left for another time says nothing.
    """
    from lemmata.verify.registry import Effort

    if pending(new) != pending(old):
        return pending(old)
    known = [str(effort) for effort in Effort]  # from the weakest
    efforts = [known.index(one["effort"]) for one in (new, old) if one.get("effort") in known]
    if len(efforts) < 2 or efforts[0] != efforts[1]:
        return len(efforts) < 2 or efforts[0] > efforts[1]
    return new["seed"] == old["seed"] or new.get("code") != old.get("code")


def remembered(record: ClaimRecord, last: Mapping[str, ClaimRecord]) -> bool:
    """Whether the ``last`` records know of this one, shown or in their history."""
    if (old := last.get(record["id"])) is None:
        return False
    history = old.get("history", [])
    run = (record["effort"], record["seed"], record["time"])
    known = ((one["effort"], one["seed"], one["time"]) for one in history)
    return len(history) >= REMEMBERED or run in known


def pending(record: ClaimRecord) -> bool:
    """Whether a check of the claim was left for another time."""
    return any(one.get("pending") for one in record["evidence"])


def _history(old: ClaimRecord | None, new: ClaimRecord) -> list[HistoryRecord]:
    """The verdicts of the last runs, the newest last; a run that is saved again stands once."""
    before = [] if old is None else list(old.get("history", []))
    entry = HistoryRecord(
        verdict=new["verdict"],
        effort=new["effort"],
        seed=new["seed"],
        time=new["time"],
        code=new.get("code", ""),
        failed=bool(new["failures"]),
    )
    return [*(one for one in before if one != entry), entry][-REMEMBERED:]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One process at a time; where the system has no such locks, the last writer wins."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as file:
        try:
            import fcntl
        except ImportError:
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _count(entries: Iterable[ClaimRecord]) -> MutantCount:
    planted = [(entry["id"], mutant) for entry in entries for mutant in entry["mutants"]]
    caught = sum(mutant["caught_by"] is not None for _, mutant in planted)
    lost = [Survivor(claim=i, name=m["name"]) for i, m in planted if m["caught_by"] is None]
    return MutantCount(planted=len(planted), caught=caught, survivors=lost)


def write(path: Path, content: Mapping[str, object]) -> None:
    """Replace the file by strict JSON in one step."""
    text = json.dumps(content, allow_nan=False, ensure_ascii=False)
    replaced(path, f"{text}\n".encode())


def replaced(path: Path, content: bytes) -> None:
    """Replace a file in one step; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, content)
