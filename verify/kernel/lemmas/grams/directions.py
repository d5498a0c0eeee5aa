"""One more sample beside those of H: by how much its distance from their span grows.

log N^T M N >= log Q^2 + sum_i s_1i^2 log kappa_i, as log is concave, and E s_1i^2 = 1/(d-n): the
mean is at least that of log chi^2_(d-n) and of the logs of the kappa_i, whose product is made of
determinants: det(Z^T Z), det(H^T H)/det(H'^T H') and the rows' lengths, no longer than at isometry.
"""

from theory.expressions.formal import natural
from theory.expressions.functions import log, mean, total
from theory.expressions.layers import (
    GROWTH,
    ROW,
    SPHERE,
    SUM_ONE,
    Q,
    R,
    exponent,
    first_gap,
    i,
    o,
    q,
    r,
    s,
)
from theory.expressions.nodes import Expr, Variable, equal, term
from theory.expressions.symbols import log_det, squared_row
from theory.expressions.vocabulary import GAUSSIAN, H, d, k, l, n
from verify.kernel.lemmas.elementary import log_below_its_tangent_at, m, x
from verify.kernel.lemmas.layers import (
    of_a_state,
    row_in_polar_coordinates,
    share_on_the_sphere,
)
from verify.kernel.proof import Proof
from verify.kernel.textbooks.directions import NORMALS, ROWS, chi, kappa
from verify.kernel.textbooks.directions import x as degrees
from verify.kernel.theorem import Theorem

LEFT = d - n
WIDER = n < d
BOUND = 1 / n - n / LEFT - (n + 1) * (n + 2) / (2 * LEFT**2)
D, t, rest = Variable("D"), Variable("t"), Variable("rho")


def room(p: Proof) -> Theorem:
    """1 <= d - n."""
    some = p.arith("d - n > 0", 0 < LEFT, p.assume(WIDER))
    return p.at("d - n >= 1", p.law("", "at least 1 by steps", rest), {rest: LEFT}, some)


def concave_in_the_eigenvalues(p: Proof) -> Theorem:
    """chi(d-n) + (1/(d-n)) sum_i log kappa_i <= E_N log of the growth."""
    parts = ("growth", "eigenvalues", "not zero", "unit", "length", "log of the length")
    growth, positive, form, unit, length, log_q = (p.fact("a new sample", w) for w in parts)
    whole, square, own = form.shows.rhs, s(1, i) ** 2, log(kappa(i))
    tangent = p.at("tangent", log_below_its_tangent_at(p), {x: kappa(i), m: whole}, positive, form)
    weighted = p.arith("weighted", square * own <= square * tangent.shows.rhs, (tangent, square),
                       given=[form])  # fmt: skip
    summed = p.arith("Jensen", total(square * own, i, LEFT) <= log(whole),
                     p.sum("all", weighted, i, LEFT), (unit, log(whole) - 1),
                     given=[form])  # fmt: skip
    size = p.arith("Q^2 > 0", 0 < Q**2, given=[length])
    apart = p.at("of a product", p.law("", "log of a product", Q**2, whole), {}, size, form)
    logs = p.monotone("log", "log", growth)
    below = p.arith("below", log(Q**2) + summed.shows.lhs <= log(GROWTH), summed,
                    (apart, -1), (logs, -1))  # fmt: skip
    averaged = p.expect("mean", below, "N")
    moment = p.haar_moment("E s^2", s, LEFT, (1, i), (1, i))
    each = p.arith("one", equal(mean(square, "N") * own, own / LEFT), (moment, own),
                   given=[room(p)])  # fmt: skip
    return p.arith("by the determinant", chi(LEFT) + total(own, i, LEFT) / LEFT
                   <= averaged.shows.rhs, averaged, (p.sum("all i", each, i, LEFT), -1),
                   (log_q, -1))  # fmt: skip


