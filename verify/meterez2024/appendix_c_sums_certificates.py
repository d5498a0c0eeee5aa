"""Certificates of lemmas C.3, C.5 and C.6 of meterez2024: absolute constants that do.

All rest on E[phi_(l+1) | X_l] <= phi_l - g(phi_l), g concave and increasing with g(0) = 0, and
g(phi) >= phi/(d^2 (1 + d phi)): see main_depth_certificates. For d = 1 every gap is 0, J_BN too.
"""

from __future__ import annotations

from typing import Any

import flint
import mpmath

from theory.ledger import Cell, Evidence
from verify.cases import SPHERE
from verify.meterez2024.main_depth_certificates import drift_from_gap, sum_of_roots_below_a_cubic
from verify.proofs.prover import always, certificate
from verify.registry import Run, check
from verify.sharp.theorem_1 import mean_log_at_width_2
from verify.sharp.theorem_1_certificates import contraction

ONE = mpmath.mpf(1)


@check("meterez2024:lemma-C.3")
def sum_with_constant_one(run: Run) -> Evidence:
    """sum_l E log ||J_BN(W_l X_l)|| <= (1/2) sum_k h(d phi_0 r^k) <= d^5 (phi_0^3 + 1).

    The cell: E log ||J|| = -E min_j log a_j/2 >= -drift/2, which the first layer alone reaches.
    """
    e = mpmath.mpf("0.5")
    gap = -mpmath.log(1 - e**2) / 2
    cell = Cell({"phi_0": gap, "d": 2, "C": ONE}, -mean_log_at_width_2(e) / 2, SPHERE,
                label="at least half the first drift, d = 2, eigenvalues 1 +- 0.5")  # fmt: skip
    return certificate(
        run.formula,
        lambda phi_0, d, C: C * d**2 * ((d * phi_0) ** 3 + d**3),
        [*contraction(), *drift_from_gap(), *sum_of_roots_below_a_cubic()],
        [cell],
        argument="C.7 and C.8, concavity of h, sharp:theorem-1's certificate, a polynomial",
        domain="C = 1, so every C >= 1; X_0 trace-normalised of full rank, every d and depth",
        points=[{"phi_0": mpmath.mpf(3), "d": 7, "C": ONE}],
    )


@check("meterez2024:lemma-C.5")
def geometric_sum_after_hitting(run: Run) -> Evidence:
    """phi_tau <= 1/(16 d): E phi_(tau+j) <= r^j/(16 d) with 1 - r >= 1/(d^2 (1 + 1/16)).

    E sqrt(d phi) <= sqrt(d E phi), so the sum is at most (1/4)/(1 - sqrt(r)) <= (1/2)/(1-r), which
    is (17/32) d^2. The cell: from phi_0 = 1/(16 d) the first term alone is 1/4.
    """
    first = mpmath.mpf(1) / 4
    cells = [
        Cell({"d": d, "C": ONE}, first, label=f"the first term at phi = 1/(16 d), d = {d}")
        for d in (2, 4)
    ]
    return certificate(
        run.formula,
        lambda d, C: C * d * d,
        [
            *contraction(),
            *drift_from_gap(),
            always(flint.fmpq(1, 2) * (1 + flint.fmpq(1, 16)) <= 1),
        ],
        cells,
        argument="sharp:theorem-1's certificate below the threshold: a geometric series",
        domain="C = 17/32, so every C >= 17/32; every d",
        points=[{"d": 9, "C": ONE}],
    )


HITTING = 17
"""C of lemma C.6: above the threshold the drift is at least g(1/(16 d)) >= 1/(17 d^3)."""


@check("meterez2024:lemma-C.6")
def optional_stopping(run: Run) -> Evidence:
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
    return certificate(
        run.formula,
        bound,
        [*contraction(), *drift_from_gap(), always(sixteenth / (1 + sixteenth) * HITTING == 1)],
        [cell],
        argument="optional stopping with the drift at the threshold",
        domain="C = 17, so every C >= 17; every X_0 of full rank, every d",
        points=[{"phi_0": mpmath.mpf(3), "d": 7, "C": ONE}, {"phi_0": ONE / 999, "d": 3, "C": ONE}],
    )
