"""Sampled checks of theory/sharp/gaussian_gradients.py: a tangent deep in chain (1)."""

from typing import Any

import mpmath
import numpy as np

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cells, Effort, Run, domain, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats
from lemmata.verify.statistics.intervals import joint_cell, student


def growth(
    d: int, n: int, layers: tuple[int, int], replicas: int, address: Address, device: str
) -> Floats:
    """Of a tangent a layer, over the second number of layers after the first: (replicas,).

    T' = (I - u u^T) W T/||row|| in each row, u the row of X' = BN(W X), one W for both. Of few,
    independent samples W (X, T) is Z R in law, R^T R the Gram matrix of (X, T) (sharp:gram-chain).
    """
    import torch

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian
    from lemmata.verify.depth.network import RowNorm

    like, stream, norm = floats_on(device), address.generator(device), RowNorm(scaled=False)
    by_gram = 2 * n < d and n * n < 4 * d
    X, _ = norm.forward(gaussian((replicas, d, n), like, stream))  # (replicas, d, n), unit rows
    T, total = gaussian((replicas, d, n), like, stream), like.new_zeros(replicas)
    for l in range(sum(layers)):
        both = torch.cat((X, T), -1)  # (replicas, d, 2 n)
        factor = torch.linalg.cholesky(both.mT @ both).mT if by_gram else both
        Y = gaussian((replicas, d, factor.shape[-2]), like, stream) @ factor / d**0.5
        X, r = norm.forward(Y[..., :n])
        T = norm.backward(Y[..., n:], X, r)
        size = torch.linalg.matrix_norm(T, keepdim=True)  # (replicas, 1, 1)
        T = T / size
        if l >= layers[0]:
            total += size[..., 0, 0].log()
    return np.asarray((total / layers[1]).cpu().numpy())


# (y, n, replicas): layers 8 n to 28 n. From a pilot at seed 778: with so many layers n times the
# growth scatters by .025, .044 and .035 at n = 12, and is 8 % above, 3 and 6 % below the law; at
# n = 24 by .013, .020 and .015, and is 5 % above, at it and 3 % below. With that the intervals are
# within the margin, and 1/2 and (1 - y)/2 are 27 to 70 % from the law. A first run at seed 0, of
# 40 and 80 replicas at y = 1/4 and 3/4, was undecided.
GROWTHS = ((0.25, 12, 64), (0.5, 12, 72), (0.75, 12, 112))
LARGER = ((0.25, 24, 24), (0.5, 24, 48), (0.75, 24, 64))


@sampled("sharp:gaussian-growth", margin=0.2)
@routes("f(y)", "the growth of a tangent over deep layers")
@domain("n = 12, d = 144, 72 and 48; n = 24, d = 576, 288 and 192 from thorough effort on")
def growth_of_a_tangent(run: Run) -> Cells:
    small = run.effort in (Effort.SMOKE, Effort.STANDARD)
    sizes = GROWTHS if small else GROWTHS + LARGER

    def cells(size: tuple[float, int, int]) -> Cells:
        y, n, replicas = size
        d, address = round(n**2 / (4 * y)), run.address / y / n / replicas
        values = n * growth(d, n, (8 * n, 20 * n), replicas, address, run.device)
        seen = student(values[None], run.alpha / len(sizes))
        yield joint_cell(seen, {"y": y}, f"n = {n}, d = {d}")

    return run.over(sizes, cells)


# (d, n, layers before and kept, replicas): what is to be lost is lost after some 5 d layers, at a
# rate of 4/r^2 a layer. From a pilot at seed 778: the growth scatters by a fifth and a seventh of
# itself, and r times it is some 10 % above the law. A first run at seed 0, of 32 and 24 replicas,
# was undecided.
NARROW = ((36, 16, 180, 300, 64), (36, 36, 180, 300, 64))
WIDER = ((64, 20, 320, 300, 96), (144, 40, 720, 500, 64))


@sampled("sharp:collapsed-growth", margin=0.35)
@routes("0.18/r", "the growth of a tangent over deep layers far below the critical width")
@domain("d = 36, n = 16 and 36; d = 64 and 144 from thorough effort on; layers 5 d and on")
def growth_after_the_collapse(run: Run) -> Cells:
    small = run.effort in (Effort.SMOKE, Effort.STANDARD)
    sizes = NARROW if small else NARROW + WIDER

    def cells(size: tuple[int, int, int, int, int]) -> Cells:
        d, n, before, kept, replicas = size
        values = growth(d, n, (before, kept), replicas, run.address / size, run.device)
        seen = student(values[None], run.alpha / len(sizes))
        yield joint_cell(seen, {"d": d}, f"n = {n}, d = {d}")

    return run.over(sizes, cells)


@second_writing("sharp:gaussian-growth", Kind.LIMIT, grid(y=["0.25", "0.5"]))
def growth_again(y: Any) -> Any:
    """The balance u = tau(G C) + 2 tau(G s G s), integrals along the characteristics undone."""

    def left(a: Any) -> Any:
        def source(E: Any) -> Any:  # d/dE of E int_0^1 t^(a-1) (1 - y E t)^(-2) dt
            return (2 * mpmath.hyp2f1(3, a, a + 1, y * E) - mpmath.hyp2f1(2, a, a + 1, y * E)) / a

        outside = (1 + (1 - a) * (1 - y) ** 2 * mpmath.hyp2f1(2, a, a + 1, y) / a) / 2
        inside = y * (1 - y) * mpmath.quad(lambda E: E ** (a + 1) * source(E), [0, 1])
        return outside + inside - 1

    return (1 - y) * mpmath.findroot(left, (0.3 / (1 - y), 0.4 / (1 - y)), solver="secant")


@second_writing("sharp:collapsed-growth", Kind.LIMIT, grid(d=["100", "400"]))
def collapsed_growth_again(d: Any) -> Any:
    """By the integral over v; r from r^2/4 + 11 r/12 - 1/2 = d."""

    def left(f: Any) -> Any:
        def weight(v: Any) -> Any:
            return (1 + 2 * v) / (1 + v) ** 3 * mpmath.exp(-f * v)

        return mpmath.quad(weight, [0, 1, 5, 25, 100, mpmath.inf]) - 1

    r = (-11 + mpmath.sqrt(121 + 144 * d + 72)) / 6
    return mpmath.findroot(left, (0.15, 0.2), solver="secant") / r
