"""Checks of theory/daneshmand2021/appendix_b.py: at d = inf, proofs, one layer sampled.

For n = 1 every gap is 0: nothing is left to show.
"""

import math
from collections.abc import Sequence
from typing import Any

import mpmath
import numpy as np

from theory.daneshmand2021.appendix_b import integrand
from theory.numerics.backends import Array
from theory.sharp.gram_map import gram_map
from verify.cases import TIGHT
from verify.chains import gaussian_cells
from verify.chains.limit import STARTS, lemma_4_cells, limit_chain, share_cells, smallest_share
from verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from verify.statistics.estimate import Kernel, asymptotic, estimate
from verify.statistics.intervals import cells_of


@exact("daneshmand2021:theorem-5", domain="d = inf, one small or one large eigenvalue, n = 2 to 64")
@routes("the bound", "2F1 in mpmath")
def drift_in_the_limit_of_width(run: Run) -> Cells:
    for label, n, v_hat, after in smallest_share():
        yield Cell({"n": n, "d": math.inf, "v_hat": v_hat}, after, 1e-35, label=label)


@exact("daneshmand2021:lemma-8")
@routes("the bounds", "2F1 in mpmath")
@domain("one small or one large eigenvalue, n = 2 to 64, q_n from 1e-30/n to (1 - 1e-6)/n")
def contraction_of_two_level_spectra(run: Run) -> Cells:
    for label, n, v_hat, after in smallest_share():
        yield Cell({"n": n, "v_hat": v_hat}, np.array([after, after]), 1e-35, label=label)


def curvature(n: int, t: Array, share: Array) -> Cell:
    """g'' of lemma 10 at delta = share/n."""
    delta, time = mpmath.mpf(share) / n, mpmath.mpf(t)
    second = mpmath.diff(lambda x: integrand(time, n, x), delta, 2)
    return Cell({"t": time, "n": n, "delta": delta}, second, 1e-10, label=f"n = {n}, t = {t}")


@exact("daneshmand2021:lemma-10", domain="n = 2 to 100, t = 1e-6 to 1e8, delta across [0, 1/n]")
@routes("zero", "second differences in mpmath")
def second_derivative(run: Run) -> Cells:
    for n in (2, 3, 10, 100):
        for t in ("1e-6", "0.1", "1", "100", "1e8"):
            for share in ("0", "0.3", "0.999"):
                yield curvature(n, t, share)


@exact("daneshmand2021:lemma-4", domain="one eigenvalue apart, n = 2, 3 and 8")
@routes("the bound", "both gaps in mpmath")
def gap_of_two_level_spectra(run: Run) -> Cells:
    yield from lemma_4_cells()


@exact("daneshmand2021:theorem-5", domain="n = d = 2, an orthogonal input")
@routes("the bound", "E|z_1 + z_2|/4 = 1/pi, z_j uniform on the circle")
def drift_at_width_two(run: Run) -> Cells:
    two = {"n": 2, "d": mpmath.mpf(2), "v_hat": mpmath.mpf(0)}
    yield Cell(two, 1 / mpmath.pi, TIGHT, label="n = d = 2, orthogonal")


@exact("daneshmand2021:lemma-6", domain="n = d, one eigenvalue apart")
@routes("the bound", "(1 - sum p_i^2)/d, 2F1 in mpmath")
def variance_of_independent_rows(run: Run) -> Cells:
    for n, first in STARTS:
        one, rest = limit_chain(n, first, 1)[1]
        variance = (1 - one**2 - (n - 1) * rest**2) / n
        yield Cell({"d": mpmath.mpf(n)}, variance, TIGHT, label=f"n = d = {n}, q_1 = {first}")


@exact("daneshmand2021:lemma-7", domain="n = 2, orthogonal samples, d = 2, 8 and 100")
@routes("the bound", "E|z_1 + ... + z_d|^2/(2d)^2 = 1/(4d), z_j uniform on the circle")
def deviation_of_two_samples(run: Run) -> Cells:
    for d in (2, 8, 100):
        yield Cell({"d": mpmath.mpf(d)}, 1 / mpmath.mpf(4 * d), TIGHT, label=f"n = 2, d = {d}")


@exact("daneshmand2021:lemma-9", domain="Gram spectra, n = 2 to 4")
@routes("trapezoidal quadrature in log t", "closed forms of the shares")
def shares(run: Run) -> Cells:
    return share_cells()


