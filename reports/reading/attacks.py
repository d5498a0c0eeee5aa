"""What became of every wrong version of the proofs: reports/attacks.json, for the page."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from reports.reading.fitting import Notes, opened
from reports.reading.proofs import of_these_proofs
from reports.reading.results import ReadClaim
from reports.schema import KeptAttacks

NAME = "attacks.json"


class AllAttacks(NamedTuple):
    """Sums over the claims of the page that were attacked in every way."""

    proofs: int
    planted: int
    caught: int
    also_proved: int
    survivors: int


def read(path: Path, claims: list[ReadClaim], notes: Notes) -> AllAttacks | None:
    """What ``lemmata attack`` kept, put in the place of the sample that a run plants."""
    found: KeptAttacks | None = opened(path, KeptAttacks, "attacks", notes)
    if found is None:
        return None
    records = of_these_proofs(found["claims"], claims, "lemmata attack", notes)
    for claim in claims:
        if claim["id"] in records:
            claim["proof_attacks"] = records[claim["id"]]["attacks"]
    kept = [record["attacks"] for record in records.values()]
    return AllAttacks(
        len(kept),
        sum(one["planted"] for one in kept),
        sum(one["caught"] for one in kept),
        sum(one["also_proved"] for one in kept),
        sum(len(one["survivors"]) for one in kept),
    )
