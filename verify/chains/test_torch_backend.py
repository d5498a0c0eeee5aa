"""The papers' definitions give the same values on tensors as on arrays."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from lemmata.theory import definitions
from lemmata.theory.evidence import entries, has_nan
from lemmata.theory.numerics.special import log_defect
from lemmata.theory.numerics.sphere import drift, gram_map_deviations
from lemmata.theory.spectrum import Spectrum
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import torch_backend  # noqa: F401  (registers tensors)
from lemmata.verify.machine.fake_device import fake_cuda

X = np.random.default_rng(3).standard_normal((4, 5, 3))  # (batch, d, n)
H = X / np.sqrt((X * X).sum((-2, -1), keepdims=True))

FUNCTIONS: list[Callable[[Any], Any]] = [
    definitions.row_norms,
    definitions.bn,
    definitions.gram,
    definitions.squared_norm,
    definitions.isometry_gap,
    definitions.isometry,
    definitions.deviation,
    definitions.gram_spectrum,
    definitions.orthogonality_gap,
    lambda A: definitions.relative_variance(definitions.row_norms(A)),
    lambda A: definitions.bures_squared(definitions.gram_spectrum(A)),
]


@over(FUNCTIONS)
def test_tensors_and_arrays_agree_and_stay_on_their_device(function: Callable[[Any], Any]) -> None:
    with fake_cuda() as device:
        for place in ("cpu", device):
            found = function(torch.from_numpy(H).to(place))
            assert found.device.type == torch.device(place).type
            assert np.allclose(found.cpu().numpy(), function(H), rtol=1e-12, atol=1e-14)


def test_integrals_of_tensors_have_the_eight_digits_that_are_promised() -> None:
    """They are there to be climbed along: the hunter's own rounding must not lead it away."""
    x = np.linspace(-0.499, 0.499, 99)
    assert np.allclose(log_defect(torch.from_numpy(x)).numpy(), log_defect(x), rtol=1e-8, atol=0)
    e = np.array([[-0.9, 0.3, 0.6], [-1e-4, -1e-4, 2e-4], [-0.3, -0.2, 0.5]])
    counts = np.ones(3, dtype=int)
    arrays = Spectrum(np.log1p(e), e, counts)
    tensors = Spectrum(*(torch.from_numpy(v) for v in (np.log1p(e), e, counts)))
    for function in (drift, gram_map_deviations):
        assert np.allclose(function(tensors).numpy(), function(arrays), rtol=1e-7, atol=0)


def test_has_nan_finds_nan_in_tensors() -> None:
    lost = torch.tensor([1.0, math.nan])
    assert all(map(has_nan, (torch.tensor(math.nan), lost, lost.clone().requires_grad_())))
    assert not has_nan(torch.ones(2))
    assert entries(torch.tensor([[1.0, 2.0]])) == [1.0, 2.0]
