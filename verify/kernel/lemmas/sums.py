"""Sums over the layers, by induction."""

from collections.abc import Sequence

from theory.expressions.changing import substituted
from theory.expressions.nodes import Expr, Relation, term
from theory.expressions.vocabulary import d, k, l
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem


def telescoped(
    p: Proof,
    said: Relation,
    each: Expr,
    weight: Expr,
    base: list[Theorem],
    *layer: Theorem,
    given: Sequence[Theorem] = (),
) -> Theorem:
    """``said`` of every l, on whose left is ``weight`` times the sum of ``each`` over k = 1..l."""
    none = p.no_term("no term", each, k)
    first = p.arith("no layer", substituted(said, {l: term(0)}), *base, (none, weight),
                    given=[p.at("", g, {l: 0}) for g in given], under=[1 <= d])  # fmt: skip
    last = p.last_term("last term", each, k, l)
    step = p.arith("one layer more", substituted(said, {l: l + 1}), p.assume(said), (last, weight),
                   *layer, given=given, under=[1 <= d])  # fmt: skip
    return p.induct("all layers", first, step, l)
