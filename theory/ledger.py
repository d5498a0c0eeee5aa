"""The ledger: what a claim is, and the one registry of claims, checks and properties.

A claim is registered by a decorator on its closed form::

    @claim("meterez2024:lemma-C.11", title="No row is shorter than ...", kind=Kind.LOWER_BOUND,
           statement=r"\\|X_j\\|^2 \\ge \\lambda_{\\min}(X X^\\top)",
           hypotheses=[square()], source="Appendix C.1, Lemma C.11")
    def row_norm_bound(X): ...

For a bound the function returns the right-hand side and a check observes the left-hand side;
for an identity they are the two sides of the equation.
"""

import functools
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from theory.evidence import Cell as Cell
from theory.evidence import Decision as Decision
from theory.evidence import Evidence as Evidence
from theory.evidence import Method as Method
from theory.evidence import named
from theory.hypotheses import LATEX, Hypothesis

Formula = Callable[..., Any]
F = TypeVar("F", bound=Formula)
P = ParamSpec("P")

PAPERS = {
    "meterez2024": "Meterez, Joudaki, Orabona, Immer, Rätsch, Daneshmand. Towards Training Without "
    "Depth Limits: Batch Normalization Without Gradient Explosion. ICLR 2024",
    "daneshmand2021": "Daneshmand, Joudaki, Bach. Batch Normalization Orthogonalizes "
    "Representations in Deep Random Networks. NeurIPS 2021",
    "sharp": "Exact laws and sharp constants derived for this audit",
}
ADDRESSES = {
    "meterez2024": "https://arxiv.org/pdf/2310.02012",
    "daneshmand2021": "https://arxiv.org/pdf/2106.03970",
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


class Grade(StrEnum):
    """How much is wrong with a refuted statement, as its author might argue."""

    WRONG = "wrong"  # false for the networks that the paper speaks of
    NEEDS_A_HYPOTHESIS = "needs a hypothesis"  # one that the paper has elsewhere, or forgot
    EDGE = "edge"  # false only at a degenerate or equality case
    STEP = "step"  # a step of a proof fails, the result stands


def parameters_of(formula: Formula) -> tuple[str, ...]:
    """The names of its arguments; keyword-only ones are there for mutants to change."""
    parameters = inspect.signature(formula).parameters.values()
    return tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)


@dataclass(frozen=True)
class Mutant:
    """A plausible wrong version of a claim: same signature, false at the declared point.

    ``formula`` may be given as those keyword-only arguments of the closed form that spoil it.
    """

    name: str
    formula: Any
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
    """One statement of a paper, with its closed form; a statement without one is ``decided_by``.

    ``variables`` maps each argument of the closed form to the LaTeX it has in ``statement``, and is
    given for those alone that have another one there than in ``hypotheses.LATEX``;
    ``constant`` names the argument that the paper calls an unspecified absolute constant;
    ``trivial`` is a bound that needs no theorem; ``sharp`` is the id of the sharp form, which of a
    false statement is the nearest true one (``repair`` in results.json). A statement that is
    expected to be refuted has a ``grade``, and its ``reason`` says which hypothesis is wanting, or
    where it fails. ``formal`` is what is
    proved: a ``theory.expressions.formal.Formal`` or several, or a function that makes them.
    """

    id: str
    _: KW_ONLY
    title: str
    statement: str
    kind: Kind
    source: str
    hypotheses: Sequence[Hypothesis] = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    uses: Sequence[str] = ()
    sharp: str | None = None
    constant: str | None = None
    trivial: Trivial | None = None
    expected: Verdict = Verdict.UNDECIDED
    reason: str = ""
    grade: Grade | None = None
    decided_by: str = ""
    mutants: Sequence[Mutant] = ()
    formal: Any = None
    formula: Formula | None = None
    file: str = ""
    line: int = 0

    def __post_init__(self) -> None:
        named(self.kind, Kind, f"the kind of {self.id}")
        named(self.expected, Verdict, f"the verdict expected of {self.id}")
        if self.grade is not None:
            named(self.grade, Grade, f"the grade of {self.id}")
        if (self.grade is None) == (self.expected is Verdict.REFUTED):
            raise ValueError(
                f"claim {self.id} is expected {self.expected}, its grade is {self.grade}; expected"
                f" a Grade for a refuted claim, and for no other"
            )
        if self.formula and self.constant and self.constant not in self.parameters:
            raise ValueError(
                f"the constant of {self.id} is {self.constant!r}; expected one of {self.parameters}"
            )

    @property
    def paper(self) -> str:
        return self.id.partition(":")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the closed form's arguments."""
        return parameters_of(self.formula) if self.formula else ()

    def require(self, **arguments: Any) -> None:
        """Raise the named error of the first hypothesis that ``arguments`` violate."""
        for hypothesis in self.hypotheses:
            hypothesis.check(arguments[hypothesis.variable])


