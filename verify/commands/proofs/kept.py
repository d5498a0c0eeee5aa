"""Which proofs ``lemmata attack`` and ``lemmata prove`` take, and the file that each keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from verify.commands.common import Misuse, Patterns, select

if TYPE_CHECKING:
    from pathlib import Path

Record = TypeVar("Record")


def with_a_proof(ids: Patterns) -> list[str]:
    """Those of the claims that have a proof."""
    from theory.ledger import LEDGER
    from verify import runner

    chosen = [claim.id for claim in select(runner.load(), ids) if claim.id in LEDGER.proofs]
    if not chosen:
        raise Misuse(f"none of these claims has a proof; {len(LEDGER.proofs)} have one")
    return chosen


def mark_of(claim_id: str) -> str:
    """The mark of the proof as it is now."""
    from reports.reading.proofs import mark
    from verify.kernel.proof import checked_of
    from verify.results.proofs import proof_record

    record = proof_record(claim_id)
    if record is None:
        raise Misuse(f"the proof of {claim_id} is broken: {checked_of(claim_id).failure}")
    return mark(record)


class KeptProofs(Generic[Record]):
    """A file beside the results, written whole after each proof; what was there of others stays.

    ``head`` stands in it before the claims; a file whose entry ``same`` is another is not taken up.
    """

    def __init__(self, name: str, head: Mapping[str, Any], *, same: str = "schema") -> None:
        from theory.ledger import LEDGER
        from verify.results import place

        self.path: Path = place.folder() / name
        self.head = head
        try:
            found: Any = json.loads(self.path.read_text(encoding="utf-8"))
            earlier = dict(found["claims"]) if found[same] == head[same] else {}
        except (OSError, ValueError, KeyError, TypeError):
            earlier = {}
        self.claims: dict[str, Record] = {i: r for i, r in earlier.items() if i in LEDGER.proofs}

    def add(self, claim_id: str, record: Record) -> None:
        from reports.writing import write

        self.claims[claim_id] = record
        content = {**self.head, "claims": dict(sorted(self.claims.items()))}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write(self.path, json.dumps(content, indent=1) + "\n")
