"""The scalar steps of a proof as lemmas: what is assumed, what is shown, and the tactics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from theory.expressions.changing import children, substituted
from theory.expressions.nodes import (
    Cases,
    Every,
    Expect,
    Expr,
    Node,
    Power,
    Relation,
    Sum,
    Variable,
    Whole,
    term,
)
from theory.expressions.partial import Root, T
from verify.kernel.proof import Proof
from verify.kernel.rocq.signs import SignProofs
from verify.kernel.rocq.terms import Terms, comment
from verify.kernel.theorem import Theorem, signs


class Recording(Proof):
    """A proof that remembers what each rule was called with: multipliers, boxes, points."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: dict[int, tuple[str, Any, Any]] = {}
        self._last: tuple[str, Any, Any] = ("", (), {})

    def _given(self, rule: str, args: Any, kwargs: Any) -> tuple[Any, Any]:
        self._last = rule, args, kwargs
        return args, kwargs

    def _made(self, *args: Any, **kwargs: Any) -> Theorem:
        made = super()._made(*args, **kwargs)
        self.calls[id(made)] = self._last
        return made


@dataclass(frozen=True)
class Lemma:
    """One step: its name in the file and in the proof, and what Rocq reads."""

    name: str
    step: str
    statement: str
    proof: str
    general: bool = False  # an instance of a rule of rules.v

    def text(self) -> str:
        return f"{comment(self.step)}\n{self.statement}\n{self.proof}\n"


class Draft:
    """A lemma in the making: the terms that it wrote give its variables."""

    def __init__(self, theorem: Theorem, inside: bool, used: Iterable[Theorem] = ()) -> None:
        self.theorem, self.terms, self.used = theorem, Terms(inside), list(used)
        self.read = signs(theorem.assumes, self.used)
        self.signs = SignProofs(self.terms, self.read)
        self.shown = self.terms.write(theorem.shows)
        self.premises = [self.terms.write(one.shows) for one in self.used]

    def hypotheses(self) -> list[str]:
        """Relations as they are; "for every k" at the members that occur; whole numbers as such."""
        lines = []
        for h in sorted(self.theorem.assumes, key=str):
            if isinstance(h, Relation):
                lines.append(self.terms.write(h))
        for h in sorted(self.theorem.assumes, key=str):
            if isinstance(h, Every):
                lines += [self.terms.write(one) for one in self._members(h)]
        return list(dict.fromkeys(lines))

    def _members(self, h: Every) -> list[Relation]:
        families = {v.name for v in _families(h.relation, h.index)}
        found = [a for a in self.terms.names if isinstance(a, Variable) and a.name in families]
        return [substituted(h.relation, {h.index: a.index[0]}) for a in found if len(a.index) == 1]

    def opaque(self) -> list[str]:
        """The sign that a sum, a mean, a root, a power, cases, or t, has by what it is made of."""
        lines = [f"0 < {self.terms.names[T]}"] if T in self.terms.names else []
        for atom, name in self.terms.opaque.items():
            made = isinstance(atom, Sum | Expect | Power | Cases | Root)
            if made and self.read.non_negative(atom):
                lines.append(f"0 {'<' if self.read.positive(atom) else '<='} {name}")
        return lines

    def lemma(self, name: str, step: str, tactics: list[str], premises: list[str]) -> Lemma:
        head = " ".join(self.terms.names.values())
        bound = f"forall {head} : R,\n  " if head else ""
        said = " ->\n  ".join([*dict.fromkeys(premises), self.shown])
        remarks = [f"  {comment(f'{n} is {atom}')}\n" for atom, n in self.terms.opaque.items()]
        statement = f"{''.join(remarks)}Lemma {name} : {bound}{said}."
        lines = "\n".join(tactics)
        return Lemma(name, step, statement, f"Proof.\n{lines}\nQed.")


def _families(node: Node, index: Variable) -> list[Variable]:
    own = [node] if isinstance(node, Variable) and node.index == (index,) else []
    return own + [v for child in children(node) for v in _families(child, index)]


