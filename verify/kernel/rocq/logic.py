"""Substitution and case distinctions as lemmas: premises that hold for every value."""

from __future__ import annotations

from typing import Any

from theory.expressions.changing import children, free, substituted
from theory.expressions.nodes import (
    Cases,
    Expr,
    Function,
    Named,
    Node,
    Plus,
    Power,
    Relation,
    Times,
    Variable,
    Whole,
    term,
)
from verify.kernel.rocq.lemmas import Draft, Lemma
from verify.kernel.rocq.terms import FUNCTIONS, NotScalar
from verify.kernel.theorem import Theorem


def split(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """Two theorems, one where a condition holds and one where it does not."""
    _, (_, condition, yes, no), _ = call
    draft = Draft(t, True)
    l, r = draft.terms.write(condition.lhs), draft.terms.write(condition.rhs)
    cases = []
    for theorem in (yes, no):
        assumed = [draft.terms.write(h) for h in _relations(theorem)]
        cases.append(f"({' -> '.join([*assumed, draft.terms.write(theorem.shows)])})")
    test = "Rle_dec" if condition.sign == "<=" else "Rlt_dec"
    tactics = [
        "intros.", f"destruct ({test} {l} {r}) as [c | c];",
        "  [ | first [apply Rnot_le_lt in c | apply Rnot_lt_le in c]];",
        "  match goal with h : _ |- _ => apply h; first [assumption | lra] end.",
    ]  # fmt: skip
    return draft.lemma(name, step, tactics, [*draft.hypotheses(), *cases])


def at(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """What holds for every x holds at a term, where its hypotheses are met."""
    _, (_, theorem, by, *given), _ = call
    terms = {x: term(value) for x, value in by.items()}
    if any(_hidden(one, set(terms)) for one in (theorem.shows, *theorem.assumes)):
        raise NotScalar("it is replaced inside a sum, a mean or an index")
    draft = Draft(t, False, given)
    names = [draft.terms.write(x) for x in terms]
    values = [draft.terms.write(value) for value in terms.values()]
    said = [draft.terms.write(one) for one in (*_relations(theorem), theorem.shows)]
    bound = f"forall {' '.join(names)} : R, " if names else ""
    premise = f"({bound}{' -> '.join(said)})"
    tactics = _instance(draft, theorem, terms, values)
    premises = [*draft.hypotheses(), *draft.opaque(), *draft.premises, premise]
    return draft.lemma(name, step, tactics, premises)


def _relations(theorem: Theorem) -> list[Relation]:
    return sorted((h for h in theorem.assumes if isinstance(h, Relation)), key=str)


def _hidden(node: Node, replaced: set[Variable]) -> bool:
    """Whether what is replaced stands in a sum, a mean, an index or an unknown function."""
    if node in replaced or not replaced & free(node):
        return False
    match node:
        case Plus() | Times() | Power() | Cases() | Named() | Relation():
            return any(_hidden(child, replaced) for child in children(node))
        case Function(name, (argument,)) if name in FUNCTIONS:
            return _hidden(argument, replaced)
    return not isinstance(node, Whole)


def _instance(
    draft: Draft, theorem: Theorem, terms: dict[Variable, Expr], values: list[str]
) -> list[str]:
    """The premise at the terms: its conditions, then what it says, as it is written there."""
    met = []
    for h in _relations(theorem):
        wanted = substituted(h, terms)
        apart = wanted.rhs - wanted.lhs
        sign = "identity"
        if wanted.sign != "==":
            proof = draft.signs.proved(apart, wanted.sign == "<")[:-1]
            sign = f"enough (0 {wanted.sign} {draft.terms.write(apart)}) by lra; {proof}"
        met.append(
            f"specialize (h ltac:(first [assumption | lra | as_premise | {sign} | as_known]))."
        )
    named = "lazymatch goal with p : _ |- _ => rename p into h end."
    chosen = [f"specialize (h {' '.join(values)})."] if values else []
    return ["intros.", named, *draft.signs.context(), *draft.signs.denominators(), *chosen, *met,
            "as_written h."]  # fmt: skip
