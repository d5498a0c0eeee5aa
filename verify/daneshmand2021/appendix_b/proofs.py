"""Proofs of theory/daneshmand2021/appendix_b.py."""

from theory.daneshmand2021.appendix_b import DELTA, T, contraction, integrand
from theory.expressions.changing import derivative
from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt
from theory.expressions.layers import (
    DEVIATION,
    LEAST,
    NOT_NEGATIVE,
    ROW,
    SPHERE,
    SUM_ONE,
    g,
    o,
    q,
    r,
    share,
)
from theory.expressions.nodes import Expr
from theory.expressions.vocabulary import GAUSSIAN, WIDE, H, d, gap, k, n, smallest
from verify.kernel.lemmas.layers import (
    gap_from_the_smallest,
    least_of_the_mean,
    mean_contracts,
    of_a_state,
    scatter_of_a_row,
    share_on_the_sphere,
)
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem


@proof("daneshmand2021:lemma-4")
def gap_by_a_square(p: Proof) -> Theorem:
    """V <= sqrt(n(n-1)) Vhat, and n(n-1) <= (2n)^2."""
    v, positive = smallest(H), p.fact("range of Vhat", "below")
    rounded = p.arith("rounded", n * (n - 1) <= (2 * n) ** 2, under=natural(n))
    root = p.monotone("roots", "sqrt", rounded)
    undone = p.at("2n", p.law("", "square of a root", 2 * n), {}, p.assume(1 <= n))
    return p.arith("the claim", gap(H) <= 2 * n * v, gap_from_the_smallest(p), (root, v),
                   (undone, v), given=[positive])  # fmt: skip


@proof("daneshmand2021:lemma-10")
def convex_since_log_convex(p: Proof) -> Theorem:
    """g'' = g ((log g)'^2 + (log g)''), (log g)' = 3t/A - t/B, (log g)'' = 6t^2/A^2 + 2t^2/(m B^2).

    A = 1 + 2t (1/n - delta) >= 1, B = 1 + 2t (1/n + delta/m) >= 1, m = n - 1.
    """
    t, delta = T, DELTA
    value = integrand(t, n, delta)
    here = [*natural(n, 2), 0 < t, 0 <= delta]
    small = p.arith("delta <= 1/n", n * delta <= 1, (p.assume(delta <= 1 / n), n), under=here)
    positive = p.arith("A", 0 < n + 2 * t - 2 * t * n * delta, (small, 2 * t), under=here)
    second: Expr = derivative(derivative(value, delta), delta)
    return p.arith("the claim", 0 <= second, given=[positive], under=here)


def least_share(p: Proof) -> Theorem:
    """q_n (1 + 2n/(n+2) (1/n - q_n)) <= p_n: the tangent of 1/y at 1/n, and fourth moments."""
    positive, same = share_on_the_sphere(p)
    long = p.fact("rows are not zero")
    at_n, x = q(n) * o(1, n) ** 2, o(1, k) ** 2
    pointwise = p.arith("below the share", at_n * (2 * n - n**2 * SPHERE) <= q(n) * g(n) ** 2 / ROW,
                        (p.at("", same, {k: n}), -1), given=[positive, long])  # fmt: skip
    mean_of = p.expect("mean", pointwise, "g")
    second = p.haar_moment("second moment", o, n, *[(1, n)] * 2)
    fourth = p.haar_moment("fourth moment", o, n, *[(1, 1)] * 4)
    mixed = p.haar_moment("mixed moment", o, n, *[(1, 1), (1, 2)] * 2)
    beside = p.column("one beside all", q(k), x, n, k, n, "g", fourth, mixed)
    q_n, whole = q(n), p.assume(SUM_ONE)
    bound = q_n * (1 + 2 * n / (n + 2) * (1 / n - q_n)) <= share(n)
    return p.arith("p_n from below", bound, mean_of, (second, -2 * n * q_n), (beside, n**2 * q_n),
                   (whole, n * q_n / (n + 2)), given=[long])  # fmt: skip


