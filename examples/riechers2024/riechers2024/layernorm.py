"""LayerNorm in the three maps that it is made of, for numbers of any kind."""

import numpy as np

from lemmata import Array, backends, hypotheses


def centred(a: Array) -> Array:
    """P a = a - mean(a): (N,)."""
    return a - a.sum(-1) / a.shape[-1]


def room(a: Array, eps: Array) -> Array:
    """q = ||P a||^2 + N eps, under the root."""
    return (centred(a) ** 2).sum(-1) + a.shape[-1] * eps


def scaled(a: Array, eps: Array) -> Array:
    """z = sqrt(N) P a / sqrt(q): (N,)."""
    return centred(a) * backends.sqrt(a.shape[-1] / room(a, eps))


def layer_norm(a: Array, g: Array, b: Array, eps: Array) -> Array:
    return g * scaled(a, eps) + b


def composed(g: Array) -> Array:
    """diag(g) P = diag(g) - g 1^T/N, the linear part: (N, N)."""
    g = np.asarray(g)
    return np.diag(g) - g[:, None] / len(g)


def projector(g: Array) -> Array:
    """Q = I - u u^T with u along 1/g, onto the hyperplane of the outputs: (N, N)."""
    u = 1 / np.asarray(g)
    return np.eye(len(u), dtype=int) - u[:, None] * u / (u**2).sum()


def not_zero(name: str) -> hypotheses.Hypothesis:
    """No entry is 0: what the paper's 1/g needs."""
    squares = hypotheses.positive(name).check
    return hypotheses.Hypothesis(
        "no zero", rf"{name}_i \ne 0", name, lambda g: squares([x * x for x in np.asarray(g).flat])
    )


def not_constant(name: str = "a") -> hypotheses.Hypothesis:
    """P a is not 0: where eps = 0, a constant input has no image."""
    spread = hypotheses.positive(name).check
    return hypotheses.Hypothesis(
        "not constant",
        rf"P {name} \ne 0",
        name,
        lambda a: spread((centred(np.asarray(a)) ** 2).sum()),
    )
