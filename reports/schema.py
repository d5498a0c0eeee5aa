"""reports/results.json, schema 1, as types: what verify writes and the page reads.

Strict JSON: an infinite, exact or high-precision number is a string, an array a list of lists.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

Json: TypeAlias = "bool | float | str | Sequence[Json] | Mapping[str, Json] | None"
Number: TypeAlias = float | str
Parameters: TypeAlias = Mapping[str, Json]
VerdictWord: TypeAlias = Literal["proved", "holds", "refuted", "undecided"]


class HypothesisRecord(TypedDict):
    name: str
    statement: str
    variable: str


class MutantRecord(TypedDict):
    """A plausible wrong version of a claim; ``caught_by`` is the name of a check."""

    name: str
    caught_by: str | None


class CellRecord(TypedDict):
    """One place where a claim was looked at.

    Of a bound, ``slack`` is what is left of it and ``ratio`` how much is used: 1 where both sides
    meet, more where it is violated. ``ratio_interval`` and ``ratio_exact`` are the same share at
    the ends of the interval and for the exact law, where all of them are single numbers of one
    sign. ``needed``: about how many samples would decide a cell that is silent.
    """

    parameters: Parameters
    lhs: Json
    rhs: Json
    slack: Json
    ratio: Number | None
    ratio_interval: Sequence[Number] | None
    ratio_exact: Number | None
    decision: str
    interval: Sequence[Json] | None
    interval_method: str
    samples: int | None
    needed: Number | None
    tolerance: Number
    label: str
    exact: Json


class SeriesRecord(TypedDict):
    """One curve of a figure: role is measured, law, claimed, another reading or marks."""

    name: str
    role: str
    x: Sequence[Number]
    y: Sequence[Number]
    low: Sequence[Number]
    high: Sequence[Number]
    of: str


class PointRecord(TypedDict):
    """A published value beside ours; they agree within ``allowed``."""

    curve: str
    x: Number
    published: Number
    ours: Number
    allowed: Number
    agrees: bool


class FigureData(TypedDict):
    """A figure re-run; the axes are named in text and $mathtext$."""

    sentence: str
    x: str
    y: str
    series: list[SeriesRecord]
    points: list[PointRecord]
    log_x: bool
    log_y: bool
    remarks: Sequence[str]


class EvidenceRecord(TypedDict):
    """What one check found; ``worst`` is the index of the cell nearest to violating the claim."""

    method: str
    check: str
    file: str
    routes: Sequence[str]
    domain: str
    decision: str
    covers: bool
    margin: Number
    cells: list[CellRecord]
    worst: int | None
    witness: Parameters | None
    command: str
    seconds: float
    figure: FigureData | None


class WorstRecord(TypedDict):
    """The case of all evidence that came closest to violating the claim, or violated it most."""

    ratio: Number | None
    parameters: Parameters
    label: str
    method: str
    command: str


class PracticalRecord(TypedDict):
    """What a claim says at a practical size, and from which size on it would say something."""

    bound: Number
    trivial: Number
    why: str
    at: Parameters
    scale: str
    speaks: bool
    speaks_from: int | str | None


class StepRecord(TypedDict):
    """One theorem of a proof; ``rests_on`` are the names of others, ``latex`` is what it says."""

    name: str
    says: str
    latex: str
    assumes: Sequence[str]
    rule: str
    rests_on: Sequence[str]
    checked: str


class FactRecord(TypedDict):
    """A textbook theorem that is used and not proved."""

    name: str
    says: str
    reference: str


class ProofRecord(TypedDict):
    """A proof, premises first; ``claims`` are the ids of the claims that it rests on.

    ``missing`` says what keeps the claim from being proved, if anything does.
    """

    steps: list[StepRecord]
    facts: list[FactRecord]
    claims: Sequence[str]
    file: str
    missing: str


class ProofAttacks(TypedDict):
    """Wrong versions of a proof that were planted, and how many were rejected.

    ``also_proved`` counts those in which a changed step was proved too, and was enough;
    ``needless`` names premises that may be left out.
    """

    planted: int
    caught: int
    also_proved: int
    needless: list[str]
    survivors: list[str]


class RocqRecord(TypedDict):
    """A proof before Rocq: its steps, the scalar ones, those accepted, and what is not scalar."""

    steps: int
    scalar: int
    agreed: int
    not_agreed: list[str]
    left_out: dict[str, int]


class SecondChecker(TypedDict):
    """reports/rocq.json: which coqc, the general rules proved in it, and each claim's proof."""

    schema: int
    coqc: str
    rules: list[str]
    claims: dict[str, RocqRecord]


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
    """What was found of one claim; ``constant_cell`` forces the smallest constant."""

    conflict: bool
    practical: PracticalRecord | None
    constant_interval: Sequence[Number] | None
    constant_cell: str | None
    worst: WorstRecord | None
    checks: list[str]
    seconds: float
    history: list[HistoryRecord]
    proof: ProofRecord | None
    proof_attacks: ProofAttacks | None


class Coverage(TypedDict):
    method: str
    law: str
    covered: float


class Calibration(TypedDict):
    """How often the intervals of each method covered the truth on known laws."""

    level: float
    runs: int
    seed: int
    coverage: list[Coverage]


class FalseAlarms(TypedDict):
    """reports/false_alarms.json: whole runs at several seeds, and how many had a false alarm.

    ``interval`` holds the share of such runs at 99 %; ``budget`` is what it may be at most.
    """

    command: str
    claims: int
    runs: int
    alarms: int
    budget: float
    interval: list[float]
    code: str
    time: str


class RunRecord(MadeRecord):
    """The last run that was merged into the file; each claim keeps its own."""

    wall_seconds: float
    false_alarm_budget: float
    calibration: NotRequired[Calibration]


class Survivor(TypedDict):
    claim: str
    name: str


class MutantCount(TypedDict):
    planted: int
    caught: int
    survivors: list[Survivor]


class FigureRecord(TypedDict):
    """A figure and its files beside the results; what was found of it stands at the claim."""

    id: str
    title: str
    svg: str
    csv: str
    published: Json


class Results(TypedDict, total=False):
    """The whole file."""

    schema: int
    run: RunRecord
    claims: list[ClaimRecord]
    mutants: MutantCount
    figures: list[FigureRecord]
