"""One layer of daneshmand2021, eq. (1): shares of a Gaussian row, the spectrum, the mean of C."""

from theory.daneshmand2021.appendix_b import contraction
from theory.expressions.formal import natural
from theory.expressions.functions import mean, sqrt, total
from theory.expressions.layers import (
    DEVIATION,
    LEAST,
    NOT_NEGATIVE,
    ROW,
    SPHERE,
    SUM_ONE,
    R,
    b,
    g,
    i,
    o,
    q,
    r,
    scatter,
    share,
)
from theory.expressions.nodes import Expr, equal
from theory.expressions.vocabulary import GAUSSIAN, WIDE, H, d, gap, j, k, n, smallest
from verify.kernel.proof import Proof
from verify.kernel.textbooks.layers import LEAST_MEAN, eta, exchanged
from verify.kernel.theorem import Theorem


def row_in_polar_coordinates(p: Proof) -> tuple[Theorem, Theorem]:
    """g_k^2 = R^2 o_1k^2, and sum q_i g_i^2 = R^2 sum q_i o_1i^2."""
    direction = p.fact("polar coordinates", "direction")
    square = p.arith("squares", equal(g(k) ** 2, R**2 * o(1, k) ** 2),
                     (direction, g(k) + R * o(1, k)))  # fmt: skip
    each = p.arith("each", equal(q(k) * g(k) ** 2, q(k) * R**2 * o(1, k) ** 2), (square, q(k)))
    return square, p.sum("the row", each, k, n)


def share_on_the_sphere(p: Proof) -> tuple[Theorem, Theorem]:
    """q_k g_k^2/sum q_i g_i^2 = q_k o_1k^2/sum q_i o_1i^2: the length cancels."""
    square, rows = row_in_polar_coordinates(p)
    length, long = p.fact("polar coordinates", "length"), p.fact("rows are not zero")
    positive = p.arith("positive", 0 < SPHERE, (long, 1 / R**2), (rows, 1 / R**2), given=[length])
    said = equal(q(k) * g(k) ** 2 / ROW, q(k) * o(1, k) ** 2 / SPHERE)
    return positive, p.arith(
        "the length cancels", said, (square, q(k) / ROW),
        (rows, -q(k) * o(1, k) ** 2 / (ROW * SPHERE)), given=[long, positive],
    )  # fmt: skip


def squares_of_a_row(p: Proof) -> Theorem:
    """sum_ij (b_ri b_rj)^2 = (sum_i b_ri^2)^2 = 1, in the mean too."""
    unit = p.fact("rows of a layer")
    inner = p.arith("one column", equal(total((b(r, i) * b(r, j)) ** 2, i, n), b(r, j) ** 2),
                    (unit, b(r, j) ** 2))  # fmt: skip
    summed = p.sum("all columns", inner, j, n)
    return p.expect("mean", p.arith("whole", equal(summed.shows.lhs, 1), summed, unit), "W")


def of_a_state(p: Proof, theorem: Theorem) -> Theorem:
    """What is shown of q_k >= 0 of sum 1, q_n the least, holds of the eigenvalues of H^T H."""
    parts = [("sum", SUM_ONE), ("not negative", NOT_NEGATIVE), ("least", LEAST)]
    facts = [p.fact("spectrum of a Gram matrix", w) for w, h in parts if h in theorem.assumes]
    return p.at("the eigenvalues of H^T H", theorem, {}, *facts)


def order_is_kept(p: Proof) -> Theorem:
    """p_n <= p_k: with g_k and g_n exchanged p_n = E q_n g_k^2/x', and q_n/x' <= q_k/x.

    q_k x' - q_n x = (q_k - q_n) (x - q_k g_k^2 + q_k g_n^2), and x >= q_k g_k^2.
    """
    long = p.fact("rows are not zero")
    swap, other = (p.fact("exchange of two normals", w) for w in ("mean", "positive"))
    low, least = p.assume(NOT_NEGATIVE), p.assume(LEAST)
    each = p.arith("a term", 0 <= q(k) * g(k) ** 2, given=[low])
    part = p.one_of_sum("one term", each, k, n)
    pointwise = p.arith(
        "pointwise", q(n) * g(k) ** 2 / exchanged(k) <= q(k) * g(k) ** 2 / ROW,
        (part, (q(k) - q(n)) * g(k) ** 2 / (ROW * exchanged(k))), given=[long, other, least],
    )  # fmt: skip
    return p.arith("p_n <= p_k", share(n) <= share(k), swap, p.expect("mean", pointwise, "g"),
                   given=[long, other])  # fmt: skip


