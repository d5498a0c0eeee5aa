"""Certificates of lemmas C.7 and C.9 to C.12 (theory/meterez2024/appendix_c.py) and bn-jacobian.

r = ||x||, u = x/r. The steps are identities of polynomials: see verify/proofs/steps.py.
"""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np

from theory.definitions import row_norms
from theory.ledger import Cell, Evidence
from theory.numerics.backends import Array
from verify.cases import DIFFERENCES, TIGHT, square_matrices
from verify.meterez2024.appendix_c import (
    bn_jacobian_norm,
    chain_cells,
    eigenvalue_cells,
    jacobian_cells,
)
from verify.proofs.prover import Proof, always, certificate
from verify.proofs.steps import (
    diagonal_entries_lie_between_the_eigenvalues,
    projections_shorten,
    variables,
)
from verify.registry import Run, check


def derivative_of_a_normalised_vector() -> Proof:
    """d(x_i/r)/dx_j = (delta_ij - x_i x_j/r^2)/r, from r^2 = sum x_k^2 and y_i r = x_i.

    The first differentiated gives r r_j = x_j, the second y_ij r + y_i r_j = delta_ij. Multiplied
    by r^2 and with y_i = x_i/r: y_ij r^3 + x_i x_j = delta_ij r^2, at the value claimed for y_ij.
    """
    xi, xj, r, delta, v = variables("xi xj r delta v")  # v = 1/r
    claimed = (delta - xi * xj * v**2) * v
    left = claimed * r + (xi * v) * (xj * v) - delta  # y_ij r + y_i r_j - delta_ij, r_j = x_j v
    # zero once v r = 1: it is a multiple of v r - 1
    return always(left == (delta - xi * xj * v**2) * (v * r - 1))


def eigenvectors_of_the_jacobian() -> Proof:
    """J x = 0 and J v = v/r for v orthogonal to x: n independent eigenvectors, so all of them.

    r^2 (x_i - x_i |x|^2/r^2) = x_i (r^2 - |x|^2), and r^2 (v_i - x_i (x.v)/r^2) = r^2 v_i at
    x.v = 0.
    """
    xi, vi, square, r2, dot = variables("xi vi square r2 dot")
    along, across = r2 * xi - xi * square, r2 * vi - xi * dot
    return always(
        along == xi * (r2 - square),
        along.compose(xi, vi, r2, r2, dot) == 0,  # |x|^2 = r^2
        across.compose(xi, vi, square, r2, 0 * dot) == r2 * vi,
    )


@check("meterez2024:lemma-C.9")
def jacobian_by_implicit_differentiation(run: Run) -> Evidence:
    def entries(x: Array) -> list[Any]:
        r = mpmath.norm(mpmath.matrix(list(x)))
        size = range(len(x))
        return [(int(i == j) - x[i] * x[j] / r**2) / r for i in size for j in size]

    return certificate(
        run.formula,
        entries,
        [derivative_of_a_normalised_vector()],
        jacobian_cells(),
        argument="r^2 = sum x_k^2 and y r = x, differentiated",
        domain="every x != 0, every n",
    )


@check("meterez2024:corollary-C.10")
def eigenvalues_by_eigenvectors(run: Run) -> Evidence:
    """For n = 1 the zero stands alone."""
    return certificate(
        run.formula,
        lambda x: [0, *[1 / mpmath.norm(mpmath.matrix(list(x)))] * (len(x) - 1)],
        [derivative_of_a_normalised_vector(), eigenvectors_of_the_jacobian()],
        eigenvalue_cells(),
        argument="x and its orthogonal complement are eigenvectors",
        domain="every x != 0, every n",
    )


JACOBIAN = (
    "one block a row (corollary C.10), and the norm of a block-diagonal matrix is the largest"
)


@check("sharp:bn-jacobian")
def largest_block(run: Run) -> Evidence:
    cells = [
        Cell({"X": X}, bn_jacobian_norm(X), DIFFERENCES, label=f"{label}, d = {d}")
        for d in (2, 3)
        for label, X in square_matrices(d)
    ]
    return certificate(
        run.formula,
        lambda X: max(1 / mpmath.norm(mpmath.matrix(row.tolist())) for row in X),
        [derivative_of_a_normalised_vector(), eigenvectors_of_the_jacobian()],
        cells,
        argument=JACOBIAN,
        domain="every X without a zero row, every d, every n >= 2",
    )


def _smallest_eigenvalue(X: Array) -> Any:
    """The square of the smallest singular value, from mpmath's singular value decomposition."""
    with mpmath.workdps(2 * mpmath.mp.dps):
        return min(mpmath.svd_r(mpmath.matrix(X.tolist()), compute_uv=False)) ** 2


@check("meterez2024:lemma-C.11")
def rows_are_rayleigh_quotients(run: Run) -> Evidence:
    """||X_j||^2 = e_j^T (X X^T) e_j."""
    cells = [
        Cell({"X": X}, min(row_norms(X)) ** 2, TIGHT, label=f"{label}, d = {d}")
        for d in (2, 3)
        for label, X in square_matrices(d)
    ]
    return certificate(
        run.formula,
        _smallest_eigenvalue,
        [diagonal_entries_lie_between_the_eigenvalues()],
        cells,
        argument="||X_j||^2 is a diagonal entry of X X^T: Courant and Fischer",
        domain="every square X, every d",
    )


@check("meterez2024:lemma-C.7")
def shortest_row(run: Run) -> Evidence:
    """||J||^2 = 1/min_j ||X_j||^2 <= 1/lambda_min; for n = 1 J = 0."""
    cells = [
        Cell({"X": X}, bn_jacobian_norm(X) ** 2, DIFFERENCES, label=f"{label}, d = {d}")
        for d in (2, 3)
        for label, X in square_matrices(d)
    ]
    return certificate(
        run.formula,
        lambda X: 1 / _smallest_eigenvalue(X),
        [
            derivative_of_a_normalised_vector(),
            eigenvectors_of_the_jacobian(),
            diagonal_entries_lie_between_the_eigenvalues(),
        ],
        cells,
        argument=f"{JACOBIAN}; rows are Rayleigh quotients (lemma C.11)",
        domain="every X of full rank, every d",
    )


@check("meterez2024:lemma-C.12")
def layer_by_layer(run: Run) -> Evidence:
    """dL/dX_k = W_k^T J(W_k X_k)^T dL/dX_{k+1}: W_k^T keeps the Frobenius norm.

    J^T multiplies row j of the gradient by (I - u u^T)/||x_j||, and projections shorten:
    ||J^T A||_F <= max_j ||x_j||^(-1) ||A||_F = ||J||_op ||A||_F. Logarithms add up over the layers.
    """
    return certificate(
        run.formula,
        lambda last, jacobians: mpmath.fsum([last, *np.ravel(jacobians)]),
        [
            derivative_of_a_normalised_vector(),
            eigenvectors_of_the_jacobian(),
            projections_shorten(),
        ],
        chain_cells(),
        argument="the chain rule; rotations keep the norm; one projection a row (lemma C.9)",
        domain="every chain of non-degenerate X_k, every d, n and depth",
        points=[{"last": mpmath.mpf(2), "jacobians": []}],
    )
