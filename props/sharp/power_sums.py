"""Attacks on theory/sharp/power_sums.py."""

from hypothesis import strategies as st

from lemmata.props.attack import (
    Lift,
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
from lemmata.theory.numerics.backends import exp


@attack("sharp:power-sums", st.lists(st.floats(-20, 20), min_size=1, max_size=6).map(tuple))
@supremum(1.0)
@searched(weight=2)
@routes("first and fourth powers", "the cube of the second")
@domain("n = 1 to 6, singular values over 17 decades")
@pinned("attained by equal ones", (0.0, 0.0, 0.0))
@pinned("0.6 and 0.8 violate what is printed", (-0.5108256237659907, -0.2231435513142097))
@pinned("approached as one vanishes", (0.0, -30.0))
@hunt_in(spaces.vectors(2, 3, 6))
def cube_of_the_second(case: tuple[float, ...], lift: Lift) -> Observation:
    s = exp(lift(list(case)))
    return {"s": s}, (s * s).sum() ** 3
