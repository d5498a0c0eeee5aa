"""Certificates of theory/meterez2024/main.py: proofs over the whole domain.

lambda_k are the eigenvalues of X X^T, of mean 1; S = sum (lambda_k - 1)^2.
"""

from __future__ import annotations

from typing import Any

import flint
import mpmath
import numpy as np

from theory.definitions import bn, isometry, row_norms
from theory.ledger import Cell, Decision, Evidence, Method
from theory.numerics.backends import Array, exp, log1p
from theory.spectrum import Spectrum, from_deviations
from verify.cases import (
    FEW_GAPS,
    SPHERE,
    TIGHT,
    literal_gap,
    mean_log,
    mpf_array,
    rotation,
    spectra,
    square_matrices,
)
from verify.proofs.prover import (
    Proof,
    always,
    certificate,
    log_ratio,
    non_negative_from,
    prove,
)
from verify.proofs.steps import (
    log_below_its_tangent,
    mean_of_squares,
    rows_come_out_of_a_determinant,
    variables,
)
from verify.registry import Run, check

X = flint.fmpz_poly([0, 1])  # a variable


def bn_identity_and_am_gm() -> list[Proof]:
    """I(BN(X))/I(X) = Mean(r^2)/GM(r)^2, 1 + Var/Mean^2 = Mean(r^2)/Mean(r)^2, GM(r) <= Mean(r)."""
    return [rows_come_out_of_a_determinant(), mean_of_squares(), log_below_its_tangent()]


def _mean_of_squares_over_square_of_mean(r: Array) -> Any:
    """1 + Var/Mean^2, since Var = Mean(r^2) - Mean(r)^2."""
    return (r * r).sum() * len(r) / r.sum() ** 2


AM_GM = (
    "I(BN(X))/I(X) = Mean(r^2)/GM(r)^2 by determinant and trace, 1 + Var/Mean^2 ="
    " Mean(r^2)/Mean(r)^2, and GM(r) <= Mean(r) since log x <= x - 1"
)


@check("meterez2024:lemma-A.1")
def geometric_below_arithmetic_mean(run: Run) -> Evidence:
    cells = [
        Cell({"X": M}, isometry(bn(M)), TIGHT, label=f"{label}, d = {d}")
        for d in (2, 8)
        for label, M in square_matrices(d)
    ]
    return certificate(
        run.formula,
        lambda X: _mean_of_squares_over_square_of_mean(row_norms(X)) * isometry(X),
        bn_identity_and_am_gm(),
        cells,
        argument=AM_GM,
        domain="every non-degenerate X, every d",
    )


@check("meterez2024:lemma-2")
def geometric_below_arithmetic_mean_rotated(run: Run) -> Evidence:
    """Lemma A.1 for W X, whose isometry is that of X: (W X)^T W X = X^T X."""
    cells = [
        Cell({"X": M, "W": W}, isometry(bn(W @ M)), TIGHT, label=f"{label}, d = {d}")
        for d in (2, 8)
        for label, M in square_matrices(d)
        for W in (rotation(d, 2), mpf_array(np.eye(d)))
    ]
    return certificate(
        run.formula,
        lambda X, W: _mean_of_squares_over_square_of_mean(row_norms(W @ X)) * isometry(X),
        bn_identity_and_am_gm(),
        cells,
        argument=f"W is orthogonal; {AM_GM}",
        domain="every non-degenerate X, every orthogonal W, every d",
    )


def rate(spectrum: Spectrum) -> Any:
    """y = S/(2 d^2 (d+2)), the squares summed one by one."""
    d = spectrum.width
    pairs = zip(spectrum.deviations, spectrum.multiplicities.tolist(), strict=True)
    return sum(m * e * e for e, m in pairs) / (2 * d**2 * (d + 2))


def drift_is_at_least_twice_the_rate() -> Proof:
    """-E log a >= S/(d^2 (d+2)) = 2 y for a = sum_k lambda_k u_k^2, u uniform on the sphere.

    0 < a <= lambda_max <= d. F(x) = x - 1 - log x - (x-1)^2/(2d) has F(1) = 0 and
    x d F'(x) = (x-1)(d-x), so F >= 0 on (0, d]; take expectations: E a = 1 and
    E (a-1)^2 = 2 S/(d(d+2)) (rows-of-WX).
    """
    x, d, y = variables("x d y")  # y = 1/x: x d F' = x d (1 - y) - x (x-1)
    return always(x * d * (1 - y) - x * (x - 1) + d * (x * y - 1) == (x - 1) * (d - x))


def twice_the_rate_is_enough() -> list[Proof]:
    """-log(1-y) <= 2 y on [0, 1/2], and y <= (d-1)/(2 d (d+2)) <= 1/2.

    S <= d (d-1): sum lambda^2 <= (sum lambda)^2 = d^2. d (d+2) - (d-1) has no negative coefficient.
    """
    return [
        prove(lambda y: 2 - log_ratio(y), (0, 0.5)),
        always(non_negative_from(X * (X + 2) - (X - 1), 1)),
    ]


@check("meterez2024:corollary-4")
def second_order_bound_on_the_drift(run: Run) -> Evidence:
    cells = [
        Cell({"spectrum": s}, mean_log(s), SPHERE, label=f"{label}, d = {d}")
        for d in (2, 4)
        for label, s in spectra(d, FEW_GAPS)
    ]
    return certificate(
        run.formula,
        lambda spectrum: log1p(-rate(spectrum)),
        [drift_is_at_least_twice_the_rate(), *twice_the_rate_is_enough()],
        cells,
        argument="log x <= x - 1 - (x-1)^2/(2d) on (0, d], in expectation; log(1-y) >= -2y",
        domain="every spectrum of mean 1, every d >= 1",
    )