def rows_at_most_as_at_isometry(p: Proof) -> Theorem:
    """E log ||r_j||^2 <= chi(n) - log n: log below its tangent at 1/n, E sum q_k o_1k^2 = 1/n."""
    positive, _ = share_on_the_sphere(p)
    tangent = p.at("tangent at 1/n", log_below_its_tangent_at(p), {x: SPHERE, m: 1 / n}, positive)
    moment = p.haar_moment("E o^2", o, n, (1, i), (1, i))
    each = p.arith("one", equal(q(i) * mean(o(1, i) ** 2, "g"), q(i) / n), (moment, q(i)))
    direction = p.arith("direction", mean(log(SPHERE), "g") <= log(1 / n),
                        p.expect("mean", tangent, "g"), (p.sum("E of it", each, i, n), n),
                        p.assume(SUM_ONE))  # fmt: skip
    size = p.arith("R^2 > 0", 0 < R**2, given=[p.fact("polar coordinates", "length")])
    apart = p.at("of a product", p.law("", "log of a product", R**2, SPHERE), {}, size, positive)
    rows = p.monotone("log of a row", "log", row_in_polar_coordinates(p)[1])
    split = p.expect("mean of both", p.arith("both", equal(log(ROW), apart.shows.rhs), rows, apart),
                     "g")  # fmt: skip
    law, normals = (p.fact("length of a row", w) for w in ("law", "normals"))
    power = p.law("log of 1/n", "log of a power", n, -1)
    own = of_a_state(p, p.arith("in the law", split.shows.lhs <= mean(log(R**2), "g") - log(n),
                                split, direction, power))  # fmt: skip
    return p.arith("a row", mean(log(squared_row(ROWS, r)), "W") <= chi(n) - log(n), own, law,
                   normals)  # fmt: skip


def degrees_from_below(p: Proof) -> Theorem:
    """log D - (D - t + 1)/rho - 1/(3 rho^2) <= chi(t) for rho <= t <= D, rho > 0."""
    above, over = p.assume(rest <= t), p.assume(t <= D)
    some = p.arith("t > 0", 0 < t, above, under=[0 < rest])
    more = p.arith("D > 0", 0 < D, over, some)
    fact = p.at("", p.fact("log of a chi-square variable", "below"), {degrees: t}, some)
    tangent = p.at("", log_below_its_tangent_at(p), {x: D, m: t}, some, more)
    both = p.arith("a product", 0 <= (D - t) * (t - rest), (above, D - t), given=[over])
    return p.arith("degrees", log(D) - (D - t + 1) / rest - 1 / (3 * rest**2) <= chi(t), fact,
                   tangent, (both, 1 / (rest * t)), given=[some])  # fmt: skip


def normals_from_below(p: Proof) -> Theorem:
    """n log d - n (n+1)/(2 rho) - n/(3 rho^2) <= E log det(Z^T Z), rho = d - n."""
    free, last = room(p), p.at("k <= n", p.assume(t <= n), {t: k})
    bounds = [p.arith("", LEFT <= d + 1 - k, last), p.arith("", d + 1 - k <= d, p.assume(1 <= k))]
    one = p.at("one", degrees_from_below(p), {D: d, t: d + 1 - k, rest: LEFT}, *bounds, free)
    numbers = p.telescope("1 + ... + n", k * (k - 1) / 2, k, n)
    dets = p.fact("determinant of normals")
    return p.arith("normals", n * log(d) - n * (n + 1) / (2 * LEFT) - n / (3 * LEFT**2)
                   <= mean(log_det(NORMALS), "W"), p.sum("all columns", one, k, n),
                   (numbers, 1 / LEFT), (dets, -1))  # fmt: skip


