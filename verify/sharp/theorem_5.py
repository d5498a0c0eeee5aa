"""Checks of theory/sharp/theorem_5.py: gradients through 2000 layers, and the certificate.

The closed form is a float64 sum, compared with one in 50 digits to 1e-10.
"""

import math

import mpmath

from theory.numerics.backends import Array
from verify.depth.slopes import DEPTH, gradient_cells
from verify.proofs import isometry, steps
from verify.proofs.prover import FLOAT64, Reduction, Shown, always, argument, proved, variables
from verify.registry import Cell, Cells, Run, domain, routes, sampled


@sampled("sharp:theorem-5")
@routes("the bound", "gradients through chain (3)")
@domain(f"{DEPTH} layers from unit rows, d = 2, 4, 8; a linear read-out of norm K = 1000")
def deep_gradients(run: Run) -> Cells:
    return gradient_cells(run, 1000.0, {"K": 1000.0})


def root_is_concave() -> Shown:
    """h(s), the root of h + exp(-h) - 1 = s, is concave: h' = 1/(1-u), h'' = -u/(1-u)^3.

    u = exp(-h), u' = -u h'; with w = 1/(1-u) = h', w' = w^2 u' = -u w^3 <= 0.
    """
    u, w = variables("u w")
    slope = -u * w  # u' at h' = w
    return always(w**2 * slope == -u * w**3)


def literal_sum(phi_0: Array, d: int, K: Array) -> Array:
    """log K + (1/2) log d + (1/2) sum h(d phi_0 r^k), h by Lambert's function, term by term."""
    phi_0 = mpmath.mpf(phi_0)
    rate = 1 + isometry.two_level_drift(isometry.literal_roots(phi_0, d)[0], d) / phi_0
    total, s = mpmath.mpf(0), d * phi_0
    while s > 1e-24:
        total -= mpmath.log(-mpmath.lambertw(-mpmath.exp(-1 - s)).real)
        s *= rate
    total += mpmath.sqrt(2 * s) / (1 - mpmath.sqrt(rate))
    return mpmath.log(K) + mpmath.log(d) / 2 + total / 2


@proved("sharp:theorem-5")
@argument("certificates of lemma C.12, eigenvalue-from-gap and sharp:theorem-1; h concave")
@domain("every X_0 of full rank with unit rows, every d >= 2, K-Lipschitz loss and depth")
def summed_over_depth(run: Run) -> Reduction:
    """||dL/dW_l||_F <= ||X_l||_op ||J_l|| ... ||J_(L-1)|| K, and ||X_l||_op <= sqrt(d): its trace.

    The cell: one layer at d = 2 near isometry, the loss (K/sqrt(2)) <x_1, x_2> of the two rows; its
    gradient (K/sqrt(2)) (x_2, x_1) has norm K and is not shortened: ||dL/dW|| is K up to
    sqrt(phi_0).
    """
    phi_0, K = 1e-24, 1000.0
    value = math.log(K)
    near = (value - 1e-9, value + 1e-9)
    cell = Cell({"phi_0": phi_0, "d": 2, "K": K}, value, interval=near, label="one layer, d = 2",
                interval_method="enclosure")  # fmt: skip
    proofs = [*isometry.contraction(), *isometry.one_eigenvalue_against_the_others()]
    proofs += [root_is_concave(), *isometry.jacobian_of_a_normalised_vector()]
    proofs += [steps.projections_shorten(), steps.diagonal_entries_lie_between_the_eigenvalues()]
    points = [{"phi_0": 0.5, "d": 3, "K": 2.0}, {"phi_0": 0.01, "d": 8, "K": 1.0}]
    return Reduction(literal_sum, proofs, [cell], points=points, relative=FLOAT64)
