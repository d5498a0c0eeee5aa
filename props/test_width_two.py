"""What properties see of the chain at d = 2: tensors with their gradient, mpmath a little less."""

from __future__ import annotations

import mpmath
import pytest
import torch

from props.recipes import in_mpf, in_tensors
from props.width_two import at_least
from verify.chains import torch_backend  # noqa: F401  (registers tensors)
from verify.chains.width_two import expected_gap


def test_tensors_see_the_same_with_a_gradient() -> None:
    phi = torch.tensor([0.3, 4.0], dtype=torch.float64, requires_grad=True)
    found = torch.stack([at_least(p, 5, in_tensors) for p in phi])
    expected = [float(expected_gap(p, 5)) for p in (0.3, 4.0)]
    assert found.tolist() == pytest.approx(expected, rel=1e-6)
    assert torch.autograd.gradcheck(lambda p: at_least(p[0], 5, in_tensors), (phi,))


def test_mpmath_gets_a_little_less_where_float64_is_sure() -> None:
    less = at_least(mpmath.mpf(2), 3, in_mpf)
    assert float(less) == pytest.approx(float(expected_gap(2.0, 3)), rel=2e-10)
    assert less < expected_gap(2.0, 3)
    for phi, layers in ((51, 3), (2, 66)):
        with pytest.raises(ValueError, match="at most"):
            at_least(mpmath.mpf(phi), layers, in_mpf)
