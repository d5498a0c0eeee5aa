"""``lemmata run``: the checks of claims, a closing table, the results and the page.

Help loads no claim, so that what needs them is imported by the functions.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lemmata.verify.commands.choosing import by_keyword, last_failed
from lemmata.verify.commands.common import (
    FAILED,
    INTERRUPTED,
    MISUSED,
    From,
    Out,
    Patterns,
    Scheduler,
    Seed,
    Workers,
    device_name,
    exit_code,
    last_records,
    load_claims,
    require_own,
    require_workers,
    require_writable,
    save,
    select,
    workers_for,
)
from lemmata.verify.commands.junit import require_file, write_junit
from lemmata.verify.commands.text.terminal import COLOURS, console, counting, duration, table
from lemmata.verify.data.command import DataFolder, use_folder
from lemmata.verify.errors import Misuse
from lemmata.verify.machine import memory
from lemmata.verify.machine.device import Device
from lemmata.verify.machine.effort import Effort
from lemmata.verify.results import file as results
from lemmata.verify.results.identity import code
from lemmata.verify.results.schema import Unreadable, recorded

if TYPE_CHECKING:
    from lemmata.theory.ledger import Claim
    from lemmata.verify.results.schema import ClaimRecord
    from lemmata.verify.runner import Settings
    from lemmata.verify.work.pool import Pool
    from lemmata.verify.work.running import Running, TaskFiles

SAVE_EVERY = 60.0  # seconds
LONG = (Effort.THOROUGH, Effort.PAPER)  # resumed without being asked to
_LARGEST_SEED = 2**64 - 1  # of several: their names must stay short

HowLong = Annotated[
    Effort,
    typer.Option(
        help="How long to look; verdicts count from standard on. Thorough samples 16 times as"
        " much and hunts, paper samples 64 times as much and trains at the papers' size."
    ),
]

MayTrain = Annotated[
    bool,
    typer.Option(
        "--train",
        help="Train the networks of figures in training, once for all of them; without it such"
        " a figure is drawn from what is kept, or is not run.",
    ),
]


def command(
    ids: Patterns = None,
    effort: HowLong = Effort.STANDARD,
    seed: Seed = 0,
    device: Annotated[
        Device, typer.Option(help="Where tensors live; auto is cuda if there is one, else cpu.")
    ] = Device.AUTO,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Do only what is missing; thorough and paper runs do so."),
    ] = False,
    train: MayTrain = False,
    data: DataFolder = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    fail_fast: Annotated[
        bool, typer.Option("--fail-fast", help="Stop at the first claim that fails.")
    ] = False,
    seeds: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=10**6,
            help="Instead, run what samples at N seeds, from --seed on, and compare the verdicts.",
        ),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            min=1e-12, max=0.5, help="With --seeds: chance of a false alarm in a run; else 1e-6."
        ),
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="With --seeds: keep the count of alarms for the page.")
    ] = False,
    keyword: Annotated[
        str | None,
        typer.Option("-k", metavar="EXPRESSION", help="Of these, what fits: 'rank and not C.8'."),
    ] = None,
    failed_alone: Annotated[
        bool,
        typer.Option("--last-failed", "--lf", help="Of these, what failed last; else all."),
    ] = False,
    durations: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Print the N slowest checks; 0: all of them."),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the results as JUnit's XML.")
    ] = None,
    from_: From = None,
    out: Out = None,
) -> int:
    """Run the checks of claims and write the report.

    Results are merged into reports/results.json; reports/index.html is rebuilt from it. Those of
    --from FILE go to FILE-report of the current directory. A run that was interrupted or killed
    goes on with --resume, and ends with the same numbers.

    With --seeds N --budget 0.05 --effort smoke, at most about one run in twenty may have a verdict
    against the expected one. The same command continues such a count where it was stopped.

    Example: lemmata run 'meterez2024:lemma-C.*' --effort thorough
    """
    if seeds is None:
        _refuse({"--budget": budget, "--keep": keep}, "needs --seeds")
    else:
        instead: dict[str, object] = {
            "--resume": resume,
            "--train": train,
            "--fail-fast": fail_fast,
        }
        instead |= {"--junit": junit, "--durations": durations is not None}
        _refuse(instead, "does not go with --seeds")
        if seed > _LARGEST_SEED:
            raise Misuse(f"--seed with --seeds is too large; expected at most {_LARGEST_SEED}")
    require_workers(workers, scheduler)
    selected = select(load_claims(from_), ids)
    if keyword is not None:
        selected = by_keyword(selected, keyword)
    if failed_alone:
        selected = last_failed(selected, last_records())
    name = device_name(device, effort, scheduler)
    require_writable(results.PATH.parent)
    require_own(results.PATH.parent)
    if junit is not None:
        require_file(junit)
    if data is not None:
        use_folder(data)
    from lemmata.verify import runner

    settings = runner.Settings(effort, seed, name, budget or runner.FALSE_ALARM_BUDGET, train=train)
    if seeds is None:
        run = ClaimsRun(selected, settings, resume, fail_fast)
        code = run.carry_out(workers_for(run.tasks, settings, workers, scheduler))
        if junit is not None:
            write_junit(junit, run.records, time.perf_counter() - run.start)
        if durations is not None:
            _print_durations(run.records, durations)
        return code
    from lemmata.verify.commands.run_seeds import SeedsRun

    count = SeedsRun(selected, settings, range(seed, seed + seeds), named=bool(ids), keep=keep)
    return count.carry_out(workers_for(count.tasks, settings, workers, scheduler))


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Refuse the first of these options that was given."""
    for option, value in options.items():
        if value:
            raise Misuse(f"{option} {why}")


