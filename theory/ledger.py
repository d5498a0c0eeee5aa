"""The ledger: what a claim is, what evidence is, and how evidence becomes a verdict.

A claim is registered by a decorator on its closed form::

    @claim(
        "meterez2024:lemma-C.11",
        title="No row is shorter than the smallest eigenvalue allows",
        statement=r"\\|X_j\\|^2 \\ge \\lambda_{\\min}(X X^\\top)",
        kind=Kind.LOWER_BOUND,
        variables={"X": "X"},
        hypotheses=[FINITE_MATRIX],
        source="Appendix C.1, Lemma C.11",
    )
    def row_norm_bound(X): ...

For a bound the function returns the right-hand side and a check observes the left-hand side;
for an identity they are the two sides of the equation.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar, cast

from theory.hypotheses import Hypothesis

Formula = Callable[..., Any]
F = TypeVar("F", bound=Formula)

PAPERS = {
    "meterez2024": "Meterez, Joudaki, Orabona, Immer, Rätsch, Daneshmand. Towards Training Without "
    "Depth Limits: Batch Normalization Without Gradient Explosion. ICLR 2024",
    "daneshmand2021": "Daneshmand, Joudaki, Bach. Batch Normalization Orthogonalizes "
    "Representations in Deep Random Networks. NeurIPS 2021",
    "sharp": "Exact laws and sharp constants derived for this audit",
}


class Kind(StrEnum):
    """What a statement asserts of its two sides: the one place that knows which way a bound points.

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
    UNDECIDED = "undecided"


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
class Mutant:
    """A plausible wrong version of a claim: same signature, false at the declared point."""

    name: str
    formula: Formula
    false_at: Mapping[str, Any]


@dataclass(frozen=True)
class Trivial:
    """A bound that needs no theorem: beyond it a claim says nothing.

    ``bound`` takes the claim's arguments; ``why`` says in words why it needs none. ``at`` are the
    arguments at a size that the papers' own networks have. There the claim is asked whether it says
    something, and from which value of the argument ``scale`` on it would.
    """

    bound: Formula
    why: str
    at: Mapping[str, Any]
    scale: str


@dataclass(frozen=True)
class Claim:
    """One statement of a paper, with its closed form."""

    id: str
    title: str
    statement: str
    kind: Kind
    hypotheses: tuple[Hypothesis, ...]
    source: str
    formula: Formula | None
    variables: Mapping[str, str] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    sharp: str | None = None
    constant: str | None = None
    trivial: Trivial | None = None
    expected: Verdict = Verdict.UNDECIDED
    reason: str = ""
    decided_by: str = ""
    mutants: tuple[Mutant, ...] = ()
    file: str = ""
    line: int = 0

    @property
    def paper(self) -> str:
        return self.id.partition(":")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the closed form's arguments."""
        return tuple(inspect.signature(self.formula).parameters) if self.formula else ()

    def require(self, **arguments: Any) -> None:
        """Raise the named error of the first hypothesis that ``arguments`` violate."""
        for hypothesis in self.hypotheses:
            hypothesis.require(arguments[hypothesis.variable])


_REGISTRY: dict[str, Claim] = {}


def claims() -> dict[str, Claim]:
    """Every registered claim by id, in the papers' order."""
    return {key: _REGISTRY[key] for key in sorted(_REGISTRY, key=paper_order)}


def get(claim_id: str) -> Claim:
    return _REGISTRY[claim_id]


def paper_order(claim_id: str) -> int:
    return list(PAPERS).index(claim_id.partition(":")[0])


def register(record: Claim) -> Claim:
    """Add ``record`` to the registry; an id stands once."""
    if record.id in _REGISTRY:
        raise ValueError(f"claim {record.id} is registered twice")
    if record.paper not in PAPERS:
        raise ValueError(f"claim {record.id}: unknown paper, expected one of {sorted(PAPERS)}")
    _REGISTRY[record.id] = record
    return record


def _in_repository(file: str) -> str:
    """A path in the repository; what stands elsewhere keeps its own."""
    path, root = Path(file).resolve(), Path(__file__).resolve().parents[1]
    return str(path.relative_to(root) if path.is_relative_to(root) else path)


def source_path(function: Callable[..., Any]) -> tuple[str, int]:
    """Where a function stands: its file as a path in the repository, and the line."""
    return _in_repository(inspect.getfile(function)), function.__code__.co_firstlineno


def claim(
    claim_id: str,
    *,
    title: str,
    statement: str,
    kind: Kind,
    variables: Mapping[str, str],
    source: str,
    hypotheses: Iterable[Hypothesis] = (),
    uses: Iterable[str] = (),
    sharp: str | None = None,
    constant: str | None = None,
    trivial: Trivial | None = None,
    expected: Verdict = Verdict.UNDECIDED,
    reason: str = "",
    decided_by: str = "",
    mutants: Iterable[Mutant] = (),
) -> Callable[[F], F]:
    """Register the decorated closed form as a claim; called, it first checks the hypotheses.

    ``variables`` maps each argument of the closed form to the LaTeX it has in ``statement``;
    ``constant`` names the argument that the paper calls an unspecified absolute constant;
    ``trivial`` is a bound that needs no theorem.
    """

    def decorate(formula: F) -> F:
        file, line = source_path(formula)
        record = register(
            Claim(
                id=claim_id,
                title=title,
                statement=statement,
                kind=kind,
                hypotheses=tuple(hypotheses),
                source=source,
                formula=formula,
                variables=dict(variables),
                uses=tuple(uses),
                sharp=sharp,
                constant=constant,
                trivial=trivial,
                expected=expected,
                reason=reason,
                decided_by=decided_by,
                mutants=tuple(mutants),
                file=file,
                line=line,
            )
        )

        @functools.wraps(formula)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            bound = inspect.signature(formula).bind(*args, **kwargs)
            bound.apply_defaults()
            record.require(**bound.arguments)
            return formula(*args, **kwargs)

        return cast(F, guarded)

    return decorate


def observed(
    claim_id: str,
    *,
    title: str,
    statement: str,
    kind: Kind,
    source: str,
    decided_by: str,
    hypotheses: Iterable[Hypothesis] = (),
    uses: Iterable[str] = (),
    sharp: str | None = None,
    expected: Verdict = Verdict.UNDECIDED,
    reason: str = "",
) -> None:
    """Register a statement without a closed form, with what would decide it."""
    caller = sys._getframe(1)  # not inspect.stack(), which reads source files
    register(
        Claim(
            id=claim_id,
            title=title,
            statement=statement,
            kind=kind,
            hypotheses=tuple(hypotheses),
            source=source,
            formula=None,
            uses=tuple(uses),
            sharp=sharp,
            expected=expected,
            reason=reason,
            decided_by=decided_by,
            file=_in_repository(caller.f_code.co_filename),
            line=caller.f_lineno,
        )
    )


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
