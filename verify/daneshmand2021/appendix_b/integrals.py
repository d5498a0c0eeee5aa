"""The proof of daneshmand2021, lemma 9: shares as integrals."""

from theory.expressions.functions import exp, mean, total
from theory.expressions.layers import NOT_NEGATIVE, g, q, share
from theory.expressions.nodes import equal
from theory.expressions.partial import T, integral
from theory.expressions.vocabulary import j, k, n
from theory.ledger import get
from verify.kernel.proof import Proof, statements
from verify.kernel.registry import proof
from verify.kernel.textbooks.integrals import x
from verify.kernel.theorem import Theorem


@proof("daneshmand2021:lemma-9")
def shares_as_integrals(p: Proof) -> Theorem:
    """q_j g_j^2/x = int q_j g_j^2 exp(-t x) dt, x = sum_i q_i g_i^2, and Tonelli."""
    row, square = total(q(k) * g(k) ** 2, k, n), q(j) * g(j) ** 2
    positive = p.fact("rows are not zero")
    f = square * exp(-row * T)
    inverse = p.at("1/x", p.fact("integral of an exponential"), {x: row}, positive)
    whole = p.arith("a share", equal(integral(f), square / row), (inverse, square),
                    given=[positive])  # fmt: skip
    weight = p.assume(NOT_NEGATIVE)
    terms = p.arith("one square", 0 <= q(k) * g(k) ** 2, given=[weight])
    one = p.at("one of them", p.one_of_sum("one of the squares", terms, k, n), {k: j})
    bounded = p.arith("at most 1", integral(f) <= 1, whole, (one, 1 / row), given=[positive])
    sign = p.arith("not negative", 0 <= f, given=[p.at("", weight, {k: j})])
    swapped = p.swap("exchanged", sign, bounded, "g")
    scaled = p.arith("times t", 0 <= T * q(k), given=[weight])
    fact = p.fact("Gaussian transform", "square", T * q(k), k, n)
    moved = p.at("Gaussian transform", fact, {}, scaled)
    value = q(j) * moved.shows.rhs
    at_t = p.arith("mean at t", equal(mean(f, "g"), value), (moved, q(j)))
    means = p.integrate("integrated", at_t)
    shares = p.expect("mean share", whole, "g")
    found = p.arith("shares", equal(share(j), means.shows.rhs), (shares, -1), swapped, means,
                    given=[positive])  # fmt: skip
    each = p.at("the k-th", found, {j: k})
    return p.arith("the claim", statements(get("daneshmand2021:lemma-9"))[0].shows, each,
                   given=[positive])  # fmt: skip
