"""Layers of a chain: a theorem about one state and one draw, at the random states of a chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from theory.expressions.changing import (
    T,
    children,
    free,
    is_plain,
    random_in,
    rebuilt,
    substituted,
)  # fmt: skip
from theory.expressions.nodes import (
    Every,
    Expect,
    Expr,
    Hypothesis,
    Node,
    Operand,
    Relation,
    Variable,
    Whole,
    term,
)  # fmt: skip
from theory.expressions.vocabulary import CHAINS, Chain
from verify.kernel.families import Families
from verify.kernel.theorem import Rejected, Theorem, rule, signs


class Layers(Families):
    @rule
    def tower(
        self, name: str, theorem: Theorem, chain: Chain, l: Operand,
        more: Mapping[Variable, str] | None = None, *given: Theorem,
    ) -> Theorem:  # fmt: skip
        """One layer at a random state: H |- E_W f(x, W) <= g(x) for every x gives E f <= E g.

        W is drawn afresh, independently of the state x: by Fubini E f(x, W) = E (E_W f)(x). The
        state becomes that of layer l, its successor that of layer l + 1, and each variable in
        ``more`` an adapted family at l. What H says of the state is ``given`` at every point. The
        theorem speaks of no family, so of nothing else that belongs to the state.
        """
        self._premises(name, theorem, theorem, *given)
        said = theorem.shows
        if not isinstance(said.lhs, Expect) or said.lhs.over != chain.fresh or said.sign == "==":
            raise Rejected(name, said, f"expected E over {chain.fresh} on the left, and <=")
        if any(chain.name in random_in(one) for one in (said, *theorem.assumes)):
            raise Rejected(name, said, f"what is random in {chain.name} may know the draw")
        now = self._at_layer(name, theorem, chain, l, more or {})
        body = substituted(_succeeded(said.lhs.body, chain, chain.at(term(l) + 1)), now)
        shows = Relation("<=", Expect(chain.name, body),
                         Expect(chain.name, substituted(said.rhs, now)))  # fmt: skip
        kept = self._left(theorem, now, given, l)
        if any({chain.fresh, chain.name} & random_in(one) for one in (shows, *kept)):
            raise Rejected(name, shows, "something is left that not every point need satisfy")
        checked = f"{chain.name}, layer {l}"
        return self._made(name, "one layer at a random state", kept, shows, [theorem, *given],
                          checked)  # fmt: skip

    @rule
    def state(
        self, name: str, theorem: Theorem, chain: Chain, l: Operand,
        more: Mapping[Variable, str] | None = None, *given: Theorem,
    ) -> Theorem:  # fmt: skip
        """H |- R for every state gives R at the state of layer l, a random one; see ``tower``."""
        self._premises(name, theorem, theorem, *given)
        now = self._at_layer(name, theorem, chain, l, more or {})
        shows, kept = substituted(theorem.shows, now), self._left(theorem, now, given, l)
        if chain.fresh in random_in(shows):
            raise Rejected(name, shows, f"it speaks of {chain.fresh}")
        return self._made(name, "at a random state", kept, shows, [theorem, *given], f"layer {l}")

    @staticmethod
    def _at_layer(
        name: str, theorem: Theorem, chain: Chain, l: Operand, more: Mapping[Variable, str]
    ) -> dict[Variable, Expr]:
        """What the variables of a theorem about one state are at layer l, which is not random."""
        if chain not in CHAINS or random_in(term(l)):
            raise Rejected(name, theorem, f"{chain.name}, layer {l}: see vocabulary.CHAINS")
        if any(v.index for one in (theorem.shows, *theorem.assumes) for v in free(one)):
            raise Rejected(name, theorem, "it speaks of families, which belong to one state")
        if not all(map(is_plain, more)) or not set(more.values()) <= set(chain.adapted):
            raise Rejected(name, theorem, f"{list(more.values())} is not adapted to {chain.name}")
        if known := free(term(l)) & {chain.state, *more}:
            raise Rejected(
                name, theorem, f"layer {l} speaks of {min(map(str, known))}, which is replaced"
            )
        return {chain.state: chain.at(l), **{v: chain.family(f, l) for v, f in more.items()}}

    def _left(
        self, theorem: Theorem, now: Mapping[Variable, Expr], given: Sequence[Theorem], l: Any,
        moved: Callable[[Any], Any] = lambda h: h,
    ) -> frozenset[Hypothesis]:  # fmt: skip
        """What is assumed of the state and not given, and what is assumed by what is given.

        And that there is a layer l: whole, from 0 on.
        """
        added: frozenset[Hypothesis] = frozenset().union(*(g.assumes for g in given))
        layer: list[Hypothesis] = [Whole(term(l)), 0 <= term(l)]
        left = [*(substituted(moved(h), now) for h in theorem.assumes), *layer]
        read = signs(added, given)
        return added | {h for h in left if not self._discharged(h, given, read)}

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
            return _succeeded(node, chain, chain.at(term(l) + 1))

        shows = substituted(moved(theorem.shows), now)
        kept = self._left(theorem, now, given, l, moved)
        if any(chain.fresh in random_in(one) for one in (shows, *kept)):
            raise Rejected(name, shows, f"it speaks of {chain.fresh}")
        return self._made(name, "one layer at every point", kept, shows, [theorem, *given],
                          f"{chain.name}, layer {l}")  # fmt: skip

    @rule
    def drawn(
        self, name: str, theorem: Theorem, chain: Chain, l: Operand, *given: Theorem
    ) -> Theorem:
        """H |- R(x, W) for every state x and every draw W gives R(X_l, W_l) at every point.

        W_l is what is drawn at layer l. The theorem has no mean over the draw, and assumes
        nothing of every draw.
        """
        self._premises(name, theorem, theorem, *given)
        now = self._at_layer(name, theorem, chain, l, {})
        if any(_averages(one, chain.fresh) for one in (theorem.shows, *theorem.assumes)):
            raise Rejected(name, theorem, f"it averages over {chain.fresh}")
        draws = {v for one in (theorem.shows, *theorem.assumes) for v in free(one)
                 if v.random == chain.fresh}  # fmt: skip
        now |= {draw: chain.family(draw.name, l) for draw in draws}
        shows, kept = substituted(theorem.shows, now), self._left(theorem, now, given, l)
        return self._made(name, "at every point", kept, shows, [theorem, *given],
                          f"{chain.name}, layer {l}")  # fmt: skip


def _at_every_draw(node: Node, fresh: str) -> bool:
    """Whether it is a mean over the draw, or says something of every draw."""
    own = isinstance(node, Expect) and node.over == fresh
    return own or (isinstance(node, Every) and node.index.name == fresh)


def _succeeded(node: T, chain: Chain, new: Expr) -> T:
    """``new`` for the successor of the state, but where it is that of every draw."""
    if node == chain.after:
        return cast(T, new)
    if _at_every_draw(node, chain.fresh):
        return node
    return rebuilt(node, lambda part: _succeeded(part, chain, new))


def _averages(node: Node, over: str) -> bool:
    return _at_every_draw(node, over) or any(_averages(child, over) for child in children(node))
