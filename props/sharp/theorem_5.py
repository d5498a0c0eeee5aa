"""Attacks on theory/sharp/theorem_5.py: one layer, exactly, from spectra with one odd eigenvalue.

Rotations of the samples and of the neurons change no norm, so X = diag(sqrt(lambda)), with an
eigenvalue a and d - 1 equal ones b. Let the loss be K times one entry of BN(W X), in the first
column. With w a row of W, t = w_1^2 and D = a t + b (1 - t), lemma C.9 gives the gradient
K X (e_1 - m m_1/D)/sqrt(D), m = X w, whose squared norm is K^2 a b^2 (1 - t)/D^3. So
E log ||dL/dW|| = log K + (1/2) log a + log b + (1/2) E log(1 - t) - (3/2) E log D: the last mean is
the exact drift, and 1 - t ~ Beta((d-1)/2, 1/2).
"""

from __future__ import annotations

from typing import Any

import mpmath
from hypothesis import strategies as st

from props import strategies as hard
from props.attack import Property
from props.recipes import Lift, SpectrumRecipe
from theory.ledger import Evidence
from theory.numerics.backends import log
from theory.numerics.sphere import drift
from theory.spectrum import Spectrum
from verify.registry import Run, check

WIDTHS = (2, 3, 8, 64)


@st.composite
def one_odd(draw: st.DrawFn, largest: float = 2.8) -> SpectrumRecipe:
    """One eigenvalue below or above d - 1 equal ones."""
    d, size = draw(hard.widths(2, WIDTHS)), draw(hard.magnitudes(high=largest))
    return draw(st.sampled_from((hard.one_small, hard.one_large)))(d, size)


def mean_log_gradient(s: Spectrum, lift: Lift) -> Any:
    """E log ||dL/dW||_F for K = 1; the odd eigenvalue is the first."""
    odd, others = s.log_eigenvalues
    half = mpmath.mpf(s.width) / 2
    beta = mpmath.digamma(half - mpmath.mpf(1) / 2) - mpmath.digamma(half)  # E log(1 - t)
    return odd / 2 + others + lift([beta])[0] / 2 - 3 * drift(s) / 2


def observe_gradient(case: tuple[SpectrumRecipe, float], lift: Lift) -> tuple[dict[str, Any], Any]:
    recipe, steepness = case
    s, K = recipe.build(lift), lift([steepness])[0]
    return {"phi_0": float(s.gap), "d": s.width, "K": K}, log(K) + mean_log_gradient(s, lift)


GRADIENT = Property(
    "sharp:theorem-5",
    st.tuples(one_odd(largest=1.5), hard.magnitudes(-2, 6)),
    observe_gradient,
    ("the bound", "the exact drift and a Beta law"),
    "one layer, one entry read out, one eigenvalue apart, d = 2 to 64, K = 0.01 to 1e6",
    examples={
        "near isometry, a steep loss": (hard.one_small(4, 1e-6), 1000.0),
        "a flat one, where log d has weight": (hard.one_small(8, 1e-6), 1.0),
    },
    weight=0.5,
    tolerance=1e-12,
    digits=30,
)


@check("sharp:theorem-5")
def gradient_of_one_layer(run: Run) -> Evidence:
    return GRADIENT.attack(run)
