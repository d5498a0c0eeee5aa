"""reports/results.json, schema 4, and the files beside it: their types, and how they are read.

Said once, for whoever writes them and for the page. msgspec holds a file to these types when it is
read; a file that is damaged or of another schema is refused and left as it is.

Strict JSON, in which an infinite, exact or high-precision number is a string, as is an integer
beyond ``EXACT``; an array is a list of lists.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal, NotRequired, TypeAlias, TypedDict, TypeVar, cast

import msgspec

from lemmata.verify.errors import Misuse

SCHEMA: Final = 4  # of results.json
# Files and the folder that stand beside results.json.
PICTURES, FALSE_ALARMS, FIGURES = "pictures.json", "false_alarms.json", "figures"
SIZE = "size.json"

EXACT = 2**53  # larger integers lose digits in readers that know only doubles
Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=-EXACT, le=EXACT)]
Number: TypeAlias = Whole | float | str
Scalar: TypeAlias = bool | Number | None
# Arrays have at most four indices: what is nested without end is refused.
Vector: TypeAlias = Scalar | Sequence[Scalar] | Mapping[str, Scalar]
Matrix: TypeAlias = Scalar | Sequence[Vector] | Mapping[str, Vector]
Cube: TypeAlias = Scalar | Sequence[Matrix] | Mapping[str, Matrix]
Json: TypeAlias = Scalar | Sequence[Cube] | Mapping[str, Cube]
Parameters: TypeAlias = Mapping[str, Json]
Seed: TypeAlias = Whole | str
VerdictWord: TypeAlias = Literal["proved", "holds", "refuted", "undecided", "not run"]
EffortWord: TypeAlias = Literal["smoke", "standard", "thorough", "paper"]


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
    samples: Whole | None
    needed: Number | None
    tolerance: Number
    label: str
    exact: Json


class SeriesRecord(TypedDict):
    """One curve of a figure; its role is one of ``theory.evidence.Role``."""

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
    """A figure re-run; the axes are named in text and $mathtext$.

    ``agreement`` says how many of the published points agree with ours, or that there are none.
    """

    sentence: str
    x: str
    y: str
    series: list[SeriesRecord]
    points: list[PointRecord]
    agreement: str
    log_x: bool
    log_y: bool
    remarks: Sequence[str]
    note: str  # on the plot itself


class OriginRecord(TypedDict):
    """Where evidence comes from that an earlier run made: the file of the repository that has its
    numbers with its digest, the date, commit, machine and seed, and the command to repeat it.
    """

    file: str
    digest: str
    date: str
    commit: str
    machine: str
    seed: Seed
    command: str


class EvidenceRecord(TypedDict):
    """What one check found; ``worst`` is the index of the cell nearest to violating the claim.

    ``parts``: the seconds of each, where the check was cut into tasks. ``recorded``: null if this
    run made it.
    """

    method: str
    check: str
    file: str
    routes: Sequence[str]
    domain: str
    decision: str
    margin: Number
    cells: list[CellRecord]
    worst: Whole | None
    witness: Parameters | None
    command: str
    seconds: float
    parts: Sequence[float]
    figure: FigureData | None
    pending: str
    recorded: OriginRecord | None


class WorstRecord(TypedDict):
    """The case of all evidence that came closest to violating the claim, or violated it most."""

    ratio: Number | None
    parameters: Parameters
    label: str
    method: str
    command: str


class MutantRecord(TypedDict):
    """A plausible false claim in the place of one; ``caught_by`` is the name of a check."""

    name: str
    caught_by: str | None


class AxiomsRecord(TypedDict):
    """What a theorem rests on: logical axioms, and theorems of a textbook by their names."""

    logical: list[str]
    textbook: list[str]


class CheckedRecord(TypedDict):
    """Which version accepted a proof and when; ``here``: in this run, not in an earlier one."""

    by: str
    at: str
    here: bool


class ProofRecord(TypedDict):
    """The proof of a proved claim: ``file`` is FILE:LINE, ``sketch`` the proof in words.

    ``source`` is the theorem and its proof in Rocq, ``rests_on`` the lemmas and definitions below
    it by file, and ``contains`` are the proved claims whose proofs are part of this one.
    """

    file: str
    theorem: str
    statement: str
    sketch: str
    source: str
    rests_on: dict[str, list[str]]
    contains: list[str]
    axioms: AxiomsRecord
    checked: CheckedRecord


class SymbolRecord(TypedDict):
    """A symbol of a statement as LaTeX, and what it means there."""

    latex: str
    means: str


class AnswerRecord(TypedDict):
    """What the authors say to a verdict: the file that it is written into, and its text."""

    file: str
    text: str


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
    speaks_from: Whole | str | None
    instead: str


class StatementRecord(TypedDict):
    """What is claimed; ``file`` is FILE:LINE, ``repair`` the id of the nearest true statement.

    ``quotation`` are the paper's words, which stand at ``source``; what is behind a semicolon there
    is how they are read. ``subject`` is what the statement is about, and ``left_side`` what is
    observed, both in words or empty. ``grade``: of a statement
    expected to be refuted, how much is wrong with it, which ``reason`` argues: wrong, needs a
    hypothesis, edge, step, reading. ``derivation`` is the comment in that file on how it follows.
    ``headline`` is a sentence for the first page, or empty.
    """

    paper: str
    kind: str
    title: str
    subject: str
    left_side: str
    quotation: str
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
    derivation: str
    symbols: list[SymbolRecord]
    headline: str
    answer: AnswerRecord


class ProvenanceRecord(TypedDict):
    """How and when something was found; ``code`` is a digest of the source that found it."""

    seed: Seed
    effort: EffortWord
    device: str
    versions: dict[str, str]
    code: str
    time: str


class HistoryRecord(TypedDict):
    """What an earlier run said of a claim."""

    verdict: VerdictWord
    effort: EffortWord
    seed: Seed
    time: str
    code: str
    failed: bool


class ClaimRecord(StatementRecord, ProvenanceRecord):
    """What was found of one claim; ``constant_cell`` forces the smallest constant.

    ``script``: of a claim expected to be refuted, Python that evaluates both sides at its witness.
    """

    id: str
    verdict: VerdictWord
    why: str
    conflict: bool
    failures: list[str]
    vacuous: bool
    practical: PracticalRecord | None
    tightness: Number | None
    power: Number | None
    constant: Number | None
    constant_interval: Sequence[Number] | None
    constant_cell: str | None
    worst: WorstRecord | None
    checks: list[str]
    evidence: list[EvidenceRecord]
    mutants: list[MutantRecord]
    seconds: float
    command: str
    history: list[HistoryRecord]
    proof: ProofRecord | None
    script: str


class Coverage(TypedDict):
    method: str
    law: str
    covered: float


class Calibration(TypedDict):
    """How often the intervals of each method covered the truth on known laws."""

    level: float
    runs: int
    seed: Seed
    coverage: list[Coverage]


class RunRecord(ProvenanceRecord):
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
    published: dict[str, dict[str, Number]] | None  # values by place, by curve


class PaperRecord(TypedDict):
    """A paper as one cites it, and where it can be read."""

    cited: str
    address: str


class SentenceRecord(TypedDict):
    """A checkable sentence of a paper: the claim that decides it, or why none does.

    ``id`` is that of the claim that quotes it, else a name of its own, or empty.
    """

    id: str
    paper: str
    section: str
    words: str
    decided_by: str
    why_not: str


class Results(TypedDict):
    """The whole of results.json; ``sentences`` are all that the papers have, whatever was run."""

    schema: Literal[4]
    run: RunRecord
    claims: list[ClaimRecord]
    mutants: MutantCount
    figures: list[FigureRecord]
    papers: dict[str, PaperRecord]
    sentences: list[SentenceRecord]


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


class PictureRecord(TypedDict):
    """The plot of a claim; ``made`` is a digest of what it was drawn from."""

    made: str
    figure: FigureData


class Pictures(TypedDict):
    """reports/pictures.json: claims' two sides, drawn densely."""

    claims: dict[str, PictureRecord]


