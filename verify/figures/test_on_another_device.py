"""What figures draw with stays on the device of the run."""

import pytest
import torch

from lemmata.verify.chains.chain import gaussian_layer, orthogonality_gap, trajectory, vanilla_layer
from lemmata.verify.chains.kernels import tensor_of
from lemmata.verify.daneshmand2021.figures import figure_1, four_samples
from lemmata.verify.depth.network import ACTIVATIONS, Network, RowNorm, StandardBN, WeightLaw
from lemmata.verify.figures.images import fields
from lemmata.verify.figures.networks import Classifier
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.meterez2024.figures import figure_2 as repeated_samples
from lemmata.verify.meterez2024.figures import figure_3
from lemmata.verify.nn.gaps import isometry_gap
from lemmata.verify.registry import Effort, Run
from lemmata.verify.seeds import Address
from lemmata.verify.sharp.batches import elsewhere as growth_elsewhere
from lemmata.verify.sharp.batches import sampled as batches
from lemmata.verify.sharp.gaussian_gradients import sampled as gaussian_gradients
from lemmata.verify.sharp.gradients import sampled as gradients
from lemmata.verify.sharp.isometry import sampled as isometry
from lemmata.verify.sharp.widths import critical_width_elsewhere as elsewhere


def test_networks_on_images() -> None:
    with fake_cuda() as device:
        images = fields(8, Address(0), str(device))
        for kind, distinct in ((WeightLaw.ORTHOGONAL, 4), (WeightLaw.GAUSSIAN, None)):
            for network in (Network(RowNorm()), Network(StandardBN(), ACTIVATIONS["sin"], 0.4)):
                found = Classifier(network, kind, distinct).log_gradients(
                    images, (3, 5), 1, 2, Address(0)
                )
                assert found.shape == (2, 2)


def test_chains_and_whole_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    for figure in (figure_3, repeated_samples):  # a few layers show it as well as a hundred
        monkeypatch.setattr(figure, "depths_of", lambda run: (2, 20))
    with fake_cuda() as device:
        run = Run(lambda: None, Effort.SMOKE, Address(0), str(device))
        H = torch.empty(2, 4, 2, device=device, dtype=torch.float64)
        for layer in (gaussian_layer, vanilla_layer):
            (seen,) = trajectory(layer, H, 2, (orthogonality_gap,), None)
            assert seen.device.type == device.type
        assert tensor_of([1.0], str(device)).device.type == device.type
        assert figure_1.cosines(run, "BN", gaussian_layer, [0.0, 1.0]).shape == (50, 160)
        assert four_samples.gaps(run, 8, 3, 1).shape == (3, 4)
        for figure in (figure_3, repeated_samples):
            assert figure.gradients_in_depth(run).series


def test_other_networks_and_random_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """With ``first_layer``, ``bn_of_unit_norm`` and ``symmetric_root``."""
    monkeypatch.setattr(elsewhere, "LAYERS", 2)
    monkeypatch.setattr(isometry, "COUNTS", {2: 8})
    monkeypatch.setattr(gradients, "KEPT", 2)
    monkeypatch.setattr(gradients, "LAYERS_IN_A_BATCH", 4)
    monkeypatch.setattr(gradients, "BEFORE", 1)
    H = torch.empty(2, 4, 2, dtype=torch.float64)
    assert {elsewhere._activated(kind, H).shape for kind in ("tanh", "ReLU")} == {H.shape}
    with fake_cuda() as device:
        run = Run(lambda: None, Effort.SMOKE, Address(0), str(device))
        for kind in elsewhere.KINDS:
            assert elsewhere.smallest(run, kind, 8).shape == (8,)
        assert len(list(isometry.sampled_steps(run))) == 1
        assert len(list(gradients.growth_of_a_tangent(run))) == 2
        assert isometry_gap(torch.empty(2, 4, 4, device=device)).device.type == device.type
        for d in (4, 6):  # by products and by frames
            assert batches.deep_layers(d, 2, 1, 3, Address(0), str(device)).shape == (3, 3)
        for n in (2, 5):  # by the Gram matrix and by whole layers
            growth = gaussian_gradients.growth(6, n, (1, 2), 3, Address(0), str(device))
            assert growth.shape == (3,)
        monkeypatch.setattr(growth_elsewhere, "LAYERS", 2)
        growths = growth_elsewhere.growths(run, 4, list(growth_elsewhere.KINDS))
        assert {values.shape for values in growths.values()} == {(2, 12)}
        found = gradients.rates(2, 1, (0.02, 0.08), 3, Address(0), str(device))
        assert found.shape == (2, 3)