def growth_of_a_layer(p: Proof) -> Theorem:
    """-E log det(H'^T H') <= -log det(H^T H) + (d - n) (E log of the growth - the bound)."""
    free, few = room(p), p.fact("log of a chi-square variable", "above")
    jensen = p.expect("mean over W", concave_in_the_eigenvalues(p), "W")
    minors = p.expect("minors", p.fact("complementary minors"), "W")
    product = p.expect("product", p.fact("determinant of W H"), "W")
    rows = p.sum("all rows", rows_at_most_as_at_isometry(p), r, d)
    own = p.at("", degrees_from_below(p), {D: d, t: LEFT, rest: LEFT}, free,
               p.arith("", LEFT <= d, under=natural(n)))  # fmt: skip
    grown = mean(mean(log(GROWTH), "N"), "W")
    said = mean(-log_det(GAUSSIAN.after), "W") <= -log_det(H) + LEFT * (grown - BOUND)
    made = p.arith("one layer", said, (jensen, LEFT), (minors, -1), (product, -1), rows,
                   normals_from_below(p), (own, LEFT), (p.at("", few, {degrees: n}), d),
                   (free, (3 * n + 2) / (3 * LEFT**2)), under=natural(n))  # fmt: skip
    return p.at("", p.whole("whole widths", made, d, n), {}, p.whole("", free, d, n))


def at_most_at_isometry(p: Proof) -> Theorem:
    """log det(H^T H) <= -n log n: log q_k <= -log n + n q_k - 1, summed."""
    product, positive = (p.fact("determinant of a Gram matrix", w) for w in ("product", "positive"))
    tangent = p.at("tangent", log_below_its_tangent_at(p), {x: q(k), m: 1 / n}, positive)
    power = p.law("log of 1/n", "log of a power", n, -1)
    return p.arith("AM-GM", log_det(H) <= -n * log(n), p.sum("all q", tangent, k, n), product,
                   (power, n), (p.fact("spectrum of a Gram matrix", "sum"), n))  # fmt: skip


def of_the_chain(p: Proof, at: Expr) -> list[Theorem]:
    """Every H_l has norm 1 and full rank."""
    return [p.fact("states of chain 1", GAUSSIAN, at), p.fact("rank of chain 1", at)]


def ends_of_the_chain(p: Proof) -> tuple[Theorem, Theorem]:
    """phi(H_0) = -log n - log det(H_0^T H_0)/n, and log det(H_l^T H_l) <= -n log n, in the mean."""
    gap = p.fact("determinant of a Gram matrix", "gap")
    first = p.state("first", gap, GAUSSIAN, 0, {}, *of_the_chain(p, term(0)))
    high = p.state("last", at_most_at_isometry(p), GAUSSIAN, l, {}, *of_the_chain(p, l))
    return (p.expect("gap", first, GAUSSIAN.name), p.expect("at most", high, GAUSSIAN.name))


def growth_in_depth(p: Proof) -> Theorem:
    """l BOUND - n phi(H_0)/(d - n) <= sum_{k < l} E log of the growth, telescoped."""
    name, before = GAUSSIAN.name, k - 1
    layer = p.tower("one layer", growth_of_a_layer(p), GAUSSIAN, before, {},
                    *of_the_chain(p, before))  # fmt: skip
    here, after = (mean(log_det(GAUSSIAN.at(at)), name) for at in (before, k))
    each = p.arith("of a layer", BOUND + (here - after) / LEFT <= exponent(before),
                   (layer, 1 / LEFT), under=[WIDER])  # fmt: skip
    from_one = p.at("from k = 1", p.whole("layers", each, k), {}, p.assume(1 <= k))
    ends = p.telescope("telescope", mean(log_det(GAUSSIAN.at(before)), name), k, l)
    start, last = ends_of_the_chain(p)
    return p.arith("in depth", l * BOUND - n * first_gap() / LEFT
                   <= total(exponent(before), k, l), p.sum("all layers", from_one, k, l),
                   (ends, 1 / LEFT), (last, 1 / LEFT), (start, -n / LEFT),
                   under=[WIDER])  # fmt: skip
