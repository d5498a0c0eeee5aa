"""What can be wrong with a paper from elsewhere once it is loaded: one line, and what to write."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from lemmata.theory.ledger import LEDGER, PAPERS
from lemmata.verify.errors import Misuse
from lemmata.verify.registry import Check


class NotLoaded(Misuse):
    """A source that cannot be used; one line says why, and what to write instead."""


def examine(named: str, stated: Sequence[str], before: Mapping[str, int]) -> None:
    """Refuse what the source ``named`` has just declared where it cannot be run.

    ``stated`` are the ids of its claims, ``before`` how many checks each claim had.
    """
    new = [
        check
        for claim_id, checks in LEDGER.checks.items()
        for check in checks[before.get(claim_id, 0) :]
    ]
    for check in new:
        if check.claim_id not in stated:
            raise NotLoaded(_stray(check, stated))
    for claim_id in stated:
        claim = LEDGER.claims[claim_id]
        if claim.paper in PAPERS:
            how = 'declare a paper of your own: lemmata.paper("name", "Author. Title. Year")'
            raise NotLoaded(f"{claim.file}:{claim.line}: {claim.paper} is lemmata's own; {how}")
    if not stated:
        how = "@lemmata.claim above a closed form states one; lemmata new FILE writes an example"
        raise NotLoaded(f"{named} declares no claim; {how}")


def _stray(check: Check, stated: Sequence[str]) -> str:
    """A check that nobody would run."""
    here = f"{check.file}:{check.line}: the check {check.name} is of {check.claim_id}"
    if check.claim_id in LEDGER.claims:
        return f"{here}, which stands elsewhere; a source checks its own claims"
    near = difflib.get_close_matches(check.claim_id, stated, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else "expected one of the source's own claims"
    return f"{here}, and no claim is called so; {hint}"
