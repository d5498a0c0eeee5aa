"""The proof of theorem 5: lemma C.12 from a layer's weights up to the loss, and lemma C.3's sum."""

from theory.expressions.functions import log, mean, sqrt
from theory.expressions.jacobians import (
    LAST,
    LAYER,
    LIPSCHITZ,
    frobenius,
    weight_gradient,
)  # fmt: skip
from theory.expressions.vocabulary import d, k, l
from verify.kernel.lemmas import gaps_and_roots as chain
from verify.kernel.lemmas.elementary import log_below_its_tangent, x
from verify.kernel.lemmas.gradients.weights import at_layer, layers_above, log_of_the_gradient
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.meterez2024.appendix_c.summing import (
    CHAIN,
    bound_of_a_layer,
    mean_log_jacobian,
    sum_of_bounds,
    wide,
)  # fmt: skip

q, K = LAYER, LIPSCHITZ


@proof("meterez2024:theorem-5")
def gradients_at_any_depth(p: Proof) -> Theorem:
    """Of lemma C.3's sum 4 d^2 is left, more than log sqrt(d)."""
    logs, width = p.expect("mean", log_of_the_gradient(p), CHAIN), wide(p)
    before = p.whole("", p.at("", chain.gap_of_a_state(p), {l: k - 1},
                              p.arith("", 0 <= k - 1, under=[1 <= k])), k)  # fmt: skip
    bound = bound_of_a_layer()
    positive = p.arith("a bound", 0 <= bound, (p.expect("", before, CHAIN), d / 2), under=[1 <= d])
    layers = layers_above(p, mean_log_jacobian(p), bound, positive)
    sums = at_layer(p, sum_of_bounds(p), LAST)
    root = sqrt(d)
    tangent = p.at("", log_below_its_tangent(p), {x: root}, p.arith("", 0 < root, under=[1 <= d]))
    square = p.monotone("", "sqrt", p.arith("", d <= d**2, under=[1 <= d]))
    undone = p.law("", "square of a root", d)
    said = mean(log(frobenius(weight_gradient(LAST, q))), CHAIN) <= sums.shows.rhs + log(K)
    found = p.arith("the claim", said, logs, layers, sums, tangent, square, undone, under=[2 <= d])
    return p.at("", found, {}, width)
