"""Checks of theory/sharp/gram_fourth_moment.py: two samples exactly."""

import mpmath

from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import mpf_array
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes


def _moment(q: Array, k: int) -> Array:
    """E cos(2t)^k, t the angle of a row (sqrt(q_1) g_1, sqrt(q_2) g_2)."""

    def at(angle: Array) -> Array:
        x, y = q[0] * mpmath.cos(angle) ** 2, q[1] * mpmath.sin(angle) ** 2
        return ((x - y) / (x + y)) ** k

    return mpmath.quad(at, [0, mpmath.pi / 4, mpmath.pi / 2]) * 2 / mpmath.pi


def walk(q: Array, d: Array) -> Array:
    """E V^4 = E|S|^4/(4 d^4), S a sum of d unit vectors u of the plane, at twice the rows' angles.

    |S|^2 = d + 2 sum_(r < s) u_r u_s; E u = (a, 0) and E u u^T = diag(c, 1 - c), so that E (u u')^2
    = c^2 + (1 - c)^2 and E (u u')(u u'') = a^2 c.
    """
    a, c = (_moment(q, k) for k in (1, 2))
    pairs, triples = d * (d - 1) / 2, d * (d - 1) * (d - 2)
    squares = pairs * (c**2 + (1 - c) ** 2) + triples * a**2 * c
    squares += (pairs**2 - pairs - triples) * a**4
    return (d**2 + 4 * d * pairs * a**2 + 4 * squares) / (4 * d**4)


@exact("sharp:gram-fourth-moment")
@routes("the Gram map", "a random walk of d unit steps, by integrals over the angle in mpmath")
@domain("n = 2, q_1 = 1/100, 1/5, 1/2, d = 1 to 10,000")
def two_samples(run: Run) -> Cells:
    for first, widths in (("0.01", (1, 10_000)), ("0.2", (2, 30)), ("0.5", (3, 10_000))):
        q = mpf_array([first, 1 - mpmath.mpf(first)])
        for width in widths:
            given = {"q": q, "d": width}
            label = f"q_1 = {first}, d = {width}"
            yield Cell(given, walk(q, mpmath.mpf(width)), 1e-20, label=label)
