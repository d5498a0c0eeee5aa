"""Attacks on theory/sharp/local_rate.py: every spectrum near isometry has the same rate."""

from hypothesis import strategies as st

from lemmata.props.attack import Observation, attack, domain, pinned, routes
from lemmata.props.recipes import Lift, SpectrumRecipe
from lemmata.theory.numerics.sphere import drift

SIZE = 1e-14  # the rate is off by about the size of the deviations
PATTERNS = st.lists(st.integers(-4, 4), min_size=2, max_size=8).filter(lambda p: min(p) < max(p))


@attack("sharp:local-rate", PATTERNS.map(tuple), weight=0.5, keep=2, tolerance=1e-12, digits=30)
@routes("d/(d+2)", "the drift over the gap near isometry")
@domain("deviations of 1e-14 in any pattern, d = 2 to 8")
@pinned("neither extreme", (-1, 0, 1))
def rate_of_any_pattern(case: tuple[int, ...], lift: Lift) -> Observation:
    recipe = SpectrumRecipe(tuple(SIZE * p for p in case), (1,) * len(case), deviations=True)
    s = recipe.build(lift)
    return {"d": s.width}, 1 + drift(s) / s.gap
