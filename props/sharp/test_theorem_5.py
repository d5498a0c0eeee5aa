"""The mean of the log gradient by the drift agrees with an integral over the angle."""

from __future__ import annotations

import mpmath
import pytest

from props import strategies as hard
from props.recipes import SpectrumRecipe, in_mpf
from props.sharp.theorem_5 import mean_log_gradient
from theory.meterez2024.appendix_c_1 import normalisation_jacobian
from verify.cases import mpf_array


@pytest.mark.parametrize(
    "recipe", [hard.one_small(2, 1.0), hard.one_large(3, 2.0), hard.one_small(9, 6.0)]
)
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
