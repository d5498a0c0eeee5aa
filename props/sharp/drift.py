"""Attacks on theory/sharp/drift.py."""

from itertools import accumulate

from hypothesis import strategies as st

from lemmata.props.attack import Observation, attack, domain, pinned, routes, searched
from lemmata.props.recipes import Lift, SpectrumRecipe, in_floats
from lemmata.theory.numerics import reference


@attack("sharp:drift", st.lists(st.floats(0.05, 60), min_size=1, max_size=4).map(tuple))
@searched(weight=0.5, keep=2, tolerance=1e-30)
@routes("trapezoidal quadrature in log t", "Hermite-Genocchi divided differences")
@domain("eigenvalues in pairs, d = 4 to 10, over 100 decades")
@pinned("1/2, 1/2, 3/2, 3/2: far from the local law", (1.0986122886681098,))
def drift_of_pairs(case: tuple[float, ...], lift: Lift) -> Observation:
    """A case has the differences of the logarithms of distinct eigenvalues, each twice."""
    logs = tuple(accumulate(case, initial=0.0))
    spectrum = SpectrumRecipe(logs, (2,) * len(logs)).build(lift)
    value = reference.mean_log_doubled(list(spectrum.eigenvalues))
    return {"spectrum": spectrum}, float(value) if lift is in_floats else value
