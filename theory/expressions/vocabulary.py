"""The symbols that formal statements share: widths, spectra, rotations, gaps.

W is a Haar matrix of O(d) with entries w_jk, and the random element of that name; X is a d x d
matrix of which X X^T has the eigenvalues lambda_1..lambda_d, of mean 1.
"""

from theory.expressions.formal import natural
from theory.expressions.nodes import (
    Every,
    Expr,
    Function,
    Hypothesis,
    Named,
    Variable,
    equal,
    total,
)
from theory.expressions.symbols import Matrix, SymbolicSpectrum, product

d, n, l, j, k = (Variable(name) for name in "dnljk")
lam = Variable("lambda")
w = Variable("w", random="W")
X, W = Variable("X"), Variable("W", random="W")

SPECTRUM = SymbolicSpectrum("lambda", d)
SQUARE = Matrix(X, d, d)


def of_mean_one(least: int = 2) -> list[Hypothesis]:
    """d eigenvalues, positive, of mean 1; d from ``least`` on."""
    return [*natural(d, least), Every(k, 0 < lam(k)), equal(total(lam(k), k, d), d)]


OF_MEAN_ONE = of_mean_one()
ONE_OF_THEM: list[Hypothesis] = [*natural(j), j <= d]
SPREAD = Named("S", SPECTRUM.spread)


def phi(A: Expr) -> Expr:
    """The isometry gap of a matrix."""
    return Function("phi", (A,))


def bn(A: Expr) -> Expr:
    return Function("BN", (A,))


def row(j: Expr) -> Expr:
    """a_j = sum_k lambda_k w_jk^2, the squared norm of a row of W X in an eigenbasis."""
    return Named(f"a_{j}", total(lam(k) * w(j, k) ** 2, k, d))


ROTATED = product(W, X)
