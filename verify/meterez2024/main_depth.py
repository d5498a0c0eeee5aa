"""Checks of theory/meterez2024/main.py that need gradients through thousands of layers."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np

from theory.definitions import bn
from theory.ledger import Cell, Decision, Evidence, Method
from theory.numerics.backends import Array
from theory.numerics.reference import jacobian
from verify.cases import mpf_array, rotation
from verify.depth.slopes import MEDIAN, Deep, cell, slopes
from verify.registry import Run, check
from verify.sharp.theorem_5 import DEPTH, gradient_cells


@check("meterez2024:theorem-5")
def deep_gradients(run: Run) -> Evidence:
    """The bound with C = 1. Cross entropy is sqrt(2)-Lipschitz (lemma-C.2); steeper is harder."""
    return Evidence(
        Method.STATISTICAL,
        ("the bound", "gradients through chain (3)"),
        f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm 100",
        gradient_cells(run, 100.0, {"C": 1.0}),
    )


# 64 replicas at standard effort: the median lies between the ninth from below and from above. In a
# pilot (see slopes.batches) of 16 replicas with 500 layers the slope was 1.2, 2.7 and 6.9 of its
# standard deviations here, and 1.2, 5.4 and 9.7 in _REPEATED. The deviation falls like
# 1/sqrt(layers); the depths are the least multiples of 500 at which the slope is 3.5 deviations.
_REPLICAS = 32
_GAUSSIAN = (
    Deep("gaussian", 8, 8, 4500, _REPLICAS),
    Deep("gaussian", 16, 16, 1000, _REPLICAS),
    Deep("gaussian", 32, 8, 500, _REPLICAS),
)


@check("meterez2024:remark-gaussian-explodes")
def slope_with_gaussian_weights(run: Run) -> Evidence:
    alpha = run.alpha / len(_GAUSSIAN)
    cells = [cell(MEDIAN, slopes(run, c), alpha, {"d": c.d}, c.label) for c in _GAUSSIAN]
    return _slope_evidence(cells, "d = 8, 16, 32, n = 8 and 16, 500 to 4500 layers")


# As many layers as float64 carries: rounding feeds the part of the gradient that rotations of the
# samples keep, which does not shrink, while the rest falls by about exp(-0.1) a layer.
# In the pilot the slopes were -4.6 and -4.5 of their standard deviations.
_SMALL = (Deep("gaussian", 3, 3, 150, _REPLICAS, invariant=True),)
_SMALL_REPEATED = (Deep("orthogonal", 3, 3, 150, _REPLICAS, distinct=2, invariant=True),)


@check("meterez2024:remark-gaussian-explodes")
def vanishing_at_width_3(run: Run) -> Evidence:
    """The loss tr(B X X^T)/2 has X^T G = G^T X, G = dL/dX_l, at the last layer, so at every one."""
    cells = [cell(MEDIAN, slopes(run, c), run.alpha, {"d": c.d}, c.label) for c in _SMALL]
    return _slope_evidence(cells, "d = n = 3, a rotation-invariant loss, 150 layers")


@check("meterez2024:remark-degenerate")
def vanishing_from_two_samples_at_width_3(run: Run) -> Evidence:
    cells = [
        cell(MEDIAN, slopes(run, c), run.alpha, {"rank": c.distinct, "n": c.n}, c.label)
        for c in _SMALL_REPEATED
    ]
    return _slope_evidence(cells, "d = n = 3, two distinct samples, a rotation-invariant loss")


_REPEATED = (
    Deep("orthogonal", 8, 8, 4500, _REPLICAS, distinct=7),
    Deep("orthogonal", 8, 8, 500, _REPLICAS, distinct=4),
    Deep("orthogonal", 16, 16, 500, _REPLICAS, distinct=8),
)


@check("meterez2024:remark-degenerate")
def slope_with_repeated_samples(run: Run) -> Evidence:
    """At least two different samples: the gradients do explode."""
    alpha = run.alpha / len(_REPEATED)
    cells = [
        cell(MEDIAN, slopes(run, c), alpha, {"rank": c.distinct, "n": c.n}, c.label)
        for c in _REPEATED
    ]
    return _slope_evidence(cells, "repeated samples, d = n = 8, 16, 500 and 4500 layers")


def _slope_evidence(cells: list[Cell], domain: str) -> Evidence:
    return Evidence(
        Method.STATISTICAL,
        ("no growth", "the median slope of log ||dL/dW_l|| in depth"),
        domain,
        cells,
    )


@check("meterez2024:remark-degenerate")
def one_sample_repeated(run: Run) -> Evidence:
    """All samples equal, X_0 = a v^T: BN(W X) = sign(W a) v^T/||v|| does not move with W."""
    zero = all(_weight_gradient_vanishes(d, depth) for d in (2, 3) for depth in (1, 4))
    return Evidence(
        Method.ADVERSARIAL,
        ("exponential growth", "the loss, differenced in mpmath along every entry of W_0"),
        "rank-one inputs, d = n = 2, 3, depths 1 and 4",
        decision=Decision.CONTRADICTS if zero else Decision.SILENT,
        witness={"X_0": [["1", "1"], ["2", "2"]], "dL/dW_l": "0 for every l and every depth"},
    )


def _weight_gradient_vanishes(d: int, depth: int) -> bool:
    """||dL/dW_0|| = 0 while ||dL/dX_0|| > 0, for a linear read-out."""
    X = mpf_array(np.outer(np.arange(1, d + 1), np.ones(d)))
    readout = mpf_array([[(3 * i + j * j) % 5 - 1 for j in range(d)] for i in range(d)])
    later = [rotation(d, k + 2) for k in range(depth - 1)]

    def loss(W: Array, X: Array) -> Array:
        for layer in (W, *later):
            X = bn(layer @ X)
        return np.array([(readout * X).sum()])

    def size(gradient: Any) -> Any:
        return mpmath.sqrt((gradient * gradient).sum())

    W = rotation(d)
    by_W = size(jacobian(lambda v: loss(v.reshape(d, d), X), W.reshape(-1)))
    by_X = size(jacobian(lambda v: loss(W, v.reshape(d, d)), X.reshape(-1)))
    return bool(by_W < mpmath.mpf(10) ** -25 < 1e-3 < by_X)
