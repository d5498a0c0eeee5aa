"""Checks of theory/sharp/stationary_gap.py: deep layers sampled, the first exactly."""

from collections.abc import Iterator
from typing import Any

import mpmath

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import joint

# (n, d, replicas in a batch). d V^2 is a sum of (n-1)(n+2)/2 squares: it scatters by the root of
# 4/((n-1)(n+2)) of itself, and layers are nearly independent at n = 2. Averaged over KEPT layers
# 8 batches should know it to 5 to 9 % at the interval's level, while the mutant is 2 (n+1)/(n+2)
# times as large, by 50 % and more. The widths are such that n^2/d, of which order the next term
# may be, is at most 1/4.
SIZES = ((2, 256, 128), (4, 256, 64), (8, 256, 32))
BEFORE, KEPT = 30, 20  # layers; (n/(n+2))^(2 BEFORE) = 2e-6 is what is left of the start at n = 8


@sampled("sharp:stationary-gap", margin=0.15)
@routes("the law", "d V^2 averaged over 20 deep layers, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = 256, layers 31 to 50, from orthogonal samples")
def deep_layers(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import deep_square

    for n, d, batch in SIZES:
        kernel = deep_square(n, d, BEFORE, KEPT, batch, run.device)
        seen = asymptotic(run, (n, d), kernel, batch=batch, parts=len(SIZES))
        yield joint(seen, {"n": n}, f"n = {n}, d = {d}")


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
