"""Chain (3) of meterez2024 as properties observe it: its gap and its gradients.

E phi(X_l) is known after one layer at any width, and at d = 2 at any depth. So is the gradient of
one layer from spectra with one odd eigenvalue: rotations of the samples and of the neurons change
no norm, so X = diag(sqrt(lambda)), with an eigenvalue a and d - 1 equal ones b. Let the loss be K
times one entry of BN(W X), in the first column. With w a row of W, t = w_1^2 and
D = a t + b (1 - t), lemma C.9 gives the gradient K X (e_1 - m m_1/D)/sqrt(D), m = X w, whose
squared norm is K^2 a b^2 (1 - t)/D^3. So E log ||dL/dW|| = log K + (1/2) log a + log b
+ (1/2) E log(1 - t) - (3/2) E log D: the last mean is the exact drift, and
1 - t ~ Beta((d-1)/2, 1/2).
"""

import mpmath
import numpy as np
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import INTEGRAL, Observation
from lemmata.props.hunting import spaces
from lemmata.props.recipes import (
    Entries,
    Lift,
    MatrixRecipe,
    SpectrumRecipe,
    in_floats,
    in_mpf,
    in_tensors,
)
from lemmata.theory.definitions import bn
from lemmata.theory.numerics.backends import Array, log, sqrt
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.spectrum import Spectrum
from lemmata.verify.chains.width_two import COARSE, DEEPEST, FINE, LARGEST, expected_gap

_ERROR = mpmath.mpf(10) ** -10
Chain = tuple[SpectrumRecipe, int]  # the spectrum of X_0, depth
WIDTHS = (2, 3, 8, 64)
InputAndWeights = tuple[Entries, tuple[MatrixRecipe, ...]]  # the input, a weight matrix per layer
SIZES = ((8, 1), (3, 1), (2, 1), (2, 4), (2, 16), (2, 64))  # width, depth
CHAINS: hard.Arguments = {
    **INTEGRAL,
    "cases": st.one_of(
        st.tuples(hard.spectra(choices=(2, 3, 8)), st.just(1)),
        st.tuples(hard.spectra(choices=(2,), largest=1.0), st.sampled_from((2, 5, 30))),
    ),
    "routes": (
        "the bound",
        "the gap of a spectrum and its drift; at d = 2 the Markov chain of the gap",
    ),
    "domain": "one layer from spectra over 300 decades, d = 2 to 8; d = 2, depth 1 to 64",
    "keep": 2,
    "space": spaces.Space(
        (SIZES, (1e-3, 0.05, 0.5, 3.0, 50.0)),
        lambda size, phi: size[0],
        lambda point, logs: (spaces.levels(logs), point[0][1]),
        lambda size, phi: f"d = {size[0]}, depth {size[1]}, gap {phi:g}",
        lambda z, point, progress: spaces.at_rising_gap(z, point[1], progress),
        lambda size, phi: {"phi_0": phi, "l": size[1], "d": size[0]},
    ),
}


def at_least(phi: Array, layers: int, lift: Lift) -> Array:
    """E phi(X_layers), or in mpmath what float64 is sure of: a little less.

    A larger gap or more layers than it is sure of are no case: they would be judged as if exact.
    """
    if lift is in_mpf:
        if phi > LARGEST * 1.000001 or layers > DEEPEST:
            raise ValueError(f"a gap of {phi}, {layers} layers: at most {LARGEST}, {DEEPEST}")
        return in_mpf([float(expected_gap(float(phi), layers))])[0] * (1 - _ERROR)
    return expected_gap(phi, layers, COARSE if lift is in_tensors else FINE, lift)


def chain_gap(case: Chain, lift: Lift) -> Observation:
    """E phi(X_l): one layer by the drift, more of them by the Markov chain of the gap at d = 2."""
    s, l = case[0].build(lift), case[1]
    mean = s.gap + drift(s) if l == 1 else at_least(s.gap, l, lift)
    return {"phi_0": s.gap, "l": l, "d": s.width}, mean


@st.composite
def one_odd(draw: st.DrawFn, largest: float = 2.8) -> SpectrumRecipe:
    """One eigenvalue below or above d - 1 equal ones."""
    d, size = draw(st.sampled_from(WIDTHS)), draw(hard.magnitudes(high=largest))
    return draw(st.sampled_from((hard.one_small, hard.one_large)))(d, size)


def mean_log_gradient(s: Spectrum, lift: Lift) -> Array:
    """E log ||dL/dW||_F for K = 1; the odd eigenvalue is the first."""
    odd, others = s.log_eigenvalues
    half = mpmath.mpf(s.width) / 2
    beta = mpmath.digamma(half - mpmath.mpf(1) / 2) - mpmath.digamma(half)  # E log(1 - t)
    return odd / 2 + others + lift([beta])[0] / 2 - 3 * drift(s) / 2


def through_bn(M: Array, gradient: Array) -> Array:
    """Lemma C.9 row by row: (g - x <x, g>/||x||^2)/||x||."""
    squares = (M * M).sum(-1)
    along = (M * gradient).sum(-1) / squares
    return (gradient - M * along[:, None]) / sqrt(squares)[:, None]


def growth(case: InputAndWeights, lift: Lift) -> Array:
    """(1/L) log ||dL/dW_0|| for the sum of all entries, weighted 1, 2, ...; -inf where it is 0.

    Zero is what rounding leaves: less than half the digits.
    """
    start, layers = case
    X, weights = start.build(lift), [W.build(lift) for W in layers]
    first, inputs = X, []
    for W in weights:
        inputs.append(W @ X)
        X = bn(inputs[-1])
    gradient = lift(np.arange(1.0, X.size + 1).reshape(X.shape).tolist())
    for W, M in zip(reversed(weights[1:]), reversed(inputs[1:]), strict=True):
        gradient = W.T @ through_bn(M, gradient)
    by_weight = through_bn(inputs[0], gradient) @ first.T
    norm = sqrt((by_weight * by_weight).sum())
    digits = 15 if lift is in_floats else mpmath.mp.dps
    return log(norm) / len(layers) if norm > 10.0 ** (-digits / 2) else lift([-np.inf])[0]


def is_defined(start: Array, layers: tuple[MatrixRecipe, ...]) -> bool:
    """Whether no row on the way is 0, or so short that rounding has made it."""
    X = start
    for W in layers:
        M = W.build(in_floats) @ X
        if np.abs(M).max(axis=1).min() <= 1e-6 * np.abs(M).max():
            return False
        X = bn(M)
    return True
