"""The gradients of the weights along the chain (3), from the Jacobians of the layers above.

q is a layer, L = q + m + 1 the last; the loss is K-Lipschitz in X_L.
"""

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
    jacobian_norm,
    layer_jacobian,
    weight_gradient,
)  # fmt: skip
from theory.expressions.nodes import Expr, equal, term
from theory.expressions.vocabulary import ROTATED, ROTATIONS, d, k, l
from verify.kernel.lemmas import gaps_and_roots as chain
from verify.kernel.lemmas import once
from verify.kernel.lemmas.gap import rotated_rows
from verify.kernel.lemmas.one_eigenvalue import LEAST
from verify.kernel.lemmas.rotations import full_rank
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem

q, m, K = LAYER, MORE, LIPSCHITZ
NEXT, CHAIN = q + 1, "chain 3"
J = jacobian_norm(ROTATED)


@once
def jacobian_is_not_zero(p: Proof) -> Theorem:
    """0 < ||J_BN(W X)||, the inverse of the shortest row."""
    rows = rotated_rows(p)
    norm = p.matrix("norm at W X", p.claim("sharp:bn-jacobian"), ROTATED, rows)
    shortest = p.matrix("", p.fact("shortest row", "positive"), ROTATED, rows)
    return p.arith("not zero", 0 < J, (norm, -1), given=[shortest])


def logs_of_lemma_c_7(p: Proof, positive: Theorem) -> tuple[Theorem, Theorem, Theorem]:
    """log ||J_BN(W X)||^2 <= log 1/lambda_min(X) at every W, and what each logarithm is.

    ``positive``: 0 < lambda_min(X), which is that of W X.
    """
    same = p.fact("Gram matrix of a rotation")
    squares = p.matrix("C.7 at W X", p.claim("meterez2024:lemma-C.7"), ROTATED,
                       p.rewrite_back("", positive, same))  # fmt: skip
    squares = p.rewrite("eigenvalues of a rotation", squares, same)
    large = jacobian_is_not_zero(p)
    taken = p.monotone("logs", "log", squares, large, positive)
    left = p.at("", p.law("", "log of a power", J, 2), {}, large)
    return taken, left, p.at("", p.law("", "log of a power", LEAST, -1), {}, positive)


def one_layer_down(p: Proof) -> Theorem:
    """||dL/dX_l|| <= ||J_BN(W_l X_l)|| ||dL/dX_(l+1)|| below the last layer L."""
    rule = p.fact("chain rule", L, l)
    pulled = rule.shows.rhs.arguments[1]  # type: ignore[attr-defined]
    norm = p.fact("norm of a rotation", l, pulled)
    kept = p.rewrite_back("norm of the gradient", norm, rule)
    above = p.fact("operator norm", *pulled.arguments)
    return p.arith("one layer", kept.shows.lhs <= above.shows.rhs, above, kept)


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


def layers_above(p: Proof, one: Theorem, bound: Expr, *positive: Theorem) -> Theorem:
    """E log ||J_q|| + sum_(k <= m) E log ||J_(q+k)||, below the bounds of layers 0..q + m.

    ``one`` bounds layer l by ``bound`` at k = l + 1, which is not negative: as it stands, or by
    ``positive``.
    """
    each, first = mean(log(layer_jacobian(q + k)), CHAIN), mean(log(layer_jacobian(q)), CHAIN)
    said = first + total(each, k, m) <= total(bound, k, q + 1 + m)
    below = [p.sum("bounds below", each_one, k, q) for each_one in positive]
    base = p.arith("layer q", substituted(said, {m: term(0)}), p.at("", one, {l: q}), *below,
                   (p.last_term("last term", bound, k, q), -1),
                   p.no_term("no term", each, k))  # fmt: skip
    count = counted(p, p.last_term("last term", bound, k, q + 1 + m), LAST)
    step = p.arith("one layer more", substituted(said, {m: m + 1}), p.assume(said),
                   at_layer(p, one, LAST), p.last_term("last term", each, k, m),
                   (count, -1))  # fmt: skip
    return p.induct("layers above", base, step, m)
