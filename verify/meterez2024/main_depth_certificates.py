"""Certificates of theorems 1 and 5 of meterez2024: absolute constants that do, C = 1 for both.

One small eigenvalue is the slowest (sharp:extremal-drift); with s = 1 - lambda_min/lambda_max, its
gap is T = d phi = -log(1-s) + d log(1 - s/d) and S/lambda_max = s^2 (d-1)/(d-s).
"""

from __future__ import annotations

from typing import Any

import flint
import mpmath

from theory.ledger import Cell, Evidence, Formula
from verify.cases import SPHERE, TIGHT
from verify.meterez2024.main_certificates import drift_is_at_least_twice_the_rate
from verify.proofs.prover import Proof, always, certificate, log_quotient, on_a_box, prove
from verify.proofs.steps import no_negative_coefficient, variables
from verify.registry import Run, check
from verify.sharp.theorem_1 import expected_gap_after_two_layers
from verify.sharp.theorem_1_certificates import contraction

_END = flint.arb("0.99")


def _bracket(s: Any, e: Any) -> Any:
    return (1 - e) * s**2 - e * (1 + 2 * e) * (1 - e * s)


def _margin(s: Any, e: Any) -> Any:
    """Of drift_from_gap, step 2: e = 1/d, tau = T/s^2 with the contact at s = 0 taken out."""
    tau = log_quotient(-s) - e * log_quotient(-e * s)
    return 1 - e + tau * _bracket(s, e)


def drift_from_gap() -> list[Proof]:
    """g(phi) >= phi/(d^2 (1 + d phi)) for every phi > 0 and d >= 2.

    1. g >= S/(d (d+2) lambda_max) (sharp:drift-from-spread), and the one-small spectrum has
       S/lambda_max = s^2 (d-1)/(d-s): with deviations -s (d-1)/(d-s) and s/(d-s), d - 1 times,
       S (d-s)^2 = s^2 (d-1)^2 + (d-1) s^2 = s^2 d (d-1), and lambda_max = d/(d-s).
    2. With e = 1/d the claim is (1-e)(1+T) >= e (1+2e)(1-es) T/s^2, that is 1 - e + tau B >= 0 with
       tau = T/s^2 and B = (1-e) s^2 - e (1+2e)(1-es): by balls on s <= 0.99, 0 <= e <= 1/2.
    3. Beyond, B falls as e rises, and is (s-1)(s+2)/2 >= -3 (1-s)/2 at e = 1/2; tau (1-s) is at
       most -(1-s) log(1-s)/s^2, which falls as s rises beyond 0.99 > 1 - exp(-1).
    """
    s, d = variables("s d")
    x = 1 - _END
    return [
        drift_is_at_least_twice_the_rate(),
        always(s**2 * (d - 1) ** 2 + (d - 1) * s**2 == s**2 * d * (d - 1)),
        prove(_margin, (0, _END), (0, 0.5)),
        always(2 * _bracket(s, flint.fmpq(1, 2)) == (s - 1) * (s + 2)),
        prove(_fall_of_the_bracket, (_END, 1), (0, 0.5)),
        always(flint.arb(1) / 2 - flint.arb(3) / 2 * -x * x.log() / _END**2 > 0),
    ]


def _fall_of_the_bracket(s: Any, e: Any) -> Any:
    """-dB/de = s^2 + (1+4e)(1-es) - e (1+2e) s."""
    return s**2 + (1 + 4 * e) * (1 - e * s) - e * (1 + 2 * e) * s


def registered_decay(formula: Formula, d: int) -> Proof:
    """One layer of the closed form itself, on boxes of s: phi - g <= phi exp(-1/k), s >= 1/16."""

    def margin(s: Any) -> Any:
        phi = (d * (1 - s / d).log() - (1 - s).log()) / d
        least = s**2 * (d - 1) / (d * (d + 2) * (d - s))
        return on_a_box(formula, phi_0=phi, l=1, d=d, C=flint.arb(1)) - (phi - least)

    return prove(margin, (0.0625, _END))


