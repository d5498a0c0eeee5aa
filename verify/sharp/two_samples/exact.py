"""Exact checks of theory/sharp/two_samples.py."""

import mpmath
import numpy as np

from lemmata.theory.definitions import bn, gram
from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import mpf_array, rotation
from lemmata.verify.chains.limit import gap_of, limit_chain
from lemmata.verify.registry import Cell, Cells, Run, exact, routes


@exact("sharp:two-samples", domain="c = 1e-12 to 1 - 1e-12, depth 0 to 20")
@routes("the law", "2F1 in mpmath, layer by layer")
def gram_maps(run: Run) -> Cells:
    for text in ("1e-12", "0.3", "0.9", "0.999999999999"):
        c = mpmath.mpf(text)
        chain = limit_chain(2, (1 + c) / 2, 20)
        for depth in (0, 1, 2, 5, 20):
            cosine = mpmath.sqrt(2) * gap_of(chain[depth], 2)
            tolerance = 1e-28 / float(cosine)  # q - 1/2 cancels
            yield Cell({"c": c, "l": depth}, cosine, tolerance, label=f"c = {text}, depth {depth}")


def _after(c: Array, Z: Array) -> Array:
    """sqrt(2) V of BN(Z K^(1/2))/sqrt(d), literally, K of eigenvalues (1 +- c)/2."""
    K = gram(bn(Z * np.array([mpmath.sqrt((1 + c) / 2), mpmath.sqrt((1 - c) / 2)]))) / len(Z)
    return mpmath.sqrt(
        2 * sum((K[i, j] - mpmath.mpf(i == j) / 2) ** 2 for i in range(2) for j in range(2))
    )


@exact("sharp:moebius-layer", domain="c = 0 to 0.999, d = 2, 3, 8, given weights")
@routes("Moebius maps", "BN and the Gram matrix, literally")
def layers_carried_out(run: Run) -> Cells:
    for text in ("0", "1e-12", "0.3", "0.999"):
        c = mpmath.mpf(text)
        for width in (2, 3, 8):
            Z = rotation(width)[:, :2] + mpf_array([[k % 3, (k * k) % 5] for k in range(width)])
            yield Cell({"c": c, "Z": Z}, _after(c, Z), 1e-30, label=f"c = {text}, d = {width}")


@exact("sharp:two-samples-at-rest", domain="one layer from orthogonal samples, d = 1 to 100")
@routes("the bound", "the mean square of a random walk of d unit steps")
def one_layer(run: Run) -> Cells:
    """2 V^2 = |sum of d unit vectors|^2/d^2, of mean 1/d: both sides are equal."""
    for width in (1, 2, 7, 100):
        d = mpmath.mpf(width)
        yield Cell({"d": d, "l": 1}, 1 / (2 * d), 1e-30, label=f"d = {width}")
