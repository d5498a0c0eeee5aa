"""Every kernel draws what it says: its shape and range, on any device, against another route."""

import math
from collections.abc import Callable

import mpmath
import numpy as np
import pytest
import torch

from lemmata.theory.numerics.sphere import drift
from lemmata.theory.sharp.layers import gram_map
from lemmata.theory.spectrum import Spectrum, one_small
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import gaussian_kernels as gaussian
from lemmata.verify.chains import gaussian_moments as moments
from lemmata.verify.chains import orthogonal_kernels as orthogonal
from lemmata.verify.chains import remark_kernels as remarks
from lemmata.verify.chains.weights import gaussian_product
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.seeds import Address
from lemmata.verify.statistics.estimate import Kernel

SPECTRUM = one_small(0.5, 3)
Q = [0.1, 0.2, 0.7]
P = [float(p) for p in gram_map(np.array(Q))]
Maker = Callable[..., Kernel]

# what makes a kernel of four samples but for the device, how many observables, their largest value
KERNELS: dict[str, tuple[Maker, tuple[object, ...], int, float]] = {
    "gap_at": (orthogonal.gap_at, (SPECTRUM, [0, 2, 5], 4), 3, 0.5 + 1e-12),
    "hitting_time": (orthogonal.hitting_time, (SPECTRUM, 0.01, 1e-3, 9, 4), 2, 510.0),
    "sum_below": (orthogonal.sum_below, (SPECTRUM, 0.01, 0.7, 9, 4), 2, 4.0),
    "sum_of_log_jacobians": (orthogonal.sum_of_log_jacobians, (SPECTRUM, 0.9, 9, 4), 2, 40.0),
    "share_taken": (orthogonal.share_taken, (SPECTRUM, [1.0, 0.1], 4), 2, 1.0),
    "row_moments": (orthogonal.row_moments, (SPECTRUM, 4), 3, 2.1),
    "one_layer": (gaussian.one_layer, (Q, P, 8, 4), 3, 2.0),
    "gap_under_a1": (gaussian.gap_under_a1, (Q, 8, 0.1, [1, 3], 4), 4, 1.0),
    "average_in_depth": (gaussian.average_in_depth, (Q, 8, [1, 3], 4), 2, 1 / 36),
    "vanilla_gap": (gaussian.vanilla_gap, (Q, 8, 3, 4), 1, math.sqrt(2 / 3)),
    "a1_event": (gaussian.a1_event, (3, 8, 4, 4), 1, 1.0),
    "distance_under_a1": (gaussian.distance_under_a1, (Q, 8, 0.1, [1, 3], 4), 12, 2.0),
    "gram_distance": (gaussian.gram_distance, ("relu", 3, 8, 4, 4), 2, math.sqrt(2)),
    "activated_gap": (gaussian.activated_gap, ("sin", 3, 8, [1, 4], 4), 2, 1.0),
    "shares_of_rows": (gaussian.shares_of_rows, ([0.2, 0.8], 2, 2), 2, 1.0),
    "second_moments": (gaussian.second_moments, (Q, 8, 4), 2, 1.0),
    "distance_and_square": (moments.distance_and_square, (Q, 8, [1, 3], 4), 4, 2.0),
    "square_under_a1": (moments.square_under_a1, (Q, 8, 0.1, [1, 3], 4), 2, 1.0),
    "average_gap": (moments.average_gap, (Q, 8, 3, 4), 1, 1.0),
    "average_square": (moments.average_square, (Q, 8, 3, 4), 1, 1.0),
    "volume": (moments.volume, (Q, 8, 4), 1, 1.0),
    "deep_square": (moments.deep_square, (3, 8, 2, 3, 4), 1, 8.0),
    "spectral_moments": (moments.spectral_moments, (3, 8, 2, 3, 4), 2, 9.0),
    "next_isometry_gap": (moments.next_isometry_gap, (Q, 8, 4), 1, math.inf),
    "two_samples_in_depth": (remarks.two_samples_in_depth, (1e-60, 8, [1, 3], 4), 2, 1.0),
    "vanilla_distance": (remarks.vanilla_distance, (Q, 8, 3, 4), 1, math.inf),
    "relu_gap": (remarks.relu_gap, (3, 8, 4), 1, math.sqrt(2 / 3)),
    "layer_norm_gap": (remarks.layer_norm_gap, (3, 8, 5, 4), 1, math.sqrt(2 / 3) + 1e-12),
    "smallest_singular_value": (gaussian.smallest_singular_value, (5, 3, 4), 1, math.inf),
}
SIGNED: dict[str, tuple[Maker, tuple[object, ...], int]] = {
    "fourth_moments": (orthogonal.fourth_moments, (3, 4), 5),
    "monomials": (orthogonal.monomials, ([([1, 2], [1, 3])], 3, 4), 1),
    "transport_costs": (gaussian.transport_costs, ([0.2, 0.8], 2, 2), 2),
    "growth_of_a_direction": (moments.growth_of_a_direction, (3, 8, 2, 3, 4), 1),
    "distance_at_rest": (remarks.distance_at_rest, (3, 8, 3, 4), 5),
    "fall_of_the_smallest": (remarks.fall_of_the_smallest, (3, 8, 2, 5, 4), 1),
    "growth_from": (moments.growth_from, (Q, 8, 3, 4), 1),
    "row_products": (gaussian.row_products, ([[1, 2], [3, 4]], gaussian_product, 2), 4),
}


