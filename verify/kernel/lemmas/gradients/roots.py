"""The mean log Jacobian of a layer from the mean gap: h(s), the root of h + exp(-h) - 1 = s.

a = -log lambda_min of X X^T has a + exp(-a) - 1 <= d phi. exp lies above its tangent at -h, so that
(1 - exp(-h)) a <= d phi + 1 - exp(-h) (1 + h): linear in phi, and h is concave.
"""

from theory.expressions.functions import exp, log, mean
from theory.expressions.jacobians import jacobian_norm, layer_jacobian
from theory.expressions.nodes import Expr, Variable, equal
from theory.expressions.vocabulary import ROTATED, ROTATIONS, X, d, l, phi
from theory.numerics.special import lower_root
from verify.kernel.lemmas import gaps_and_roots as chain
from verify.kernel.lemmas.elementary import exp_above_its_tangent_at, m, x
from verify.kernel.lemmas.gap import gap_of_a_spectrum, of_every_state
from verify.kernel.lemmas.gradients.weights import CHAIN, logs_of_lemma_c_7
from verify.kernel.lemmas.one_eigenvalue import (
    CONTEXT,
    LEAST,
    least_eigenvalue_takes_at_most_the_whole_gap,
)
from verify.kernel.lemmas.rotations import full_rank
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

h, s = Variable("h"), Variable("s")
J = jacobian_norm(ROTATED)


def least_eigenvalue(p: Proof) -> tuple[Theorem, Theorem]:
    """0 < lambda_min and lambda_min - 1 - log lambda_min <= d phi, for every X of trace d."""
    positive, terms = least_eigenvalue_takes_at_most_the_whole_gap(p)
    whole = p.arith("whole gap of X", terms.shows.lhs <= d * phi(X), terms,
                    (gap_of_a_spectrum(p), -d), under=CONTEXT)  # fmt: skip
    return of_every_state(p, positive), of_every_state(p, whole)


def log_of_a_jacobian(p: Proof) -> Theorem:
    """2 (1 - exp(-h)) log ||J_BN(W X)|| <= d phi + 1 - exp(-h) (1 + h) for h >= 0, at every W."""
    positive, whole = least_eigenvalue(p)
    taken, left, right = logs_of_lemma_c_7(p, positive)
    logs = p.arith("log Jacobian", 2 * log(J) <= -log(LEAST), taken, (left, -1), right,
                   given=[positive])  # fmt: skip
    tangent = p.at("tangent at -h", exp_above_its_tangent_at(p), {x: log(LEAST), m: -h})
    undone = p.at("", p.law("", "exp of a log", LEAST), {}, positive)
    below = p.monotone("", "exp", p.arith("", -h <= 0, under=[0 <= h]))
    part = p.arith("", 0 <= 1 - exp(-h), below)
    said = 2 * (1 - exp(-h)) * log(J) <= d * phi(X) + 1 - exp(-h) * (1 + h)
    return p.arith("log Jacobian by the gap", said, (logs, 1 - exp(-h)), whole, tangent, undone,
                   given=[part])  # fmt: skip


def mean_log_jacobian(p: Proof) -> Theorem:
    """E log ||J_BN(W_l X_l)|| <= h/2, where d E phi(X_l) <= s = h + exp(-h) - 1, h > 0."""
    here = p.drawn("at layer l", log_of_a_jacobian(p), ROTATIONS, l, full_rank(p),
                   chain.trace_normalised(p))  # fmt: skip
    averaged = p.expect("mean over the chain", here, CHAIN)
    gap = p.assume(d * mean(phi(ROTATIONS.at(l)), CHAIN) <= s)
    solved = p.assume(equal(h + exp(-h) - 1, s))
    below = p.monotone("", "exp", p.arith("", -h < 0, under=[0 < h]))
    part = p.arith("", 0 < 1 - exp(-h), below)
    over = 1 / (2 * (1 - exp(-h)))
    return p.arith("mean log Jacobian", mean(log(layer_jacobian(l)), CHAIN) <= h / 2,
                   (averaged, over), (gap, over), (solved, -over), given=[part],
                   under=[0 < h])  # fmt: skip


ROOT: Expr = lower_root(s)


def of_the_root(p: Proof) -> Theorem:
    """E log ||J_BN(W_l X_l)|| <= h(s)/2, where d E phi(X_l) <= s, s > 0."""
    node = ROOT.body  # type: ignore[attr-defined]
    low = p.arith("", -s <= 0, under=[0 <= s])
    high = p.arith("", 0 <= exp(-(1 + s)))
    solved = p.root("h", ROOT, "equation", low, high, 1 + s)
    solved = p.at("", solved, {}, p.arith("", 0 <= s, under=[0 < s]))
    below = p.monotone("", "exp", p.arith("", -node.index <= 0, under=[0 <= node.index]))
    own = p.at("", below, {node.index: ROOT})
    positive = p.arith("h is positive", 0 < ROOT, own, (solved, -1), under=[0 < s])
    return p.at("mean log Jacobian by the root", mean_log_jacobian(p), {h: ROOT}, positive, solved)
