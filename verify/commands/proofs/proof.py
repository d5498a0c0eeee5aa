"""``lemmata proof``: what is shown, by which rule, from what, checked how."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from verify.commands.common import ClaimId, From, Misuse, one

if TYPE_CHECKING:
    from theory.ledger import Claim
    from verify.results.proofs import ProofRecord

Lines = Iterator[tuple[str, str]]  # a name, empty where the text goes on, and a text


Attack = Annotated[
    bool, typer.Option("--attack", help="Plant every wrong version of it, and say which survive.")
]
Rocq = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the steps that coqc can check for it instead."),
]


def command(
    claim_id: ClaimId, attack: Attack = False, rocq: Rocq = None, from_: From = None
) -> None:
    """Show the proof of a claim: what is shown, by which rule, from what."""
    from theory.ledger import LEDGER
    from verify.commands.text.terminal import print_pairs
    from verify.kernel.proof import checked_of
    from verify.results.proofs import proof_record

    known, claim = one(claim_id, from_)
    if claim_id not in LEDGER.proofs:
        count = sum(other in LEDGER.proofs for other in known)
        raise Misuse(f"{claim_id} has no proof; expected one of the {count} that have")
    record = proof_record(claim_id)
    if record is None:
        raise Misuse(f"the proof of {claim_id} is broken: {checked_of(claim_id).failure}")
    if rocq is not None:
        _write(claim_id, rocq)
        return
    print_pairs(_stated(claim))
    print_pairs(_steps(record))
    print_pairs(_end(record))
    if attack:
        print_pairs(_attacked(claim_id))


def _write(claim_id: str, path: Path) -> None:
    from reports.writing import write
    from verify.kernel.rocq.files import written

    if not path.parent.is_dir() or path.is_dir():
        raise Misuse(f"--rocq {path} cannot be written; expected a file in a folder that exists")
    made = written(claim_id)
    write(path, made.text)
    general, left = sum(one.general for one in made.lemmas), sum(made.left_out.values())
    scalar = len(made.lemmas) - general
    print(f"wrote {path}: {scalar} scalar steps, {general} by a general rule; {left} left out")


def _stated(claim: Claim) -> Lines:
    from verify.commands.text.latex import to_unicode
    from verify.kernel.proof import statements

    yield claim.id, ""
    yield "", claim.title
    yield "printed", to_unicode(claim.statement)
    for stated in statements(claim):
        yield "says", str(stated)
        yield "for", "; ".join(sorted(map(str, stated.assumes)))


def _steps(record: ProofRecord) -> Lines:
    number = {step["name"]: k for k, step in enumerate(record["steps"], 1)}
    last = record["steps"][-1]["assumes"] if record["steps"] else []
    for step in record["steps"]:
        yield f"{number[step['name']]:>3} {step['name']}", ""
        where = "; ".join(h for h in step["assumes"] if h not in last)
        yield "", step["says"] + (f"   where {where}" if where else "")
        premises = ", ".join(str(number[name]) for name in step["rests_on"])
        how = step["rule"] + (f" from {premises}" if premises else "")
        yield "", how + (f": {step['checked']}" if step["checked"] else "")


def _attacked(claim_id: str) -> Lines:
    from verify.kernel.attacking.attacks import attacked

    found = attacked(claim_id, None)
    yield "attacks", f"{found.planted} wrong versions, {found.caught} rejected"
    for what in found.also_proved:
        yield "also proved", what
    for what in found.survivors:
        yield "survives", what


def _end(record: ProofRecord) -> Lines:
    for fact in record["facts"]:
        yield "fact", f"{fact['name']}: {fact['says']} [{fact['reference']}]"
    for other in record["claims"]:
        yield "claim", other
    if record["missing"]:
        yield "not proved", record["missing"]
    else:
        yield "proved", "the last line is the claim, and all it rests on is proved or a fact"
    yield "stands in", record["file"]
