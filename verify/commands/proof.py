"""``lemmata proof``: what is shown, by which rule, from what, checked how."""

from __future__ import annotations

from collections.abc import Iterator

from verify.commands.common import ClaimId, Misuse, one


def command(claim_id: ClaimId) -> None:
    """Show the proof of a claim: what is shown, by which rule, from what."""
    from theory.ledger import LEDGER
    from verify.commands.text.latex import to_unicode
    from verify.commands.text.terminal import print_pairs
    from verify.kernel.proof import checked_of, statements
    from verify.results.proofs import proof_record

    _, claim = one(claim_id)
    if claim_id not in LEDGER.proofs:
        raise Misuse(f"{claim_id} has no proof; expected one of {len(LEDGER.proofs)} that have")
    if failure := checked_of(claim_id).failure:
        raise Misuse(f"the proof of {claim_id} is broken: {failure}")
    record = proof_record(claim_id)
    assert record is not None

    def lines() -> Iterator[tuple[str, str]]:
        yield claim.id, ""
        yield "", claim.title
        yield "printed", to_unicode(claim.statement)
        for stated in statements(claim):
            yield "says", str(stated)
        assumed = dict.fromkeys(
            str(h) for s in statements(claim) for h in sorted(s.assumes, key=str)
        )
        yield "for", "; ".join(assumed)
        number = {step["name"]: k for k, step in enumerate(record["steps"], 1)}
        for step in record["steps"]:
            yield f"{number[step['name']]:>3} {step['name'][:40]}", ""
            yield "", step["says"]
            from_ = ", ".join(str(number[name]) for name in step["rests_on"])
            how = step["rule"] + (f" from {from_}" if from_ else "")
            yield "", how + (f": {step['checked']}" if step["checked"] else "")
        for fact in record["facts"]:
            yield "fact", f"{fact['name']}: {fact['says']} [{fact['reference']}]"
        for other in record["claims"]:
            yield "claim", other
        yield (
            "proved" if not record["missing"] else "not proved",
            record["missing"]
            or "the last line is the claim, and all it rests on is proved or a fact",
        )
        yield "stands in", record["file"]

    print_pairs(lines())
