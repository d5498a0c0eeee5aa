"""One layer of infinite width on two samples: n = 2."""

from collections.abc import Sequence

from theory.expressions.changing import substituted
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.layers import g, q
from theory.expressions.nodes import Expr, Operand, Variable, equal, term
from theory.expressions.vocabulary import WIDE, H, gap, k, n
from verify.kernel.lemmas.grams.mixing import sum_of_shares
from verify.kernel.lemmas.layers import of_a_state, order_is_kept
from verify.kernel.proof import Proof, inside
from verify.kernel.textbooks.integrals import x
from verify.kernel.theorem import Theorem

TWO = equal(n, 2)
a = Variable("a")
UP, DOWN = (1 + a) ** 2, (1 - a) ** 2
SHARES = [equal(2 * (1 + a**2) * q(1), UP), equal(2 * (1 + a**2) * q(2), DOWN)]
"""q = (1 +- c)/2 with c = 2 a/(1 + a^2)."""
MOVED = UP * g(1) ** 2 + DOWN * g(2) ** 2


def two_terms(p: Proof, body: Expr, given: Sequence[Theorem] = ()) -> Theorem:
    """sum_{k=1}^2 x_k = x_1 + x_2."""
    second, first = (p.last_term("last", body, k, m) for m in (1, 0))
    one, two = (substituted(body, {k: term(m)}) for m in (1, 2))
    return p.arith("two terms", equal(total(body, k, 2), one + two), second, first,
                   p.no_term("none", body, k), given=given)  # fmt: skip


def of_two(p: Proof, theorem: Theorem) -> Theorem:
    """The theorem with 2 for n."""
    return p.rewrite("n = 2", theorem, p.assume(TWO))


def spread(p: Proof, V: Theorem, v: Expr, whole: Theorem, order: Theorem,
           given: Sequence[Theorem] = ()) -> Theorem:  # fmt: skip
    """sqrt(2) V = v_1 - v_2 for v_1 + v_2 = 1, v_2 <= v_1."""
    half = 1 / term(2)
    one, two = (substituted(v, {k: term(m)}) for m in (1, 2))
    squares = total((v - half) ** 2, k, 2)
    sums = two_terms(p, v, given)
    added = p.arith("sum 1", equal(one + two, 1), whole, (sums, -1), given=given)
    twice = p.arith("twice", equal(2 * squares, (one - two) ** 2),
                    (two_terms(p, (v - half) ** 2, given), 2), (added, one + two - 1),
                    given=given)  # fmt: skip
    sign = p.arith("squares", 0 <= squares, (twice, -half), given=given)
    product = p.at("product", p.law("", "root of a product", 2, squares), {}, sign)
    apart = p.arith("in order", 0 <= one - two, order, given=given)
    undone = p.at("undone", p.law("", "square of a root", one - two), {}, apart)
    return p.arith("spread", equal(sqrt(2) * V.shows.lhs, one - two), (V, sqrt(2)), (product, -1),
                   p.monotone("roots", "sqrt", twice), undone, given=given)  # fmt: skip


def spread_before(p: Proof) -> Theorem:
    """sqrt(2) V(H) = q_1 - q_2."""
    V, whole, least = (of_two(p, p.fact("spectrum of a Gram matrix", w))
                       for w in ("V", "sum", "least"))  # fmt: skip
    return spread(p, V, q(k), whole, p.at("", least, {k: 1}))


ROW_OF_TWO = total(q(k) * g(k) ** 2, k, 2)


def share_of_two(k: Operand) -> Expr:
    return mean(q(k) * g(k) ** 2 / ROW_OF_TWO, "g")


def long_rows(p: Proof) -> Theorem:
    return of_two(p, of_a_state(p, p.fact("rows are not zero")))


def spread_after(p: Proof) -> Theorem:
    """sqrt(2) V(H') = p_1 - p_2."""
    V = of_two(p, p.fact("layer at d = inf", "gap"))
    whole, order = (of_two(p, of_a_state(p, t)) for t in (sum_of_shares(p), order_is_kept(p)))
    return spread(p, V, share_of_two(k), whole, p.at("", order, {k: 1}), [long_rows(p)])