@check("meterez2024:theorem-1")
def absolute_constant_one(run: Run) -> Evidence:
    """E phi_l <= phi_0 (1 - g(phi_0)/phi_0)^l <= phi_0 exp(-l/k), k = d^2 (1 + d phi_0), C = 1.

    BN(W c X) = BN(W X): X_0 may be taken with mean eigenvalue 1. One layer more only helps. For
    d = 1 both sides are 0.
    """
    cells = []
    for size in ("0.1", "0.999", "0.999999999999"):
        e = mpmath.mpf(size)
        parameters = {"phi_0": -mpmath.log(1 - e**2) / 2, "l": 1, "d": 2, "C": mpmath.mpf(1)}
        label = f"two layers, d = 2, eigenvalues 1 +- {size}"
        cells.append(Cell(parameters, expected_gap_after_two_layers(e), SPHERE, label=label))

    def bound(phi_0: Any, l: int, d: int, C: Any) -> Any:
        return phi_0 / mpmath.exp(l / (C * (d**2 + d**3 * phi_0)))

    return certificate(
        run.formula,
        bound,
        [
            *contraction(),
            *drift_from_gap(),
            *(registered_decay(run.formula, d) for d in (2, 3, 16)),
        ],
        cells,
        argument="sharp:theorem-1's certificate, and g >= phi/(d^2 (1 + d phi)) by balls in 1/d",
        domain="C = 1, so every C >= 1; every X_0 of full rank, every d and depth",
        points=[{"phi_0": mpmath.mpf(2), "l": 9, "d": d, "C": mpmath.mpf(1)} for d in (1, 5, 50)],
    )


def sum_of_roots_below_a_cubic() -> list[Proof]:
    """(1/2) sum_k h(T r^k) <= d^5 (phi_0^3 + 1) - 4 d^2, T = d phi_0, 1/(1-r) <= d^2 (1+T), d >= 2.

    1. h(s) <= s + sqrt(2s) for the root h of h + exp(-h) - 1 = s: with v = sqrt(2s), the left side
       at v + v^2/2 exceeds s if exp(-v - v^2/2) >= 1 - v; below v = 1 that is
       -log(1-v) >= v + v^2/2, where the derivatives differ by v^2/(1-v): 1 - (1+v)(1-v) = v^2.
    2. sum_k r^k <= d^2 (1+T) and sum_k r^(k/2) <= 2 d^2 (1+T), as 1 - sqrt(r) >= (1-r)/2. With
       y = sqrt(T) and 2 sqrt(2) <= 3 the sum is at most d^2 (1+y^2)(y^2+3y)/2.
    3. d^5 (phi_0^3 + 1) = d^2 (y^6 + d^3) >= d^2 (y^6 + 8), and
       y^6 + 8 - (1+y^2)(y^2+3y)/2 >= 4: by balls on [0, 2]; beyond, with y = 2 + x, no coefficient
       is negative.
    """
    x, y = variables("x y")
    polynomial = 2 * (y**6 + 4) - (1 + y**2) * (y**2 + 3 * y)
    shifted = polynomial.compose(x, x + 2)
    return [
        always(1 - (1 + x) * (1 - x) == x**2),
        always(no_negative_coefficient(shifted)),
        prove(lambda v: 2 * (v**6 + 4) - (1 + v**2) * (v**2 + 3 * v), (0, 2)),
    ]


@check("meterez2024:theorem-5")
def gradients_with_constant_one(run: Run) -> Evidence:
    """dL/dW_l = J^T A X_l^T: ||X_l||_op <= sqrt(d), and lemma C.12 from the loss down to layer l.

    E log ||dL/dW_l|| <= log K + (1/2) log d + (1/2) sum_k h(d phi_0 r^k): log ||J_k|| is at most
    h(d phi_k)/2 (C.7, C.8), h is concave, E phi_k <= phi_0 r^k. The sum leaves 4 d^2, more than
    log K + (1/2) log d for log K <= 15, as 4 d^2 >= 15 + d/2 for d >= 2; for d = 1 the gradient
    is 0. Scaling X_0 changes nothing: BN(W c X) = BN(W X).

    The cell: one layer at d = 2 from X_0 = I, the loss K times one entry: the gradient is
    K |sin theta|, theta uniform, and E log |sin theta| = -log 2.
    """
    d = variables("d")[0]
    K = mpmath.mpf(100)
    cell = Cell({"phi_0": mpmath.mpf(0), "d": 2, "C": mpmath.mpf(1)}, mpmath.log(K / 2), TIGHT,
                label="one layer from an isometry, d = 2, K = 100")  # fmt: skip
    enough = (8 * d**2 - 30 - d).compose(d + 2)
    return certificate(
        run.formula,
        lambda phi_0, d, C: C * d**2 * ((d * phi_0) ** 3 + d**3),
        [
            *contraction(),
            *drift_from_gap(),
            *sum_of_roots_below_a_cubic(),
            always(no_negative_coefficient(enough)),
        ],
        [cell],
        argument="lemma C.12's and sharp:theorem-1's certificates, a polynomial in sqrt(d phi_0)",
        domain="C = 1, so every C >= 1; a K-Lipschitz loss, log K <= 15; every X_0 of full rank",
        points=[{"phi_0": mpmath.mpf(3), "d": 7, "C": mpmath.mpf(1)}],
    )
