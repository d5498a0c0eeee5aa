"""Exact checks of theory/sharp/widths.py."""

from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes
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


@exact("sharp:exponent-two-samples")
@routes("the closed form", "an integral that is left of the mean of a harmonic function")
@domain("d = 2 and 3")
def harmonic_means(run: Run) -> Cells:
    """E log(C - w)^2 = log(1 + w^2) for real w at d = 2, and two such steps at d = 3."""
    pi, i = mpmath.pi, mpmath.mpc(0, 1)

    def density(c: Any) -> Any:
        return mpmath.log(1 + c * c) / (pi * (1 + c * c))

    two = 2 * mpmath.quad(density, [0, 1, 10, 1000, mpmath.inf]) - mpmath.log(4)
    yield Cell({"d": 2}, two, 1e-30, label="d = 2")

    def step(c: Any) -> Any:
        """E of log|u + i|^2 over (C_1 + C_2)/2, C_2 - C_1 = c: its density times two residues."""
        above = i + i * (mpmath.sqrt(3) / 2 * c + 1)
        ends = mpmath.log(c / 2 + above) / (c + 2 * i) - mpmath.log(above - c / 2) / (2 * i - c)
        return 4 * mpmath.re(ends / (2 * c)) / pi

    whole = mpmath.quad(step, [0, 1, 2, 5, 20, 100, mpmath.inf])
    yield Cell({"d": 3}, 2 * whole + mpmath.log(mpf(2) / 9), 1e-30, label="d = 3")


@exact("sharp:exponent-two-samples")
@routes("the closed form", "the double integral of every width, with Faddeeva's function")
@domain("d = 3")
def double_integrals(run: Run) -> Cells:
    """At d = 2, where the exponent is 0, it finds -4e-13."""
    yield Cell({"d": 3}, by_faddeeva(3), 1e-8, label="d = 3")


def by_faddeeva(d: int, step: float = 1 / 20) -> float:
    """lambda(2, d) for small d, by the trapezoidal rule in log b, and in y, a ~ sinh(pi sinh(y)/2).

    The integrand falls like b on the left and like b^(1-d) on the right.
    """
    from scipy.special import wofz

    y = np.arange(-3.9, 3.9, step)
    x = np.sinh(np.pi / 2 * np.sinh(y))
    slope = np.pi / 2 * np.cosh(y) * np.cosh(np.pi / 2 * np.sinh(y))
    b = np.exp(np.arange(-30, 30 / (d - 1), step))[:, None]  # (nodes, 1)
    width = np.hypot(1, b)
    inside = np.real(wofz(width * x + 1j * b)) ** d * slope * width  # (nodes, nodes of y)
    mean = (d / np.pi) ** 0.5 * step * inside.sum(-1)
    return float(2 * step * (np.exp(-(b[:, 0] ** 2)) - mean).sum() - np.log(d))


@second_writing("sharp:exponent-two-samples", Kind.IDENTITY, lambda: [{"d": 2}, {"d": 3}])
def exponent_of_two_again(d: Any) -> Any:
    """Clausen's integral at pi/3 by the trigamma function: (psi_1(1/3) - 2 pi^2/3)/(2 sqrt(3))."""
    clausen = (mpmath.psi(1, mpf(1) / 3) - 2 * mpmath.pi**2 / 3) / (2 * mpmath.sqrt(3))
    return (d - 2) * (3 * mpmath.log(2) - 2 * mpmath.log(3) + 4 * clausen / mpmath.pi)


@exact("sharp:exponent-at-the-width")
@routes("the closed form", "the exponent 0 of two samples and the mean log of a squared normal")
@domain("n = 2")
def at_width_two(run: Run) -> Cells:
    """lambda(2, 2) = 0, and K = 1: twice E log Z^2, by an integral."""

    def density(x: Any) -> Any:
        return 4 * mpmath.log(x) * mpmath.npdf(x)

    yield Cell({"n": 2}, 2 * mpmath.quad(density, [0, 1, 4, 12, mpmath.inf]), 1e-12, label="n = 2")


@second_writing("sharp:exponent-at-the-width", Kind.IDENTITY, lambda: [{"n": 2}, {"n": 3}])
def at_the_width_again(n: Any) -> Any:
    """-2 gamma - 2 log 2, and at n = 3 also 2 - gamma - 2 log 2 + 3 log 2 - 3 log 3."""
    two = -2 * mpmath.euler - 2 * mpmath.log(2)
    return two + (n - 2) * (2 - mpmath.euler + mpmath.log(2) - 3 * mpmath.log(3))


@second_writing("sharp:exponent-two-samples-wide", Kind.LIMIT, grid(d=["2", "64", "1000000"]))
def exponent_of_two_wide_again(d: Any) -> Any:
    """log d + E log (2/pi)/Z^2, by E log Z^2 = psi(1/2) + log 2."""
    return mpmath.log(2 * d / mpmath.pi) - mpmath.psi(0, mpf(1) / 2) - mpmath.log(2)
