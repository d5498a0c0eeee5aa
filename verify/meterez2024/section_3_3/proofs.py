"""The proof of theorem 5: lemma C.12 from a layer's weights up to the loss, and lemma C.3's sum."""

from theory.expressions.changing import substituted
from theory.expressions.functions import exp, log, mean, sqrt, total
from theory.expressions.jacobians import (
    LAST,
    LAYER,
    LIPSCHITZ,
    MORE,
    OF_A_LOSS,
    L,
    frobenius,
    gradient,
    layer_jacobian,
    weight_gradient,
)  # fmt: skip
from theory.expressions.nodes import Expr, equal, term
from theory.expressions.vocabulary import ROTATIONS, d, k, l
from verify.kernel.lemmas import gaps_and_roots as chain
from verify.kernel.lemmas import once
from verify.kernel.lemmas.elementary import log_below_its_tangent, x
from verify.kernel.lemmas.rotations import full_rank
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.meterez2024.appendix_c.gradients import one_layer_down
from verify.meterez2024.appendix_c.summing import (
    CHAIN,
    bound_of_a_layer,
    jacobian_is_not_zero,
    mean_log_jacobian,
    sum_of_bounds,
    wide,
)  # fmt: skip

q, m, K = LAYER, MORE, LIPSCHITZ
NEXT = q + 1


def at_layer(p: Proof, theorem: Theorem, layer: Expr) -> Theorem:
    """A theorem about layer l at a later one, q, m >= 0."""
    return counted(p, p.at("", theorem, {l: layer}), layer)


def counted(p: Proof, theorem: Theorem, layer: Expr) -> Theorem:
    """That a layer is a whole number, and not negative, follows from q, m >= 0."""
    positive = p.arith("", 0 <= layer, under=[0 <= q, 0 <= m])
    return p.whole("", p.at("", theorem, {}, positive), q, m)


@once
def not_zero(p: Proof) -> Theorem:
    """0 < ||J_BN(W_l X_l)||."""
    return p.drawn("Jacobian of layer l", jacobian_is_not_zero(p), ROTATIONS, l, full_rank(p))


def up_to_the_loss(p: Proof) -> Theorem:
    """||dL/dX_(q+1)|| <= exp(sum_(k <= m) log ||J_(q+k)||) ||dL/dX_(q+m+1)||, q+m+1 <= L."""
    each = log(layer_jacobian(q + k))
    sums, J = total(each, k, m), layer_jacobian(LAST)
    first, here = frobenius(gradient(L, NEXT)), frobenius(gradient(L, LAST))
    said = first <= exp(sums) * here
    empty = p.monotone("", "exp", p.no_term("no layer", each, k))
    base = p.arith("no layer above", substituted(said, {m: term(0)}),
                   (empty, -first))  # fmt: skip
    down = at_layer(p, one_layer_down(p), LAST)
    longer = p.monotone("", "exp", p.last_term("last layer", each, k, m))
    product = p.law("", "exp of a sum", sums, log(J))
    positive = at_layer(p, not_zero(p), LAST)
    inverse = p.at("", p.law("", "exp of a log", J), {}, positive)
    size = frobenius(gradient(L, LAST + 1))
    step = p.arith(
        "one layer more", substituted(said, {m: m + 1}), p.assume(said), (down, exp(sums)),
        (longer, -size), (product, -size), (inverse, -exp(sums) * size),
    )  # fmt: skip
    many = p.induct("up to the loss", base, step, m)
    return p.whole("", p.at("", many, {L: LAST}), q, m)


def weights(p: Proof) -> Theorem:
    """||dL/dW_q|| <= sqrt(d) ||J_q|| ||dL/dX_(q+1)||."""
    below = p.arith("", NEXT <= LAST, under=[0 <= m])
    rule = p.at("", p.fact("gradient of the weights", L, q), {L: LAST}, below)
    rule = p.whole("", rule, q, m)
    pulled = rule.shows.rhs.arguments[0]  # type: ignore[attr-defined]
    state = ROTATIONS.at(q)
    product = p.fact("norm of a product", "product", pulled, state)
    product = p.rewrite_back("norm of the gradient", product, rule)
    above = p.fact("operator norm", *pulled.arguments)
    sign = p.fact("norm of a product", "sign", state, state)
    rows = p.arith("", equal(frobenius(state) ** 2, d), p.fact("norm by rows", q),
                   p.at("", chain.trace_normalised(p), {l: q}))  # fmt: skip
    root = p.monotone("", "sqrt", rows)
    undone = p.at("", p.law("", "square of a root", frobenius(state)), {}, sign)
    length = p.arith("length", equal(frobenius(state), sqrt(d)), root, (undone, -1))
    return p.arith(
        "gradient of the weights", frobenius(weight_gradient(LAST, q)) <= sqrt(d) * above.shows.rhs,
        product, (above, sqrt(d)), (length, frobenius(pulled)),
    )  # fmt: skip


