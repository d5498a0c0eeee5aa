"""Proofs of theory/meterez2024/section_3_1.py.

lambda_k are the eigenvalues of X X^T, of mean 1; S = sum (lambda_k - 1)^2; w is a Haar matrix and
a_j = sum_k lambda_k w_jk^2.
"""

from fractions import Fraction

from theory.expressions.changing import substituted
from theory.expressions.functions import exp, log, mean, total
from theory.expressions.nodes import Variable, equal
from theory.expressions.vocabulary import (
    ROTATED,
    ROTATIONS,
    SPREAD,
    START,
    X,
    bn,
    d,
    j,
    k,
    l,
    lam,
    phi,
    row,
)  # fmt: skip
from theory.ledger import get
from verify.kernel.lemmas.drift import (
    LAYER,
    gap_is_not_negative,
    least_drift,
    nothing_at_width_1,
    row_below_the_width,
    spread_below_the_width,
)
from verify.kernel.lemmas.elementary import exp_above_its_tangent_at, log_below_its_tangent, m
from verify.kernel.lemmas.gap import (
    gap_as_a_mean_of_logs,
    gap_of_a_spectrum,
    of_every_state,
    rotated_rank,
)
from verify.kernel.lemmas.isometry import printed_gain
from verify.kernel.lemmas.rotations import falls_after, gap_along_the_chain, next_rank, trace
from verify.kernel.proof import Proof, inside, proved_by_slope, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem

x, y = Variable("x"), Variable("y")
a = row(j)
SPREAD_RATE = SPREAD / (2 * d**2 * (d + 2))
RATE = 1 / (d**2 * (1 + d * phi(START)))


@proof("meterez2024:corollary-4")
def second_order_bound_at_every_width(p: Proof) -> Theorem:
    """At d = 1 nothing changes and the bound is log 1; from d = 2 on to the second order."""
    no_change, no_spread = nothing_at_width_1(p)
    below = p.arith("1 - 0", 1 <= 1 - SPREAD_RATE, (no_spread, 1 / (2 * d**2 * (d + 2))))
    above = p.monotone("log of 1", "log", below)
    narrow = p.arith("d = 1", LAYER - phi(X) <= log(1 - SPREAD_RATE), no_change, above)
    two = p.law("two", "at least 2 by steps", d)
    return p.split("the claim", d <= 1, narrow, p.at("d > 1", second_order_bound(p), {}, two))


def second_order_bound(p: Proof) -> Theorem:
    """log x lies below a parabola on (0, d]; the moments of a_j; log(1-y) >= -2y."""
    tangent = proved_by_slope(
        p, "tangent", log(x) <= (x - 1) - (x - 1) ** 2 / (2 * d), x, 1, [0 < x, x <= d, 2 <= d]
    )
    above = row_below_the_width(p)
    at_a = p.at("tangent at a", tangent, {x: a}, p.fact("positive definite"), above)
    averaged = p.expect("mean", at_a, "W")
    first, second = (p.claim("meterez2024:rows-of-WX", part) for part in (0, 1))
    drift = p.arith(
        "drift", mean(log(a), "W") <= -SPREAD / (d**2 * (d + 2)),
        averaged, (first, 1 + 1 / d), (second, -1 / (2 * d)),
    )  # fmt: skip
    rate = SPREAD_RATE
    logarithm = p.box("log", -2 * y <= log(1 - y), {y: (0, "1/2")}, contact=(y, 0, 1))
    small = spread_is_small(p)
    at_rate = p.at("log at the rate", logarithm, {y: rate}, *small)
    one_row = p.arith("one row", mean(log(a), "W") <= log(1 - rate), drift, at_rate)
    all_rows = p.sum("all rows", one_row, j, d)
    change = p.expect("mean change", gap_as_a_mean_of_logs(p), "W")
    return p.arith("d >= 2", LAYER - phi(X) <= log(1 - rate),
                   change, (all_rows, 1 / d))  # fmt: skip


def spread_is_small(p: Proof) -> tuple[Theorem, Theorem]:
    """0 <= S/(2 d^2 (d+2)) <= 1/2, as S <= d^2 - d."""
    square = p.arith("a square", 0 <= (lam(k) - 1) ** 2)
    factor = 1 / (2 * d**2 * (d + 2))
    low = p.arith("not negative", 0 <= SPREAD_RATE, (p.sum("squares", square, k, d), factor),
                  under=[1 <= d])  # fmt: skip
    high = p.arith("small", SPREAD_RATE <= Fraction(1, 2), (spread_below_the_width(p), factor),
                   under=[1 <= d])  # fmt: skip
    return low, high


def one_layer(p: Proof) -> Theorem:
    """E phi(X_(l+2)) <= (1 - q) E phi(X_(l+1)), q = 1/(d^2 (1 + d phi(X_0)))."""
    drift = least_drift(p)
    here, first = phi(X), phi(START)
    step = p.arith("drift", LAYER <= here - here / (d**2 * (1 + d * here)), drift,
                   given=[of_every_state(p, gap_is_not_negative(p))])  # fmt: skip
    layer = p.tower("one layer", step, ROTATIONS, l + 1, {}, next_rank(p), trace(p))
    now, below = phi(ROTATIONS.at(l + 1)), falls_after(p)
    positive = gap_along_the_chain(p)
    initial = p.arith("phi_0", 0 <= first, positive, below)
    pointwise = p.arith("at every point", inside(layer.shows.rhs) <= (1 - RATE) * now,
                        given=[positive, below, initial], under=[2 <= d])  # fmt: skip
    return p.arith("contraction", layer.shows.lhs <= (1 - RATE) * mean(now, "chain 3"), layer,
                   p.expect("mean over the chain", pointwise, "chain 3"),
                   given=[positive, initial])  # fmt: skip


