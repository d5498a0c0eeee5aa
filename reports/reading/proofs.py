"""What was kept of the proofs by other commands, as far as it is of the proofs on the page."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TypeVar

from reports.reading.fitting import Notes
from reports.reading.results import ReadClaim
from reports.schema import OfProof, ProofRecord

Kept = TypeVar("Kept", bound=OfProof)


def mark(proof: ProofRecord) -> str:
    """Tells a proof from every other one: what each step says, assumes, rests on, by which rule."""
    said = [
        (s["name"], s["rule"], s["says"], list(s["assumes"]), list(s["rests_on"]))
        for s in proof["steps"]
    ]
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]


def of_these_proofs(
    found: Mapping[str, Kept], claims: list[ReadClaim], again: str, notes: Notes
) -> dict[str, Kept]:
    """The records of the proofs as they stand, by claim; of another proof, one is left out.

    ``again``: the command that makes the record.
    """
    kept: dict[str, Kept] = {}
    for claim in claims:
        proof, record = claim["proof"], found.get(claim["id"])
        if proof is None or record is None:
            continue
        if mark(proof) == record["proof"]:
            kept[claim["id"]] = record
        else:
            notes.add(f"of an earlier proof, made again by {again}", claim["id"])
    return kept
