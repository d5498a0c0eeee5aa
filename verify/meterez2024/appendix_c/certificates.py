"""Certificates of theory/meterez2024/appendix_c.py: proofs over the whole domain.

C.3, C.5 and C.6 rest on E[phi_(l+1) | X_l] <= phi_l - g(phi_l), g concave and increasing with
g(0) = 0, and g(phi) >= phi/(d^2 (1 + d phi)). For d = 1 every gap is 0, J_BN too. s = d phi.
"""

from typing import Any

import flint
import mpmath
import numpy as np

from theory.ledger import Cell, Formula
from verify.cases import SPHERE, eigenvalues, spectrum_cells
from verify.chains.width_two import drift, gap_at_width_2
from verify.meterez2024.appendix_c.exact import chain_cells
from verify.proofs import isometry as steps
from verify.proofs import prover
from verify.proofs.prover import Reduction, Shown, always, argument, prove, proved
from verify.proofs.steps import projections_shorten
from verify.registry import Run, domain

ONE = mpmath.mpf(1)


@proved("meterez2024:lemma-C.3")
@argument("C.7 and C.8, concavity of h, sharp:theorem-1's certificate, a polynomial")
@domain("C = 1, so every C >= 1; X_0 trace-normalised of full rank, every d and depth")
def sum_with_constant_one(run: Run) -> Reduction:
    """sum_l E log ||J_BN(W_l X_l)|| <= (1/2) sum_k h(d phi_0 r^k) <= d^5 (phi_0^3 + 1).

    The cell: E log ||J|| = -E min_j log a_j/2 >= -drift/2, which the first layer alone reaches.
    """
    phi = gap_at_width_2(ONE / 2)
    cell = Cell({"phi_0": phi, "d": 2, "C": ONE}, -drift(phi) / 2, SPHERE,
                label="at least half the first drift, d = 2, eigenvalues 1 +- 0.5")  # fmt: skip
    proofs = [*steps.contraction(), *steps.drift_from_gap(), *steps.sum_of_roots_below_a_cubic()]
    points = [{"phi_0": mpmath.mpf(3), "d": 7, "C": ONE}]
    return Reduction(
        lambda phi_0, d, C: C * d**2 * ((d * phi_0) ** 3 + d**3), proofs, [cell], points=points
    )


def root_below_the_threshold() -> list[Shown]:
    """h = -log lambda_min has F(h) = h + exp(-h) - 1 <= s <= 1/16 < F(0.38), so h <= 0.38.

    There h/2 <= 0.76 sqrt(s) if h^2 <= (2 x 0.76)^2 F(h): F(h)/h^2 >= 1.52^(-2) on [0, 0.38].
    """
    end = flint.arb("0.38")
    return [
        always(prover.exp_quotient(end) * end**2 > flint.arb(1) / 16),
        prove(lambda h: prover.exp_quotient(h) - 1 / (2 * flint.arb(0.76)) ** 2, (0, end)),
    ]


def registered_logarithm(formula: Formula) -> list[Shown]:
    """The closed form itself on boxes of h, on either side of the threshold, away from h = 0."""

    def margin(h: Any) -> Any:
        return prover.on_a_box(formula, phi=prover.exp_quotient(h) * h**2 / 2, d=2) - h / 2

    return [prove(margin, (0.125, 0.359375)), prove(margin, (0.390625, 3))]


@proved("meterez2024:lemma-C.4", domain="every trace-normalised Gram matrix, every d")
@argument("one eigenvalue takes at most the whole gap: h + exp(-h) - 1 <= d phi; then balls")
def log_jacobian_by_balls(run: Run) -> Reduction:
    """log ||J|| <= h/2 (C.7, C.11; J = 0 for n = 1); h <= s + 1 since F(h) = s has exp(-h) >= 0."""

    def bounds(phi: Any, d: int) -> Any:
        s = d * phi
        return 0.76 * mpmath.sqrt(s) if 16 * s <= 1 else (s + 1) / 2

    proofs = [*root_below_the_threshold(), *registered_logarithm(run.formula)]
    cells = spectrum_cells(lambda s: -mpmath.log(min(eigenvalues(s))) / 2, (2, 64))
    return Reduction(bounds, proofs, cells)


