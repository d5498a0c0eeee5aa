"""Attacks on what theory/meterez2024/main.py says of gradients."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from props import strategies as hard
from props.attack import Property
from props.hunting import spaces
from props.meterez2024.appendix_c import through_bn
from props.recipes import Entries, Lift, MatrixRecipe, Rotation, SpectrumRecipe, in_floats
from props.sharp.theorem_5 import WIDTHS, mean_log_gradient, one_odd
from theory.definitions import bn
from theory.ledger import Evidence
from theory.numerics.backends import Array, log, sqrt
from verify.registry import Run, check

STEEP = 100.0


def observe_gradient(case: tuple[SpectrumRecipe, float], lift: Lift) -> tuple[dict[str, Any], Any]:
    s, (K, C) = case[0].build(lift), lift([case[1], 1.0])
    return {"phi_0": s.gap, "d": s.width, "C": C}, log(K) + mean_log_gradient(s, lift)


GRADIENT = Property(
    "meterez2024:theorem-5",
    st.tuples(one_odd(), st.sampled_from((2**0.5, STEEP))),
    observe_gradient,
    ("the bound with C = 1", "the exact drift and a Beta law"),
    "one layer, one entry read out K times, one eigenvalue apart over 300 decades, d = 2 to 64",
    examples={
        # K is O(1), and C = 1 does for log K <= 15
        "isometry and a steep loss": (SpectrumRecipe((0.0, 0.0), (1, 1)), STEEP),
        "as steep as cross entropy can be": (hard.one_small(8, 1e-6), 2**0.5),
    },
    weight=0.5,
    tolerance=1e-20,
    digits=30,
    space=spaces.Space(
        (WIDTHS,),
        lambda d: 1,
        lambda point, z: (SpectrumRecipe((*spaces.row(z), 0.0), (1, point[0] - 1)), STEEP),
        lambda d: f"d = {d}",
    ),
)


@check("meterez2024:theorem-5")
def gradient_of_one_layer(run: Run) -> Evidence:
    return GRADIENT.attack(run)


Network = tuple[Entries, tuple[MatrixRecipe, ...]]  # the input, a weight matrix per layer


def growth(case: Network, lift: Lift) -> Any:
    """(1/L) log ||dL/dW_0|| for the sum of all entries, weighted 1, 2, ...; -inf where it is 0.

    Zero is what rounding leaves: less than half the digits.
    """
    start, layers = case
    X, weights = start.build(lift), [W.build(lift) for W in layers]
    first, inputs = X, []
    for W in weights:
        inputs.append(W @ X)
        X = bn(inputs[-1])
    gradient = lift(
        [[float(i * X.shape[1] + j + 1) for j in range(X.shape[1])] for i in range(len(X))]
    )
    for W, M in zip(reversed(weights[1:]), reversed(inputs[1:]), strict=True):
        gradient = W.T @ through_bn(M, gradient)
    by_weight = through_bn(inputs[0], gradient) @ first.T
    norm = sqrt((by_weight * by_weight).sum())
    digits = 15 if lift is in_floats else mpmath.mp.dps
    return log(norm) / len(layers) if norm > 10.0 ** (-digits / 2) else lift([-np.inf])[0]


def _defined(start: Array, layers: tuple[MatrixRecipe, ...]) -> bool:
    """Whether no row on the way is 0, or so short that rounding has made it."""
    X = start
    for W in layers:
        M = W.build(in_floats) @ X
        if np.abs(M).max(axis=1).min() <= 1e-6 * np.abs(M).max():
            return False
        X = bn(M)
    return True


@st.composite
def parallel_samples(draw: st.DrawFn) -> Network:
    """An input of rank one, n >= 2, and rotations."""
    d, n = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    a, v = (draw(st.lists(st.integers(-3, 3), min_size=k, max_size=k).filter(any)) for k in (d, n))
    layers = tuple(draw(st.lists(hard.rotations(d), min_size=1, max_size=4)))
    X = np.outer(a, v).astype(float)
    assume(_defined(X, layers))
    return Entries("rank one", tuple(map(tuple, X.tolist()))), layers


def observe_degenerate(case: Network, lift: Lift) -> tuple[dict[str, Any], Any]:
    return {"rank": 1, "n": len(case[0].rows[0])}, growth(case, lift)


DEGENERATE = Property(
    "meterez2024:remark-degenerate",
    parallel_samples(),
    observe_degenerate,
    ("exponential growth", "reverse mode with the Jacobians of lemma C.9"),
    "inputs of rank one, d = 1 to 4, n = 2 to 4, 1 to 4 rotations",
    examples={
        "the certificate's input": (
            Entries("rank one", ((3.0, 4.0), (6.0, 8.0))),
            (Rotation(2, (3,)),),
        )
    },
    weight=0.5,
    keep=1,
    tolerance=0.0,
)


@check("meterez2024:remark-degenerate")
def gradient_of_parallel_samples(run: Run) -> Evidence:
    return DEGENERATE.attack(run)


@st.composite
def one_sample(draw: st.DrawFn) -> Network:
    """A batch of one, and any weights: Gaussian ones may take every value."""
    d = draw(st.integers(2, 4))
    entries = st.lists(st.integers(-9, 9).map(float), min_size=d, max_size=d).map(tuple)
    start = Entries("one sample", tuple((x,) for x in draw(entries.filter(any))))
    matrices = st.lists(entries, min_size=d, max_size=d).map(lambda r: Entries("any", tuple(r)))
    layers = tuple(draw(st.lists(matrices, min_size=1, max_size=4)))
    assume(_defined(start.build(in_floats), layers))
    return start, layers


def observe_one_sample(case: Network, lift: Lift) -> tuple[dict[str, Any], Any]:
    return {"d": lift([len(case[0].rows)])[0]}, growth(case, lift)


ONE_SAMPLE = Property(
    "meterez2024:remark-gaussian-explodes",
    one_sample(),
    observe_one_sample,
    ("exponential growth", "reverse mode with the Jacobians of lemma C.9"),
    "n = 1, d = 2 to 4, 1 to 4 layers of any weights",
    examples={
        "BN leaves the signs": (
            Entries("one sample", ((1.0,), (2.0,))),
            (Entries("any", ((1.0, 1.0), (1.0, -1.0))),),
        )
    },
    weight=0.5,
    keep=1,
    tolerance=0.0,
)


@check("meterez2024:remark-gaussian-explodes")
def gradient_of_one_sample(run: Run) -> Evidence:
    return ONE_SAMPLE.attack(run)