def many_layers(p: Proof, initial: Theorem) -> Theorem:
    """E phi(X_(l+1)) <= (1 - q)^l phi(X_0), by induction."""
    first = phi(START)
    bound = mean(phi(ROTATIONS.at(l + 1)), "chain 3") <= (1 - RATE) ** l * first
    base = p.at("first layer", p.expect("its mean", falls_after(p), "chain 3"), {l: 0})
    step = p.arith("step", substituted(bound, {l: l + 1}), one_layer(p),
                   (p.assume(bound), 1 - RATE), given=[initial])  # fmt: skip
    return p.induct("all layers", base, step, l)


def wide(p: Proof, initial: Theorem) -> Theorem:
    """d >= 2: (1 - q)^l = exp(l log(1 - q)) <= exp(-l q)."""
    rate = p.arith("q below 1", 0 < 1 - RATE, given=[initial], under=[2 <= d])
    power = p.at("power", p.law("", "power as exp", 1 - RATE, l), {}, rate)
    tangent = p.at("log of the rate", log_below_its_tangent(p), {x: 1 - RATE}, rate)
    exponents = p.arith("exponents", l * log(1 - RATE) <= -l * RATE, (tangent, l), under=[0 <= l],
                        given=[initial])  # fmt: skip
    exponential = p.monotone("exponentials", "exp", exponents, initial)
    first = phi(START)
    return p.arith("d >= 2", mean(phi(ROTATIONS.at(l + 1)), "chain 3") <= first * exp(-l * RATE),
                   many_layers(p, initial), (power, first), (exponential, first),
                   given=[initial])  # fmt: skip


@proof("meterez2024:theorem-1")
def contraction_at_the_least_rate(p: Proof) -> Theorem:
    """E phi_(l+1) <= (1 - q) E phi_l from l = 1 on, as phi_l <= phi_0; 1 - q <= exp(-q)."""
    first = phi(START)
    initial = p.arith("phi_0", 0 <= first, *(p.at("", t, {l: 0}) for t in
                      (gap_along_the_chain(p), falls_after(p))))  # fmt: skip
    after = p.fact("gap at width 1", X)
    none = p.expect("no gap", p.state("width 1", after, ROTATIONS, l + 1, {}, next_rank(p)),
                    "chain 3")  # fmt: skip
    said = none.shows.lhs <= first * exp(-l * RATE)
    narrow = p.arith("d = 1", said, none, given=[initial])
    two = p.law("two", "at least 2 by steps", d)
    return p.split("the claim", d <= 1, narrow, p.at("d > 1", wide(p, initial), {}, two))


@proof("meterez2024:lemma-2")
def geometric_below_arithmetic_mean_rotated(p: Proof) -> Theorem:
    """Lemma A.1 for W X, whose gap is that of X."""
    gap = p.fact("the gap", X)
    minus = p.arith("minus the gap of X", equal(-gap.shows.rhs, -phi(ROTATED)), gap,
                    p.fact("gap of a rotation"))  # fmt: skip
    before = p.monotone("isometry of X", "exp", minus)
    said = statements(get("meterez2024:lemma-2"))[0].shows
    return printed_gain(p, ROTATED, said, before, rotated_rank(p))


@proof("meterez2024:theorem-3")
def jensen_from_corollary_4(p: Proof) -> Theorem:
    """E exp(-phi') >= exp(-E phi'), by the tangent of exp at the mean; then corollary 4."""
    after = -phi(bn(ROTATED))
    there = p.at("at the gap", exp_above_its_tangent_at(p), {x: after, m: mean(after, "W")})
    jensen = p.expect("Jensen", there, "W")
    drift, own = p.claim("meterez2024:corollary-4"), gap_of_a_spectrum(p)
    rate, small = SPREAD_RATE, spread_is_small(p)
    left = p.arith("what is left", 0 < 1 - rate, small[1])
    exponents = p.arith("exponents", -own.shows.rhs - log(1 - rate) <= mean(after, "W"), drift, own)
    grown = p.monotone("exponentials", "exp", exponents)
    product = p.law("product", "exp of a sum", -own.shows.rhs, -log(1 - rate))
    inverse = p.at("inverse", p.law("", "power as exp", 1 - rate, -1), {}, left)
    over = p.arith("denominator",
                   0 < 2 * d**2 * (d + 2) - total((lam(k) - 1) ** 2, k, d),
                   (left, 2 * d**2 * (d + 2)))  # fmt: skip
    return p.arith("the claim", statements(get("meterez2024:theorem-3"))[0].shows, jensen, grown,
                   (product, -1), (inverse, exp(-own.shows.rhs)), given=[over])  # fmt: skip
