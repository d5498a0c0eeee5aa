"""reports/results.json, schema 3: the strongest record of every claim, written atomically.

Beside it ``runs/`` keeps the records of every effort and seed, in files of the same schema.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, cast

from lemmata.verify.results import figures, schema
from lemmata.verify.results.place import folder
from lemmata.verify.results.schema import (
    SCHEMA,
    Calibration,
    ClaimRecord,
    HistoryRecord,
    MutantCount,
    PaperRecord,
    Results,
    RunRecord,
    SentenceRecord,
    Survivor,
)
from lemmata.verify.results.writing import replace_file

if TYPE_CHECKING:  # whoever only reads needs no claims, nor the checks
    from lemmata.verify.runner import Settings

REMEMBERED = 20  # verdicts of a claim
_LONGEST_SEED = 30  # digits that stand in a name
PATH = folder() / "results.json"


def read(path: Path) -> Results | None:
    """The results file; None where there is none yet."""
    return schema.read(path, Results) if path.exists() else None


def last_records(path: Path) -> dict[str, ClaimRecord]:
    """The last result of each claim by id."""
    found = read(path)
    return {entry["id"]: entry for entry in found["claims"]} if found else {}


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
) -> None:
    """Add ``records`` to the file; a stronger one of the same claim stays, and both are remembered.

    Every record is also kept whole in ``runs/``, by effort and seed. Ids not in ``order`` are
    dropped, but for those of papers that it does not know; without a new calibration the last one
    stays. Where one of the files is ``Unreadable``, nothing is written.
    """
    records = list(records)
    with lock(path.parent):
        own = archive(path, settings)
        own_last, last = read(own), read(path)
        content = _merged(last, records, order, settings, seconds, calibration, _stronger)
        write(path, content)  # first: what the archive has, a run that is resumed does not repeat
        write(own, _merged(own_last, records, order, settings, seconds, None, lambda *_: True))
        for name, table in figures.tables(content["claims"]):
            replace_file(path.parent / name, table)


def _merged(
    found: Results | None,
    records: Iterable[ClaimRecord],
    order: Collection[str],
    settings: Settings,
    seconds: float,
    calibration: Calibration | None,
    replaces: Callable[[ClaimRecord, ClaimRecord], bool],
) -> Results:
    by_id = {entry["id"]: entry for entry in found["claims"]} if found else {}
    for new in records:
        old = by_id.get(new["id"])
        shown = new if old is None or replaces(new, old) else old
        by_id[new["id"]] = {**shown, "history": _history(old, new)}
    papers = {claim_id.partition(":")[0] for claim_id in order}
    others = [i for i in by_id if i.partition(":")[0] not in papers]  # of --from, by another run
    kept = [by_id[claim_id] for claim_id in (*order, *others) if claim_id in by_id]
    from lemmata.verify.results.record import provenance

    took = {"wall_seconds": round(seconds, 3), "false_alarm_budget": settings.false_alarms}
    run = cast(RunRecord, {**provenance(settings), **took})
    if known := calibration or (found["run"].get("calibration") if found else None):
        run["calibration"] = known
    drawn = list(figures.named(kept))
    return Results(
        schema=SCHEMA,
        run=run,
        claims=kept,
        mutants=_count(kept),
        figures=drawn,
        papers=_papers(),
        sentences=_sentences(),
    )


def _papers() -> dict[str, PaperRecord]:
    from lemmata.theory.ledger import ADDRESSES, LEDGER

    return {
        key: {"cited": cited, "address": ADDRESSES.get(key, "")}
        for key, cited in LEDGER.papers.items()
    }


def _sentences() -> list[SentenceRecord]:
    from lemmata.theory.ledger import sentences

    return [cast(SentenceRecord, asdict(one)) for one in sentences()]


def _stronger(new: ClaimRecord, old: ClaimRecord) -> bool:
    """Whether a record takes the place of another: by its effort; at equal effort, if it repeats
    the other or was made by other code. Another seed of the same strength says no more, and one
    that was left for another time says nothing.
    """
    from lemmata.verify.registry import Effort

    if pending(new) != pending(old):
        return pending(old)
    efforts = list(Effort)  # from the weakest
    strength, last = (efforts.index(Effort(one["effort"])) for one in (new, old))
    if strength != last:
        return strength > last
    return new["seed"] == old["seed"] or new["code"] != old["code"]


def pending(record: ClaimRecord) -> bool:
    """Whether a check of the claim was left for another time."""
    return any(one["pending"] for one in record["evidence"])


def _history(old: ClaimRecord | None, new: ClaimRecord) -> list[HistoryRecord]:
    """The verdicts of the last runs, the newest last; a run that is saved again stands once."""
    before = [] if old is None else old["history"]
    entry = HistoryRecord(
        verdict=new["verdict"],
        effort=new["effort"],
        seed=new["seed"],
        time=new["time"],
        code=new["code"],
        failed=bool(new["failures"]),
    )
    return [*(one for one in before if one != entry), entry][-REMEMBERED:]


@contextmanager
def lock(folder: Path) -> Iterator[None]:
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


def write(path: Path, content: Mapping[str, object], kind: type = Results) -> None:
    """Replace the file in one step by strict JSON of this type."""
    text = json.dumps(content, allow_nan=False, ensure_ascii=False)
    schema.decode(text.encode(), kind)
    replace_file(path, f"{text}\n".encode())
