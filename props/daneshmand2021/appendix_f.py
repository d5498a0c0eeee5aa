"""Attacks on theory/daneshmand2021/appendix_f.py."""

from hypothesis import strategies as st

from lemmata.props.attack import Lift, Observation, attack, domain, hunt_in, pinned, routes
from lemmata.props.hunting import spaces
from lemmata.theory.numerics.backends import exp, sqrt


@attack(
    "daneshmand2021:appendix-F",
    st.tuples(st.lists(st.integers(1, 50), min_size=1, max_size=5).map(tuple), st.integers(0, 3)),
    tolerance=0.0,
)
@routes("whether V(H) > 0", "power sums of integers")
@domain("one to five integer singular values up to 50, as many samples or up to three more")
@pinned("equal ones and more samples: it stays", ((1, 1), 1))
@pinned("three of five samples: it stays", ((2, 2, 2), 2))
@pinned("as many samples: 0 already", ((1, 1), 0))
@pinned("it falls", ((1, 2), 0))
@pinned("and with more samples", ((1, 4), 1))
def whether_the_gap_falls(case: tuple[tuple[int, ...], int], lift: Lift) -> Observation:
    """V(W H) < V(H) says p_2^3 < p_1^2 p_4 with the power sums of s: of integers, exactly."""
    s, more = case
    p_1, p_2, p_4 = (sum(v**k for v in s) for k in (1, 2, 4))
    return {"s": lift(list(s)), "n": len(s) + more}, int(p_2**3 < p_1**2 * p_4)


@attack(
    "daneshmand2021:appendix-F-step", st.lists(st.floats(-3, 3), min_size=2, max_size=6).map(tuple)
)
@routes("fourth powers", "third powers")
@domain("sum of squares 1, n = 1 to 6")
@pinned("n equal ones violate it n times", (0.0,) * 6)
@pinned("one alone attains it", (0.0,))
@pinned("one that vanishes", (-20.7, 0.0))
@hunt_in(spaces.vectors(2, 3, 6))
def third_against_fourth_powers(case: tuple[float, ...], lift: Lift) -> Observation:
    s = exp(lift(list(case)))
    s = s / sqrt((s * s).sum())
    return {"s": s}, s.sum() ** 2 * (s**3).sum() ** 2
