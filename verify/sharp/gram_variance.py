"""Checks of theory/sharp/gram_variance.py: two layers sampled."""

from typing import Any

import mpmath
import numpy as np

from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import mpf_array
from lemmata.verify.chains.gaussian_cells import label_of
from lemmata.verify.registry import Cell, Cells, Run, exact, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic, estimate
from lemmata.verify.statistics.intervals import Seen, joint

# (q, d, replicas in a batch). Both moments are of order 1/d beside a range of 1: from d = 64 on the
# intervals are Student's.
SpectrumAtWidth = tuple[tuple[float, ...], int, int]
NARROW: tuple[SpectrumAtWidth, ...] = (
    ((0.2, 0.8), 2, 2000),
    ((0.01, 0.99), 2, 2000),
    ((0.01, 0.33, 0.66), 3, 2000),
)
WIDE: tuple[SpectrumAtWidth, ...] = (((0.7, 0.1, 0.1, 0.1), 64, 250), ((0.5, 0.5), 512, 250))


@sampled("sharp:gram-variance", domain="n = 2, 3, 4, d = n to 512", margin=0.25)
@routes("the Gram map", "half the squared distance of C and C' after two independent layers")
def sampled_copies(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_kernels import second_moments

    parts = len(NARROW) + len(WIDE)
    for q, d, batch in (*NARROW, *WIDE):
        kernel = second_moments(q, d, batch, run.device)
        seen: Seen
        if (q, d, batch) in WIDE:
            seen = asymptotic(run, (q, d), kernel, batch=batch, parts=parts)
        else:
            seen = estimate(run, (q, d), kernel, [0.0] * 2, [1.0] * 2, batch=batch, parts=parts)
        yield joint(seen, {"q": np.array(q), "d": d}, label_of(q, d))


def _two_samples(q: Array, d: int) -> Array:
    """n = 2, by integrals over the angle of w: u_i^2 = q_i w_i^2/(q_1 w_1^2 + q_2 w_2^2)."""

    def mean(function: Any) -> Array:
        def at(angle: Array) -> Array:
            x, y = q[0] * mpmath.cos(angle) ** 2, q[1] * mpmath.sin(angle) ** 2
            return function(x / (x + y), y / (x + y))

        return mpmath.quad(at, [0, mpmath.pi / 4, mpmath.pi / 2]) * 2 / mpmath.pi

    p = mean(lambda a, b: a)
    scatter = mean(lambda a, b: (a - p) ** 2 + (b - 1 + p) ** 2 + 2 * a * b) / d
    return np.array([scatter, scatter + 2 * (p - mpmath.mpf(1) / 2) ** 2])


@exact("sharp:gram-variance", domain="n = 2, q_1 = 1/5 and 1/2, d = 2 and 3")
@routes("the Gram map", "integrals over the angle in mpmath")
def moments_of_two_samples(run: Run) -> Cells:
    for first, width in (("0.2", 2), ("0.5", 3)):
        shares = mpf_array([first, 1 - mpmath.mpf(first)])
        observed = _two_samples(shares, width)
        given = {"q": shares, "d": width}
        yield Cell(given, observed, 1e-20, label=f"q_1 = {first}, d = {width}")
