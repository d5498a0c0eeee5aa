"""The mean of V^2 along daneshmand2021, eq. (1), on the event A1: one layer, and all of them."""

from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import mean
from theory.expressions.layers import q, share
from theory.expressions.nodes import Expr, Relation, Variable, equal, term
from theory.expressions.vocabulary import ALPHA, GAUSSIAN, WIDE, Chain, H, d, gap, k, l, n, smallest
from verify.kernel.lemmas.averages import range_at
from verify.kernel.lemmas.distances import squared_gap
from verify.kernel.lemmas.elementary import product_of
from verify.kernel.lemmas.grams.mixing import (
    GAMMA,
    deviations_contract,
    sum_of_shares,
    sum_of_squares,
)
from verify.kernel.lemmas.layers import of_a_state
from verify.kernel.proof import Proof, inside
from verify.kernel.theorem import Theorem

RHO, LARGEST = 1 - 2 * n * ALPHA**2 / (n + 2), 1 - 1 / n
FIXED = [*natural(n), 0 < ALPHA, ALPHA <= 1]
WIDTHS = ((1 / d, [*FIXED, *natural(d)], GAUSSIAN), (term(0), FIXED, WIDE))
"""1/d, what is assumed, the chain: at a width, and in the limit."""


def rate(part: int) -> Expr:
    return (1 - WIDTHS[part][0]) * RHO**2


def limit_of_squares(p: Proof) -> Theorem:
    """E V(H')^2 = sum_k (p_k - 1/n)^2 at d = inf."""
    long, V = of_a_state(p, p.fact("rows are not zero")), p.fact("layer at d = inf", "gap")
    squares = of_a_state(p, sum_of_squares(p, share(k) - 1 / n, [p.fact("rows are not zero")]))
    undone = p.at("a root", p.law("", "root of a square", squares.shows.rhs), {}, squares)
    said = equal(gap(WIDE.after) ** 2, squares.shows.rhs)
    return p.expect("mean", p.arith("squared", said, (V, gap(WIDE.after) + V.shows.rhs), undone,
                                    given=[long]), "W")  # fmt: skip


def layer_of_squares(p: Proof, part: int) -> Theorem:
    """E V(H')^2 <= (1 - 1/d) gamma^2 V(H)^2 + (1 - 1/n)/d, with q_n = 1/n - Vhat(H)."""
    noise = WIDTHS[part][0]
    long, falls = (of_a_state(p, t) for t in (p.fact("rows are not zero"), deviations_contract(p)))
    after = limit_of_squares(p) if part else p.claim("sharp:gram-variance", 1)
    shares = [] if part else [(of_a_state(p, sum_of_shares(p)), 2 * (1 - noise) / n)]
    trace, square = p.fact("spectrum of a Gram matrix", "sum"), (1 - noise) * GAMMA**2
    made = p.arith("one layer", after.shows.lhs <= square * gap(H) ** 2 + LARGEST * noise, after,
                   (falls, 1 - noise), *shares, (squared_gap(p), -square), (trace, -2 * square / n),
                   given=[long])  # fmt: skip
    return p.rewrite("by Vhat", made, p.fact("spectrum of a Gram matrix", "Vhat"))


def gap_of_any_state(p: Proof) -> Theorem:
    """V(H)^2 <= 1 - 1/n: q_k^2 <= q_k, as q_k <= 1."""
    low, whole = (p.fact("spectrum of a Gram matrix", w) for w in ("not negative", "sum"))
    one = p.arith("q_k <= 1", q(k) <= 1, p.one_of_sum("one of them", low, k, n), whole)
    each = p.arith("its square", q(k) ** 2 <= q(k), (one, q(k)), given=[low])
    return p.arith("V^2", gap(H) ** 2 <= LARGEST, p.sum("all", each, k, n), whole, squared_gap(p))


