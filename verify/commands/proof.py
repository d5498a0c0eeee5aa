"""``lemmata proof``: what is shown, by which rule, from what, checked how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from verify.commands.common import ClaimId, Misuse, one

if TYPE_CHECKING:
    from theory.ledger import Claim


def command(claim_id: ClaimId) -> None:
    """Show the proof of a claim: what is shown, by which rule, from what."""
    from theory.ledger import LEDGER
    from verify.commands.text.terminal import print_pairs
    from verify.kernel.proof import checked_of
    from verify.results.proofs import proof_record

    _, claim = one(claim_id)
    if claim_id not in LEDGER.proofs:
        raise Misuse(f"{claim_id} has no proof; expected one of {len(LEDGER.proofs)} that have")
    if failure := checked_of(claim_id).failure:
        raise Misuse(f"the proof of {claim_id} is broken: {failure}")
    record = proof_record(claim_id)
    assert record is not None
    print_pairs([*_statement(claim), *_steps(record), *_verdict(record)])


def _statement(claim: Claim) -> Iterator[tuple[str, str]]:
    from verify.commands.text.latex import to_unicode
    from verify.kernel.proof import statements

    yield claim.id, ""
    yield "", claim.title
    yield "printed", to_unicode(claim.statement)
    for stated in statements(claim):
        yield "says", str(stated)
    assumed = dict.fromkeys(str(h) for s in statements(claim) for h in sorted(s.assumes, key=str))
    yield "for", "; ".join(assumed)


def _steps(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    number = {step["name"]: k for k, step in enumerate(record["steps"], 1)}
    for step in record["steps"]:
        yield f"{number[step['name']]:>3} {step['name'][:40]}", ""
        yield "", step["says"]
        from_ = ", ".join(str(number[name]) for name in step["rests_on"])
        how = step["rule"] + (f" from {from_}" if from_ else "")
        yield "", how + (f": {step['checked']}" if step["checked"] else "")


def _verdict(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for fact in record["facts"]:
        yield "fact", f"{fact['name']}: {fact['says']} [{fact['reference']}]"
    for other in record["claims"]:
        yield "claim", other
    done = "the last line is the claim, and all it rests on is proved or a fact"
    yield "not proved" if record["missing"] else "proved", record["missing"] or done
    yield "stands in", record["file"]
