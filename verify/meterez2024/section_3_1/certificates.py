"""Certificates of theory/meterez2024/section_3_1.py: proofs over the whole domain.

lambda_k are the eigenvalues of X X^T, of mean 1; S = sum (lambda_k - 1)^2.
"""

from typing import Any

import flint
import mpmath
import numpy as np

from theory.definitions import bn, isometry, isometry_gap, row_norms
from theory.ledger import Cell, Formula
from theory.numerics.backends import exp, log1p
from theory.spectrum import Spectrum
from verify import cases
from verify.meterez2024.section_3_1.exact import elliptic_cell
from verify.proofs import isometry as steps
from verify.proofs import prover
from verify.proofs.prover import Reduction, Shown, always, argument, prove, proved, variables
from verify.proofs.steps import log_below_its_tangent, no_negative_coefficient
from verify.registry import Run, domain


def scale_cancels() -> Shown:
    """phi(cX) = phi(X): the eigenvalues g_k of X^T X become c^2 g_k, and so does their mean.

    c^2 g mean = g c^2 mean: the ratios g_k/mean, of which phi is -1/n times the sum of the
    logarithms, stay as they are.
    """
    c, g, mean = variables("c g mean")
    return always((c**2 * g) * mean == g * (c**2 * mean))


@proved("meterez2024:remark-gap-range", domain="every X != 0, every d and n")
@argument("log x <= x - 1 at the eigenvalues over their mean, with equality at 1 only")
def gap_by_am_gm(run: Run) -> Reduction:
    """phi = -(1/n) sum log x_k, x_k = g_k/mean the eigenvalues of X^T X over their mean, X != 0.

    -log x >= 1 - x, and the x_k - 1 sum to 0: phi >= 0, with equality iff every x_k is 1, that is
    X^T X = mean I; phi = inf iff some g_k = 0, that is rank X < n, as always for n > d.
    """
    wide = np.ones((1, 2))
    cells = cases.matrix_cells(isometry_gap, (2,))
    cells.append(Cell({"X": wide}, isometry_gap(wide), label="n = 2 > d = 1"))
    return Reduction(lambda X: 0, [log_below_its_tangent(), scale_cancels()], cells)


def registered_decay(formula: Formula, d: int) -> Shown:
    """One layer of the closed form itself, on boxes of s: phi - g <= phi exp(-1/k), s >= 1/16."""

    def margin(s: Any) -> Any:
        phi = (d * (1 - s / d).log() - (1 - s).log()) / d
        least = s**2 * (d - 1) / (d * (d + 2) * (d - s))
        return prover.on_a_box(formula, phi_0=phi, l=1, d=d, C=flint.arb(1)) - (phi - least)

    return prove(margin, (0.0625, flint.arb("0.99")))


@proved("meterez2024:theorem-1")
@argument("sharp:theorem-1's certificate, and g >= phi/(d^2 (1 + d phi)) by balls in 1/d")
@domain("C = 1, so every C >= 1; every X_0 of full rank, every d and depth")
def absolute_constant_one(run: Run) -> Reduction:
    """E phi_l <= phi_0 (1 - g(phi_0)/phi_0)^l <= phi_0 exp(-l/k), k = d^2 (1 + d phi_0), C = 1.

    BN(W c X) = BN(W X): X_0 may be taken with mean eigenvalue 1. One layer more only helps. For
    d = 1 both sides are 0.
    """
    sizes, label = ("0.1", "0.999", "0.999999999999"), "two layers, d = 2, eigenvalues "
    on_boxes = [registered_decay(run.formula, d) for d in (2, 3, 16)]
    return Reduction(
        lambda phi_0, l, d, C: phi_0 / mpmath.exp(l / (C * (d**2 + d**3 * phi_0))),
        [*steps.contraction(), *steps.drift_from_gap(), *on_boxes],
        cases.two_layer_cells(sizes, label, l=1, C=mpmath.mpf(1)),
        points=[{"phi_0": mpmath.mpf(2), "l": 9, "d": d, "C": mpmath.mpf(1)} for d in (1, 5, 50)],
    )


