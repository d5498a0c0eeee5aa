"""``lemmata phases``: the phase diagram at a width, as a table, CSV and a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lemmata.verify.commands.common import (
    Scheduler,
    Seed,
    Workers,
    device_name,
    exit_code,
    require_workers,
    workers_for,
)
from lemmata.verify.commands.text.terminal import console, counting, duration, table
from lemmata.verify.errors import Misuse
from lemmata.verify.machine.device import Device
from lemmata.verify.machine.effort import Effort
from lemmata.verify.phases.grid import LEAST_WIDTH, RATIOS, REPLICAS, WIDTH, sign
from lemmata.verify.results import file as results
from lemmata.verify.results.schema import FIGURES
from lemmata.verify.results.writing import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lemmata.verify.phases.measuring import Measuring
    from lemmata.verify.phases.table import PhaseRow, PhaseRows
    from lemmata.verify.work.pool import Pool

NAME = "phases"
SIGNS = {"grows": "+", "falls": "-", "stays": "0", "": "?"}


def command(
    width: Annotated[
        int, typer.Option(min=LEAST_WIDTH, help="d, a multiple of 4; n is d/4, d/2, d and 2 d.")
    ] = WIDTH,
    replicas: Annotated[
        int, typer.Option(min=4, help="Independent networks, run together.")
    ] = REPLICAS,
    seed: Seed = 0,
    device: Annotated[Device, typer.Option(help="Where tensors live.")] = Device.AUTO,
    workers: Workers = None,
    scheduler: Scheduler = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where phases.csv and phases.svg are kept.")
    ] = None,
) -> int:
    """Measure which random networks explode, vanish or lose rank.

    BN, LayerNorm, RMSNorm, GroupNorm and none, Gaussian and Haar weights, linear, tanh and ReLU,
    with and without residual connections, at four batch sizes: growth of the gradient and of the
    least singular value a layer, orthogonality gap and soft rank. Writes a CSV and a picture into
    reports/figures. Cells that are in the CSV already are not measured again, so that a run which
    was interrupted or killed goes on where it was stopped.

    A row of the CSV is a network of norm, weights, activation, residual (0 or 1), d and n. growth
    is that of log ||dL/dX|| a layer, rank_rate that of log q_m, the least share of the squared
    singular values; V is the orthogonality gap and rank the soft rank 1/sum q_i^2 in depth. low and
    high are the ends of Student's interval at level 1e-4.

    Example: lemmata phases --width 32 --out phases
    """
    from lemmata.verify.phases.measuring import Measuring, PhaseSettings

    if width % 4:
        raise Misuse(f"--width is {width}; expected a multiple of 4, for groups and batches")
    require_workers(workers, scheduler)
    folder = results.PATH.parent / FIGURES if out is None else out
    if folder.exists() and not folder.is_dir():
        raise Misuse(f"--out {folder} is no folder")
    settings = PhaseSettings(
        width, replicas, seed=seed, device=device_name(device, scheduler=scheduler)
    )
    options = f" --width {width} --replicas {replicas} --seed {seed}"
    measuring = Measuring(settings, folder / f"{NAME}.csv", f"lemmata phases{options}")

    def work() -> int:
        from lemmata.verify.runner import Settings

        of_run = Settings(Effort.STANDARD, seed, settings.device)
        try:
            with workers_for(len(measuring.left), of_run, workers, scheduler) as pool:
                _measure(measuring, pool)
        except KeyboardInterrupt:
            done = f"{len(measuring.rows)} of {len(measuring.cells)} cells"
            print(f"{done} are in {measuring.path}; the same command goes on", file=sys.stderr)
            raise
        _conclude(measuring, folder)
        return 0

    return exit_code(work)


def _measure(measuring: Measuring, pool: Pool) -> None:
    """All cells that are left, with a line that counts them."""
    total = len(measuring.cells)
    with counting() as bar:
        task = bar.add_task("", total=total, completed=total - len(measuring.left))
        spent, done = 0.0, 0
        for cell, seconds in measuring.run(pool):
            spent, done = spent + seconds, done + 1
            left = duration(spent / done * (len(measuring.left) - done))
            bar.update(task, advance=1, description=f"about {left} left; {cell}")


def _conclude(measuring: Measuring, folder: Path) -> None:
    """The table and the picture."""
    from lemmata.reports.plots.phases import draw_phases
    from lemmata.verify.phases.table import picture_rows

    writer, d = console(), measuring.settings.width
    heads = ("growth of log ||dL/dX||", *(f"n = {int(ratio * d)}" for ratio in RATIOS))
    writer.print(table(heads, summary(measuring.rows), texts=1))
    writer.print("+ grows, - falls, 0 stays, ? undecided; * the rank of the samples is lost")
    picture = folder / f"{NAME}.svg"
    replace_file(picture, draw_phases(picture_rows(measuring.rows), d).encode())
    writer.print(f"table       {measuring.path}\npicture     {picture}", soft_wrap=True)


def summary(rows: PhaseRows) -> Iterator[tuple[str, ...]]:
    """One line a kind of layers: how the gradient grows at each batch."""
    for one in dict.fromkeys(cell.layer for cell in rows):
        yield str(one), *(_shown(rows[c]) for c in rows if c.layer == one)


def _shown(row: PhaseRow) -> str:
    growth, lost = row["growth"], sign(*row["rank_rate"][1:]) == "falls"
    return f"{SIGNS[sign(*growth[1:])]} {growth.estimate:6.3f}{'*' if lost else ' '}"
