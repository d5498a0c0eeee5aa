"""From orthogonal samples the mean of V^2 follows its linear recursion, with a rate.

With g = n/(n+2) and c_n = (1 - 1/n)/(1 - g^2), (1 - g^(2l)) c_n/d is what V^2 -> g^2 V^2
+ (1 - 1/n)/d makes of 0 in l layers. E V(H_l)^2 is that up to a factor 1 +- delta,
delta = 30 n^3 sqrt(l/d).
"""

from fractions import Fraction

from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.layers import ORTHOGONAL, SPHERE, o, q, share
from theory.expressions.nodes import Expr, Relation, Variable, equal, term
from theory.expressions.vocabulary import GAUSSIAN, d, gap, k, l, n
from verify.kernel.lemmas.distances import squared_gap
from verify.kernel.lemmas.elementary import product_of
from verify.kernel.lemmas.grams.drift import moments_of_a_row
from verify.kernel.lemmas.grams.fourth import AFTER, BETA, long_rows
from verify.kernel.lemmas.grams.mixing import sum_of_shares
from verify.kernel.lemmas.grams.near_rest import (
    CHAIN,
    RATE,
    RISE,
    V,
    fourth_powers_in_depth,
    smallest_below,
    square_at,
    v,
)
from verify.kernel.lemmas.grams.squares import LARGEST, layer_of_squares
from verify.kernel.lemmas.layers import of_a_state, share_on_the_sphere
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

delta, L = Variable("delta"), Variable("L")
AT_REST = (n - 1) * (n + 2) ** 2 / (4 * n * (n + 1))
SECOND = total(q(k) ** 2 * o(1, k) ** 2, k, n)
ABOUT = total((q(k) - 1 / n) ** 2 * o(1, k) ** 2, k, n)
CONTEXT = [0 < delta, delta <= 1, *natural(n, 2), *natural(d)]


# -- one layer, for every delta > 0


def layer_above(p: Proof) -> Theorem:
    """E V(H')^2 <= g^2 ((1 + delta/n) V^2 + 4 (1 - 1/n) (1 + n/delta) V^4) + (1 - 1/n)/d.

    4 Vhat <= e + 4 Vhat^2/e for e = delta/n, and Vhat^2 <= (1 - 1/n) V^2.
    """
    layer, context = layer_of_squares(p, 0), [0 < delta, *natural(n, 2), *natural(d)]
    bound = (1 + delta / n) * V**2 + 4 * LARGEST * (1 + n / delta) * V**4
    square = p.arith("a square", 0 <= (V * (delta / n - 2 * v)) ** 2 * n / delta, under=context)
    return p.arith("from above", layer.shows.lhs <= RATE**2 * bound + LARGEST / d, layer,
                   (square, RATE**2), (smallest_below(p), RATE**2 * 4 * (1 + n / delta) * V**2 / n),
                   under=context)  # fmt: skip


def spread_of_a_row(p: Proof) -> tuple[Theorem, Theorem]:
    """0 <= z - y^2, and (z - y^2)^2 <= w^2, w = sum_k (q_k - 1/n)^2 o_1k^2.

    y = sum_k q_k o_1k^2 is the mean of the q_k under the weights o_1k^2, and z - y^2 their
    variance, at most their spread about 1/n.
    """
    unit = p.fact("polar coordinates", "unit")
    each = p.arith("a square", 0 <= o(1, k) ** 2 * (q(k) - SPHERE) ** 2)
    low = p.arith("variance", 0 <= SECOND - SPHERE**2, p.sum("all", each, k, n),
                  (unit, SPHERE**2))  # fmt: skip
    room = p.arith("about 1/n", 0 <= ABOUT - (SECOND - SPHERE**2), (unit, -1 / n**2),
                   under=natural(n))  # fmt: skip
    more = p.arith("", 0 <= ABOUT + SECOND - SPHERE**2, room, (low, 2), under=natural(n))
    return low, p.arith("squares", (SECOND - SPHERE**2) ** 2 <= ABOUT**2,
                        product_of(p, room, more), under=natural(n))  # fmt: skip


def fourth_moment_about(p: Proof) -> Theorem:
    """E w^2 <= 3 V^4/(n (n+2)): (2 sum x^4 + (sum x^2)^2)/(n (n+2)), x_k = q_k - 1/n."""
    x = (q(k) - 1 / n) ** 2
    second = [p.haar_moment("", o, n, (1, 1), (1, 1), (1, c), (1, c)) for c in (1, 2)]
    moment = p.quadratic("E w^2", x, o(1, k) ** 2, o(1, k) ** 2, k, n, "g", *second)
    one = p.one_of_sum("one square", p.arith("a square", 0 <= x, under=natural(n)), k, n)
    powers = p.sum("fourth powers", p.arith("", x**2 <= x * total(x, k, n), (one, x)), k, n)
    whole, trace = squared_gap(p), p.fact("spectrum of a Gram matrix", "sum")
    squares = p.arith("V^2", equal(total(x, k, n), V**2), (whole, -1), (trace, -2 / n))
    return p.arith("about 1/n", mean(ABOUT**2, "g") <= 3 * V**4 / (n * (n + 2)), moment,
                   (powers, 2 / (n * (n + 2))),
                   (squares, 3 * (total(x, k, n) + V**2) / (n * (n + 2))))  # fmt: skip


