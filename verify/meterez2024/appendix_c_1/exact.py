"""Checks of theory/meterez2024/appendix_c_1.py: by differences, and at spectra and matrices."""

from lemmata.theory.definitions import row_norms
from lemmata.theory.numerics.backends import Array, eigenvalues, sqrt
from lemmata.theory.numerics.reference import jacobian
from lemmata.verify import cases
from lemmata.verify.registry import Cell, Cells, Run, exact, routes

VECTORS = ((1,), (1, -2), (1, 0, 0), (1, -2, 3), ("0.01", "0.1", 1, 10, 100, 1000))


def _differenced() -> list[tuple[Array, Array]]:
    """Vectors with the Jacobian of their normalisation by central differences."""
    vectors = map(cases.mpf_array, VECTORS)
    return [(x, jacobian(lambda v: v / sqrt((v * v).sum()), x)) for x in vectors]


@exact("meterez2024:lemma-C.9", domain="vectors of length 1 to 6, entries 0 to 1000")
@routes("the closed form", "central differences in mpmath")
def differenced_normalisation(run: Run) -> Cells:
    """Entries are compared in units of the largest, 1/||x||: off-diagonal ones may vanish."""
    for x, J in _differenced():
        clean = cases.without_dust(J, 1e-25 * abs(J).max())
        yield Cell({"x": x}, clean, cases.DIFFERENCES, label=f"n = {len(x)}")


@exact("meterez2024:corollary-C.10", domain="vectors of length 1 to 6, entries 0 to 1000")
@routes("the closed form", "eigenvalues of the differenced Jacobian in mpmath")
def eigenvalues_of_the_differenced_jacobian(run: Run) -> Cells:
    """For n = 1 the zero stands alone."""
    for x, J in _differenced():
        values = eigenvalues((J + J.T) / 2)
        clean = cases.without_dust(values, 1e-25 * abs(values).max())
        yield Cell({"x": x}, clean, 1e-15, label=f"n = {len(x)}")


@exact("meterez2024:lemma-C.8", domain="spectra of mean 1, d = 2, 64")
@routes("the bounds", "the least eigenvalue of the spectrum")
def least_eigenvalues_of_spectra(run: Run) -> Cells:
    return cases.spectrum_cells(lambda s: min(cases.eigenvalues(s)), (2, 64))


@exact("meterez2024:lemma-C.11", domain="full-rank matrices, d = 3")
@routes("the smallest eigenvalue", "the shortest row")
def shortest_rows_of_hard_matrices(run: Run) -> Cells:
    return cases.matrix_cells(lambda X: min(row_norms(X)) ** 2, (3,))


@exact("meterez2024:lemma-C.7", domain="full-rank matrices, d = 2, 3")
@routes("the smallest eigenvalue", "singular values of the differenced Jacobian of BN")
def jacobian_of_hard_matrices(run: Run) -> Cells:
    return cases.matrix_cells(lambda X: cases.jacobian_norm(X) ** 2, (2, 3), cases.DIFFERENCES)
