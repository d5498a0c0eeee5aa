"""The whole of results.json, and what stands beside it."""

# Mapping and Sequence: names in Json, which is recursive and therefore read where it is used.
from collections.abc import Mapping as Mapping
from collections.abc import Sequence as Sequence
from typing import NotRequired, TypedDict

from lemmata.reports.schema.claims import ClaimRecord, MadeRecord
from lemmata.reports.schema.evidence import FigureData
from lemmata.reports.schema.values import Json

SCHEMA = 2  # of results.json; in 1 a proof was none of Rocq
# Files and the folder that stand beside results.json.
PICTURES, FALSE_ALARMS, FIGURES = "pictures.json", "false_alarms.json", "figures"
# What nested records of older files may lack.
LATER = {
    "exact",
    "interval_method",
    "label",
    "needed",
    "tolerance",
    "ratio_interval",
    "ratio_exact",
    "margin",
    "seconds",
    "parts",
    "figure",
    "where",
    "pending",
    "instead",
}


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


class PictureRecord(TypedDict):
    """The plot of a claim; ``made`` is a digest of what it was drawn from."""

    made: str
    figure: FigureData


class Pictures(TypedDict):
    """reports/pictures.json: claims' two sides, drawn densely."""

    claims: dict[str, PictureRecord]


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


class PaperRecord(TypedDict):
    """A paper as one cites it, and where it can be read."""

    cited: str
    address: str


class Results(TypedDict, total=False):
    """The whole file."""

    schema: int
    run: RunRecord
    claims: list[ClaimRecord]
    mutants: MutantCount
    figures: list[FigureRecord]
    papers: dict[str, PaperRecord]
