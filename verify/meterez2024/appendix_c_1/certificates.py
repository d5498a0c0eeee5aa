"""Checks of theory/meterez2024/appendix_c_1.py: proofs, and by differences.

r = ||x||, u = x/r. The steps are identities of polynomials: see verify/proofs/steps.py.
"""

from typing import Any

import mpmath

from theory.definitions import row_norms
from theory.ledger import Cell, Formula
from theory.numerics.backends import Array, eigenvalues, sqrt
from theory.numerics.reference import jacobian
from verify import cases
from verify.proofs import isometry as steps
from verify.proofs.prover import Reduction, Shown, argument, exp_quotient, on_a_box, prove, proved
from verify.proofs.steps import diagonal_entries_lie_between_the_eigenvalues
from verify.registry import Cells, Run, exact, routes


def _smallest_eigenvalue(X: Array) -> Any:
    """The square of the smallest singular value, from mpmath's singular value decomposition."""
    with mpmath.workdps(2 * mpmath.mp.dps):
        return min(mpmath.svd_r(mpmath.matrix(X.tolist()), compute_uv=False)) ** 2


@proved("meterez2024:lemma-C.7", domain="every X of full rank, every d")
@argument(f"{steps.BLOCKS}; rows are Rayleigh quotients (lemma C.11)")
def shortest_row(run: Run) -> Reduction:
    """||J||^2 = 1/min_j ||X_j||^2 <= 1/lambda_min; for n = 1 J = 0."""
    return Reduction(
        lambda X: 1 / _smallest_eigenvalue(X),
        [*steps.jacobian_of_a_normalised_vector(), diagonal_entries_lie_between_the_eigenvalues()],
        cases.matrix_cells(lambda X: cases.jacobian_norm(X) ** 2, (3,), cases.DIFFERENCES),
        points=[{"X": X} for _, X in cases.square_matrices(2)],
    )


def registered_eigenvalue(formula: Formula) -> list[Shown]:
    """Both closed forms themselves on boxes of h; they meet exp(-h) at infinity and at 0.

    At d phi = F(h) = h + exp(-h) - 1, the least at lambda_min = exp(-h).
    """

    def margin(which: int, h: Any) -> Any:
        return (-h).exp() - on_a_box(formula, entry=which, phi=exp_quotient(h) * h**2 / 2, d=2)

    return [prove(lambda h: margin(0, h), (0, 2)), prove(lambda h: margin(1, h), (0.125, 3))]


@proved("meterez2024:lemma-C.8", domain="every trace-normalised Gram matrix, every d")
@argument("one eigenvalue takes at most the whole gap; the derivative is a square")
def smallest_eigenvalue_by_a_square(run: Run) -> Reduction:
    """h + exp(-h) - 1 <= s gives h <= s + 1; the second bound is ``square_of_the_deviation``."""
    return Reduction(
        lambda phi, d: [mpmath.exp(-1 - phi * d), 1 - mpmath.sqrt(2 * phi * d)],
        [steps.square_of_the_deviation(), *registered_eigenvalue(run.formula)],
        cases.spectrum_cells(lambda s: min(cases.eigenvalues(s)), (2, 64)),
    )


VECTORS = ((1,), (1, -2), (1, 0, 0), (1, -2, 3), ("0.01", "0.1", 1, 10, 100, 1000))


def _differenced() -> list[tuple[Array, Array]]:
    """Vectors with the Jacobian of their normalisation by central differences."""
    vectors = map(cases.mpf_array, VECTORS)
    return [(x, jacobian(lambda v: v / sqrt((v * v).sum()), x)) for x in vectors]


@proved("meterez2024:lemma-C.9", domain="every x != 0, every n")
@argument("r^2 = sum x_k^2 and y r = x, differentiated")
def jacobian_by_implicit_differentiation(run: Run) -> Reduction:
    """Entries are compared in units of the largest, 1/||x||: off-diagonal ones may vanish."""

    def entries(x: Array) -> list[Any]:
        r = mpmath.norm(mpmath.matrix(list(x)))
        size = range(len(x))
        return [(int(i == j) - x[i] * x[j] / r**2) / r for i in size for j in size]

    cells = []
    for x, J in _differenced():
        clean = cases.without_dust(J, 1e-25 * abs(J).max())
        cells.append(Cell({"x": x}, clean, cases.DIFFERENCES, label=f"n = {len(x)}"))
    return Reduction(entries, steps.jacobian_of_a_normalised_vector()[:1], cells)


@proved("meterez2024:corollary-C.10", domain="every x != 0, every n")
@argument("x and its orthogonal complement are eigenvectors")
def eigenvalues_by_eigenvectors(run: Run) -> Reduction:
    """For n = 1 the zero stands alone."""
    cells = []
    for x, J in _differenced():
        values = eigenvalues((J + J.T) / 2)
        clean = cases.without_dust(values, 1e-25 * abs(values).max())
        cells.append(Cell({"x": x}, clean, 1e-15, label=f"n = {len(x)}"))
    proofs = steps.jacobian_of_a_normalised_vector()
    return Reduction(
        lambda x: [0, *[1 / mpmath.norm(mpmath.matrix(list(x)))] * (len(x) - 1)], proofs, cells
    )


@proved("meterez2024:lemma-C.11", domain="every square X, every d")
@argument("||X_j||^2 is a diagonal entry of X X^T: Courant and Fischer")
def rows_are_rayleigh_quotients(run: Run) -> Reduction:
    """||X_j||^2 = e_j^T (X X^T) e_j."""
    proofs = [diagonal_entries_lie_between_the_eigenvalues()]
    cells = cases.matrix_cells(lambda X: min(row_norms(X)) ** 2, (3,))
    points = [{"X": X} for _, X in cases.square_matrices(2)]
    return Reduction(_smallest_eigenvalue, proofs, cells, points=points)


@exact("meterez2024:lemma-C.7", domain="full-rank matrices, d = 2, 3")
@routes("the smallest eigenvalue", "singular values of the differenced Jacobian of BN")
def jacobian_of_hard_matrices(run: Run) -> Cells:
    return cases.matrix_cells(lambda X: cases.jacobian_norm(X) ** 2, (2, 3), cases.DIFFERENCES)
