"""Textbook theorems about gradients along a chain and the norms of products: see ``facts``."""

from __future__ import annotations

import numpy as np

from theory.definitions import bn
from theory.expressions.formal import Statement, natural
from theory.expressions.functions import total
from theory.expressions.jacobians import (
    frobenius,
    gradient,
    jacobian_norm,
    pulled_back,
    weight_gradient,
)  # fmt: skip
from theory.expressions.nodes import Expr, Function, Hypothesis, Whole, equal
from theory.expressions.symbols import product, squared_row
from theory.expressions.vocabulary import ROTATIONS, d, j
from verify.kernel.facts import Sides, fact
from verify.kernel.textbooks.jacobians import differenced, jacobian_of_bn, matrices, rows


def _chain_rules(random: np.random.Generator) -> Sides:
    """The gradient of <R, BN(W X)> by differences, and W^T J(W X)^T R."""
    for A in matrices(random):
        W = np.linalg.qr(random.standard_normal((len(A), len(A))))[0]
        R = random.standard_normal(A.shape)
        direct = differenced(
            lambda v, W=W, R=R: np.array([(R * bn(W @ v.reshape(R.shape))).sum()]), A.reshape(-1)
        )
        pulled = (jacobian_of_bn(W @ A).T @ R.reshape(-1)).reshape(A.shape)
        yield from zip(direct.flat, (W.T @ pulled).flat, strict=True)
        yield float(np.linalg.norm(W.T @ pulled)), float(np.linalg.norm(pulled))


@fact(
    "chain rule",
    "X_(l+1) = BN(W_l X_l) gives dL/dX_l = W_l^T J_BN(W_l X_l)^T dL/dX_(l+1), l below the last"
    " layer, of which L is a function.",
    "the chain rule: Rudin, Principles of Mathematical Analysis, 9.15", _chain_rules,
)  # fmt: skip
def chain_rule(last: Expr, l: Expr) -> Statement:
    W = ROTATIONS.family("W", l)
    inner = pulled_back(product(W, ROTATIONS.at(l)), gradient(last, l + 1))
    said = equal(gradient(last, l), product(Function("transpose", (W,)), inner))
    return Statement(below_the_last(last, l), said)


def below_the_last(last: Expr, l: Expr) -> frozenset[Hypothesis]:
    """l is one of the layers 0..last - 1."""
    return frozenset([Whole(last), *natural(l, 0), l + 1 <= last])


@fact(
    "norm of a rotation", "||W_l^T A||_F = ||A||_F for orthogonal W_l.",
    "Horn and Johnson, Matrix Analysis, 2.1.4", _chain_rules,
)  # fmt: skip
def norm_of_a_rotation(l: Expr, A: Expr) -> Statement:
    turned = product(Function("transpose", (ROTATIONS.family("W", l),)), A)
    return Statement(frozenset(), equal(frobenius(turned), frobenius(A)))


def _operators(random: np.random.Generator) -> Sides:
    for A in matrices(random):
        J, B = jacobian_of_bn(A), random.standard_normal(A.size)
        yield float(np.linalg.norm(J.T @ B)), float(np.linalg.norm(J, 2) * np.linalg.norm(B))


@fact(
    "operator norm", "||J^T B|| <= ||J||_op ||B||, J = J_BN(A).",
    "Horn and Johnson, Matrix Analysis, 5.6.2: the definition", _operators, bound=True,
)  # fmt: skip
def operator_norm(A: Expr, B: Expr) -> Statement:
    pulled = frobenius(pulled_back(A, B))
    return Statement(frozenset(), pulled <= jacobian_norm(A) * frobenius(B))


def _weight_gradients(random: np.random.Generator) -> Sides:
    """The gradient of <R, BN(W X)> by W, by differences, and J(W X)^T R X^T."""
    for A in matrices(random):
        W = random.standard_normal((len(A), len(A)))
        R = random.standard_normal(A.shape)
        direct = differenced(
            lambda v, A=A, R=R, W=W: np.array([(R * bn(v.reshape(W.shape) @ A)).sum()]),
            W.reshape(-1),
        )
        pulled = (jacobian_of_bn(W @ A).T @ R.reshape(-1)).reshape(A.shape)
        yield from zip(direct.flat, (pulled @ A.T).flat, strict=True)


@fact(
    "gradient of the weights",
    "X_(l+1) = BN(W_l X_l) gives dL/dW_l = (J_BN(W_l X_l)^T dL/dX_(l+1)) X_l^T, l below the last"
    " layer.",
    "the chain rule: Rudin, Principles of Mathematical Analysis, 9.15", _weight_gradients,
)  # fmt: skip
def gradient_of_the_weights(last: Expr, l: Expr) -> Statement:
    W, state = ROTATIONS.family("W", l), ROTATIONS.at(l)
    pulled = pulled_back(product(W, state), gradient(last, l + 1))
    said = equal(weight_gradient(last, l), product(pulled, Function("transpose", (state,))))
    return Statement(below_the_last(last, l), said)


def _products(random: np.random.Generator) -> Sides:
    for A in matrices(random):
        B = random.standard_normal(A.shape)
        yield float(np.linalg.norm(A @ B.T)), float(np.linalg.norm(A) * np.linalg.norm(B))


@fact(
    "norm of a product", "||A B^T||_F <= ||A||_F ||B||_F, and no norm is negative.",
    "Horn and Johnson, Matrix Analysis, 5.6 (Cauchy and Schwarz)", _products, bound=True,
)  # fmt: skip
def norm_of_a_product(which: str, A: Expr, B: Expr) -> Statement:
    if which == "sign":
        return Statement(frozenset(), 0 <= frobenius(A))
    turned = product(A, Function("transpose", (B,)))
    return Statement(frozenset(), frobenius(turned) <= frobenius(A) * frobenius(B))


@fact(
    "norm by rows", "||X_l||_F^2 is the sum of the squared norms of the rows.",
    "the definition of the norm", rows,
)  # fmt: skip
def norm_byrows(l: Expr) -> Statement:
    state = ROTATIONS.at(l)
    rows = total(squared_row(state, j), j, d)
    return Statement(frozenset(natural(d)), equal(frobenius(state) ** 2, rows))
