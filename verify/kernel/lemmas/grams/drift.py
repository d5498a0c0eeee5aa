"""The mean of log det(H^T H) along daneshmand2021, eq. (1): a layer cannot lower it by much.

By Cauchy and Binet log det(sum_j u_j u_j^T/y_j) is the log of a sum of exponentials, which lies
above its tangent; the mean of log y, y = sum_k q_k o_1k^2, falls below -log n with V.
"""

from fractions import Fraction

from theory.expressions.formal import natural
from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.layers import SPHERE, first_gap, i, o, q
from theory.expressions.nodes import Expr, Variable, equal
from theory.expressions.symbols import log_det
from theory.expressions.vocabulary import GAUSSIAN, H, d, gap, k, l, n
from verify.kernel.lemmas.distances import gap_is_not_negative, squared_gap
from verify.kernel.lemmas.elementary import (
    between_its_roots,
    exp_above_its_tangent_at,
    log_below_a_parabola,
    m,
    x,
)
from verify.kernel.lemmas.grams.directions import (
    LEFT,
    WIDER,
    ends_of_the_chain,
    normals_from_below,
    of_the_chain,
    room,
)
from verify.kernel.lemmas.layers import of_a_state, share_on_the_sphere
from verify.kernel.proof import Proof
from verify.kernel.textbooks.subsets import J, N, a, chosen
from verify.kernel.theorem import Theorem

HIGH, v, c = Variable("h"), Variable("v"), Variable("c")
C = (n + 2) * (first_gap() / l + (n + 2) / (2 * LEFT))


def above_the_tangent(p: Proof) -> Theorem:
    """log sum_J a_J - sum_J a_J x_J/sum_J a_J <= log sum_J a_J exp(-x_J)."""
    sign, some, count = (
        p.fact("Cauchy and Binet", w) for w in ("not negative", "positive", "counted")
    )
    whole = some.shows.rhs
    middle = -total(a(J) * chosen(J), J, N) / whole
    tangent = p.at("tangent", exp_above_its_tangent_at(p), {x: -chosen(J), m: middle})
    weighted = p.arith("weighted", a(J) * tangent.shows.lhs <= a(J) * exp(-chosen(J)),
                       (tangent, a(J)), given=[sign, some])  # fmt: skip
    summed = p.at("", p.sum("all choices", weighted, J, N), {}, count)
    below = p.arith("Jensen", exp(middle) * whole <= summed.shows.rhs, summed, given=[some])
    logs = p.monotone("log", "log", below, some)
    apart = p.at("of a product", p.law("", "log of a product", exp(middle), whole), {}, some)
    undone = p.law("", "log of an exp", middle)
    return p.arith("above the tangent", middle + log(whole) <= logs.shows.rhs, logs, (apart, -1),
                   (undone, -1), given=[some])  # fmt: skip


def largest_eigenvalue(p: Proof) -> Theorem:
    """n q_k <= 1 + n V(H): (n q_k - 1)^2 is one of the squares that sum to n^2 V^2."""
    e, size = n * q(k) - 1, n * gap(H)
    one = p.one_of_sum("one square", p.arith("a square", 0 <= e**2), k, n)
    square = p.arith("its square", e**2 <= size**2, one, (squared_gap(p), -(n**2)),
                     (p.fact("spectrum of a Gram matrix", "sum"), -2 * n))  # fmt: skip
    sign = p.arith("", 0 <= size, (gap_is_not_negative(p), n))
    undone = p.at("root of a square", p.law("", "square of a root", size), {}, sign)
    return p.arith("largest", n * q(k) <= 1 + size, between_its_roots(p, square)[0], undone)


def row_below(p: Proof) -> Theorem:
    """n sum_i q_i o_1i^2 <= 1 + n V(H)."""
    at_i, top = p.at("", largest_eigenvalue(p), {k: i}), 1 + n * gap(H)
    each = p.arith("one", n * q(i) * o(1, i) ** 2 <= top * o(1, i) ** 2, (at_i, o(1, i) ** 2))
    return p.arith("a <= 1 + n V", n * SPHERE <= top, p.sum("all", each, i, n),
                   (p.fact("polar coordinates", "unit"), top))  # fmt: skip


