"""What checks found: cells, figures re-run, worst cases, mutants."""

# Mapping and Sequence: names in Json, which is recursive and therefore read where it is used.
from collections.abc import Mapping as Mapping
from collections.abc import Sequence as Sequence
from typing import NotRequired, TypedDict

from lemmata.reports.schema.values import Json, Number, Parameters


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
    note: NotRequired[str]  # on the plot itself


class EvidenceRecord(TypedDict):
    """What one check found; ``worst`` is the index of the cell nearest to violating the claim.

    ``parts``: the seconds of each, where the check was cut into tasks.
    """

    method: str
    check: str
    file: str
    routes: Sequence[str]
    domain: str
    decision: str
    margin: Number
    cells: list[CellRecord]
    worst: int | None
    witness: Parameters | None
    command: str
    seconds: float
    parts: Sequence[float]
    figure: FigureData | None
    pending: str


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
