"""Checks of theory/sharp/theorem_5.py: gradients through 2000 layers, one layer, the proof."""

import math
from typing import Any

from theory.expressions.functions import log, mean, sqrt
from theory.expressions.jacobians import LAST, LAYER, LIPSCHITZ, MORE, frobenius, weight_gradient
from theory.expressions.nodes import Expr, Variable, equal
from theory.expressions.vocabulary import ROTATIONS, START, d, k, l, n, phi
from theory.numerics.special import lower_root
from theory.sharp.theorem_1 import contraction_rate
from verify.depth.slopes import DEPTH, gradient_cells
from verify.kernel.lemmas.gradients.roots import of_the_root, s
from verify.kernel.lemmas.gradients.weights import CHAIN, layers_above, log_of_the_gradient
from verify.kernel.lemmas.spectra.by_the_gap import rate_of_the_input
from verify.kernel.proof import Proof
from verify.kernel.registry import proof
from verify.kernel.theorem import Theorem
from verify.registry import Cell, Cells, Run, domain, exact, routes, sampled


@sampled("sharp:theorem-5")
@routes("the bound", "gradients through chain (3)")
@domain(f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm K = 1000")
def deep_gradients(run: Run) -> Cells:
    return gradient_cells(run, 1000.0, {"K": 1000.0})


@exact("sharp:theorem-5", domain="one layer near isometry, d = 2")
@routes("the bound", "the loss (K/sqrt(2)) <x_1, x_2>, its gradient by hand")
def one_layer(run: Run) -> Cells:
    """The gradient (K/sqrt(2)) (x_2, x_1) of norm K is not shortened: K up to sqrt(phi_0)."""
    phi_0, K = 1e-24, 1000.0
    value = math.log(K)
    near = (value - 1e-9, value + 1e-9)
    yield Cell({"phi_0": phi_0, "d": 2, "K": K}, value, interval=near, label="one layer, d = 2",
               interval_method="enclosure")  # fmt: skip


WIDTH: Any = d
RATE, RHO = contraction_rate(phi(START), WIDTH), Variable("rho")
"""1 - g(phi_0)/phi_0, and a name for it: enough to know is that it is positive."""


def size(at: Expr) -> Expr:
    """d phi_0 rho^l, above d E phi(X_l)."""
    return d * phi(START) * RHO**at


def one_layer_by_its_root(p: Proof) -> Theorem:
    """E log ||J_BN(W_l X_l)|| <= h(d phi_0 rho^l)/2: the gap of theorem-1, and h concave."""
    gap = p.rewrite("gap", p.claim("sharp:theorem-1"), p.assume(equal(RATE, RHO)))
    scaled = p.arith("d times the gap", d * mean(phi(ROTATIONS.at(l)), CHAIN) <= size(l), (gap, d),
                     under=[0 < RHO])  # fmt: skip
    return p.at("one layer", of_the_root(p), {s: size(l)}, scaled)


def all_layers(p: Proof) -> Theorem:
    """E log ||J_q|| + ... + E log ||J_(q+m)|| is at most half the series."""
    root = lower_root(size(k - 1))
    known = [0 < RHO, 0 < phi(START), 2 <= d]
    positive = p.arith("a root", 0 <= root, under=known)
    layers = layers_above(p, one_layer_by_its_root(p), root / 2)
    count = LAYER + 1 + MORE
    some = p.arith("", 0 <= count, under=[0 <= LAYER, 0 <= MORE])
    series = p.at("", p.part_of_series("part of the series", positive, k, count), {}, some)
    series = p.whole("", series, LAYER, MORE)
    return p.arith("all layers", layers.shows.lhs <= series.shows.rhs / 2, layers, (series, "1/2"),
                   under=known)  # fmt: skip


@proof("sharp:theorem-5")
def gradients_by_the_roots_of_the_gaps(p: Proof) -> Theorem:
    """Lemma C.12 from the weights of a layer up to the loss; log sqrt(d) = (log d)/2."""
    logs, layers, root = p.expect("mean", log_of_the_gradient(p), CHAIN), all_layers(p), sqrt(d)
    power = p.at(
        "", p.law("", "log of a power", root, 2), {}, p.arith("", 0 < root, under=[1 <= d])
    )
    width = p.monotone("", "log", p.law("", "root of a square", d))
    bound = log(LIPSCHITZ) + log(d) / 2 + layers.shows.rhs
    said = mean(log(frobenius(weight_gradient(LAST, LAYER))), CHAIN) <= bound
    whole = p.arith("by rho", said, logs, layers, (power, "-1/2"), (width, "1/2"),
                    under=[2 <= d, 0 < RHO, 0 < phi(START)])  # fmt: skip
    found = p.at("at the rate", whole, {RHO: RATE}, rate_of_the_input(p))
    wide = p.arith("", 2 <= d, p.assume(equal(n, d)), p.assume(2 <= n))
    return p.at("the claim", found, {}, wide)
