"""The proof of lemma C.12: the gradient from layer to layer, downwards from the last."""

from theory.expressions.changing import substituted
from theory.expressions.functions import exp, log, total
from theory.expressions.jacobians import (
    DEPTH,
    GRADIENTS,
    LAYERS_ABOVE,
    L,
    frobenius,
    gradient,
    layer_jacobian,
)  # fmt: skip
from theory.expressions.nodes import equal, term
from theory.expressions.vocabulary import k, l
from verify.kernel.lemmas.gradients.weights import one_layer_down
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem


@proof("meterez2024:lemma-C.12")
def gradient_downwards(p: Proof) -> Theorem:
    """exp of the sum bounds the gradient, by induction on the number of layers; then logarithms."""
    positive, each = p.assume(GRADIENTS[-1]), LAYERS_ABOVE.entry
    last, sums = log(frobenius(gradient(L, L))), total(each, k, DEPTH)
    said = frobenius(gradient(L, L - DEPTH)) <= exp(last + sums)
    whole = p.law("", "exp of a log", frobenius(gradient(L, L)))
    empty = p.no_term("no layer", each, k)
    start = [whole, p.law("", "exp of a sum", last, empty.shows.lhs), p.monotone("", "exp", empty)]
    base = p.arith("at the last layer", substituted(said, {DEPTH: term(0)}), (start[0], -1),
                   (start[1], -1), (start[2], -exp(last)))  # fmt: skip
    J = layer_jacobian(L - DEPTH - 1)
    deeper = [p.arith("", L - DEPTH <= L, under=[0 <= DEPTH]),
              p.arith("", 0 <= L - DEPTH - 1, under=[DEPTH + 1 <= L])]  # fmt: skip
    down = p.whole("", p.at("", one_layer_down(p), {l: L - DEPTH - 1}, *deeper), L, DEPTH)
    one = p.at("", positive, {k: DEPTH + 1})
    longer = p.last_term("last layer", each, k, DEPTH)
    exponent = p.arith("", equal(last + longer.shows.lhs, last + sums + log(J)), longer)
    grown = p.monotone("", "exp", exponent)
    product = p.law("", "exp of a sum", last + sums, log(J))
    inverse = p.at("", p.law("", "exp of a log", J), {}, one)
    step = p.arith(
        "one layer more", substituted(said, {DEPTH: DEPTH + 1}), down, (p.assume(said), J),
        (grown, -1), (product, -1), (inverse, -exp(last + sums)), given=[one],
    )  # fmt: skip
    many = p.induct("all layers", base, step, DEPTH)
    logs = p.monotone("logs", "log", many, p.assume(GRADIENTS[-2]))
    undone = p.law("", "log of an exp", last + sums)
    return p.arith("the claim", logs.shows.lhs <= last + sums, logs, undone)
