"""The table of the Gram map says what 2F1 says, at every magnitude, with its gradient."""

import mpmath
import pytest
import torch

from lemmata.props.two_levels import deviations, next_log_ratio
from lemmata.theory.numerics import reference

RATIOS = [-150.0, -30.0, -2.5, -1e-3, -1e-9, 1e-12, 0.3, 1.0, 7.0, 60.0, 190.0]


def test_a_layer_is_that_of_2f1() -> None:
    for m, k in ((1, 1), (1, 7), (75, 75), (3, 29)):
        found = next_log_ratio(torch.tensor(RATIOS, dtype=torch.float64), m, k)
        with mpmath.workdps(120):
            shares = [reference.mean_share_two_level(mpmath.exp(x), m, 1, k) for x in RATIOS]
            expected = [float(mpmath.log(k * share / (1 - m * share))) for share in shares]
        assert found.tolist() == pytest.approx(expected, rel=3e-8, abs=0), (m, k)


def test_the_gradient_is_right_and_the_rate_near_isometry_is_n_over_n_plus_2() -> None:
    x = torch.tensor(1e-13, dtype=torch.float64)
    assert float(next_log_ratio(x, 2, 6) / x) == pytest.approx(8 / 10, rel=1e-8)
    x = torch.tensor([-3.0, -1e-4, 0.2, 12.0], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda v: next_log_ratio(v, 1, 4), (x,))


def test_deviations_have_mean_zero_and_the_ratio() -> None:
    for x in (-300.0, -1.0, -1e-14, 1e-14, 2.0, 300.0):
        first, second = deviations(torch.tensor(x, dtype=torch.float64), 2, 5).tolist()
        assert 2 * first + 5 * second == pytest.approx(0, abs=1e-15)
        with mpmath.workdps(150):
            ratio = mpmath.exp(x)
            mean = (2 * ratio + 5) / 7
            expected = [float(ratio / mean - 1), float(1 / mean - 1)]
        assert [first, second] == pytest.approx(expected, rel=1e-14, abs=0)
