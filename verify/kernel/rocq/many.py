"""Means, integrals, sums and inductions as instances of the general rules of rules.v.

What a term has at a point w, or at an index k, is a function there; what does not depend on it is
a number. A hypothesis is a proposition, or one for each k, and stands before "for every w" where
the rule needs it to hold at every point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from theory.expressions.changing import free, random_in
from theory.expressions.nodes import Expr, Hypothesis, Relation, Variable, Whole, term
from theory.expressions.partial import T
from verify.kernel.rocq.lemmas import Lemma
from verify.kernel.rocq.terms import NotScalar, Terms, comment
from verify.kernel.theorem import Theorem

_WITHIN = "(1 <= k <= count)%nat"


class _Functions(Terms):
    """The writing of terms at a point: atoms that depend on it are functions of it."""

    taken = Terms.taken | {"k", "w", "count", "L", "Omega", "total"}

    def __init__(self, depends: Callable[[Expr], bool], at: str, index: Variable | None) -> None:
        super().__init__()
        self.depends, self.at, self.index = depends, at, index

    def atom(self, node: Expr) -> str:
        if self.index is not None and node == self.index:
            return f"(INR {self.at})"
        made = super().atom(node)
        own = made in self.names.values() and self.depends(node)
        return f"({made} {self.at})" if own else made


class _Instance:
    """A lemma in the making: functions, numbers and propositions."""

    def __init__(self, depends: Callable[[Any], bool], at: str, sort: str, index: Any = None):
        self.depends, self.sort = depends, sort
        self.terms = _Functions(depends, at, index)
        self.held: dict[Hypothesis, str] = {}

    def names(self, assumed: Iterable[Hypothesis]) -> list[str]:
        """The propositions for some hypotheses."""
        for h in sorted(assumed, key=str):
            self.held.setdefault(h, f"held_{len(self.held) + 1}")
        return [self.held[h] for h in sorted(assumed, key=str)]

    def lemma(self, name: str, step: str, head: str, said: list[str], proof: str) -> Lemma:
        of = {True: [n for a, n in self.terms.names.items() if self.depends(a)],
              False: [n for a, n in self.terms.names.items() if not self.depends(a)]}  # fmt: skip
        moving = [n for h, n in self.held.items() if self.depends(h)]
        still = [n for h, n in self.held.items() if not self.depends(h)]
        sorts = ((of[True], f"{self.sort} -> R"), (of[False], "R"),
                 (moving, f"{self.sort} -> Prop"), (still, "Prop"))  # fmt: skip
        bound = " ".join(f"({' '.join(ns)} : {sort})" for ns, sort in sorts if ns)
        remarks = [comment(f"{n} is {one}") for one, n in
                   (*self.terms.opaque.items(), *self.held.items())]  # fmt: skip
        quantified = " ".join(filter(None, [head, bound]))
        statement = f"Lemma {name} : forall {quantified},\n  " + " ->\n  ".join(said) + "."
        return Lemma(name, step, "\n".join([*remarks, statement]), f"Proof.\n{proof}\nQed.", True)


def _implied(held: list[str], said: str) -> str:
    return f"({' -> '.join([*held, said])})"


def mean(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """l <= r at every point gives E l <= E r, E any monotone functional; integrals too."""
    rule, (_, theorem, *over), _ = call
    element = over[0] if rule == "expect" else T.random
    made = _Instance(lambda node: element in random_in(node), "w", "Omega")
    sign, l, r = _sides(made.terms, theorem.shows)
    held = made.names(theorem.assumes)
    f, g = f"(fun w : Omega => {l})", f"(fun w : Omega => {r})"
    head = "(Omega : Type) (L : (Omega -> R) -> Prop) (E : (Omega -> R) -> R)"
    every = _implied(held, f"forall w : Omega, {l} {sign} {r}")
    said = ["monotone_functional Omega L E", every, *held, f"L {f}", f"L {g}",
            f"E {f} {sign} E {g}"]  # fmt: skip
    rule_of = "expectation" if sign == "<=" else "expectation_of_equals"
    how = f"intros; eapply {rule_of}; eauto."
    return made.lemma(name, step, head, said, how)


def _sides(terms: Terms, relation: Relation) -> tuple[str, str, str]:
    if relation.sign == "<":
        raise NotScalar("a strict inequality becomes <=")
    sign = "=" if relation.sign == "==" else "<="
    return sign, terms.write(relation.lhs), terms.write(relation.rhs)


def _at_index(index: Variable) -> _Instance:
    return _Instance(lambda node: index in free(node), "k", "nat", index)


def total(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """l_k <= r_k for k = 1..n gives sum l_k <= sum r_k; what is assumed of k, of every k."""
    _, (_, theorem, index, count), _ = call
    made, n = _at_index(index), term(count)
    sign, l, r = _sides(made.terms, theorem.shows)
    within: set[Hypothesis] = {Whole(index), 1 <= index, index <= n}
    assumed = theorem.assumes - within
    of_k = made.names(h for h in assumed if index in free(h))
    held = made.names(h for h in assumed if index not in free(h))
    inner = " -> ".join([_WITHIN, *(f"{one} k" for one in of_k), f"{l} {sign} {r}"])
    every = [f"(forall k, {_WITHIN} -> {one} k)" for one in of_k]
    said = [_implied(held, f"forall k, {inner}"), *held, *every,
            f"total (fun k => {l}) count {sign} total (fun k => {r}) count"]  # fmt: skip
    rule_of = "sum_over_an_index" if sign == "<=" else "sum_of_equals"
    how = f"intros; apply {rule_of}; intros; match goal with h : _ |- _ => apply h; auto end."
    return made.lemma(name, step, "(count : nat)", said, how)


def one_of(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """0 <= x_k for every k gives x_k <= sum x_k."""
    _, (_, theorem, index, _), _ = call
    made = _at_index(index)
    x, held = made.terms.write(theorem.shows.rhs), made.names(theorem.assumes)
    said = [_implied(held, f"forall k : nat, 0 {theorem.shows.sign} {x}"), *held,
            f"forall k, {_WITHIN} -> {x} <= total (fun k => {x}) count"]  # fmt: skip
    weaker = "match goal with h : _ |- _ => first [apply h; auto | left; apply h; auto] end"
    how = f"intros; apply (one_term_of_a_sum (fun k => {x})); [intros; {weaker} | assumption]."
    return made.lemma(name, step, "(count : nat)", said, how)


def induction(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """P(start), and P(l+1) from P(l) for l >= start: P(l) for every l >= start."""
    _, (_, _, _, l, *start), kwargs = call
    first = int(start[0] if start else kwargs.get("start", 0))
    counted: set[Hypothesis] = {Whole(l), term(first) <= l}
    if any(l in free(h) for h in t.assumes - counted):
        raise NotScalar("it is bounded from above")
    made = _at_index(l)
    relation = made.terms.write(t.shows)
    held = made.names(t.assumes - counted)
    P = f"(fun k : nat => {relation})"
    said = [_implied(held, f"{P} {first}%nat"),
            _implied(held, f"forall k, ({first} <= k)%nat -> {P} k -> {P} (S k)"), *held,
            f"forall k, ({first} <= k)%nat -> {P} k"]  # fmt: skip
    how = f"intros; apply (induction_over_layers {P} {first}%nat); auto."
    return made.lemma(name, step, "", said, how)
