"""The sign of a term as a proof: its factors, each a polynomial without negative coefficients.

What ``verify.kernel.signs`` reads off is written down, for Rocq to check. Nothing here is trusted.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint

from theory.expressions.nodes import Expr, Function, Number, Variable, times
from theory.expressions.nodes import power as raised
from theory.expressions.normal import Normal, normal, written
from verify.kernel.rocq.terms import Terms, number, power
from verify.kernel.signs import Signs


class SignProofs:
    """Tactics about the signs of terms, under hypotheses that stand in the context."""

    def __init__(self, terms: Terms, read: Signs) -> None:
        self.terms, self.read = terms, read

    def proved(self, node: Expr, strict: bool = False) -> str:
        """A proof of 0 <= node, or 0 < node: it is equal to a product of what has a sign."""
        goal = "positive" if strict else "not_negative"
        if isinstance(node, Number):
            return "lra."
        try:
            product, lines = self._product(normal(node))
        except LookupError:
            return f"first [{goal} | nra]."
        sign = "<" if strict else "<="
        equal = f"replace {self.terms.write(node)} with {product} by identity; assumption"
        certificate = f"{lines}enough (0 {sign} {product}) by ({equal}); {goal}"
        return f"first [{goal} | {certificate} | nra]."

    def factored(self, node: Expr) -> Expr:
        """The same with numerator and denominator in factors, as far as their signs are known."""
        form = normal(node)
        constant, above = form.top.factor()
        under, below = form.bottom.factor()
        top = written(form.top * (1 / under), form.atoms)
        if all(int(count) % 2 == 0 or self._known(factor, form) for factor, count in above):
            top = times(written(form.top * 0 + constant / under, ()), *_powers(above, form, 1))
        return times(top, *_powers(below, form, -1))

    def _known(self, factor: Any, form: Normal) -> bool:
        node = written(factor, form.atoms)
        return self.read.non_negative(node) or self.read.non_negative(-node)

    def _product(self, form: Normal) -> tuple[str, str]:
        """The term as a product and quotient of factors, and how their signs are seen."""
        made: list[str] = []
        lines = ""
        constant, above = form.top.factor()
        under, below = form.bottom.factor()
        value = Fraction(int(constant.p), int(constant.q)) / Fraction(int(under.p), int(under.q))
        try:
            for side, factors in ((1, above), (-1, below)):
                for factor, count in factors:
                    sign, text, line = self._factor(factor, form, int(count))
                    value *= sign ** int(count)
                    lines += line
                    made.append(power(text, side * int(count)))
        except LookupError:
            whole = self._shifted(form.top, form)
            if below or not whole:
                raise
            return whole, ""
        if value < 0:
            raise LookupError("it is negative")
        return f"({' * '.join([number(value), *made])})", lines

    def _factor(self, factor: Any, form: Normal, count: int) -> tuple[int, str, str]:
        """Its sign, itself with that sign, and the assertion that this is not negative."""
        node = written(factor, form.atoms)
        for sign in (1, -1):
            one = node if sign == 1 else -node
            if not self.read.non_negative(one):
                continue
            text, mark = self.terms.write(one), "<" if self.read.positive(one) else "<="
            goal = "positive" if mark == "<" else "not_negative"
            shifted = self._shifted(factor * sign, form)
            how = f"replace {text} with {shifted} by ring; {goal}" if shifted else goal
            return sign, text, f"assert (0 {mark} {text}) by (first [lra | {how} | nra]); "
        if count % 2 == 0:
            text = self.terms.write(node)
            return 1, text, f"assert (0 <= {power(text, count)}) by even_power; "
        raise LookupError("its sign is not read off")

    def _shifted(self, p: Any, form: Normal) -> str | None:
        """A polynomial with its variables counted from their lower bounds on."""
        lower = [self._lower(atom) for atom in form.atoms]
        gens = p.context().gens()
        shifts = [
            gen + flint.fmpq(b[0].numerator, b[0].denominator) if b else gen
            for gen, b in zip(gens, [*lower, *[None] * len(gens)], strict=False)
        ]
        found: list[tuple[bool, str]] = []
        for exponents, c in p.compose(*shifts).to_dict().items():
            pairs = list(zip(form.atoms, exponents, lower, strict=False))
            if c < 0 or any(e % 2 for _, e, b in pairs if b is None):
                return None
            strict = all(e == 0 or (b is not None and b[1]) for _, e, b in pairs)
            factors = [self._counted(atom, int(e), b) for atom, e, b in pairs if e]
            found.append((strict, " * ".join([number(Fraction(int(c.p), int(c.q))), *factors])))
        found.sort(key=lambda one: not one[0])  # what is positive first
        text = ""
        for _, monomial in reversed(found):
            text = f"({monomial} + {text})" if text else f"({monomial})"
        return text

    def _counted(self, atom: Expr, exponent: int, bound: tuple[Fraction, bool] | None) -> str:
        name = self.terms.write(atom)
        if bound is None:
            return f"({power(name, exponent // 2)} ^ 2)"
        return power(f"({name} - {number(bound[0])})" if bound[0] else name, exponent)

    def _lower(self, atom: Expr) -> tuple[Fraction, bool] | None:
        found = [(b, strict) for b, strict, _ in self.read.bounds.get(atom, ())]
        if isinstance(atom, Variable) and len(atom.index) == 1 and atom() in self.read.every:
            found.append(self.read.every[atom()])
        if self.read.non_negative(atom):
            found.append((Fraction(0), self.read.positive(atom)))
        return max(found, default=None)

    # -- what is put before a proof

    def context(self) -> list[str]:
        """That exp is positive, roots and absolute values not negative, a root of what is > 0."""
        lines = []
        for node, text in list(self.terms.functions.items()):
            inner = text.split(" ", 1)[1][:-1]
            match node:
                case Function("exp"):
                    lines.append(f"pose proof (exp_pos {inner}).")
                case Function("sqrt", (argument,)) if self.read.positive(argument):
                    proof = self.proved(argument, strict=True)[:-1]
                    lines.append(f"assert (0 < {text}) by (apply sqrt_lt_R0; {proof}).")
                case Function("sqrt"):
                    lines.append(f"pose proof (sqrt_pos {inner}).")
                case Function("abs"):
                    lines.append(f"pose proof (Rabs_pos {inner}).")
        return lines

    def denominators(self) -> list[str]:
        """That what is divided by is not zero, as far as that is read off."""
        lines = []
        for base, text in list(self.terms.divisors.items()):
            if self.read.positive(base):
                how = f"apply Rgt_not_eq; red; {self.proved(base, strict=True)[:-1]}"
            elif self.read.positive(-base):
                negated, proof = self.terms.write(-base), self.proved(-base, strict=True)[:-1]
                how = f"enough (0 < {negated}) by lra; {proof}"
            else:
                continue
            lines.append(f"assert ({text} <> 0) by ({how}).")
        return lines


def _powers(factors: Any, form: Normal, side: int) -> list[Expr]:
    return [
        raised(written(factor, form.atoms), Number(Fraction(side * int(count))))
        for factor, count in factors
    ]
