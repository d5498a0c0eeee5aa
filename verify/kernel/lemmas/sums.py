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
    counted: bool = False,
) -> Theorem:
    """``said`` of every l, on whose left is ``weight`` times the sum of ``each`` over k = 1..l.

    Where ``each`` is counted, 1 less what is not negative, that no sum is 0 can be read off.
    """
    none = [] if counted else [(p.no_term("no term", each, k), weight)]
    first = p.arith("no layer", substituted(said, {l: term(0)}), *base, *none, given=given[:1],
                    under=[1 <= d])  # fmt: skip
    last = p.last_term("last term", each, k, l)
    step = p.arith("one layer more", substituted(said, {l: l + 1}), p.assume(said), (last, weight),
                   *layer, given=given, under=[1 <= d])  # fmt: skip
    return p.induct("all layers", first, step, l)
