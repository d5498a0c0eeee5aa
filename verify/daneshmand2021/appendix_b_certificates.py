"""Certificates of theory/daneshmand2021/appendix_b.py: proofs over the whole domain.

q_i are the eigenvalues of H_l^T H_l, q_n the smallest, Vhat = 1/n - q_n; C = H_{l+1}^T H_{l+1}.
For n = 1 every gap is 0 and nothing is left to show.
"""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np

from theory.daneshmand2021.appendix_b import integrand
from theory.ledger import Cell, Evidence
from verify.cases import TIGHT
from verify.daneshmand2021.appendix_b import smallest_share
from verify.daneshmand2021.appendix_b_steps import (
    drift_condition,
    gap_below_the_smallest,
    log_convexity,
    smallest_eigenvalue_is_lipschitz,
    tangent_at_isometry,
    telescoping_sum,
    variance_of_a_mean,
)
from verify.daneshmand2021.main import STARTS, gram_eigenvalues, limit_chain, literal_gap
from verify.proofs.prover import certificate
from verify.registry import Run, check

WIDTHS = (2, 3, 10, 1000)


def _gap_cells() -> list[Cell]:
    return [
        Cell(
            {"n": len(q), "v_hat": mpmath.mpf(1) / len(q) - min(q)},
            literal_gap(q),
            TIGHT,
            label=label,
        )
        for label, q in gram_eigenvalues()
    ]


@check("daneshmand2021:lemma-4")
def gap_by_a_square(run: Run) -> Evidence:
    return certificate(
        run.formula,
        lambda n, v_hat: 2 * v_hat * n,
        gap_below_the_smallest(),
        _gap_cells(),
        argument="a sum of squares below the square of the sum; n (n-1) <= 4 n^2",
        domain="every H of unit norm, every n",
    )


@check("sharp:lemma-4")
def best_constant_by_a_square(run: Run) -> Evidence:
    """Attained where one x_i is n v and the others 0: one large eigenvalue, among the cells."""
    return certificate(
        run.formula,
        lambda n, v_hat: v_hat * mpmath.sqrt(n * n - n),
        gap_below_the_smallest(),
        _gap_cells(),
        argument="a sum of squares below the square of the sum",
        domain="every H of unit norm, every n",
    )


@check("daneshmand2021:lemma-10")
def convex_since_log_convex(run: Run) -> Evidence:
    cells = []
    for n, t in ((2, "1e-3"), (4, "1"), (100, "50")):
        delta, time = mpmath.mpf(1) / (2 * n), mpmath.mpf(t)
        second = mpmath.diff(lambda x, n=n, time=time: integrand(time, n, x), delta, 2)
        cells.append(Cell({"t": time, "n": n, "delta": delta}, second, 1e-10, label=f"n = {n}"))
    return certificate(
        run.formula,
        lambda t, n, delta: 0,
        [log_convexity()],
        cells,
        argument="-log of an affine function is convex, and so is exp of a convex function",
        domain="every t > 0, n >= 2, delta in [0, 1/n]",
    )


CONTRACTION = "AM-GM on the other eigenvalues, the tangent of a convex function, Beta integrals"


@check("daneshmand2021:lemma-8")
def contraction_by_convexity(run: Run) -> Evidence:
    cells = []
    for label, n, v_hat, share in smallest_share():
        left = mpmath.mpf(1) / n - share
        cells.append(Cell({"n": n, "v_hat": v_hat}, np.array([left, left]), 1e-35, label=label))

    def bounds(n: int, v_hat: Any) -> list[Any]:
        q = mpmath.mpf(1) / n - v_hat
        return [v_hat * (1 - c * q) for c in (mpmath.mpf(2) / 3, mpmath.mpf(2 * n) / (n + 2))]

    return certificate(
        run.formula,
        bounds,
        [log_convexity(), tangent_at_isometry()],
        cells,
        argument=CONTRACTION,
        domain="every Gram spectrum, every n",
    )


@check("daneshmand2021:lemma-6")
def variance_of_independent_rows(run: Run) -> Evidence:
    cells = []
    for n, first in STARTS:
        one, rest = limit_chain(n, first, 1)[1]
        exact = (1 - one**2 - (n - 1) * rest**2) / n
        cells.append(Cell({"d": mpmath.mpf(n)}, exact, TIGHT, label=f"n = d = {n}, q_1 = {first}"))
    return certificate(
        run.formula,
        lambda d: 1 / d,
        [variance_of_a_mean()],
        cells,
        argument="the variance of a mean of independent rank-one projections",
        domain="every H of unit norm, every d",
    )


