"""The fourth moment of V at the next layer of daneshmand2021, eq. (1).

C is the mean of d independent b b^T with E C = diag(p), b unit vectors. With beta = sum p^2 - 1/n,
D = C - E C, x = sum_j p_j D_jj and z = ||D||_F^2: V(H')^2 = beta + 2 x + z, E x = 0, and as
tr D = 0, x^2 <= beta z by Cauchy and Schwarz.
"""

from fractions import Fraction

from theory.expressions.formal import natural
from theory.expressions.functions import mean, total
from theory.expressions.layers import DEVIATION, b, entry, i, r, scatter, share
from theory.expressions.nodes import Expr, equal
from theory.expressions.partial import delta
from theory.expressions.vocabulary import GAUSSIAN, d, gap, j, k, n
from verify.kernel.lemmas import once
from verify.kernel.lemmas.elementary import product_of
from verify.kernel.lemmas.grams.mixing import sum_of_shares, sum_of_squares
from verify.kernel.lemmas.layers import of_a_state, scatter_of_a_row
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

AFTER, Z = gap(GAUSSIAN.after), DEVIATION
SQUARES = total(share(k) ** 2, k, n)
BETA = SQUARES - 1 / n


def off(i: Expr, j: Expr) -> Expr:
    """D_ij."""
    return entry(i, j) - mean(entry(i, j), "W")


X = total(share(j) * off(j, j), j, n)


def long_rows(p: Proof) -> Theorem:
    return of_a_state(p, p.fact("rows are not zero"))


def gap_apart(p: Proof) -> Theorem:
    """V(H')^2 = beta + 2 x + z: E C is diagonal."""
    long, entries = long_rows(p), p.fact("columns of E C", "entries")
    m, D = mean(entry(i, j), "W"), off(i, j)
    each = p.arith("an entry", equal(m * D, delta(i, j) * (share(j) * D)), (entries, D),
                   given=[long])  # fmt: skip
    column = p.arith("a column", equal(total(m * D, i, n), share(j) * off(j, j)),
                     p.sum("all entries", each, i, n),
                     p.pick("on the diagonal", share(j) * D, i, n, j), given=[long])  # fmt: skip
    crossed = p.sum("all columns", column, j, n)
    means = p.sum("E C", p.fact("columns of E C", "C"), j, n)
    return p.arith("apart", equal(AFTER**2, BETA + 2 * X + Z), p.fact("gap of a layer"),
                   (crossed, 2), means, given=[long])  # fmt: skip


def trace_apart(p: Proof) -> Theorem:
    """sum_j D_jj = 0."""
    trace = p.fact("gap of a layer", "trace")
    return p.arith("tr D", equal(total(off(j, j), j, n), 0), trace,
                   (p.expect("E tr C", trace, "W"), -1))  # fmt: skip


@once
def shares_apart(p: Proof) -> Theorem:
    """0 <= beta = sum_k (p_k - 1/n)^2."""
    long, whole = long_rows(p), of_a_state(p, sum_of_shares(p))
    squares = of_a_state(p, sum_of_squares(p, share(k) - 1 / n, [p.fact("rows are not zero")]))
    return p.arith("beta", 0 <= BETA, squares, (whole, -2 / n), given=[long])


def deviation_is_not_negative(p: Proof) -> Theorem:
    square = p.arith("a square", 0 <= off(i, j) ** 2, under=natural(d))
    rows = p.sum("all columns", p.sum("a column", square, i, n), j, n)
    return p.arith("z >= 0", 0 <= Z, rows)


def crossed_below(p: Proof) -> Theorem:
    """x^2 <= beta z: x = sum_j (p_j - 1/n) D_jj, and sum_j D_jj^2 <= z."""
    long, beta, whole = long_rows(p), shares_apart(p), of_a_state(p, sum_of_shares(p))
    own = {at: share(at) - 1 / n for at in (j, k)}
    pair = p.arith("a pair", 0 <= (own[j] * off(k, k) - own[k] * off(j, j)) ** 2, given=[long],
                  under=natural(d))  # fmt: skip
    pairs = p.sum("all j", p.sum("all k", pair, k, n), j, n)
    square = p.arith("a square", 0 <= off(i, j) ** 2, under=natural(d))
    entry_of = p.one_of_sum("one entry", square, i, n)
    diagonal = p.sum("the diagonal", p.at("", entry_of, {i: j}), j, n)
    T, A = total(off(j, j), j, n), total(off(j, j) ** 2, j, n)
    rest = product_of(p, beta, p.arith("off the diagonal", 0 <= Z - A, diagonal))
    return p.arith("Cauchy and Schwarz", X**2 <= BETA * Z, (pairs, Fraction(1, 2)),
                   rest, (whole, -2 * A / n), (trace_apart(p), (2 * X - T / n) / n),
                   given=[long])  # fmt: skip


