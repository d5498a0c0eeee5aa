"""Certificates of theory/sharp/gram_variance.py, average_in_depth.py and whitening.py."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np

from theory.definitions import orthogonality_gap
from theory.ledger import Cell, Evidence
from theory.numerics.backends import Array
from verify.cases import TIGHT, mpf_array, rotation
from verify.daneshmand2021.appendix_b_steps import (
    drift_condition,
    telescoping_sum,
    variance_of_a_mean,
)
from verify.daneshmand2021.main import limit_chain
from verify.proofs.prover import INTEGRALS, Proof, always, certificate
from verify.proofs.steps import gaussian_transform, variables
from verify.registry import Run, check
from verify.sharp.sphere_certificates import enclosed_shares


def mean_and_deviation_are_orthogonal() -> Proof:
    """E||C - I/n||^2 = ||E C - I/n||^2 + E||C - E C||^2, entry by entry, and sum (p - 1/n)^2.

    (c - a)^2 = (m - a)^2 + 2 (m - a)(c - m) + (c - m)^2, the middle of mean 0 at m = E c; and
    (p - v)^2 = p^2 - 2 v p + v^2, whose sum at v = 1/n is sum p^2 - 1/n, as sum p = 1.
    """
    c, m, a = variables("c m a")
    return always(
        (c - a) ** 2 == (m - a) ** 2 + 2 * (m - a) * (c - m) + (c - m) ** 2,
        (m - a) ** 2 == m**2 - 2 * a * m + a**2,
    )


def _two_samples(q: Array, d: int) -> Array:
    """n = 2, by integrals over the angle of w: u_i^2 = q_i w_i^2/(q_1 w_1^2 + q_2 w_2^2)."""

    def mean(function: Any) -> Any:
        def at(angle: Any) -> Any:
            x, y = q[0] * mpmath.cos(angle) ** 2, q[1] * mpmath.sin(angle) ** 2
            return function(x / (x + y), y / (x + y))

        return mpmath.quad(at, [0, mpmath.pi / 4, mpmath.pi / 2]) * 2 / mpmath.pi

    p = mean(lambda a, b: a)
    scatter = mean(lambda a, b: (a - p) ** 2 + (b - 1 + p) ** 2 + 2 * a * b) / d
    return np.array([scatter, scatter + 2 * (p - mpmath.mpf(1) / 2) ** 2])


@check("sharp:gram-variance")
def independent_rows(run: Run) -> Evidence:
    cells = []
    for first, d in (("0.2", 2), ("0.5", 3)):
        q = mpf_array([first, 1 - mpmath.mpf(first)])
        observed = _two_samples(q, d)
        cells.append(Cell({"q": q, "d": d}, observed, 1e-20, label=f"q_1 = {first}, d = {d}"))

    def moments(q: Array, d: int) -> list[Any]:
        p = enclosed_shares(q)
        square = mpmath.fsum(v * v for v in p)
        return [(1 - square) / d, (square * (d - 1) + 1) / d - mpmath.mpf(1) / len(q)]

    return certificate(
        run.formula,
        moments,
        [gaussian_transform(), variance_of_a_mean(), mean_and_deviation_are_orthogonal()],
        cells,
        argument="the variance of a mean of independent projections; Pythagoras in the mean",
        domain="every Gram spectrum, every n, d",
        relative=INTEGRALS,
    )


@check("sharp:average-in-depth")
def telescoped(run: Run) -> Evidence:
    """The sum of appendix C's certificate before its constants are rounded up; 0 for n = 1."""
    cells = []
    for n, small in ((2, "0.05"), (8, "0.1249")):
        chain = limit_chain(n, small, 60)
        v_hats = [mpmath.mpf(1) / n - min(q) for q in chain]
        terms = [v * (mpmath.mpf(1) / n - v) for v in v_hats[1:]]
        parameters = {"l": 60, "n": n, "d": math.inf, "v_hat_0": v_hats[0]}
        cells.append(Cell(parameters, mpmath.fsum(terms) / 60, 1e-30, label=f"n = {n}, d = inf"))

    def bound(l: int, n: int, d: Any, v_hat_0: Any) -> Any:
        noise = 0 if d == math.inf else mpmath.sqrt((n - 1) / (n * d))
        return (1 + mpmath.mpf(2) / n) / 2 * (v_hat_0 + (l + 1) * noise) / l

    return certificate(
        run.formula,
        bound,
        [
            *drift_condition(),
            telescoping_sum(),
        ],
        cells,
        argument="the sharper drift of lemma 8 and the variance (1 - 1/n)/d, telescoped",
        domain="every H_0 of unit norm, every n, every d >= n and d = inf, every depth",
        points=[{"l": 3, "n": 5, "d": mpmath.mpf(7), "v_hat_0": mpmath.mpf(1) / 9}],
    )


def projection_of_rank_r() -> Proof:
    """r eigenvalues 1/r and n - r zeros: V^2 = r (1/r - 1/n)^2 + (n-r)/n^2 = 1/r - 1/n.

    Multiplied by r n^2: (n-r)^2 + r (n-r) = n (n-r).
    """
    n, r = variables("n r")
    return always((n - r) ** 2 + r * (n - r) == n * (n - r))


@check("sharp:whitening")
def eigenvalues_of_a_projection(run: Run) -> Evidence:
    """Cells: the projection Q^T Q of r orthonormal rows of an orthogonal matrix, its gap."""
    cells = []
    for n, r in ((2, 1), (3, 1), (3, 2), (5, 5)):
        H = rotation(n)[:r]  # U_r V_r^T with U_r the first unit vectors
        padded = np.concatenate([H, mpf_array(np.zeros((n - r, n)))]) if r < n else H
        gap = mpmath.chop(orthogonality_gap(padded), 1e-40)
        cells.append(
            Cell({"r": mpmath.mpf(r), "n": mpmath.mpf(n)}, gap, TIGHT, label=f"r = {r}, n = {n}")
        )
    return certificate(
        run.formula,
        lambda r, n: mpmath.sqrt((n - r) / (r * n)),
        [projection_of_rank_r()],
        cells,
        argument="whitening leaves the projection onto the row space",
        domain="every M of rank r >= 1, every d and n",
    )