def moments_of_a_row(p: Proof) -> tuple[Theorem, Theorem]:
    """E y = sum_i q_i/n, and E y^2 = (2 sum_i q_i^2 + (sum_i q_i)^2)/(n (n+2))."""
    moment = p.haar_moment("E o^2", o, n, (1, i), (1, i))
    first = p.sum("E y", p.arith("one", equal(q(i) * mean(o(1, i) ** 2, "g"), q(i) / n),
                                 (moment, q(i))), i, n)  # fmt: skip
    second = [p.haar_moment("", o, n, (1, 1), (1, 1), (1, c), (1, c)) for c in (1, 2)]
    return first, p.quadratic("E y^2", q(i), o(1, i) ** 2, o(1, i) ** 2, i, n, "g", *second)


def log_of_a_direction(p: Proof) -> Theorem:
    """E log sum_k q_k o_1k^2 <= -log n - n V^2/((n+2) (1 + n V)): log below a parabola."""
    V, below = gap_is_not_negative(p), row_below(p)
    positive = of_a_state(p, share_on_the_sphere(p)[0])
    row, top = n * SPHERE, 1 + n * gap(H)
    some = p.arith("a > 0", 0 < row, (positive, n), under=[1 <= n])
    least = p.arith("1 <= 1 + n V", 1 <= top, (V, n), under=[1 <= n])
    parabola = p.at("parabola", log_below_a_parabola(p, HIGH), {x: row, HIGH: top}, some, below,
                    least)  # fmt: skip
    averaged = p.expect("mean", parabola, "g")
    first, squares = moments_of_a_row(p)
    whole = p.fact("spectrum of a Gram matrix", "sum")
    apart = p.at("of a product", p.law("", "log of a product", n, SPHERE), {}, positive)
    said = mean(log(SPHERE), "g") <= -log(n) - n * gap(H) ** 2 / ((n + 2) * top)
    other = 1 + (n + 4 - n * total(q(k), k, n)) / (2 * (n + 2) * top)
    return p.arith("of a direction", said, averaged, (first, n + n / top),
                   (squares, -(n**2) / (2 * top)), (squared_gap(p), n / ((n + 2) * top)),
                   (whole, other), (p.expect("mean of both", apart, "g"), -1),
                   given=[V])  # fmt: skip


def determinant_of_a_layer(p: Proof) -> Theorem:
    """-E log det(H'^T H') <= -log det(H^T H) - n^2 V^2/((n+2) (1+nV)) + n (n+2)/(2 (d-n))."""
    free, bend = room(p), n * gap(H) ** 2 / ((n + 2) * (1 + n * gap(H)))
    some, layer, own = (p.fact("Cauchy and Binet", w) for w in ("positive", "layer", "directions"))
    tangent = p.expect("tangent", above_the_tangent(p), "W")
    made = p.arith("one layer", mean(-log_det(GAUSSIAN.after), "W")
                   <= -log_det(H) - n * bend + n * (n + 2) / (2 * LEFT), tangent,
                   (p.expect("layer", layer, "W"), -1), p.expect("directions", own, "W"),
                   p.fact("lengths of normals"), p.fact("leverages"),
                   (log_of_a_direction(p), n), normals_from_below(p),
                   (free, n / (2 * LEFT**2)), given=[some, gap_is_not_negative(p)])  # fmt: skip
    return p.whole("whole widths", made, d, n)


def tangent_at(v: Expr, V: Expr) -> Expr:
    """Of x^2/(1 + n x), at v."""
    return v**2 / (1 + n * v) + (2 * v + n * v**2) / (1 + n * v) ** 2 * (V - v)


def gap_at(p: Proof, at: Expr) -> Theorem:
    """V(H_l) >= 0."""
    unit = p.fact("states of chain 1", GAUSSIAN, at)
    return p.state("V >= 0", gap_is_not_negative(p), GAUSSIAN, at, {}, unit)


