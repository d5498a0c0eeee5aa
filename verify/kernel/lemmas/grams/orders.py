"""The smallest eigenvalue after a layer from the smallest and the largest before it."""

from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt
from theory.expressions.layers import ROW, SPHERE, g, o, q
from theory.expressions.vocabulary import GAUSSIAN, WIDE, H, d, k, n, smallest
from verify.kernel.lemmas.layers import least_of_the_mean, of_a_state, share_on_the_sphere
from verify.kernel.proof import Proof
from verify.kernel.textbooks.directions import NORMALS
from verify.kernel.textbooks.orders import TOP, least
from verify.kernel.textbooks.subsets import DIRECTIONS
from verify.kernel.theorem import Theorem

OWN = 1 / n - smallest(H)
AFTER = mean(smallest(GAUSSIAN.after), "W")


def left_before(p: Proof) -> Theorem:
    """n q_n = 1 - n Vhat(H) >= 0."""
    return p.arith("q_n", 0 <= 1 - n * smallest(H), (p.fact("range of Vhat", "above"), n))


def nothing_in_a_narrow_layer(p: Proof) -> Theorem:
    """E Vhat(H') <= 1/n."""
    order, top = (p.fact("order of Gram matrices", w) for w in ("layer", "positive"))
    own = left_before(p)
    square = p.arith("", 0 <= order.shows.lhs, (own, least(DIRECTIONS) ** 2 / n))
    made = p.arith("at most 1/n", smallest(GAUSSIAN.after) <= 1 / n, (order, 1 / (d * TOP)),
                   (square, 1 / (d * TOP)), given=[top])  # fmt: skip
    return p.arith("nothing", AFTER <= 1 / n, p.expect("mean", made, "W"))


def kept_in_a_wide_layer(p: Proof) -> Theorem:
    """E Vhat(H') <= 1/n - (q_n/(n q_1)) (1 - sqrt(n/d))^2 for n < d."""
    order, top = (p.fact("order of Gram matrices", w) for w in ("layer", "positive"))
    wide, sign = p.arith("wider", n <= d, p.assume(n < d)), p.fact("Gordon", "sign")
    gordon = p.at("Gordon", p.fact("Gordon", "mean"), {}, wide)
    low, own = sqrt(d) - sqrt(n), left_before(p)
    Z = least(NORMALS)
    z = mean(Z, "W")
    positive = p.arith(
        "low", 0 <= low, p.monotone("roots", "sqrt", wide, p.arith("", 0 <= n, under=natural(n)))
    )
    signs = p.expect("E s >= 0", sign, "W")
    squares = p.expect("a square", p.arith("", 0 <= (Z - z) ** 2), "W")
    above = p.arith("its square", low**2 <= z**2, (gordon, z), given=[positive, signs])
    root, whole = sqrt(n / d), p.law("", "root of a square", d)
    share_of_d = p.arith("", 0 <= n / d, under=[*natural(n), *natural(d)])
    product = p.at("", p.law("", "root of a product", n / d, d), {}, share_of_d)
    ratio = OWN / (n * d * TOP)
    layer = p.expect("order", order, "W")
    return p.arith("kept", AFTER <= (1 - OWN / TOP * (1 - sqrt(n / d)) ** 2) / n,
                   (layer, 1 / (d * TOP)), (p.fact("shortest image"), ratio), (squares, ratio),
                   (above, ratio), (whole, -ratio * (1 - root) ** 2),
                   (product, ratio * (2 * sqrt(d) - sqrt(n) - root * sqrt(d))),
                   given=[top, own], under=natural(d))  # fmt: skip


def kept_in_the_limit(p: Proof) -> Theorem:
    """Vhat of the limit layer is 1/n - p_n, and p_n >= q_n/(n q_1): sum_k q_k o_1k^2 <= q_1."""
    high, top = (p.fact("order of Gram matrices", w) for w in ("largest", "positive"))
    positive, same = (of_a_state(p, t) for t in share_on_the_sphere(p))
    low, value = (p.fact("spectrum of a Gram matrix", w) for w in ("not negative", "Vhat"))
    square, long = o(1, k) ** 2, of_a_state(p, p.fact("rows are not zero"))
    each = p.arith("one", q(k) * square <= TOP * square, (high, square))
    unit = p.fact("polar coordinates", "unit")
    row = p.arith("row", SPHERE <= TOP, p.sum("all", each, k, n), (unit, TOP))
    pointwise = p.arith("a share", q(k) * square / TOP <= q(k) * g(k) ** 2 / ROW, (same, -1),
                        (row, q(k) * square / (TOP * SPHERE)),
                        given=[positive, top, low, long])  # fmt: skip
    moment = p.haar_moment("E o^2", o, n, (1, n), (1, n))
    mean_of_it = p.expect("mean", p.at("at n", pointwise, {k: n}), "g")
    least_share = p.rewrite("p_n", p.fact("layer at d = inf"), least_of_the_mean(p))
    kept = p.arith("kept", smallest(WIDE.after) <= (1 - OWN / TOP) / n, least_share, mean_of_it,
                   (moment, -q(n) / TOP), (value, -1 / (n * TOP)),
                   given=[top, long])  # fmt: skip
    return p.arith("in the limit", mean(kept.shows.lhs, "W") <= kept.shows.rhs,
                   p.expect("no draw", kept, "W"), given=[top])  # fmt: skip
