"""The enclosures contain what other routes compute, and shrink with the precision."""

import flint
import mpmath
import numpy as np

from lemmata.theory.numerics import reference
from lemmata.theory.numerics.backends import as_ball
from lemmata.theory.numerics.enclosures import enclose_drift, enclose_gram_map
from lemmata.theory.spectrum import Spectrum, from_deviations
from lemmata.theory.test_support.comparing import ball_holds, over

TWO_LEVELS = [(1, 1, "1e-12"), (1, 1, "0.999"), (1, 7, "0.5"), (3, 2, "0.25"), (63, 1, "0.01")]
TWO_LEVELS += [(65, 65, "0.5"), (70, 900, "0.1"), (500, 500, "0.5")]


def two_levels(m: int, k: int, e: str) -> tuple[Spectrum, mpmath.mpf, mpmath.mpf]:
    """1 - e, m times, and the rest k times: as balls, and the two eigenvalues as mpf."""
    low = mpmath.mpf(e)
    spectrum = from_deviations(np.array([-as_ball(low), as_ball(low) * m / k]), [m, k])
    return spectrum, 1 - low, 1 + low * m / k


@over(TWO_LEVELS)
def test_balls_contain_the_angle_integral_and_gauss_function(m: int, k: int, e: str) -> None:
    with mpmath.workdps(70), flint.ctx.workdps(30):
        spectrum, a, b = two_levels(m, k, e)
        ball = enclose_drift(spectrum)
        assert ball_holds(ball, reference.mean_log_two_level(a, m, b, k))
        assert ball.rad() < abs(ball.mid()) * 1e-15
        first, second = enclose_gram_map(spectrum)
        assert ball_holds(first, reference.mean_share_two_level(a, m, b, k))
        assert ball_holds(second, reference.mean_share_two_level(b, k, a, m))
        assert first.rad() < 1e-25


def test_drift_contains_the_divided_difference() -> None:
    values = [mpmath.mpf(k) / 4 for k in (1, 4, 7)]
    balls = from_deviations(np.array([as_ball(v - 1) for v in values]), [2, 2, 2])
    assert ball_holds(enclose_drift(balls), reference.mean_log_doubled(values))


def test_a_wide_ball_encloses_every_drift_inside() -> None:
    wide = flint.arb(0.5, 0.01)
    ball = enclose_drift(Spectrum(np.array([0, 0]), np.array([-wide, wide]), np.array([1, 1])))
    for e in (0.49, 0.5, 0.51):
        assert ball_holds(ball, reference.mean_log_two_level(1 - mpmath.mpf(e), 1, 1 + e, 1))