def shares_beside(p: Proof) -> Theorem:
    """1/n + g ((1 - e/2) V^2 - 3 V^4/e) <= sum_k p_k q_k, e = delta/n.

    The sum is E z/y = E y + E (z - y^2)/y, where 1/y >= 2 n - n^2 y; E (z - y^2) = V^2/(n+2) and
    E (n y - 1)^2 = 2 n V^2/(n+2); n (z - y^2) (n y - 1) <= n^2 (z - y^2)^2/e + e (n y - 1)^2/4.
    """
    positive, shares = share_on_the_sphere(p)
    some, long, (low, squared) = of_a_state(p, positive), long_rows(p), spread_of_a_row(p)
    spread, apart, context = SECOND - SPHERE**2, n * SPHERE - 1, [0 < delta, *natural(n)]
    pointwise = p.arith(
        "pointwise", SPHERE + n * spread - n**3 / delta * ABOUT**2 - delta / (4 * n) * apart**2
        <= 1 / SPHERE * SECOND, (squared, n**3 / delta), (low, apart**2 / SPHERE),
        given=[some], under=context)  # fmt: skip
    first, squares = moments_of_a_row(p)
    moment = p.haar_moment("E o^2", o, n, (1, k), (1, k))
    second = p.sum("E z", p.arith("one", equal(q(k) ** 2 * mean(o(1, k) ** 2, "g"), q(k) ** 2 / n),
                                  (moment, q(k) ** 2)), k, n)  # fmt: skip
    linear = p.mean_of_sum("linear", 1 / SPHERE, q(k) ** 2 * o(1, k) ** 2, k, n, "g")
    own = p.expect("p_k", of_a_state(p, shares), "g")
    beside = p.sum("all p_k q_k", p.arith("one", equal(q(k) * share(k), q(k) * own.shows.rhs),
                                          (own, q(k)), given=[long, some]), k, n)  # fmt: skip
    trace, Q = p.fact("spectrum of a Gram matrix", "sum"), total(q(k), k, n)
    bound = (1 - delta / (2 * n)) * V**2 - 3 * n / delta * V**4
    by = delta * n / 4 + n  # what stands beside E y^2
    return p.arith("beside q", 1 / n + RATE * bound <= total(share(k) * q(k), k, n),
                   p.expect("mean", pointwise, "g"), linear, (beside, -1),
                   (fourth_moment_about(p), n**3 / delta), (first, -1 - delta / 2),
                   (second, -n), (squares, by),
                   (squared_gap(p), n * (1 - delta / (2 * n)) / (n + 2)),
                   (trace, by * (1 + Q) / (n * (n + 2)) - (1 + delta / 2) / n),
                   given=[long, some], under=context)  # fmt: skip


def kept(p: Proof) -> Theorem:
    """g^2 ((1 - delta/n) V^2 - 6 n V^4/delta) <= beta: (p_k - 1/n - g (q_k - 1/n))^2 >= 0."""
    long, whole = long_rows(p), of_a_state(p, sum_of_shares(p))
    square = p.arith("a square", 0 <= (share(k) - 1 / n - RATE * (q(k) - 1 / n)) ** 2,
                     given=[long])  # fmt: skip
    trace, bound = p.fact("spectrum of a Gram matrix", "sum"), (1 - delta / n) * V**2
    return p.arith("beta", RATE**2 * (bound - 6 * n / delta * V**4) <= BETA,
                   p.sum("all", square, k, n), (shares_beside(p), 2 * RATE),
                   (whole, 2 * (RATE - 1) / n), (trace, -2 * RATE * (RATE - 1) / n),
                   (squared_gap(p), -(RATE**2)), given=[long])  # fmt: skip


def layer_below(p: Proof) -> Theorem:
    """-E V(H')^2 <= -(1 - 1/d) g^2 ((1 - delta/n) V^2 - 6 n V^4/delta) - (1 - 1/n)/d."""
    long, low = long_rows(p), kept(p)
    return p.arith("from below", mean(-(AFTER**2), "W")
                   <= -(1 - 1 / d) * low.shows.lhs - LARGEST / d,
                   (p.claim("sharp:gram-variance", 1), -1), (low, 1 - 1 / d), given=[long],
                   under=natural(d))  # fmt: skip


# -- in depth, for l <= L layers while 900 n^6 L <= delta^2 d


def in_depth(sign: int, at: Expr) -> Expr:
    """(1 + sign delta) (1 - g^(2l)) c_n/d."""
    return (1 + sign * delta) * (1 - RATE ** (2 * at)) * AT_REST / d


def step_of(p: Proof, drift: Theorem) -> tuple[Theorem, Theorem, Theorem, Theorem]:
    """One layer of the chain, E V^4 there, and that it is wide enough for delta <= 1."""
    unit = p.fact("states of chain 1", GAUSSIAN, l)
    wide = p.arith("wide", 900 * n**6 * (l + 1) <= delta**2 * d, (p.assume(l + 1 <= L), 900 * n**6),
                   p.assume(900 * n**6 * L <= delta**2 * d), under=natural(n))  # fmt: skip
    return (p.tower("one layer", drift, GAUSSIAN, l, {}, unit), fourth_powers_in_depth(p),
            wide, p.assume(delta <= 1))  # fmt: skip


