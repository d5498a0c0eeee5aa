"""Exact checks of theory/sharp/widths.py."""

from typing import Any

import mpmath
from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.verify.second_writings import grid, second_writing


@second_writing("sharp:stationary-spectrum", Kind.LIMIT, grid(y=["0.25", "0.9"]))
def stationary_moments_again(y: Any) -> Any:
    """The moments 2 and 3 of the free Poisson law, whose cumulants are 1, y, y^2."""
    return [y + 1, y**2 + 3 * y + 1]


@second_writing("sharp:critical-width", Kind.LIMIT, grid(n=["2", "5", "500"]))
def critical_width_again(n: Any) -> Any:
    """m^2/4 + 17 m/12 with m = n - 1, and a constant."""
    return ((n - 1) ** 2 + mpf(17) / 3 * (n - 1)) / 4 + mpf(2) / 3


@second_writing("sharp:collapsed-gap", Kind.LIMIT, grid(n=["20", "500"], d=["20", "800"]))
def collapsed_gap_again(n: Any, d: Any) -> Any:
    """2/r - 1/n with 3 r^2 + 11 r = 12 d + 6."""
    return 12 / (mpmath.sqrt(121 + 144 * d + 72) - 11) - mpf(1) / n
