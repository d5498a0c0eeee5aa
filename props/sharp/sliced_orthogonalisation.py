"""Attacks on theory/sharp/sliced_orthogonalisation.py."""

import numpy as np
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import Lift, Observation, attack, domain, pinned, routes
from lemmata.props.recipes import MatrixRecipe, Rotation, in_floats
from lemmata.theory.numerics.backends import exp, sqrt

Sliced = tuple[MatrixRecipe, tuple[float, ...]]  # V and n - d further columns, log singular values


@st.composite
def sliced(draw: st.DrawFn) -> Sliced:
    """A slice that is not 0: there W H would be."""
    d, more = draw(st.integers(1, 3)), draw(st.integers(0, 5))
    rotations = hard.rotations(d + more)
    sliceable = rotations.filter(lambda r: np.abs(r.build(in_floats)[:d, :d]).max() > 1e-3)
    return draw(sliceable), tuple(draw(hard.several(st.floats(-5, 5), d)))


@attack("sharp:sliced-orthogonalisation", sliced(), tolerance=1e-20)
@routes("the d x d matrix P S P^T", "the n x n Gram matrix of W H, entry by entry")
@domain("d = 1 to 3, n = d to d + 5, singular values over 4 decades")
@pinned("of three, equal singular values: it rises", (Rotation(3, (1, 4)), (0.0, 0.0)))
@pinned("a slice that is not normal", (Rotation(4, (2, 5)), (0.0, 1.4)))
def gap_of_a_slice(case: Sliced, lift: Lift) -> Observation:
    """V = ||K/tr K - I/n||_F."""
    recipe, logs = case
    s = exp(lift(list(logs)))
    V = recipe.build(lift)[:, : len(logs)]
    P, root = V[: len(logs)], V * sqrt(s)
    K = root @ (P.T @ P) @ root.T
    apart = K / K.trace() - np.eye(len(V), dtype=int) / (s[0] * 0 + len(V))
    return {"P": P, "s": s, "n": len(V)}, sqrt((apart * apart).sum())
