"""Checks of theory/meterez2024/section_3_2.py: gradients in mpmath and in depth.

64 replicas at standard effort: the median lies between the ninth from below and from above. In a
pilot (see slopes.batches) of 16 replicas with 500 layers the slope was 1.2, 5.4 and 9.7 of its
standard deviations in REPEATED. The deviation falls like 1/sqrt(layers); the depths are the least
multiples of 500 at which the slope is 3.5 deviations.
"""

from collections.abc import Mapping
from typing import Any

import flint
import mpmath
import numpy as np

from lemmata.theory.definitions import bn
from lemmata.theory.ledger import Cell, Decision, Evidence, Kind, Method
from lemmata.theory.numerics.backends import Array
from lemmata.theory.numerics.reference import jacobian
from lemmata.verify.cases import mpf_array, rotation
from lemmata.verify.depth.slopes import Deep, slope_cells
from lemmata.verify.registry import Cells, Routes, Run, check, domain, exact, routes, sampled
from lemmata.verify.second_writings import grid, second_writing


@exact("meterez2024:remark-rank", domain="d = n = 3, ranks 1 to 3")
@routes("the rank over the rationals", "singular values of BN(W X) in mpmath")
def ranks_after_a_layer(run: Run) -> Cells:
    i, j = np.indices((3, 3))
    for rank in (1, 2, 3):
        X = (i % rank * (j + 1) + (i % rank == j)).astype(float)
        after = bn(rotation(3, 2) @ mpf_array(X) if rank < 3 else mpf_array(X))
        singular = mpmath.svd_r(mpmath.matrix(after.tolist()), compute_uv=False)
        count = sum(1 for s in singular if s > 1e-20)
        yield Cell({"X": X}, count, label=f"d = 3, {rank} different rows")


@check("meterez2024:remark-degenerate")
def the_gradient_is_exactly_zero(run: Run) -> Evidence:
    """X_0 = a v^T: row j of W X_0 is c_j v, and dL/dw_j = a v^T J_j^T g_j.

    J_j = (I - v v^T/|v|^2)/(|v| |c_j|) has v^T J_j = 0: the gradient is 0 for every W, every loss
    and every depth, in exact rationals; exp(c L) is positive. Here all a_i = i and v_j = j, at
    d = n = 2, 8 and 100, the width of the paper's figures.
    """
    found = {d: _weight_gradient(d) for d in (2, 8, 100)}
    routes = ("exponential growth", "the Jacobian of BN at a rank-one input, exact rationals")
    domain = "X_0 = a v^T, d = n = 2, 8, 100, every W, every loss, every depth"
    witness = {
        "X_0": [[1, 2], [2, 4]],
        "dL/dW_1": [[str(entry) for entry in row] for row in found[2].tolist()],
    }
    return _refuted(not any(map(bool, found.values())), routes, domain, witness)


def _refuted(zero: bool, routes: Routes, domain: str, witness: Mapping[str, Any]) -> Evidence:
    """A vanishing gradient refutes exponential growth; any other gradient says nothing."""
    decision = Decision.CONTRADICTS if zero else Decision.SILENT
    return Evidence(Method.EXACT, routes, domain, decision=decision, witness=witness)


def _weight_gradient(d: int) -> Any:
    """a v^T (I - v v^T/|v|^2) for a = v = (1, ..., d): dL/dw_j for each unit vector g, up to the
    factor 1/(|v| |c_j|), as a (d, d) matrix of rationals.
    """
    v = flint.fmpq_mat(1, d, list(range(1, d + 1)))
    one = flint.fmpq_mat(d, d, [int(i == j) for i in range(d) for j in range(d)])
    square = (v * v.transpose())[0, 0]
    return v.transpose() * v * (one - v.transpose() * v / square)


@check("meterez2024:remark-degenerate")
def one_sample_repeated(run: Run) -> Evidence:
    """All samples equal, X_0 = a v^T: BN(W X) = sign(W a) v^T/||v|| does not move with W."""
    sizes = {(d, depth): _gradient_sizes(d, depth) for d in (2, 3) for depth in (1, 4)}
    zero = all(by_W < mpmath.mpf(10) ** -25 < 1e-3 < by_X for by_W, by_X in sizes.values())
    routes = ("exponential growth", "the loss, differenced in mpmath along every entry of W_0")
    domain = "inputs of equal samples, d = n = 2, 3, depths 1 and 4"
    witness = {
        f"|dL/dW_1| and |dL/dX_0|, d = n = {d}, depth {depth}": [mpmath.nstr(s, 3) for s in both]
        for (d, depth), both in sizes.items()
    }
    return _refuted(zero, routes, domain, witness)


def _gradient_sizes(d: int, depth: int) -> tuple[Any, Any]:
    """||dL/dW_1||, which vanishes, and ||dL/dX_0||, which does not, for a linear read-out."""
    X = mpf_array(np.outer(np.arange(1, d + 1), np.ones(d)))
    readout = mpf_array([[(3 * i + j * j) % 5 - 1 for j in range(d)] for i in range(d)])
    later = [rotation(d, k + 2) for k in range(depth - 1)]

    def loss(W: Array, X: Array) -> Array:
        for layer in (W, *later):
            X = bn(layer @ X)
        return np.array([(readout * X).sum()])

    def size(gradient: Any) -> Array:
        return mpmath.sqrt((gradient * gradient).sum())

    W = rotation(d)
    by_W = size(jacobian(lambda v: loss(v.reshape(d, d), X), W.reshape(-1)))
    by_X = size(jacobian(lambda v: loss(W, v.reshape(d, d)), X.reshape(-1)))
    return by_W, by_X


ROUTES = ("no growth", "the median slope of log ||dL/dW_l|| in depth")
REPEATED = (
    Deep("orthogonal", 8, 8, 4500, 32, distinct=7),
    Deep("orthogonal", 8, 8, 500, 32, distinct=4),
    Deep("orthogonal", 16, 16, 500, 32, distinct=8),
)
# As many layers as float64 carries: rounding feeds the part of the gradient that rotations of the
# samples keep, which does not shrink, while the rest falls by about exp(-0.1) a layer.
# In the pilot the slope was -4.5 of its standard deviations.
SMALL = (Deep("orthogonal", 3, 3, 150, 32, distinct=2, invariant=True),)


@sampled("meterez2024:remark-degenerate", routes=ROUTES)
@domain("d = n = 3, two distinct samples, a rotation-invariant loss")
def vanishing_from_two_samples_at_width_3(run: Run) -> Cells:
    """The loss tr(B X X^T)/2 has X^T G = G^T X, G = dL/dX_l, at the last layer, so at every one."""
    return slope_cells(run, SMALL, lambda c: {"rank": c.distinct, "n": c.n})


@sampled("meterez2024:remark-degenerate", routes=ROUTES)
@domain("repeated samples, d = n = 8, 16, 500 and 4500 layers")
def slope_with_repeated_samples(run: Run) -> Cells:
    """With at least two different samples the gradients do explode."""
    return slope_cells(run, REPEATED, lambda c: {"rank": c.distinct, "n": c.n})


@second_writing("meterez2024:remark-degenerate", Kind.LOWER_BOUND, grid(rank=[1, 4], n=[5, 9]))
def growth_again(rank: int, n: int) -> Any:
    """The gradients explode exponentially in depth: log ||dL/dW|| ~ c L, c > 0."""
    return 0
