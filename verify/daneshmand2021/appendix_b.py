"""Checks of theory/daneshmand2021/appendix_b.py in high precision and in the limit d = inf.

At finite width they are sampled: see appendix_b_sampled.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np

from theory.daneshmand2021.appendix_b import integrand
from theory.ledger import Cell, Evidence, Method
from theory.numerics import reference
from verify.cases import TIGHT, mpf_array
from verify.daneshmand2021.main import STARTS, gram_eigenvalues, limit_chain, literal_gap
from verify.registry import Run, check


@check("daneshmand2021:lemma-4", "sharp:lemma-4")
def gap_against_smallest_eigenvalue(run: Run) -> Evidence:
    cells = []
    for label, q in gram_eigenvalues():
        v_hat = mpmath.mpf(1) / len(q) - min(q)
        cells.append(Cell({"n": len(q), "v_hat": v_hat}, literal_gap(q), TIGHT, label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "Gram eigenvalues in mpmath"),
        "Gram spectra, n = 2, 3, 8; the extremal one among them",
        cells,
    )


def smallest_share() -> Iterator[tuple[str, int, Any, Any]]:
    """(label, n, Vhat, p_n) for two-level spectra, p_n by 2F1."""
    for n in (2, 3, 8, 64):
        # nearer to 1/n the contraction is linear and Vhat cancels in 50 digits
        for small in ("0.999999", "0.9", "0.5", "0.1", "1e-6", "1e-30"):
            few = mpmath.mpf(small) / n
            rest = (1 - few) / (n - 1)
            share = reference.mean_share_two_level(few, 1, rest, n - 1)
            yield f"one small, n = {n}", n, mpmath.mpf(1) / n - few, share
            one = 1 - (n - 1) * few
            share = reference.mean_share_two_level(few, n - 1, one, 1)
            yield f"one large, n = {n}", n, mpmath.mpf(1) / n - few, share


@check("daneshmand2021:lemma-8")
def contraction_of_two_level_spectra(run: Run) -> Evidence:
    cells = []
    for label, n, v_hat, share in smallest_share():
        left = mpmath.mpf(1) / n - share
        cells.append(Cell({"n": n, "v_hat": v_hat}, np.array([left, left]), 1e-35, label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bounds", "2F1 in mpmath"),
        "one small or one large eigenvalue, n = 2 to 64, q_n from 1e-30/n to (1 - 1e-6)/n",
        cells,
    )


@check("daneshmand2021:theorem-5")
def drift_in_the_limit_of_width(run: Run) -> Evidence:
    cells = [
        Cell({"n": n, "d": math.inf, "v_hat": v_hat}, mpmath.mpf(1) / n - share, 1e-35, label=label)
        for label, n, v_hat, share in smallest_share()
    ]
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "2F1 in mpmath"),
        "d = inf, one small or one large eigenvalue, n = 2 to 64",
        cells,
    )


@check("daneshmand2021:appendix-C")
def average_in_the_limit_of_width(run: Run) -> Evidence:
    cells = []
    for n, first in STARTS:
        chain = limit_chain(n, first, 60)
        v_hats = [mpmath.mpf(1) / n - min(q) for q in chain]
        terms = [v * (mpmath.mpf(1) / n - v) for v in v_hats]
        for depth in (1, 3, 10, 60):
            parameters = {"l": depth, "d": math.inf, "v_hat_0": v_hats[0]}
            average = mpmath.fsum(terms[1 : depth + 1]) / depth
            cells.append(Cell(parameters, average, 1e-30, label=f"n = {n}, q_1 = {first}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "two-level Gram chain at d = inf by 2F1 in mpmath"),
        "d = inf, n = 2 to 200, depth 1 to 60",
        cells,
    )


@check("daneshmand2021:lemma-6")
def variance_of_the_gram_matrix(run: Run) -> Evidence:
    """C is a mean of d independent u u^T with unit u: E||C - E C||^2 = (1 - sum p_i^2)/d."""
    cells = []
    for n, first in STARTS:
        one, rest = limit_chain(n, first, 1)[1]
        for d in (n, 10 * n):
            exact = (1 - one**2 - (n - 1) * rest**2) / d
            cells.append(Cell({"d": mpmath.mpf(d)}, exact, TIGHT, label=f"n = {n}, d = {d}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "the exact variance, with p_i by 2F1"),
        "two-level spectra, n = 2 to 200, d = n and 10 n",
        cells,
    )


@check("daneshmand2021:lemma-9", "sharp:gram-map")
def shares_of_two_level_spectra(run: Run) -> Evidence:
    cells = []
    for n, m in ((2, 1), (3, 1), (5, 2)):
        for ratio in ("1.000000001", "1e12"):
            a = mpmath.mpf(ratio)
            total = a * m + (n - m)
            one = reference.mean_share_two_level(a, m, 1, n - m)
            rest = (1 - m * one) / (n - m)
            q = mpf_array([a / total] * m + [1 / total] * (n - m))
            p = mpf_array([one] * m + [rest] * (n - m))
            cells.append(Cell({"q": q}, p, 1e-30, label=f"n = {n}, {m} times {ratio} to 1"))
    for first in ("1e-20", "0.2", "0.5"):
        q = mpf_array([first, 1 - mpmath.mpf(first)])
        cells.append(Cell({"q": q}, reference.share_of_two(q), 1e-30, label=f"n = 2, q = {first}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("trapezoidal quadrature in log t", "2F1, and the closed form at n = 2, in mpmath"),
        "two-level spectra, n = 2 to 5, ratios 1 + 1e-9 to 1e20",
        cells,
    )


@check("daneshmand2021:lemma-10")
def second_derivative(run: Run) -> Evidence:
    cells = []
    for n in (2, 3, 10, 100):
        for t in ("1e-6", "0.1", "1", "100", "1e8"):
            for share in ("0", "0.3", "0.999"):
                delta, time = mpmath.mpf(share) / n, mpmath.mpf(t)
                second = mpmath.diff(lambda x, n=n, time=time: integrand(time, n, x), delta, 2)
                parameters = {"t": time, "n": n, "delta": delta}
                cells.append(Cell(parameters, second, 1e-10, label=f"n = {n}, t = {t}"))
    return Evidence(
        Method.ADVERSARIAL,
        ("zero", "second differences in mpmath"),
        "n = 2 to 100, t = 1e-6 to 1e8, delta across [0, 1/n]",
        cells,
    )
