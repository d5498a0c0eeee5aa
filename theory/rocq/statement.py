"""Generates the proposition that Rocq is asked to prove, from the record of a claim alone.

The right-hand side is the closed form, run on terms; the hypotheses are those that are printed with
the claim; the left-hand side is in the claim's ``formal``::

    formal=Formal({"spectrum": SPECTRUM}, mean(L, W, phi(bn(W @ X))) - phi(X))

A statement also says that its means, integrals and series exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import PurePath
from typing import Any

import numpy as np

from lemmata.theory.rocq.terms import Proposition, Real, Variable, equal, names, real


@dataclass(frozen=True)
class Formal:
    """The formal side of a claim.

    ``arguments`` are the terms that stand for the closed form's arguments; ``lhs`` is the other
    side: a term, one for each entry of the closed form, or a function from the closed form to
    propositions. ``witness`` has the values of unspecified constants. If the propositions
    ``attained`` hold, both sides of a bound are equal; ``only``: and only then. ``given`` are
    further hypotheses, ``also`` further conclusions.
    """

    arguments: Mapping[str, Any]
    lhs: Any
    witness: Mapping[str, Fraction | int] = field(default_factory=dict)
    attained: Sequence[Proposition] = ()
    only: bool = False
    given: Sequence[Proposition] = ()
    also: Sequence[Proposition] = ()


class NoProposition(ValueError):
    """A printed hypothesis that has no proposition in Rocq."""


def statement(claim: Any) -> str:
    """The proposition of the claim; empty if the claim has no formal side."""
    formal = claim.formal() if callable(claim.formal) else claim.formal
    if formal is None:
        return ""
    parts = formal if isinstance(formal, list | tuple) else [formal]
    texts = [text for part in parts for text in _texts(claim, part)]
    return texts[0] if len(texts) == 1 else " /\\\n".join(f"({text})" for text in texts)


def _texts(claim: Any, formal: Formal) -> Iterator[str]:
    assumed = [*_hypotheses(claim, formal), *formal.given]
    if callable(formal.lhs):
        yield closed(assumed, formal.lhs(_right(claim, formal)))
        return
    pairs = list(_sides(claim, formal))
    exist = tuple(dict.fromkeys(m for pair in pairs for side in pair for m in side.means))
    relations = [_related(claim.kind, lhs, rhs) for lhs, rhs in pairs]
    yield closed(assumed, [*exist, *relations, *formal.also])
    if formal.attained:
        equations = [equal(lhs, rhs) for lhs, rhs in pairs]
        yield closed([*assumed, *formal.attained], equations)
        if formal.only:
            yield closed([*assumed, *equations], formal.attained)


def _related(kind: Any, lhs: Real, rhs: Real) -> Proposition:
    if not kind.is_bound:
        return equal(lhs, rhs)
    low, high = kind.ascending(lhs, rhs)
    return low <= high  # type: ignore[no-any-return]


def _sides(claim: Any, formal: Formal) -> Iterator[tuple[Real, Real]]:
    found = _right(claim, formal)
    if hasattr(found, "entry"):
        found = found.entry
    rights = list(found.flat) if isinstance(found, np.ndarray) else found
    rights = rights if isinstance(rights, list) else [rights]
    lefts = list(formal.lhs) if isinstance(formal.lhs, list | tuple) else [formal.lhs] * len(rights)
    rights = rights * len(lefts) if len(rights) == 1 else rights
    for left, right in zip(lefts, rights, strict=True):
        yield real(left), real(right)


def _right(claim: Any, formal: Formal) -> Any:
    """The closed form, run on terms."""
    return claim.formula(**formal.arguments, **formal.witness)


def _hypotheses(claim: Any, formal: Formal) -> Iterator[Proposition]:
    """The printed hypotheses as propositions about the terms that stand for the arguments."""
    for hypothesis in claim.hypotheses:
        term = formal.arguments.get(hypothesis.variable)
        if term is None or (isinstance(term, Real) and not term.variables):
            continue  # an unspecified constant, whose value is the witness
        if hypothesis.rocq is None:
            raise NoProposition(
                f"claim {claim.id}: hypothesis {hypothesis.name!r} has no proposition"
            )
        yield from hypothesis.rocq(*hypothesis.of(formal.arguments))


def closed(assumed: Sequence[Proposition], shown: Sequence[Proposition]) -> str:
    """For all variables, the assumed propositions imply the shown ones."""
    variables = _in_order(names(*assumed, *shown))
    facts = [fact for variable in variables for fact in variable.facts]
    binders = " ".join(f"({v.name} : {v.type})" for v in variables)
    premises = dict.fromkeys(str(p) for p in [*facts, *assumed])
    arrows = "".join(f"  {_guarded(premise)} ->\n" for premise in premises)
    parts = list(dict.fromkeys(str(p) for p in shown))
    conclusion = " /\\\n  ".join(map(_guarded, parts) if len(parts) > 1 else parts)
    return f"forall {binders},\n{arrows}  {conclusion}"


def _guarded(premise: str) -> str:
    return f"({premise})" if premise.startswith(("forall", "exists")) else premise


def _in_order(variables: Iterable[Variable]) -> list[Variable]:
    """The variables by name, each after those that its type or its facts mention."""
    ordered: dict[Variable, None] = {}

    def add(variable: Variable) -> None:
        if variable not in ordered:
            earlier = [*variable.of, *(v for f in variable.facts for v in f.variables)]
            for other in sorted(set(earlier) - {variable}, key=_rank):
                add(other)
            ordered.setdefault(variable)

    for variable in sorted(variables, key=_rank):
        add(variable)
    return list(ordered)


def _rank(variable: Variable) -> tuple[bool, str]:
    return variable.type != "nat", variable.name


def identifier(claim_id: str) -> str:
    """meterez2024:lemma-C.8 -> lemma_C_8."""
    return re.sub(r"\W", "_", claim_id.partition(":")[2])


HEADER = """(* Made from {source} by theory/rocq; do not edit. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp.analysis Require Import Rstruct.
From Coquelicot Require Derive Hierarchy Series.
From Lemmata.theory Require Import definitions.
Delimit Scope ring_scope with ring.
Delimit Scope R_scope with R.
Local Open Scope ring_scope.
Local Open Scope R_scope.
"""


def module(claims: Iterable[Any], source: PurePath | str) -> str:
    """The text of the file with the statements of the claims of one module of theory."""
    texts = ((identifier(claim.id), statement(claim)) for claim in claims)
    definitions = [f"\nDefinition {name} : Prop :=\n{text}.\n" for name, text in texts if text]
    return HEADER.format(source=source) + "".join(definitions)
