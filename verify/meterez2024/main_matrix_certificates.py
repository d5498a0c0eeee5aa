"""Certificates of the deterministic remarks of theory/meterez2024/main.py: gap, rotation, rank."""

from __future__ import annotations

import flint
import mpmath
import numpy as np

from theory.definitions import bn, isometry, isometry_gap
from theory.ledger import Cell, Decision, Evidence, Method
from theory.numerics.backends import Array
from verify.cases import TIGHT, mpf_array, rotation, square_matrices
from verify.proofs.prover import Proof, always, certificate
from verify.proofs.steps import log_below_its_tangent, variables
from verify.registry import Run, check


def scale_cancels() -> Proof:
    """phi(cX) = phi(X): the eigenvalues g_k of X^T X become c^2 g_k, and so does their mean.

    c^2 g mean = g c^2 mean: the ratios g_k/mean, of which phi is -1/n times the sum of the
    logarithms, stay as they are.
    """
    c, g, mean = variables("c g mean")
    return always((c**2 * g) * mean == g * (c**2 * mean))


@check("meterez2024:remark-gap-range")
def gap_by_am_gm(run: Run) -> Evidence:
    """phi = -(1/n) sum log x_k, x_k = g_k/mean the eigenvalues of X^T X over their mean, X != 0.

    -log x >= 1 - x, and the x_k - 1 sum to 0: phi >= 0, with equality iff every x_k is 1, that is
    X^T X = mean I; phi = inf iff some g_k = 0, that is rank X < n, as always for n > d.
    """
    cells = [
        Cell({"X": M}, isometry_gap(M), TIGHT, label=f"{label}, d = {d}")
        for d in (2, 3)
        for label, M in square_matrices(d)
    ]
    cells.append(Cell({"X": np.ones((1, 2))}, isometry_gap(np.ones((1, 2))), label="n = 2 > d = 1"))
    return certificate(
        run.formula,
        lambda X: 0,
        [log_below_its_tangent(), scale_cancels()],
        cells,
        argument="log x <= x - 1 at the eigenvalues over their mean, with equality at 1 only",
        domain="every X != 0, every d and n",
    )


def rows_of_a_rotated_matrix() -> Proof:
    """U^T X = Sigma V^T has the rows s_j v_j: BN leaves v_j, and V^T V = I.

    Row by row s v / sqrt(sum (s v_i)^2) = v for s > 0, as sum (s v_i)^2 = s^2 |v|^2: term by term.
    """
    s, v = variables("s v")
    return always((s * v) ** 2 == s**2 * v**2)


@check("meterez2024:corollary-A.3")
def singular_vectors(run: Run) -> Evidence:
    cells = []
    for label, M in square_matrices(2):
        U, _, _ = mpmath.svd_r(mpmath.matrix(M.tolist()))
        rotated = np.array(U.T.tolist(), dtype=object) @ M
        cells.append(Cell({"X": M}, isometry(bn(rotated)), 1e-20, label=f"{label}, d = 2"))
    return certificate(
        run.formula,
        lambda X: mpmath.mpf(1),
        [rows_of_a_rotated_matrix()],
        cells,
        argument="U^T X = Sigma V^T has orthogonal rows, and BN makes them unit",
        domain="every X of full rank, every d",
    )


def kernel_is_kept() -> Proof:
    """X v = 0 implies D W X v = 0, D the diagonal of the inverse row norms: (D W) X v = D W (X v).

    So the kernel does not shrink and the rank, n less its dimension, does not rise. As polynomials
    at 2 x 2: the sums of the two groupings have the same terms.
    """
    a, b, c, d, p, q, r, s, v, w = variables("a b c d p q r s v w")
    A, X = [[a, b], [c, d]], [[p, q], [r, s]]
    product = [[sum(A[i][k] * X[k][j] for k in (0, 1)) for j in (0, 1)] for i in (0, 1)]
    inner = [X[k][0] * v + X[k][1] * w for k in (0, 1)]
    return always(
        *(
            product[i][0] * v + product[i][1] * w == A[i][0] * inner[0] + A[i][1] * inner[1]
            for i in (0, 1)
        )
    )


