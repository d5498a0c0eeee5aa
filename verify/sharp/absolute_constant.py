"""The certificate of theory/sharp/absolute_constant.py: by hand at d = 2, then by balls."""

import flint
import mpmath

from theory.numerics.backends import Array
from verify.cases import two_layer_cells
from verify.proofs import prover
from verify.proofs.isometry import contraction
from verify.proofs.prover import Reduction, Shown, always, argument, prove, proved, variables
from verify.proofs.steps import log_below_its_tangent
from verify.registry import Cell, Run

_END = flint.arb("0.99")
_TERMS = 8  # of the series of g, all positive


def at_width_two() -> list[Shown]:
    """phi - g = A = log((1+exp(phi))/2) (Jensen's formula); log(phi/A) (1+2 phi) >= log 2.

    1. A(0) = 0, A'(0) = 1/2, A'' = x/(1+x)^2 <= 1/4 at x = exp(phi), as (1+x)^2 - 4x = (1-x)^2: so
       A <= phi/2 + phi^2/8, and log(phi/A) >= log 2 - log(1 + phi/4) >= log 2 - phi/4 =: L - phi/4.
       (L - phi/4)(1+2 phi) - L = phi (2L - 1/4 - phi/2) >= 0 up to phi = 4L - 1/2 > 2.
    2. A <= phi - L + exp(-phi), so log(phi/A) >= (L - exp(-phi))/phi, and with (1+2 phi)/phi >= 2
       it is enough that 2 (L - exp(-phi)) >= L: from phi = 2 on.
    """
    x, phi, L = variables("x phi L")
    quarter, half = flint.fmpq(1, 4), flint.fmpq(1, 2)
    log_2 = flint.arb(2).log()
    return [
        log_below_its_tangent(),
        always((1 + x) ** 2 - 4 * x == (1 - x) ** 2),
        always(
            (L - quarter * phi) * (1 + 2 * phi) - L == phi * (2 * L - quarter - half * phi),
            4 * log_2 - flint.arb(1) / 2 > 2,
            2 * (log_2 - flint.arb(-2).exp()) > log_2,
        ),
    ]


def _least_drift(s: Array, e: Array) -> Array:
    """The first terms of g/(e s)^2 = sum_k (e s)^(k-2) (prod_{j<k} (1+2j)/(1+2je) - 1)/k, k >= 2.

    All are positive: m_k = E b^k = e^k prod (1+2j)/(1+2je) >= e^k (see least_drift_is_concave).
    """
    total, ratio = flint.arb(0), flint.arb(1)
    for k in range(1, _TERMS + 1):
        ratio *= (2 * k - 1) / (1 + 2 * (k - 1) * e)
        if k >= 2:
            total += (e * s) ** (k - 2) * (ratio - 1) / k
    return total


def from_width_three_on() -> list[Shown]:
    """g/phi >= 4 log(2)/(d^2 (1+T)), T = d phi, that is G + tau (s^2 G - 4 log(2) e) >= 0.

    e = 1/d <= 1/3, G = g/(e s)^2, tau = T/s^2 > 0; -log(1-y) >= y. By balls up to s = 0.99; beyond,
    s^2 G - 4 log(2) e >= 0 itself.
    """
    four = 4 * flint.arb(2).log()
    third = flint.arb(1) / 3

    def bracket(s: Array, e: Array) -> Array:
        return s**2 * _least_drift(s, e) - four * e

    def margin(s: Array, e: Array) -> Array:
        tau = prover.log_quotient(-s) - e * prover.log_quotient(-e * s)
        return _least_drift(s, e) + tau * bracket(s, e)

    return [prove(margin, (0, _END), (0, third)), prove(bracket, (_END, 1), (0, third))]


@proved("sharp:absolute-constant", domain="every X_0 of full rank, every d >= 2, every depth")
@argument("sharp:theorem-1's certificate; at d = 2 by hand, from d = 3 on balls in 1/d")
def two_and_more(run: Run) -> Reduction:
    """Cells: two layers at d = 2, and twenty at a gap of 1e-30, where each halves it."""
    cells = two_layer_cells(("0.1", "0.999"), "two layers, ", l=2)
    tiny = mpmath.mpf(10) ** -30
    local = Cell({"phi_0": tiny, "l": 20, "d": 2}, tiny / 2**20, 1e-10, label="the local rate 1/2")
    return Reduction(
        lambda phi_0, l, d: phi_0 * 2 ** (-4 * l / (d**2 + d**3 * phi_0)),
        [*contraction(), *at_width_two(), *from_width_three_on()],
        [*cells, local],
        points=[{"phi_0": mpmath.mpf(2), "l": 9, "d": d} for d in (3, 50)],
    )
