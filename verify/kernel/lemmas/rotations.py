"""The chain (3), X_(l+1) = BN(W_l X_l), at every point: full rank, unit rows, a gap that falls."""

from theory.expressions.functions import total
from theory.expressions.nodes import Expr, Variable, equal
from theory.expressions.symbols import det, squared_row
from theory.expressions.vocabulary import ROTATED, ROTATIONS, START, bn, d, j, l, phi
from verify.kernel.lemmas import once
from verify.kernel.lemmas.drift import gap_is_not_negative
from verify.kernel.lemmas.gap import never_rises, of_every_state, rotated_rank, rotated_rows
from verify.kernel.proof import Proof
from verify.kernel.theorem import Theorem


def state(at: Expr) -> Expr:
    return ROTATIONS.at(at)


@once
def full_rank(p: Proof) -> Theorem:
    """det(X_l^T X_l) > 0 for every l, where it is so of X_0."""
    start = p.fact("start of chain 3")
    base = p.rewrite_back("full rank of X_0", p.assume(0 < det(START)), start)
    return p.induct("full rank", base, p.layer("next", rank_of_bn(p), ROTATIONS, l), l)


@once
def rank_of_bn(p: Proof) -> Theorem:
    return p.at("full rank after", p.fact("full rank", "after BN", ROTATED), {}, rotated_rank(p))


@once
def next_rank(p: Proof) -> Theorem:
    """det(X_(l+1)^T X_(l+1)) > 0."""
    return p.layer("full rank of the next", rank_of_bn(p), ROTATIONS, l, full_rank(p))


@once
def trace(p: Proof) -> Theorem:
    """X_(l+1) has d unit rows."""
    unit = p.at("unit row", p.fact("rows of BN", ROTATED), {}, rotated_rows(p))
    rows = total(squared_row(bn(ROTATED), j), j, d)
    summed = p.arith("trace of BN", equal(rows, d), p.sum("unit rows", unit, j, d))
    return p.layer("trace", summed, ROTATIONS, l, full_rank(p))


@once
def falls(p: Proof) -> Theorem:
    """phi(X_l) <= phi(X_0) at every point."""
    rank = full_rank(p)
    one = p.layer("one layer", never_rises(p), ROTATIONS, l, rank)
    before = p.assume(phi(state(l)) <= phi(START))
    step = p.arith("layers", phi(state(l + 1)) <= phi(START), one, before)
    y = Variable("y")
    above = p.rewrite_back("at layer 0", p.assume(phi(START) <= y), p.fact("start of chain 3"))
    base = p.at("no layer", above, {y: phi(START)})
    return p.induct("the gap falls", base, step, l)


@once
def falls_after(p: Proof) -> Theorem:
    """phi(X_(l+1)) <= phi(X_0)."""
    one = p.layer("one layer more", never_rises(p), ROTATIONS, l, full_rank(p))
    return p.arith("after the layer", phi(state(l + 1)) <= phi(START), one, falls(p))


@once
def gap_along_the_chain(p: Proof) -> Theorem:
    """0 <= phi(X_(l+1))."""
    positive = of_every_state(p, gap_is_not_negative(p))
    return p.state("not negative", positive, ROTATIONS, l + 1, {}, next_rank(p), trace(p))
