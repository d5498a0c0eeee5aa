"""Comparing a function with a reference over many arguments, in the manner of SciPy's mpmath tests.

The reference is computed by another formula, which the report names; a failure lists how many
points are bad, the worst difference, and one row per bad point.
"""

import math
from collections.abc import Callable, Iterable
from typing import Any

import mpmath
import numpy as np
import pytest

from lemmata.theory.numerics.backends import as_ball

_ROWS = 25  # bad points printed


def magnitudes(low: float, high: float, count: int) -> list[float]:
    """``count`` points from ``low`` to ``high`` in geometric progression, at any scale."""
    return [float(v) for v in np.exp(np.linspace(math.log(low), math.log(high), count))]


def relative_difference(value: Any, reference: Any) -> float:
    """|value - reference| / |reference|, for arrays of the norms; 0 where both are the same.

    Anything that is not a number is infinitely wrong.
    """
    if isinstance(value, np.ndarray | list | tuple):
        got, want = (list(np.asarray(v, dtype=object).flat) for v in (value, reference))
        if len(got) != len(want) or any(mpmath.isnan(v) for v in got):
            return math.inf
        scale = mpmath.mpf(max(abs(w) for w in want))
        worst = max(abs(mpmath.mpf(g) - w) for g, w in zip(got, want, strict=True))
    else:
        scale, worst = abs(mpmath.mpf(reference)), abs(mpmath.mpf(value) - reference)
        if value == reference:  # infinities too
            return 0.0
    if worst == 0:
        return 0.0
    ratio = worst / scale if scale else mpmath.inf
    return math.inf if mpmath.isnan(ratio) else float(ratio)


def ball_holds(ball: Any, value: Any) -> bool:
    """Whether the ball contains the number, a float or an mpf taken exactly."""
    return bool(ball.contains(as_ball(value)))


def over(rows: Iterable[Any]) -> Callable[[Callable[..., object]], Callable[[], None]]:
    """One test of every row, the arguments of the decorated check; a row is one, or a tuple.

    All rows are tried; a failure says how many are bad, and prints a line for each.
    """

    table = list(rows)

    def decorated(check: Callable[..., object]) -> Callable[[], None]:
        def test() -> None:
            __tracebackhide__ = True
            bad = []
            for row in table:
                try:
                    check(*row if isinstance(row, tuple) else (row,))
                except (Exception, pytest.fail.Exception) as error:
                    bad.append(f"  {_short(row)}: {type(error).__name__}: {_short(error)}")
            if not table:
                raise AssertionError("no rows: nothing was tried")
            if bad:
                head = f"{check.__name__}: {len(bad)} bad of {len(table)}"
                raise AssertionError("\n".join([head, *_first(bad)]))

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return decorated


def assert_agrees(
    ours: Callable[..., Any],
    reference: Callable[..., Any],
    points: Iterable[Any],
    rtol: float,
    reference_name: str,
    digits: int = 50,
) -> None:
    """Assert that both functions agree to ``rtol`` relative at every point.

    A point is one argument, or a tuple of arguments. The reference runs at ``digits`` digits.
    """
    __tracebackhide__ = True  # the report below says all
    rows = []
    for point in points:
        arguments = point if isinstance(point, tuple) else (point,)
        value = ours(*arguments)
        with mpmath.workdps(digits):
            expected = reference(*arguments)
            rows.append((relative_difference(value, expected), arguments, value, expected))
    if not rows:
        raise AssertionError("no points: nothing was compared")
    bad = sorted((row for row in rows if not row[0] <= rtol), key=lambda row: -row[0])
    if bad:
        name = getattr(ours, "__name__", "the function")
        lines = [
            f"  {_short(arguments)} -> {_short(value)} != {_short(expected)}  (rdiff {off:.3g})"
            for off, arguments, value, expected in bad
        ]
        head = f"{name} against {reference_name}: {len(bad)} bad of {len(rows)}"
        worst = f"worst relative difference {bad[0][0]:.3g}, allowed {rtol:.3g}"
        raise AssertionError("\n".join([head, worst, *_first(lines)]))


def assert_keeps_digits(
    ours: Callable[..., Any],
    reference: Callable[..., Any],
    points: Callable[[], Iterable[Any]],
    *,
    lost: int = 1,
    spare: int = 50,
    precisions: Iterable[int] = (30, 50, 200),
) -> None:
    """Assert agreement in all but ``lost`` of the working digits, at points made at that precision.

    The reference runs with ``spare`` digits more.
    """
    __tracebackhide__ = True
    for digits in precisions:
        with mpmath.workdps(digits):
            name, rtol = f"a reference in {digits + spare} digits", 10.0 ** (lost - digits)
            assert_agrees(ours, reference, list(points()), rtol, name, digits + spare)


def assert_one_at_a_time(
    function: Callable[[Any], Any], batch: Any, rtol: float = 0.0, atol: float = 0.0
) -> None:
    """Assert that a batch of two leading dimensions gives what its members give alone."""
    whole = np.asarray(function(batch))
    for index in np.ndindex(batch.shape[:2]):
        np.testing.assert_allclose(whole[index], function(batch[index]), rtol, atol)


def _first(lines: list[str]) -> list[str]:
    more = len(lines) - _ROWS
    return lines if more <= 0 else [*lines[:_ROWS], f"  ... and {more} more"]


def _short(value: Any) -> str:
    if isinstance(value, mpmath.mpf):
        return str(mpmath.nstr(value, 20))
    text = " ".join(str(value).split())
    return text if len(text) <= 120 else text[:117] + "..."
