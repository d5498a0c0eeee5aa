"""From orthogonal samples the mean of V^2 follows its linear recursion, with a rate.

With g = n/(n+2) and c_n = (1 - 1/n)/(1 - g^2), (1 - g^(2l)) c_n/d is what V^2 -> g^2 V^2
+ (1 - 1/n)/d makes of 0 in l layers. E V(H_l)^2 is that up to a factor 1 +- delta,
delta = 10 sqrt(n^9 l/d).
"""

from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.layers import ORTHOGONAL, SPHERE, o, q, share
from theory.expressions.nodes import Expr, Relation, Variable, equal, term
from theory.expressions.vocabulary import GAUSSIAN, d, gap, k, l, n
from verify.kernel.lemmas.distances import gap_is_not_negative, squared_gap
from verify.kernel.lemmas.elementary import product_of
from verify.kernel.lemmas.grams.drift import moments_of_a_row, row_below
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


def shares_beside(p: Proof) -> Theorem:
    """1/n + g V^2/(1 + n V) <= sum_k p_k q_k.

    With y = sum q o^2 and z = sum q^2 o^2, o uniform on the sphere, the sum is E z/y, and z/y is at
    least y + (z - y^2)/h, as y^2 <= z and y <= h = (1 + n V)/n; E (z - y^2) = V^2/(n+2).
    """
    sign, (positive, shares) = gap_is_not_negative(p), share_on_the_sphere(p)
    z, top = total(q(k) ** 2 * o(1, k) ** 2, k, n), (1 + n * V) / n
    some, long = of_a_state(p, positive), long_rows(p)
    each = p.arith("a square", 0 <= o(1, k) ** 2 * (q(k) - SPHERE) ** 2)
    spread = p.arith("spread", 0 <= z - SPHERE**2, p.sum("all", each, k, n),
                     (p.fact("polar coordinates", "unit"), SPHERE**2))  # fmt: skip
    room = p.arith("", 0 <= top - SPHERE, (row_below(p), 1 / n))
    pointwise = p.arith("pointwise", SPHERE + (z - SPHERE**2) / top <= 1 / SPHERE * z,
                        (product_of(p, spread, room), 1 / (SPHERE * top)),
                        given=[some, sign])  # fmt: skip
    (first, squares), moment = moments_of_a_row(p), p.haar_moment("E o^2", o, n, (1, k), (1, k))
    second = p.sum("E z", p.arith("one", equal(q(k) ** 2 * mean(o(1, k) ** 2, "g"), q(k) ** 2 / n),
                                  (moment, q(k) ** 2)), k, n)  # fmt: skip
    apart = p.mean_of_sum("linear", 1 / SPHERE, q(k) ** 2 * o(1, k) ** 2, k, n, "g")
    own = p.expect("p_k", of_a_state(p, shares), "g")
    beside = p.sum("all p_k q_k", p.arith("one", equal(q(k) * share(k), q(k) * own.shows.rhs),
                                          (own, q(k)), given=[long, some]), k, n)  # fmt: skip
    whole, both = p.fact("spectrum of a Gram matrix", "sum"), (n + 2) * top
    return p.arith("beside q", 1 / n + RATE * V**2 / (1 + n * V) <= total(share(k) * q(k), k, n),
                   p.expect("mean", pointwise, "g"), apart, (beside, -1), (first, -1),
                   (second, -1 / top), (squares, 1 / top), (squared_gap(p), 1 / both),
                   (whole, (1 + total(q(k), k, n)) / (n * both) - 1 / n),
                   given=[long, some, sign])  # fmt: skip


def kept(p: Proof) -> Theorem:
    """g^2 V^2/(1 + n V)^2 <= beta: (p_k - 1/n - c (q_k - 1/n))^2 >= 0 at c = g/(1 + n V)."""
    long, sign, slope = long_rows(p), gap_is_not_negative(p), RATE / (1 + n * V)
    square = p.arith("a square", 0 <= (share(k) - 1 / n - slope * (q(k) - 1 / n)) ** 2,
                     given=[long, sign])  # fmt: skip
    whole, trace = of_a_state(p, sum_of_shares(p)), p.fact("spectrum of a Gram matrix", "sum")
    return p.arith("beta", slope**2 * V**2 <= BETA, p.sum("all", square, k, n),
                   (shares_beside(p), 2 * slope), (whole, 2 * (slope - 1) / n),
                   (trace, -2 * slope * (slope - 1) / n), (squared_gap(p), -(slope**2)),
                   given=[long, sign])  # fmt: skip


def layer_below(p: Proof) -> Theorem:
    """-E V(H')^2 <= (1 - 1/d) g^2 (n^3/delta V^4 - (1 - delta/n) V^2) - (1 - 1/n)/d.

    1/(1 + x)^2 >= 1 - 2 x at x = n V, and 2 x <= e + x^2/e for e = delta/n.
    """
    long, sign, share_of_d = long_rows(p), gap_is_not_negative(p), 1 - 1 / d
    context = [0 < delta, *natural(n), *natural(d)]
    bound = n**3 / delta * V**4 - (1 - delta / n) * V**2
    square = p.arith("a square", 0 <= (V * (delta / n - n * V)) ** 2 * n / delta, under=context)
    convex = p.arith("convex", V**2 * (1 - 2 * n * V) <= V**2 / (1 + n * V) ** 2, given=[sign],
                     under=natural(n))  # fmt: skip
    after = p.claim("sharp:gram-variance", 1)
    return p.arith("from below", mean(-(AFTER**2), "W")
                   <= share_of_d * RATE**2 * bound - LARGEST / d, (after, -1),
                   (kept(p), share_of_d), (convex, share_of_d * RATE**2),
                   (square, share_of_d * RATE**2), given=[long, sign], under=context)  # fmt: skip