@check("daneshmand2021:lemma-7")
def smallest_eigenvalue_by_weyl(run: Run) -> Evidence:
    """Cells at n = 2, q = (1/2, 1/2): Vhat' = |z_1 + ... + z_d|/(2d), z_j uniform on the circle.

    So E Vhat'^2 = 1/(4d) exactly, for every d.
    """
    cells = [
        Cell({"d": mpmath.mpf(d)}, 1 / mpmath.mpf(4 * d), TIGHT, label=f"n = 2, d = {d}")
        for d in (2, 8, 100)
    ]
    return certificate(
        run.formula,
        lambda d: 1 / d,
        [variance_of_a_mean(), smallest_eigenvalue_is_lipschitz()],
        cells,
        argument="Weyl's inequality and lemma 6's certificate",
        domain="every H of unit norm, every d >= n",
    )


def _mean_modulus_of_two() -> Any:
    """E|z_1 + z_2| = 4/pi, z_j uniform on the circle."""
    return 4 / mpmath.pi


@check("daneshmand2021:theorem-5")
def drift_from_its_lemmas(run: Run) -> Evidence:
    """E Vhat' <= (1/n - p_n) + E|Vhat' - (1/n - p_n)| <= lemma 8 + sqrt(lemma 7)."""
    cells = [
        Cell({"n": n, "d": math.inf, "v_hat": v_hat}, mpmath.mpf(1) / n - share, 1e-35, label=label)
        for label, n, v_hat, share in smallest_share()
    ]
    two = {"n": 2, "d": mpmath.mpf(2), "v_hat": mpmath.mpf(0)}
    cells.append(Cell(two, _mean_modulus_of_two() / 4, TIGHT, label="n = d = 2, orthogonal"))

    def bound(n: int, d: Any, v_hat: Any) -> Any:
        noise = 0 if d == math.inf else 1 / mpmath.sqrt(d)
        return v_hat - mpmath.mpf(2) / 3 * (mpmath.mpf(1) / n - v_hat) * v_hat + noise

    return certificate(
        run.formula,
        bound,
        drift_condition(),
        cells,
        argument=f"{CONTRACTION}; Weyl's inequality and the variance of a mean",
        domain="every H of unit norm, every n, every d >= n and d = inf",
        points=[
            {"n": n, "d": mpmath.mpf(d), "v_hat": mpmath.mpf(1) / (3 * n)}
            for n in (2, 7)
            for d in WIDTHS
        ],
    )


@check("daneshmand2021:appendix-C")
def average_by_telescoping(run: Run) -> Evidence:
    cells = []
    for n, first in STARTS[:4]:
        chain = limit_chain(n, first, 40)
        v_hats = [mpmath.mpf(1) / n - min(q) for q in chain]
        terms = [v * (mpmath.mpf(1) / n - v) for v in v_hats[1:]]
        parameters = {"l": 40, "d": math.inf, "v_hat_0": v_hats[0]}
        cells.append(Cell(parameters, mpmath.fsum(terms) / 40, 1e-30, label=f"n = {n}"))
    # n = d = 2 from an orthogonal input: Vhat' = |cos|/2 of a uniform angle
    exact = _mean_modulus_of_two() / 8 - mpmath.mpf(1) / 8
    two = {"l": 1, "d": mpmath.mpf(2), "v_hat_0": mpmath.mpf(0)}
    cells.append(Cell(two, exact, TIGHT, label="n = d = 2, orthogonal"))

    def bound(l: int, d: Any, v_hat_0: Any) -> Any:
        noise = 0 if d == math.inf else mpmath.mpf(3) / 2 / mpmath.sqrt(d)
        return mpmath.mpf(3) / 2 * v_hat_0 / l + noise

    return certificate(
        run.formula,
        bound,
        [
            *drift_condition(),
            telescoping_sum(),
        ],
        cells,
        argument="the sharper drift of lemma 8, telescoped, and 9 n^3 >= 4 (n+2)^2 (n-1)",
        domain="every H_0 of unit norm, every n, every d >= n and d = inf, every depth",
        points=[{"l": 3, "d": mpmath.mpf(d), "v_hat_0": mpmath.mpf(1) / 9} for d in WIDTHS],
    )
