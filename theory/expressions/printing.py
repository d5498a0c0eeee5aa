"""Terms as plain text and as LaTeX."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from theory.expressions.nodes import (
    MINUS_ONE,
    Cases,
    Every,
    Expect,
    Expr,
    Function,
    Named,
    Node,
    Number,
    Plus,
    Power,
    Relation,
    Sum,
    Times,
    Variable,
    Whole,
    power,
    times,
)
from theory.expressions.partial import Integral, Partial, Root

LATEX = {
    "alpha": r"\alpha", "delta": r"\delta", "lambda": r"\lambda", "phi": r"\phi", "tau": r"\tau",
    "lambda_min": r"\lambda_{\min}", "lambda_max": r"\lambda_{\max}", "Vhat": r"\hat V",
    "<=": r"\le", "<": "<", "==": "=",
}  # fmt: skip
MATRICES = {
    "@": ("{} {}", "{} {}"),
    "gram": ("{0}^T {0}", r"{0}^\top {0}"),
    "transpose": ("{}^T", r"{}^\top"),
    "delta": ("[{} = {}]", r"\delta_{{{0} {1}}}"),
    "row": ("|{}_{}|^2", r"\|{}_{{{}}}\|^2"),
}
_FORMS = {
    "brackets": ("({})", r"\left({}\right)"),
    "cases": ("({} if {} else {})", r"\begin{{cases}} {} & {} \\ {} & \text{{else}} \end{{cases}}"),
    "sum": ("sum_{} {}", r"\sum_{{{}}} {}"),
    "partial": ("d/d{} {}", r"\partial_{{{}}} {}"),
    "integral": ("int {} dt", r"\int_0^\infty {} \, dt"),
    "root": ("root_{}({})", r"\operatorname{{root}}_{{{}}}\left({}\right)"),
    "mean": ("E {}", r"\mathbb{{E}} {}"),
    "whole": ("{} natural", r"{} \in \mathbb{{N}}"),
    "every": ("{} for every {}", r"{} \; \forall {}"),
}
_SUM, _PRODUCT, _POWER, _ATOM = range(4)
# How tightly the arguments of these must bind, and how tightly they do themselves.
_BINDING = {
    "@": (_PRODUCT, _PRODUCT),
    "gram": (_ATOM, _PRODUCT),
    "transpose": (_ATOM, _POWER),
    "row": (_ATOM, _ATOM),
}


def text(node: Node) -> str:
    """On one line, in ASCII."""
    return _TEXT.write(node)[0]


def latex(node: Node) -> str:
    return _LATEX.write(node)[0]


class _Text:
    """Each term with how tightly it binds."""

    column = 0  # of the tables above

    def write(self, node: Node) -> tuple[str, int]:
        return _written(self, node)

    def anew(self, node: Node) -> tuple[str, int]:
        match node:
            case Number(value):
                return self.number(value)
            case Variable():
                return self.variable(node), _ATOM
            case Named(name):
                return self.name(name), _ATOM
            case Plus():
                return self.plus(node), _SUM
            case Times():
                return self.times(node)
            case Power():
                return self.power(node), _POWER
            case Function():
                inner, own = _BINDING.get(node.name, (_SUM, _ATOM))
                return self.function(
                    node.name, [self.within(a, inner) for a in node.arguments]
                ), own
            case Cases():
                return self.form("cases", node.yes, node.condition, node.no), _ATOM
            case Sum():
                return self.form("sum", node.index, self.within(node.body, _POWER)), _PRODUCT
            case Partial():
                return self.form("partial", node.by, self.within(node.body, _ATOM)), _POWER
            case Integral():
                return self.form("integral", self.within(node.body, _POWER)), _PRODUCT
            case Root():
                return self.form("root", node.index, node.body), _ATOM
            case Expect():
                return self.form("mean", self.within(node.body, _POWER)), _PRODUCT
            case Relation():
                sign = self.name(node.sign)
                return f"{self.write(node.lhs)[0]} {sign} {self.write(node.rhs)[0]}", _SUM
            case Whole():
                return self.form("whole", node.what), _SUM
            case Every():
                return self.form("every", node.relation, node.index), _SUM
        raise TypeError(f"{node!r} cannot be printed")

    def form(self, name: str, *parts: Node | str) -> str:
        written = (part if isinstance(part, str) else self.write(part)[0] for part in parts)
        return _FORMS[name][self.column].format(*written)

    def within(self, node: Expr, level: int) -> str:
        written, own = self.write(node)
        return written if own >= level else self.form("brackets", written)

    def number(self, value: Fraction | float) -> tuple[str, int]:
        if value == math.inf:
            return "inf", _ATOM
        return str(value), _ATOM if value >= 0 and value == int(value) else _SUM

    def name(self, name: str) -> str:
        return name

    def variable(self, node: Variable) -> str:
        at = ",".join(self.write(i)[0] for i in node.index)
        return node.name + (f"_{at}" if at and at.isalnum() else f"_({at})" if at else "")

    def plus(self, node: Plus) -> str:
        out = ""
        for part in sorted(node.terms, key=lambda p: _sign(p)[0] == "-"):  # what is added first
            sign, size = _sign(part)
            written = self.within(size, _PRODUCT)
            out += (f" {sign} " if out else sign if sign == "-" else "") + written
        return out

    def times(self, node: Times) -> tuple[str, int]:
        sign, size = _sign(node)
        if sign == "-":
            return f"-{self.within(size, _PRODUCT)}", _SUM
        above, below = _fraction(node)
        top = self.product(above)
        return (self.over(top, below) if below else top), _PRODUCT

    def product(self, factors: list[Expr]) -> str:
        return " ".join(self.within(f, _POWER) for f in factors) or "1"

    def over(self, top: str, below: list[Expr]) -> str:
        bottom = self.product(below)
        return f"{top}/{bottom if len(below) == 1 else self.form('brackets', bottom)}"

    def power(self, node: Power) -> str:
        if isinstance(node.exponent, Number) and node.exponent.value < 0:
            return self.over("1", [power(node.base, times(MINUS_ONE, node.exponent))])
        return f"{self.within(node.base, _ATOM)}^{self.exponent(node.exponent)}"

    def exponent(self, node: Expr) -> str:
        return self.within(node, _ATOM)

    def function(self, name: str, arguments: list[str]) -> str:
        if name in MATRICES:
            return MATRICES[name][self.column].format(*arguments)
        return f"{name}({', '.join(arguments)})"


class _InLatex(_Text):
    column = 1

    def number(self, value: Fraction | float) -> tuple[str, int]:
        if value == math.inf:
            return r"\infty", _ATOM
        exact = Fraction(value)
        if exact.denominator == 1:
            return str(exact), _ATOM if exact >= 0 else _SUM
        sign = "-" if exact < 0 else ""
        whole = rf"{sign}\tfrac{{{abs(exact.numerator)}}}{{{exact.denominator}}}"
        return whole, _PRODUCT if exact >= 0 else _SUM

    def name(self, name: str) -> str:
        return LATEX.get(name, name)

    def variable(self, node: Variable) -> str:
        at = ",".join(self.write(i)[0] for i in node.index)
        return self.name(node.name) + (f"_{{{at}}}" if at else "")

    def over(self, top: str, below: list[Expr]) -> str:
        return rf"\frac{{{top}}}{{{self.product(below)}}}"

    def exponent(self, node: Expr) -> str:
        return f"{{{self.write(node)[0]}}}"

    def function(self, name: str, arguments: list[str]) -> str:
        inside = ", ".join(arguments)
        if name in MATRICES:
            return super().function(name, arguments)
        if name == "sqrt":
            return rf"\sqrt{{{inside}}}"
        if name == "exp":
            return rf"e^{{{inside}}}"
        known = {"log": r"\log", "abs": r"\operatorname{abs}"}
        head = known.get(name) or LATEX.get(name) or rf"\operatorname{{{name}}}"
        return rf"{head}\left({inside}\right)"


_TEXT, _LATEX = _Text(), _InLatex()


@lru_cache(maxsize=20_000)
def _written(how: _Text, node: Node) -> tuple[str, int]:
    """What stands in many terms is written once."""
    return how.anew(node)


def _sign(node: Expr) -> tuple[str, Expr]:
    """The sign of a term that begins with a number, and the rest."""
    first = node.factors[0] if isinstance(node, Times) else node
    if isinstance(first, Number) and first.value < 0:
        return "-", times(MINUS_ONE, node)
    return "+", node


def _fraction(node: Times) -> tuple[list[Expr], list[Expr]]:
    """The factors above and below the bar."""
    above: list[Expr] = []
    below: list[Expr] = []
    for factor in node.factors:
        if isinstance(factor, Number) and isinstance(factor.value, Fraction):
            if factor.value.numerator != 1:
                above.append(Number(Fraction(factor.value.numerator)))
            if factor.value.denominator != 1:
                below.append(Number(Fraction(factor.value.denominator)))
        elif isinstance(factor, Power) and isinstance(factor.exponent, Number):
            negative = factor.exponent.value < 0
            below.append(power(factor.base, times(MINUS_ONE, factor.exponent))) if negative else (
                above.append(factor)
            )
        else:
            above.append(factor)
    return above, below