class SizeLaw(TypedDict):
    """A law as the calculator evaluates it; the value is a node, null where it is silent.

    Of two laws of one quantity the one that ``neglects`` less comes first.
    """

    quantity: str
    relation: str
    claim: str
    title: str
    verdict: str
    value: Whole
    neglects: Whole


# d, n, and an estimate with the ends of its interval for each quantity
MeasuredLayers: TypeAlias = list[tuple[int, int, list[list[float]]]]
# A number, the name of a size, or an operation and the places of its operands among the nodes
SizeNode: TypeAlias = float | str | list[str | int]


class Made(TypedDict):
    """Of what is made again for other code: a digest of the code."""

    made: str


class SizeTables(Made):
    """reports/size.json: all that lemmata.predict knows.

    ``kinds``: which laws there are of which layers. ``roots``: functions on [0, 1] by their values
    at Chebyshev's points. ``quantities`` are what is measured, ``roles`` the names that the
    sentences ask for, ``words`` their patterns.
    """

    options: dict[str, Sequence[str]]
    most: Whole
    nodes: list[SizeNode]
    roots: dict[str, list[float]]
    laws: list[SizeLaw]
    kinds: dict[str, list[Whole]]
    quantities: dict[str, str]
    roles: dict[str, str]
    measured: dict[str, MeasuredLayers]
    measured_by: str
    words: dict[str, str]
    limits: dict[str, dict[str, float]]


def recorded(record: ClaimRecord) -> str:
    """The date of the recorded evidence that a verdict rests on; empty if it has none."""
    return max(
        (one["recorded"]["date"] for one in record["evidence"] if one["recorded"]), default=""
    )


class Unreadable(Misuse):
    """A file that is damaged or of another schema; one line says what is wrong and what to do."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"{path} cannot be read by this version of lemmata: {why}; "
            "it was left as it is: move it away or delete it"
        )


T = TypeVar("T")


def read(path: Path, kind: type[T]) -> T:
    """A file of this type; else it is ``Unreadable``."""
    try:
        return decode(path.read_bytes(), kind)
    except OSError as error:
        raise Unreadable(path, error.strerror or "not possible") from error
    except RecursionError as error:
        raise Unreadable(path, "it is nested too deeply") from error
    except ValueError as error:
        raise Unreadable(path, str(error)) from error


def decode(content: bytes, kind: type[T]) -> T:
    """JSON of this type; msgspec's ``ValidationError`` says where it is not."""
    found = msgspec.json.decode(content, type=kind)
    if kind is Results:
        _require_consistent(cast(Results, found)["claims"])
    return found


def _require_consistent(claims: Sequence[ClaimRecord]) -> None:
    """What types cannot say: one record of a claim, a proof of a proved one, a worst cell."""
    ids = set[str]()
    for k, claim in enumerate(claims):
        where = f"at `$.claims[{k}]`"
        if claim["id"] in ids:
            raise msgspec.ValidationError(f"A second record of {claim['id']} - {where}")
        if claim["verdict"] == "proved" and claim["proof"] is None:
            raise msgspec.ValidationError(f"Proved without a proof - {where}")
        for evidence in claim["evidence"]:
            if evidence["worst"] not in (None, *range(len(evidence["cells"]))):
                raise msgspec.ValidationError(f"The worst cell is none of the cells - {where}")
        ids.add(claim["id"])
