"""Wide networks from orthogonal samples: V stays small, and V^2 follows its linear recursion.

With g = n/(n+2) a layer takes V to about g V in the mean Gram matrix (``contracted``, ``kept``), and
adds (1 - 1/n)/d. That V leaves [0, 1/(2n)] is paid for by f(V) = min(16 n^4 V^4, 1), whose mean
rises by at most 96 n^4 (n+2)/d^2 a layer: E V(H_l)^4 <= E f(V(H_l)) is of order l/d^2.
"""

from fractions import Fraction

from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.layers import ORTHOGONAL, SPHERE, o, q, share
from theory.expressions.nodes import Cases, Expr, Relation, Variable, equal, term
from theory.expressions.vocabulary import GAUSSIAN, H, d, gap, k, l, n, smallest
from verify.kernel.lemmas import once
from verify.kernel.lemmas.distances import gap_is_not_negative, squared_gap
from verify.kernel.lemmas.elementary import product_of
from verify.kernel.lemmas.grams.drift import moments_of_a_row, row_below
from verify.kernel.lemmas.grams.fourth import AFTER, BETA, fourth_moment, long_rows, shares_apart
from verify.kernel.lemmas.grams.mixing import GAMMA, deviations_contract, sum_of_shares
from verify.kernel.lemmas.grams.squares import LARGEST, gap_of_any_state, layer_of_squares
from verify.kernel.lemmas.layers import of_a_state, share_on_the_sphere
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

V, v, y = gap(H), smallest(H), Variable("y")
RATE = n / (n + 2)
delta, L = Variable("delta"), Variable("L")
AT_REST = (n - 1) * (n + 2) ** 2 / (4 * n * (n + 1))
CONTEXT = [0 < delta, delta <= 1, *natural(n, 2), *natural(d)]
CHAIN, RISE = GAUSSIAN.name, 96 * n**4 * (n + 2) / d**2


def capped(square: Expr) -> Expr:
    """min(16 n^4 V^4, 1), of V^2."""
    return Cases(4 * n**2 * square <= 1, 16 * n**4 * square**2, term(1))


def square_at(at: Expr) -> Expr:
    return gap(GAUSSIAN.at(at)) ** 2


# -- one layer


@once
def smallest_below(p: Proof) -> Theorem:
    """n Vhat^2 <= (n-1) V^2: what q_n lacks the others have, and their squares are least if equal.

    The squares of x_k = (n-1) (q_k - 1/n) - Vhat sum to (n-1)^2 V^2 + n Vhat^2, and x_n = -n Vhat.
    """
    x, whole = (n - 1) * (q(k) - 1 / n) - v, p.fact("spectrum of a Gram matrix", "sum")
    one = p.one_of_sum("one square", p.arith("a square", 0 <= x**2, under=natural(n)), k, n)
    last, least = p.at("the last", one, {k: n}), p.fact("spectrum of a Gram matrix", "Vhat")
    return p.arith("Vhat^2", n * v**2 <= (n - 1) * V**2, (last, 1 / (n - 1)),
                   (least, 2 * n * v + (n - 1) * (1 / n - v - q(n))), (squared_gap(p), 1 - n),
                   (whole, -2 * (n - 1) / n - 2 * v), under=natural(n, 2))  # fmt: skip


@once
def contracted(p: Proof) -> Theorem:
    """beta <= g^2 (1 + 2 Vhat)^2 V^2: sharp:majorisation for the deviations."""
    long, falls = long_rows(p), of_a_state(p, deviations_contract(p))
    whole, trace = of_a_state(p, sum_of_shares(p)), p.fact("spectrum of a Gram matrix", "sum")
    made = p.arith("by q_n", BETA <= GAMMA**2 * V**2, falls, (whole, 2 / n),
                   (squared_gap(p), -(GAMMA**2)), (trace, -2 * GAMMA**2 / n), given=[long])  # fmt: skip
    return p.rewrite("by Vhat", made, p.fact("spectrum of a Gram matrix", "Vhat"))


def near_by(p: Proof) -> Theorem:
    """2 n Vhat <= 1 where 4 n^2 V^2 <= 1."""
    low, inside = p.fact("range of Vhat", "below"), p.assume(4 * n**2 * V**2 <= 1)
    return p.arith("Vhat is small", 2 * n * v <= 1, (smallest_below(p), 4 * n / (1 + 2 * n * v)),
                   (inside, (n - 1) / (n * (1 + 2 * n * v))), given=[low])  # fmt: skip


def fourth_power_near_by(p: Proof) -> Theorem:
    """E V(H')^4 <= V^4 + 6 (n+2)/d^2 where 4 n^2 V^2 <= 1: beta <= s V^2, s = ((n+1)/(n+2))^2."""
    long, s, low = long_rows(p), ((n + 1) / (n + 2)) ** 2, p.fact("range of Vhat", "below")
    rate = RATE * (1 + 2 * v)
    slow = p.arith("rate", rate**2 <= s, (near_by(p), (rate + (n + 1) / (n + 2)) / (n + 2)),
                   given=[low])  # fmt: skip
    below = p.arith("beta", BETA <= s * V**2, contracted(p), (slow, V**2), given=[long])
    room = p.arith("", 0 <= s * V**2 - BETA, below, given=[long])
    squared = product_of(p, room, p.arith("", 0 <= s * V**2 + BETA, (shares_apart(p), 1),
                                          under=natural(n), given=[long]))  # fmt: skip
    square = p.arith("a square", 0 <= ((1 - s**2) * V**2 - 4 * s / d) ** 2 / (1 - s**2),
                     under=[*natural(d), *natural(n)])  # fmt: skip
    return p.arith("near by", mean(AFTER**4, "W") <= V**4 + 6 * (n + 2) / d**2, fourth_moment(p),
                   squared, (below, 8 / d), square, given=[long], under=natural(n, 2))  # fmt: skip


