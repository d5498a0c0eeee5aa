"""``lemmata prove``: every proof before Rocq, and the record of what it accepted."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from verify.commands.common import Misuse


def command(
    ids: Annotated[
        list[str] | None, typer.Argument(help="Ids of claims; all that have a proof if none.")
    ] = None,
    anew: Annotated[bool, typer.Option(help="Compile everything anew.")] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="How many files at once; every core if not given.")
    ] = None,
) -> int:
    """Put the proofs before Rocq, and keep a record of what it accepted.

    Example: lemmata prove meterez2024:lemma-A.1
    """
    from verify.rocq import driver

    try:
        by = driver.version()
    except driver.NoRocq as missing:
        raise Misuse(str(missing)) from missing
    known = {claim.id: claim for claim in driver.theorems()}
    unknown = [name for name in ids or () if name not in known]
    if unknown:
        raise Misuse(f"{unknown[0]} has no proof in Rocq; `lemmata list` shows the claims")
    if anew:
        driver.clean()
    chosen = [known[name] for name in ids or known]
    outcomes = []
    for outcome in driver.prove(
        chosen, workers or os.cpu_count() or 1, lambda file: print(f"compiling {file}", flush=True)
    ):
        outcomes.append(outcome)
        print(_line(outcome), flush=True)
    refused = [o for o in outcomes if o.error]
    if not any(o.claim is None for o in refused):
        driver.keep(outcomes, by)
    accepted = sum(1 for o in outcomes if o.claim and not o.error)
    print(f"{accepted} of {len(chosen)} theorems accepted by Rocq {by}")
    return 1 if refused else 0


def _line(outcome: object) -> str:
    from verify.rocq.driver import Outcome

    assert isinstance(outcome, Outcome)
    name = outcome.claim.id if outcome.claim else "the examples of the definitions"
    if outcome.error:
        return f"{name} refused: {' '.join(outcome.error.split())[:300]}"
    rests = f"{len(outcome.logical)} logical axioms"
    if outcome.textbook:
        rests += f", textbook: {', '.join(outcome.textbook)}"
    return f"{name} accepted, {rests}"
