"""The distance to a Gaussian from the orthogonality gap, for one H."""

from theory.expressions.formal import natural
from theory.expressions.functions import sqrt, total
from theory.expressions.layers import q
from theory.expressions.nodes import Variable, equal
from theory.expressions.vocabulary import H, distance_given, gap, k, n
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem


def distance_of_a_state(p: Proof) -> Theorem:
    """W_2^2 given H is sum_k (sqrt(q_k) - 1/sqrt(n))^2."""
    size = p.law("sqrt(n)^2", "root of a square", n)
    low = p.fact("spectrum of a Gram matrix", "not negative")
    each = p.at("sqrt(q)^2", p.law("", "root of a square", q(k)), {}, low)
    squares = p.sum("all squares", each, k, n)
    trace, roots = (p.fact("traces of a Gram matrix and its root", w) for w in ("trace", "root"))
    said = equal(distance_given(H), total((sqrt(q(k)) - 1 / sqrt(n)) ** 2, k, n))
    return p.arith("distance given H", said, p.fact("Gelbrich"), trace, (roots, -2 / sqrt(n)),
                   (squares, -1), (size, 1 / sqrt(n) ** 2))  # fmt: skip


def distance_without_cancelling(p: Proof) -> Theorem:
    """The same as sum_k ((n q_k - 1)/(sqrt(n q_k) + 1))^2/n: sqrt(n q) - 1, times its conjugate."""
    low, w = p.fact("spectrum of a Gram matrix", "not negative"), sqrt(q(k) * n)
    scaled = p.arith("", 0 <= q(k) * n, (low, n))
    square = p.at("w^2", p.law("", "root of a square", q(k) * n), {}, scaled)
    parts = p.at("w", p.law("", "root of a product", q(k), n), {}, low)
    size = p.law("", "root of a square", n)
    a, c = sqrt(q(k)), sqrt(n)
    one = p.arith(
        "one term", equal((a - 1 / c) ** 2, ((q(k) * n - 1) / (w + 1)) ** 2 / n),
        (square, (q(k) * n + w**2 - 2) / ((w + 1) ** 2 * n)), (parts, (2 - w - a * c) / n),
        (size, -(a**2 - 2 * a / c + 1 / c**2) / n),
    )  # fmt: skip
    summed = p.sum("all terms", one, k, n)
    value = total(((q(k) * n - 1) / (w + 1)) ** 2, k, n) / n
    return p.arith("the distance", equal(distance_given(H), value), distance_of_a_state(p), summed)


def deviations_below_the_gap(p: Proof) -> tuple[Theorem, Theorem]:
    """q_k - 1/n <= V(H) and 1/n - q_k <= V(H): one square of the sum that V^2 is."""
    V, e = p.fact("spectrum of a Gram matrix", "V"), q(k) - 1 / n
    square = p.one_of_sum("one square", p.arith("a square", 0 <= e**2, under=natural(n)), k, n)
    root = p.monotone("roots", "sqrt", square)
    size = p.at(
        "|e|", p.law("", "square of a root", abs(e)), {}, p.arith("", 0 <= abs(e), under=natural(n))
    )
    same = p.monotone("root of e^2", "sqrt", p.law("", "absolute value of a square", e))
    made = []
    for sign, law in ((1, "absolute value above"), (-1, "absolute value below")):
        side = p.law("", law, e)
        made.append(
            p.arith("one deviation", sign * e <= gap(H), side, (size, -1), same, root, (V, -1))
        )
    return made[0], made[1]


def distance_below_the_gap(p: Proof) -> Theorem:
    """W_2^2 given H is at most n V(H): (sqrt(q) - 1/sqrt(n))^2 <= |q - 1/n|."""
    above, below = deviations_below_the_gap(p)
    a, c = sqrt(q(k)), 1 / sqrt(n)
    low = p.fact("spectrum of a Gram matrix", "not negative")
    share = p.at("sqrt(q)^2", p.law("", "root of a square", q(k)), {}, low)
    size = p.law("sqrt(n)^2", "root of a square", n)
    said, split = (a - c) ** 2 <= gap(H), 1 <= a * sqrt(n)
    cases = [
        p.arith(f"where q_k {where}", said, side, (share, sign), (size, sign / (n * sqrt(n) ** 2)),
                under=[condition])
        for where, side, sign, condition in (
            (">= 1/n", above, 1, split), ("< 1/n", below, -1, a * sqrt(n) < 1)
        )
    ]  # fmt: skip
    each = p.split("each", split, *cases)
    return p.arith("the distance", distance_given(H) <= n * gap(H),
                   distance_of_a_state(p), p.sum("all", each, k, n))  # fmt: skip


