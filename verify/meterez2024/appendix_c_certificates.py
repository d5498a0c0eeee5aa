"""Certificates of theory/meterez2024/appendix_c.py: proofs over the whole domain.

Notation: e_k = lambda_k - 1, so sum e_k = 0 and d phi = sum f(e_k) with f(e) = e - log(1+e) >= 0;
s = d phi. Each term is at most s: f(e_k) <= s for every k.
"""

from __future__ import annotations

from typing import Any

import flint
import mpmath

from theory.ledger import Cell, Evidence, Formula
from theory.meterez2024.appendix_c import LOSSES
from theory.numerics.backends import exp, sqrt
from verify.cases import (
    TIGHT,
    eigenvalues,
    mpf_array,
)
from verify.meterez2024.appendix_b_certificates import spectrum_cells, square_of_the_deviation
from verify.proofs.prover import (
    Proof,
    always,
    certificate,
    exp_quotient,
    on_a_box,
    prove,
)
from verify.proofs.steps import square_below_the_square_of_the_sum
from verify.registry import Run, check

_BELOW = flint.arb(1) / 16  # the threshold of s


def root_below_the_threshold() -> list[Proof]:
    """h = -log lambda_min has F(h) = h + exp(-h) - 1 <= s <= 1/16 < F(0.38), so h <= 0.38.

    There h/2 <= 0.76 sqrt(s) if h^2 <= (2 x 0.76)^2 F(h): F(h)/h^2 >= 1.52^(-2) on [0, 0.38].
    """
    end = flint.arb("0.38")
    return [
        always(exp_quotient(end) * end**2 > _BELOW),
        prove(lambda h: exp_quotient(h) - 1 / (2 * flint.arb(0.76)) ** 2, (0, end)),
    ]


def _gap_of_root(h: Any) -> Any:
    """F(h) = h + exp(-h) - 1, the least d phi at lambda_min = exp(-h)."""
    return exp_quotient(h) * h**2


def registered_logarithm(formula: Formula) -> list[Proof]:
    """The closed form itself on boxes of h, on either side of the threshold, away from h = 0."""

    def margin(h: Any) -> Any:
        return on_a_box(formula, phi=_gap_of_root(h) / 2, d=2) - h / 2

    return [prove(margin, (0.125, 0.359375)), prove(margin, (0.390625, 3))]


def registered_eigenvalue(formula: Formula) -> list[Proof]:
    """Both closed forms themselves on boxes of h; they meet exp(-h) at infinity and at 0."""

    def margin(which: int, h: Any) -> Any:
        return (-h).exp() - on_a_box(formula, entry=which, phi=_gap_of_root(h) / 2, d=2)

    return [
        prove(lambda h: margin(0, h), (0, 2)),
        prove(lambda h: margin(1, h), (0.125, 3)),
    ]


@check("meterez2024:lemma-C.4")
def log_jacobian_by_balls(run: Run) -> Evidence:
    """log ||J|| <= h/2 (C.7, C.11; J = 0 for n = 1); h <= s + 1 since F(h) = s has exp(-h) >= 0."""

    def bounds(phi: Any, d: int) -> Any:
        s = d * phi
        return 0.76 * mpmath.sqrt(s) if 16 * s <= 1 else (s + 1) / 2

    return certificate(
        run.formula,
        bounds,
        [*root_below_the_threshold(), *registered_logarithm(run.formula)],
        [
            *spectrum_cells(lambda s: -mpmath.log(min(eigenvalues(s))) / 2),
        ],
        argument="one eigenvalue takes at most the whole gap: h + exp(-h) - 1 <= d phi; then balls",
        domain="every trace-normalised Gram matrix, every d",
    )


@check("meterez2024:lemma-C.8")
def smallest_eigenvalue_by_a_square(run: Run) -> Evidence:
    """h + exp(-h) - 1 <= s gives h <= s + 1; the second bound is ``square_of_the_deviation``."""
    return certificate(
        run.formula,
        lambda phi, d: [mpmath.exp(-1 - phi * d), 1 - mpmath.sqrt(2 * phi * d)],
        [square_of_the_deviation(), *registered_eigenvalue(run.formula)],
        spectrum_cells(lambda s: min(eigenvalues(s))),
        argument="one eigenvalue takes at most the whole gap; the derivative is a square",
        domain="every trace-normalised Gram matrix, every d",
    )


@check("meterez2024:lemma-C.2")
def lipschitz_constants_by_algebra(run: Run) -> Evidence:
    """CE: ||p - y||^2 = (1-p_y)^2 + sum_{i != y} p_i^2 <= 2 (1-p_y)^2 <= 2, p the softmax.

    Squared error: ||2 (z - y)|| <= 2 (||z|| + ||y||) = 2 (R + 1), attained at z = -R y.
    """
    cells = []
    for R in (0, 1, 60):
        z = mpf_array([R / 2, -R / 2])
        p = exp(z - max(z)) / exp(z - max(z)).sum()
        norm = sqrt(p[0] ** 2 + (p[1] - 1) ** 2)
        cells.append(Cell({"loss": LOSSES[0], "R": sqrt((z * z).sum())}, norm, TIGHT))
        squared = 2 * mpmath.mpf(R + 1)  # at z = -R y
        cells.append(Cell({"loss": LOSSES[1], "R": mpmath.mpf(R)}, squared, TIGHT))
    return certificate(
        run.formula,
        lambda loss, R: mpmath.sqrt(2) if loss == LOSSES[0] else 2 * R + 2,
        [square_below_the_square_of_the_sum()],
        cells,
        argument="a sum of squares below the square of the sum; the triangle inequality",
        domain="one-hot targets, any number of classes, every logit (CE) or ||z|| <= R",
    )
