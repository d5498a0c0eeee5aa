"""Sampled checks of theory/sharp/batches.py: tangents, gradients and Gram matrices in chain (3)."""

from typing import Any

import mpmath
import numpy as np

from lemmata.theory.ledger import Kind
from lemmata.verify.depth.slopes import DEPTH, gradient_cells
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.betting import Floats
from lemmata.verify.statistics.intervals import joint_cell, student

# Times n layers, in which the Gram matrix comes to rest: exp(-4/n) a layer. From a pilot at seed
# 4711, y = 1/4, 1/2, 3/4 and n = 8 to 36: from 3 n to 8 n layers a tangent grows by (.4 +- .2) %
# faster than later, and tau(G^2) is (.03 +- .01) % larger.
BEFORE = 3


def deep_layers(
    d: int, n: int, layers: int, replicas: int, address: Address, device: str
) -> Floats:
    """The growth of a tangent a layer, tau(G^2) and tau(G^3), means over the layers: (3, replicas).

    T' = (I - u u^T) W T/||row|| in each row, u the row of X' = BN(W X).
    """
    import torch

    from lemmata.verify.chains.kernels import floats_on
    from lemmata.verify.chains.weights import gaussian, haar_frame, haar_product
    from lemmata.verify.depth.network import RowNorm

    # in half the time in float32: a layer rounds by 1e-7, and its growth is of order 1/n
    like, stream, norm = floats_on(device).float(), address.generator(device), RowNorm(scaled=False)
    X, _ = norm.forward(gaussian((replicas, d, n), like, stream))  # (replicas, d, n), unit rows
    T = gaussian((replicas, d, n), like, stream)
    total = like.new_zeros((3, replicas))
    for l in range(BEFORE * n + layers):
        Y = torch.cat((X, T), -1)  # (replicas, d, 2 n)
        if 2 * n < d:  # in law, W Y = Q L^T with Q a frame and Y^T Y = L L^T
            root = torch.linalg.cholesky(Y.mT @ Y)
            Y = haar_frame(d, 2 * n, replicas, Y, stream) @ root.mT
        else:
            Y = haar_product(Y, stream)
        X, r = norm.forward(Y[..., :n])
        T = norm.backward(Y[..., n:], X, r)
        size = torch.linalg.matrix_norm(T, keepdim=True)  # (replicas, 1, 1)
        T = T / size
        if l >= BEFORE * n:
            G = X.mT @ X * (n / d)  # (replicas, n, n)
            square = G @ G
            moments = [square.diagonal(dim1=-2, dim2=-1).mean(-1), (square * G).sum((-2, -1)) / n]
            total += torch.stack([size[..., 0, 0].log(), *moments])
    return np.asarray((total / layers).double().cpu().numpy())


def extrapolated(run: Run, y: float, n: int, layers: int, replicas: int, rows: slice) -> Floats:
    """What n and 2 n give in the limit, by a line in 1/n: (rows, replicas)."""
    found = []
    for size in (n, 2 * n):
        address = run.address / y / size / replicas
        values = deep_layers(round(size / y), size, layers * size, replicas, address, run.device)
        found.append(np.stack([size * values[0], values[1], values[2]])[rows])
    return np.asarray(2 * found[1] - found[0])


# (y, n, layers over n, replicas). From a pilot at seed 778: the extrapolated growth scatters by
# .037, .030 and .030 with so many layers, and is 2, 4 and 4 % above the law: the order 1/n^2. Of
# 192 runs at y = 3/4 the interval leaves (1 - y)/2 out, which is 19 % below the law; 48 at y = 1/2
# were undecided, and so were the moments of 32 there.
SPECTRA = ((0.25, 8, 20, 32), (0.5, 8, 20, 64))
GROWTHS = ((0.75, 18, 40, 192), (0.25, 8, 40, 96), (0.5, 12, 40, 96))


@sampled("sharp:haar-spectrum", margin=0.05)
@routes("the law", "moments of the Gram matrix over deep layers, n and 2 n extrapolated")
@domain("n = 8 and 16, d = 4 n and 2 n")
def moments_of_deep_layers(run: Run) -> Cells:
    return _cells(run, SPECTRA, slice(1, 3))


@sampled("sharp:haar-growth", margin=0.15)
@routes("f(y)", "the growth of a tangent over deep layers, n and 2 n extrapolated")
@domain("n = 8 to 36, d = 4 n, 2 n and 4 n/3")
def growth_of_a_tangent(run: Run) -> Cells:
    return _cells(run, GROWTHS, slice(0, 1))


LARGE = {2: 5, 4: 5, 8: 16}  # n by d: part of a random read-out is lost outside the row space


@sampled("sharp:theorem-5-large-batch")
@routes("the bound", "gradients through chain (3)")
@domain(f"{DEPTH} layers from unit rows, (d, n) = (2, 5), (4, 5), (8, 16); a read-out of K = 1000")
def deep_gradients_of_large_batches(run: Run) -> Cells:
    return gradient_cells(run, 1000.0, {"K": 1000.0}, LARGE)


def _cells(run: Run, sizes: tuple[tuple[float, int, int, int], ...], rows: slice) -> Cells:
    def cells(size: tuple[float, int, int, int]) -> Cells:
        y, n, layers, replicas = size
        values = extrapolated(run, y, n, layers, replicas, rows)
        seen = student(values, run.alpha / len(sizes) / len(values))
        yield joint_cell(seen, {"y": y}, f"n = {n} and {2 * n}, d = n/{y:g}")

    return run.over(sizes, cells)


@second_writing("sharp:haar-spectrum", Kind.LIMIT, grid(y=["0.125", "0.5", "0.875"]))
def marchenko_pastur_again(y: Any) -> Any:
    """The moments sum_k N(p, k) h^(k-1) of Marchenko and Pastur, N the numbers of Narayana."""
    h = y - y / (2 - y)

    def moment(p: int) -> Any:
        counts = (mpmath.binomial(p, k) * mpmath.binomial(p, k - 1) / p for k in range(1, p + 1))
        return sum(count * h**k for k, count in enumerate(counts))

    return [moment(2), moment(3)]


@second_writing("sharp:haar-growth", Kind.LIMIT, grid(y=["0.125", "0.5", "0.875"]))
def growth_again(y: Any) -> Any:
    """The balance as it is derived: integrals along the characteristics, before any is done."""
    h = y - y / (2 - y)

    def left(a: Any) -> Any:
        def outside(E: Any) -> Any:  # d/dE of E int_0^1 t^(a-1) (1 - h E t)^(-2) dt
            return (2 * mpmath.hyp2f1(3, a, a + 1, h * E) - mpmath.hyp2f1(2, a, a + 1, h * E)) / a

        def rate(E: Any) -> Any:
            inside = (1 - h) * (1 + h * E) / (1 - h * E) ** 3 + ((1 - h) / (1 - h * E) ** 2) ** 2
            return E ** (a + 1) * (y * (1 - y) * outside(E) + y**2 / (2 * h) * inside)

        tau = (1 - y) / 2 * (1 + (1 - a) * (1 - h) ** 2 * mpmath.hyp2f1(2, a, a + 1, h) / a)
        return tau + h * (1 - h) / y * mpmath.quad(rate, [0, 1]) - 1

    a = mpmath.findroot(left, ((1 - y) / 2, (1 - y) / 2 * (1 + y)), solver="secant")
    return (1 - h) * a
