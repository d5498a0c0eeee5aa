"""Two samples at a width: a layer keeps at least half of V in the mean Gram matrix, and adds noise.

With X = g_1^2 and Y = g_2^2 exchanged in one of two terms, p_2 is half the mean of
q_2 Y/(q_1 X + q_2 Y) + q_2 X/(q_1 Y + q_2 X), at most 1 - 4 (q_1 - q_2) X Y/(X + Y)^2 by the mean
of both denominators; X Y/(X + Y)^2 = o_11^2 o_12^2 has the mean 1/8: p_1 - p_2 >= (q_1 - q_2)/2.
"""

from fractions import Fraction

from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt
from theory.expressions.layers import R, g, o, q
from theory.expressions.nodes import Expr, Relation, Variable, equal, term
from theory.expressions.vocabulary import GAUSSIAN, WIDE, H, d, gap, k, l, n
from verify.kernel.lemmas.distances import gap_is_not_negative
from verify.kernel.lemmas.grams.mixing import sum_of_shares
from verify.kernel.lemmas.grams.pairs import (
    ROW_OF_TWO,
    long_rows,
    of_two,
    share_of_two,
    spread_after,
    spread_before,
    two_terms,
)
from verify.kernel.lemmas.grams.squares import limit_of_squares
from verify.kernel.lemmas.layers import of_a_state
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

A, B, x, y = (Variable(name) for name in "ABxy")
ONE, TWO = g(1) ** 2, g(2) ** 2


def two_orders(p: Proof) -> Theorem:
    """What is left is (A-B)^3 x y (x-y)^2/((A+B) (Ax+By) (Ay+Bx) (x+y)^2)."""
    rows = A * x + B * y, A * y + B * x
    said = B * y / rows[0] + B * x / rows[1] <= 1 - 4 * (A - B) * x * y / ((A + B) * (x + y) ** 2)
    return p.arith("two orders", said, under=[
        B <= A, 0 <= x, 0 <= y, 0 < rows[0], 0 < rows[1], 0 < A + B, 0 < x + y])  # fmt: skip


def on_the_circle(p: Proof, added: Theorem) -> tuple[Theorem, Theorem]:
    """g_1^2 + g_2^2 = R^2 > 0, and g_1^2 g_2^2/((q_1 + q_2) (g_1^2 + g_2^2)^2) = o_11^2 o_12^2."""
    direction, length = (p.fact("polar coordinates", w) for w in ("direction", "length"))
    many = p.arith("n >= 2", 2 <= n, (p.assume(equal(n, 2)), -1))
    squares = [
        p.arith(
            "",
            equal(g(m) ** 2, R**2 * o(1, m) ** 2),
            (p.at("", direction, {k: m}, many), g(m) + R * o(1, m)),
        )
        for m in (1, 2)
    ]
    unit = of_two(p, p.fact("polar coordinates", "unit"))
    both = p.arith("", equal(o(1, 1) ** 2 + o(1, 2) ** 2, 1), unit,
                   (two_terms(p, o(1, k) ** 2), -1))  # fmt: skip
    radius = p.arith("radius", equal(ONE + TWO, R**2), *squares, (both, R**2))
    some = p.arith("not zero", 0 < ONE + TWO, (radius, -1), given=[length])
    ab, c, S = o(1, 1) ** 2 * o(1, 2) ** 2, q(1) + q(2), ONE + TWO
    product = p.arith("", equal(ONE * TWO, R**4 * ab), (squares[0], TWO),
                      (squares[1], R**2 * o(1, 1) ** 2))  # fmt: skip
    positive = p.arith("", 0 < c, (added, -1))
    return some, p.arith("directions", equal(ONE * TWO / (c * S**2), ab), (product, 1 / (c * S**2)),
                         (added, -ab / c), (radius, -ab * (S + R**2) / (c * S**2)),
                         given=[some, positive])  # fmt: skip


