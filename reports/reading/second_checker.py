"""What a second, independent checker says of the proofs: reports/rocq.json, for the page."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from reports.reading.fitting import Notes, opened
from reports.reading.proofs import of_these_proofs
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
    """What ``lemmata prove`` kept of the proofs on the page; None where it kept nothing."""
    found: SecondChecker | None = opened(path, SecondChecker, "second checker", notes)
    if found is None:
        return None
    kept = of_these_proofs(found["claims"], claims, "lemmata prove", notes)
    agreed, scalar, agreed_general, general, steps = (
        sum(record[key] for record in kept.values()) for key in COUNTS
    )
    return Agreement(
        found["coqc"], found["rules"], agreed, scalar, agreed_general, general, steps, kept
    )
