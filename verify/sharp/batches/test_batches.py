"""Growth of gradients in small batches, by a program that shares no code with the checks.

It draws W in full by numpy's QR, runs the network forwards, and carries a gradient backwards, where
the checks carry a tangent forwards, in law by a frame and a Gram matrix.
"""

import numpy as np
import pytest
import torch
from numpy.linalg import norm

from lemmata.theory.sharp.batches import growth_rate
from lemmata.verify.seeds import Address
from lemmata.verify.sharp.batches.elsewhere import KINDS, step
from lemmata.verify.sharp.batches.sampled import deep_layers

D, N, LAYERS, BEFORE, REPLICAS = 16, 6, 260, 40, 30


def explicit_growth(generator: np.random.Generator) -> float:
    """How log ||dL/dX|| grows a layer, of one network."""
    X = generator.standard_normal((D, N))
    passed = []
    for _ in range(LAYERS):
        Q, R = np.linalg.qr(generator.standard_normal((D, D)))
        W = Q * np.sign(np.diag(R))  # without these signs the trace of W is negative in the mean
        rows = norm(W @ X, axis=1, keepdims=True)
        X = W @ X / rows
        passed.append((W, X, rows))
    G, logs = generator.standard_normal((D, N)), []
    for W, Y, rows in reversed(passed):
        G = W.T @ ((G - Y * (Y * G).sum(1, keepdims=True)) / rows)
        logs.append(np.log(norm(G)))
        G = G / norm(G)
    return float(np.mean(logs[BEFORE : LAYERS - BEFORE]))


def test_gradients_of_an_explicit_network_grow_as_tangents_by_frames_do() -> None:
    generator = np.random.default_rng(7)
    gradients = np.array([explicit_growth(generator) for _ in range(REPLICAS)])
    tangents = deep_layers(D, N, LAYERS, REPLICAS, Address(7), "cpu")[0]
    error = np.hypot(gradients.std(ddof=1), tangents.std(ddof=1)) / REPLICAS**0.5
    assert abs(gradients.mean() - tangents.mean()) < 4 * error
    assert error < 0.03 * tangents.mean()  # so that an eighth of the growth would be noticed
    assert tangents.mean() == pytest.approx(growth_rate(N / D) / (N - 1.5), rel=0.15)


@pytest.mark.parametrize("kind", KINDS)
def test_a_tangent_is_the_derivative_of_a_layer(kind: str) -> None:
    stream = torch.Generator().manual_seed(3)
    X, T = torch.randn((2, 1, 5, 3), generator=stream, dtype=torch.float64)
    W = torch.linalg.qr(torch.randn((1, 5, 5), generator=stream, dtype=torch.float64)).Q
    h = 1e-6
    ahead, behind = (step(kind, X + sign * h * T, T, W)[0] for sign in (1, -1))
    torch.testing.assert_close(step(kind, X, T, W)[1], (ahead - behind) / (2 * h))
