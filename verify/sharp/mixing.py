"""Checks of theory/sharp/mixing.py: lemma 8 over depth."""

import mpmath

from theory.daneshmand2021.appendix_b import contraction
from theory.expressions.changing import substituted
from theory.expressions.formal import natural
from theory.expressions.functions import sqrt
from theory.expressions.nodes import term
from theory.expressions.vocabulary import WIDE, gap, l, n, smallest
from verify.chains.limit import STARTS, gap_of, limit_chain, v_hat_of
from verify.kernel.lemmas.averages import range_at
from verify.kernel.lemmas.layers import gap_from_the_smallest, limit_contracts
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, exact, routes


@exact("sharp:mixing", domain="d = inf, one eigenvalue apart, depth 0, 1 and 40; near isometry")
@routes("the bound", "2F1 in mpmath, layer by layer")
def gap_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in STARTS[:5]:
        chain = limit_chain(size, first, 40)
        for depth in (0, 1, 40):
            parameters = {"n": size, "v_hat": v_hat_of(chain[0], size), "l": depth}
            label = f"q_1 = {first} at the input"
            yield Cell(parameters, gap_of(chain[depth], size), 1e-30, label=label)
    near = limit_chain(8, mpmath.mpf(1) / 8 + mpmath.mpf(10) ** -6, 10)[10]
    parameters = {"n": 8, "v_hat": mpmath.mpf(10) ** -6 / 7, "l": 10}
    yield Cell(parameters, gap_of(near, 8), 1e-20, label="near isometry, n = 8")


V, FIRST = smallest(WIDE.at(l)), smallest(WIDE.at(0))


def one_layer(p: Proof) -> Theorem:
    """Vhat_(l+1) <= (1 - 2n/(n+2) (1/n - Vhat_l)) Vhat_l."""
    unit = p.fact("states of chain 1", WIDE, l)
    here = p.state("at H_l", limit_contracts(p), WIDE, l, {}, unit)
    return p.arith("one layer", smallest(WIDE.at(l + 1)) <= contraction(n, V, n + 2), here,
                   p.fact("next layer at d = inf", l))  # fmt: skip


def smallest_only_rises(p: Proof, layer: Theorem) -> Theorem:
    """Vhat_l <= Vhat_0, by induction: 1/n - Vhat_l >= 0."""
    low, high = (range_at(p, WIDE, which, l) for which in ("below", "above"))
    base = p.arith("base", FIRST <= FIRST)
    falls = p.arith("falls", smallest(WIDE.at(l + 1)) <= V, layer, (high, 2 * n * V / (n + 2)),
                    given=[low])  # fmt: skip
    said = V <= FIRST
    step = p.arith("step", substituted(said, {l: l + 1}), falls, p.assume(said))
    return p.induct("Vhat only falls", base, step, l)


@proof("sharp:mixing")
def the_rate_of_the_input_serves(p: Proof) -> Theorem:
    """The rate 1 - 2n/(n+2) (1/n - Vhat_l) is at most that at l = 0; V <= sqrt(n(n-1)) Vhat."""
    gamma, layer = 1 - 2 * (1 - n * FIRST) / (n + 2), one_layer(p)
    falls, low = smallest_only_rises(p, layer), range_at(p, WIDE, "below", l)
    start = range_at(p, WIDE, "below", term(0))
    said = V <= FIRST * gamma**l
    base = p.arith("base", substituted(said, {l: term(0)}))
    step = p.arith("step", substituted(said, {l: l + 1}), layer, (falls, 2 * n * V / (n + 2)),
                   (p.assume(said), gamma), given=[low, start])  # fmt: skip
    decay = p.induct("all layers", base, step, l)
    unit = p.fact("states of chain 1", WIDE, l)
    below = p.state("V and Vhat", gap_from_the_smallest(p), WIDE, l, {}, unit)
    factor = sqrt(n * (n - 1))
    return p.arith("the claim", gap(WIDE.at(l)) <= factor * FIRST * gamma**l, below,
                   (decay, factor), given=[start], under=natural(n))  # fmt: skip