def moved_shares(p: Proof) -> tuple[Theorem, Theorem, Theorem]:
    """q_k g_k^2/x = (1 +- a)^2 g_k^2/M, M = (1 + a)^2 g_1^2 + (1 - a)^2 g_2^2 > 0."""
    long, row = long_rows(p), two_terms(p, q(k) * g(k) ** 2)
    up, down = (p.assume(h) for h in SHARES)
    first, second = g(1) ** 2, g(2) ** 2
    size = 2 * (1 + a**2)
    positive = p.arith("M > 0", 0 < MOVED, (long, size), (row, size), (up, first), (down, second))
    both = first * second / (MOVED * ROW_OF_TWO)
    shares = [
        p.arith(f"share {m}", equal(q(m) * g(m) ** 2 / ROW_OF_TWO, by * g(m) ** 2 / MOVED),
                (row, -by * g(m) ** 2 / (MOVED * ROW_OF_TWO)), (up, sign * q(2) * both),
                (down, -sign * q(1) * both), given=[long, positive])
        for m, by, sign in ((1, UP, 1), (2, DOWN, -1))
    ]  # fmt: skip
    return positive, shares[0], shares[1]


def poisson(p: Proof) -> Theorem:
    """2 a (p_1 - p_2) = (1 + a^2) - (1 - a^2), the mean of the Poisson kernel being 1."""
    positive, up, down = moved_shares(p)
    kernel = p.at("the kernel", p.fact("Poisson kernel"), {x: a})
    parts = (1 + a**2, -(1 - a**2) * inside(kernel.shows.lhs))
    means = [p.expect("mean", t, "g") for t in (up, down)]
    one, two = (share_of_two(m) for m in (1, 2))
    return p.arith("the difference", equal(2 * a * (one - two), 2 * a**2),
                   (means[0], 2 * a), (means[1], -2 * a), p.linear("apart", "g", *parts),
                   (kernel, -(1 - a**2)),
                   given=[positive, long_rows(p)])  # fmt: skip


def no_difference(p: Proof) -> Theorem:
    """p_1 - p_2 = a where a = 0: q_1 = q_2, and g_1 and g_2 change places."""
    none = p.both("a = 0", p.assume(a <= 0), p.assume(0 <= a))
    (up, down), half = (p.assume(h) for h in SHARES), 1 / (2 * (1 + a**2))
    same = p.arith("q_1 = q_2", equal(q(1), q(2)), (up, half), (down, -half), (none, 4 * half))
    swap, other = (p.at("", of_two(p, of_a_state(p, p.fact("exchange of two normals", w))), {k: 1})
                   for w in ("mean", "positive"))  # fmt: skip
    long, first, other_row = long_rows(p), g(1) ** 2, other.shows.rhs
    by = -first * (ROW_OF_TWO - q(1) * (first - g(2) ** 2)) / (ROW_OF_TWO * other_row)
    pointwise = p.arith("one share", equal(q(2) * first / other_row, q(1) * first / ROW_OF_TWO),
                        (same, by), given=[long, other])  # fmt: skip
    return p.arith("no difference", equal(share_of_two(1) - share_of_two(2), a), (swap, -1),
                   (p.expect("mean", pointwise, "g"), -1), (none, -1),
                   given=[long, other])  # fmt: skip


def next_pair(p: Proof) -> Theorem:
    """sqrt(2) V(H') = a where sqrt(2) V(H) = 2 a/(1 + a^2), 0 <= a < 1."""
    cosine = p.assume(equal(sqrt(2) * gap(H), 2 * a / (1 + a**2)))
    before, long = spread_before(p), long_rows(p)
    whole = of_two(p, p.fact("spectrum of a Gram matrix", "sum"))
    added = p.arith("sum 1", equal(q(1) + q(2), 1), whole, (two_terms(p, q(k)), -1))
    size = 1 + a**2
    shares = [p.arith("shares", h, (added, size), (before, -sign * size), (cosine, sign * size))
              for h, sign in zip(SHARES, (1, -1), strict=True)]  # fmt: skip
    said = equal(share_of_two(1) - share_of_two(2), a)
    yes = p.arith("a > 0", said, (poisson(p), 1 / (2 * a)), given=[long], under=[0 < a])
    both = p.at("p_1 - p_2", p.split("either", 0 < a, yes, no_difference(p)), {}, *shares)
    return p.arith("after a layer", equal(sqrt(2) * gap(WIDE.after), a), spread_after(p), both,
                   given=[long])  # fmt: skip
