"""What was observed of a claim: cells, and the evidence that one route makes of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Method(StrEnum):
    """The routes by which a claim is attacked."""

    CERTIFICATE = "certificate"
    ADVERSARIAL = "adversarial"
    STATISTICAL = "statistical"
    REPRODUCTION = "reproduction"


class Decision(StrEnum):
    """What one cell, or one piece of evidence, says of the claim."""

    AGREES = "agrees"
    CONTRADICTS = "contradicts"
    SILENT = "silent"


@dataclass(frozen=True)
class Cell:
    """One place where a claim was looked at.

    ``parameters`` are the closed form's arguments; ``lhs`` is what was observed there by a route
    that does not use the closed form. A sampled observation has an ``interval``, the name of the
    ``interval_method`` that made it, marked where it is only asymptotic, and ``samples``; where the
    closed form has several entries, each end of the interval has as many.
    ``tolerance`` is the relative error that the observation itself may carry. ``label`` says in
    words where the cell lies. ``exact`` is the exact law's value of the same quantity, where one is
    known: it is drawn beside both sides and never judged. ``again`` is a command that evaluates
    this cell alone, where there is one.
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
        if self.interval is not None and not self.interval_method:
            raise ValueError(f"the interval of the cell {self.label!r} does not name its method")


@dataclass(frozen=True)
class Evidence:
    """What one route found: cells to be judged, or a certificate's own decision.

    ``routes`` names the two computations that were compared; they must not share the formula
    under test. ``covers`` says that a certificate covers the whole stated domain.
    ``margin`` is the relative half-width within which a sampled identity counts as decided; of a
    limit it is also how far a finite size may lie from it.
    """

    method: Method
    routes: tuple[str, str]
    domain: str
    cells: Sequence[Cell] = ()
    decision: Decision | None = None
    covers: bool = False
    margin: float = 0.0
    witness: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.routes[0] == self.routes[1]:
            raise ValueError(f"evidence compares a value with itself: {self.routes[0]}")
        if self.decision is None and not self.cells:
            raise ValueError(f"no cell was run on {self.domain}: zero cases is a failure")
        if self.method is Method.STATISTICAL and not all(cell.samples for cell in self.cells):
            raise ValueError(f"a cell on {self.domain} was decided on no sample at all")
        if self.covers and self.method is not Method.CERTIFICATE:
            raise ValueError(f"only a certificate covers a domain, not {self.method}")
