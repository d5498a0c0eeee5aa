"""The isometry gap: what BN changes, what a rotation keeps, and the gap of a spectrum.

lambda_k are the eigenvalues of X X^T; W is orthogonal, a_j = sum_k lambda_k w_jk^2.
"""

from theory.expressions.functions import log, total
from theory.expressions.nodes import Expr, equal
from theory.expressions.symbols import det, squared_row
from theory.expressions.vocabulary import (
    OF_MEAN_ONE,
    ROTATED,
    SCALED,
    SPECTRUM,
    TRACE_D,
    X,
    bn,
    d,
    j,
    k,
    lam,
    phi,
)  # fmt: skip
from verify.kernel.lemmas import once
from verify.kernel.lemmas.elementary import log_below_its_tangent_at, m, x
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem


@once
def rotated_rank(p: Proof) -> Theorem:
    """det((W X)^T W X) = det(X^T X) > 0."""
    same = p.fact("Gram matrix of a rotation")
    return p.rewrite_back("rank of a rotation", p.assume(0 < det(X)), same)


@once
def rotated_rows(p: Proof) -> Theorem:
    """No row of W X is zero."""
    return rows_of(p, ROTATED, rotated_rank(p))


def rows_of(p: Proof, A: Expr, *rank: Theorem) -> Theorem:
    """No row of A is zero, where det(A^T A) > 0, which ``rank`` shows or is assumed."""
    return p.at("rows", p.fact("full rank", "rows", A), {}, *rank)


def change_by_bn(p: Proof, A: Expr, *rank: Theorem) -> Theorem:
    """phi(BN(A)) - phi(A) = (1/d) sum_j log r_j^2 - log((1/d) sum_j r_j^2), det(A^T A) > 0."""
    rows, positive = squared_row(A, j), rows_of(p, A, *rank)
    before, after = p.fact("the gap", A), p.fact("the gap", bn(A))
    unit = p.sum("trace after", p.at("unit row", p.fact("rows of BN", A), {}, positive), j, d)
    scaled = p.at("determinant of BN", p.fact("determinant of scaled rows", A), {}, *rank)
    one = p.arith("mean row", equal(unit.shows.lhs / d, 1), (unit, 1 / d))
    logarithm = p.monotone("log of the trace", "log", one)
    change = total(log(rows), j, d) / d - log(total(rows, j, d) / d)
    return p.arith("change by BN", equal(phi(bn(A)) - phi(A), change),
                   after, (before, -1), (scaled, -1 / d), logarithm)  # fmt: skip


@once
def gap_as_a_mean_of_logs(p: Proof) -> Theorem:
    """phi(BN(W X)) - phi(X) = (1/d) sum_j log a_j for eigenvalues of mean 1, at every W."""
    rank = p.at("rank of W X", rotated_rank(p), {}, p.fact("full rank", "determinant"))
    change = change_by_bn(p, ROTATED, rank)
    trace = p.arith("trace before", equal(total(squared_row(ROTATED, j), j, d) / d, 1),
                    (p.fact("trace"), 1 / d), (p.assume(OF_MEAN_ONE[3]), 1 / d))  # fmt: skip
    logarithm = p.monotone("its log", "log", trace)
    mean_of_logs = total(log(squared_row(ROTATED, j)), j, d) / d
    moved = p.arith("change", equal(phi(bn(ROTATED)) - phi(X), mean_of_logs),
                    change, p.fact("gap of a rotation"), (logarithm, -1))  # fmt: skip
    return p.rewrite("in an eigenbasis", moved, p.fact("eigenbasis"))


@once
def gap_of_a_spectrum(p: Proof) -> Theorem:
    """phi(X) = mean(lambda - 1 - log lambda) for eigenvalues of mean 1."""
    mean_one = p.assume(OF_MEAN_ONE[3])
    trace = p.arith("trace", equal(total(squared_row(X, j), j, d) / d, 1),
                    (p.fact("trace", X), 1 / d), (mean_one, 1 / d))  # fmt: skip
    logarithm = p.monotone("log of the trace of X", "log", trace)
    return p.arith("gap of the spectrum", equal(phi(X), SPECTRUM.gap), p.fact("the gap", X),
                   logarithm, (p.fact("determinant"), -1 / d), (mean_one, -1 / d))  # fmt: skip


def of_every_state(p: Proof, theorem: Theorem) -> Theorem:
    """What holds for eigenvalues of mean 1, of every X of full rank with trace d."""
    traced = p.assume(TRACE_D)
    mean_one = p.arith("sum of the eigenvalues", equal(total(lam(k), k, d), d), traced,
                       (p.fact("trace", X), -1))  # fmt: skip
    return p.at("for every X", theorem, {}, p.fact("full rank", "eigenvalues"), mean_one)


def of_any_trace(p: Proof, theorem: Theorem, *same: str) -> Theorem:
    """What holds for every X of full rank with trace d, of every X of full rank.

    Of sqrt(d) X/|X|, of which ``same`` are: its gap, and that after BN.
    """
    trace, rank = (p.fact("scaled to trace d", which) for which in ("trace", "full rank"))
    scaled = p.matrix("scaled", of_every_state(p, theorem), SCALED, trace, rank)
    facts = (p.fact("scaled to trace d", which) for which in same)
    return p.rewrite("for any trace", scaled, *facts)


@once
def never_rises(p: Proof) -> Theorem:
    """phi(BN(W X)) <= phi(X) for every X of full rank, at every W: AM-GM of the r_j^2."""
    rows, positive = squared_row(ROTATED, j), rotated_rows(p)
    change, below = change_by_bn(p, ROTATED, rotated_rank(p)), am_gm(p, rows, positive)
    return p.arith("never rises", phi(bn(ROTATED)) <= phi(X), change, below,
                   p.fact("gap of a rotation"))  # fmt: skip


def am_gm(p: Proof, rows: Expr, positive: Theorem) -> Theorem:
    """(1/d) sum_j log r_j <= log((1/d) sum_j r_j): the tangent of log at the mean, summed."""
    whole = sum_is_positive(p, rows, positive)
    tangent = p.at("tangent", log_below_its_tangent_at(p), {x: rows}, positive)
    summed = p.sum("all rows", tangent, j, d)
    mean_of_logs = total(log(rows), j, d) / d
    one = p.arith("mean of logs", mean_of_logs <= log(m) + total(rows, j, d) / (d * m) - 1,
                  (summed, 1 / d), under=[1 <= d])  # fmt: skip
    at_mean = p.at("tangent at the mean", one, {m: total(rows, j, d) / d}, whole)
    return p.arith("AM-GM", mean_of_logs <= log(total(rows, j, d) / d), at_mean, given=[whole])


def sum_is_positive(p: Proof, rows: Expr, positive: Theorem) -> Theorem:
    """0 < sum_j r_j for d >= 1: it is at least its first term."""
    first = p.at("the first", p.one_of_sum("one of the sum", positive, j, d), {j: 1})
    return p.arith("their sum", 0 < total(rows, j, d), first, p.at("first row", positive, {j: 1}))
