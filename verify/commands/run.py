"""``lemmata run``: the checks of claims, a closing table, the results and the page."""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress, TaskID
from rich.table import Table

from theory.ledger import Claim
from verify import runner
from verify.commands import ledger_text
from verify.commands.common import FAILED, INTERRUPTED, Misuse, Patterns, Seed, select, usable
from verify.commands.terminal import COLOURS, console, counting
from verify.machine import memory
from verify.machine.device import Device
from verify.registry import Effort, Watch
from verify.results import file as results
from verify.results import record as recording
from verify.results.record import Calibration, Record
from verify.runner import Settings

KEPT_EVERY = 60.0  # seconds


def command(
    ids: Patterns = None,
    effort: Annotated[
        Effort,
        typer.Option(
            help="How long to look; verdicts count from standard on. Thorough samples 16 times as"
            " much and hunts for an hour, paper samples 64 times as much."
        ),
    ] = Effort.STANDARD,
    seed: Seed = 0,
    device: Annotated[
        Device, typer.Option(help="Where tensors live; auto is cuda if there is one, else cpu.")
    ] = Device.AUTO,
    fail_fast: Annotated[
        bool, typer.Option("--fail-fast", help="Stop at the first claim that fails.")
    ] = False,
) -> int:
    """Run the checks of claims and write the report.

    Results are merged into reports/results.json; reports/index.html is rebuilt from it.
    """
    known = runner.load()
    selected = select(known, ids)
    settings = Settings(effort, seed, usable(device, effort))
    _require_writable(results.PATH.parent)
    start = time.perf_counter()

    def keep(records: list[Record], calibration: Calibration | None = None) -> None:
        seconds = time.perf_counter() - start
        aside = results.merge(results.PATH, records, known, settings, seconds, calibration)
        if aside:
            text = f"the old results could not be read and were set aside as {aside}"
            print(text, file=sys.stderr)

    records, interrupted = _run_all(selected, settings, fail_fast, keep)
    if records:
        from reports.build import build
        from verify.statistics.calibration import renewed

        keep(records, renewed(results.PATH, records, known, seed))
        build(results.PATH)
    _closing_table(records, len(selected))
    if too_much := memory.excess(settings.device, settings.effort):
        print(too_much, file=sys.stderr)
    if interrupted:
        print(f"interrupted: {len(records)} of {len(selected)} claims finished and kept")
        return INTERRUPTED
    return FAILED if any(record["failures"] for record in records) else 0


def _require_writable(folder: Path) -> None:
    """Refuse a run whose results could not be kept."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise Misuse(f"cannot write into {folder}: {error.strerror}") from error


def _run_all(
    selected: Sequence[Claim],
    settings: Settings,
    fail_fast: bool,
    keep: Callable[[list[Record]], None],
) -> tuple[list[Record], bool]:
    """The records of the finished claims, and whether Ctrl-C cut the run short.

    They are kept once a minute: a long run may be killed.
    """
    records: list[Record] = []
    kept = time.monotonic()
    watch = Watch()
    with counting() as bar:
        task = bar.add_task("", total=len(selected))
        try:
            for claim in selected:
                bar.update(task, description=claim.id)
                watch.tell = partial(_tell, bar, task, claim.id)
                record = recording.record(runner.run_claim(claim, settings, watch))
                records.append(record)
                bar.advance(task)
                if record["failures"]:
                    bar.console.print(ledger_text.ledger(record) + "\n", markup=False)
                    if fail_fast:
                        break
                if time.monotonic() - kept > KEPT_EVERY:
                    keep(records)
                    kept = time.monotonic()
                if watch.interrupted:  # its hunt was cut short, and what it found is kept
                    return records, True
        except KeyboardInterrupt:
            return records, True
    return records, False


def _tell(bar: Progress, task: TaskID, claim_id: str, text: str) -> None:
    bar.update(task, description=f"{claim_id} {text}")


def _closing_table(records: Sequence[Record], selected: int) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("claim", overflow="fold")
    table.add_column("verdict", no_wrap=True)
    for name in ("tight", "power", "caught", "s"):
        table.add_column(name, justify="right", no_wrap=True)
    for record in records:
        caught = [mutant["caught_by"] is not None for mutant in record["mutants"]]
        numbers = _number(record["tightness"]), _number(record["power"])
        share = f"{sum(caught)}/{len(caught)}" if caught else ""
        table.add_row(record["id"], _verdict(record), *numbers, share, f"{record['seconds']:.1f}")
    writer = console()
    writer.print(table)
    verdicts = Counter(record["verdict"] for record in records)
    counts = [f"{verdicts[verdict]} {verdict}" for verdict in COLOURS if verdicts[verdict]]
    counts.append(f"{sum(bool(record['failures']) for record in records)} failed")
    writer.print(f"{len(records)} of {selected} claims: {', '.join(counts)}")
    for record in records:
        if record["verdict"] == "undecided":
            for cell in ledger_text.undecided_cells(record)[:1]:
                text = f"undecided: {record['id']}: {ledger_text.wanting(cell)}"
                writer.print(f"{text} at {ledger_text.where(cell)}", markup=False)


def _number(value: float | str | None) -> str:
    """Two digits; what strict JSON holds as a string is shortened as one."""
    if value is None:
        return ""
    return ledger_text.short(value) if isinstance(value, str) else f"{value:.2g}"


def _verdict(record: Record) -> str:
    text = record["verdict"] + (", vacuous" if record["vacuous"] else "")
    mark = "[red]✗[/] " if record["failures"] else ""
    return f"{mark}[{COLOURS[record['verdict']]}]{text}[/]"
