"""Repeated samples, through the doors that run them: the gradients of exact arithmetic.

Equal columns stay equal in mpmath, whose digits outlast what 400 layers lose; in float64 they part
unless they are tied, and the input is degenerate no more: the weight gradient is then another one.
"""

from typing import Any

import mpmath
import numpy as np
import torch

from lemmata.verify.chains.weights import gaussian
from lemmata.verify.commands.depth import (
    ActivationName,
    DepthSettings,
    Normalisation,
    Weights,
    _measure,
)
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.depth.network import Network, RandomWeights, RowNorm, WeightLaw
from lemmata.verify.depth.slopes import Deep, profile
from lemmata.verify.depth.test_gradients import as_mp
from lemmata.verify.seeds import Address

LAYERS, D, N, DISTINCT = 400, 4, 5, 2  # one sample thrice, another twice
TIES = torch.arange(N) % DISTINCT
LOST = 300  # digits: more than the backward pass loses in all layers
Exact = Any  # an array of mpf


def norm(A: Exact) -> Any:
    return mpmath.sqrt((A * A).sum())


def in_mpmath(W: list[Exact], X: Exact, C: Exact) -> tuple[list[float], list[float]]:
    """log ||dL/dW_l|| and log ||dL/dX_l|| of the loss <C, X_L>, BN of the papers."""
    states, divisors = [X], []
    for w in W:
        Z = w @ states[-1]
        r = np.array([[mpmath.sqrt((row * row).sum())] for row in Z])
        states.append(Z / r)
        divisors.append(r)
    G, of_W, of_X = C, [], [norm(C)]
    while divisors:
        Y, r = states.pop(), divisors.pop()
        G = (G - Y * (Y * G).sum(1, keepdims=True)) / r  # dL/dZ
        of_W.append(norm(G @ states[-1].T))
        G = W[len(divisors)].T @ G
        of_X.append(norm(G))
    dW, dX = ([float(mpmath.log(v)) for v in values[::-1]] for values in (of_W, of_X))
    return dW, dX


def expected(address: Address, X: torch.Tensor, C: torch.Tensor) -> tuple[list[float], list[float]]:
    with mpmath.workdps(LOST):
        drawn = RandomWeights(WeightLaw.ORTHOGONAL, address / "W", X).layers(0, LAYERS)
        return in_mpmath([as_mp(w[0]) for w in drawn], as_mp(X[0][..., TIES]), as_mp(C[0]))


def agree(found: Any, dW: list[float], dX: list[float]) -> None:
    np.testing.assert_allclose(found.log_dW[:, 0], dW, atol=1e-6)
    np.testing.assert_allclose(found.log_dX[:, 0], dX, atol=1e-6)


def test_the_command_runs_repeated_samples_as_repeated() -> None:
    address, like = Address(0) / "depth", torch.empty(0, dtype=torch.float64)
    X, C = (gaussian((1, D, N), like, (address / name).generator("cpu")) for name in "XC")
    settings = DepthSettings(
        LAYERS,
        D,
        N,
        Weights.ORTHOGONAL,
        ActivationName.IDENTITY,
        Normalisation.ROWS,
        0.0,
        DISTINCT,
        1,
        0,
    )
    found = _measure(settings, "cpu", lambda *_: None)
    dW, dX = expected(address, X, C)
    assert dX[0] > dW[0] + 20  # two different things by now
    agree(found, dW, dX)


def test_the_checks_run_repeated_samples_as_repeated() -> None:
    address, like = Address(1) / "case", torch.empty(0, dtype=torch.float64)
    case = Deep("orthogonal", D, N, LAYERS, 1, distinct=DISTINCT)
    X, C = (gaussian((1, D, N), like, (address / name).generator("cpu")) for name in "XC")
    K = 100.0
    found = profile("cpu", address, case, K=K)
    C = K * C / torch.linalg.vector_norm(C)
    dW, dX = expected(address, X, C)
    agree(found, dW, dX)
    drawn, X = RandomWeights(WeightLaw.ORTHOGONAL, address / "W", X), X[..., TIES]
    untied = gradients(Network(RowNorm()), drawn, X, LAYERS, readout(C))
    assert abs(float(untied.log_dW[0]) - dW[0]) > 1  # rounding is all that is left of it
