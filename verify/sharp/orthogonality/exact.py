"""Exact checks of theory/sharp/orthogonality.py."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath

from lemmata.theory.ledger import Kind
from lemmata.verify.chains.limit import STARTS, alpha_of, average_of, gap_of, limit_chain
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes
from lemmata.verify.second_writings import grid, second_writing


@exact("sharp:orthogonality-decay", domain="d = inf, two spectra, depth 5 and 100")
@routes("the bound", "2F1 in mpmath, layer by layer")
def gap_under_a1_in_the_limit_of_width(run: Run) -> Cells:
    for size, first in STARTS[3:6:2]:
        chain = limit_chain(size, first, 101)
        for depth in (5, 100):
            gap = gap_of(chain[depth + 1], size)
            parameters = {"alpha": alpha_of(chain, depth), "l": depth, "n": size, "d": math.inf}
            yield Cell(parameters, gap, 1e-30, label=f"q_1 = {first} at the input")


@exact("sharp:gap-in-depth", domain="d = inf, n = 2 to 8, depth 1 to 30, alpha at its largest")
@routes("the bound", "2F1 in mpmath, layer by layer")
def gap_in_the_limit_of_width(run: Run) -> Cells:
    for n, first in (*STARTS[:5], (4, "0.26")):
        chain = limit_chain(n, first, 31)
        for depth in (1, 5, 30):
            given = {"alpha": alpha_of(chain, depth), "l": depth, "n": n, "d": math.inf}
            square = gap_of(chain[depth + 1], n) ** 2
            yield Cell(given, square, 1e-25, label=f"n = {n}, q_1 = {first} at the input")


@exact("sharp:average-in-depth", domain="d = inf, n = 2 and 8, depth 60")
@routes("the bound", "2F1 in mpmath, layer by layer")
def average_in_the_limit_of_width(run: Run) -> Cells:
    for n, small in ((2, "0.05"), (8, "0.1249")):
        v_hat_0, average = average_of(n, small, 60)
        parameters = {"l": 60, "n": n, "d": math.inf, "v_hat_0": v_hat_0}
        yield Cell(parameters, average, 1e-30, label=f"n = {n}, d = inf")


# The bounds speak from d = 900 n^6 l on, where no chain can be drawn: there the first layer is
# known exactly, and of two samples the second one too.
WIDTHS = ("1e8", "1e12", "1e20")


def first_layers() -> Iterator[Cell]:
    """E V(H_1)^2 = (1 - 1/n)/d: of d unit vectors b, d^2 tr C^2 is d + the sum of (b.b')^2.

    Of two samples sqrt(2) V is the length c of a mean of d unit vectors of the plane, uniform ones
    at the first layer; E c'^2 = (1 - 1/d) a^2 + 1/d, a = (1 - sqrt(1 - c^2))/c, and
    a^2 = c^2/4 + c^4/8 + r, 0 <= r <= 5/8 c^6, as all its coefficients are positive and sum to 1.
    """
    for n in (2, 3, 8):
        d = mpmath.mpf("1e20")
        yield Cell(
            {"l": 1, "n": n, "d": d},
            (1 - mpmath.mpf(1) / n) / d,
            1e-60,
            label=f"one layer, n = {n}",
        )
    for text in WIDTHS:
        d = mpmath.mpf(text)
        square, fourth, sixth = 1 / d, (2 * d - 1) / d**3, (6 * d**2 - 9 * d + 4) / d**5
        kept = square / 4 + fourth / 8 + sixth * 5 / 16
        yield Cell(
            {"l": 2, "n": 2, "d": d},
            ((1 - 1 / d) * kept + 1 / d) / 2,
            sixth * 5 / 32,
            label=f"two layers of two samples, d = {text}",
        )


@exact("sharp:stationary-gap-above")
@routes("the bound", "moments of a random walk of unit steps, and the first layer's variance")
@domain("one layer, n = 2, 3, 8, and two layers of two samples, d = 1e8 to 1e20")
def first_layers_from_above(run: Run) -> Cells:
    return first_layers()


@exact("sharp:stationary-gap-below")
@routes("the bound", "moments of a random walk of unit steps, and the first layer's variance")
@domain("one layer, n = 2, 3, 8, and two layers of two samples, d = 1e8 to 1e20")
def first_layers_from_below(run: Run) -> Cells:
    return first_layers()


@second_writing("sharp:stationary-gap", Kind.LIMIT, grid(n=["2", "5", "500"]))
def stationary_square_again(n: Any) -> Any:
    """(1 - 1/n) over 1 less the squared local rate n/(n+2)."""
    return (1 - 1 / n) / (1 - (n / (n + 2)) ** 2)
