"""The proof of lemma C.3: the log Jacobian norms of all layers, from the gaps and their roots."""

from fractions import Fraction

from theory.expressions.changing import substituted
from theory.expressions.functions import log, mean, sqrt, total
from theory.expressions.jacobians import jacobian_norm, layer_jacobian
from theory.expressions.nodes import Expr, Variable, equal, term
from theory.expressions.vocabulary import ROTATED, ROTATIONS, START, X, d, k, l, n, phi
from theory.ledger import get
from verify.kernel.lemmas import gaps_and_roots as chain
from verify.kernel.lemmas import once
from verify.kernel.lemmas.drift import least_drift
from verify.kernel.lemmas.gap import of_every_state
from verify.kernel.lemmas.gradients.weights import logs_of_lemma_c_7
from verify.kernel.lemmas.one_eigenvalue import log_of_the_least_eigenvalue_at_any_gap
from verify.kernel.lemmas.rotations import falls, full_rank, state
from verify.kernel.lemmas.sums import telescoped
from verify.kernel.proof import Proof, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.meterez2024.appendix_c.hitting import initial_gap

y = Variable("y")
CHAIN, HALF = "chain 3", Fraction(1, 2)
NOW = state(l)
J = jacobian_norm(ROTATED)


def least_eigenvalue(p: Proof) -> list[Theorem]:
    """0 < lambda_min, and -log lambda_min <= d phi + sqrt(2 d phi), for every X."""
    logs = log_of_the_least_eigenvalue_at_any_gap(p)
    return [of_every_state(p, t) for t in (p.fact("least of the eigenvalues"), logs)]


def jacobian_of_a_layer(p: Proof) -> Theorem:
    """log ||J_BN(W X)|| <= (d phi + sqrt(2 d phi))/2 at every W: lambda_min is that of X (C.7)."""
    positive, logs = least_eigenvalue(p)
    taken, left, right = logs_of_lemma_c_7(p, positive)
    bound = (d * phi(X) + sqrt(2 * d * phi(X))) / 2
    return p.arith("log Jacobian", log(J) <= bound, (taken, HALF), (left, -HALF), (right, HALF),
                   (logs, HALF), given=[positive])  # fmt: skip


@once
def mean_log_jacobian(p: Proof) -> Theorem:
    """E log ||J_BN(W_l X_l)|| <= E (d phi_l + sqrt(2) sqrt(d phi_l))/2."""
    roots = p.law("", "root of a product", 2, d * phi(X))
    own = p.arith("", 0 <= d * phi(X), (chain.gap_not_negative(p, X), d), under=[1 <= d])
    split = p.at("", roots, {}, own)
    one = p.arith("", log(J) <= (d * phi(X) + sqrt(2) * sqrt(d * phi(X))) / 2,
                  jacobian_of_a_layer(p), (split, HALF))  # fmt: skip
    here = p.drawn("at layer l", one, ROTATIONS, l, full_rank(p), chain.trace_normalised(p))
    return p.expect("mean over the chain", here, CHAIN)


def slowest(p: Proof, size: Expr, factor: int) -> Theorem:
    """(1 - rho(phi_l)/f) x_l <= (1 - rho(phi_0)/f) x_l for x_l >= 0, since phi_l <= phi_0."""
    own, first = chain.gap_of_a_state(p), initial_gap(p)
    weight = size * d / (factor * d**2 * (1 + d * phi(NOW)) * (1 + d * phi(START)))
    said = size * (1 - chain.rate(NOW) / factor) <= size * (1 - chain.rate(START) / factor)
    return p.arith("slowest at the start", said, (falls(p), weight), given=[own, first],
                   under=[1 <= d])  # fmt: skip


def sum_of_gaps(p: Proof) -> Theorem:
    """rho(phi_0) sum_(k <= l) E d phi_(k-1) + E d phi_l <= d phi_0."""
    first, each = d * phi(START), mean(d * phi(state(k - 1)), CHAIN)
    after = mean(phi(chain.AFTER), "W")
    drift = p.arith("", d * after <= d * phi(X) * (1 - chain.rate(X)), (least_drift(p), d),
                    given=[chain.gap_not_negative(p, X)])  # fmt: skip
    inside = p.arith("", mean(d * phi(chain.AFTER), "W") <= drift.shows.rhs, drift,
                     given=[chain.gap_not_negative(p, X)])  # fmt: skip
    layer = chain.one_layer(p, inside)
    base = p.at("", p.arith("", d * phi(NOW) <= first, (falls(p), d), under=[1 <= d]), {l: 0})
    said = chain.rate(START) * total(each, k, l) + mean(d * phi(NOW), CHAIN) <= first
    return telescoped(p, said, each, chain.rate(START), [p.expect("", base, CHAIN)], layer,
                      p.expect("", slowest(p, d * phi(NOW), 1), CHAIN),
                      given=[initial_gap(p), chain.gap_of_a_state(p)])  # fmt: skip


