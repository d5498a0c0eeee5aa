"""Checks of theory/sharp/theorem_1.py: one layer at any width, two at d = 2, sampled, the proof."""

from theory.expressions.changing import substituted
from theory.expressions.nodes import Variable, term
from theory.expressions.vocabulary import ROTATIONS, START, l, phi
from theory.ledger import get
from verify.cases import FEW_GAPS, SPHERE, literal_gap, mean_log, spectra, two_layer_cells
from verify.chains.orthogonal_cells import STARTS, ChainInput, gap_cells
from verify.kernel.lemmas.drift import gap_is_not_negative
from verify.kernel.lemmas.elementary import m, x
from verify.kernel.lemmas.gap import of_any_trace
from verify.kernel.lemmas.rotations import falls, full_rank
from verify.kernel.lemmas.spectra.by_the_gap import one_layer_from_the_input
from verify.kernel.proof import Proof, statements
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, domain, exact, routes, sampled


@exact("sharp:theorem-1", domain="one layer from two-level spectra, gaps 1e-30 to 40, d = 2, 3, 8")
@routes("the bound", "angle integral in mpmath")
def one_layer(run: Run) -> Cells:
    for d in (2, 3, 8):
        for label, s in spectra(d, FEW_GAPS):
            gap = literal_gap(s)
            parameters = {"phi_0": gap, "l": 1, "d": d}
            yield Cell(parameters, gap + mean_log(s), SPHERE, label=f"{label}, d = {d}")


@exact("sharp:theorem-1", domain="two layers, d = 2")
@routes("the bound", "the layer's law at d = 2, integrated in mpmath")
def two_layers_at_width_2(run: Run) -> Cells:
    return two_layer_cells(("1e-6", "0.1", "0.7", "0.99", "0.999999"), "eigenvalues ", l=2)


@sampled("sharp:theorem-1")
@routes("the bound", "chain (3) with E = X X^T - I carried along")
@domain("chain (3) from extremal spectra, gaps 0.01 to 6.5, d = 2 to 512, depths 2 to 40")
def sampled_decay(run: Run) -> Cells:
    """Where the bound is attained to first order, at small and huge gaps, quadrature decides."""

    def parameters(start: ChainInput, depth: int) -> dict[str, float]:
        return {"phi_0": start.phi_0, "l": depth, "d": start.d}

    starts = [s for s in STARTS if 0.01 < s.phi_0 < 100 or s.shape == "one large"]
    return gap_cells(run, starts, parameters)


y = Variable("y")


@proof("sharp:theorem-1")
def contraction_at_the_rate_of_the_input(p: Proof) -> Theorem:
    """The least drift by the gap falls, so that every layer has at least the rate of X_0's gap."""
    said = statements(get("sharp:theorem-1"))[0].shows
    layer = p.tower("one layer", one_layer_from_the_input(p), ROTATIONS, l, {}, full_rank(p),
                    falls(p))  # fmt: skip
    first = p.at("its mean", p.expect("", falls(p), "chain 3"), {l: 0})
    base = p.arith("no layer", substituted(said, {l: term(0)}), first)
    gap = of_any_trace(p, gap_is_not_negative(p), "gap")
    after = p.expect("", p.state("gap", gap, ROTATIONS, l, {}, full_rank(p)), "chain 3")
    one = substituted(said.rhs, {l: term(1)}) / phi(START)  # 1 - g(phi_0)/phi_0
    start = p.rewrite("from X_0", p.at("", layer, {l: 0}), p.fact("start of chain 3"))
    positive = p.arith("rate", 0 <= one, (start, 1 / phi(START)),
                       (p.at("", after, {l: 1}), 1 / phi(START)))  # fmt: skip
    scaled = p.arith("scaled", y * x <= y * m, (p.assume(x <= m), y), under=[0 <= y])
    before = p.at("one factor", scaled, {x: said.lhs, m: said.rhs, y: one}, positive)
    step = p.arith("one layer more", substituted(said, {l: l + 1}), layer, before)
    return p.induct("all layers", base, step, l)