def fourth_power(p: Proof) -> Theorem:
    """E V(H')^4 <= beta^2 + 8 beta E z + 3 E z^2: 4 x z <= 2 x^2 + 2 z^2, and E x = 0."""
    long, apart = long_rows(p), gap_apart(p)
    pointwise = p.arith("pointwise", AFTER**4 <= BETA**2 + 4 * BETA * X + 8 * BETA * Z + 3 * Z**2,
                        (apart, AFTER**2 + BETA + 2 * X + Z), (crossed_below(p), 6),
                        given=[long])  # fmt: skip
    return p.arith("mean", mean(AFTER**4, "W")
                   <= BETA**2 + 8 * BETA * mean(Z, "W") + 3 * mean(Z**2, "W"),
                   p.expect("E V^4", pointwise, "W"), given=[long])  # fmt: skip


def fourth_power_of_a_row(p: Proof) -> Theorem:
    """E||b b^T - E b b^T||^4 <= 2: the square is at most 2 + 2 sum p^2, its mean 1 - sum p^2."""
    long, y = long_rows(p), b(r, i) * b(r, j)
    m, S = mean(y, "W"), scatter(y)
    each = p.arith("an entry", (y - m) ** 2 <= 2 * y**2 + 2 * m**2)
    unit = p.fact("rows of a layer")
    column = p.arith("one column", equal(total(y**2, i, n), b(r, j) ** 2), (unit, b(r, j) ** 2))
    means = p.sum("E b b^T", p.fact("columns of E C", "row"), j, n)
    bound = p.arith("bounded", S <= 2 + 2 * SQUARES,
                    p.sum("all columns", p.sum("a column", each, i, n), j, n),
                    (p.sum("columns", column, j, n), 2), (unit, 2), (means, 2),
                    given=[long])  # fmt: skip
    sign = p.arith("S >= 0", 0 <= S, p.sum("all", p.sum("a column", p.arith(
        "a square", 0 <= (y - m) ** 2), i, n), j, n))  # fmt: skip
    room = p.arith("", 0 <= 2 + 2 * SQUARES - S, bound, given=[long])
    squared = p.expect("mean", p.arith("times S", S**2 <= (2 + 2 * SQUARES) * S,
                                       product_of(p, sign, room), given=[long]), "W")  # fmt: skip
    return p.arith("one row", mean(S**2, "W") <= 2, squared,
                   (scatter_of_a_row(p), 2 + 2 * SQUARES), (means, -(2 + 2 * SQUARES)),
                   given=[long])  # fmt: skip


def variance_below(p: Proof) -> tuple[Theorem, Theorem]:
    """0 <= 1 - sum p^2 <= 1: d times the variance of C."""
    long, variance = long_rows(p), p.claim("sharp:gram-variance", 0)
    sign = p.expect("E z >= 0", deviation_is_not_negative(p), "W")
    low = p.arith("", 0 <= 1 - SQUARES, (sign, d), (variance, d), given=[long])
    return low, p.arith("", 0 <= SQUARES, given=[long])


def fourth_power_of_the_noise(p: Proof) -> Theorem:
    """E z^2 <= 5/d^2."""
    long, each = long_rows(p), scatter_of_a_row(p)
    means = p.sum("E b b^T", p.fact("columns of E C", "row"), j, n)
    one = p.arith("one row", equal(each.shows.lhs, 1 - SQUARES), each, (means, -1), given=[long])
    squares = p.sum("all squares", one, r, d)
    fourths = p.sum("all fourth powers", fourth_power_of_a_row(p), r, d)
    low, high = variance_below(p)
    small = p.arith("(1 - s)^2 <= 1", (1 - SQUARES) ** 2 <= 1, product_of(p, low, high),
                    given=[long])  # fmt: skip
    whole = squares.shows.lhs
    return p.arith("E z^2", mean(Z**2, "W") <= 5 / d**2,
                   p.fact("fourth moments of independent rows"), (fourths, 1 / d**4),
                   (squares, 3 * (whole + d * (1 - SQUARES)) / d**4), (small, 3 / d**2),
                   given=[long], under=natural(d))  # fmt: skip


@once
def fourth_moment(p: Proof) -> Theorem:
    """E V(H')^4 <= beta^2 + 8 beta/d + 15/d^2."""
    long, beta, variance = long_rows(p), shares_apart(p), p.claim("sharp:gram-variance", 0)
    share_of = product_of(p, beta, variance_below(p)[1])
    return p.arith("fourth moment", mean(AFTER**4, "W") <= BETA**2 + 8 * BETA / d + 15 / d**2,
                   fourth_power(p), (variance, 8 * BETA), (share_of, 8 / d),
                   (fourth_power_of_the_noise(p), 3), given=[long], under=natural(d))  # fmt: skip
