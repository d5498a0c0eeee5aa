"""The exact chain at d = 2 agrees with series and with sampled chains."""

from __future__ import annotations

import math

import pytest
import torch

from theory.spectrum import one_small
from verify.chains import kernels, width_two
from verify.seeds import Address


def test_roots_near_isometry_sum_to_a_geometric_series() -> None:
    """sqrt(phi) is multiplied by |sin(theta)|, of mean 2/pi."""
    exact = math.sqrt(2e-8) / (1 - 2 / math.pi)
    assert width_two.sum_of_roots(1e-8) == pytest.approx(exact, rel=1e-3)


def test_a_time_just_above_the_threshold_is_one_and_none_at_it() -> None:
    assert width_two.hitting_time(1 / 32, 1 / 32) == 0
    assert width_two.hitting_time(1 / 32 * (1 + 1e-8), 1 / 32) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("phi", [0.035, 1.0])
def test_sums_agree_with_sampled_chains(phi: float) -> None:
    spectrum, replicas = one_small(phi, 2), 4000
    stream = (Address(0) / "width two" / phi).generator("cpu")
    samples = {
        width_two.hitting_time(phi, 1 / 32): kernels.hitting_time(
            spectrum, 1 / 32, 1e-3, 60, replicas, "cpu"
        )(stream)[0],
        width_two.sum_of_log_jacobians(phi): kernels.sum_of_log_jacobians(
            spectrum, 0.5, 60, replicas, "cpu"
        )(stream)[0],
    }
    for exact, sample in samples.items():
        error = float(sample.std()) / math.sqrt(replicas)
        assert abs(float(sample.mean()) - exact) < 5 * error < 0.1 * exact
    assert isinstance(stream, torch.Generator)