def gap_is_not_negative(p: Proof) -> Theorem:
    """V(H) is a root."""
    return p.arith("V >= 0", 0 <= gap(H), (p.fact("spectrum of a Gram matrix", "V"), -1))


def distance_at_most_two(p: Proof) -> Theorem:
    """W_2^2 given H is at most sum q_k + sum 1/n = 2."""
    low, whole = (p.fact("spectrum of a Gram matrix", w) for w in ("not negative", "sum"))
    share = p.at("sqrt(q)^2", p.law("", "root of a square", q(k)), {}, low)
    size = p.law("sqrt(n)^2", "root of a square", n)
    each = p.arith("each", (sqrt(q(k)) - 1 / sqrt(n)) ** 2 <= q(k) + 1 / n, share,
                   (size, -1 / (n * sqrt(n) ** 2)))  # fmt: skip
    return p.arith("at most 2", distance_given(H) <= 2, distance_of_a_state(p),
                   p.sum("all", each, k, n), whole)  # fmt: skip


def distance_of_any_state(p: Proof) -> Theorem:
    """W_2^2 given H is at most 2 - 2/sqrt(n): sqrt(q_k) >= q_k, as q_k <= 1."""
    low, whole = (p.fact("spectrum of a Gram matrix", w) for w in ("not negative", "sum"))
    one = p.arith("q_k <= 1", q(k) <= 1, p.one_of_sum("one of them", low, k, n), whole)
    below = p.monotone("its root", "sqrt", one, low)
    share = p.at("sqrt(q)^2", p.law("", "root of a square", q(k)), {}, low)
    each = p.arith("q_k <= sqrt(q_k)", q(k) <= sqrt(q(k)), (below, sqrt(q(k))), (share, -1))
    trace, roots = (p.fact("traces of a Gram matrix and its root", w) for w in ("trace", "root"))
    return p.arith("the largest distance", distance_given(H) <= 2 - 2 / sqrt(n),
                   p.fact("Gelbrich"), trace, (roots, -2 / sqrt(n)), (whole, 1 - 2 / sqrt(n)),
                   (p.sum("all", each, k, n), 2 / sqrt(n)))  # fmt: skip


M = Variable("M")


def distance_from_the_square(p: Proof) -> Theorem:
    """W_2^2 given H is at most 2 - 3/M + (1 + n V(H)^2)/M^3, for every M > 0.

    With r = sqrt(n q_k)/M: r - (3 r^2 - r^4)/2 = r (1 - r)^2 (2 + r)/2 >= 0, summed over k.
    """
    low, whole = (p.fact("spectrum of a Gram matrix", w) for w in ("not negative", "sum"))
    root = p.monotone("sqrt(n) >= 1", "sqrt", p.assume(1 <= n))
    size = p.law("sqrt(n)^2", "root of a square", n)
    share = p.at("sqrt(q)^2", p.law("", "root of a square", q(k)), {}, low)
    a, c, x = sqrt(q(k)), sqrt(n), q(k)
    tangent = p.arith("tangent", 3 * a**2 * c / M - a**4 * c**3 / M**3 <= 2 * a,
                      given=[root], under=[0 < M])  # fmt: skip
    each = p.arith("in q", 3 * x * c / M - x**2 * c**3 / M**3 <= 2 * a, tangent,
                   (share, (a**2 + x) * c**3 / M**3 - 3 * c / M))  # fmt: skip
    trace, roots = (p.fact("traces of a Gram matrix and its root", w) for w in ("trace", "root"))
    summed = p.sum("all", each, k, n)
    square = squared_gap(p)
    said = distance_given(H) <= 2 - 3 / M + (1 + n * gap(H) ** 2) / M**3
    return p.arith("the distance", said, p.fact("Gelbrich"), trace, (roots, -2 / c),
                   (summed, 1 / c), (whole, 1 - 3 / M), (square, -n / M**3),
                   (size, total(x**2, k, n) / M**3))  # fmt: skip


def squared_gap(p: Proof) -> Theorem:
    """V(H)^2 = sum_k q_k^2 - 1/n."""
    V, whole = (p.fact("spectrum of a Gram matrix", which) for which in ("V", "sum"))
    e = q(k) - 1 / n
    signs = p.sum("not negative", p.arith("a square", 0 <= e**2, under=natural(n)), k, n)
    inside = total(e**2, k, n)
    undone = p.at("root", p.law("", "root of a square", inside), {}, signs)
    said = equal(gap(H) ** 2, total(q(k) ** 2, k, n) - 1 / n)
    return p.arith("V^2", said, (V, gap(H) + sqrt(inside)), undone, (whole, -2 / n))
