"""Inequalities in one real variable."""

from typing import Any

from theory.expressions.functions import exp, log, sqrt
from theory.expressions.nodes import Expr, Variable
from verify.kernel.proof import Proof, proved_by_slope
from verify.kernel.theorem import Theorem

x, m = Variable("x"), Variable("m")


def log_below_its_tangent(p: Proof) -> Theorem:
    """log x <= x - 1 for x > 0."""
    return proved_by_slope(p, "log below its tangent", log(x) <= x - 1, x, 1, [0 < x])


def log_below_its_tangent_at(p: Proof) -> Theorem:
    """log x <= log m + x/m - 1 for x, m > 0: what Jensen's inequality needs, and AM-GM."""
    said = log(x) <= log(m) + x / m - 1
    return proved_by_slope(p, "log below its tangent at m", said, x, m, [0 < x, 0 < m])


def log_below_a_parabola(p: Proof, L: Variable) -> Theorem:
    """log x <= x - 1 - (x-1)^2/(2L) for 0 < x <= L, 1 <= L: F' = (x-1)(L-x)/(x L)."""
    said = log(x) <= (x - 1) - (x - 1) ** 2 / (2 * L)
    return proved_by_slope(p, "parabola", said, x, 1, [0 < x, x <= L, 1 <= L])


def exp_above_its_tangent_at(p: Proof) -> Theorem:
    """exp(m) (1 + x - m) <= exp(x) for all x and m: Jensen's inequality for exp."""
    up, down = (
        p.arith(f"exp {word}", 0 <= sign * (exp(x) - exp(m)), p.monotone("", "exp", p.assume(side)))
        for word, sign, side in (("rises", 1, m <= x), ("falls", -1, x <= m))
    )
    said = exp(m) * (1 + x - m) <= exp(x)
    return p.slope("exp above its tangent", said, x, m, up=up, down=down)


def between_its_roots(p: Proof, square: Theorem) -> tuple[Theorem, Theorem]:
    """x^2 <= y gives x <= sqrt(y) and -x <= sqrt(y)."""
    inside, y = base_of(square.shows.lhs), square.shows.rhs
    size = p.law("size", "absolute value of a square", inside)
    below = p.arith("square of the size", abs(inside) ** 2 <= y, square, size)
    root = p.monotone("roots", "sqrt", below)
    undone = p.at("root of a square", p.law("", "square of a root", abs(inside)), {})
    said = abs(inside) <= sqrt(y)
    sized = p.arith("below the root", said, root, (undone, -1))
    above = p.law("above", "absolute value above", inside)
    under = p.law("below", "absolute value below", inside)
    return (
        p.arith("from above", inside <= sqrt(y), sized, above),
        p.arith("from below", -inside <= sqrt(y), sized, under),
    )


def base_of(square: Any) -> Expr:
    """x of x^2."""
    base: Expr = square.base
    return base


def product_of(p: Proof, one: Theorem, other: Theorem) -> Theorem:
    """0 <= x y from 0 <= x and 0 <= y, which may divide."""
    y = Variable("y")
    product = p.arith("a product", 0 <= x * y, (p.assume(0 <= x), y), under=[0 <= y])
    return p.at("times", product, {x: one.shows.rhs, y: other.shows.rhs}, one, other)
