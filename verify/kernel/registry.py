"""Which proof a claim has, and the evidence that it makes."""

from __future__ import annotations

from collections.abc import Callable

from theory.ledger import LEDGER, Decision, Evidence, Method, get, source_path
from verify.kernel import textbooks as textbooks  # the facts
from verify.kernel.proof import (
    Checked,
    Script,
    Written,
    check,
    checked_of,
    compared,
    steps,
    unproved,
)
from verify.registry import Run, register


def proof(claim_id: str) -> Callable[[Script], Script]:
    """Register the decorated script as the proof of a claim, and as a check of it."""

    def decorate(script: Script) -> Script:
        if claim_id in LEDGER.proofs:
            raise ValueError(f"{claim_id} has two proofs")
        place = source_path(script)
        LEDGER.proofs[claim_id] = Written(claim_id, script, *place)
        register(claim_id, script.__name__, lambda run: _evidence(claim_id, run), place)
        return script

    return decorate


class BrokenProof(Exception):
    """A proof that is none of its claim; the message names the step."""


def _evidence(claim_id: str, run: Run) -> Evidence:
    """The whole domain, where the last theorem is the claim and all it rests on is proved.

    A step that fails is an error; a premise that is not proved leaves the claim without the word.
    Another closed form than the claim's is not covered.
    """
    claim = get(claim_id)
    own = run.formula is claim.formula
    found = checked_of(claim_id) if own else _other(claim_id, run)
    if own and found.failure:
        raise BrokenProof(f"proof of {claim_id}: {found.failure}")
    missing = found.failure or next(filter(None, map(unproved, found.claims)), "")
    decision = Decision.SILENT if found.failure else Decision.AGREES
    count = len(steps(found.theorems))
    domain = f"given what is not proved: {missing}" if missing else "all that the claim says"
    return Evidence(
        Method.CERTIFICATE, ("the closed form on symbols", f"a proof of {count} steps"), domain,
        decision=decision, covers=not missing,
    )  # fmt: skip


def _other(claim_id: str, run: Run) -> Checked:
    """The theorems of a proof do not depend on the closed form that they are compared with."""
    claim, own = get(claim_id), checked_of(claim_id)
    try:
        if own.session is not None:
            return compared(claim, own.session, own.theorems, run.formula)
        return check(claim, LEDGER.proofs[claim_id].script, run.formula)
    except (TypeError, AttributeError) as error:  # a mutant that does not run on symbols
        return Checked((), f"another closed form: {error}", "the claim")
