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
)
from lemmata.theory.rocq.vocabulary import (
    HAAR_LAW,
    START,
    d,
    full_rank,
    l,
    ln,
    mean,
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
