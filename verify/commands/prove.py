"""``lemmata prove``: every proof before Rocq, and the record of what it accepted."""

from __future__ import annotations

import os
from graphlib import CycleError
from typing import TYPE_CHECKING, Annotated

import typer

from lemmata.theory.ledger import Claim
from lemmata.verify.commands.common import From, load_claims
from lemmata.verify.errors import Misuse

if TYPE_CHECKING:
    from lemmata.verify.rocq.driver import Outcome


def command(
    ids: Annotated[
        list[str] | None, typer.Argument(help="Ids of claims; all that have a proof if none.")
    ] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Compile everything anew.")] = False,
    attack: Annotated[
        bool, typer.Option("--attack", help="Put changed statements before the same proofs.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="How many files at once; every core if not given.")
    ] = None,
    from_: From = None,
) -> int:
    """Put the proofs before Rocq, and keep a record of what it accepted.

    Example: lemmata prove meterez2024:lemma-A.1
    """
    from lemmata.verify.rocq import driver

    by = driver.version()
    known = {claim.id: claim for claim in driver.theorems(load_claims(from_).values())}
    unknown = [name for name in ids or () if name not in known]
    if unknown:
        raise Misuse(f"{unknown[0]} has no proof in Rocq; `lemmata list` shows the claims")
    if anew:
        driver.clean()
    chosen = [known[name] for name in ids or known]
    at_once = workers or os.cpu_count() or 1
    if attack:
        return _attack(chosen, at_once)
    outcomes = []
    try:
        for outcome in driver.prove(chosen, at_once, _tell):
            outcomes.append(outcome)
            print(_line(outcome), flush=True)
    except CycleError as circle:
        files = ", ".join(map(str, circle.args[1]))
        raise Misuse(f"files require each other in a circle: {files}") from circle
    refused = [o for o in outcomes if o.error]
    if not any(o.claim is None for o in refused):
        driver.keep(outcomes, by)
        for gone in driver.forget(known, by) if ids is None and from_ is None else ():
            print(f"{gone} has no theorem any more, and its record is dropped")
    accepted = sum(1 for o in outcomes if o.claim and not o.error)
    print(f"{accepted} of {len(chosen)} theorems accepted by Rocq {by}")
    return 1 if refused else 0


def _tell(file: str) -> None:
    print(f"compiling {file}", flush=True)


def _attack(chosen: list[Claim], workers: int) -> int:
    from lemmata.verify.rocq import attacks

    found = []
    for attack, accepted in attacks.run(chosen, workers, _tell):
        found.append((attack, accepted))
        print(f"{'accepted' if accepted else 'refused'}: {attack.claim.id}, {attack.name}")
    changed = [(attack, accepted) for attack, accepted in found if not attack.control]
    served = [attack for attack, accepted in changed if accepted]
    false = [attack for attack in served if attack.false]
    broken = [attack for attack, accepted in found if attack.control and not accepted]
    print(
        f"{len(changed)} attacks on {len(found) - len(changed)} theorems:"
        f" {len(changed) - len(served)} refused, {len(served)} accepted,"
        f" {len(false)} of these known to be false"
    )
    mute = [a for c in chosen for a in attacks.attacks(c) if not a.statement]
    for attack in mute:
        print(f"not said in Rocq: {attack.claim.id}, {attack.name}")
    for attack in broken:
        print(f"{attack.claim.id} does not serve its own statement: its attacks say nothing")
    return 1 if false or broken else 0


def _line(outcome: Outcome) -> str:
    name = outcome.claim.id if outcome.claim else "the examples of the definitions"
    if outcome.error:
        return f"{name} refused: {' '.join(outcome.error.split())[:300]}"
    rests = f"{len(outcome.logical)} logical axioms"
    if outcome.textbook:
        rests += f", textbook: {', '.join(outcome.textbook)}"
    return f"{name} accepted, {rests}"
