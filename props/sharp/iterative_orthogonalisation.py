"""Attacks on theory/sharp/iterative_orthogonalisation.py."""

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
from lemmata.theory.numerics.backends import exp, sqrt

LOGS = st.lists(st.floats(-20, 20), min_size=2, max_size=6).map(tuple)  # of singular values


@attack("sharp:iterative-orthogonalisation", st.tuples(LOGS, st.sampled_from((0, 1, 20))))
@supremum(1.0)
@searched(weight=2, tolerance=1e-20)
@routes("V(H) from the singular values", "V(W H) from their roots")
@domain("2 to 6 singular values over 17 decades, as many samples or up to 20 more")
@pinned("approached as a singular value vanishes", ((0.0, -40.0), 0))
@pinned("near isometry the gap is halved", ((0.0, 1e-6), 0))
@pinned("1, 1, 2", ((0.0, 0.0, 0.6931471805599453), 0))
@pinned("equal ones and more samples: attained", ((0.0, 0.0), 1))
@hunt_in(
    spaces.Space(
        ((2, 3, 6), (0, 1, 20)),
        lambda r, more: r,
        lambda point, z: (spaces.row(z), point[1]),
        lambda r, more: f"{r} singular values, {r + more} samples",
    )
)
def gap_after_orthogonalisation(case: tuple[tuple[float, ...], int], lift: Lift) -> Observation:
    """V^2 = ||q - 1/n||^2 of W H: its squared singular values s_i / sum s, and n - r zeros."""
    logs, more = case
    s = exp(lift(list(logs)))
    n, mean = len(s) + more, 1 / (s[0] * 0 + len(s) + more)
    apart = s / s.sum() - mean
    return {"s": s, "n": n}, sqrt((apart * apart).sum() + more * mean * mean)
