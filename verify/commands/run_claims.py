"""What ``lemmata run`` does: the checks of claims, a closing table, the results and the page."""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from lemmata.theory.ledger import Claim, Kind
from lemmata.verify import runner
from lemmata.verify.commands.common import (
    FAILED,
    INTERRUPTED,
    MISUSED,
    carried_out,
    last_records,
    require_workers,
    working,
)
from lemmata.verify.commands.text import ledger_text
from lemmata.verify.commands.text.terminal import COLOURS, console, counting, duration, table
from lemmata.verify.data.loading import require_sound
from lemmata.verify.errors import Misuse
from lemmata.verify.machine import memory
from lemmata.verify.machine.effort import Effort
from lemmata.verify.results import file as results
from lemmata.verify.results.identity import code
from lemmata.verify.results.record import Record
from lemmata.verify.results.schema import Unreadable
from lemmata.verify.runner import Settings
from lemmata.verify.work.pool import Pool
from lemmata.verify.work.running import Kept, Running, costs_from

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

KEPT_EVERY = 60.0  # seconds
MANY = 20  # claims to draw
LONG = (Effort.THOROUGH, Effort.PAPER)  # taken up by themselves


def run_claims(
    selected: Sequence[Claim],
    settings: Settings,
    *,
    resume: bool,
    fail_fast: bool,
    workers: int | None,
    scheduler: str | None,
) -> int:
    """Run the checks of these claims, save, print the table; the exit code."""
    require_workers(workers, scheduler)
    if settings.effort is not Effort.SMOKE and any(one.kind is Kind.FIGURE for one in selected):
        require_sound()  # else figures would be left out
    _require_writable(results.PATH.parent)
    last, own = last_records(), results.last_records(results.archive(results.PATH, settings))
    done = _already_done(selected, own, settings) if resume else {}
    missing = [claim for claim in selected if claim.id not in done]
    running = _begun(missing, settings, resume, last)
    if running.taken_up or done:
        text = f"{running.taken_up} of {running.total} checks"
        print(f"taking up a run: {len(done)} claims and {text} are done", file=sys.stderr)
    if settings.train and (wanted := running.trainings):
        from lemmata.verify.training.cost import told

        print(told(wanted, settings.device), file=sys.stderr)
    run = _ClaimsRun(runner.load(), settings, running, fail_fast)
    # the results file was lost since, or could not be written
    run.records |= {i: one for i, one in done.items() if not results.remembered(one, last)}
    them = working(workers, scheduler, len(running.left), settings)
    ended = carried_out(lambda: run.carry_out(them))
    return run.close({**done, **run.records}, selected, ended)


def _begun(
    missing: Sequence[Claim], settings: Settings, resume: bool, last: Mapping[str, Record]
) -> Running:
    """The tasks of these claims, less those that an unfinished run has done if it is taken up."""
    kept = Kept(_unfinished(settings))
    if not resume and settings.effort not in LONG:
        kept.clear()
    return Running(missing, settings, kept, costs_from(last))


def _already_done(
    selected: Sequence[Claim], last: Mapping[str, Record], settings: Settings
) -> dict[str, Record]:
    """The last records of these claims with these settings that the same code has made.

    A claim that failed is run again: what broke it may have been the machine.
    """
    found = (last[claim.id] for claim in selected if claim.id in last)
    same = (code(), settings.device)
    return {
        one["id"]: one
        for one in found
        if (one["code"], one["device"]) == same
        if not results.pending(one) and not one["failures"]
    }


def _unfinished(settings: Settings) -> Path:
    """Where the tasks of a run are kept until it is over."""
    name = f"{results.run_name(settings)}-{settings.device}-{code()}"
    return results.PATH.parent / "unfinished" / name


def _require_writable(folder: Path) -> None:
    """Refuse a run whose results could not be kept; the folder is made with the first of them."""
    try:
        there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        raise Misuse(f"cannot write into {folder}: {error.strerror}") from error


