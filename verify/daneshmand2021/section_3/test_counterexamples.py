"""What the counterexamples draw is drawn where the run says."""

from verify.daneshmand2021.section_3.counterexamples import DRAWN, gaussian_draws
from verify.test_support.fake_device import fake_cuda


def test_gaussian_matrices_are_drawn_on_another_device() -> None:
    with fake_cuda() as device:
        H, smallest = gaussian_draws(8, 2, device, None)
        assert H.shape == (DRAWN, 8, 2)
        assert smallest.shape == (DRAWN,)
        assert H.device.type == smallest.device.type == "cuda"
