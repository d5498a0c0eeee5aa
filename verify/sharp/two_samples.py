"""Checks of theory/sharp/two_samples.py: the Gram map iterated, layers carried out."""

from collections.abc import Iterator

import mpmath
import numpy as np

from lemmata.theory.definitions import bn, gram
from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import mpf_array, rotation
from lemmata.verify.chains.limit import gap_of, limit_chain
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from lemmata.verify.statistics.estimate import Kernel, estimate
from lemmata.verify.statistics.intervals import cells_of


@exact("sharp:two-samples", domain="c = 1e-12 to 1 - 1e-12, depth 0 to 20")
@routes("the law", "2F1 in mpmath, layer by layer")
def gram_maps(run: Run) -> Cells:
    return depth_cells()


def depth_cells() -> Iterator[Cell]:
    for text in ("1e-12", "0.3", "0.9", "0.999999999999"):
        c = mpmath.mpf(text)
        chain = limit_chain(2, (1 + c) / 2, 20)
        for depth in (0, 1, 2, 5, 20):
            cosine = mpmath.sqrt(2) * gap_of(chain[depth], 2)
            tolerance = 1e-28 / float(cosine)  # q - 1/2 cancels
            yield Cell({"c": c, "l": depth}, cosine, tolerance, label=f"c = {text}, depth {depth}")


# (c, d, replicas in a batch): E C = diag(p) after one layer at every width
LAYERS = ((0.8, 2, 1024), (0.98, 16, 128), (0.9998, 128, 16))


def _difference(shares: Kernel) -> Kernel:
    return lambda generator: 2 * shares(generator)[:1] - 1


@sampled("sharp:two-samples", margin=0.1)
@routes("the law", "rows of W H normalised, W formed, one layer")
@domain("depth 1, c = 0.8 to 0.9998, d = 2 to 128")
def sampled_rows(run: Run) -> Cells:
    """p_1 - p_2 = 2 p_1 - 1 after one layer."""
    from lemmata.verify.chains.gaussian_kernels import shares_of_rows

    for c, width, batch in LAYERS:
        shares = shares_of_rows(((1 + c) / 2, (1 - c) / 2), width, batch, run.device)
        size, parts = batch * width, len(LAYERS)
        seen = estimate(run, (c, width), _difference(shares), -1.0, [1.0], batch=size, parts=parts)
        yield from cells_of(seen, [{"c": c, "l": 1}], [f"c = {c}, d = {width}, depth 1"])


def _after(c: Array, Z: Array) -> Array:
    """sqrt(2) V of BN(Z K^(1/2))/sqrt(d), literally, K of eigenvalues (1 +- c)/2."""
    K = gram(bn(Z * np.array([mpmath.sqrt((1 + c) / 2), mpmath.sqrt((1 - c) / 2)]))) / len(Z)
    return mpmath.sqrt(
        2 * sum((K[i, j] - mpmath.mpf(i == j) / 2) ** 2 for i in range(2) for j in range(2))
    )


def layer_cells() -> Iterator[Cell]:
    for text in ("0", "1e-12", "0.3", "0.999"):
        c = mpmath.mpf(text)
        for width in (2, 3, 8):
            Z = rotation(width)[:, :2] + mpf_array([[k % 3, (k * k) % 5] for k in range(width)])
            yield Cell({"c": c, "Z": Z}, _after(c, Z), 1e-30, label=f"c = {text}, d = {width}")


@exact("sharp:moebius-layer", domain="c = 0 to 0.999, d = 2, 3, 8, given weights")
@routes("Moebius maps", "BN and the Gram matrix, literally")
def layers_carried_out(run: Run) -> Cells:
    return layer_cells()