def square_root_inequality() -> list[Proof]:
    """The paper's own way to theorem 3, a_j the squared row norms of W X, of mean 1.

    1. Lemma 2: I(BN(W X)) >= I(X)/m^2 with m = Mean_j sqrt(a_j), as 1 + Var/Mean^2 = Mean(a)/m^2;
       E 1/m^2 >= 1/E m^2 (Jensen: (1/x) (x-c)^2 >= 0, that is 1/x >= 2/c - x/c^2).
    2. m^2 = 1 - sum_{i<j} (sqrt(a_i) - sqrt(a_j))^2/d^2: with r = sqrt(a), pair by pair
       2 r_i r_j = r_i^2 + r_j^2 - (r_i - r_j)^2, (sum r)^2 = d sum r^2 - sum_{i<j} (r_i - r_j)^2.
    3. (r_i - r_j)^2 (r_i + r_j)^2 = (a_i - a_j)^2, and (r_i + r_j)^2 <= 4 d for a_i, a_j <= d: it
       is at most 2 (a_i + a_j), the difference being (r_i - r_j)^2.
    4. E (a_i - a_j)^2 = 2 (E a_i^2 - E a_i a_j) = 4S/((d-1)(d+2)) (rows-of-WX): over the d (d-1)/2
       pairs E m^2 <= 1 - S/(2 d^2 (d+2)); the sum of both moments has the numerator
       2 (d-1) + 2 = 2 d over d (d-1)(d+2).
    """
    r, s, d, x, c = variables("r s d x c")
    return [
        *bn_identity_and_am_gm(),
        always(c**2 - 2 * c * x + x**2 == (x - c) ** 2),
        always(2 * r * s == r**2 + s**2 - (r - s) ** 2),
        always((r - s) ** 2 * (r + s) ** 2 == (r**2 - s**2) ** 2),
        always(2 * (r**2 + s**2) - (r + s) ** 2 == (r - s) ** 2),
        always(2 * (2 * (d - 1) + 2) == 4 * d),
        # (1/d^2) d (d-1)/2 pairs, each 4S/((d-1)(d+2)) over 4d: times 2 d^2 (d+2) it is S
        always(4 * d * (d - 1) * 2 * d**2 * (d + 2) == 2 * d**2 * (d - 1) * (d + 2) * 4 * d),
    ]


def _theorem_3(spectrum: Spectrum) -> Any:
    return exp(-literal_gap(spectrum)) / (1 - rate(spectrum))


def _elliptic_cells() -> list[Cell]:
    """At d = 2 with eigenvalues 1 +- e the expectation is I(X) (2/pi) K(e^2)."""
    cells = []
    for size in ("1e-3", "0.5", "0.9"):
        e = mpmath.mpf(size)
        lhs = mpmath.sqrt(1 - e**2) * 2 / mpmath.pi * mpmath.ellipk(e**2)
        spectrum = from_deviations(mpf_array([-e, e]))
        cells.append(Cell({"spectrum": spectrum}, lhs, TIGHT, label=f"d = 2, 1 +- {size}"))
    return cells


@check("meterez2024:theorem-3")
def square_roots_of_row_norms(run: Run) -> Evidence:
    return certificate(
        run.formula,
        _theorem_3,
        square_root_inequality(),
        _elliptic_cells(),
        argument="the paper's way: lemma 2, Jensen, (sqrt(x) - sqrt(y))^2 >= (x-y)^2/(4d), moments",
        domain="every spectrum of mean 1, every d >= 2",
        points=[{"spectrum": s} for _, s in spectra(3, ("1e-3", "3"))],
    )


@check("meterez2024:theorem-3")
def jensen_from_corollary_4(run: Run) -> Evidence:
    """E I(BN(W X)) = I(X) E exp(-mean log a_j) >= I(X) exp(-E log a) (Jensen), then corollary 4."""
    return certificate(
        run.formula,
        _theorem_3,
        [drift_is_at_least_twice_the_rate(), *twice_the_rate_is_enough()],
        _elliptic_cells(),
        argument="Jensen's inequality, and corollary 4's certificate",
        domain="every spectrum of mean 1, every d >= 1",
        points=[{"spectrum": s} for d in (3, 8) for _, s in spectra(d, ("1e-3", "3"))],
    )


@check("meterez2024:remark-eigenvalues")
def an_eigenvalue_above_one(run: Run) -> Evidence:
    """X = BN([[1, 0], [1, 1]]) has X X^T of trace 2 and determinant 1/2, exactly.

    Its characteristic polynomial l^2 - 2 l + 1/2 is negative at the claimed bound, so an
    eigenvalue lies above it.
    """
    claimed = flint.fmpq(int(run.formula(X=None)))
    value = claimed**2 - 2 * claimed + flint.fmpq(1, 2)
    return Evidence(
        Method.CERTIFICATE,
        ("the bound 1", "the characteristic polynomial in exact rationals"),
        "one BN output, d = 2",
        decision=Decision.CONTRADICTS if value < 0 else Decision.SILENT,
        witness={"X": [["1", "0"], ["1/sqrt(2)", "1/sqrt(2)"]], "charpoly at 1": "-1/2"},
    )