def task_files() -> TaskFiles:
    """Where the finished tasks of a run stand until it is over."""
    from lemmata.verify.work.running import TaskFiles

    return TaskFiles(results.PATH.parent / "unfinished")


def follow(running: Running, pool: Pool, *columns: Any) -> Iterator[Any]:
    """What is concluded of each claim, while a terminal shows how far the tasks are; where there is
    none, a line a claim says so."""
    lines, concluded = not console().is_terminal, 0
    with counting(*columns) as bar:
        task = bar.add_task("", total=running.total, completed=running.finished)
        for found in running.records(pool):
            left = f"about {duration(running.seconds_left / pool.size)} left"
            concluded += 1
            name = found["id"] if isinstance(found, dict) else f"{found[0]} at seed {found[1]}"
            bar.update(
                task,
                total=running.total,
                completed=running.total - len(running.left),
                description=f"{len(pool.running)} tasks on {pool.size} workers, {left}; {name}",
            )
            if lines:
                print(
                    f"{concluded} of {len(running.seen)}: {name}, {left}",
                    file=sys.stderr,
                    flush=True,
                )
            yield found


class ClaimsRun:
    """One run of claims from its first task to its table."""

    def __init__(
        self, selected: Sequence[Claim], settings: Settings, resume: bool, fail_fast: bool
    ) -> None:
        from lemmata.theory.ledger import Kind
        from lemmata.verify.data.loading import require_sound
        from lemmata.verify.figures.recorded import require_untampered
        from lemmata.verify.work.running import Running, costs_from

        self.selected, self.settings, self.fail_fast = selected, settings, fail_fast
        self.start = time.perf_counter()
        if settings.effort is not Effort.SMOKE and any(one.kind is Kind.FIGURE for one in selected):
            require_sound()  # else figures would be left out
            require_untampered()
        last, own = last_records(), results.last_records(results.archive(results.PATH, settings))
        done = finished_claims(selected, own, settings) if resume else {}
        if not resume and settings.effort not in LONG:
            task_files().clear(settings)
        missing = [claim for claim in selected if claim.id not in done]
        self.running = Running(missing, settings, task_files(), costs_from(last))
        self.tasks = len(self.running.left)
        self.shown = done  # in the table
        self.new = {i: one for i, one in done.items() if i not in last}  # the file was lost
        if self.running.finished or done:
            text = f"{self.running.finished} of {self.running.total} checks"
            print(f"resuming a run: {len(done)} claims and {text} are done", file=sys.stderr)

    def carry_out(self, workers: AbstractContextManager[Pool]) -> int:
        """Do the tasks, save, build the page, print the table; the exit code."""
        if self.settings.train and (wanted := self.running.trainings):
            from lemmata.verify.training.cost import describe_cost

            print(describe_cost(wanted, self.settings.device), file=sys.stderr)
        elif self.settings.train:
            text = "no network is trained: no figure here asks for one, or has its data"
            print(text, file=sys.stderr)
        ended = exit_code(lambda: self._do_tasks(workers))
        finished = len(self.shown) == len(self.selected)
        try:
            if self.new:
                drawn = ended != INTERRUPTED and self.settings.effort is not Effort.SMOKE
                self._save(page=True, plots=drawn)
            if finished:
                self.running.files.clear(self.settings)
        except OSError as error:
            print(f"lemmata: cannot save {error.filename}: {error.strerror}", file=sys.stderr)
            ended = ended or MISUSED
        except Unreadable as error:  # it was damaged while the run went on
            print(f"lemmata: {error}", file=sys.stderr)
            ended = ended or MISUSED
        if records := self.records:
            _closing_table(records, len(self.selected))
        if too_much := memory.excess(self.settings.device, self.settings.effort):
            print(too_much, file=sys.stderr)
        if ended == INTERRUPTED:
            print(f"interrupted: {len(records)} of {len(self.selected)} claims finished and kept")
        return ended or (FAILED if any(record["failures"] for record in records) else 0)

    @property
    def records(self) -> list[ClaimRecord]:
        """Of the claims that are finished, in the papers' order."""
        return [self.shown[claim.id] for claim in self.selected if claim.id in self.shown]

    def _do_tasks(self, workers: AbstractContextManager[Pool]) -> int:
        """The exit code is 0 if the last task was done."""
        from lemmata.verify.commands.text import ledger_text

        columns = []
        if self.settings.train:
            from lemmata.verify.training.column import TrainingColumn

            columns = [TrainingColumn()]
        saved = time.monotonic()
        with workers as pool:
            for record in follow(self.running, pool, *columns):
                self.shown[record["id"]] = self.new[record["id"]] = record
                if record["failures"]:
                    console().print(ledger_text.ledger(record) + "\n", markup=False)
                    if self.fail_fast:
                        return FAILED
                if time.monotonic() - saved > SAVE_EVERY:
                    try:  # a long run may be killed; one that cannot save now goes on
                        self._save()
                    except (OSError, Unreadable) as error:
                        print(f"lemmata: not saved yet: {error}", file=sys.stderr)
                    saved = time.monotonic()
        return 0

    def _save(self, *, page: bool = False, plots: bool = False) -> None:
        seconds = time.perf_counter() - self.start
        save(list(self.new.values()), self.settings, seconds, page=page, plots=plots)