def cap_above(p: Proof) -> tuple[Theorem, Theorem]:
    """f <= 16 n^4 y^2 and f <= 1, for y = V^2 >= 0."""
    size, here, there = 4 * n**2 * y, 4 * n**2 * y <= 1, 1 < 4 * n**2 * y
    inside, outside, sign = p.assume(here), p.assume(there), p.assume(0 <= y)
    power = 16 * n**4 * y**2
    return (
        p.cases("below its power", capped(y) <= power,
                p.arith("", power <= power, under=[here]),
                p.arith("", 1 <= power, (outside, 1 + size), given=[sign])),
        p.cases("at most 1", capped(y) <= 1,
                p.arith("", power <= 1, (inside, 1 + size), given=[sign]),
                p.arith("", term(1) <= 1, under=[there])),
    )  # fmt: skip


def layer_of_caps(p: Proof) -> Theorem:
    """E f(V(H')) <= f(V(H)) + 96 n^4 (n+2)/d^2."""
    there, after = 1 < 4 * n**2 * V**2, p.arith("", 0 <= AFTER**2)
    power, one = (p.expect("mean", p.at("", t, {y: AFTER**2}, after), "W") for t in cap_above(p))
    lhs = mean(capped(AFTER**2), "W")
    yes = p.arith("near by", lhs <= 16 * n**4 * V**4 + RISE, power,
                  (fourth_power_near_by(p), 16 * n**4))  # fmt: skip
    no = p.arith("elsewhere", lhs <= 1 + RISE, one, under=[there, *natural(n), *natural(d)])
    return p.cases("either", lhs <= capped(V**2) + RISE, yes, no)


def fourth_powers_in_depth(p: Proof) -> Theorem:
    """E V(H_l)^4 <= 96 n^4 (n+2) l/d^2, from V(H_0) = 0."""
    at = square_at(l)
    said = mean(capped(at), CHAIN) <= RISE * l
    unit = p.fact("states of chain 1", GAUSSIAN, l)
    layer = p.tower("one layer", layer_of_caps(p), GAUSSIAN, l, {}, unit)
    V0 = gap(GAUSSIAN.at(0))
    first = p.at("", cap_above(p)[0], {y: V0**2}, p.arith("", 0 <= V0**2))
    start = p.arith("at the input", capped(V0**2) <= 0, first, (p.assume(ORTHOGONAL),
                                                                16 * n**4 * V0**3))  # fmt: skip
    base = p.arith("no layer", substituted(said, {l: term(0)}), p.expect("mean", start, CHAIN),
                   under=natural(d))  # fmt: skip
    step = p.arith("one more", substituted(said, {l: l + 1}), layer, p.assume(said),
                   under=natural(d))  # fmt: skip
    caps = p.induct("all layers", base, step, l)
    high = p.state("V <= 1", gap_of_any_state(p), GAUSSIAN, l, {}, unit)
    below = p.cases("below the cap", at**2 <= capped(at),
                    p.arith("", at**2 <= 16 * n**4 * at**2,
                            under=[4 * n**2 * at <= 1, *natural(n)]),
                    p.arith("", at**2 <= 1, (high, 1 + at),
                            under=[1 < 4 * n**2 * at, *natural(n)]))  # fmt: skip
    return p.arith("fourth powers", mean(at**2, CHAIN) <= RISE * l, caps,
                   p.expect("mean", below, CHAIN), under=natural(d))  # fmt: skip


# -- the recursions, for every delta > 0


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
                   (wide, fourth * RISE / (100 * n**9)), (small, delta * left / d), under=CONTEXT)  # fmt: skip
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
    root, some = square_of_the_error(p), p.arith("delta > 0", 0 < ERROR, under=MANY)
    small = p.arith("delta <= 1", ERROR <= 1, (root, 100 / (1 + ERROR)),
                    (p.assume(100 * n**9 * l <= d), 1 / (d * (1 + ERROR))), under=MANY)  # fmt: skip
    wide = p.arith("wide enough", 100 * n**9 * l <= ERROR**2 * d, (root, -100 * d), under=MANY)
    return p.at("delta", theorem, {delta: ERROR}, some, small, wide)


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
    sign = p.expect("mean", p.arith("a square", 0 <= square_at(l)), CHAIN)
    none = p.arith("nothing is said", near.shows.lhs <= near.shows.rhs, sign,
                   (product_of(p, large, powers), AT_REST / d), under=MANY)  # fmt: skip
    return p.split("either", 100 * n**9 * l <= d, near, none)
