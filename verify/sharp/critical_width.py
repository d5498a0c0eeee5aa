"""Checks of theory/sharp/critical_width.py: the sign of the exponent on both sides, sampled."""

import math
from typing import Any

from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cells, Effort, Run, domain, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import Intervals, joint, sampled_cell

# (n, widths below and above, layers kept, replicas in a batch): some 8 % from the law on both
# sides, where a pilot had 9 and more standard errors. The state is at rest after 4 n layers: the
# second moments of its spectrum approach theirs by exp(-4/n) a layer.
SIZES = ((6, 13, 15, 30, 24), (8, 21, 25, 30, 12), (12, 42, 51, 40, 12))
LARGER = ((16, 73, 84, 60, 8), (24, 155, 177, 100, 8), (32, 270, 302, 100, 8))


def _zero(low: Intervals, high: Intervals, below: int, above: int) -> tuple[float, float, float]:
    """Where the exponent vanishes, by a straight line, and the widths whose signs are decided."""
    first, last = float(low.estimate[0]), float(high.estimate[0])
    between = below + (above - below) * first / (first - last) if first != last else math.nan
    end = float(below) if low.upper[0] < 0 else 0.0
    return between, end, float(above) if high.lower[0] > 0 else math.inf


@sampled("sharp:critical-width", margin=0.1)
@routes("the law", "the sign of the exponent at widths on both sides, the law-exact Gram chain")
@domain("n = 6, 8, 12, to 32 from thorough effort on; the exponent is taken to rise with d")
def signs_on_both_sides(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import growth_of_a_direction

    sizes = SIZES if run.effort in (Effort.SMOKE, Effort.STANDARD) else SIZES + LARGER

    def cells(size: tuple[int, int, int, int, int]) -> Cells:
        n, below, above, kept, batch = size
        low, high = (
            asymptotic(
                run,
                (n, d),
                growth_of_a_direction(n, d, 4 * n, kept, batch, run.device),
                batch=batch,
                parts=2 * len(sizes),
            )
            for d in (below, above)
        )
        zero, *interval = _zero(low, high, below, above)
        label = f"n = {n}, the exponent at d = {below} and {above}"
        yield sampled_cell(low, {"n": n}, zero, (interval[0], interval[1]), label)

    return run.over(sizes, cells)


# (y, replicas in a batch) at n = 24: the next order of tau(A^2) is y (2 + 7 y/3)/n, 2 to 4 % of it,
# and that of tau(A^3) twice as much. Of 48 replicas at y = 1/2 the third moment was undecided.
SPECTRA, N = ((0.25, 4), (0.5, 18)), 24


@sampled("sharp:stationary-spectrum", margin=0.12)
@routes("the law", "moments of the Gram matrix over deep layers, the law-exact Gram chain")
@domain("n = 24, d = 576 and 288, layers 97 to 120, from orthogonal samples")
def moments_of_deep_layers(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import spectral_moments

    def cells(spectrum: tuple[float, int]) -> Cells:
        y, batch = spectrum
        d = round(N**2 / (4 * y))
        kernel = spectral_moments(N, d, 4 * N, N, batch, run.device)
        seen = asymptotic(run, (y, d), kernel, batch=batch, parts=len(SPECTRA))
        yield joint(seen, {"y": y}, f"n = {N}, d = {d}")

    return run.over(SPECTRA, cells)


@second_writing("sharp:stationary-spectrum", Kind.LIMIT, grid(y=["0.25", "0.9"]))
def stationary_moments_again(y: Any) -> Any:
    """The moments 2 and 3 of the free Poisson law, whose cumulants are 1, y, y^2."""
    return [y + 1, y**2 + 3 * y + 1]


@second_writing("sharp:critical-width", Kind.LIMIT, grid(n=["2", "5", "500"]))
def critical_width_again(n: Any) -> Any:
    """m^2/4 + 17 m/12 with m = n - 1, and a constant."""
    return ((n - 1) ** 2 + mpf(17) / 3 * (n - 1)) / 4 + mpf(2) / 3