def least_of_the_mean(p: Proof) -> Theorem:
    """lambda_min(E C) = p_n: E C = diag(p_k), and p_n is the least."""
    parts = ("eigenvector", "unit", "entry")
    vector, unit, entry = (p.fact("mean of C", which) for which in parts)
    order, long = order_is_kept(p), p.fact("rows are not zero")
    weight = eta(k) ** 2
    each = p.arith(
        "weighted", share(n) * weight <= share(k) * weight, (order, weight), given=[long]
    )
    above = p.arith("p_n from above", share(n) <= LEAST_MEAN, p.sum("all", each, k, n),
                    (unit, -share(n)), (vector, -1), given=[long])  # fmt: skip
    return of_a_state(p, p.both("least", entry, above))


def scatter_of_a_row(p: Proof) -> Theorem:
    """E||b b^T - E b b^T||_F^2 = 1 - ||E b b^T||_F^2."""
    z = b(r, i) * b(r, j)
    linear = p.mean_of_sum("linear", b(r, j), mean(z, "W") * b(r, i), i, n, "W")
    cross = p.sum("E b b^T beside b b^T", linear, j, n)
    square = total(total(mean(z, "W") ** 2, i, n), j, n)
    return p.arith("one row", equal(mean(scatter(z), "W"), 1 - square), squares_of_a_row(p),
                   (cross, -2))  # fmt: skip


def mean_of_a_row(p: Proof) -> Theorem:
    """1/n <= ||E b b^T||_F^2: its diagonal has sum 1, and m^2 >= 2 m/n - 1/n^2."""
    m = mean(b(r, i) * b(r, j), "W")
    diagonal = mean(b(r, j) ** 2, "W")
    one = p.one_of_sum("one entry", p.arith("a square", 0 <= m**2), i, n)
    tangent = p.arith("tangent", 2 * diagonal / n - 1 / n**2 <= total(m**2, i, n),
                      p.at("on the diagonal", one, {i: j}), under=natural(n))  # fmt: skip
    whole = p.expect("trace", p.fact("rows of a layer"), "W")
    return p.arith("the mean is spread", 1 / n <= total(total(m**2, i, n), j, n),
                   p.sum("all entries", tangent, j, n), (whole, -2 / n))  # fmt: skip


def variance_of_c(p: Proof) -> Theorem:
    """E||C - E C||_F^2 <= (1 - 1/n)/d: lemma 6 with the constant that its proof gives."""
    each = p.arith("one row", scatter_of_a_row(p).shows.lhs <= 1 - 1 / n, scatter_of_a_row(p),
                   mean_of_a_row(p))  # fmt: skip
    rows = p.sum("all rows", each, r, d)
    return p.arith("variance of C", mean(DEVIATION, "W") <= (n - 1) / (n * d),
                   p.fact("independent rows"), (rows, 1 / d**2))  # fmt: skip


def mean_contracts(p: Proof, part: int = 0) -> Theorem:
    """1/n - p_n <= (1 - c (1/n - Vhat)) Vhat: lemma 8 at the eigenvalues of H^T H."""
    v, other = smallest(H), 1 / n - q(n)
    contracts = of_a_state(p, p.claim("daneshmand2021:lemma-8", part))
    value, below = p.fact("spectrum of a Gram matrix", "Vhat"), (3 * n, n + 2)[part]
    slope = 1 - 2 / below + 2 * n / below * (v + other)
    same = p.arith("the same", equal(contraction(n, other, below), contraction(n, v, below)),
                   (value, -slope), under=natural(n))  # fmt: skip
    return p.arith("at Vhat(H)", contracts.shows.lhs <= contraction(n, v, below), contracts, same,
                   given=[of_a_state(p, p.fact("rows are not zero"))])  # fmt: skip