def smaller_share(p: Proof) -> Theorem:
    """2 p_2 <= 1 - (q_1 - q_2)/2."""
    row, long = two_terms(p, q(k) * g(k) ** 2), long_rows(p)
    swap, other = (p.at("", of_two(p, of_a_state(p, p.fact("exchange of two normals", w))), {k: 1})
                   for w in ("mean", "positive"))  # fmt: skip
    first, last, after = q(1) * ONE + q(2) * TWO, q(1) * TWO + q(2) * ONE, other.shows.rhs
    turned = p.arith("exchanged", equal(after, last), row)
    whole, least = (of_two(p, p.fact("spectrum of a Gram matrix", w)) for w in ("sum", "least"))
    added = p.arith("sum 1", equal(q(1) + q(2), 1), whole, (two_terms(p, q(k)), -1))
    some, circle = on_the_circle(p, added)
    rows = [p.arith("", 0 < first, long, row), p.arith("", 0 < last, other, turned)]
    positive = p.arith("", 0 < q(1) + q(2), (added, -1))
    orders = p.at("both orders", two_orders(p), {A: q(1), B: q(2), x: ONE, y: TWO}, *rows,
                  p.at("", least, {k: 1}), positive, some)  # fmt: skip
    parts = q(2) * TWO / ROW_OF_TWO, q(2) * ONE / after
    pointwise = p.arith("pointwise", parts[0] + parts[1]
                        <= 1 - 4 * (q(1) - q(2)) * circle.shows.rhs, orders,
                        (row, -q(2) * TWO / (first * ROW_OF_TWO)),
                        (turned, -q(2) * ONE / (last * after)), (circle, -4 * (q(1) - q(2))),
                        given=[long, other, some, positive, *rows])  # fmt: skip
    moment = of_two(p, p.haar_moment("E o^2 o^2", o, n, (1, 1), (1, 1), (1, 2), (1, 2)))
    return p.arith("p_2", 2 * share_of_two(2) <= 1 - (q(1) - q(2)) / 2,
                   p.expect("mean", pointwise, "g"), (p.linear("apart", "g", *parts), -1),
                   swap, (moment, -4 * (q(1) - q(2))), given=[long, other])  # fmt: skip


def half_is_kept(p: Proof) -> Theorem:
    """V(H)^2/4 <= V^2 of the limit layer: sqrt(2) V is q_1 - q_2, and p_1 - p_2."""
    before, after, small = spread_before(p), spread_after(p), smaller_share(p)
    whole, long = of_two(p, of_a_state(p, sum_of_shares(p))), long_rows(p)
    shares, root = two_terms(p, share_of_two(k), [long]), sqrt(2)
    half = p.arith("half of V", gap(H) <= 2 * gap(WIDE.after), (before, 1 / root),
                   (after, -2 / root), (small, 2 / root), (whole, -2 / root), (shares, 2 / root),
                   given=[long])  # fmt: skip
    sign = gap_is_not_negative(p)
    other = p.arith("", 0 <= gap(WIDE.after), (half, Fraction(1, 2)), (sign, Fraction(1, 2)))
    return p.arith("squares", gap(H) ** 2 / 4 <= gap(WIDE.after) ** 2,
                   (half, gap(WIDE.after) / 2 + gap(H) / 4), given=[sign, other])  # fmt: skip


def layer_at_rest(p: Proof) -> Theorem:
    """-E V(H')^2 <= -(1 - 1/d) V(H)^2/4 - 1/(2d): the variance of C beside its mean."""
    kept, share_of_d = p.expect("half", half_is_kept(p), "W"), 1 - 1 / d
    long, shares = (of_a_state(p, t) for t in (p.fact("rows are not zero"), sum_of_shares(p)))
    two = p.assume(equal(n, 2))
    made = p.arith("one layer", mean(-(gap(GAUSSIAN.after) ** 2), "W")
                   <= -share_of_d * gap(H) ** 2 / 4 - 1 / (2 * d),
                   (p.claim("sharp:gram-variance", 1), -1), (kept, share_of_d),
                   (limit_of_squares(p), share_of_d), (shares, -2 * share_of_d / n), given=[long],
                   under=natural(d))  # fmt: skip
    return p.at("", made, {}, p.arith("n >= 2", 2 <= n, (two, -1)))


def bound(at: Expr) -> Relation:
    """2 (1 - r^l)/(3 d + 1) <= E V(H_l)^2, r = (1 - 1/d)/4."""
    rate = (1 - 1 / d) / 4
    return (2 / (3 * d + 1) * (1 - rate**at)
            <= mean(gap(GAUSSIAN.at(at)) ** 2, GAUSSIAN.name))  # fmt: skip


def squares_at_rest(p: Proof) -> Theorem:
    """By induction: x -> r x + 1/(2d) rests at 2/(3 d + 1)."""
    rate = (1 - 1 / d) / 4
    unit = p.fact("states of chain 1", GAUSSIAN, l)
    layer = p.tower("one layer", layer_at_rest(p), GAUSSIAN, l, {}, unit)
    base = p.arith("base", substituted(bound(l), {l: term(0)}), under=natural(d))
    step = p.arith("step", substituted(bound(l), {l: l + 1}), layer, (p.assume(bound(l)), rate),
                   under=[*natural(d), 0 <= l])  # fmt: skip
    return p.induct("all layers", base, step, l)