@proved("meterez2024:lemma-C.5", domain="C = 17/32, so every C >= 17/32; every d")
@argument("sharp:theorem-1's certificate below the threshold: a geometric series")
def geometric_sum_after_hitting(run: Run) -> Reduction:
    """phi_tau <= 1/(16 d): E phi_(tau+j) <= r^j/(16 d) with 1 - r >= 1/(d^2 (1 + 1/16)).

    E sqrt(d phi) <= sqrt(d E phi), so the sum is at most (1/4)/(1 - sqrt(r)) <= (1/2)/(1-r), which
    is (17/32) d^2. The cell: from phi_0 = 1/(16 d) the first term alone is 1/4.
    """
    label = "the first term at phi = 1/(16 d), d = "
    enough = always(flint.fmpq(1, 2) * (1 + flint.fmpq(1, 16)) <= 1)
    proofs = [*steps.contraction(), *steps.drift_from_gap(), enough]
    cells = [Cell({"d": d, "C": ONE}, ONE / 4, label=f"{label}{d}") for d in (2, 4)]
    return Reduction(lambda d, C: C * d * d, proofs, cells, points=[{"d": 9, "C": ONE}])


HITTING = 17


@proved("meterez2024:lemma-C.6", domain="C = 17, so every C >= 17; every X_0 of full rank, every d")
@argument("optional stopping with the drift at the threshold")
def optional_stopping(run: Run) -> Reduction:
    """phi_min(l,tau) + min(l,tau)/(17 d^3) is a supermartingale: E tau <= 17 d^3 phi_0.

    g increases, being concave and >= 0 on [0, inf), so above phi = 1/(16 d) it is at least
    g(1/(16 d)) >= (1/(16 d))/(d^2 (1 + 1/16)) = 1/(17 d^3). The cell: just above, tau >= 1.
    """
    d = 64
    phi_0 = (1 + mpmath.mpf(10) ** -6) / (16 * d)
    cell = Cell({"phi_0": phi_0, "d": d, "C": mpmath.mpf(HITTING)}, ONE, label="tau >= 1, d = 64")

    def bound(phi_0: Any, d: int, C: Any) -> Any:
        s = d * phi_0
        return 0 * s if s <= ONE / 16 else C * d * d * s * (1 + s)

    sixteenth = flint.fmpq(1, 16)
    threshold = always(sixteenth / (1 + sixteenth) * HITTING == 1)
    proofs = [*steps.contraction(), *steps.drift_from_gap(), threshold]
    points = [{"phi_0": mpmath.mpf(3), "d": 7, "C": ONE}, {"phi_0": ONE / 999, "d": 3, "C": ONE}]
    return Reduction(bound, proofs, [cell], points=points)


@proved("meterez2024:lemma-C.12", domain="every chain of non-degenerate X_k, every d, n and depth")
@argument("the chain rule; rotations keep the norm; one projection a row (lemma C.9)")
def layer_by_layer(run: Run) -> Reduction:
    """dL/dX_k = W_k^T J(W_k X_k)^T dL/dX_{k+1}: W_k^T keeps the Frobenius norm.

    J^T multiplies row j of the gradient by (I - u u^T)/||x_j||, and projections shorten:
    ||J^T A||_F <= max_j ||x_j||^(-1) ||A||_F = ||J||_op ||A||_F. Logarithms add up over the layers.
    """
    return Reduction(
        lambda last, jacobians: mpmath.fsum([last, *np.ravel(jacobians)]),
        [*steps.jacobian_of_a_normalised_vector(), projections_shorten()],
        list(chain_cells(3, 3)),
        points=[{"last": mpmath.mpf(2), "jacobians": []}],
    )
