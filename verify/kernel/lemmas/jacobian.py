"""The Jacobian of x -> x/||x||, for a vector x_1..x_n or for row j of a matrix of entries x_jk."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from theory.expressions.formal import natural
from theory.expressions.functions import log, sqrt, total
from theory.expressions.jacobians import (
    LEAST_POSITIVE,
    NO_ZERO_ROW,
    NORMALISATION,
    block,
    entry,
    i,
    jacobian_norm,
    x,
)
from theory.expressions.nodes import Expr, Function, Hypothesis, Relation, Variable, equal, term
from theory.expressions.partial import delta
from theory.expressions.symbols import gram, shortest_row, squared_row
from theory.expressions.vocabulary import X, j, k, n
from verify.kernel.lemmas import once
from verify.kernel.proof import Proof
from verify.kernel.textbooks.jacobians import c
from verify.kernel.theorem import Theorem

m = Variable("j2")


@dataclass(frozen=True)
class Normalised:
    """What is normalised: its member k, its Jacobian, the fact that says what that is."""

    at: Callable[[Any], Variable]
    jacobian: Expr
    definition: str

    @property
    def squared(self) -> Expr:
        return total(self.at(k) ** 2, k, n)

    @property
    def norm(self) -> Expr:
        return sqrt(self.squared)

    @property
    def not_zero(self) -> Hypothesis:
        return Relation("<", term(0), self.squared)

    def entry(self, row: Expr, column: Expr) -> Expr:
        outer = self.at(row) * self.at(column)
        return (delta(row, column) - outer / self.squared) / self.norm


VECTOR = Normalised(x, NORMALISATION, "Jacobian of a normalisation")


def row_of_a_matrix(index: Variable) -> Normalised:
    return Normalised(lambda k: x(index, k), block(X, index), "block of BN")


def slope_of(p: Proof, v: Normalised, row: Expr, column: Variable) -> Theorem:
    """d(x_i/||x||)/dx_j = ([i = j] - x_i x_j/||x||^2)/||x||: the quotient rule, and ||x||^2."""
    slope = p.differentiate("quotient rule", v.at(row) / v.norm, v.at(column), under=[v.not_zero])
    positive = p.assume(v.not_zero)
    square = p.at("square", p.law("", "root of a square", v.squared), {}, positive)
    outer = v.at(row) * v.at(column) / (v.squared * v.norm**3)
    return p.arith("entry", equal(slope.shows.lhs, v.entry(row, column)), slope, (square, outer),
                   under=[v.not_zero])  # fmt: skip


def entry_of(p: Proof, v: Normalised, row: Expr, column: Variable) -> Theorem:
    said = p.fact(v.definition, row, column)
    slope = slope_of(p, v, row, column)
    return p.arith("entry of the Jacobian", equal(said.shows.lhs, slope.shows.rhs), said, slope)


def is_a_projection(p: Proof, v: Normalised) -> tuple[Theorem, Theorem]:
    """J^2 = J/||x|| and J = J^T, as sums of squares that are 0."""
    A = v.jacobian
    left, right, whole = (entry_of(p, v, *at) for at in ((i, k), (k, m), (i, m)))
    product = p.arith(
        "product", equal(left.shows.lhs * right.shows.lhs, left.shows.rhs * right.shows.rhs),
        (left, right.shows.lhs), (right, left.shows.rhs), under=[v.not_zero],
    )  # fmt: skip
    summed = p.sum("all products", product, k, n)
    picks = [p.pick("one", f, k, n, at) for f, at in
             ((delta(k, m), i), (v.at(k), i), (v.at(k), m))]  # fmt: skip
    s, r = v.squared, v.norm
    weights = [1 / r**2, -v.at(m) / (s * r**2), -v.at(i) / (s * r**2)]
    square = p.arith(
        "square", equal(total(entry(A, i, k) * entry(A, k, m), k, n) - entry(A, i, m) / r, 0),
        summed, (whole, -1 / r), *zip(picks, weights, strict=True), under=[v.not_zero],
    )  # fmt: skip
    turned = entry_of(p, v, m, i)
    skew = p.arith("symmetric", equal(entry(A, i, m) - entry(A, m, i), 0), whole, (turned, -1))
    return both_zero(p, square), both_zero(p, skew)


def both_zero(p: Proof, zero: Theorem) -> Theorem:
    """a_ij = 0 for all i, j gives sum_ij a_ij^2 = 0."""
    a = zero.shows.lhs
    squared = p.arith("squared", equal(a**2, 0), (zero, a))
    return p.sum("all rows", p.sum("all columns", squared, m, n), i, n)


def trace_of(p: Proof, v: Normalised) -> Theorem:
    """tr J = (n - 1)/||x||."""
    diagonal = p.sum("diagonal", entry_of(p, v, i, i), i, n)
    return p.arith("trace", equal(diagonal.shows.lhs, (n - 1) / v.norm), diagonal,
                   under=[v.not_zero])  # fmt: skip


def of_a_projection(p: Proof, which: str, v: Normalised, *given: Theorem) -> Theorem:
    """What a multiple of a projection has for its eigenvalues and its norm."""
    said = p.fact("multiple of a projection", which, v.jacobian, 1 / v.norm)
    return p.at(which, said, {}, *is_a_projection(p, v), *given)


ROW = row_of_a_matrix(j)
SHORTEST = shortest_row(X)


@once
def rows_are_not_zero(p: Proof) -> Theorem:
    return p.rewrite("row", p.assume(NO_ZERO_ROW), p.fact("squared row"))


def norm_of_a_block(p: Proof, which: str, *given: Theorem) -> Theorem:
    """||block_j|| <= 1/||X_j||, with equality for n >= 2."""
    said = of_a_projection(p, which, ROW, *given)
    return p.at("block", said, {}, rows_are_not_zero(p))


@once
def jacobian_below_the_shortest_row(p: Proof) -> Theorem:
    """||J_BN(X)|| <= 1/min_j ||X_j||, for every n."""
    one, positive = norm_of_a_block(p, "norm above"), p.fact("shortest row", "positive")
    each = p.arith("shorter", SHORTEST**2 <= ROW.squared, p.fact("shortest row", "each"),
                   p.fact("squared row"))  # fmt: skip
    root = p.at("", p.law("", "square of a root", SHORTEST), {}, positive)
    roots = p.arith("roots", SHORTEST <= ROW.norm, p.monotone("", "sqrt", each), (root, -1))
    inverse = p.arith("inverse", 1 / ROW.norm <= 1 / SHORTEST, (roots, 1 / (SHORTEST * ROW.norm)),
                      given=[positive, rows_are_not_zero(p)])  # fmt: skip
    every = p.arith("every block", one.shows.lhs <= 1 / SHORTEST, one, inverse,
                    given=[positive, rows_are_not_zero(p)])  # fmt: skip
    largest = p.fact("norm of a block-diagonal matrix", "all")
    return p.at("largest block", largest, {c: 1 / SHORTEST}, every)


def jacobian_above_the_shortest_row(p: Proof) -> Theorem:
    """1/min_j ||X_j|| <= ||J_BN(X)||, for n >= 2."""
    rows, J, r = rows_are_not_zero(p), jacobian_norm(X), ROW.norm
    trace = p.at("", trace_of(p, ROW), {}, rows)
    positive = p.arith(
        "positive trace", 0 < trace.shows.lhs, (trace, -1), under=natural(n, 2), given=[rows]
    )
    exact = norm_of_a_block(p, "norm", positive)
    below = p.arith("block", 1 / r <= J, p.fact("norm of a block-diagonal matrix", "each"),
                    (exact, -1), given=[rows])  # fmt: skip
    large = p.arith("not zero", 0 < J, below, given=[rows])
    root = p.at("", p.law("", "root of a square", ROW.squared), {}, rows)
    reached = p.arith("reached", 1 / J**2 <= squared_row(X, j), (below, r / J * (r + 1 / J)), root,
                      (p.fact("squared row"), -1), given=[rows, large])  # fmt: skip
    least = p.at("least", p.fact("shortest row", "all"), {c: 1 / J**2}, reached)
    shortest = p.fact("shortest row", "positive")
    m = SHORTEST
    return p.arith("inverse", 1 / m <= J, (least, J / (m * (m + 1 / J))), given=[shortest, large])


LEAST = Function("lambda_min", (gram(X),))


@once
def squared_jacobian_below_the_least_eigenvalue(p: Proof) -> Theorem:
    """||J||^2 <= 1/min ||X_j||^2 <= 1/lambda_min: no row is shorter (lemma C.11)."""
    row, positive = p.claim("meterez2024:lemma-C.11"), p.assume(LEAST_POSITIVE)
    rows = p.arith("rows", 0 < row.shows.rhs, row, positive)
    J, m = jacobian_norm(X), SHORTEST
    below = p.at("", jacobian_below_the_shortest_row(p), {}, rows)
    shortest = p.at("", p.fact("shortest row", "positive"), {}, rows)
    reached = p.at("shortest", p.fact("shortest row", "all"), {c: LEAST}, row)
    return p.arith(
        "squares", J**2 <= 1 / LEAST, (below, J + 1 / m), (reached, 1 / (LEAST * m**2)),
        given=[shortest, p.fact("sign of a norm")],
    )  # fmt: skip


def log_jacobian(p: Proof) -> Theorem:
    """log ||J|| <= -(1/2) log lambda_min, where J is not 0."""
    squares, J = squared_jacobian_below_the_least_eigenvalue(p), jacobian_norm(X)
    logs = p.monotone("logs", "log", squares, p.assume(0 < J))
    left = p.law("", "log of a power", J, 2)
    right = p.law("", "log of a power", LEAST, -1)
    return p.arith("log of the Jacobian", log(J) <= -log(LEAST) / 2, (logs, "1/2"), (left, "-1/2"),
                   (right, "1/2"))  # fmt: skip