def from_above(p: Proof) -> Theorem:
    """E V(H_l)^2 <= (1 + delta) (1 - g^(2l)) c_n/d."""
    layer, fourths, wide, small = step_of(p, layer_above(p))
    said = mean(square_at(l), CHAIN) <= in_depth(1, l)
    fourth, fourth_share = RATE**2 * 4 * LARGEST * (1 + n / delta), Fraction(4 * 96, 900)
    left = RATE**2 * AT_REST / n + fourth_share * LARGEST / (n + 2)
    step = p.arith("one more", substituted(said, {l: l + 1}), layer,
                   (p.assume(said), RATE**2 * (1 + delta / n)), (fourths, fourth),
                   (wide, fourth * RISE / (900 * n**6)), (small, delta * left / d),
                   under=CONTEXT)  # fmt: skip
    return p.at("L = l", p.induct("all layers", at_the_input(p, said, 1), step, l), {L: l})


def from_below(p: Proof) -> Theorem:
    """(1 - delta) (1 - g^(2l)) c_n/d <= E V(H_l)^2."""
    layer, fourths, wide, small = step_of(p, layer_below(p))
    said = in_depth(-1, l) <= mean(square_at(l), CHAIN)
    most = p.arith("", 0 <= n - delta, small, under=natural(n))
    rate, start = (1 - 1 / d) * RATE**2, RATE**2 * AT_REST
    fourth, left = rate * 6 * n / delta, RATE ** (2 * l) * (1 / d + (1 - 1 / d) * delta / n)
    step = p.arith("one more", substituted(said, {l: l + 1}), layer,
                   (p.assume(said), rate * (1 - delta / n)), (fourths, fourth),
                   (wide, (fourth * RISE + start / d**2) / (900 * n**6)),
                   (small, start * (left + delta / (n * d) + delta / (900 * n**6)) / d),
                   given=[most], under=CONTEXT)  # fmt: skip
    return p.at("L = l", p.induct("all layers", at_the_input(p, said, -1), step, l), {L: l})


def at_the_input(p: Proof, said: Relation, sign: int) -> Theorem:
    """``said`` at l = 0, where both sides are 0."""
    V0 = gap(GAUSSIAN.at(0))
    none = p.arith("V_0^2", equal(V0**2, 0), (p.assume(ORTHOGONAL), V0))
    return p.arith("no layer", substituted(said, {l: term(0)}),
                   (p.expect("mean", none, CHAIN), sign), under=CONTEXT)  # fmt: skip


# -- with delta = 30 n^3 sqrt(l/d)

MANY = [*natural(n, 2), *natural(d), *natural(l)]
ERROR, NARROW = 30 * n**3 * sqrt(l / d), d < 900 * n**6 * l


def square_of_the_error(p: Proof) -> Theorem:
    sign = p.arith("", 0 <= l / d, under=MANY)
    return p.at("delta^2", p.law("", "root of a square", sign.shows.rhs), {}, sign)


def by_the_width(p: Proof, theorem: Theorem) -> Theorem:
    """``theorem`` at the least delta that it allows, where that is at most 1."""
    root = square_of_the_error(p)
    small = p.arith("delta <= 1", ERROR <= 1, (root, 900 * n**6 / (1 + ERROR)),
                    (p.assume(900 * n**6 * l <= d), 1 / (d * (1 + ERROR))), under=MANY)  # fmt: skip
    wide = p.arith(
        "wide enough", 900 * n**6 * l <= ERROR**2 * d, (root, -900 * n**6 * d), under=MANY
    )
    return p.at("delta", theorem, {delta: ERROR}, small, wide)


def powers_below_one(p: Proof) -> Theorem:
    """g^(2l) <= 1."""
    said = RATE ** (2 * l) <= 1
    base = p.arith("no power", substituted(said, {l: term(0)}), under=natural(n))
    step = p.arith("one more", substituted(said, {l: l + 1}), (p.assume(said), RATE**2),
                   under=natural(n))  # fmt: skip
    return p.induct("powers", base, step, l)


def squares_below(p: Proof) -> Theorem:
    """Where delta > 1 the left side is not positive."""
    near = by_the_width(p, from_below(p))
    large = p.arith("delta >= 1", 0 <= ERROR - 1,
                    (square_of_the_error(p), -900 * n**6 / (1 + ERROR)),
                    (p.assume(NARROW), 1 / (d * (1 + ERROR))), under=MANY)  # fmt: skip
    powers = p.arith("", 0 <= 1 - RATE ** (2 * l), powers_below_one(p))
    none = p.arith("nothing is said", near.shows.lhs <= near.shows.rhs,
                   (product_of(p, large, powers), AT_REST / d), under=MANY)  # fmt: skip
    return p.split("either", 900 * n**6 * l <= d, near, none)
