"""What a second, independent checker says of the proofs: reports/rocq.json, for the page."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from reports.reading.fitting import Notes, NotJson, fit, load
from reports.reading.results import ReadClaim
from reports.schema import RocqRecord, SecondChecker

NAME = "rocq.json"
COUNTS: tuple[Literal["agreed", "scalar", "agreed_general", "general", "steps"], ...] = (
    "agreed", "scalar", "agreed_general", "general", "steps",
)  # fmt: skip


class Agreement(NamedTuple):
    """Sums over the claims of the page, and the record of each."""

    coqc: str
    rules: list[str]
    agreed: int
    scalar: int
    agreed_general: int
    general: int
    steps: int
    claims: dict[str, RocqRecord]


def read(path: Path, claims: list[ReadClaim], notes: Notes) -> Agreement | None:
    """What ``lemmata prove`` kept of the proofs on the page; None where it kept nothing.

    A record of a proof with another number of steps is of an earlier proof, and left out.
    """
    if not path.is_file():
        return None
    try:
        found: SecondChecker = fit(load(path), SecondChecker, path.name, "second checker", notes)
    except NotJson as error:
        notes.add(str(error), path.name)
        return None
    kept: dict[str, RocqRecord] = {}
    for claim in claims:
        proof, record = claim["proof"], found["claims"].get(claim["id"])
        if proof is None or record is None:
            continue
        if len(proof["steps"]) == record["steps"]:
            kept[claim["id"]] = record
        else:
            notes.add("it is of an earlier proof: make prove", f"{path.name}, {claim['id']}")
    agreed, scalar, agreed_general, general, steps = (
        sum(record[key] for record in kept.values()) for key in COUNTS
    )
    return Agreement(
        found["coqc"], found["rules"], agreed, scalar, agreed_general, general, steps, kept
    )