def log_of_the_gradient(p: Proof) -> Theorem:
    """log ||dL/dW_q|| <= log sqrt(d) + log ||J_q|| + sum_(k <= m) log ||J_(q+k)|| + log K."""
    root, J, sums = sqrt(d), layer_jacobian(q), total(log(layer_jacobian(q + k)), k, m)
    parts = [log(root), log(J), sums, log(K)]
    two, three, four = (sum(parts[1:n], parts[0]) for n in (2, 3, 4))
    splits = [p.law("", "exp of a sum", *pair) for pair in
              ((three, parts[3]), (two, sums), (parts[0], parts[1]))]  # fmt: skip
    positive = p.at("", not_zero(p), {l: q})
    inverses = [p.at("", p.law("", "exp of a log", x), {}, *given) for x, given in
                ((root, [p.arith("", 0 < root, under=[1 <= d])]), (J, [positive]),
                 (K, []))]  # fmt: skip
    last, S = exp(parts[3]), exp(sums)
    whole = p.arith(
        "product", equal(exp(four), root * J * S * K), splits[0], (splits[1], last),
        (splits[2], S * last), (inverses[0], exp(parts[1]) * S * last),
        (inverses[1], root * S * last), (inverses[2], root * J * S),
    )  # fmt: skip
    lipschitz, nowhere = (p.assume(h) for h in OF_A_LOSS[-2:])
    bounded = p.arith(
        "gradient", frobenius(weight_gradient(LAST, q)) <= exp(four), weights(p),
        (up_to_the_loss(p), root * J), (lipschitz, root * J * S), (whole, -1), given=[positive],
    )  # fmt: skip
    logs = p.monotone("logs", "log", bounded, nowhere)
    return p.arith("log of the gradient", logs.shows.lhs <= four, logs,
                   p.law("", "log of an exp", four))  # fmt: skip


def layers_above(p: Proof) -> Theorem:
    """E log ||J_q|| + sum_(k <= m) E log ||J_(q+k)||, below the bounds of layers 0..q + m."""
    each, bound = mean(log(layer_jacobian(q + k)), CHAIN), bound_of_a_layer()
    one, first = mean_log_jacobian(p), mean(log(layer_jacobian(q)), CHAIN)
    said = first + total(each, k, m) <= total(bound, k, q + 1 + m)
    before = p.whole("", p.at("", chain.gap_of_a_state(p), {l: k - 1},
                              p.arith("", 0 <= k - 1, under=[1 <= k])), k)  # fmt: skip
    gap = p.expect("", before, CHAIN)
    term_of_sum = p.arith("a bound", 0 <= bound, (gap, d / 2), under=[1 <= d])
    below = p.sum("bounds below", term_of_sum, k, q)
    base = p.arith("layer q", substituted(said, {m: term(0)}), p.at("", one, {l: q}), below,
                   (p.last_term("last term", bound, k, q), -1),
                   p.no_term("no term", each, k))  # fmt: skip
    count = counted(p, p.last_term("last term", bound, k, q + 1 + m), LAST)
    step = p.arith("one layer more", substituted(said, {m: m + 1}), p.assume(said),
                   at_layer(p, one, LAST), p.last_term("last term", each, k, m),
                   (count, -1))  # fmt: skip
    return p.induct("layers above", base, step, m)


@proof("meterez2024:theorem-5")
def gradients_at_any_depth(p: Proof) -> Theorem:
    """Of lemma C.3's sum 4 d^2 is left, more than log sqrt(d)."""
    logs, width = p.expect("mean", log_of_the_gradient(p), CHAIN), wide(p)
    layers, sums = layers_above(p), at_layer(p, sum_of_bounds(p), LAST)
    root = sqrt(d)
    tangent = p.at("", log_below_its_tangent(p), {x: root}, p.arith("", 0 < root, under=[1 <= d]))
    square = p.monotone("", "sqrt", p.arith("", d <= d**2, under=[1 <= d]))
    undone = p.law("", "square of a root", d)
    bound = sums.shows.rhs + log(K)
    said = mean(log(frobenius(weight_gradient(LAST, q))), CHAIN) <= bound
    found = p.arith("the claim", said, logs, layers, sums, tangent, square, undone, under=[2 <= d])
    return p.at("", found, {}, width)
