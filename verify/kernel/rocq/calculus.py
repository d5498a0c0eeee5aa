"""Signs from derivatives and signs on boxes as lemmas: the mean value theorem, and interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from theory.expressions.changing import derivative, free, substituted
from theory.expressions.nodes import Expr, Function, Relation, Variable, term
from theory.expressions.normal import normal
from theory.expressions.partial import T
from verify.kernel.proof import Proof
from verify.kernel.rocq.lemmas import Lemma
from verify.kernel.rocq.signs import SignProofs
from verify.kernel.rocq.terms import NotScalar, Terms, comment
from verify.kernel.theorem import Rejected, Theorem, signs

_UNFOLD = "unfold Rpower in *."


class _Line:
    """Statements about one variable x, and the same at another point y."""

    def __init__(self, x: Variable) -> None:
        self.x, self.y = x, Variable(f"{x.name}_between")
        self.terms = Terms()
        self.name, self.between = self.terms.write(x), self.terms.write(self.y)

    def function(self, node: Expr) -> str:
        return f"(fun {self.name} => {self.terms.write(node)})"

    def head(self) -> str:
        """The other variables; no atom may hide x."""
        for atom in self.terms.opaque:
            if self.x in free(atom) or self.y in free(atom):
                raise NotScalar(f"{atom} depends on {self.x}")
        others = [n for n in self.terms.names.values() if n not in (self.name, self.between)]
        return f"forall {' '.join(others)} : R,\n  " if others else ""

    def at_y(self, node: Any) -> Any:
        return substituted(node, {self.x: self.y})


def slope(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """F >= 0 at the start, and the sign of F' on either side: premises for every x there."""
    _, (_, relation, x, start), kwargs = call
    line, a = _Line(x), term(start)
    given: Sequence[Theorem] = kwargs.get("given", ())
    F = relation.rhs - relation.lhs
    whole = [line.terms.write(h) for h in _relations(t.assumes) if x not in free(h)]
    whole += [_for_every(line, one) for one in given]
    sides = [(which, kwargs[which]) for which in ("up", "down") if kwargs.get(which)]
    whole += [_for_every(line, theorem) for _, theorem in sides]
    bounds = [h for h in _relations(t.assumes) if x in free(h)]
    said = [f"forall {line.name} : R", *map(line.terms.write, bounds), line.terms.write(relation)]
    tactics = ["intros.", _UNFOLD, f"enough (0 <= {line.function(F)} {line.name}) by lra."]
    start_text = line.terms.write(a)
    if len(sides) == 2:
        tactics.append(f"destruct (Rle_lt_dec {start_text} {line.name}).")
    for which, theorem in sides:
        tactics.append(_from_start(line, which, theorem, F, a, given))
    conclusion = f"{said[0]}, {' -> '.join(said[1:])}"
    whole += [f"0 < {line.terms.names[T]}"] if T in line.terms.names else []
    statement = f"Lemma {name} : {line.head()}" + " ->\n  ".join([*whole, conclusion]) + "."
    remarks = "".join(f"  {comment(f'{n} is {one}')}\n" for one, n in line.terms.opaque.items())
    return Lemma(name, step, remarks + statement, "\n".join(["Proof.", *tactics, "Qed."]))


def _relations(assumes: Iterable[Any]) -> list[Relation]:
    return sorted((h for h in assumes if isinstance(h, Relation)), key=str)


def _for_every(line: _Line, theorem: Theorem) -> str:
    parts = [line.terms.write(h) for h in (*_relations(theorem.assumes), theorem.shows)]
    return f"(forall {line.name} : R, {' -> '.join(parts)})"


def _from_start(
    line: _Line, which: str, theorem: Theorem, F: Expr, a: Expr, given: Sequence[Theorem]
) -> str:
    """``rises`` or ``falls`` from the start: the derivative, its sign, and the base value."""
    shown = theorem.shows
    lemma = "rises" if which == "up" else "falls"
    g, start = line.function(shown.rhs - shown.lhs), line.terms.write(a)
    here = [line.at_y(h) for h in _relations(theorem.assumes)]
    bounds = "".join(f"assert ({line.terms.write(h)}) by (first [lra | nra]). " for h in here)
    own = Terms()
    own.names = line.terms.names
    own.write(line.at_y(F))
    known = SignProofs(
        own, signs([*here, *(line.at_y(h) for g in given for h in g.assumes)], given)
    )
    inside = _positive(known) + known.denominators()
    sign = line.terms.write(line.at_y(shown))
    base = substituted(F, {line.x: a})
    zero = normal(base).is_zero
    end = "no_base" if zero else known.proved(base)[:-1]
    return "\n".join([
        f"- apply ({lemma} {line.function(F)} {g} {start} {line.name}); cbv beta.",
        "  + lra.",
        f"  + intros {line.between} ?. {bounds}",
        *(f"    {one}" for one in inside),
        "    auto_derive; first [exact I | solve [repeat split; not_zero]",
        "      | solve [repeat split; positive] | identity].",
        f"  + intros {line.between} ?. {bounds}",
        f"    assert ({sign}) by (match goal with u : _ |- _ => apply u; assumption end); lra.",
        f"  + first [{end} | values; not_negative | values; lra].",
    ])  # fmt: skip


