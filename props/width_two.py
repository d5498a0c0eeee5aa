"""E phi(X_l) along chain (3) as properties see it: one layer at any width, at d = 2 any depth."""

from __future__ import annotations

from typing import Any

import mpmath
from hypothesis import strategies as st

from props import strategies as hard
from props.hunting import spaces
from props.recipes import Lift, SpectrumRecipe, in_mpf, in_tensors
from theory.numerics.backends import Array
from theory.numerics.sphere import drift
from verify.chains.width_two import COARSE, DEEPEST, FINE, LARGEST, expected_gap

_ERROR = mpmath.mpf(10) ** -10
Chain = tuple[SpectrumRecipe, int]  # the spectrum of X_0, depth
SIZES = ((8, 1), (3, 1), (2, 1), (2, 4), (2, 16), (2, 64))  # width, depth
ROUTES = ("the bound", "the gap of a spectrum and its drift; at d = 2 the Markov chain of the gap")
DOMAIN = "one layer from spectra of every family over 300 decades, d = 2 to 8; d = 2, depth 1 to 64"
SPACE = spaces.Space(
    (SIZES, (1e-3, 0.05, 0.5, 3.0, 50.0)),
    lambda size, phi: size[0],
    lambda point, logs: (spaces.levels(logs), point[0][1]),
    lambda size, phi: f"d = {size[0]}, depth {size[1]}, gap {phi:g}",
    lambda z, point, progress: spaces.raised(z, point[1], progress),
    lambda size, phi: {"phi_0": phi, "l": size[1], "d": size[0]},
)


def at_least(phi: Any, layers: int, lift: Lift) -> Array:
    """E phi(X_layers), or in mpmath what float64 is sure of: a little less.

    A larger gap or more layers than it is sure of are no case: they would be judged as if exact.
    """
    if lift is in_mpf:
        if phi > LARGEST * 1.000001 or layers > DEEPEST:
            raise ValueError(f"a gap of {phi}, {layers} layers: at most {LARGEST}, {DEEPEST}")
        return in_mpf([float(expected_gap(float(phi), layers))])[0] * (1 - _ERROR)
    return expected_gap(phi, layers, COARSE if lift is in_tensors else FINE, lift)


def chains() -> st.SearchStrategy[Chain]:
    return st.one_of(
        st.tuples(hard.spectra(choices=(2, 3, 8)), st.just(1)),
        st.tuples(hard.spectra(choices=(2,), largest=1.0), st.sampled_from((2, 5, 30))),
    )


def chain_gap(case: Chain, lift: Lift) -> tuple[dict[str, Any], Any]:
    """E phi(X_l): one layer by the drift, more of them by the Markov chain of the gap at d = 2."""
    s, l = case[0].build(lift), case[1]
    mean = s.gap + drift(s) if l == 1 else at_least(s.gap, l, lift)
    return {"phi_0": s.gap, "l": l, "d": s.width}, mean
