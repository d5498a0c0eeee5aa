"""Checks of theory/meterez2024/section_3_2.py in high precision."""

from typing import Any

import mpmath
import numpy as np

from theory.definitions import bn
from theory.ledger import Decision, Evidence, Method
from theory.numerics.backends import Array
from theory.numerics.reference import jacobian
from verify.cases import mpf_array, rotation
from verify.registry import Run, check


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
