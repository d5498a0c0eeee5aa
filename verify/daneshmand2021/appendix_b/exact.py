"""Checks of theory/daneshmand2021/appendix_b.py in high precision and in the limit d = inf."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np

from theory.daneshmand2021.appendix_b import integrand
from theory.ledger import Cell
from verify.chains.limit import smallest_share
from verify.registry import Run, domain, exact, routes


@exact("daneshmand2021:theorem-5", domain="d = inf, one small or one large eigenvalue, n = 2 to 64")
@routes("the bound", "2F1 in mpmath")
def drift_in_the_limit_of_width(run: Run) -> Iterator[Cell]:
    for label, n, v_hat, after in smallest_share():
        yield Cell({"n": n, "d": math.inf, "v_hat": v_hat}, after, 1e-35, label=label)


@exact("daneshmand2021:lemma-8")
@routes("the bounds", "2F1 in mpmath")
@domain("one small or one large eigenvalue, n = 2 to 64, q_n from 1e-30/n to (1 - 1e-6)/n")
def contraction_of_two_level_spectra(run: Run) -> Iterator[Cell]:
    for label, n, v_hat, after in smallest_share():
        yield Cell({"n": n, "v_hat": v_hat}, np.array([after, after]), 1e-35, label=label)


def curvature(n: int, t: Any, share: Any) -> Cell:
    """g'' of lemma 10 at delta = share/n."""
    delta, time = mpmath.mpf(share) / n, mpmath.mpf(t)
    second = mpmath.diff(lambda x: integrand(time, n, x), delta, 2)
    return Cell({"t": time, "n": n, "delta": delta}, second, 1e-10, label=f"n = {n}, t = {t}")


@exact("daneshmand2021:lemma-10", domain="n = 2 to 100, t = 1e-6 to 1e8, delta across [0, 1/n]")
@routes("zero", "second differences in mpmath")
def second_derivative(run: Run) -> Iterator[Cell]:
    for n in (2, 3, 10, 100):
        for t in ("1e-6", "0.1", "1", "100", "1e8"):
            for share in ("0", "0.3", "0.999"):
                yield curvature(n, t, share)
