"""The proof of lemma C.3: the log Jacobian norms of all layers, from the gaps and their roots."""

from fractions import Fraction

from theory.expressions.functions import log, mean, sqrt, total
from theory.expressions.jacobians import jacobian_norm
from theory.expressions.nodes import Variable, equal
from theory.expressions.symbols import gram
from theory.expressions.vocabulary import ROTATED, ROTATIONS, START, X, d, k, l, phi
from verify.kernel.lemmas import gaps_and_roots as chain
from verify.kernel.lemmas.gap import gap_of_a_spectrum, of_every_state, rotated_rows
from verify.kernel.lemmas.one_eigenvalue import LEAST, log_of_the_least_eigenvalue_at_any_gap
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

CHAIN, HALF = "chain 3", Fraction(1, 2)
J = jacobian_norm(ROTATED)


def least_eigenvalue(p: Proof) -> list[Theorem]:
    """0 < lambda_min, and -log lambda_min <= d phi + sqrt(2 d phi), for every X."""
    logs = log_of_the_least_eigenvalue_at_any_gap(p)
    return [of_every_state(p, t) for t in (p.fact("least of the eigenvalues"), logs)]


def jacobian_of_a_layer(p: Proof) -> Theorem:
    """log ||J_BN(W X)|| <= (d phi + sqrt(2 d phi))/2 at every W: lambda_min is that of X (C.7)."""
    positive, logs = least_eigenvalue(p)
    same = p.fact("Gram matrix of a rotation")
    squares = p.matrix("C.7 at W X", p.claim("meterez2024:lemma-C.7"), ROTATED,
                       p.rewrite_back("", positive, same))  # fmt: skip
    squares = p.rewrite("eigenvalues of a rotation", squares, same)
    rows = rotated_rows(p)
    norm = p.matrix("norm at W X", p.claim("sharp:bn-jacobian"), ROTATED, rows)
    shortest = p.matrix("", p.fact("shortest row", "positive"), ROTATED, rows)
    large = p.arith("not zero", 0 < J, (norm, -1), given=[shortest])
    taken = p.monotone("logs", "log", squares, large, positive)
    left = p.at("", p.law("", "log of a power", J, 2), {}, large)
    right = p.at("", p.law("", "log of a power", LEAST, -1), {}, positive)
    bound = (d * phi(X) + sqrt(2 * d * phi(X))) / 2
    return p.arith("log Jacobian", log(J) <= bound, (taken, HALF), (left, -HALF), (right, HALF),
                   (logs, HALF), given=[positive])  # fmt: skip


def mean_log_jacobian(p: Proof) -> Theorem:
    """E log ||J_BN(W_l X_l)|| <= E (d phi_l + sqrt(2) sqrt(d phi_l))/2."""
    roots = p.law("", "root of a product", 2, d * phi(X))
    own = p.arith("", 0 <= d * phi(X), (chain.gap_not_negative(p, X), d), under=[1 <= d])
    split = p.at("", roots, {}, own)
    one = p.arith("", log(J) <= (d * phi(X) + sqrt(2) * sqrt(d * phi(X))) / 2,
                  jacobian_of_a_layer(p), (split, HALF))  # fmt: skip
    averaged = p.expect("mean over W", one, "W")
    here = p.state("at layer l", averaged, ROTATIONS, l, {}, chain.full_rank(p),
                   chain.trace_normalised(p))  # fmt: skip
    over = p.expect("mean over the chain", here, CHAIN)
    drawn = p.fact("fresh rotation", l)
    return p.arith("layer l", drawn.shows.lhs <= over.shows.rhs, drawn, over)
