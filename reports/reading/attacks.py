"""What became of every wrong version of the proofs: reports/attacks.json, for the page."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from reports.reading.fitting import Notes, NotJson, fit, load
from reports.reading.results import ReadClaim
from reports.schema import KeptAttacks, ProofAttacks

NAME = "attacks.json"


class AllAttacks(NamedTuple):
    """Sums over the claims of the page that were attacked in every way."""

    proofs: int
    planted: int
    caught: int
    also_proved: int
    survivors: int


def read(path: Path, claims: list[ReadClaim], notes: Notes) -> AllAttacks | None:
    """What ``lemmata attack`` kept, put in the place of the sample that a run plants.

    A record of a proof with another number of steps is of an earlier proof, and left out.
    """
    if not path.is_file():
        return None
    try:
        found: KeptAttacks = fit(load(path), KeptAttacks, path.name, "attacks", notes)
    except NotJson as error:
        notes.add(str(error), path.name)
        return None
    kept: list[ProofAttacks] = []
    for claim in claims:
        proof, record = claim["proof"], found["claims"].get(claim["id"])
        if proof is None or record is None:
            continue
        if len(proof["steps"]) == record["steps"]:
            claim["proof_attacks"] = record["attacks"]
            kept.append(record["attacks"])
        else:
            notes.add("it is of an earlier proof: lemmata attack", f"{path.name}, {claim['id']}")
    return AllAttacks(
        len(kept),
        sum(one["planted"] for one in kept),
        sum(one["caught"] for one in kept),
        sum(one["also_proved"] for one in kept),
        sum(len(one["survivors"]) for one in kept),
    )