# -- in depth, for l <= L layers while 100 n^9 L <= delta^2 d


def in_depth(sign: int, at: Expr) -> Expr:
    """(1 + sign delta) (1 - g^(2l)) c_n/d."""
    return (1 + sign * delta) * (1 - RATE ** (2 * at)) * AT_REST / d


def step_of(p: Proof, drift: Theorem) -> tuple[Theorem, Theorem, Theorem, Theorem]:
    """One layer of the chain, E V^4 there, and that it is wide enough for delta <= 1."""
    unit = p.fact("states of chain 1", GAUSSIAN, l)
    wide = p.arith("wide", 100 * n**9 * (l + 1) <= delta**2 * d, (p.assume(l + 1 <= L), 100 * n**9),
                   p.assume(100 * n**9 * L <= delta**2 * d), under=natural(n))  # fmt: skip
    return (p.tower("one layer", drift, GAUSSIAN, l, {}, unit), fourth_powers_in_depth(p),
            wide, p.assume(delta <= 1))  # fmt: skip


def from_above(p: Proof) -> Theorem:
    """E V(H_l)^2 <= (1 + delta) (1 - g^(2l)) c_n/d."""
    layer, fourths, wide, small = step_of(p, layer_above(p))
    said = mean(square_at(l), CHAIN) <= in_depth(1, l)
    fourth = RATE**2 * 4 * LARGEST * (1 + n / delta)
    left = RATE**2 * AT_REST / n + 4 * LARGEST / ((n + 2) * n**3)
    step = p.arith("one more", substituted(said, {l: l + 1}), layer,
                   (p.assume(said), RATE**2 * (1 + delta / n)), (fourths, fourth),
                   (wide, fourth * RISE / (100 * n**9)), (small, delta * left / d),
                   under=CONTEXT)  # fmt: skip
    return p.at("L = l", p.induct("all layers", at_the_input(p, said, 1), step, l), {L: l})


def from_below(p: Proof) -> Theorem:
    """(1 - delta) (1 - g^(2l)) c_n/d <= E V(H_l)^2."""
    layer, fourths, wide, small = step_of(p, layer_below(p))
    said = in_depth(-1, l) <= mean(square_at(l), CHAIN)
    most = p.arith("", 0 <= n - delta, small, under=natural(n))
    rate, start = (1 - 1 / d) * RATE**2, RATE**2 * AT_REST
    fourth, left = rate * n**3 / delta, RATE ** (2 * l) * (1 / d + (1 - 1 / d) * delta / n)
    step = p.arith("one more", substituted(said, {l: l + 1}), layer,
                   (p.assume(said), rate * (1 - delta / n)), (fourths, fourth),
                   (wide, (fourth * RISE + start / d**2) / (100 * n**9)),
                   (small, start * (left + delta / (n * d) + delta / (100 * n**9)) / d),
                   given=[most], under=CONTEXT)  # fmt: skip
    return p.at("L = l", p.induct("all layers", at_the_input(p, said, -1), step, l), {L: l})


def at_the_input(p: Proof, said: Relation, sign: int) -> Theorem:
    """``said`` at l = 0, where both sides are 0."""
    V0 = gap(GAUSSIAN.at(0))
    none = p.arith("V_0^2", equal(V0**2, 0), (p.assume(ORTHOGONAL), V0))
    return p.arith("no layer", substituted(said, {l: term(0)}),
                   (p.expect("mean", none, CHAIN), sign), under=CONTEXT)  # fmt: skip


# -- with delta = 10 sqrt(n^9 l/d)

MANY = [*natural(n, 2), *natural(d), *natural(l)]
ERROR, NARROW = 10 * sqrt(n**9 * l / d), d < 100 * n**9 * l


def square_of_the_error(p: Proof) -> Theorem:
    sign = p.arith("", 0 <= n**9 * l / d, under=MANY)
    return p.at("delta^2", p.law("", "root of a square", sign.shows.rhs), {}, sign)


def by_the_width(p: Proof, theorem: Theorem) -> Theorem:
    """``theorem`` at the least delta that it allows, where that is at most 1."""
    root = square_of_the_error(p)
    small = p.arith("delta <= 1", ERROR <= 1, (root, 100 / (1 + ERROR)),
                    (p.assume(100 * n**9 * l <= d), 1 / (d * (1 + ERROR))), under=MANY)  # fmt: skip
    wide = p.arith("wide enough", 100 * n**9 * l <= ERROR**2 * d, (root, -100 * d), under=MANY)
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
    large = p.arith("delta >= 1", 0 <= ERROR - 1, (square_of_the_error(p), -100 / (1 + ERROR)),
                    (p.assume(NARROW), 1 / (d * (1 + ERROR))), under=MANY)  # fmt: skip
    powers = p.arith("", 0 <= 1 - RATE ** (2 * l), powers_below_one(p))
    none = p.arith("nothing is said", near.shows.lhs <= near.shows.rhs,
                   (product_of(p, large, powers), AT_REST / d), under=MANY)  # fmt: skip
    return p.split("either", 100 * n**9 * l <= d, near, none)
