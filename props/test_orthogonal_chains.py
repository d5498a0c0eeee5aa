"""Gradients agree with differences and with an integral over the angle; 0 only where they must.

Of the gap at d = 2 tensors see the gradient, and mpmath a little less.
"""

import mpmath
import numpy as np
import pytest
import torch

from lemmata.props import strategies as hard
from lemmata.props.orthogonal_chains import at_least, growth, mean_log_gradient
from lemmata.props.recipes import Entries, Rotation, SpectrumRecipe, in_mpf, in_tensors
from lemmata.theory.definitions import bn
from lemmata.theory.meterez2024.appendix_c_1 import normalisation_jacobian
from lemmata.theory.numerics.backends import Array
from lemmata.theory.numerics.reference import jacobian
from lemmata.theory.test_support.comparing import over
from lemmata.verify.cases import mpf_array
from lemmata.verify.chains import torch_backend  # noqa: F401  (registers tensors)
from lemmata.verify.chains.width_two import expected_gap

START = Entries("rank two", ((3.0, 4.0, 1.0), (6.0, 8.0, -1.0)))
LAYERS = (Rotation(2, (3,)), Rotation(2, (5, 1)))


def test_growth_is_the_differenced_loss() -> None:
    readout = np.arange(1, 7).reshape(2, 3)
    with mpmath.workdps(45):
        first, second = (W.build(in_mpf) for W in LAYERS)

        def loss(W: Array) -> Array:
            X = bn(second @ bn(W.reshape(2, 2) @ START.build(in_mpf)))
            return np.array([(readout * X).sum()])

        gradient = jacobian(loss, first.reshape(-1))
        norm = mpmath.sqrt((gradient * gradient).sum())
        assert abs(growth((START, LAYERS), in_mpf) - mpmath.log(norm) / 2) < 1e-25


@over([hard.one_small(2, 1.0), hard.one_large(3, 2.0), hard.one_small(9, 6.0)])
def test_the_gradient_of_one_entry(recipe: SpectrumRecipe) -> None:
    """w = (cos, sin v), v any unit vector: all happens in the plane of e_1 and v."""
    with mpmath.workdps(20):
        s = recipe.build(in_mpf)
        a, b = (mpmath.exp(v / 2) for v in s.log_eigenvalues)

        def log_norm(angle: mpmath.mpf) -> mpmath.mpf:
            m = mpf_array([a * mpmath.cos(angle), b * mpmath.sin(angle)])
            by_row = normalisation_jacobian(m)[0]  # of the first entry of m/|m|
            return mpmath.log(mpmath.hypot(a * by_row[0], b * by_row[1]))

        def density(angle: mpmath.mpf) -> mpmath.mpf:
            return mpmath.sin(angle) ** (s.width - 2)

        ends = [0, mpmath.pi / 4, mpmath.pi / 2]
        mean = mpmath.quad(lambda x: log_norm(x) * density(x), ends) / mpmath.quad(density, ends)
        assert abs(mean - mean_log_gradient(s, in_mpf)) < 1e-8


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


def test_growth_vanishes_at_rank_one() -> None:
    parallel = Entries("rank one", tuple(row[:2] for row in START.rows))
    assert growth((parallel, LAYERS), in_mpf) == -mpmath.inf