def rank_over_the_integers(X: Array) -> int:
    """The rank by fraction-free elimination over the integers."""
    rows = [[flint.fmpq(*float(x).as_integer_ratio()) for x in row] for row in np.asarray(X)]
    scale = flint.fmpz(1)
    for row in rows:
        for x in row:
            scale = scale.lcm(x.q)
    integers = flint.fmpz_mat([[(x * scale).p for x in row] for row in rows])
    _, _, rank = integers.rref()
    return int(rank)


@check("meterez2024:remark-rank")
def kernel_of_a_layer(run: Run) -> Evidence:
    cells = []
    for rank in (1, 2, 3):
        X = np.array(
            [[float((i % rank) * (j + 1) + (i % rank == j)) for j in range(3)] for i in range(3)]
        )
        after = bn(rotation(3, 2) @ mpf_array(X) if rank < 3 else mpf_array(X))
        singular = mpmath.svd_r(mpmath.matrix(after.tolist()), compute_uv=False)
        count = sum(1 for s in singular if s > 1e-20)
        cells.append(Cell({"X": X}, count, label=f"d = 3, {rank} different rows"))
    return certificate(
        run.formula,
        rank_over_the_integers,
        [kernel_is_kept()],
        cells,
        argument="the kernel of X lies in that of BN(W X) = D W X",
        domain="every X, every W for which no row of W X is 0, every d and n",
    )


@check("meterez2024:remark-degenerate")
def the_gradient_is_exactly_zero(run: Run) -> Evidence:
    """X_0 = a v^T, v = (3, 4): row j of W X_0 is c_j v, and dL/dw_j = a v^T J_j^T g_j.

    J_j = (I - v v^T/25)/(5 |c_j|) has v^T J_j = 0: the gradient is 0 for every W, every loss and
    every depth, in exact rationals; exp(c L) is positive.
    """
    v = flint.fmpq_mat(1, 2, [3, 4])
    projection = flint.fmpq_mat(2, 2, [1, 0, 0, 1]) - (v.transpose() * v) / flint.fmpq(25)
    a = flint.fmpq_mat(2, 1, [1, 2])
    zero = (a * v * projection.transpose()) == flint.fmpq_mat(2, 2)
    return Evidence(
        Method.CERTIFICATE,
        ("exponential growth", "the Jacobian of BN at a rank-one input, exact rationals"),
        "X_0 = a v^T, v = (3, 4), every W, every loss, every depth",
        decision=Decision.CONTRADICTS if zero else Decision.SILENT,
        witness={"X_0": [[3, 4], [6, 8]], "v^T J": [0, 0], "dL/dW_l": "0, against exp(c L) > 0"},
    )


@check("meterez2024:remark-gaussian-explodes")
def one_sample(run: Run) -> Evidence:
    """A batch of one sample: BN(x) = sign(x), whose Jacobian (1 - x x/x^2)/|x| is 0 exactly.

    So dL/dW_l = 0 for every width, every W, every loss of X_L and every depth; exp(c L) > 0.
    """
    entries = [flint.fmpq(k, 7) for k in (-20, -1, 1, 3, 50)]
    zero = all((1 - x * x / x**2) / abs(x) == 0 for x in entries)
    x, y = variables("x y")  # y = 1/x: 1 - x^2 y^2 is a multiple of x y - 1
    always_zero = 1 - x**2 * y**2 == -(x * y - 1) * (x * y + 1)
    return Evidence(
        Method.CERTIFICATE,
        ("exponential growth", "the Jacobian of BN at n = 1, exact rationals"),
        "n = 1, every width, every W, every loss, every depth",
        decision=Decision.CONTRADICTS if zero and always_zero else Decision.SILENT,
        witness={"n": 1, "J_BN": 0, "dL/dW_l": "0, against exp(c L) > 0"},
    )
