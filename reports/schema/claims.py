"""A claim: what is stated, how it was looked at, what was found."""

# Mapping and Sequence: names in Json, which is recursive and therefore read where it is used.
from collections.abc import Mapping as Mapping
from collections.abc import Sequence as Sequence
from typing import TypedDict

from lemmata.reports.schema.evidence import EvidenceRecord, MutantRecord, WorstRecord
from lemmata.reports.schema.proofs import ProofRecord
from lemmata.reports.schema.values import Json as Json
from lemmata.reports.schema.values import Number, Parameters


class HypothesisRecord(TypedDict):
    name: str
    statement: str
    variable: str


class PracticalRecord(TypedDict):
    """What a claim says at a practical size, and from which size on it would say something.

    ``instead`` is the id of a law that speaks at that size where the claim cannot; or empty.
    """

    bound: Number
    trivial: Number
    why: str
    at: Parameters
    scale: str
    speaks: bool
    speaks_from: int | str | None
    instead: str


class ShownRecord(TypedDict):
    """What an entry of ``claims`` of any age has: the rest came to the schema later."""

    id: str
    verdict: str
    why: str
    failures: list[str]
    vacuous: bool
    tightness: Number | None
    power: Number | None
    constant: Number | None
    evidence: list[EvidenceRecord]
    mutants: list[MutantRecord]
    command: str


class StatedRecord(TypedDict):
    """What is claimed; ``file`` is FILE:LINE, ``repair`` the id of the nearest true statement.

    ``grade``: of a statement expected to be refuted, how much is wrong with it, which ``reason``
    argues: wrong, needs a hypothesis, edge, step.
    """

    paper: str
    kind: str
    title: str
    statement: str
    hypotheses: list[HypothesisRecord]
    source: str
    uses: list[str]
    file: str
    repair: str | None
    expected: str
    reason: str
    grade: str | None
    decided_by: str


class MadeRecord(TypedDict):
    """How and when something was found; ``code`` is a digest of the source that found it."""

    seed: int
    effort: str
    device: str
    versions: dict[str, str]
    code: str
    time: str


class HistoryRecord(TypedDict):
    """What an earlier run said of a claim."""

    verdict: str
    effort: str
    seed: int
    time: str
    code: str
    failed: bool


class ClaimRecord(ShownRecord, StatedRecord, MadeRecord):
    """What was found of one claim; ``constant_cell`` forces the smallest constant.

    ``script``: of a claim expected to be refuted, Python that evaluates both sides at its witness.
    """

    script: str
    conflict: bool
    practical: PracticalRecord | None
    constant_interval: Sequence[Number] | None
    constant_cell: str | None
    worst: WorstRecord | None
    checks: list[str]
    seconds: float
    history: list[HistoryRecord]
    proof: ProofRecord | None
