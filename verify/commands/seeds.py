"""``lemmata seeds``: the same claims at several seeds, and whether the verdicts agree.

With a larger budget of false alarms and little effort it shows the promised rate: in how many runs
any claim got a verdict against the expected one.
"""

import json
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Annotated

import typer

from lemmata.theory.ledger import Claim
from lemmata.verify import runner
from lemmata.verify.commands.common import (
    FAILED,
    Misuse,
    Patterns,
    Scheduler,
    Workers,
    carried_out,
    last_records,
    select,
    usable,
    working,
)
from lemmata.verify.commands.repeating import Repeated
from lemmata.verify.commands.text.terminal import counting
from lemmata.verify.machine.device import Device
from lemmata.verify.registry import Effort
from lemmata.verify.results import file as results
from lemmata.verify.results.record import Record
from lemmata.verify.runner import Settings
from lemmata.verify.work.pool import Pool

_SAVED_EVERY = 50  # verdicts
_NOTHING = "none of these claims samples: there is nothing that a seed could change"


def command(
    ids: Patterns = None,
    first: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="The first seed.")] = 1,
    count: Annotated[int, typer.Option(min=1, max=10**6, help="How many seeds.")] = 5,
    effort: Annotated[Effort, typer.Option(help="As in lemmata run.")] = Effort.STANDARD,
    budget: Annotated[
        float, typer.Option(min=1e-12, max=0.5, help="Chance of a false alarm in a whole run.")
    ] = runner.FALSE_ALARM_BUDGET,
    device: Annotated[Device, typer.Option(help="Where tensors live.")] = Device.AUTO,
    workers: Workers = None,
    scheduler: Scheduler = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the count of alarms for the page.")
    ] = False,
) -> int:
    """Run the claims that sample at several seeds and compare the verdicts.

    With --budget 0.05 --effort smoke --count 100 at most about 5 runs may have a verdict against
    the expected one. The verdicts are kept in reports/seeds, so that a run that was stopped goes
    on where it was; other code begins anew.
    """
    chosen = _sampled(select(runner.load(), ids), last_records())
    if not chosen:
        raise Misuse(_NOTHING)
    settings = Settings(effort, first, usable(device, effort, scheduler), budget)
    seeds = range(first, first + count)
    repeated = Repeated(seeds, settings, [claim.id for claim in chosen], bool(ids))
    repeated.load()
    them = working(workers, scheduler, count * len(chosen), settings)
    ended = carried_out(lambda: _carry_out(repeated, them))
    repeated.save()
    if not repeated.ids:
        raise Misuse(_NOTHING)
    for line in repeated.lines():
        print(line)
    if keep and not ended:  # a part would take the place of what a whole one had counted
        _keep(repeated)
    differing = repeated.differing and settings.strict  # little effort decides at some seeds
    return ended or (FAILED if differing or repeated.too_many else 0)


def _keep(repeated: Repeated) -> None:
    """The count for the page, unless a larger one is kept."""
    path = results.PATH.with_name(results.FALSE_ALARMS)
    try:
        runs = int(json.loads(path.read_text(encoding="utf-8"))["runs"])
    except (OSError, ValueError, TypeError, KeyError):
        runs = 0
    if runs > len(repeated.whole):
        print(f"not kept: {path} counts {runs} runs; delete it to begin anew")
    else:
        results.write(path, repeated.summary())


def _sampled(claims: Iterable[Claim], last: dict[str, Record]) -> list[Claim]:
    """The claims that sample, as far as the last results know; the rest do not depend on seeds."""
    return [
        claim
        for claim in claims
        if claim.id not in last
        or any(cell["samples"] for e in last[claim.id]["evidence"] for cell in e["cells"])
    ]


def _carry_out(repeated: Repeated, workers: AbstractContextManager[Pool]) -> int:
    """Run what is missing; the exit code is 0 if the last of it was done."""
    with counting() as bar, workers as pool:
        task = bar.add_task("", total=None)
        for done, (claim_id, seed) in enumerate(repeated.add_all(pool), 1):
            text = f"{claim_id} at seed {seed}, {pool.size} workers"
            total = len(repeated.ids) * len(repeated.seeds)
            bar.update(task, completed=len(repeated), total=total, description=text)
            if done % _SAVED_EVERY == 0:
                repeated.save()
    return 0
