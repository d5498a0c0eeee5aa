"""Checks of theory/sharp/collapsed_gap.py: deep layers of narrow chains, sampled."""

from typing import Any

import mpmath
from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import Intervals, cells_of

# (n, d, layers before and kept, replicas in a batch). In a pilot the law was 0.4 % below at
# n = d = 20 and 0.7 % at n = 64, d = 256; both mutants are 20 % and more away.
SIZES = ((20, 20, 80, 40, 12), (24, 40, 80, 40, 8))


@sampled("sharp:collapsed-gap", margin=0.1)
@routes("the law", "V^2 averaged over 40 deep layers, the law-exact Gram chain")
@domain("n = 20 and 24, d = 20 and 40, layers 81 to 120, from orthogonal samples")
def deep_layers(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import deep_square

    def cells(size: tuple[int, int, int, int, int]) -> Cells:
        n, d, before, kept, batch = size
        kernel = deep_square(n, d, before, kept, batch, run.device)
        seen = asymptotic(run, (n, d), kernel, batch=batch, parts=len(SIZES))
        squares = (seen.estimate / d, seen.lower / d, seen.upper / d)  # the kernel has d V^2
        found = Intervals(*squares, seen.samples, seen.method)
        yield from cells_of(found, [{"n": n, "d": d}], [f"n = {n}, d = {d}"])

    return run.over(SIZES, cells)


@second_writing("sharp:collapsed-gap", Kind.LIMIT, grid(n=["20", "500"], d=["20", "800"]))
def collapsed_gap_again(n: Any, d: Any) -> Any:
    """2/r - 1/n with 3 r^2 + 11 r = 12 d + 6."""
    return 12 / (mpmath.sqrt(121 + 144 * d + 72) - 11) - mpf(1) / n