def finished_claims(
    selected: Sequence[Claim], last: Mapping[str, ClaimRecord], settings: Settings
) -> dict[str, ClaimRecord]:
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


def _closing_table(records: Sequence[ClaimRecord], selected: int) -> None:
    from lemmata.verify.commands.text import ledger_text

    heads = ("claim", "verdict", "tight", "power", "caught", "s")
    writer = console()
    writer.print(table(heads, map(_row, records), texts=2, gap=1))
    verdicts = Counter[str](record["verdict"] for record in records)
    counts = [f"{verdicts[verdict]} {verdict}" for verdict in COLOURS if verdicts[verdict]]
    counts.append(f"{sum(bool(record['failures']) for record in records)} failed")
    writer.print(f"{len(records)} of {selected} claims: {', '.join(counts)}")
    if dates := sorted(filter(None, map(recorded, records))):
        when = " to ".join(dict.fromkeys((dates[0], dates[-1])))
        writer.print(f"{len(dates)} of the verdicts rest on what was recorded on {when}")
    for (verdict, why), ids in _pending(records).items():
        writer.print(f"{verdict}: {', '.join(ids)}: {why}", markup=False)
    for record in records:
        if record["verdict"] == "undecided" and not results.pending(record):
            for cell in ledger_text.undecided_cells(record)[:1]:
                text = f"undecided: {record['id']}: {ledger_text.wanting(cell)}"
                writer.print(f"{text} at {ledger_text.where(cell)}", markup=False)


def _row(record: ClaimRecord) -> list[str]:
    caught = [mutant["caught_by"] is not None for mutant in record["mutants"]]
    numbers = _number(record["tightness"]), _number(record["power"])
    share = f"{sum(caught)}/{len(caught)}" if caught else ""
    return [record["id"], _verdict(record), *numbers, share, f"{record['seconds']:.1f}"]


def _print_durations(records: Sequence[ClaimRecord], most: int) -> None:
    """The slowest checks, as pytest has it."""
    every = [
        (evidence["seconds"], record["id"], evidence["check"])
        for record in records
        for evidence in record["evidence"]
        if "seconds" in evidence
    ]
    for seconds, claim_id, check in sorted(every, reverse=True)[: most or None]:
        print(f"{seconds:8.2f} s  {claim_id}, {check}")


def _pending(records: Sequence[ClaimRecord]) -> dict[tuple[str, str], list[str]]:
    """The claims that were left for another time, by the verdict and its reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for record in records:
        if results.pending(record):
            found.setdefault((record["verdict"], record["why"]), []).append(record["id"])
    return found


def _number(value: float | str | None) -> str:
    """Two digits; what strict JSON holds as a string is shortened as one."""
    from lemmata.verify.commands.text import ledger_text

    if value is None:
        return ""
    return ledger_text.short(value) if isinstance(value, str) else f"{value:.2g}"


def _verdict(record: ClaimRecord) -> str:
    text = record["verdict"] + (", vacuous" if record["vacuous"] else "")
    text += ", recorded" if recorded(record) else ""
    mark = "[red]✗[/] " if record["failures"] else ""
    return f"{mark}[{COLOURS[record['verdict']]}]{text}[/]"