def arithmetic(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """rhs - lhs = sum m_i (r_i - l_i) + rest, and the sign of each part."""
    _, (_, relation, *uses), kwargs = call
    pairs = [one if isinstance(one, tuple) else (one, 1) for one in uses]
    draft = Draft(t, True, [*(theorem for theorem, _ in pairs), *kwargs.get("given", ())])
    rest: Expr = relation.rhs - relation.lhs
    tactics, summands, strict = [], [], False
    for k, (theorem, by) in enumerate(pairs):
        said, m = theorem.shows, term(by)
        rest = rest - m * (said.rhs - said.lhs)
        l, r, factor = (draft.terms.write(one) for one in (said.lhs, said.rhs, m))
        summands.append(f"{factor} * ({r} - {l})")
        positive = said.sign == "<" and draft.read.positive(m)
        strict |= positive
        tactics.append(_multiple(draft, k, said.sign, m, (l, r, factor), positive))
    left = draft.signs.factored(rest)
    last = draft.terms.write(left)
    equation = relation.sign == "=="
    needed = relation.sign == "<" and not strict
    if not equation:
        proof = draft.signs.proved(left, needed) if left != term(0) else "lra."
        tactics.append(f"assert (rest : 0 {'<' if needed else '<='} {last}). {{ {proof} }}")
    whole = " + ".join([*summands, last])
    lemma = {"==": "no_difference", "<": "strictly_below", "<=": "below"}[relation.sign]
    l, r = (draft.terms.write(one) for one in (relation.lhs, relation.rhs))
    tactics += [f"apply ({lemma} {l} {r} ({whole})).", "- identity.", f"- {_end(summands)}"]
    before = [*draft.signs.context(), *draft.signs.denominators()]
    premises = [*draft.hypotheses(), *draft.opaque(), *draft.premises]
    return draft.lemma(name, step, ["intros.", *before, *tactics], premises)


def _multiple(
    draft: Draft, k: int, sign: str, m: Expr, texts: tuple[str, str, str], positive: bool
) -> str:
    l, r, factor = texts
    value = f"{factor} * ({r} - {l})"
    if sign == "==":
        return f"assert (part_{k} : {value} = 0) by (apply multiple_of_zero; assumption)."
    proof = draft.signs.proved(m, positive)[:-1]
    relation, lemma = ("<", "positive_multiple") if positive else ("<=", "multiple")
    holds = "first [assumption | lra]"
    return f"assert (part_{k} : 0 {relation} {value}) by (apply {lemma}; [{proof} | {holds}])."


def _end(summands: list[str]) -> str:
    """The parts are added up, each under a name, so that nothing looks into them."""
    if not summands:
        return "lra."
    names = [f"part_{k}" for k in range(len(summands))]
    hidden = f"revert {' '.join(names)}; generalize {', '.join(f'({one})' for one in summands)}"
    return f"first [{hidden}; intros; lra | lra]."


def monotone(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """exp, log or sqrt of both sides."""
    _, (_, function, theorem, *given), _ = call
    draft = Draft(t, False, [theorem, *given])
    said = theorem.shows
    l, r = draft.terms.write(said.lhs), draft.terms.write(said.rhs)
    rocq = {"exp": "exp", "log": "ln", "sqrt": "sqrt"}[function]
    sign = {"==": "="}.get(said.sign, said.sign)
    if said.sign == "==":
        how = f"replace {l} with {r}; reflexivity"
    else:
        condition = {"exp": "", "log": draft.signs.proved(said.lhs, True)[:-1],
                     "sqrt": draft.signs.proved(said.lhs)[:-1]}[function]  # fmt: skip
        strictly = {"exp": "exp_increasing", "log": "ln_increasing",
                    "sqrt": "sqrt_strictly_monotone"}[function]  # fmt: skip
        lemma = strictly if said.sign == "<" else f"{function}_monotone"
        how = f"apply {lemma}; [{condition + ' | ' if condition else ''}assumption]"
    tactics = [
        "intros.", *draft.signs.context(), *draft.signs.denominators(),
        f"assert (shown : {rocq} {l} {sign} {rocq} {r}) by ({how}).",
        "rewrite ?ln_1, ?exp_0, ?sqrt_0, ?sqrt_1 in shown; exact shown.",
    ]  # fmt: skip
    premises = [*draft.hypotheses(), *draft.opaque(), *draft.premises]
    return draft.lemma(name, step, tactics, premises)


def law(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """An elementary law, proved once in general.v."""
    _, (_, which, *terms), _ = call
    draft = Draft(t, False)
    premises = draft.hypotheses()
    for h in t.assumes:
        if isinstance(h, Whole):
            premises.append(f"(exists n : Z, {draft.terms.write(h.what)} = IZR n)")
    lemma = which.replace(" ", "_")
    arguments = " ".join(draft.terms.write(term(one)) for one in terms)
    whole = f"{lemma}_when_whole"
    tactics = ["intros.", f"first [by_law ({lemma} {arguments}) | {whole} | values; ring]."]
    if "power" not in which:
        tactics[1] = f"by_law ({lemma} {arguments})."
    return draft.lemma(name, step, tactics, premises)
