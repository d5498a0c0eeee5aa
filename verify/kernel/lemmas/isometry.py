"""The isometry I = exp(-phi) and the row norms r_j = sqrt(||A_j||^2)."""

from theory.expressions.functions import exp, log, sqrt, total
from theory.expressions.nodes import Expr, Relation, equal
from theory.expressions.symbols import squared_row
from theory.expressions.vocabulary import bn, d, isometry, j, phi
from verify.kernel.lemmas.gap import am_gm, change_by_bn, rows_of, sum_is_positive
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem


def isometry_ratio(p: Proof, A: Expr, *rank: Theorem) -> Theorem:
    """I(BN(A)) = I(A) exp(log Mean(r^2) - Mean(log r^2))."""
    change = change_by_bn(p, A, *rank)
    gain = -change.shows.rhs
    minus = p.arith("minus the gap", equal(-phi(bn(A)), -phi(A) + gain), (change, -1))
    both = p.monotone("exponentials", "exp", minus)
    product = p.law("of a sum", "exp of a sum", -phi(A), gain)
    return p.arith("isometry after BN", equal(isometry(bn(A)), isometry(A) * exp(gain)), both,
                   product)  # fmt: skip


def root_rows(p: Proof, A: Expr, positive: Theorem) -> Theorem:
    """sqrt(||A_j||^2)^2 = ||A_j||^2."""
    return p.at("norm", p.law("", "root of a square", squared_row(A, j)), {}, positive)


def gain_of_bn(p: Proof, A: Expr, *rank: Theorem) -> Theorem:
    """I(BN(A)) >= I(A) Mean(r^2)/Mean(r)^2: AM-GM of the row norms r_j."""
    r, rows, positive = sqrt(squared_row(A, j)), squared_row(A, j), rows_of(p, A, *rank)
    root = p.arith("norm is positive", 0 < r, given=[positive])
    square = p.law("log of the norm", "log of a power", r, 2)
    log_rows = p.rewrite("log of the square", p.at("", square, {}, root), root_rows(p, A, positive))
    summed = p.sum("logs of the norms", log_rows, j, d)
    below = am_gm(p, r, root)
    means, norms = total(rows, j, d) / d, total(r, j, d) / d
    mean_log = p.arith("mean of logs", total(log(rows), j, d) / d <= 2 * log(norms), (below, 2),
                       (summed, 1 / d), under=[1 <= d])  # fmt: skip
    whole, lengths = (sum_is_positive(p, *pair) for pair in ((rows, positive), (r, root)))
    exponents = p.arith("exponents", log(means) - 2 * log(norms) <= log(means)
                        - total(log(rows), j, d) / d, mean_log)  # fmt: skip
    grown = p.monotone("grown", "exp", exponents)
    product = p.law("product", "exp of a sum", log(means), -2 * log(norms))
    mean = p.at("mean of squares", p.law("", "exp of a log", means), {}, whole)
    power = p.at("mean of norms", p.law("", "power as exp", norms, -2), {}, lengths)
    said = means / norms**2 <= exp(exponents.shows.rhs)
    gain = p.arith("gain", said, grown, (product, -1), (mean, -norms**-2),
                   (power, exp(log(means))), given=[lengths])  # fmt: skip
    ratio, before = isometry_ratio(p, A, *rank), isometry(A)
    return p.arith("isometry gained", before * said.lhs <= isometry(bn(A)), (ratio, -1),
                   (gain, before), given=[lengths])  # fmt: skip


def printed_gain(p: Proof, A: Expr, said: Relation, before: Theorem, *rank: Theorem) -> Theorem:
    """1 + Var_j(r_j)/Mean_j(r_j)^2 = Mean(r^2)/Mean(r)^2; ``before`` says what I(A) is."""
    r, rows, positive = sqrt(squared_row(A, j)), squared_row(A, j), rows_of(p, A, *rank)
    lengths = sum_is_positive(p, r, p.arith("", 0 < r, given=[positive]))
    squares = p.sum("squares", root_rows(p, A, positive), j, d)
    norms = total(r, j, d) / d
    return p.arith(
        "the claim", said, gain_of_bn(p, A, *rank), (squares, before.shows.lhs / (d * norms**2)),
        (before, total(rows, j, d) / (d * norms**2)), given=[lengths],
    )  # fmt: skip