@proved("meterez2024:lemma-2", domain="every non-degenerate X, every orthogonal W, every d")
@argument(f"W is orthogonal; {steps.AM_GM}")
def geometric_below_arithmetic_mean_rotated(run: Run) -> Reduction:
    """Lemma A.1 for W X, whose isometry is that of X: (W X)^T W X = X^T X."""
    cells = [
        Cell({"X": M, "W": W}, isometry(bn(W @ M)), cases.TIGHT, label=f"{label}, d = 8")
        for label, M in cases.square_matrices(8)
        for W in (cases.rotation(8, 2), cases.mpf_array(np.eye(8)))
    ]
    return Reduction(
        lambda X, W: steps.isometry_gain(row_norms(W @ X)) * isometry(X),
        steps.bn_identity_and_am_gm(),
        cells,
        points=[{"X": M, "W": cases.rotation(2)} for _, M in cases.square_matrices(2)],
    )


def square_root_inequality() -> list[Shown]:
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
        *steps.bn_identity_and_am_gm(),
        always(c**2 - 2 * c * x + x**2 == (x - c) ** 2),
        always(2 * r * s == r**2 + s**2 - (r - s) ** 2),
        always((r - s) ** 2 * (r + s) ** 2 == (r**2 - s**2) ** 2),
        always(2 * (r**2 + s**2) - (r + s) ** 2 == (r - s) ** 2),
        always(2 * (2 * (d - 1) + 2) == 4 * d),
        # (1/d^2) d (d-1)/2 pairs, each 4S/((d-1)(d+2)) over 4d: times 2 d^2 (d+2) it is S
        always(4 * d * (d - 1) * 2 * d**2 * (d + 2) == 2 * d**2 * (d - 1) * (d + 2) * 4 * d),
    ]


def twice_the_rate_is_enough() -> list[Shown]:
    """-log(1-y) <= 2 y on [0, 1/2], and y <= (d-1)/(2 d (d+2)) <= 1/2.

    S <= d (d-1): sum lambda^2 <= (sum lambda)^2 = d^2. d (d+2) - (d-1) has no negative coefficient.
    """
    (d,) = variables("d")
    return [
        prove(lambda y: 2 - prover.log_ratio(y), (0, 0.5)),
        always(no_negative_coefficient(d * (d + 2) - (d - 1), 1)),
    ]


def _theorem_3(spectrum: Spectrum) -> Any:
    return exp(-cases.literal_gap(spectrum)) / (1 - steps.rate(spectrum))


@proved("meterez2024:theorem-3", domain="every spectrum of mean 1, every d >= 2")
@argument("the paper's way: lemma 2, Jensen, (sqrt(x) - sqrt(y))^2 >= (x-y)^2/(4d), moments")
def square_roots_of_row_norms(run: Run) -> Reduction:
    cells = [elliptic_cell(size) for size in ("1e-3", "0.5", "0.9")]
    points = [{"spectrum": s} for _, s in cases.spectra(3, ("1e-3", "3"))]
    return Reduction(_theorem_3, square_root_inequality(), cells, points=points)


@proved("meterez2024:theorem-3", domain="every spectrum of mean 1, every d >= 1")
@argument("Jensen's inequality, and corollary 4's certificate")
def jensen_from_corollary_4(run: Run) -> Reduction:
    """E I(BN(W X)) = I(X) E exp(-mean log a_j) >= I(X) exp(-E log a) (Jensen), then corollary 4."""
    proofs = [steps.logarithm_beside_a_parabola(), *twice_the_rate_is_enough()]
    cells = [elliptic_cell(size) for size in ("1e-3", "0.5", "0.9")]
    points = [{"spectrum": s} for d in (3, 8) for _, s in cases.spectra(d, ("1e-3", "3"))]
    return Reduction(_theorem_3, proofs, cells, points=points)


@proved("meterez2024:corollary-4", domain="every spectrum of mean 1, every d >= 1")
@argument("log x <= x - 1 - (x-1)^2/(2d) on (0, d], in expectation; log(1-y) >= -2y")
def second_order_bound_on_the_drift(run: Run) -> Reduction:
    proofs = [steps.logarithm_beside_a_parabola(), *twice_the_rate_is_enough()]
    cells = cases.mean_log_cells((4,), cases.FEW_GAPS)
    points = [{"spectrum": s} for _, s in cases.spectra(2, cases.FEW_GAPS)]
    return Reduction(lambda spectrum: log1p(-steps.rate(spectrum)), proofs, cells, points=points)
