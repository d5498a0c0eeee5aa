"""Terms of every kind, and their values by a second evaluation, written for the tests alone."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.nodes import (
    Cases,
    Expect,
    Expr,
    Function,
    Named,
    Number,
    Plus,
    Power,
    Sum,
    Times,
    Variable,
    term,
)
from theory.expressions.partial import T, delta, integral

x, y, z, u, v = (Variable(name) for name in "xyzuv")
j, k, l = (Variable(name) for name in "jkl")
a, b = Variable("a", random="W"), Variable("b", random="g")
AT: dict[Any, float] = {x: 1.37, y: 2.21, z: 0.83, j: 1.0, k: 2.0, l: 3.0}
WEIGHTS = {"W": (0.2, 0.5, 0.3), "g": (0.6, 0.1, 0.3), "t": (0.7, 1.9)}


def table(*key: Any) -> float:
    """A number for each key, between 1 and 2."""
    return 1 + sum(ord(c) * (i + 1) for i, c in enumerate(str(key))) % 97 / 97


def function(name: str, arguments: list[float]) -> float:
    match name:
        case "log" | "exp" | "sqrt":
            return float(getattr(math, name)(*arguments))
        case "abs":
            return abs(*arguments)
        case "delta":
            return float(arguments[0] == arguments[1])
    return table(name, [round(one, 6) for one in arguments])


def value(node: Expr, at: Mapping[Any, float], points: Mapping[str, int]) -> float:
    """What a term is worth; ``points`` are those of the random elements."""

    def of(part: Expr) -> float:
        return value(part, at, points)

    match node:
        case Number():
            return float(node.value)
        case Variable() if node in at:
            return at[node]
        case Variable():
            index = [round(of(i), 6) for i in node.index]
            return table(node.name, index, points[node.random] if node.random else "")
        case Named():
            return of(node.body)
        case Plus():
            return sum(map(of, node.terms))
        case Times():
            return math.prod(map(of, node.factors))
        case Power():
            return float(of(node.base) ** of(node.exponent))
        case Function():
            return function(node.name, list(map(of, node.arguments)))
        case Cases():
            low, high = of(node.condition.lhs), of(node.condition.rhs)
            holds = {"<": low < high, "<=": low <= high, "==": low == high}
            return of(node.yes if holds[node.condition.sign] else node.no)
        case Sum():
            count = round(of(node.count))
            return sum(
                value(node.body, {**at, node.index: float(i)}, points) for i in range(1, count + 1)
            )
        case Expect():
            pairs = enumerate(WEIGHTS[node.over])
            return sum(w * value(node.body, at, {**points, node.over: i}) for i, w in pairs)
    raise TypeError(node)


def worth(node: Expr, **changed: float) -> float:
    return value(
        node, {**AT, **{Variable(n): c for n, c in changed.items()}}, dict.fromkeys("Wgt", 1)
    )


PLAIN: list[Expr] = [
    x,
    term("-3/7"),
    x + y * z - 3,
    (x + 1) ** 2 / (y - x) ** 3,
    1 / (x * y) + 1 / (x + y),
    x**-2,
    -(x - y) * (z + 1),
    log(x**2 + y) * exp(-x),
    sqrt(x * y) + sqrt(x + 1) * x,
    Power(x, y + 2),
    Power(x, y / 2 - z + 1),
    Power(x + y, z),
    Power(y, x**2),
    Power(x, term("1/2")),
    x**y * x,
    Power(x, y + Fraction(1, 2)),
    Power(x, y - 2),
    log(x / y) - log(1 + x / y),
    abs(x - y),
    Cases(x <= y, x, z),
    Cases(y < x, x, z * x),
    Cases(y <= y, x, z),
    Cases(y < y, x, z),
    Named("s", x * y + 1) ** 2,
    total(x + k / (x + 1), k, 3),
    total(x, k, 4),
    total(k**2, k, l),
    total(1 / k, k, 3) * x,
    total(total(j * k / (x + j), j, 2), k, 3),
    total(total(j, j, k), k, 3),
    total(exp(-k * x) * y, k, 3),
    exp(2 * x) / exp(x),
    total(k, k, 0) + x,
]
FAMILIES: list[Expr] = [
    u(1),
    u(k) * x,
    u(k + 1) - u(k),
    total(u(k) * x + 1, k, 3),
    total(u(k) / (1 + u(k)), k, 3),
    total(u(k) / ((1 + u(k)) * (2 + v(k)) * (3 + x)), k, 3),
    total(total(u(j) * v(k) / (u(j) + v(k)), j, 2), k, 3),
    u(1, 2) * v(2),
    total(u(k) * v(l), k, l),
    total(total(u(j), j, 3) * v(k), k, 2),
    total(total(u(j) * u(k), k, 2), j, 3),
    Function("f", (x,)),
    Function("f", (x + y, z)) ** 2,
    total(delta(k, 2) * u(k), k, 3),
    delta(j, k) + delta(k, 2) * x,
    total(u(k) / (2 * x + 1), k, 3),
    total(u(j) * total(v(k) * u(j) + 1, k, j), j, 3),
]
RANDOM: list[Expr] = [
    a * x,
    mean(a, "W"),
    mean(a * x + b, "W"),
    mean(mean(a * b, "g"), "W"),
    mean(x, "W"),
    mean(1, "W"),
    mean(total(u(k) * a, k, 3), "W"),
    mean(a**2 / (1 + a) * y / (1 + y), "W"),
    integral(T * x * exp(-T)),
    mean(total(a(k) * u(k) + x, k, 2) * y, "W"),
    integral(1),
    integral(2 * T + x),
    mean(exp(a * x), "W"),
    total(mean(a(k) * x, "W"), k, 2),
    mean(a * mean(a, "W"), "W"),
    mean(a + b * a, "g"),
    integral(mean(a * T, "W") / (1 + T)),
    mean(total(a * b, k, 2), "g"),
]
TERMS = [*PLAIN, *FAMILIES, *RANDOM]


def close(one: float, other: float, within: float = 1e-9) -> bool:
    return math.isclose(one, other, rel_tol=within, abs_tol=within)
