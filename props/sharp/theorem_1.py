"""Attacks on theory/sharp/theorem_1.py: one layer from any spectrum, and at d = 2 any depth."""

from hypothesis import strategies as st

from props import strategies as hard
from props.attack import INTEGRAL, Observation, attack, domain, hunt_in, pinned, routes, searched
from props.hunting import spaces
from props.orthogonal_chains import at_least
from props.recipes import Lift, SpectrumRecipe
from theory.numerics.sphere import drift

SIZES = ((8, 1), (3, 1), (2, 1), (2, 4), (2, 16), (2, 64))  # width, depth


@attack(
    "sharp:theorem-1",
    st.one_of(
        st.tuples(hard.spectra(choices=(2, 3, 8)), st.just(1)),
        st.tuples(hard.spectra(choices=(2,), largest=1.0), st.sampled_from((2, 5, 30))),
    ),
)
@searched(keep=2, **INTEGRAL)
@routes("the bound", "the gap of a spectrum and its drift; at d = 2 the Markov chain of the gap")
@domain("one layer from spectra over 300 decades, d = 2 to 8; d = 2, depth 1 to 64")
@pinned("attained in one layer, far from the local rate", (hard.one_small(2, 6.0), 1))
@pinned("nearly attained in many, at the local rate", (hard.one_small(2, 1e-3), 16))
@hunt_in(
    spaces.Space(
        (SIZES, (1e-3, 0.05, 0.5, 3.0, 50.0)),
        lambda size, phi: size[0],
        lambda point, logs: (spaces.levels(logs), point[0][1]),
        lambda size, phi: f"d = {size[0]}, depth {size[1]}, gap {phi:g}",
        lambda z, point, progress: spaces.raised(z, point[1], progress),
        lambda size, phi: {"phi_0": phi, "l": size[1], "d": size[0]},
    )
)
def chains_from_hard_spectra(case: tuple[SpectrumRecipe, int], lift: Lift) -> Observation:
    """E phi(X_l): one layer by the drift, more of them by the Markov chain of the gap at d = 2."""
    s, l = case[0].build(lift), case[1]
    mean = s.gap + drift(s) if l == 1 else at_least(s.gap, l, lift)
    return {"phi_0": s.gap, "l": l, "d": s.width}, mean