# (n, d, q_1 in units of 1/n, batch): from d = n up to d >> n, orthogonal to nearly singular
LAYERS = (
    (2, 2, 1.0, 1000),
    (2, 2, 0.01, 1000),
    (2, 16, 1.0, 1000),
    (3, 3, 1.9, 500),
    (4, 64, 2.7, 250),
    (8, 8, 1.0, 250),
    (8, 256, 0.5, 50),
    (8, 512, 1.0, 50),
)
SINGULAR = (2, 512, 1e-6, 50)  # at d = inf theorem 5 is attained in the limit q_1 = 0
SMALL = [layer for layer in LAYERS if layer[0] <= 3]


def _header(which: int, layers: int) -> dict[str, Any]:
    name = ("Vhat", "the squared deviation of Vhat", "the squared deviation of C")[which]
    return {
        "routes": ("the bound", f"{name} in the law-exact Gram form, sampled"),
        "domain": f"one layer of (1) from one eigenvalue apart, {layers} shapes with n <= d",
    }


def _only(kernel: Kernel, which: int) -> Kernel:
    """One of the observables that a kernel draws."""
    return lambda generator: kernel(generator)[which : which + 1]


def _after_one_layer(
    run: Run, which: int, layers: Sequence[tuple[int, int, float, int]] = LAYERS
) -> Cells:
    """The mean of one of the three observables of ``kernels.one_layer``; the first beside Vhat."""
    from verify.chains.gaussian_kernels import one_layer

    for n, d, share, batch in layers:
        q = gaussian_cells.Shape(n, d, share / n, 0.0, batch).q
        p = gram_map(np.array(q))
        kernel = _only(one_layer(q, p, d, batch, run.device), which)
        high = [1 / n, 1 / n**2, 2.0][which] * (1 + 1e-9)
        key, parts = (n, d, share), len(layers)
        sequence = estimate(run, key, kernel, [0.0], [high], batch=batch, parts=parts)
        given = {"n": n, "d": d, "v_hat": 1 / n - min(q)} if which == 0 else {"d": d}
        law = float(1 - (p**2).sum()) / d if which == 2 else None  # sharp:gram-variance
        yield from cells_of(sequence, [given], [f"n = {n}, d = {d}, q_1 = {share}/n"], law)


@sampled("daneshmand2021:theorem-5", **_header(0, len(LAYERS) + 1))
def sampled_drift(run: Run) -> Cells:
    return _after_one_layer(run, 0, (*LAYERS, SINGULAR))


@sampled("daneshmand2021:lemma-6", **_header(2, len(SMALL)))
def sampled_deviation_of_the_gram_matrix(run: Run) -> Cells:
    """Small widths: beside the range [0, 2] the bound is small at large ones, and known exactly."""
    return _after_one_layer(run, 2, SMALL)


# From orthogonal samples the deviation is (1 - 1/n)/d, nearest the bound at a large n, and scatters
# by 2/n of itself: 512 replicas know its mean within about half of the 1/n that is left.
WIDE = ((64, 64, 64), (64, 512, 64))  # n, d, batch


@sampled("daneshmand2021:lemma-6")
@routes(*_header(2, 0)["routes"])
@domain("one layer of (1) from orthogonal samples, n = 64, d = 64 and 512")
def sampled_deviation_of_a_large_gram_matrix(run: Run) -> Cells:
    from verify.chains.gaussian_kernels import one_layer

    for n, d, batch in WIDE:
        q = [1 / n] * n
        kernel = _only(one_layer(q, q, d, batch, run.device), 2)
        seen = asymptotic(run, (n, d), kernel, batch=batch, parts=len(WIDE))
        label, law = f"n = {n}, d = {d}, orthogonal", (1 - 1 / n) / d
        yield from cells_of(seen, [{"d": d}], [label], law)


@sampled("daneshmand2021:lemma-7", **_header(1, len(LAYERS)))
def sampled_deviation_of_the_smallest(run: Run) -> Cells:
    return _after_one_layer(run, 1)


@sampled("daneshmand2021:lemma-9", **gaussian_cells.SHARES_OF_ROWS)
def sampled_shares_of_rows(run: Run) -> Cells:
    return gaussian_cells.row_share_cells(run)
