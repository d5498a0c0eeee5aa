"""Attacks on theory/meterez2024/section_3_3.py."""

from hypothesis import strategies as st

from lemmata.props import strategies as hard
from lemmata.props.attack import (
    INTEGRAL,
    Observation,
    attack,
    domain,
    hunt_in,
    pinned,
    routes,
    searched,
    supremum,
)
from lemmata.props.hunting import spaces
from lemmata.props.orthogonal_chains import WIDTHS, mean_log_gradient, one_odd
from lemmata.props.recipes import Lift, SpectrumRecipe
from lemmata.props.sweeps import deep
from lemmata.props.sweeps.sweep import plot
from lemmata.theory.numerics.backends import log

STEEP = 100.0


@attack("meterez2024:theorem-5", st.tuples(one_odd(), st.sampled_from((2**0.5, STEEP))))
@supremum("the paper gives no constant: one layer against C = 1")
@searched(weight=0.5, **INTEGRAL)
@routes("the bound with C = 1", "the exact drift and a Beta law")
@domain("one layer, one entry read out K times, one eigenvalue apart over 300 decades, d = 2 to 64")
@pinned("isometry and a steep loss", (SpectrumRecipe((0.0, 0.0), (1, 1)), STEEP))
@pinned("so steep that log K exceeds the rest", (SpectrumRecipe((0.0, 0.0), (1, 1)), 1e30))
@pinned("as steep as cross entropy can be", (hard.one_small(8, 1e-6), 2**0.5))
@hunt_in(
    spaces.Space(
        (WIDTHS,),
        lambda d: 1,
        lambda point, z: (SpectrumRecipe((*spaces.row(z), 0.0), (1, point[0] - 1)), STEEP),
        lambda d: f"d = {d}",
    )
)
def gradient_of_one_layer(case: tuple[SpectrumRecipe, float], lift: Lift) -> Observation:
    s, (K, C) = case[0].build(lift), lift([case[1], 1.0])
    return {"phi_0": s.gap, "d": s.width, "K": K, "C": C}, log(K) + mean_log_gradient(s, lift)


plot("meterez2024:theorem-5", lambda _: deep.bounded("sharp:theorem-5"))
plot("meterez2024:remark-gaussian-explodes", lambda _: deep.gaussian("sharp:gaussian-explosion"))