def sum_of_roots(p: Proof) -> Theorem:
    """rho(phi_0)/2 sum_(k <= l) E sqrt(d phi_(k-1)) + E sqrt(d phi_l) <= sqrt(d phi_0)."""
    first, each = sqrt(d * phi(START)), mean(sqrt(d * phi(state(k - 1))), CHAIN)
    layer = chain.one_layer(p, chain.drift_of_the_root(p))
    below = p.arith("", d * phi(NOW) <= d * phi(START), (falls(p), d), under=[1 <= d])
    base = p.at("", p.monotone("", "sqrt", below, chain.gap_of_a_state(p)), {l: 0})
    said = chain.rate(START) / 2 * total(each, k, l) + mean(sqrt(d * phi(NOW)), CHAIN) <= first
    return telescoped(p, said, each, chain.rate(START) / 2, [p.expect("", base, CHAIN)], layer,
                      p.expect("", slowest(p, sqrt(d * phi(NOW)), 2), CHAIN),
                      given=[initial_gap(p), chain.gap_of_a_state(p)])  # fmt: skip


def cubic(p: Proof) -> Theorem:
    """(1 + y^2)(y^2 + 3 y)/2 + 4 <= y^6 + 8 for y >= 0."""
    said = (1 + y**2) * (y**2 + 3 * y) / 2 + 4 <= y**6 + 8
    near, far = p.box("up to 2", said, {y: (0, 2)}), p.arith("beyond 2", said, under=[2 < y])
    return p.split("cubic", y <= 2, near, far)


def bound_of_a_layer() -> Expr:
    """E (d phi_(k-1) + sqrt(2) sqrt(d phi_(k-1)))/2."""
    size = d * phi(state(k - 1))
    return (mean(size, CHAIN) + sqrt(2) * mean(sqrt(size), CHAIN)) / 2


@once
def sum_of_bounds(p: Proof) -> Theorem:
    """sum_(k <= l) E (d phi_(k-1) + sqrt(2 d phi_(k-1)))/2 <= d^5 (phi_0^3 + 1) - 4 d^2."""
    gap, root, rho = d * phi(START), sqrt(d * phi(START)), chain.rate(START)
    first, sums = initial_gap(p), total(bound_of_a_layer(), k, l)
    by_gap = p.arith(
        "by the first gap", sums <= d**2 * (1 + gap) * (gap + 3 * root) / 2,
        (sum_of_gaps(p), 1 / (2 * rho)), (sum_of_roots(p), sqrt(2) / rho),
        (root_of_two(p), root / rho), given=[first, chain.gap_of_a_state(p)], under=[2 <= d],
    )  # fmt: skip
    positive = p.arith("", 0 <= gap, (first, d), under=[1 <= d])
    square = p.at("", p.law("", "root of a square", gap), {}, positive)
    powers = gap**2 + gap * root**2 + root**4 - (1 + gap + root**2 + 3 * root) / 2
    return p.arith(
        "all layers", sums + 4 * d**2 <= d**5 * (phi(START) ** 3 + 1), by_gap,
        (p.at("cubic at the root", cubic(p), {y: root}), d**2), (square, d**2 * powers),
        under=[2 <= d],
    )  # fmt: skip


def sum_of_log_jacobians(p: Proof) -> Theorem:
    """sum_(k <= l) E log ||J_BN(W_(k-1) X_(k-1))|| <= d^5 (phi_0^3 + 1) - 4 d^2."""
    each, bound = mean(log(layer_jacobian(k - 1)), CHAIN), bound_of_a_layer()
    summed = total(each, k, l) <= total(bound, k, l)
    lasts = [p.last_term("last term", f, k, l) for f in (each, bound)]
    nones = [p.no_term("no term", f, k) for f in (each, bound)]
    base = p.arith("no layer", substituted(summed, {l: term(0)}), nones[0], (nones[1], -1))
    step = p.arith("one layer more", substituted(summed, {l: l + 1}), p.assume(summed),
                   mean_log_jacobian(p), lasts[0], (lasts[1], -1))  # fmt: skip
    bounds = sum_of_bounds(p)
    return p.arith("sum of the logs", total(each, k, l) + 4 * d**2 <= bounds.shows.rhs, bounds,
                   p.induct("layer by layer", base, step, l))  # fmt: skip


@proof("meterez2024:lemma-C.3")
def log_jacobians_of_all_layers(p: Proof) -> Theorem:
    """log ||J|| from the gap, whose sums and those of its root are geometric; 4 d^2 is left."""
    found = sum_of_log_jacobians(p)
    said = statements(get("meterez2024:lemma-C.3"))[0].shows
    return p.at("", p.arith("the claim", said, found, under=[2 <= d]), {}, wide(p))


def wide(p: Proof) -> Theorem:
    """2 <= d, as n = d >= 2."""
    return p.arith("", 2 <= d, p.assume(equal(n, d)), p.assume(2 <= n))


def root_of_two(p: Proof) -> Theorem:
    """sqrt(2) <= 3/2."""
    below = p.monotone("", "sqrt", p.arith("", term(2) <= Fraction(9, 4)))
    return p.arith("root of 2", sqrt(2) <= Fraction(3, 2), below,
                   p.law("", "square of a root", Fraction(3, 2)))  # fmt: skip