def root_of_a_variance(p: Proof, Z: Expr, variance: Theorem, given: list[Theorem]) -> Theorem:
    """E Z^2 <= v gives E Z <= sqrt(v): (E Z)^2 <= E Z^2, as E (Z - E Z)^2 >= 0."""
    z = mean(Z, "W")
    square = p.expect("spread", p.arith("a square", 0 <= (Z - z) ** 2, given=given), "W")
    below = p.arith("(E Z)^2", z**2 <= variance.shows.rhs, square, variance, given=given)
    root = p.monotone("root", "sqrt", below, *given)
    above, squares = (
        p.law("", w, z) for w in ("absolute value above", "absolute value of a square")
    )
    size = p.at("", p.law("", "square of a root", abs(z)), {}, *given)
    same = p.monotone("root of the square", "sqrt", squares)
    return p.arith("E Z", z <= root.shows.rhs, above, (size, -1), same, root, given=given)


def sharper_drift(p: Proof) -> list[Theorem]:
    """E Vhat' <= (1 - 2n/(n+2) (1/n - Vhat)) Vhat + sqrt((1 - 1/n)/d), and without noise at inf."""
    below, least = mean_contracts(p, 1), least_of_the_mean(p)
    long = of_a_state(p, p.fact("rows are not zero"))
    near = p.rewrite("Weyl at p_n", p.fact("Weyl"), least)
    Z = smallest(GAUSSIAN.after) - (1 / n - share(n))
    variance = p.arith("lemma 7, sharper", mean(Z**2, "W") <= (n - 1) / (n * d),
                       p.expect("mean", near, "W"), variance_of_c(p), given=[long])  # fmt: skip
    noise = root_of_a_variance(p, Z, variance, [long])
    limit = p.rewrite("at d = inf", p.fact("layer at d = inf"), least)
    after = [mean(smallest(chain.after), "W") for chain in (GAUSSIAN, WIDE)]
    bound = below.shows.rhs
    last = p.expect("mean", limit, "W")
    return [
        p.arith("at a width", after[0] <= bound + noise.shows.rhs, noise, below, given=[long]),
        p.arith("in the limit", after[1] <= bound, last, below, given=[long]),
    ]


def limit_contracts(p: Proof) -> Theorem:
    """Vhat of the limit layer of H is at most (1 - 2n/(n+2) (1/n - Vhat)) Vhat."""
    below, long = mean_contracts(p, 1), of_a_state(p, p.fact("rows are not zero"))
    limit = p.rewrite("at d = inf", p.fact("layer at d = inf"), least_of_the_mean(p))
    return p.arith("in the limit", smallest(WIDE.after) <= below.shows.rhs, limit, below,
                   given=[long])  # fmt: skip


def gap_from_the_smallest(p: Proof) -> Theorem:
    """V <= sqrt(n(n-1)) Vhat: x_k = n q_k - 1 + n Vhat >= 0, sum x_k = n^2 Vhat, squares below."""
    v, x = smallest(H), n * q(k) - 1 + n * smallest(H)
    parts = ("sum", "least", "Vhat", "V")
    whole, least, share_n, V = (p.fact("spectrum of a Gram matrix", which) for which in parts)
    positive = p.arith("not negative", 0 <= x, (least, n), (share_n, -n))
    one = p.one_of_sum("one of them", positive, k, n)
    below = p.arith("one is at most the sum", x <= n**2 * v, one, (whole, n))
    square = p.arith("its square", x**2 <= n**2 * v * x, (below, x), given=[positive])
    deviations = total((q(k) - 1 / n) ** 2, k, n)
    bound = p.arith("squared", deviations <= n * (n - 1) * v**2,
                    (p.sum("all squares", square, k, n), 1 / n**2),
                    (whole, n * v - 2 * v))  # fmt: skip
    each = p.sum("squares", p.arith("a square", 0 <= (n * q(k) - 1) ** 2), k, n)
    expanded = n * total(q(k) ** 2, k, n) - 2 * total(q(k), k, n) + 1
    sign = p.arith("", 0 <= expanded, (each, 1 / n), under=natural(n))
    root = p.monotone("roots", "sqrt", bound, sign)
    size, low = n * (n - 1), p.fact("range of Vhat", "below")
    law = p.law("", "root of a product", size, v**2)
    product = p.at("product", law, {}, p.arith("", 0 <= size, under=natural(n)))
    undone = p.at("root of a square", p.law("", "square of a root", v), {}, low)
    return p.arith("V from Vhat", gap(H) <= sqrt(size) * v, V, root, product, (undone, sqrt(size)))
