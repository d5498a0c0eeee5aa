"""The certificate of theory/sharp/theorem_1.py: the least drift g is concave in the gap.

One small eigenvalue and d - 1 equal ones, with s = 1 - lambda_min/lambda_max in [0, 1): the others
are d/(d-s), the small one d (1-s)/(d-s), phi = -log(1-s)/d + log(1 - s/d), and
g = log(1 - s/d) - E log(1 - s b) with b = u_1^2 ~ Beta(1/2, (d-1)/2).
"""

from __future__ import annotations

from typing import Any

import flint
import mpmath

from theory.ledger import Cell, Evidence
from verify.cases import SPHERE
from verify.proofs.prover import INTEGRALS, Proof, always, certificate
from verify.proofs.steps import (
    log_below_its_tangent,
    no_negative_coefficient,
    rows_come_out_of_a_determinant,
    variables,
)
from verify.registry import Run, check
from verify.sharp.eigenvalue_from_gap_certificates import literal_roots
from verify.sharp.extremal_drift_certificates import (
    pairs_can_move_unless_two_are_equal,
    product_is_affine_in_the_pairs,
    two_level_drift,
)
from verify.sharp.theorem_1 import mean_log_at_width_2


def least_drift_is_concave() -> list[Proof]:
    """dg/dphi = d (1-s) sum_k c_k s^(k-1) falls as s rises, and phi rises with s.

    1. The mean is 1: d (1-s) + (d-1) d = d (d-s). dphi/ds = 1/(d(1-s)) - 1/(d-s)
       = (d-1) s/(d (1-s)(d-s)) > 0.
    2. dg/ds = -1/(d-s) + sum_k m_k s^(k-1) with m_k = E b^k, so m_(k+1) = (k+1/2)/(k+d/2) m_k, and
       1/(d-s) = sum_k s^(k-1)/d^k: the first terms cancel, m_1 = 1/d.
    3. Times (d-s)/((d-1) s) the coefficient of s^(k-1) is (d m_(k+1) - m_k)/(d-1), the powers of
       1/d cancelling, which is c_k = k m_k/(k+d/2): d (k+1/2) - (k+d/2) = (d-1) k.
    4. c_(k+1)/c_k = (k+1/2)(k+1)/(k (k+d/2+1)) <= 1 for k >= 1, d >= 2, so that
       (1-s) sum c_k s^(k-1) = c_1 - sum (c_k - c_(k+1)) s^k falls.
    """
    s, d, k = variables("s d k")
    half = flint.fmpq(1, 2)
    fall = k * (k + half * d + 1) - (k + half) * (k + 1)
    return [
        always(d * (1 - s) + (d - 1) * d == d * (d - s)),
        always((d - s) - d * (1 - s) == (d - 1) * s),
        always(d * (k + half) - (k + half * d) == (d - 1) * k),
        always(no_negative_coefficient(fall.compose(s, d + 2, k + 1))),
    ]


def gap_never_rises() -> list[Proof]:
    """phi(BN(W X)) - phi(X) = (1/d) sum log a_j <= 0: sharp:bn-identity, the a_j having mean 1."""
    return [rows_come_out_of_a_determinant(), log_below_its_tangent()]


def contraction() -> list[Proof]:
    """E[phi_(l+1) | X_l] <= phi_l - g(phi_l) <= phi_l (1 - g(phi_0)/phi_0).

    The first since g is the least drift; the second since g is concave with g(0) = 0 and
    phi_l <= phi_0. Iterated expectations do the rest.
    """
    return [
        product_is_affine_in_the_pairs(),
        pairs_can_move_unless_two_are_equal(),
        *least_drift_is_concave(),
        *gap_never_rises(),
    ]


@check("sharp:theorem-1")
def concavity_of_the_least_drift(run: Run) -> Evidence:
    cells = []
    for size in ("0.5", "0.999999"):
        e = mpmath.mpf(size)
        gap = -mpmath.log(1 - e**2) / 2
        lhs = gap + mean_log_at_width_2(e)
        label = f"d = 2, eigenvalues 1 +- {size}"
        cells.append(Cell({"phi_0": gap, "l": 1, "d": 2}, lhs, SPHERE, label=label))

    def bound(phi_0: Any, l: int, d: int) -> Any:
        g = -two_level_drift(literal_roots(phi_0, d)[0], d)
        return (phi_0 - g) ** l * phi_0 ** (1 - l)

    return certificate(
        run.formula,
        bound,
        contraction(),
        cells,
        argument="extremal-drift's certificate, and a power series that shows g concave",
        domain="every X_0 of full rank with unit rows, every d >= 2, every depth",
        points=[{"phi_0": mpmath.mpf(1) / 3, "l": 7, "d": 16}],
        relative=INTEGRALS,
    )
