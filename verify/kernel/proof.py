"""A proof: all rules, facts and claims for premises, and whether its last theorem is the claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from theory.expressions.changing import (
    Captured,
    binders,
    children,
    derivative,
    free,
    may_vary,
    random_in,
    substituted,
)
from theory.expressions.formal import Formal, Statement
from theory.expressions.nodes import (
    Expect,
    Expr,
    Named,
    Node,
    Operand,
    Relation,
    Variable,
    equal,
    term,
)
from theory.expressions.partial import Partial
from theory.ledger import LEDGER, Claim, get
from verify.kernel.facts import FACTS
from verify.kernel.integrals import Integrals
from verify.kernel.theorem import (
    Rejected,
    Theorem,
    agrees,
    follows,
    means,
    numbers_in,
    rule,
    signs,
)


class Proof(Integrals):
    """What a proof script is given: ``theorem = p.RULE("name of the step", ...)``."""

    @rule
    def fact(self, name: str, *arguments: Any) -> Theorem:
        """A registered textbook theorem."""
        if name not in FACTS:
            raise Rejected(name, "a fact", f"no fact is called {name!r}")
        stated = FACTS[name].states(*arguments)
        if why := _captured(FACTS[name].states, arguments, stated):
            raise Rejected(name, stated.shows, why)
        return self._made(name, "fact", stated.assumes, stated.shows, (), FACTS[name].reference,
                          name, _numbers(stated))  # fmt: skip

    @rule
    def claim(self, claim_id: str, part: int = 0) -> Theorem:
        """A claim of the ledger; the word proved then rests on its own proof."""
        stated = statements(get(claim_id))
        if not 0 <= part < len(stated):
            raise Rejected(claim_id, "a claim", f"it has {len(stated)} formal statements")
        one = stated[part]
        return self._made(claim_id, "claim", one.assumes, one.shows, (), "", claim_id,
                          _numbers(one))  # fmt: skip

    def rewrite_back(self, name: str, theorem: Theorem, equation: Theorem) -> Theorem:
        """``rewrite`` from right to left."""
        turned = self.arith(f"{name}, turned", equal(equation.shows.rhs, equation.shows.lhs),
                            (equation, -1))  # fmt: skip
        return self.rewrite(name, theorem, turned)


def _numbers(stated: Statement) -> frozenset[Variable]:
    """What is taken over as it stands, or was proved elsewhere, holds of numbers."""
    return numbers_in([stated.shows, *stated.assumes], [])


def _captured(states: Any, arguments: Sequence[Any], stated: Statement) -> str:
    """What a fact binds that is free in its arguments, as the j of A = X_j in sum_j ||A_j||^2.

    Or what it averages over, or differentiates by, and they depend on, as the r of d x_r.
    """
    averaged = {mean.over for mean in means(stated.shows)}
    varied = {node.by.name for node in _derivatives(stated.shows)}
    for a in arguments:
        if isinstance(a, Expr) and averaged & random_in(a):
            return f"it averages over what {a} depends on"
        if isinstance(a, Expr) and varied & {v.name for v in free(a)}:
            return f"it differentiates by what {a} depends on"
        if isinstance(a, Expr) and varied and may_vary(a):
            return f"it differentiates by what {a} may depend on"
    bound = {b.index for one in (stated.shows, *stated.assumes) for b in binders(one)}
    named = {v for a in arguments if isinstance(a, Expr) for v in free(a)} & bound
    apart = {v: Variable(f"{v.name}'") for v in named}
    other = states(*(substituted(a, apart) if isinstance(a, Expr) else a for a in arguments))
    try:
        for one in (other.shows, *other.assumes):
            substituted(one, {new: old for old, new in apart.items()})
    except Captured as error:
        return str(error)
    return ""


def _derivatives(node: Node) -> Iterator[Partial]:
    if isinstance(node, Partial):
        yield node
    for child in children(node):
        yield from _derivatives(child)


def formal_of(claim: Claim) -> Sequence[Formal]:
    formal = claim.formal() if callable(claim.formal) else claim.formal
    return [formal] if isinstance(formal, Formal) else list(formal or ())


def statements(claim: Claim, formula: Any = None) -> list[Statement]:
    """What a claim says, entry by entry; with another closed form in the place of its own."""
    asked = formula or claim.formula
    return [one for formal in formal_of(claim) for one in formal.statements(claim.kind, asked)]


def is_claim(theorem: Theorem, stated: Statement) -> str:
    """Why a theorem is not the statement; empty where it is."""
    read = signs(stated.assumes)
    for h in theorem.assumes:
        if not follows(h, stated.assumes, read):
            return f"it assumes {h}, which the claim does not"
    if not agrees(stated.shows, theorem.shows, read):
        return f"it shows {theorem.shows}, the claim says {stated.shows}"
    return ""


Script = Callable[[Proof], Theorem | Sequence[Theorem]]


@dataclass(frozen=True)
class Written:
    """A registered proof of a claim and where it stands."""

    claim_id: str
    script: Script
    file: str
    line: int


@dataclass(frozen=True)
class Checked:
    """What became of a proof: its theorems, or why it is none of the claim."""

    theorems: tuple[Theorem, ...]
    failure: str = ""
    step: str = ""
    session: Proof | None = None  # that made them, where they are the claim

    @property
    def claims(self) -> list[str]:
        """The claims that it rests on."""
        return list(dict.fromkeys(t.source for t in steps(self.theorems) if t.rule == "claim"))

    @property
    def facts(self) -> list[str]:
        return list(dict.fromkeys(t.source for t in steps(self.theorems) if t.rule == "fact"))


def steps(last: Sequence[Theorem]) -> list[Theorem]:
    """Every theorem that the last ones rest on, premises first, each once."""
    found: dict[int, Theorem] = {}

    def visit(theorem: Theorem) -> None:
        if id(theorem) not in found:
            for premise in theorem.premises:
                visit(premise)
            found[id(theorem)] = theorem

    for theorem in last:
        visit(theorem)
    return list(found.values())


def check(claim: Claim, script: Script, formula: Any = None, proof: Proof | None = None) -> Checked:
    """Run a proof; its theorems must be the claim's statements, one by one."""
    session = proof or Proof()
    try:
        result = script(session)
    except Rejected as error:
        return Checked((), str(error), error.step)
    last = (result,) if isinstance(result, Theorem) else tuple(result)
    return compared(claim, session, last, formula)


