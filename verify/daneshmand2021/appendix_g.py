"""Checks of theory/daneshmand2021/appendix_g.py: chains with activations, sampled."""

import math
from typing import Any

import mpmath
from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.estimate import estimate
from lemmata.verify.statistics.intervals import cells_of, enclosing_cell

N = 3  # samples in a batch
WIDTHS = ((16, 60), (64, 125), (512, 90))  # d, and the size of a batch of replicas


@sampled("daneshmand2021:conjecture-G")
@routes("the bound", "two independent chains from different inputs, sampled")
@domain(
    f"ReLU, tanh and sin, n = {N}, d = 16, 64, 512, depth 10 from samples at cosines 0.9"
    " and from orthogonal ones"
)
def sampled_distance_of_two_inputs(run: Run) -> Cells:
    """Depth 10: at depth 5 the two inputs can still be told apart."""
    from lemmata.verify.chains.gaussian_kernels import ACTIVATIONS, gram_distance

    high, parts = [math.sqrt(0.5), math.sqrt(2)], len(ACTIVATIONS) * len(WIDTHS)
    for name in ACTIVATIONS:
        for d, batch in WIDTHS:
            kernel = gram_distance(name, N, d, 10, batch, run.device)
            sequence = estimate(run, (name, d), kernel, 0.0, high, batch=batch, parts=parts)
            yield enclosing_cell(
                sequence, {"d": d, "C": 3.0}, f"{name}, n = {N}, d = {d}, depth 10"
            )


@sampled("daneshmand2021:odd-activations")
@routes("the form of the bound", "chains with sin and tanh, sampled")
@domain(f"n = {N}, d = 16, 64, 512, depth 1 to 25 from samples at cosines 0.9")
def sampled_gap_with_odd_activations(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_kernels import activated_gap

    depths = (1, 3, 25)
    for name in ("sin", "tanh"):
        for d, batch in WIDTHS:
            kernel = activated_gap(name, N, d, depths, batch, run.device)
            high, parts = [1.0] * len(depths), 2 * len(WIDTHS)
            sequence = estimate(run, (name, d), kernel, 0.0, high, batch=batch, parts=parts)
            constants = {"c_1": 1.0, "c_2": 1 / (N + 2), "c_3": 3.0}
            given = [{"l": l, "d": d, **constants} for l in depths]
            labels = [f"{name}, n = {N}, d = {d}, depth {l}" for l in depths]
            yield from cells_of(sequence, given, labels)


@second_writing(
    "daneshmand2021:conjecture-G", Kind.UPPER_BOUND, grid(d=["3", "512"], C=["1.7", "0.2"])
)
def deviation_again(d: Any, C: Any) -> Any:
    """E ||Q_l^T Q_l - E_nu Q^T Q||_F = O(1/sqrt(d))."""
    return C * d ** mpf("-0.5")


@second_writing(
    "daneshmand2021:odd-activations",
    Kind.UPPER_BOUND,
    grid(l=[1, 6], d=["3", "512"], c_1=["1.3"], c_2=["0.2", "0.71"], c_3=["2.9"]),
)
def gap_with_an_activation_again(l: int, d: Any, c_1: Any, c_2: Any, c_3: Any) -> Any:
    """The form of theorem 1."""
    return c_1 * mpmath.fprod([1 - c_2] * l) + c_3 * d ** mpf("-0.5")


# (n, d, layers): as without BN the log ratio of the singular values grows by about 1/(2 d) a layer
ALIGNED = ((2, 4, 80), (4, 8, 160), (2, 16, 320))


@sampled("daneshmand2021:remark-layer-norm", margin=0.1)
@routes("the limit", "the chain with layer normalisation in the place of BN, sampled")
@domain("n = 2 and 4, d = 4 to 16, 20 d layers from orthogonal samples")
def sampled_gap_with_layer_norm(run: Run) -> Cells:
    from lemmata.verify.chains.remark_kernels import layer_norm_gap

    for n, d, layers in ALIGNED:
        kernel = layer_norm_gap(n, d, layers, 100, run.device)
        high = [math.sqrt(1 - 1 / n) * (1 + 1e-12)]
        sequence = estimate(run, (n, d), kernel, [0.0], high, batch=100, parts=len(ALIGNED))
        yield from cells_of(sequence, [{"n": n}], [f"n = {n}, d = {d}, depth {layers}"])


@second_writing("daneshmand2021:remark-layer-norm", Kind.LIMIT, grid(n=["2", "7", "500"]))
def gap_with_layer_norm_again(n: Any) -> Any:
    """All samples on one line: ||u u^T - I/n||_F with |u| = 1."""
    return mpmath.sqrt(1 - 2 / n + n / n**2)
