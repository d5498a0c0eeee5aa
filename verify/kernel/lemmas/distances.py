"""The distance to a Gaussian from the orthogonality gap, for one H."""

from theory.expressions.formal import natural
from theory.expressions.functions import sqrt
from theory.expressions.layers import q
from theory.expressions.vocabulary import H, distance_given, gap, k, n
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem


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
    root = p.monotone("sqrt(n) >= 1", "sqrt", p.assume(1 <= n))
    low = p.fact("spectrum of a Gram matrix", "not negative")
    share = p.at("sqrt(q)^2", p.law("", "root of a square", q(k)), {}, low)
    size = p.law("sqrt(n)^2", "root of a square", n)
    said, split = (a - c) ** 2 <= gap(H), 1 <= a * sqrt(n)
    cases = [
        p.arith(f"where q_k {where}", said, side, (share, sign), (size, sign / (n * sqrt(n) ** 2)),
                given=[root], under=[condition])
        for where, side, sign, condition in (
            (">= 1/n", above, 1, split), ("< 1/n", below, -1, a * sqrt(n) < 1)
        )
    ]  # fmt: skip
    each = p.split("each", split, *cases)
    return p.arith("the distance", distance_given(H) <= n * gap(H),
                   p.fact("distance given H"), p.sum("all", each, k, n), given=[root])  # fmt: skip


def gap_is_not_negative(p: Proof) -> Theorem:
    """V(H) is a root."""
    return p.arith("V >= 0", 0 <= gap(H), (p.fact("spectrum of a Gram matrix", "V"), -1))


def distance_at_most_two(p: Proof) -> Theorem:
    """W_2^2 given H is at most sum q_k + sum 1/n = 2."""
    root = p.monotone("sqrt(n) >= 1", "sqrt", p.assume(1 <= n))
    low, whole = (p.fact("spectrum of a Gram matrix", w) for w in ("not negative", "sum"))
    share = p.at("sqrt(q)^2", p.law("", "root of a square", q(k)), {}, low)
    size = p.law("sqrt(n)^2", "root of a square", n)
    each = p.arith("each", (sqrt(q(k)) - 1 / sqrt(n)) ** 2 <= q(k) + 1 / n, share,
                   (size, -1 / (n * sqrt(n) ** 2)), given=[root])  # fmt: skip
    return p.arith("at most 2", distance_given(H) <= 2, p.fact("distance given H"),
                   p.sum("all", each, k, n), whole, given=[root])  # fmt: skip
