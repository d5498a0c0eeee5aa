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
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from lemmata.theory.audit import AuditRow as AuditRow
from lemmata.theory.evidence import Cell as Cell
from lemmata.theory.evidence import Decision as Decision
from lemmata.theory.evidence import Evidence as Evidence
from lemmata.theory.evidence import Grade as Grade
from lemmata.theory.evidence import Kind as Kind
from lemmata.theory.evidence import Method as Method
from lemmata.theory.evidence import Verdict as Verdict
from lemmata.theory.evidence import named
from lemmata.theory.hypotheses import LATEX, Hypothesis

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


def parameters_of(formula: Formula) -> tuple[str, ...]:
    """The names of its arguments; keyword-only ones are there for mutants to change."""
    parameters = inspect.signature(formula).parameters.values()
    return tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)


@dataclass(frozen=True)
class Mutant:
    """A plausible false claim in the place of one: same signature, false at the declared point.

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
    something, and from which value of the argument ``scale`` on it would. ``instead`` is the id of
    a law that speaks there, where this one cannot: the paper's hypothesis fails, or it is silent.
    """

    bound: Formula
    why: str
    at: Mapping[str, Any]
    scale: str
    instead: str = ""


@dataclass(frozen=True)
class Claim:
    """One statement of a paper, with its closed form; a statement without one is ``decided_by``.

    ``variables`` maps each argument of the closed form to the LaTeX it has in ``statement``, and is
    given for those alone that have another one there than in ``hypotheses.LATEX``;
    ``constant`` names the argument that the paper calls an unspecified absolute constant;
    ``trivial`` is a bound that needs no theorem; ``sharp`` is the id of the sharp form, which of a
    false statement is the nearest true one (``repair`` in results.json). A statement that is
    expected to be refuted has a ``grade``, and its ``reason`` says which hypothesis is wanting, or
    where it fails. ``formal`` is the other side of what Rocq proves: a ``theory.rocq.Formal`` or
    several, or a function that makes them. ``not_attacked`` says why props has no attack on it;
    ``audit`` what an audit may say with it, ``plans`` what a prediction says besides.
    ``title`` is a sentence: what holds, or of a statement that is expected to be refuted what is
    wrong with it. ``subject`` says in a few words what a printed statement is about, whatever the
    verdict; ``left_side`` says in words what is observed, for the sentence of a witness.
    ``quotation`` is the paper's own words, at most 25, that the statement stands for; ``source``
    says where they are and, behind a semicolon, how they are read. ``symbols`` says what symbols
    mean in this statement where ``theory.notation`` does not, by their LaTeX. ``headline`` is a
    sentence for readers who know neither paper: the first page of the report shows the claims that
    have one.
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
    not_attacked: str = ""
    audit: AuditRow | None = None
    plans: Sequence[AuditRow] = ()
    quotation: str = ""
    subject: str = ""
    left_side: str = ""
    symbols: Mapping[str, str] = field(default_factory=dict)
    headline: str = ""
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
        _short_quotation(self.quotation, f"the quotation of {self.id}")
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

    @property
    def closed_form(self) -> Formula:
        """The formula; of a claim that has none, one that says so when it is called."""
        return self.formula or _no_formula

    def require(self, **arguments: Any) -> None:
        """Raise the named error of the first hypothesis that ``arguments`` violate."""
        for hypothesis in self.hypotheses:
            hypothesis.check(*hypothesis.of(arguments))

    def evaluate(self, *arguments: Any) -> Any:
        """The closed form at arguments in its order; raises if a hypothesis fails."""
        given = dict(zip(self.parameters, arguments, strict=True))
        self.require(**given)
        return self.closed_form(**given)

    def require_of(self, lhs: Any) -> None:
        """The same of what was observed for the left side."""
        for hypothesis in self.hypotheses:
            hypothesis.observed(lhs)


@dataclass(frozen=True)
class Sentence:
    """A sentence of a paper that can be checked and is not the statement of a claim.

    Either the claim ``decided_by`` decides it too, or ``why_not`` says why no claim does. ``id`` is
    a name by which `lemmata list` finds it, such as smith2025:remark-depth; it may have none.
    """

    words: str
    paper: str
    section: str
    _: KW_ONLY
    decided_by: str = ""
    why_not: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        _short_quotation(self.words, f"a sentence of {self.paper}, {self.section}")
        if self.id and not self.id.startswith(f"{self.paper}:"):
            raise ValueError(f"the sentence {self.id!r}; expected an id of {self.paper}")
        if bool(self.decided_by) == bool(self.why_not):
            raise ValueError(
                f"the sentence {self.words!r} has decided_by={self.decided_by!r} and"
                f" why_not={self.why_not!r}; expected one of them"
            )


def _short_quotation(words: str, what: str, most: int = 25) -> None:
    if (count := len(words.split())) > most:
        raise ValueError(f"{what} has {count} words; expected at most {most}")


@dataclass
class Ledger:
    """All that is registered: claims, sentences beside them, and what the other rooms have to say
    of claims, by id.

    ``checks`` and second ``writings`` belong to verify, ``properties`` and ``plots`` to props;
    ``complete`` says that no room has any left to load. ``sources`` are files and packages from
    elsewhere that were loaded; ``roots`` the folders below which files are named by their path: the
    repository, and theirs.
    """

    papers: dict[str, str]
    claims: dict[str, Claim] = field(default_factory=dict)
    sentences: list[Sentence] = field(default_factory=list)
    checks: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    properties: dict[str, Any] = field(default_factory=dict)
    writings: dict[str, Any] = field(default_factory=dict)
    plots: dict[str, Any] = field(default_factory=dict)
    complete: bool = False
    sources: tuple[Any, ...] = ()
    roots: tuple[Path, ...] = (Path(__file__).resolve().parents[1],)
    observing: str = ""  # the claim that a check looks at now: its closed form may not be called

    def add(self, record: Claim) -> Claim:
        """Register a claim; an id stands once."""
        if first := self.claims.get(record.id):
            where = f"{first.file}:{first.line}"
            raise ValueError(f"claim {record.id} is stated twice, first in {where}")
        if record.paper not in self.papers:
            how = f'lemmata.paper("{record.paper}", "Author. Title. Year")'
            raise ValueError(f"claim {record.id}: no paper of that name is declared; write {how}")
        self.claims[record.id] = record
        return record

    def paper(self, name: str, reference: str) -> None:
        """Declare a paper: what the ids of its claims begin with, and how it is cited."""
        if not re.fullmatch(r"[A-Za-z][\w.-]*", name) or not reference.strip():
            raise ValueError(f"paper {name!r}: expected a word such as smith2025, and a reference")
        if name in self.papers:
            raise ValueError(f"paper {name} is declared twice, first as {self.papers[name]!r}")
        self.papers[name] = reference

    def sentence(self, words: str, paper: str, section: str, **fields: str) -> None:
        """Register a sentence of a paper that can be checked and has no claim of its own."""
        self.sentences.append(Sentence(words, paper, section, **fields))


LEDGER = Ledger(dict(PAPERS))
register, paper, sentence = LEDGER.add, LEDGER.paper, LEDGER.sentence


def claims() -> dict[str, Claim]:
    """Every registered claim by id, in the papers' order."""
    order = list(LEDGER.papers)
    found = sorted(LEDGER.claims.values(), key=lambda record: order.index(record.paper))
    return {record.id: record for record in found}


