"""Gradients of a loss through the layers of meterez2024's chain, as they stand in statements."""

from lemmata.theory.rocq.terms import (
    Family,
    Matrix,
    Proposition,
    Real,
    Variable,
    applied,
    names,
    natural_of,
    sqrt,
)
from lemmata.theory.rocq.vocabulary import (
    HAAR_LAW,
    START,
    d,
    full_rank,
    l,
    ln,
    matrix,
    mean,
    n,
    natural,
    number,
    weights,
)

ABOVE = natural("m")  # the number of layers above layer l
LIPSCHITZ = number("K")


def _loss(start: Matrix) -> Variable:
    """A differentiable loss of representations of this shape."""
    of = tuple(start.rows.variables | start.columns.variables)
    facts = (Proposition("forall A, differentiable F A"),)
    return Variable("F", f"{start.type} -> R", facts, of)


_WEIGHTS = Variable(
    "W",
    "nat -> 'M[R]_d",
    (Proposition("forall k, orthogonal (W k)"),),
    tuple(d.variables),
)
_OF_A_LOSS = START.variables | l.variables | ABOVE.variables | {_loss(START)}
_ALONG = _OF_A_LOSS | {_WEIGHTS}


def norm_at_the_end() -> Real:
    """||dL/dX_L||_F at the last layer L = l + m."""
    return Real("frobenius (gradient F (rotated X0 W (l + m)%N))", 3, _ALONG)


def norm_below() -> Real:
    """||dL/dX_l||_F."""
    return Real("frobenius (state_gradient F X0 W l m)", 3, _ALONG)


LOG_JACOBIANS = Family(
    ln(Real("jacobian_norm (W (l + k)%N *m rotated X0 W (l + k)%N)", 3, _ALONG)), ABOVE
)
"""log ||J_BN(W_k X_k)||_op of the layers k = l, ..., L - 1."""
NON_ZERO = (Proposition(f"0 < {norm_below()}", _ALONG),)
NON_DEGENERATE = (full_rank(START),)

_ALL = natural_of("(l + m).+1", l.variables | ABOVE.variables)


def loss_bound(start: Matrix = START) -> Proposition:
    """||dL/dX_L||_F <= K."""
    text = "forall A, frobenius (gradient F A) <= K"
    return Proposition(text, names(LIPSCHITZ) | {_loss(start)})


def _norm_of_weight_gradient(start: Matrix) -> Real:
    """||dL/dW_l||_F at depth L = l + m + 1."""
    variables = start.variables | l.variables | ABOVE.variables | {_loss(start)}
    return Real(f"frobenius (weight_gradient F {start.text} W l m)", 3, variables)


def mean_log_weight_gradient(start: Matrix = START) -> Real:
    """E log ||dL/dW_l||_F at depth L = l + m + 1."""
    return mean(weights(HAAR_LAW, _ALL), "W", applied("ln", _norm_of_weight_gradient(start)))


def log_gradient_exists(start: Matrix = START) -> tuple[Proposition, ...]:
    """dL/dW_l is almost surely not 0, and its mean log is a number; else that is -inf."""
    mean_ = mean_log_weight_gradient(start)
    positive = f"(fun W => 0 < {_norm_of_weight_gradient(start)})"
    text = f"almost_surely ({weights(HAAR_LAW, _ALL)}) {positive}"
    return Proposition(text, mean_.variables), *mean_.means


# ---------- rotations of the samples ----------

_ANY_START = matrix("X0", d, n)
_ANY_LOSS = _loss(_ANY_START)
_ANY_WEIGHTS = Variable("W", "nat -> 'M[R]_d", (), tuple(d.variables))
_BY_ANY = _ANY_START.variables | l.variables | ABOVE.variables | {_ANY_LOSS, _ANY_WEIGHTS}


def _torque(state: str, slope: str) -> str:
    """X^T G - G^T X."""
    return f"(({state})^T *m {slope} - ({slope})^T *m ({state}))%ring"


def _torque_at_the_end(layers: str) -> str:
    state = f"rotated X0 W {layers}"
    return _torque(state, f"gradient F ({state})")


def _state(start: Matrix, of: frozenset[Variable]) -> Matrix:
    return Matrix("rotated X0 W l", start.rows, start.columns, 3, of)


NO_ZERO_ROW_ABOVE = Proposition("forall k i, 0 < rowsq (W k *m rotated X0 W k) i", _BY_ANY)
TORQUE = Real(f"frobenius {_torque_at_the_end('(l + m)%N')}", 3, _BY_ANY)
"""||X_L^T dL/dX_L - (dL/dX_L)^T X_L||_F at L = l + m, for any weights and any number of samples."""
TORQUE_IS_CONSERVED = Proposition(
    f"{_torque('rotated X0 W l', 'state_gradient F X0 W l m')} = {_torque_at_the_end('(l + m)%N')}",
    _BY_ANY,
)
STATE_GRADIENT = Real("frobenius (state_gradient F X0 W l m)", 3, _BY_ANY)
_STATE = _state(_ANY_START, _BY_ANY)
LARGEST_SINGULAR_VALUE = sqrt(applied("lambda_max", _STATE @ _STATE.T))

TORQUE_OF_ROTATIONS = Real(f"frobenius {_torque_at_the_end('(l + m).+1')}", 3, _ALONG)
"""The same at L = l + m + 1, for rotations W and as many samples as rows."""
WEIGHT_GRADIENT = Real(f"{_norm_of_weight_gradient(START)}", 3, _ALONG)
_ROTATED = _state(START, _ALONG)
_GRAM = _ROTATED.T @ _ROTATED
CONDITION_NUMBER = sqrt(applied("lambda_max", _GRAM) / applied("lambda_min", _GRAM))
