"""Checks of theory/sharp/absolute_constant.py: two layers at d = 2, the local rate, the proof."""

import mpmath

from theory.expressions.changing import substituted
from theory.expressions.functions import exp, mean
from theory.expressions.nodes import term
from theory.expressions.vocabulary import ROTATIONS, START, X, d, l, phi
from theory.ledger import get
from verify.cases import two_layer_cells
from verify.kernel.lemmas.drift import gap_is_not_negative
from verify.kernel.lemmas.gap import of_any_trace
from verify.kernel.lemmas.rotations import falls, full_rank
from verify.kernel.lemmas.spectra.best_rate import RATE, log_2, one_layer
from verify.kernel.proof import Proof, inside, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, domain, exact, routes


@exact("sharp:absolute-constant")
@routes("the bound", "the layer's law at d = 2, integrated in mpmath; the local rate 1/2")
@domain("two layers at d = 2, and twenty at a gap of 1e-30, where each halves it")
def layers_at_width_2(run: Run) -> Cells:
    yield from two_layer_cells(("0.1", "0.999"), "two layers, ", l=2)
    tiny = mpmath.mpf(10) ** -30
    given = {"phi_0": tiny, "l": 20, "d": 2}
    yield Cell(given, tiny / 2**20, 1e-10, label="the local rate 1/2")


NOW = phi(ROTATIONS.at(l))
LEFT = exp(-substituted(RATE, {X: START}))
"""What a layer leaves of the gap: 2^(-4/(d^2 (1 + d phi(X_0))))."""


def contraction(p: Proof, positive: Theorem, initial: Theorem) -> Theorem:
    """E phi(X_(l+1)) <= 2^(-4/(d^2 (1 + d phi_0))) E phi(X_l), as phi(X_l) <= phi_0."""
    step = of_any_trace(p, one_layer(p), "gap", "after BN")
    layer = p.tower("one layer", step, ROTATIONS, l, {}, full_rank(p))
    below, own = falls(p), substituted(RATE, {X: ROTATIONS.at(l)})
    weight = own / (1 + d * phi(START)) * d
    rates = p.arith("rates", -own <= -substituted(RATE, {X: START}), (below, weight),
                    given=[positive, initial, log_2(p)], under=[2 <= d])  # fmt: skip
    grown = p.monotone("what is left", "exp", rates, positive, initial)
    pointwise = p.arith("at every point", inside(layer.shows.rhs) <= LEFT * NOW, (grown, NOW),
                        given=[positive, initial])  # fmt: skip
    return p.arith("contraction", layer.shows.lhs <= LEFT * mean(NOW, "chain 3"), layer,
                   p.expect("mean over the chain", pointwise, "chain 3"),
                   given=[positive, initial])  # fmt: skip


@proof("sharp:absolute-constant")
def contraction_at_the_best_rate(p: Proof) -> Theorem:
    """The least drift of every state, and induction over the layers."""
    positive = p.state("gap", of_any_trace(p, gap_is_not_negative(p), "gap"), ROTATIONS, l, {},
                       full_rank(p))  # fmt: skip
    initial = p.arith("phi_0", 0 <= phi(START), *(p.at("", one, {l: 0}) for one in
                      (positive, falls(p))))  # fmt: skip
    said = statements(get("sharp:absolute-constant"))[0].shows
    first = p.at("its mean", p.expect("", falls(p), "chain 3"), {l: 0})
    base = p.arith("no layer", substituted(said, {l: term(0)}), first)
    rate = substituted(RATE, {X: START})
    power = p.law("one factor more", "exp of a sum", -l * rate, -rate)
    layer = contraction(p, positive, initial)
    step = p.arith("one layer more", substituted(said, {l: l + 1}), layer, (p.assume(said), LEFT),
                   (power, -phi(START)), given=[initial])  # fmt: skip
    return p.induct("all layers", base, step, l)