def sentences() -> list[Sentence]:
    """Every checkable sentence in the papers' order: those that claims quote, then the others."""
    quoted = [
        Sentence(c.quotation, c.paper, c.source, decided_by=c.id, id=c.id)
        for c in claims().values()
        if c.quotation
    ]
    order = list(LEDGER.papers)
    return sorted([*quoted, *LEDGER.sentences], key=lambda one: order.index(one.paper))


def get(claim_id: str) -> Claim:
    return LEDGER.claims[claim_id]


def id_of(closed_form: Formula) -> str:
    """The id of the claim that a closed form states, for messages that name it."""
    formula = inspect.unwrap(closed_form)
    return next(record.id for record in claims().values() if record.formula is formula)


def in_repository(file: str) -> str:
    """A path in the repository, or below what was loaded; what stands elsewhere keeps its own."""
    path = Path(file).resolve()
    below = (path.relative_to(root) for root in LEDGER.roots if path.is_relative_to(root))
    return str(next(below, path))


def _no_formula(**_: object) -> object:
    raise TypeError("this claim has no closed form")


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


ANOTHER = "observe the other side by a computation of its own; the closed form is judged after"


class UsesItself(ValueError):
    """An observation that is made by the formula under test."""


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
        if LEDGER.observing == record.id:
            raise UsesItself(f"it calls {formula.__name__}, the closed form under test: {ANOTHER}")
        bound = inspect.signature(formula).bind(*args, **kwargs)
        bound.apply_defaults()
        record.require(**bound.arguments)
        return formula(*args, **kwargs)

    return cast(F, guarded)


claim, observed = _registering(Claim)
