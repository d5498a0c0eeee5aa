"""Proofs of theory/meterez2024/appendix_c.py."""

from fractions import Fraction

from theory.expressions.jacobians import jacobian_norm
from theory.expressions.nodes import Cases
from theory.expressions.vocabulary import SPECTRUM, X, d
from verify.kernel.lemmas.jacobian import log_jacobian
from verify.kernel.lemmas.one_eigenvalue import CONTEXT, log_of_the_least_eigenvalue
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem

SIXTEENTH = Fraction(1, 16)
GAP = d * SPECTRUM.gap


def not_zero(p: Proof) -> Theorem:
    """0 < ||J_BN(X)||, the inverse of the shortest row, for n >= 2 and positive eigenvalues."""
    rows = p.at("", p.fact("full rank", "rows"), {}, p.fact("full rank", "determinant"))
    norm = p.at("", p.claim("sharp:bn-jacobian"), {}, rows)
    shortest = p.at("", p.fact("shortest row", "positive"), {}, rows)
    return p.arith("not zero", 0 < jacobian_norm(X), (norm, -1), given=[shortest])


@proof("meterez2024:lemma-C.4")
def log_jacobian_from_the_gap(p: Proof) -> Theorem:
    """log ||J|| <= -(1/2) log lambda_min (C.7); one eigenvalue takes at most the whole gap."""
    jacobian = p.at("", log_jacobian(p), {}, p.fact("least of the eigenvalues"), not_zero(p))
    large, small = (
        p.arith("", jacobian.shows.lhs <= t.shows.rhs / 2, jacobian, (t, "1/2"), under=CONTEXT)
        for t in log_of_the_least_eigenvalue(p)
    )
    below = p.arith("below the threshold", GAP <= SIXTEENTH, (p.assume(16 * GAP <= 1), "1/16"),
                    under=CONTEXT)  # fmt: skip
    small = p.at("small", small, {}, below)
    said = jacobian.shows.lhs <= Cases(16 * GAP <= 1, small.shows.rhs, large.shows.rhs)
    return p.cases("the claim", said, small, large)
