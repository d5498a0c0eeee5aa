"""Observations of a claim: cells and evidence, and the enumerations for what follows from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

import numpy as np


class Method(StrEnum):
    """The methods of checks; a proof, which only Rocq gives, is not among them."""

    EXACT = "exact"
    ADVERSARIAL = "adversarial"
    STATISTICAL = "statistical"
    REPRODUCTION = "reproduction"


class Decision(StrEnum):
    """What one cell, or one piece of evidence, says of the claim."""

    AGREES = "agrees"
    CONTRADICTS = "contradicts"
    SILENT = "silent"


class Kind(StrEnum):
    """What a statement asserts of its two sides; only this class knows the direction of a bound.

    Sides may be numbers of any arithmetic, arrays or tensors.
    """

    UPPER_BOUND = "upper bound"
    LOWER_BOUND = "lower bound"
    IDENTITY = "identity"
    LIMIT = "limit"
    EXISTENCE = "existence"
    FIGURE = "figure"

    @property
    def is_bound(self) -> bool:
        return self in (Kind.UPPER_BOUND, Kind.LOWER_BOUND)

    def ascending(self, lhs: Any, rhs: Any) -> tuple[Any, Any]:
        """The sides in the order in which a bound has them: (small, large) where it holds."""
        return (rhs, lhs) if self is Kind.LOWER_BOUND else (lhs, rhs)

    def excess(self, lhs: Any, rhs: Any) -> Any:
        """By how much the statement is violated: positive where a bound is, or sides differ."""
        small, large = self.ascending(lhs, rhs)
        return small - large if self.is_bound else abs(small - large)


class Verdict(StrEnum):
    PROVED = "proved"
    HOLDS = "holds"
    REFUTED = "refuted"
    UNDECIDED = "undecided"  # it was run, and the evidence does not decide
    NOT_RUN = "not run"


class Grade(StrEnum):
    """How much is wrong with a refuted statement, as its author might argue."""

    WRONG = "wrong"  # false for the networks that the paper speaks of
    NEEDS_A_HYPOTHESIS = "needs a hypothesis"  # one that the paper has elsewhere, or forgot
    EDGE = "edge"  # false only at a degenerate or equality case
    STEP = "step"  # a step of a proof fails, the result stands
    READING = "reading"  # the sentence is informal; what fails is one stated reading of it


Member = TypeVar("Member", bound=StrEnum)


def named(value: Any, kind: type[Member], what: str) -> None:
    """Refuse a value that is not a member of ``kind``, such as the text of one."""
    if not isinstance(value, kind):
        expected = f"expected a {kind.__name__}, one of {', '.join(f'{k!s}' for k in kind)}"
        raise TypeError(f"{what} is {value!r}, a {type(value).__name__}; {expected}")


def entries(value: Any) -> list[Any]:
    """The entries of a number, a tensor, an array or nested lists."""
    if hasattr(value, "detach"):  # a tensor of torch, which is not known here
        value = value.detach().cpu().numpy()
    if isinstance(value, np.ndarray | list | tuple):
        return list(np.asarray(value, dtype=object).flat)
    return [value]


def has_nan(value: Any) -> bool:
    """Whether an entry is NaN, in any arithmetic; a NaN ball equals itself."""
    return any(v.is_nan() if hasattr(v, "is_nan") else bool(v != v) for v in entries(value))


def on_one_line(value: Any, longest: int = 120) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


@dataclass(frozen=True)
class Cell:
    """One observation of a claim.

    ``parameters`` are the closed form's arguments; ``lhs`` was observed there without the closed
    form. A sampled observation has an ``interval``, its ``interval_method``, which says if it is
    only asymptotic, and ``samples``; each end has as many entries as the closed form.
    ``tolerance`` is the relative error of the observation. ``label`` describes the cell. ``exact``
    is the value of an exact law, if one is known: it is drawn beside both sides, and an observation
    that excludes it is an error. ``again`` is a command that evaluates this cell alone, if any.
    """

    parameters: Mapping[str, Any]
    lhs: Any
    tolerance: float = 0.0
    interval: tuple[Any, Any] | None = None
    samples: int | None = None
    label: str = ""
    exact: Any = None
    interval_method: str = ""
    again: str = ""

    def __post_init__(self) -> None:
        here = f"the cell {self.label!r}"
        if not self.tolerance >= 0:
            raise ValueError(f"the tolerance of {here} is {self.tolerance}; expected >= 0")
        if has_nan(self.lhs):
            raise ValueError(f"{here} observed {on_one_line(self.lhs)}; expected numbers")
        if self.samples is not None and self.samples < 1:
            raise ValueError(f"{here} has {self.samples} samples; expected at least one")
        if self.interval is None:
            return
        if not self.interval_method:
            raise ValueError(f"the interval of {here} does not name its method")
        low, high = (entries(end) for end in self.interval)
        ends = on_one_line(self.interval)
        if len(low) != len(high) or has_nan(low) or has_nan(high):
            raise ValueError(f"the interval of {here} is {ends}; expected pairs of numbers")
        if not all(a <= b for a, b in zip(low, high, strict=True)):
            raise ValueError(f"the interval of {here} is {ends}; expected low <= high")


class Role(StrEnum):
    """What a curve of a figure is, and so how it is drawn."""

    MEASURED = "measured"  # ours, with its band
    LAW = "law"  # an exact law or a sharp bound, nothing fitted
    CLAIMED = "claimed"  # a curve that the paper draws as its theory
    ANOTHER = "another reading"  # ours, where the paper's text and its code differ
    MARKS = "marks"  # points of a map, not joined
    PUBLISHED = "published"  # points that the paper has and ours begin at: nothing is compared
    VIOLATED = "violated"  # between its ends: where a bound is not kept


@dataclass(frozen=True)
class Curve:
    """One curve of a figure; ``low`` and ``high`` are the ends of its band, where it has one.

    ``of`` names the published curve that it reproduces, or the measured one that it explains.
    """

    name: str
    role: Role
    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    of: str = ""

    def __post_init__(self) -> None:
        named(self.role, Role, f"the role of {self.name!r}")
        lengths = {len(self.x), len(self.y), len(self.low or self.y), len(self.high or self.y)}
        if len(lengths) > 1 or not len(self.x):
            raise ValueError(f"the series {self.name!r} has {lengths} values; expected one count")


@dataclass(frozen=True)
class Point:
    """A published value beside ours; ``agrees`` if it lies in the interval of the difference."""

    curve: str
    x: float
    published: float
    ours: float
    allowed: float
    agrees: bool


@dataclass(frozen=True)
class Figure:
    """A figure or table re-run: its curves, and each published point beside ours.

    ``sentence`` is what the paper says of it; ``x`` and ``y`` name the axes; ``note``, on the plot
    itself, says what was made smaller or which data were used; ``remarks`` what else is to be said.
    ``agreement`` counts the published points that agree with ours.
    """

    sentence: str
    x: str
    y: str
    series: Sequence[Curve]
    points: Sequence[Point] = ()
    agreement: str = field(init=False)
    log_x: bool = False
    log_y: bool = False
    remarks: Sequence[str] = ()
    note: str = ""

    def __post_init__(self) -> None:
        agree = sum(point.agrees for point in self.points)
        said = f"{agree} of {len(self.points)} published points agree with ours"
        told = said if self.points else "no published values can be recovered"
        object.__setattr__(self, "agreement", told)


@dataclass(frozen=True)
class Origin:
    """Where evidence comes from that was made earlier: the ``file`` of the repository that has its
    numbers, its digest, when, by which commit, on which machine and with which seed they were
    measured, and the command that measures them again.
    """

    file: str
    digest: str
    date: str
    commit: str
    machine: str
    seed: int
    command: str


@dataclass(frozen=True)
class Evidence:
    """What one route found: cells to be judged, or the check's own decision.

    ``routes`` names the two computations that were compared; they must not share the formula
    under test. ``margin`` is the relative half-width within which a sampled identity counts as
    decided; of a limit it is also how far a finite size may lie from it. ``figure``: what a
    reproduction drew. ``pending``: why it decides nothing yet, whatever its cells show; if it was
    not run it has none, and this says what a run would take. ``recorded``: of evidence that was not
    made by this run, where it comes from.
    """

    method: Method
    routes: tuple[str, str]
    domain: str
    cells: Sequence[Cell] = ()
    decision: Decision | None = None
    margin: float = 0.0
    witness: Mapping[str, Any] | None = None
    figure: Figure | None = None
    pending: str = ""
    recorded: Origin | None = None

    def __post_init__(self) -> None:
        named(self.method, Method, f"the method on {self.domain}")
        if self.decision is not None:
            named(self.decision, Decision, f"the decision on {self.domain}")
        if not 0 <= self.margin < float("inf"):
            raise ValueError(f"the margin on {self.domain} is {self.margin}; expected >= 0, finite")
        if self.routes[0] == self.routes[1]:
            raise ValueError(f"evidence compares a value with itself: {self.routes[0]}")
        if self.decision is None and not self.cells and not self.pending:
            raise ValueError(f"no cell was run on {self.domain}: zero cases is a failure")
        if self.method is Method.STATISTICAL and not all(cell.samples for cell in self.cells):
            raise ValueError(f"a cell on {self.domain} was decided on no sample at all")
        if self.method is Method.STATISTICAL:
            for cell in self.cells:
                if cell.interval is None:
                    raise ValueError(f"the sampled cell {cell.label!r} has no interval")

    @property
    def ran(self) -> bool:
        """Whether anything was observed or drawn."""
        return bool(self.cells) or self.decision is not None or self.figure is not None
