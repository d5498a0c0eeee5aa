"""The depth engine and autograd beside the same network in extended precision.

Where an activation amplifies rounding, float64 itself is 1e-7 away from the truth after 50 layers
(ReLU and standard BN, n = 5), autograd as much as this engine: they agree a million times better.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from torch import Tensor

from verify.depth.gradients import gradients, readout
from verify.depth.network import Kind, Network, RowNorm, StandardBN
from verify.depth.test_gradients import KINDS, SHAPE, drawn, network, plain, sensitivity, weights

LAYERS = 50
Extended = np.longdouble
ACTS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "identity": (lambda A: A, np.ones_like),
    "tanh": (np.tanh, lambda A: 1 - np.tanh(A) ** 2),
    "sin": (np.sin, np.cos),
    "relu": (lambda A: A * (A > 0), lambda A: (A > 0).astype(Extended)),
}
needs_more_digits = pytest.mark.skipif(
    bool(np.finfo(Extended).eps > 1e-18),
    reason="numpy's long double is no longer than float64 here",
)


def rows(Z: Any, net: Network) -> tuple[Any, Any]:
    """N(Z) and its divisors, (d, n) and (d, 1)."""
    N, n = net.normalisation, Z.shape[1]
    if isinstance(N, StandardBN):
        Z = Z - Z.mean(1, keepdims=True)
        r = np.sqrt((Z * Z).mean(1, keepdims=True) + Extended(N.eps))
    else:
        assert isinstance(N, RowNorm)
        r = np.sqrt((Z * Z).sum(1, keepdims=True) / (n if N.scaled else 1))
    return Z / r, r


def back(G: Any, Y: Any, r: Any, net: Network) -> Any:
    """J_N^T G by the Jacobian of each row: project on the complement of y (and of ones), over r."""
    n = Y.shape[1]
    out = np.empty_like(G)
    for j, y in enumerate(Y):
        if isinstance(net.normalisation, StandardBN):
            P = np.eye(n, dtype=Extended) - (np.outer(y, y) + 1) / n
        else:
            P = np.eye(n, dtype=Extended) - np.outer(y, y) / (y @ y)
        out[j] = P @ G[j] / r[j]
    return out


def truth(net: Network, W: list[Any], X: Any, C: Any) -> tuple[Any, Any]:
    """log ||dL/dW_l||, (L,), and log ||dL/dX_l||, (L+1,), of the loss <C, X_L>."""
    value, slope = ACTS[net.activation.name]
    states, kept = [X], []
    for l, w in enumerate(W):
        Y, r = rows(w @ states[-1], net)
        states.append(value(Extended(net.gain(l)) * Y))
        kept.append((Y, r))
    G, dW, dX = C, [], [_log_norm(C)]
    for l in reversed(range(len(W))):
        Y, r = kept[l]
        a = Extended(net.gain(l))
        dZ = back(a * slope(a * Y) * G, Y, r, net)
        G = W[l].T @ dZ
        dW.append(_log_norm(dZ @ states[l].T))
        dX.append(_log_norm(G))
    return np.array(dW[::-1]), np.array(dX[::-1])


def _log_norm(G: Any) -> Any:
    return np.log((G * G).sum()) / 2


def errors(net: Network, kind: Kind) -> tuple[float, float]:
    """The largest relative error of a norm: this engine's and autograd's."""
    X, C = drawn(SHAPE, "X"), drawn(SHAPE, "C")
    w = weights(X, kind)
    W = list(w.layers(0, LAYERS))
    found = gradients(net, w, X, LAYERS, readout(C))
    ours, peers = (found.log_dW, found.log_dX), plain(net, W, X, C)
    worst = [0.0, 0.0]
    for k in range(SHAPE[0]):
        exact = truth(net, [_long(w[k]) for w in W], _long(X[k]), _long(C[k]))
        for side, logs in enumerate((ours, peers)):
            for log, true in zip(logs, exact, strict=True):
                worst[side] = max(worst[side], _relative(log[:, k], true))
    return worst[0], worst[1]


def _long(A: Tensor) -> Any:
    return A.numpy().astype(Extended)


def _relative(log: Tensor, true: Any) -> float:
    return float(np.abs(np.expm1(_long(log) - true)).max())


@needs_more_digits
@pytest.mark.parametrize(("kind", "normalisation", "activation", "e"), KINDS)
def test_the_engine_is_as_close_to_the_truth_as_autograd(
    kind: Kind, normalisation: str, activation: str, e: float
) -> None:
    """And as close as rounding lets it be: ten times what a change of 1e-15 of the input does."""
    net = network(normalisation, activation, e)
    ours, autograd = errors(net, kind)
    assert ours < 1.1 * max(autograd, 1e-13)
    assert ours < 10 * max(sensitivity(net, kind, LAYERS), 1e-13)