@dataclass
class Ledger:
    """All that is registered: claims, and what the other rooms have to say of them, by claim id.

    ``checks`` and ``proofs`` belong to verify, ``properties`` to props; ``complete`` says that no
    room has any left to load.
    """

    papers: dict[str, str]
    claims: dict[str, Claim] = field(default_factory=dict)
    checks: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    properties: dict[str, Any] = field(default_factory=dict)
    proofs: dict[str, Any] = field(default_factory=dict)
    complete: bool = False

    def add(self, record: Claim) -> Claim:
        """Register a claim; an id stands once."""
        if record.id in self.claims:
            raise ValueError(f"claim {record.id} is registered twice")
        if record.paper not in self.papers:
            known = sorted(self.papers)
            raise ValueError(f"claim {record.id}: unknown paper, expected one of {known}")
        self.claims[record.id] = record
        return record


LEDGER = Ledger(PAPERS)
register = LEDGER.add


def claims() -> dict[str, Claim]:
    """Every registered claim by id, in the papers' order."""
    order = list(LEDGER.papers)
    found = sorted(LEDGER.claims.values(), key=lambda record: order.index(record.paper))
    return {record.id: record for record in found}


def get(claim_id: str) -> Claim:
    return LEDGER.claims[claim_id]


def in_repository(file: str) -> str:
    """A path in the repository; what stands elsewhere keeps its own."""
    path, root = Path(file).resolve(), Path(__file__).resolve().parents[1]
    return str(path.relative_to(root) if path.is_relative_to(root) else path)


def source_path(function: Callable[..., Any]) -> tuple[str, int]:
    """Where a function stands: its file as a path in the repository, and the line."""
    return in_repository(inspect.getfile(function)), function.__code__.co_firstlineno


def _registering(
    make: Callable[P, Claim],
) -> tuple[Callable[P, Callable[[F], F]], Callable[P, None]]:
    """The two ways to state a claim; both take its fields, which stand in ``Claim`` alone."""

    def claim(*claim_id: P.args, **fields: P.kwargs) -> Callable[[F], F]:
        """Register the decorated closed form as a claim; called, it first checks the hypotheses."""
        return functools.partial(_guarded, make(*claim_id, **fields))

    def observed(*claim_id: P.args, **fields: P.kwargs) -> None:
        """Register a statement without a closed form, with what would decide it."""
        stated = make(*claim_id, **fields)
        if not stated.decided_by:
            raise ValueError(f"claim {stated.id}: neither a closed form nor what would decide it")
        if stated.variables or stated.constant or stated.trivial or stated.mutants:
            raise ValueError(f"claim {stated.id}: only a closed form has variables or mutants")
        caller = sys._getframe(1)  # not inspect.stack(), which reads source files
        file = in_repository(caller.f_code.co_filename)
        register(replace(stated, file=file, line=caller.f_lineno))

    return claim, observed


def _guarded(stated: Claim, formula: F) -> F:
    file, line = source_path(formula)
    variables = {
        **{name: LATEX.get(name, name) for name in parameters_of(formula)},
        **stated.variables,
    }
    mutants = [
        replace(m, formula=functools.partial(formula, **m.formula))
        if isinstance(m.formula, Mapping)
        else m
        for m in stated.mutants
    ]
    record = replace(
        stated, formula=formula, variables=variables, mutants=mutants, file=file, line=line
    )
    if tuple(record.variables) != record.parameters:
        raise ValueError(f"claim {record.id}: variables are not {record.parameters}")
    register(record)

    @functools.wraps(formula)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        bound = inspect.signature(formula).bind(*args, **kwargs)
        bound.apply_defaults()
        record.require(**bound.arguments)
        return formula(*args, **kwargs)

    return cast(F, guarded)


claim, observed = _registering(Claim)