def compared(
    claim: Claim, session: Proof, last: tuple[Theorem, ...], formula: Any = None
) -> Checked:
    """Whether the last theorems of a proof are the claim's statements, one by one."""
    stated = statements(claim, formula)
    if not stated:
        return Checked((), f"{claim.id} has no formal statement", "the claim")
    if len(last) != len(stated):
        return Checked((), f"{len(last)} theorems for {len(stated)} statements", "the claim")
    for theorem, statement in zip(last, stated, strict=True):
        if not session.genuine(theorem):
            return Checked((), f"{theorem} is no theorem of this proof", str(theorem))
        if why := is_claim(theorem, statement):
            return Checked((), f"step {theorem.name!r} is not the claim: {why}", theorem.name)
    return Checked(last, session=session)


def unproved(claim_id: str, above: tuple[str, ...] = ()) -> str:
    """Why a claim has not earned the word proved; empty where it has."""
    if claim_id in above:
        return f"{' rests on '.join((*above, claim_id))}: a circle"
    written: Mapping[str, Written] = LEDGER.proofs
    if claim_id not in written:
        return f"{claim_id} has no proof yet"
    found = checked_of(claim_id)
    if found.failure:
        return f"{claim_id}: {found.failure}"
    for premise in found.claims:
        if why := unproved(premise, (*above, claim_id)):
            return why
    return ""


_CHECKED: dict[str, tuple[Script, Any, Checked]] = {}


def checked_of(claim_id: str) -> Checked:
    """The proof of a claim, checked once."""
    written, formula = LEDGER.proofs[claim_id], get(claim_id).formula
    kept = _CHECKED.get(claim_id)
    if kept is None or kept[0] is not written.script or kept[1] is not formula:
        kept = (written.script, formula, check(get(claim_id), written.script))
        _CHECKED[claim_id] = kept
    return kept[2]


def inside(node: Expr) -> Expr:
    """What a mean is taken of, or what stands under a name."""
    if not isinstance(node, Expect | Named):
        raise TypeError(f"{node} is no mean and no name")
    return node.body


def proved_by_slope(
    p: Proof, name: str, relation: Relation, x: Variable, start: Operand, under: Sequence[Any],
    side: str = "both",
) -> Theorem:  # fmt: skip
    """``slope`` where the signs of the derivative can be read off, beyond and before ``start``."""
    slope = derivative(relation.rhs - relation.lhs, x)
    up = down = None
    if side != "below":
        up = p.arith(f"{name}, rises", 0 <= slope, under=[*under, term(start) <= x])
    if side != "above":
        down = p.arith(f"{name}, falls", 0 <= -slope, under=[*under, x <= term(start)])
    return p.slope(name, relation, x, start, up=up, down=down)
