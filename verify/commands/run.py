"""``lemmata run``: its options. What it does stands in run_claims.py and run_seeds.py.

Help loads no claim.
"""

from collections.abc import Mapping
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
from lemmata.verify.data.command import DataFolder, use_folder
from lemmata.verify.errors import Misuse
from lemmata.verify.machine.device import Device
from lemmata.verify.machine.effort import Effort

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
    from_: From = None,
    out: Out = None,
) -> int:
    """Run the checks of claims and write the report.

    Results are merged into reports/results.json; reports/index.html is rebuilt from it. Those of
    --from FILE go to FILE-report of the current directory. A run that was interrupted or killed
    goes on with --resume, and ends with the same numbers.

    With --seeds N --budget 0.05 --effort smoke, at most about one run in twenty may have a verdict
    against the expected one. The verdicts are kept in reports/seeds: the same command goes on where
    it was stopped; other code begins anew.

    Example: lemmata run 'meterez2024:lemma-C.*' --effort thorough
    """
    if seeds is None:
        _refuse({"--budget": budget, "--keep": keep}, "needs --seeds")
    else:
        instead = {"--resume": resume, "--train": train, "--fail-fast": fail_fast}
        _refuse(instead, "does not go with --seeds")
        if seed > _LARGEST_SEED:
            raise Misuse(f"--seed with --seeds is too large; expected at most {_LARGEST_SEED}")
    selected, name = select(opened(from_), ids), usable(device, effort, scheduler)
    if data is not None:
        use_folder(data)
    from lemmata.verify import runner

    settings = runner.Settings(effort, seed, name, budget or runner.FALSE_ALARM_BUDGET, train=train)
    if seeds is not None:
        from lemmata.verify.commands.run_seeds import run_seeds

        return run_seeds(
            selected,
            settings,
            seeds,
            named=bool(ids),
            keep=keep,
            workers=workers,
            scheduler=scheduler,
        )
    from lemmata.verify.commands.run_claims import run_claims

    return run_claims(
        selected,
        settings,
        resume=resume,
        fail_fast=fail_fast,
        workers=workers,
        scheduler=scheduler,
    )


def _refuse(options: Mapping[str, object], why: str) -> None:
    """Refuse the first of these options that was given."""
    for option, value in options.items():
        if value:
            raise Misuse(f"{option} {why}")
