"""Attacks on theory/sharp/power_sums.py."""

import numpy as np
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
from lemmata.props.drawn import families as drawn
from lemmata.props.drawn.pictures import plot
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


plot(
    "sharp:power-sums",
    drawn.Sweep(
        "$s_2/s_1$",
        r"$(s_1^2 + s_2^2)^3$",
        lambda p: p["s"][1] / p["s"][0],
        {"n = 2": [(0.0, -x) for x in np.linspace(0.001, 7, 60).tolist()]},
        "Two singular values, the larger one 1: attained where they are equal, and approached as"
        " one vanishes.",
        log_y=False,
    ),
)
