"""Checks of theory/daneshmand2021/appendix_b.py that are computed: at d = inf and small sizes.

For n = 1 every gap is 0: nothing is left to show.
"""

import math

import mpmath
import numpy as np

from lemmata.theory.daneshmand2021.appendix_b import integrand
from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import TIGHT
from lemmata.verify.chains.limit import (
    STARTS,
    lemma_4_cells,
    limit_chain,
    share_cells,
    smallest_share,
)
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes


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
