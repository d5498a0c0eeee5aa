"""The console script ``lemmata``: run, list, show and hunt claims, Haar moments, the page."""

from __future__ import annotations

import difflib
import fnmatch
import sys
import textwrap
import time
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

from theory.ledger import PAPERS, Claim, Verdict, claims
from verify import deep, ledger_text, memory, results, runner, show
from verify.deep import ActivationOption, NormalisationOption, WeightsOption
from verify.device import Device, DeviceUnavailable, resolve
from verify.memory import NotEnoughMemory
from verify.registry import Effort, Watch
from verify.results import Record
from verify.runner import Settings
from verify.seeds import Address

if TYPE_CHECKING:
    from theory.weingarten import Polynomial

FAILED, MISUSED, INTERRUPTED = 1, 2, 130
A_MINUTE = 60
COLOURS = {"proved": "green", "holds": "green", "refuted": "red", "undecided": "yellow"}

app = typer.Typer(
    help="An executable audit of the theory of deep batch-normalised networks.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
# The base of every complaint about options and arguments; where it lives depends on the version.
UsageError = cast(type[typer.BadParameter], typer.BadParameter.__mro__[1])


class Form(StrEnum):
    """What a report can be written as."""

    HTML = "html"
    MD = "md"
    CSV = "csv"
    LATEX = "latex"


class Misuse(ValueError):
    """A command that cannot be carried out as it was given."""


Patterns = Annotated[
    list[str] | None,
    typer.Argument(metavar="IDS", help="Claim ids or patterns such as '*:lemma-*'; else all."),
]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0, 1 (a run failed), 2 (misuse) or 130 (Ctrl-C)."""
    try:
        code = app(args=arguments, prog_name="lemmata", standalone_mode=False)
    except (UsageError, Misuse, DeviceUnavailable, NotEnoughMemory) as error:
        text = error.format_message() if isinstance(error, UsageError) else str(error)
        print(f"lemmata: {' '.join(text.split())}", file=sys.stderr)
        return MISUSED
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:  # typer returns it too, for a Ctrl-C that no command caught
        print("lemmata: interrupted", file=sys.stderr)
    return code if isinstance(code, int) else 0


def _console() -> Console:
    return Console(highlight=False, soft_wrap=False)


def _version(wanted: bool) -> None:
    if wanted:
        try:
            print(f"lemmata {metadata.version('lemmata')}")
        except metadata.PackageNotFoundError:
            print("lemmata (not installed)")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    del version  # its callback has done the work
    if context.invoked_subcommand is None:
        print(context.get_help())


def _select(known: dict[str, Claim], patterns: Iterable[str] | None) -> list[Claim]:
    """The claims that the patterns name, in the papers' order; all, where there are none."""
    if not patterns:
        return list(known.values())
    chosen: set[str] = set()
    for pattern in patterns:
        matches = [pattern] if pattern in known else fnmatch.filter(known, pattern)
        if not matches:
            raise Misuse(_unknown(pattern, known))
        chosen.update(matches)
    return [claim for claim_id, claim in known.items() if claim_id in chosen]


def _unknown(pattern: str, ids: Collection[str]) -> str:
    """No such claim, and the ids it may have meant, with or without the paper's key."""
    names = {name: i for i in ids for name in (i, i.partition(":")[2])}
    same = [i for i in ids if i.partition(":")[2] == pattern]  # the paper's key was left out
    near = difflib.get_close_matches(pattern, names, n=5, cutoff=0.5)
    nearest = same or list(dict.fromkeys(names[name] for name in near))[:3]
    hint = f"; did you mean {' or '.join(nearest)}?" if nearest else "; see lemmata list"
    return f"no claim is called {pattern!r}{hint}"


@app.command()
def run(
    ids: Patterns = None,
    effort: Annotated[
        Effort, typer.Option(help="How long to look; verdicts count from standard on.")
    ] = Effort.STANDARD,
    seed: Annotated[
        int, typer.Option(min=0, help="Root of every random number; same seed, same numbers.")
    ] = 0,
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
    selected = _select(known, ids)
    settings = runner.Settings(effort, seed, resolve(device))
    memory.require(settings.device)
    start = time.perf_counter()
    records, interrupted = _run_all(selected, settings, fail_fast)
    _keep(records, known, settings, time.perf_counter() - start)
    _closing_table(records, len(selected))
    if too_much := memory.excess(settings.device):
        print(too_much, file=sys.stderr)
    if interrupted:
        print(f"interrupted: {len(records)} of {len(selected)} claims finished and kept")
        return INTERRUPTED
    return FAILED if any(record["failures"] for record in records) else 0


def _progress() -> Progress:
    console = _console()
    columns = [
        BarColumn(None), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}")
    ]  # fmt: skip
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _run_all(
    selected: Sequence[Claim], settings: Settings, fail_fast: bool
) -> tuple[list[Record], bool]:
    """The records of the finished claims, and whether Ctrl-C cut the run short."""
    records: list[Record] = []
    with _progress() as progress:
        task = progress.add_task("", total=len(selected))
        watch = Watch()
        try:
            for claim in selected:
                progress.update(task, description=claim.id)
                watch.tell = partial(_told, progress, task, claim.id)
                record = results.record(runner.run_claim(claim, settings, watch))
                records.append(record)
                progress.advance(task)
                if record["failures"]:
                    progress.console.print(ledger_text.ledger(record) + "\n", markup=False)
                    if fail_fast:
                        break
                if watch.interrupted:  # its hunt was cut short, and what it found is kept
                    return records, True
        except KeyboardInterrupt:
            return records, True
    return records, False


def _told(progress: Progress, task: TaskID, claim_id: str, text: str) -> None:
    progress.update(task, description=f"{claim_id} {text}")


def _keep(records: list[Record], order: Iterable[str], settings: Settings, seconds: float) -> None:
    """Merge what was found into the results file and rebuild the page."""
    from reports.build import build

    if not records:
        return
    aside = results.merge(results.PATH, records, order, settings, seconds)
    if aside:
        print(f"the old results could not be read and were set aside as {aside}", file=sys.stderr)
    build(results.PATH)


def _closing_table(records: Sequence[Record], selected: int) -> None:
    def number(value: Any) -> str:
        return (
            ""
            if value is None
            else ledger_text.short(value)
            if isinstance(value, str)
            else f"{value:.2g}"
        )

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("claim", overflow="fold")
    table.add_column("verdict", no_wrap=True)
    for name in ("tight", "power", "caught", "s"):
        table.add_column(name, justify="right", no_wrap=True)
    for record in records:
        mutants = record["mutants"]
        caught = sum(mutant["caught_by"] is not None for mutant in mutants)
        table.add_row(
            record["id"],
            _verdict(record),
            number(record["tightness"]),
            number(record["power"]),
            f"{caught}/{len(mutants)}" if mutants else "",
            f"{record['seconds']:.1f}",
        )
    console = _console()
    console.print(table)
    failed = sum(bool(record["failures"]) for record in records)
    counts = [
        f"{count} {verdict}"
        for verdict in COLOURS
        if (count := sum(record["verdict"] == verdict for record in records))
    ]
    console.print(
        f"{len(records)} of {selected} claims: {', '.join([*counts, f'{failed} failed'])}"
    )
    for record in records:
        if record["verdict"] == "undecided":
            for cell in ledger_text.undecided_cells(record)[:1]:
                text = f"undecided: {record['id']}: {ledger_text.wanting(cell)}"
                console.print(f"{text} at {ledger_text.where(cell)}", markup=False)


def _verdict(record: Record) -> str:
    text = record["verdict"] + (", vacuous" if record["vacuous"] else "")
    mark = "[red]✗[/] " if record["failures"] else ""
    return f"{mark}[{COLOURS[record['verdict']]}]{text}[/]"


@app.command()
def seeds(
    ids: Patterns = None,
    first: Annotated[int, typer.Option(min=0, help="The first seed.")] = 1,
    count: Annotated[int, typer.Option(min=1, help="How many seeds.")] = 5,
    effort: Annotated[Effort, typer.Option(help="As in lemmata run.")] = Effort.STANDARD,
    budget: Annotated[
        float, typer.Option(min=1e-12, max=0.5, help="Of false alarms in each whole run.")
    ] = runner.FALSE_ALARM_BUDGET,
    device: Annotated[Device, typer.Option(help="Where tensors live.")] = Device.AUTO,
) -> int:
    """Run the claims that sample at several seeds and compare the verdicts; writes nothing.

    With --budget 0.05 --effort smoke --count 100 at most about 5 runs may have a verdict against
    the expected one.
    """
    from verify.repeat import Repeated, sampled

    chosen = sampled(_select(runner.load(), ids), results.last_records(results.PATH))
    settings = [
        Settings(effort, seed, resolve(device), budget) for seed in range(first, first + count)
    ]
    memory.require(settings[0].device)
    repeated = Repeated([one.seed for one in settings])
    with _progress() as progress:
        task = progress.add_task("", total=len(settings) * len(chosen))
        for one in settings:
            for claim in chosen:
                progress.update(task, description=f"seed {one.seed}, {claim.id}")
                repeated.add(claim, one)
                progress.advance(task)
    for line in repeated.lines():
        print(line)
    return FAILED if repeated.differing or repeated.alarms else 0


@app.command("list")
def list_(ids: Patterns = None) -> None:
    """List the claims: id, kind, expected verdict, last verdict, title."""
    last = results.last_records(results.PATH)
    console = _console()
    paper = ""
    for claim in _select(claims(), ids):
        if claim.paper != paper:
            paper = claim.paper
            console.print(f"\n{PAPERS[paper]}\n", style="bold", markup=False)
        verdict = last[claim.id]["verdict"] if claim.id in last else "not run"
        line = f"{claim.id:<37} {claim.kind:<12} {claim.expected:<10} "
        console.print(line, end="", markup=False)
        console.print(verdict, style=COLOURS.get(verdict, "dim"))
        title = textwrap.indent(textwrap.fill(claim.title, console.width - 4), "    ")
        console.print(title, style="dim", markup=False)


@app.command("show")
def show_(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of one claim.")],
) -> None:
    """Show one claim, who checks it and its last verdict."""
    known, claim = _one(claim_id)
    record = results.last_records(results.PATH).get(claim_id)
    _print_pairs(show.lines(claim, known, record))


def _one(claim_id: str) -> tuple[dict[str, Claim], Claim]:
    """All claims, and the one that is called so."""
    known = runner.load()
    if claim_id not in known:
        raise Misuse(_unknown(claim_id, known))
    return known, known[claim_id]


def _print_pairs(pairs: Iterable[tuple[str, str]], whole: str = "") -> None:
    """Names in a column of their own, texts wrapped beside them; ``whole`` on a line, to copy."""
    console = _console()
    for name, text in pairs:
        first, rest = f"{name:<14}", " " * 14
        width = max(40, min(console.width, 100)) - 14 if name != whole else len(text) + 1
        for k, line in enumerate(textwrap.wrap(text, width, break_long_words=False) or [""]):
            console.print(first if k == 0 else rest, style="bold", end="", markup=False)
            console.print(line, markup=False, soft_wrap=True)


@app.command()
def hunt(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of one claim.")],
    minutes: Annotated[
        float, typer.Option(min=0, help="How long; the round that is under way is finished.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same rounds.")] = 0,
    at: Annotated[
        str | None,
        typer.Option(metavar="CASE", help="Evaluate this witness instead, as a hunt printed it."),
    ] = None,
) -> int:
    """Search for the largest lhs/rhs of a bound by gradient ascent, from random starts.

    Over spectra, whole matrices, depths and widths, whatever the claim leaves free; then polished
    and judged in mpmath. Prints the worst case, a command that evaluates it again, and whether the
    supremum 1 is attained, approached or exceeded. Ctrl-C ends it with the best so far.
    """
    from props import chase, recipes

    _, claim = _one(claim_id)
    console, interrupted = _console(), False
    try:
        if at is not None:
            best = chase.evaluate(claim, at)
        else:
            best, rounds, interrupted = chase.hunt(claim, seed, 60 * minutes, console)
            plural = "s" * (rounds != 1)
            cut = ", interrupted" * interrupted
            console.print(f"{rounds} round{plural}, seed {seed}{cut}")
    except (chase.CannotHunt, recipes.NotACase) as error:
        raise Misuse(str(error)) from error
    _print_pairs(chase.report(claim, best), whole="again")
    if interrupted:
        return INTERRUPTED
    exceeded = any(found.supremum == "exceeded" for found in best.values())
    return FAILED if exceeded and claim.expected is not Verdict.REFUTED else 0


@app.command("witness")
def witness_(
    claim_id: Annotated[str, typer.Argument(metavar="ID", help="The id of a refuted claim.")],
    seed: Annotated[int, typer.Option(min=0, help="Where a search starts, if there is one.")] = 0,
) -> int:
    """Evaluate a refutation again at 50 digits: where it lies, both sides, and who found it."""
    from verify import witness

    _, claim = _one(claim_id)
    record = results.last_records(results.PATH).get(claim_id)
    found = witness.refuting_check(claim, record, Settings(seed=seed))
    if found is None:
        print(f"no check contradicts {claim_id}")
        return FAILED
    _print_pairs(witness.lines(claim, *found))
    return 0


@app.command()
def moment(
    expression: Annotated[
        str,
        typer.Argument(
            metavar="EXPRESSION",
            help="A polynomial in the entries, such as 'w11^2 w22^2 - 3/2 w[10,2]^4'.",
        ),
    ],
    d: Annotated[
        int | None, typer.Option("--d", help="The dimension; without it, a function of d.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Compare with Haar matrices; needs --d.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Root of the random numbers of --check.")] = 0,
) -> int:
    """Print the exact mean of a polynomial in the entries of a Haar orthogonal matrix.

    The answer stands alone on the last line: a rational number for --d, else a rational function
    of d after the line that says for which d it holds.
    """
    from theory.weingarten import RationalFunction, WeingartenError, cost, expect, parse

    if check and d is None:
        raise Misuse("--check samples at one dimension: give it with --d")
    try:
        polynomial = parse(expression)
        seconds = cost(polynomial, d)
        if seconds > A_MINUTE:
            print(f"this will take about {seconds / 60:.0f} minutes; Ctrl-C stops it", flush=True)
        value = expect(polynomial, d)
    except WeingartenError as error:
        raise Misuse(str(error)) from error
    if isinstance(value, RationalFunction):
        print(f"for {value.validity}:")
    elif check:
        _print_sampled(polynomial, cast(int, d), seed, int(value.p) / int(value.q))
    print(value)
    return 0


def _print_sampled(polynomial: Polynomial, d: int, seed: int, exact: float) -> None:
    import torch

    from verify.moment import sample

    like = torch.zeros(1, dtype=torch.float64)
    estimate = sample(polynomial, d, Address(seed) / "moment" / d, like)
    low, high = estimate.interval
    print(f"exact     {exact:.8g}")
    print(f"sampled   {estimate.mean:.8g} from {estimate.samples} Haar matrices, seed {seed}")
    print(f"interval  [{low:.8g}, {high:.8g}] at 99 %, normal approximation")
    print(f"deviation {estimate.deviation(exact):+.2f} standard errors")


@app.command()
def depth(
    layers: Annotated[int, typer.Option(min=1, help="How deep.")] = 10_000,
    width: Annotated[int, typer.Option(min=1, help="d, rows of a representation.")] = 32,
    batch: Annotated[int | None, typer.Option(min=2, help="n, samples; else the width.")] = None,
    weights: Annotated[WeightsOption, typer.Option()] = WeightsOption.ORTHOGONAL,
    activation: Annotated[ActivationOption, typer.Option()] = ActivationOption.IDENTITY,
    normalisation: Annotated[
        NormalisationOption,
        typer.Option(
            help="BN of the papers, with rows of norm sqrt(n), or with mean and variance."
        ),
    ] = NormalisationOption.ROWS,
    gain_exponent: Annotated[float, typer.Option(help="e of the gain l^-e.")] = 0.0,
    distinct: Annotated[
        int | None, typer.Option(min=1, help="How many samples differ; the rest repeat them.")
    ] = None,
    replicas: Annotated[int, typer.Option(min=1, help="Independent networks, run together.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same numbers.")] = 0,
    device: Annotated[Device, typer.Option(help="Where tensors live.")] = Device.AUTO,
) -> int:
    """Measure the gradients of a random network of any depth.

    The loss is a Gaussian linear read-out of the last layer, the input is Gaussian. Prints the
    norms at some layers and draws them all into reports/figures. Ctrl-C keeps what is done.
    """
    settings = deep.Settings(
        layers, width, batch or width, weights, activation, normalisation, gain_exponent,
        distinct if distinct and distinct < (batch or width) else None, replicas, seed,
    )  # fmt: skip
    try:
        complete = deep.run(settings, resolve(device), _console())
    except deep.CannotRun as error:
        raise Misuse(str(error)) from error
    return 0 if complete else INTERRUPTED


@app.command()
def report(
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            help="html is the page; md, csv and latex give the ledger as a table for a paper, and"
            " each plot as SVG, in reports/export.",
        ),
    ] = Form.HTML,
) -> int:
    """Rebuild reports/index.html from reports/results.json, or export its tables and plots."""
    from reports.build import build
    from reports.export import export
    from reports.reading import NotJson

    if not results.PATH.exists():
        raise Misuse("there are no results yet: lemmata run makes them")
    try:
        written = [build(results.PATH)] if form is Form.HTML else export(results.PATH, form)
    except NotJson as error:
        raise Misuse(str(error)) from error
    print(f"wrote {written[0]}" + (f" and {len(written) - 1} plots" if written[1:] else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
