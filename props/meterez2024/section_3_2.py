"""Attacks on theory/meterez2024/section_3_2.py."""

import mpmath
import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes
from lemmata.props.orthogonal_chains import InputAndWeights, growth, is_defined
from lemmata.props.recipes import Entries, Lift, MatrixRecipe, Rotation, in_floats
from lemmata.props.sweeps import deep
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.definitions import bn

TWO_ROWS = Entries("two different rows", ((2.0, 1.0, 1.0), (2.0, 4.0, 4.0), (2.0, 1.0, 1.0)))


@st.composite
def layer(draw: st.DrawFn) -> tuple[MatrixRecipe, Rotation]:
    """An input of any rank, and a rotation that leaves no zero row: there BN is not defined."""
    entries: st.SearchStrategy[MatrixRecipe] = st.one_of(hard.integer_matrices(), hard.degenerate())
    case = draw(entries)
    X = case.build(in_floats)
    rotation = draw(hard.rotations(len(X)))
    rows = np.abs(rotation.build(in_floats) @ X).max(axis=1)
    assume(rows.max() > 0 and rows.min() > 1e-10 * rows.max())
    return case, rotation


@attack("meterez2024:remark-rank", layer(), weight=0.7)
@routes("exact rational rank of X", "singular values of BN(W X)")
@domain("integer and degenerate matrices of any shape, one ulp from singular, subnormal")
@pinned("full rank is kept", (Rotation(2), Rotation(2, (3,))))
@pinned("and rank one", (Entries("one column", ((1.0,), (2.0,))), Rotation(2)))
@pinned("and rank two of three", (TWO_ROWS, Rotation(3, (2,))))
def rank_after_a_layer(case: tuple[MatrixRecipe, Rotation], lift: Lift) -> Observation:
    """The singular values of BN(W X) that are not rounding."""
    after = bn(case[1].build(lift) @ case[0].build(lift))
    parameters = {"X": case[0].build(in_floats)}
    if lift is in_floats:
        return parameters, int(np.linalg.matrix_rank(after))
    singular = mpmath.svd_r(mpmath.matrix(after.tolist()), compute_uv=False)
    return parameters, sum(1 for s in singular if s > 1e-30)


@st.composite
def parallel_samples(draw: st.DrawFn) -> InputAndWeights:
    """An input of rank one, n = d, and rotations."""
    d = draw(st.integers(2, 4))
    a, v = (draw(hard.several(st.integers(-3, 3), d).filter(any)) for _ in range(2))
    layers = tuple(draw(st.lists(hard.rotations(d), min_size=1, max_size=4)))
    X = np.outer(a, v).astype(float)
    assume(is_defined(X, layers))
    return Entries("rank one", tuple(map(tuple, X.tolist()))), layers


@attack("meterez2024:remark-degenerate", parallel_samples(), weight=0.5, keep=1, tolerance=0.0)
@routes("exponential growth", "reverse mode with the Jacobians of lemma C.9")
@domain("inputs of rank one, d = n = 2 to 4, 1 to 4 rotations")
@pinned("a collapsed input", (Entries("rank one", ((3.0, 4.0), (6.0, 8.0))), (Rotation(2, (3,)),)))
def gradient_of_parallel_samples(case: InputAndWeights, lift: Lift) -> Observation:
    return {"rank": 1, "n": len(case[0].rows[0])}, growth(case, lift)


plot("meterez2024:remark-degenerate", lambda _: deep.degenerate("sharp:degenerate-explosion"))
