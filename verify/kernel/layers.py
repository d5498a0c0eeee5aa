"""A layer at every point of the probability space."""

from __future__ import annotations

from typing import cast

from theory.expressions.changing import T, children, free, random_in, rebuilt, substituted
from theory.expressions.nodes import Expect, Expr, Hypothesis, Node, Operand, term
from theory.expressions.vocabulary import Chain
from verify.kernel.families import Families
from verify.kernel.theorem import Rejected, Theorem, rule, signs


class Layers(Families):
    @rule
    def layer(
        self, name: str, theorem: Theorem, chain: Chain, l: Operand, *given: Theorem
    ) -> Theorem:
        """H |- R(x, x') for every state x and draw W, x' its successor, gives R(X_l, X_(l+1)).

        At every point X_(l+1) is what the draw at layer l makes of X_l. Of the draw itself nothing
        is left, and under a mean over it the successor is not that of layer l. What H says is
        ``given`` at every point.
        """
        self._premises(name, theorem, theorem, *given)
        now = self._at_layer(name, theorem, chain, l, {})

        def moved(node: T) -> T:
            return substituted(_succeeded(node, chain, chain.at(term(l) + 1)), now)

        added: frozenset[Hypothesis] = frozenset().union(*(g.assumes for g in given))
        read = signs(added, given)
        left = {h for h in map(moved, theorem.assumes) if not self._discharged(h, given, read)}
        shows = moved(theorem.shows)
        if any(chain.fresh in random_in(one) for one in (shows, *left)):
            raise Rejected(name, shows, f"it speaks of {chain.fresh}")
        return self._made(name, "one layer at every point", added | left, shows, [theorem, *given],
                          f"{chain.name}, layer {l}")  # fmt: skip

    @rule
    def drawn(
        self, name: str, theorem: Theorem, chain: Chain, l: Operand, *given: Theorem
    ) -> Theorem:
        """H |- R(x, W) for every state x and every draw W gives R(X_l, W_l) at every point.

        W_l is what is drawn at layer l. The theorem has no mean over the draw.
        """
        self._premises(name, theorem, theorem, *given)
        now = self._at_layer(name, theorem, chain, l, {})
        if any(_averages(one, chain.fresh) for one in (theorem.shows, *theorem.assumes)):
            raise Rejected(name, theorem, f"it averages over {chain.fresh}")
        draws = {v for one in (theorem.shows, *theorem.assumes) for v in free(one)
                 if v.random == chain.fresh}  # fmt: skip
        now |= {draw: chain.family(draw.name, l) for draw in draws}
        shows, kept = substituted(theorem.shows, now), self._left(theorem, now, given)
        return self._made(name, "at every point", kept, shows, [theorem, *given],
                          f"{chain.name}, layer {l}")  # fmt: skip


def _averages(node: Node, over: str) -> bool:
    own = isinstance(node, Expect) and node.over == over
    return own or any(_averages(child, over) for child in children(node))


def _succeeded(node: T, chain: Chain, new: Expr) -> T:
    if node == chain.after:
        return cast(T, new)
    if isinstance(node, Expect) and node.over == chain.fresh:
        return node
    return rebuilt(node, lambda part: _succeeded(part, chain, new))
