"""``lemmata run``: its options. What it does stands in run_claims.py: help loads no claim."""

from typing import Annotated

import typer

from lemmata.verify.commands.common import (
    From,
    Out,
    Patterns,
    Scheduler,
    Seed,
    Workers,
    opened,
    select,
    usable,
)
from lemmata.verify.data.command import DataFolder
from lemmata.verify.machine.device import Device
from lemmata.verify.machine.effort import Effort

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
        " a figure is drawn from what is kept, or stands undecided: not run.",
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
    from_: From = None,
    out: Out = None,
) -> int:
    """Run the checks of claims and write the report.

    Results are merged into reports/results.json; reports/index.html is rebuilt from it. Those of
    --from FILE go to FILE-report of the current directory. A run that was interrupted or killed
    goes on with --resume, and ends with the same numbers.
    """
    from lemmata.verify import runner
    from lemmata.verify.commands.run_claims import run_claims

    return run_claims(
        select(opened(from_), ids),
        runner.Settings(effort, seed, usable(device, effort, scheduler), train=train),
        data=data,
        resume=resume,
        fail_fast=fail_fast,
        workers=workers,
        scheduler=scheduler,
    )
