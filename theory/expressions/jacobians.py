"""The symbols of the Jacobian of BN: a vector x, its normalisation, and one block for each row."""

from theory.expressions.formal import natural
from theory.expressions.functions import log, sqrt, total
from theory.expressions.nodes import (
    Every,
    Expr,
    Function,
    Hypothesis,
    Operand,
    Variable,
    term,
)
from theory.expressions.symbols import Vector, gram, product, squared_row
from theory.expressions.vocabulary import AS_MANY, ROTATIONS, TRACE_NORMALISED, X, d, j, k, n

i, x = Variable("i"), Variable("x")
VECTOR = Vector(x(k), k, n)
SQUARED = total(x(k) ** 2, k, n)
NORM = sqrt(SQUARED)
NORMALISATION = Variable("D", fixed=True)
"""The Jacobian of x -> x/||x|| at x."""

NOT_ZERO: list[Hypothesis] = [*natural(n), 0 < SQUARED]
ENTRY: list[Hypothesis] = [*NOT_ZERO, *natural(j), j <= n]
NO_ZERO_ROW = Every(j, 0 < squared_row(X, j))
IS_SQUARE: list[Hypothesis] = [*natural(d), *natural(n), AS_MANY]
LEAST_POSITIVE = 0 < Function("lambda_min", (gram(X),))


def entry(A: Expr, row: Operand, column: Operand) -> Expr:
    return Function("entry", (A, term(row), term(column)))


def eigenvalue(A: Expr, which: Operand) -> Expr:
    """The eigenvalues of a symmetric matrix in ascending order."""
    return Function("eigenvalue", (A, term(which)))


def norm(A: Expr) -> Expr:
    """||A||_op."""
    return Function("norm_op", (A,))


def block(A: Expr, row: Operand) -> Expr:
    """The Jacobian of x -> x/||x|| at a row of A, a block of the Jacobian of BN at A."""
    return Function("block", (A, term(row)))


def jacobian_norm(A: Expr) -> Expr:
    """||J_BN(A)||_op."""
    return Function("norm_J", (A,))


def layer_jacobian(l: Operand) -> Expr:
    """||J_BN(W_l X_l)||_op along the chain (3), W_l what is drawn at layer l."""
    return jacobian_norm(product(ROTATIONS.family("W", l), ROTATIONS.at(l)))


L, DEPTH = Variable("L"), Variable("m")  # the last layer, and how many layers before it


def gradient(last: Operand, layer: Operand) -> Expr:
    """dL/dX_l along the chain (3) for a loss L of X_last, a matrix."""
    return Variable("G", (term(last), term(layer)), ROTATIONS.name)


def frobenius(A: Expr) -> Expr:
    """||A||_F."""
    return Function("norm_F", (A,))


def pulled_back(A: Expr, B: Expr) -> Expr:
    """J_BN(A)^T B."""
    return Function("pulled", (A, B))


LAYERS_ABOVE = Vector(log(layer_jacobian(L - k)), k, DEPTH)
"""log ||J_BN(W_l X_l)|| at the layers L - 1, ..., L - m."""

GRADIENTS: list[Hypothesis] = [
    *natural(DEPTH, 0), *natural(L, 0), DEPTH <= L, 0 < frobenius(gradient(L, L)),
    0 < frobenius(gradient(L, L - DEPTH)), Every(k, 0 < layer_jacobian(L - k)),
]  # fmt: skip


def weight_gradient(last: Operand, layer: Operand) -> Expr:
    """dL/dW_l along the chain (3) for a loss L of X_last, a matrix."""
    return Variable("V", (term(last), term(layer)), ROTATIONS.name)


LAYER, MORE, LIPSCHITZ = Variable("q"), Variable("m"), Variable("K")
LAST = LAYER + MORE + 1
POINT = Variable(ROTATIONS.name)
"""A layer q, the number m of layers above the next, and the Lipschitz constant of the loss."""

OF_A_LOSS: list[Hypothesis] = [
    *TRACE_NORMALISED, *IS_SQUARE, *natural(n, 2), *natural(LAYER, 0), *natural(MORE, 0),
    0 < LIPSCHITZ, Every(POINT, frobenius(gradient(LAST, LAST)) <= LIPSCHITZ),
    Every(POINT, 0 < frobenius(weight_gradient(LAST, LAYER))),
]  # fmt: skip
"""||dL/dX_L|| <= K at the last layer L = q + m + 1, and dL/dW_q is nowhere 0: it has a log."""