def rates_on_the_event(p: Proof, chain: Chain, at: Expr) -> Theorem:
    """A gamma^2 <= A rho^2, as A alpha^2 <= A q_n, A^2 = A, and A (gamma + rho) >= 0."""
    A, v = chain.family("A", at), smallest(chain.at(at))
    said = ("not negative", "share", "0 or 1")
    sign, share_of, square = (p.fact("event A1", chain, which, at) for which in said)
    low = range_at(p, chain, "below", at)
    s, t = 1 - n * v - n * ALPHA**2, n + 1 + n * v - n * ALPHA**2
    apart = p.arith("rho - gamma", 0 <= A * s, (share_of, n), under=natural(n))
    both = p.arith("rho + gamma", 0 <= A * t, (share_of, n), given=[sign, low], under=natural(n))
    gamma = 1 - 2 * n * (1 / n - v) / (n + 2)
    return p.arith("rates", A * gamma**2 <= A * RHO**2,
                   (product_of(p, apart, both), 4 / (n + 2) ** 2),
                   (square, 4 * s * t / (n + 2) ** 2))  # fmt: skip


def one_layer(p: Proof, part: int) -> Theorem:
    """E A_(l+1) V_(l+2)^2 <= r E A_l V_(l+1)^2 + (1 - 1/n)/d."""
    (noise, context, chain), weight, after = WIDTHS[part], Variable("a"), l + 1
    drift = layer_of_squares(p, part)
    weighted = p.arith("weighted", mean(weight * gap(chain.after) ** 2, "W")
                       <= weight * drift.shows.rhs, (drift, weight),
                       under=[0 <= weight])  # fmt: skip
    low, high = (p.fact("event A1", chain, w, after) for w in ("not negative", "at most 1"))
    unit, falls = p.fact("states of chain 1", chain, after), p.fact("event A1", chain, "falls", l)
    layer = p.tower("one layer", weighted, chain, after, {weight: "A"}, unit, low)
    square = gap(chain.at(after)) ** 2
    pointwise = p.arith(
        "on the event", inside(layer.shows.rhs)
        <= rate(part) * chain.family("A", l) * square + LARGEST * noise,
        (rates_on_the_event(p, chain, after), (1 - noise) * square), (falls, rate(part) * square),
        (high, LARGEST * noise), under=[*context, 0 <= l],
    )  # fmt: skip
    return p.arith("contraction", layer.shows.lhs <= mean(pointwise.shows.rhs, chain.name),
                   layer, p.expect("mean over the chain", pointwise, chain.name))  # fmt: skip


def below_one(p: Proof) -> Theorem:
    """1 - r > 0, times d (n + 2)^2: 4 d n alpha^2 (n + 2 - n alpha^2) + (n + 2 - 2 n alpha^2)^2."""
    rest, size = n + 2 - 2 * n * ALPHA**2, 4 * d * n**2 * ALPHA**2 * (1 + ALPHA)
    return p.arith("r < 1", 0 < d * (n + 2) ** 2 - (d - 1) * rest**2,
                   (p.assume(ALPHA <= 1), size), p.arith("a square", 0 <= rest**2),
                   under=[*natural(n), *natural(d), 0 < ALPHA])  # fmt: skip


def square_in_depth(p: Proof, part: int) -> Theorem:
    """E A_l V_(l+1)^2 <= (1 - 1/n) (r^l + (1 - r^l)/((1 - r) d)), by induction."""
    noise, context, chain = WIDTHS[part]
    square, A, r = gap(chain.at(l + 1)) ** 2, chain.family("A", l), rate(part)
    given = [] if part else [below_one(p)]
    decay = r**l if part else r**l + (1 - r**l) * noise / (1 - r)
    bound: Relation = mean(A * square, chain.name) <= LARGEST * decay
    unit = p.fact("states of chain 1", chain, term(1))
    first = p.state("first state", gap_of_any_state(p), chain, 1, {}, unit)
    event = p.fact("event A1", chain, "at most 1", term(0))
    start = p.arith("first layer", chain.family("A", 0) * gap(chain.at(1)) ** 2 <= LARGEST,
                    (event, gap(chain.at(1)) ** 2), first)  # fmt: skip
    base = p.arith("base", substituted(bound, {l: term(0)}), p.expect("mean", start, chain.name),
                   under=context)  # fmt: skip
    step = p.arith("step", substituted(bound, {l: l + 1}), one_layer(p, part),
                   (p.assume(bound), r), given=given, under=[*context, 0 <= l])  # fmt: skip
    return p.induct("all layers", base, step, l)
