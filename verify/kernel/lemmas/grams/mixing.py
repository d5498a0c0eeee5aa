"""The Gram map mixes the eigenvalues: sums over pairs of samples, by the concavity of a share.

By lemma 9 p_k = G(q_k), G(x) = int x w(t)/(1 + 2 t x) dt, which rises and is concave. With
gamma = 1 - 2n/(n+2) q_n, F_k = p_k - gamma q_k - (1 - gamma)/n has the sum 0, and F_n >= 0 is lemma
8. For every h_k in the order of the q_k, sum_k h_k F_k <= 0 (Chebyshev's sum inequality, twice).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from theory.expressions.formal import natural
from theory.expressions.functions import exp, log, total
from theory.expressions.layers import (
    AS_MANY,
    LEAST,
    NOT_NEGATIVE,
    ROW,
    SUM_ONE,
    THE_LARGEST,
    c,
    e,
    g,
    i,
    q,
    share,
    tau,
)
from theory.expressions.nodes import Expr, Operand, equal
from theory.expressions.partial import T, integral
from theory.expressions.vocabulary import j, k, n
from verify.kernel.lemmas import once
from verify.kernel.lemmas.elementary import product_of
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

GAMMA = 1 - 2 * n * q(n) / (n + 2)
WEIGHT = exp(-total(log(1 + 2 * T * q(k)), k, n) / 2)
Family = Callable[[Operand], Expr]


def bent(x: Expr) -> Expr:
    """x/(1 + 2 t x), times the weight of lemma 9."""
    return x * WEIGHT / (1 + 2 * T * x)


def excess(k: Operand) -> Expr:
    """F_k."""
    return share(k) - GAMMA * q(k) - (1 - GAMMA) / n


def as_integral(p: Proof, at: Expr) -> Theorem:
    return p.at("lemma 9", p.claim("daneshmand2021:lemma-9"), {k: at})


@once
def ordered_shares(p: Proof) -> Theorem:
    """0 <= (p_i - p_j) (q_i - q_j): x/(1 + 2 t x) rises."""
    apart = q(i) - q(j)
    rises = p.arith("rises", apart * bent(q(j)) <= apart * bent(q(i)), under=[NOT_NEGATIVE])
    return p.arith("one order", 0 <= (share(i) - share(j)) * apart, p.integrate("in t", rises),
                   (as_integral(p, i), -apart), (as_integral(p, j), apart),
                   given=[p.fact("rows are not zero")])  # fmt: skip


def three_shares(p: Proof, h: Family, ordered: Theorem, given: Sequence[Theorem]) -> Theorem:
    """0 <= (h_i - h_j) ((q_i - q_n) (p_j - p_n) - (q_j - q_n) (p_i - p_n)): G is concave.

    Of x/(1 + 2 t x) the second divided difference at x, y, z is
    -2 t/((1 + 2 t x) (1 + 2 t y) (1 + 2 t z)).
    """
    a, x, y = h(i) - h(j), q(i) - q(n), q(j) - q(n)
    above = [p.at("", p.assume(LEAST), {k: at}) for at in (i, j)]
    weights = ((a * x, j), (-a * y, i), (a * (y - x), n))
    parts = [by * bent(q(at)) for by, at in weights]
    bottom = (1 + 2 * T * q(i)) * (1 + 2 * T * q(j)) * (1 + 2 * T * q(n))
    pointwise = p.arith("concave", 0 <= parts[0] + parts[1] + parts[2],
                        (ordered, 2 * T * WEIGHT * x * y / bottom),
                        given=[*above, *(given or [p.assume(NOT_NEGATIVE)])])  # fmt: skip
    return p.arith("three shares", 0 <= a * (x * (share(j) - share(n)) - y * (share(i) - share(n))),
                   p.integrate("in t", pointwise), p.linear("apart", T.random, *parts),
                   *((as_integral(p, at), -by) for by, at in weights),
                   given=[p.fact("rows are not zero")])  # fmt: skip


@once
def sum_of_shares(p: Proof) -> Theorem:
    """sum_k p_k = 1."""
    linear = p.mean_of_sum("linear", 1 / ROW, q(k) * g(k) ** 2, k, n, "g")
    return p.arith("sum of p", equal(total(share(k), k, n), 1), (linear, -1),
                   given=[p.fact("rows are not zero")])  # fmt: skip


@once
def least_excess(p: Proof) -> Theorem:
    """F_n >= 0: lemma 8."""
    return p.arith("F_n >= 0", 0 <= excess(n), p.claim("daneshmand2021:lemma-8", 1),
                   given=[p.fact("rows are not zero")])  # fmt: skip


def spread_out(p: Proof, h: Family, ordered: Theorem, given: Sequence[Theorem]) -> Theorem:
    """(1 - n q_n) sum_k h_k F_k <= -F_n (n sum_k h_k q_k - sum_k h_k) <= 0."""
    pairs = p.sum("all j", p.sum("all i", three_shares(p, h, ordered, given), i, n), j, n)
    order = p.sum("all j", p.sum("all i", ordered, i, n), j, n)
    sign = p.arith("in order", 0 <= order.shows.rhs, order, given=given)
    whole, half = p.assume(SUM_ONE), Fraction(1, 2)
    H, Q, P = (total(h(k) * v, k, n) for v in (1, q(k), share(k)))
    return p.arith("all pairs", (1 - n * q(n)) * total(h(k) * excess(k), k, n) <= 0,
                   (pairs, half), (product_of(p, least_excess(p), sign), half),
                   (sum_of_shares(p), Q - q(n) * H),
                   (whole, share(n) * H - P - excess(n) * H),
                   given=[p.fact("rows are not zero")])  # fmt: skip


@once
def none_where_all_are_equal(p: Proof) -> Theorem:
    """F_k = 0 where n q_n >= 1: all q_k are equal, and so all p_k."""
    long, full = p.fact("rows are not zero"), p.assume(1 <= n * q(n))
    least, whole = p.assume(LEAST), p.assume(SUM_ONE)
    above = p.arith("", 0 <= q(k) - q(n), least)
    one = p.one_of_sum("one of them", above, k, n)
    below = p.arith("q_k <= q_n", q(k) <= q(n), one, whole, full)
    same = p.both("q_k = q_n", below, least)
    bottom = (1 + 2 * T * q(k)) * (1 + 2 * T * q(n))
    curve = p.arith("one integrand", equal(bent(q(k)), bent(q(n))), (same, WEIGHT / bottom),
                    under=[NOT_NEGATIVE])  # fmt: skip
    shares = p.arith("p_k = p_n", equal(share(k), share(n)), p.integrate("in t", curve),
                     as_integral(p, k), (as_integral(p, n), -1), given=[long])  # fmt: skip
    every, mean = p.sum("all p", shares, k, n), sum_of_shares(p)
    all_q = p.sum("all q", same, k, n)
    return p.arith("F_k = 0", equal(excess(k), 0), shares, (same, -GAMMA), (every, -1 / n),
                   (mean, 1 / n), (all_q, GAMMA / n), (whole, -GAMMA / n),
                   given=[long])  # fmt: skip


def mixed(p: Proof, h: Family, ordered: Theorem, given: Sequence[Theorem] = ()) -> Theorem:
    """sum_k h_k F_k <= 0 for h in the order of q: 0 <= (h_i - h_j) (q_i - q_j)."""
    long = p.fact("rows are not zero")
    said = total(h(k) * excess(k), k, n) <= 0
    apart = n * q(n) < 1
    yes = p.arith("not all equal", said, (spread_out(p, h, ordered, given), 1 / (1 - n * q(n))),
                  given=[long], under=[apart])  # fmt: skip
    none = p.arith("a term", equal(h(k) * excess(k), 0), (none_where_all_are_equal(p), h(k)),
                   given=[long])  # fmt: skip
    no = p.arith("all equal", said, p.sum("all terms", none, k, n), given=[long])
    return p.split("either", apart, yes, no)


@once
def deviations_contract(p: Proof) -> Theorem:
    """sum_k (p_k - 1/n)^2 <= gamma^2 sum_k (q_k - 1/n)^2, by sum_k p_k F_k <= 0 and F_k^2 >= 0."""
    long = p.fact("rows are not zero")
    falls = mixed(p, share, ordered_shares(p), [long])
    square = p.arith("a square", 0 <= excess(k) ** 2, given=[long])
    shares, values = (total((v(k) - 1 / n) ** 2, k, n) for v in (share, q))
    return p.arith("deviations", shares <= GAMMA**2 * values, (falls, 2),
                   p.sum("squares", square, k, n),
                   (sum_of_shares(p), -2 / n), (p.assume(SUM_ONE), 2 * GAMMA / n),
                   given=[long])  # fmt: skip


def chosen_shares(p: Proof) -> Theorem:
    """sum_k e_k p_k <= sum_k c_k p_k: (c_k - e_k) (p_k - G(tau)) >= 0, as both have one sign."""
    apart, long = c(k) - e(k), p.fact("rows are not zero")
    sign = above_and_below(p, k, e(k), [p.assume(h) for h in AS_MANY[:2]])
    bottom = (1 + 2 * T * q(k)) * (1 + 2 * T * tau)
    rises = p.arith("rises", apart * bent(tau) <= apart * bent(q(k)), (sign, WEIGHT / bottom),
                    under=[0 <= tau, NOT_NEGATIVE])  # fmt: skip
    each = p.arith("each", 0 <= apart * (share(k) - integral(bent(tau))),
                   p.integrate("in t", rises), (as_integral(p, k), -apart),
                   given=[long])  # fmt: skip
    chosen, largest = (total(v(k) * share(k), k, n) for v in (e, c))
    return p.arith("the largest", chosen <= largest, p.sum("all", each, k, n),
                   (p.assume(AS_MANY[2]), integral(bent(tau))), given=[long])  # fmt: skip


def above_and_below(p: Proof, at: Expr, other: Expr, within: Sequence[Theorem]) -> Theorem:
    """0 <= (c_k - x) (q_k - tau) for 0 <= x <= 1."""
    above, rest = (p.at("", p.assume(h), {k: at}) for h in THE_LARGEST[3:])
    return p.arith("on both sides", 0 <= (c(at) - other) * (q(at) - tau), (rest, other),
                   (above, 1 - other), given=within)  # fmt: skip


def largest_in_order(p: Proof) -> Theorem:
    """0 <= (c_i - c_j) (q_i - q_j)."""
    within = {at: [p.at("", p.assume(h), {k: at}) for h in THE_LARGEST[:2]] for at in (i, j)}
    pairs = [above_and_below(p, at, c(other), within[other]) for at, other in ((i, j), (j, i))]
    return p.arith("in order", 0 <= (c(i) - c(j)) * (q(i) - q(j)), *pairs)


def sum_of_squares(p: Proof, x: Expr, given: Sequence[Theorem]) -> Theorem:
    """0 <= sum_k x_k^2."""
    square = p.arith("a square", 0 <= x**2, given=given, under=natural(n))
    return p.arith("squares", 0 <= total(x**2, k, n), p.sum("all", square, k, n), given=given)
