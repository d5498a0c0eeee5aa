"""The three kinds of numbers agree on the elementary functions and on spectra."""

from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np

from lemmata.theory.numerics import backends
from lemmata.theory.numerics.backends import (
    BALLS,
    FLOATS,
    MULTIPRECISION,
    as_array,
    backend_of,
)
from lemmata.theory.test_support import comparing
from lemmata.theory.test_support.comparing import assert_agrees, ball_holds, magnitudes, over

DEFINITIONS: dict[str, Any] = {
    "exp": mpmath.exp,
    "log": mpmath.log,
    "expm1": lambda x: mpmath.exp(mpmath.mpf(x)) - 1,
    "log1p": lambda x: mpmath.log(1 + mpmath.mpf(x)),
    "sqrt": lambda x: mpmath.mpf(x) ** mpmath.mpf(0.5),
}
SYMMETRIC = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
BATCH = np.stack([SYMMETRIC, 2 * SYMMETRIC]).reshape(2, 1, 3, 3)


@over(DEFINITIONS.items())
def test_floats_agree_with_mpmath_and_balls_hold_its_value(name: str, definition: Any) -> None:
    function = getattr(backends, name)
    points = magnitudes(1e-300, 700, 50) + [-v for v in magnitudes(1e-300, 0.99, 20)]
    points = [p for p in points if p >= 0 or name not in ("log", "sqrt")]
    assert_agrees(function, definition, points, 2e-15, "its definition by exp and log", 700)
    with mpmath.workdps(700):
        for x in magnitudes(1e-300, 100, 20):
            assert ball_holds(function(flint.arb(x)), function(mpmath.mpf(x)))
    assert function(np.array([flint.arb(1), flint.arb(2)])).shape == (2,)


@over(DEFINITIONS.items())
def test_mpmath_numbers_and_arrays_keep_the_working_precision(name: str, definition: Any) -> None:
    def points() -> list[Any]:
        return [mpmath.mpf(1) / 3]

    function = getattr(backends, name)
    comparing.assert_keeps_digits(function, definition, points)
    comparing.assert_keeps_digits(lambda x: function(np.array([x, 2 * x]))[0], definition, points)


def test_the_ends_of_the_elementary_functions_are_limits_without_warnings() -> None:
    assert backends.log(0.0) == backends.log1p(-1.0) == -np.inf
    assert backends.exp(1e4) == np.inf
    assert (backends.exp(-np.inf), backends.expm1(-np.inf)) == (0, -1)


def test_the_backend_is_that_of_the_first_argument_that_is_no_float() -> None:
    assert backend_of(1, 2.0, np.ones(3)) is FLOATS
    assert backend_of(1.0, mpmath.mpf(1)) is MULTIPRECISION
    assert backend_of(np.array([flint.arb(1)])) is BALLS


@over(
    [
        ([[1, mpmath.mpf(2)], [3.5, 4]], mpmath.mpf),
        (np.array([[1, mpmath.mpf(2)], [3.5, 4]], dtype=object), mpmath.mpf),
        (mpmath.matrix([[1, 2], [3.5, 4]]), mpmath.mpf),
        ([[1, flint.arb(2)], [flint.fmpq(7, 2), 4]], flint.arb),
        (flint.arb_mat([[1, 2], [3.5, 4]]), flint.arb),
        ([[1, 2], [Fraction(7, 2), 4]], float),  # other exact numbers become floats
    ]
)
def test_one_mpf_or_ball_makes_every_entry_its_kind(values: Any, kind: type) -> None:
    array = as_array(values)
    assert all(isinstance(v, kind) for v in array.flat)
    assert (array.shape, array[1, 0]) == ((2, 2), 3.5)
    assert isinstance(as_array(array[1, 0]), kind)
    assert isinstance(as_array(2), float)


@over([float, mpmath.mpf, flint.arb])
def test_eigenvalues_are_the_roots_of_the_characteristic_polynomial(
    kind: Any,
) -> None:
    entries = np.frompyfunc(kind, 1, 1)
    trace, det = np.trace(SYMMETRIC), 4 * (6 - 0.0625) - (2 - 0.125) + 0.5 * (0.25 - 1.5)
    minors = sum(np.linalg.det(np.delete(np.delete(SYMMETRIC, i, 0), i, 1)) for i in range(3))
    roots = sorted(np.roots([1, -trace, minors, -det]).real)
    values = backends.eigenvalues(entries(SYMMETRIC))
    np.testing.assert_allclose(values.astype(float), roots, rtol=1e-13)
    assert backends.eigenvalues(entries(BATCH)).shape == (2, 1, 3)
