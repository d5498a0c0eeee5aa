"""The gap and its root along the chain (3), from a trace-normalised X_0 of full rank.

rho(phi) = 1/(d^2 (1 + d phi)): E phi' <= phi (1 - rho) and E sqrt(d phi') <= sqrt(d phi)(1 - rho/2)
from any X, of which no eigenvalue is spoken.
"""

from theory.expressions.functions import mean, sqrt, total
from theory.expressions.nodes import Expr, Variable, equal
from theory.expressions.symbols import squared_row
from theory.expressions.vocabulary import (
    ROTATED,
    ROTATIONS,
    TRACE_NORMALISED,
    X,
    bn,
    d,
    j,
    l,
    phi,
)  # fmt: skip
from verify.kernel.lemmas import once
from verify.kernel.lemmas.drift import least_drift
from verify.kernel.lemmas.gap import am_gm, never_rises
from verify.kernel.lemmas.rotations import full_rank, rank_of_bn, state, trace
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

y, m = Variable("y"), Variable("m")
AFTER = bn(ROTATED)


def rate(A: Expr) -> Expr:
    return 1 / (d**2 * (1 + d * phi(A)))


def gap_not_negative(p: Proof, A: Expr) -> Theorem:
    """0 <= phi(A) where det(A^T A) > 0: Hadamard, and AM-GM of the squared rows."""
    positive = p.fact("full rank", "rows", A)
    hadamard, means = p.fact("Hadamard", A), am_gm(p, squared_row(A, j), positive)
    return p.arith("gap", 0 <= phi(A), (p.fact("the gap", A), -1), (hadamard, 1 / d), means)


@once
def gap_after(p: Proof) -> Theorem:
    """0 <= phi(BN(W X))."""
    return p.at("gap after a layer", gap_not_negative(p, AFTER), {}, rank_of_bn(p))


@once
def root_below_its_tangent(p: Proof) -> Theorem:
    """sqrt(y) <= (y + m)/(2 sqrt(m)): (sqrt(y) - sqrt(m))^2 >= 0."""
    squares = [p.law("", "root of a square", v) for v in (y, m)]
    weight = 1 / (2 * sqrt(m))
    positive = p.arith("", 0 < sqrt(m), under=[0 < m])
    found = p.arith("tangent", sqrt(y) <= (y + m) / (2 * sqrt(m)), *((s, weight) for s in squares),
                    given=[positive])  # fmt: skip
    return p.at("tangent of the root", found, {}, p.arith("", 0 <= m, under=[0 < m]))


def root_of_a_positive_gap(p: Proof) -> Theorem:
    """E sqrt(d phi') <= sqrt(d phi)(1 - rho/2) where phi > 0: the tangent at d phi."""
    now, then = d * phi(X), d * phi(AFTER)
    above = p.arith("", 0 < now, under=[0 < phi(X), 2 <= d])
    after = p.arith("", 0 <= then, (gap_after(p), d), under=[2 <= d])
    tangent = p.at("tangent at the gap", root_below_its_tangent(p), {y: then, m: now}, after, above)
    averaged = p.expect("mean of the roots", tangent, "W")
    square = p.at("", p.law("", "root of a square", now), {}, above)
    weight = 1 / (2 * sqrt(now))
    return p.arith(
        "positive gap", mean(sqrt(then), "W") <= sqrt(now) * (1 - rate(X) / 2), averaged,
        (least_drift(p), d * weight), (square, (rate(X) / 2 - 1) / sqrt(now)),
        under=[0 < phi(X)],
    )  # fmt: skip


def root_of_no_gap(p: Proof) -> Theorem:
    """And where phi <= 0, so that it is 0: it never rises."""
    now, then = d * phi(X), d * phi(AFTER)
    own = gap_not_negative(p, X)
    below = p.arith("", then <= now, (never_rises(p), d), under=[2 <= d])
    roots = p.expect("roots", p.monotone("roots fall", "sqrt", below, gap_after(p)), "W")
    zero = p.both("no gap", p.assume(phi(X) <= 0), own)
    scaled = p.monotone("root of 0", "sqrt", p.arith("", equal(now, 0), (zero, d)))
    return p.arith("no gap left", mean(sqrt(then), "W") <= sqrt(now) * (1 - rate(X) / 2), roots,
                   (scaled, rate(X) / 2), given=[own], under=[2 <= d])  # fmt: skip


@once
def drift_of_the_root(p: Proof) -> Theorem:
    """E sqrt(d phi') <= sqrt(d phi)(1 - rho/2) for every X of full rank and trace d."""
    return p.split("drift of the root", phi(X) <= 0, root_of_no_gap(p), root_of_a_positive_gap(p))


@once
def trace_normalised(p: Proof) -> Theorem:
    """Every X_l has trace d, where X_0 has."""
    said = equal(total(squared_row(state(l), j), j, d), d)
    base = p.rewrite_back("trace of X_0", p.assume(TRACE_NORMALISED[3]), p.fact("start of chain 3"))
    step = p.arith("next trace", trace(p).shows, trace(p), under=[said])
    return p.induct("trace d", base, step, l)


@once
def gap_of_a_state(p: Proof) -> Theorem:
    """0 <= phi(X_l)."""
    return p.state("gap of a state", gap_not_negative(p, X), ROTATIONS, l, {}, full_rank(p))


def one_layer(p: Proof, theorem: Theorem) -> Theorem:
    """What E_W shows of every X, over the chain from layer l to l + 1."""
    return p.tower("one layer", theorem, ROTATIONS, l, {}, full_rank(p), trace_normalised(p))