class _ClaimsRun:
    """One run from its first task to its table."""

    def __init__(
        self, known: Mapping[str, Claim], settings: Settings, running: Running, fail_fast: bool
    ) -> None:
        self.known, self.settings, self.running = known, settings, running
        self.fail_fast = fail_fast
        self.records: dict[str, Record] = {}
        self.start = time.perf_counter()

    def carry_out(self, workers: AbstractContextManager[Pool]) -> int:
        """Do the tasks; the exit code is 0 if the last of them was done."""
        with counting(*self._columns()) as bar, workers as pool:
            task = bar.add_task("", total=self.running.total, completed=self.running.taken_up)
            kept = time.monotonic()
            for record in self.running.records(pool):
                self.records[record["id"]] = record
                left = self.running.seconds_left / pool.size
                tasks = f"{len(pool.running)} tasks on {pool.size} workers"
                bar.update(
                    task,
                    completed=self.running.total - len(self.running.left),
                    description=f"{tasks}, about {duration(left)} left; {record['id']}",
                )
                if record["failures"]:
                    bar.console.print(ledger_text.ledger(record) + "\n", markup=False)
                    if self.fail_fast:
                        return FAILED
                if time.monotonic() - kept > KEPT_EVERY:
                    self.keep_for_now()
                    kept = time.monotonic()
        return 0

    def _columns(self) -> list["ProgressColumn"]:
        """How far the networks are that are being trained, if any may be."""
        if not self.settings.train:
            return []
        from lemmata.verify.training.column import TrainingColumn

        return [TrainingColumn()]

    def keep(self, last: bool = False) -> None:
        from lemmata.verify.statistics.calibration import renewed

        records = list(self.records.values())
        new = renewed(results.PATH, records, self.known, self.settings.seed) if last else None
        seconds = time.perf_counter() - self.start
        results.merge(results.PATH, records, self.known, self.settings, seconds, new)

    def draw(self) -> None:
        """The plots of the claims that were run, from the records that the page shows."""
        from lemmata.props.drawn.pictures import picture_of
        from lemmata.verify.results import pictures

        shown = last_records()
        records = [shown[claim_id] for claim_id in self.records if claim_id in shown]
        if len(records) > MANY:  # some half a minute
            print(f"drawing the plots of {len(records)} claims", file=sys.stderr)
        pictures.renew(results.PATH.parent, records, self.known, picture_of)

    def keep_for_now(self) -> None:
        """A long run may be killed; that its results cannot be saved now does not end it."""
        try:
            self.keep()
        except (OSError, Unreadable) as error:
            print(f"lemmata: not saved yet: {error}", file=sys.stderr)

    def close(self, records: Mapping[str, Record], selected: Sequence[Claim], code: int) -> int:
        """Save, build the page and print the table of ``records``, in the order of the claims."""
        shown = [records[claim.id] for claim in selected if claim.id in records]
        try:
            if self.records:
                from lemmata.reports.build import build

                self.keep(last=True)
                if code != INTERRUPTED and self.settings.effort is not Effort.SMOKE:
                    self.draw()
                build(results.PATH)
            if len(shown) == len(selected):
                self.running.kept.clear()
        except OSError as error:
            print(f"lemmata: cannot save {error.filename}: {error.strerror}", file=sys.stderr)
            code = code or MISUSED
        except Unreadable as error:  # it was damaged while the run went on
            print(f"lemmata: {error}", file=sys.stderr)
            code = code or MISUSED
        if shown:
            _closing_table(shown, len(selected))
        if too_much := memory.excess(self.settings.device, self.settings.effort):
            print(too_much, file=sys.stderr)
        if code == INTERRUPTED:
            print(f"interrupted: {len(shown)} of {len(selected)} claims finished and kept")
        failed = any(record["failures"] for record in shown)
        return code or (FAILED if failed else 0)


def _closing_table(records: Sequence[Record], selected: int) -> None:
    heads = ("claim", "verdict", "tight", "power", "caught", "s")
    writer = console()
    writer.print(table(heads, map(_row, records), texts=2, gap=1))
    verdicts = Counter[str](record["verdict"] for record in records)
    counts = [f"{verdicts[verdict]} {verdict}" for verdict in COLOURS if verdicts[verdict]]
    counts.append(f"{sum(bool(record['failures']) for record in records)} failed")
    writer.print(f"{len(records)} of {selected} claims: {', '.join(counts)}")
    for (verdict, why), ids in _left(records).items():
        writer.print(f"{verdict}: {', '.join(ids)}: {why}", markup=False)
    for record in records:
        if record["verdict"] == "undecided" and not results.pending(record):
            for cell in ledger_text.undecided_cells(record)[:1]:
                text = f"undecided: {record['id']}: {ledger_text.wanting(cell)}"
                writer.print(f"{text} at {ledger_text.where(cell)}", markup=False)


def _row(record: Record) -> list[str]:
    caught = [mutant["caught_by"] is not None for mutant in record["mutants"]]
    numbers = _number(record["tightness"]), _number(record["power"])
    share = f"{sum(caught)}/{len(caught)}" if caught else ""
    return [record["id"], _verdict(record), *numbers, share, f"{record['seconds']:.1f}"]


def _left(records: Sequence[Record]) -> dict[tuple[str, str], list[str]]:
    """The claims that were left for another time, by the verdict and its reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for record in records:
        if results.pending(record):
            found.setdefault((record["verdict"], record["why"]), []).append(record["id"])
    return found


def _number(value: float | str | None) -> str:
    """Two digits; what strict JSON holds as a string is shortened as one."""
    if value is None:
        return ""
    return ledger_text.short(value) if isinstance(value, str) else f"{value:.2g}"


def _verdict(record: Record) -> str:
    text = record["verdict"] + (", vacuous" if record["vacuous"] else "")
    mark = "[red]✗[/] " if record["failures"] else ""
    return f"{mark}[{COLOURS[record['verdict']]}]{text}[/]"