@proof("daneshmand2021:lemma-8")
def contraction_by_a_tangent(p: Proof) -> list[Theorem]:
    """1/n - p_n <= (1 - 2n/(n+2) q_n) Vhat, Vhat = 1/n - q_n >= 0, and 2n/(n+2) >= 2/3."""
    v, below, long = 1 / n - q(n), least_share(p), p.fact("rows are not zero")
    sharp = p.arith("the sharper form", 1 / n - share(n) <= contraction(n, v, n + 2), below,
                    given=[long])  # fmt: skip
    least = p.sum("q_n is the least", p.assume(LEAST), k, n)
    at_most = p.arith("n q_n <= 1", n * q(n) <= 1, least, p.assume(SUM_ONE))
    low = p.at("", p.assume(NOT_NEGATIVE), {k: n})
    rounded = p.arith("rounded", contraction(n, v, n + 2) <= contraction(n, v, 3 * n),
                      given=[at_most, low], under=natural(n))  # fmt: skip
    said = 1 / n - share(n) <= contraction(n, v, 3 * n)
    return [p.arith("the claim", said, sharp, rounded, given=[long]), sharp]


@proof("daneshmand2021:lemma-6")
def variance_of_independent_rows(p: Proof) -> Theorem:
    """E||b b^T - E b b^T||_F^2 = 1 - ||E b b^T||_F^2 <= 1 for each of d independent rows."""
    each = scatter_of_a_row(p)
    one = p.arith("at most 1", each.shows.lhs <= 1, each)
    rows = p.sum("all rows", one, r, d)
    added = p.fact("independent rows")
    return p.arith("the claim", mean(DEVIATION, "W") <= 1 / d, added, (rows, 1 / d**2))


@proof("daneshmand2021:lemma-7")
def smallest_eigenvalue_by_weyl(p: Proof) -> Theorem:
    """|lambda_min(C) - lambda_min(E C)| <= ||C - E C||_F, and lemma 6."""
    near = p.rewrite("Weyl at p_n", p.fact("Weyl"), least_of_the_mean(p))
    squared = p.expect("mean", near, "W")
    said = squared.shows.lhs <= 1 / d
    return p.arith("the claim", said, squared, p.claim("daneshmand2021:lemma-6"),
                   given=[of_a_state(p, p.fact("rows are not zero"))])  # fmt: skip


@proof("daneshmand2021:theorem-5")
def drift_from_its_lemmas(p: Proof) -> list[Theorem]:
    """E Vhat' = (1/n - p_n) + E Z, and Z <= (sqrt(d) Z^2 + 1/sqrt(d))/2, E Z^2 <= 1/d."""
    root, below = sqrt(d), mean_contracts(p)
    long = of_a_state(p, p.fact("rows are not zero"))
    variance = p.claim("daneshmand2021:lemma-7")
    Z = smallest(GAUSSIAN.after) - (1 / n - share(n))
    positive = p.monotone("sqrt(d) >= 1", "sqrt", p.assume(1 <= d))
    pointwise = p.arith("AM-GM", Z <= (root * Z**2 + 1 / root) / 2, given=[positive, long],
                        under=natural(n))  # fmt: skip
    square = p.law("root of d", "root of a square", d)
    noise = p.arith("noise", mean(Z, "W") <= 1 / root, p.expect("mean", pointwise, "W"),
                    (variance, root / 2), (square, 1 / (2 * d * root)), given=[long])  # fmt: skip
    first = mean(smallest(GAUSSIAN.after), "W") <= contraction(n, smallest(H), 3 * n) + 1 / root
    limit = p.rewrite("at d = inf", p.fact("layer at d = inf"), least_of_the_mean(p))
    second = mean(smallest(WIDE.after), "W") <= contraction(n, smallest(H), 3 * n)
    return [
        p.arith("at a width", first, noise, below, given=[long]),
        p.arith("in the limit", second, p.expect("mean", limit, "W"), below, given=[long]),
    ]
