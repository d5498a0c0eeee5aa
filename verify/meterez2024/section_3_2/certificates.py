"""Certificates of theory/meterez2024/section_3_2.py."""

import flint
import mpmath
import numpy as np

from theory.definitions import bn
from theory.ledger import Cell, Evidence
from theory.numerics.backends import Array
from verify.cases import mpf_array, rotation
from verify.proofs.prover import Proof, Reduction, always, argument, proved, refutation
from verify.proofs.steps import variables
from verify.registry import Run, check, domain


def kernel_is_kept() -> Proof:
    """X v = 0 implies D W X v = 0, D the diagonal of the inverse row norms: (D W) X v = D W (X v).

    So the kernel does not shrink and the rank, n less its dimension, does not rise. As polynomials
    at 2 x 2: the sums of the two groupings have the same terms.
    """
    a, b, c, d, p, q, r, s, v, w = variables("a b c d p q r s v w")
    A, X = [[a, b], [c, d]], [[p, q], [r, s]]
    product = [[row[0] * X[0][j] + row[1] * X[1][j] for j in (0, 1)] for row in A]
    inner = [row[0] * v + row[1] * w for row in X]
    return always(
        [row[0] * v + row[1] * w for row in product]
        == [row[0] * inner[0] + row[1] * inner[1] for row in A]
    )


def rank_over_the_integers(X: Array) -> int:
    """The rank by fraction-free elimination over the integers."""
    rows = [[flint.fmpq(*float(x).as_integer_ratio()) for x in row] for row in np.asarray(X)]
    integers, _ = flint.fmpq_mat(rows).numer_denom()
    return int(integers.rank())


@proved("meterez2024:remark-rank")
@argument("the kernel of X lies in that of BN(W X) = D W X")
@domain("every X, every W for which no row of W X is 0, every d and n")
def kernel_of_a_layer(run: Run) -> Reduction:
    cells = []
    for rank in (1, 2, 3):
        X = np.array(
            [[float((i % rank) * (j + 1) + (i % rank == j)) for j in range(3)] for i in range(3)]
        )
        after = bn(rotation(3, 2) @ mpf_array(X) if rank < 3 else mpf_array(X))
        singular = mpmath.svd_r(mpmath.matrix(after.tolist()), compute_uv=False)
        count = sum(1 for s in singular if s > 1e-20)
        cells.append(Cell({"X": X}, count, label=f"d = 3, {rank} different rows"))
    return Reduction(rank_over_the_integers, [kernel_is_kept()], cells)


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
    return refutation(
        zero,
        ("exponential growth", "the Jacobian of BN at a rank-one input, exact rationals"),
        "X_0 = a v^T, v = (3, 4), every W, every loss, every depth",
        {"X_0": [[3, 4], [6, 8]], "v^T J": [0, 0], "dL/dW_l": "0, against exp(c L) > 0"},
    )
