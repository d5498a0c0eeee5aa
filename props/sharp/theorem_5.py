"""Attacks on theory/sharp/theorem_5.py: one layer, exactly, from one odd eigenvalue."""

from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import Observation, attack, domain, pinned, routes, searched
from lemmata.props.drawn import deep
from lemmata.props.drawn.pictures import plot
from lemmata.props.orthogonal_chains import mean_log_gradient, one_odd
from lemmata.props.recipes import Lift, SpectrumRecipe
from lemmata.theory.numerics.backends import log


@attack("sharp:theorem-5", st.tuples(one_odd(largest=1.5), hard.magnitudes(-2, 6)))
@searched(weight=0.5, tolerance=1e-12, digits=30)
@routes("the bound", "the exact drift and a Beta law")
@domain("one layer, one entry read out, one eigenvalue apart, d = 2 to 64, K = 0.01 to 1e6")
@pinned("near isometry, a steep loss", (hard.one_small(4, 1e-6), 1000.0))
@pinned("a flat one, where log d has weight", (hard.one_small(8, 1e-6), 1.0))
def gradient_of_one_layer(case: tuple[SpectrumRecipe, float], lift: Lift) -> Observation:
    recipe, steepness = case
    s, K = recipe.build(lift), lift([steepness])[0]
    return {"phi_0": float(s.gap), "d": s.width, "K": K}, log(K) + mean_log_gradient(s, lift)


plot("sharp:theorem-5", deep.bounded)