def stream(name: str) -> torch.Generator:
    return (Address(0) / "kernels" / name).generator("cpu")


@over([*KERNELS, *SIGNED])
def test_observables_have_their_shape_and_range_and_use_their_generator_alone(name: str) -> None:
    maker, given, count, largest = KERNELS.get(name) or (*SIGNED[name], None)
    before = torch.get_rng_state()
    x = maker(*given, device="cpu")(stream(name))
    assert x.shape == (count, 4)
    assert largest is None or 0 <= float(x.min()) <= float(x.max()) <= largest
    assert torch.equal(torch.get_rng_state(), before)


@over([*KERNELS, *SIGNED])
def test_every_kernel_runs_on_another_device(name: str) -> None:
    maker, given, count, largest = KERNELS.get(name) or (*SIGNED[name], None)
    with fake_cuda() as device:
        stream = (Address(0) / "kernels" / name).generator(str(device))
        x = maker(*given, device=str(device))(stream)
        assert (x.device.type, x.shape) == ("cuda", (count, 4))
        assert bool(x.isfinite().all())
        assert largest is None or 0 <= float(x.min()) <= float(x.max()) <= largest


def test_hitting_times_are_enclosed_and_exact_when_every_replica_arrives() -> None:
    lower, upper = orthogonal.hitting_time(SPECTRUM, 0.01, 1e-3, 200, 50, "cpu")(stream("tau"))
    assert torch.equal(lower, upper)
    cut, beyond = orthogonal.hitting_time(SPECTRUM, 0.01, 1e-3, 2, 50, "cpu")(stream("tau"))
    assert bool((cut <= lower).all())
    assert float(beyond.mean()) > float(lower.mean())


@over([one_small(1e-9, 3), SPECTRUM])
def test_a_layer_takes_off_the_exact_share_by_both_routes_to_the_gap(spectrum: Spectrum) -> None:
    x = orthogonal.share_taken(spectrum, [1.0, 0.1], 4000, "cpu")(stream("share"))
    expected = -float(drift(spectrum)) / float(spectrum.gap)
    error = float(x[0].std()) / 4000**0.5
    assert abs(float(x[0].mean()) - expected) < 5 * error < 0.1 * expected
    assert float(x[1].max()) <= 0.1


@over(["1e-9", "0.5"])
def test_a_spectrum_of_many_digits_is_drawn_in_floats(gap: str) -> None:
    exact, floats = (
        orthogonal.share_taken(one_small(kind(gap), 3), [1.0], 4, "cpu")(stream("digits"))
        for kind in (mpmath.mpf, float)
    )
    assert torch.allclose(exact, floats)


def test_the_share_of_the_isometry_is_that_of_the_gap_transformed() -> None:
    share, of_isometry = (
        orthogonal.share_taken(SPECTRUM, [1.0], 50, "cpu", of_isometry=which)(stream("one"))
        for which in (False, True)
    )
    before = math.exp(-0.5)
    after = (-0.5 * (1 - share)).exp()
    assert torch.allclose(of_isometry, (after - before) / (1 - before))


def test_spectra_too_singular_for_floats_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spectrum = one_small(40.0, 2)
    draw = orthogonal.share_taken(spectrum, [1.0], 4, "cpu")
    with pytest.raises(ValueError, match=r"^log lambda_min = -80\.\d+; expected at least -60\.0$"):
        draw(stream("singular"))
    monkeypatch.setattr(orthogonal, "_NEARLY_SINGULAR", float(spectrum.log_eigenvalues.min()))
    assert draw(stream("singular")).shape == (1, 4)  # the least itself is taken


def test_two_samples_have_the_exact_second_moment_after_a_layer() -> None:
    """E 2 V^2 = 1/d + (1 - 1/d) m^2, m = (sqrt(q_1) - sqrt(q_2))/(sqrt(q_1) + sqrt(q_2))."""
    x = remarks.two_samples_in_depth(0.1, 8, (1,), 20_000, "cpu")(stream("two"))
    expected = 1 / 8 + 7 / 8 * 0.5**2  # q = (9/10, 1/10): m = (3 - 1)/(3 + 1)
    assert abs(float(x.mean()) - expected) < 5 * float(x.std()) / 20_000**0.5 < 0.02