def gap_of_a_layer(p: Proof) -> Theorem:
    """The tangent at v >= 0 of E V^2/(1 + n V) at H_(k-1), by the layer's determinants.

    What x^2/(1 + n x) leaves above it is (x - v)^2/((1 + n x) (1 + n v)^2).
    """
    name, before = GAUSSIAN.name, k - 1
    V, ratio = gap(GAUSSIAN.at(before)), (n + 2) / n**2
    sign = gap_at(p, before)
    convex = p.arith("convex", tangent_at(v, x) <= x**2 / (1 + n * x),
                     under=[0 <= x, 0 <= v, *natural(n)])  # fmt: skip
    tangent = p.expect("tangent", p.at("at V", convex, {x: V}, sign), name)
    layer = p.tower("one layer", determinant_of_a_layer(p), GAUSSIAN, before, {},
                    *of_the_chain(p, before))  # fmt: skip
    apart = p.linear("apart", name, n * (n + 2) / (2 * LEFT), -log_det(GAUSSIAN.at(before)),
                     -(V**2) / (1 + n * V) / ratio)  # fmt: skip
    here, after = (mean(log_det(GAUSSIAN.at(at)), name) for at in (before, k))
    made = p.arith("of a layer", tangent_at(v, mean(V, name))
                   <= ratio * (after - here) + (n + 2) ** 2 / (2 * n * LEFT), tangent,
                   (layer, ratio), (apart, ratio), given=[sign], under=[WIDER])  # fmt: skip
    return p.at("from k = 1", p.whole("layers", made, k), {}, p.assume(1 <= k))


def gaps_in_depth(p: Proof) -> Theorem:
    """v <= (C + sqrt(C^2 + 4 C/n))/2 for v = (1/l) sum_{k < l} E V(H_k), by the tangent at v.

    v^2/(1 + n v) <= C/n is telescoped, and says (2 v - C)^2 <= C^2 + 4 C/n.
    """
    name, V = GAUSSIAN.name, gap(GAUSSIAN.at(k - 1))
    ends = p.telescope("telescope", mean(log_det(GAUSSIAN.at(k - 1)), name), k, l)
    (start, last), ratio = ends_of_the_chain(p), (n + 2) / n**2
    average = total(mean(V, name), k, l) / l
    summed = p.arith(
        "all layers",
        tangent_at(v, average) <= C / n,
        (p.sum("sum", gap_of_a_layer(p), k, l), 1 / l),
        (ends, ratio / l),
        (last, ratio / l),
        (start, -ratio * n / l),
        under=[WIDER, *natural(l)],
    )
    each = p.expect("E V >= 0", gap_at(p, k - 1), name)
    signs = p.at("", p.whole("layers", each, k), {}, p.assume(1 <= k))
    whole = p.arith("all V", 0 <= total(mean(V, name), k, l), p.sum("sum of V", signs, k, l))
    sign = p.arith("v >= 0", 0 <= average, (whole, 1 / l), under=natural(l))
    at_v = p.at("at the mean", summed, {v: average}, sign)
    below = p.arith("at v", average**2 / (1 + n * average) <= C / n, at_v, given=[whole],
                    under=[WIDER])  # fmt: skip
    return p.at("the root", root_of_a_quadratic(p), {v: average, c: C}, below, sign)


def root_of_a_quadratic(p: Proof) -> Theorem:
    """v^2/(1 + n v) <= c/n gives (2 v - c)^2 <= c^2 + 4 c/n, and so v."""
    below = p.assume(v**2 / (1 + n * v) <= c / n)
    square = p.arith("square", (2 * v - c) ** 2 <= c**2 + 4 * c / n, (below, 4 * (1 + n * v)),
                     under=[0 <= v, *natural(n)])  # fmt: skip
    high, _ = between_its_roots(p, square)
    return p.arith("root", v <= (c + sqrt(c**2 + 4 * c / n)) / 2, (high, Fraction(1, 2)))
