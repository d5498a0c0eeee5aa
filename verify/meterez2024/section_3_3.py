"""Checks of theory/meterez2024/section_3_3.py: proofs, thousands of layers."""

import mpmath

from theory.ledger import Cell
from verify.cases import TIGHT
from verify.depth.slopes import DEPTH, Deep, gradient_cells, slope_cells
from verify.proofs.isometry import contraction, drift_from_gap, sum_of_roots_below_a_cubic
from verify.proofs.prover import Reduction, always, argument, proved, variables
from verify.proofs.steps import no_negative_coefficient
from verify.registry import Cells, Run, domain, routes, sampled


@proved("meterez2024:theorem-5")
@argument("lemma C.12's and sharp:theorem-1's certificates, a polynomial in sqrt(d phi_0)")
@domain("C = 1, so every C >= 1; a K-Lipschitz loss, log K <= 15; every X_0 of full rank")
def gradients_with_constant_one(run: Run) -> Reduction:
    """dL/dW_l = J^T A X_l^T: ||X_l||_op <= sqrt(d), and lemma C.12 from the loss down to layer l.

    E log ||dL/dW_l|| <= log K + (1/2) log d + (1/2) sum_k h(d phi_0 r^k): log ||J_k|| is at most
    h(d phi_k)/2 (C.7, C.8), h is concave, E phi_k <= phi_0 r^k. The sum leaves 4 d^2, more than
    log K + (1/2) log d for log K <= 15, as 4 d^2 >= 15 + d/2 for d >= 2; for d = 1 the gradient
    is 0. Scaling X_0 changes nothing: BN(W c X) = BN(W X).

    The cell: one layer at d = 2 from X_0 = I, the loss K times one entry: the gradient is
    K |sin theta|, theta uniform, and E log |sin theta| = -log 2.
    """
    (n,) = variables("n")  # the width
    K = mpmath.mpf(100)
    cell = Cell({"phi_0": mpmath.mpf(0), "d": 2, "C": mpmath.mpf(1)}, mpmath.log(K / 2), TIGHT,
                label="one layer from an isometry, d = 2, K = 100")  # fmt: skip
    proofs = [*contraction(), *drift_from_gap(), *sum_of_roots_below_a_cubic()]
    proofs.append(always(no_negative_coefficient(8 * n**2 - 30 - n, 2)))
    points = [{"phi_0": mpmath.mpf(3), "d": 7, "C": mpmath.mpf(1)}]
    return Reduction(
        lambda phi_0, d, C: C * d**2 * ((d * phi_0) ** 3 + d**3), proofs, [cell], points=points
    )


@sampled("meterez2024:theorem-5")
@routes("the bound", "gradients through chain (3)")
@domain(f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm 100")
def deep_gradients(run: Run) -> Cells:
    """The bound with C = 1. Cross entropy is sqrt(2)-Lipschitz (lemma-C.2); steeper is harder."""
    return gradient_cells(run, 100.0, {"C": 1.0})


ROUTES = ("no growth", "the median slope of log ||dL/dW_l|| in depth")
# Sizes as in section_3_2.py: the pilot's slope was 1.2, 2.7 and 6.9 of its standard deviations.
GAUSSIAN = (
    Deep("gaussian", 8, 8, 4500, 32),
    Deep("gaussian", 16, 16, 1000, 32),
    Deep("gaussian", 32, 8, 500, 32),
)
# As many layers as float64 carries, as there; in the pilot the slope was -4.6 deviations.
SMALL = (Deep("gaussian", 3, 3, 150, 32, invariant=True),)


@sampled("meterez2024:remark-gaussian-explodes", routes=ROUTES)
@domain("d = n = 3, a rotation-invariant loss, 150 layers")
def vanishing_at_width_3(run: Run) -> Cells:
    """The loss tr(B X X^T)/2 has X^T G = G^T X, G = dL/dX_l, at the last layer, so at every one."""
    return slope_cells(run, SMALL, lambda c: {"d": c.d})


@sampled("meterez2024:remark-gaussian-explodes", routes=ROUTES)
@domain("d = 8, 16, 32, n = 8 and 16, 500 to 4500 layers")
def slope_with_gaussian_weights(run: Run) -> Cells:
    return slope_cells(run, GAUSSIAN, lambda c: {"d": c.d})