def _positive(known: SignProofs) -> list[str]:
    """That logarithms and roots are of what is positive."""
    lines = []
    for node, text in list(known.terms.functions.items()):
        match node:
            case Function("log" | "sqrt", (argument,)) if known.read.positive(argument):
                inner, proof = text.split(" ", 1)[1][:-1], known.proved(argument, strict=True)
                lines.append(f"assert (0 < {inner}) by ({proof[:-1]}).")
    return lines


def box(t: Theorem, call: Any, name: str, step: str) -> Lemma:
    """The sign on a box by interval arithmetic; beside a contact by the mean value theorem."""
    _, (_, relation, sides, *_), kwargs = call
    contact = kwargs.get("contact") or (call[1][3] if len(call[1]) > 3 else None)
    line = _Line(contact[0] if contact else next(iter(sides)))
    names = [line.terms.write(v) for v in sides]
    bounds = [line.terms.write(h) for v in sides for h in _relations(t.assumes) if v in free(h)]
    said = " -> ".join([*dict.fromkeys(bounds), line.terms.write(relation)])
    F = relation.rhs - relation.lhs
    tactics = ["intros.", _UNFOLD]
    if contact:
        tactics += _beside(line, F, contact, sides)
    mark = "<" if relation.sign == "<" else "<="
    tactics.append(f"all: enough (0 {mark} {line.terms.write(F)}) by lra; {_interval(names)}")
    statement = f"Lemma {name} : forall {' '.join(names)} : R,\n  {said}."
    return Lemma(name, step, statement, "\n".join(["Proof.", *tactics, "Qed."]))


def _interval(names: Sequence[str]) -> str:
    cut = ", ".join(f"i_bisect {name}" for name in names)
    return f"on_a_box ltac:(interval with ({cut}, i_depth 20)) " \
           f"ltac:(interval with ({cut}, i_depth 20, i_autodiff {names[0]}))."  # fmt: skip


def _beside(line: _Line, F: Expr, contact: Any, sides: Mapping[Variable, Any]) -> list[str]:
    """Between the contact and a cut: F^(m) >= 0, hence F^(m-1) >= 0, ..., hence F >= 0."""
    x, c, order = contact[0], term(contact[1]), contact[2]
    ladder = [F]
    for _ in range(order):
        ladder.append(derivative(ladder[-1], x))
    at = Fraction(str(contact[1]))
    lines, cases = [], [f"destruct (Rle_lt_dec {line.terms.write(c)} {line.name})."]
    for end, sign in ((sides[x][1], 1), (sides[x][0], -1)):
        far = Fraction(str(end))
        if far == at:
            continue
        cut = _cut(ladder[-1], x, at, far, sides)
        lines += _side(line, ladder, c, term(cut), sign, list(sides))
        cases.append(f"all: destruct (Rle_lt_dec {line.name} {line.terms.write(term(cut))}).")
    near = "first [apply rises_0; lra | apply falls_0; lra]"
    done = f"first [exfalso; lra | enough (0 <= {line.terms.write(F)}) by lra; {near} | idtac]"
    return [*lines, *cases, f"all: {done}."]


def _cut(high: Expr, x: Variable, at: Fraction, far: Fraction, sides: Any) -> Fraction:
    """A point towards the end of the box up to which the derivative is seen to be >= 0."""
    cut = far
    for _ in range(10):
        try:
            Proof().box("", 0 <= high, {**sides, x: (min(at, cut), max(at, cut))})
        except Rejected:
            cut = (at + cut) / 2
        else:
            break
    return cut


def _side(
    line: _Line, ladder: list[Expr], c: Expr, cut: Expr, sign: int, variables: list[Variable]
) -> list[str]:
    order, name = len(ladder) - 1, line.between
    start, end = line.terms.write(c), line.terms.write(cut)
    within = f"{start} <= {name} <= {end}" if sign > 0 else f"{end} <= {name} <= {start}"
    signed = [node if sign > 0 or (order - k) % 2 == 0 else -node for k, node in enumerate(ladder)]
    lemma, lines = "rises" if sign > 0 else "falls", []
    names = [line.terms.write(line.at_y(v)) for v in variables]
    for k in range(order, -1, -1):
        said = f"forall {name}, {within} -> 0 <= {line.terms.write(line.at_y(signed[k]))}"
        if k == order:
            how = f"intros {name} ?; {_interval(names)[:-1]}"
        else:
            f, g = line.function(signed[k]), line.function(signed[k + 1])
            how = (f"intros {name} ?; apply ({lemma} {f} {g} {start} {name}); cbv beta; [lra"
                   " | intros; auto_derive; first [exact I | solve [repeat split; by_interval]"
                   " | field; repeat split; by_interval]"
                   f" | intros; apply {lemma}_{k + 1}; lra | right; symmetry; values; identity]"
                   )  # fmt: skip
        lines.append(f"assert ({lemma}_{k} : {said}) by ({how}).")
    return lines
