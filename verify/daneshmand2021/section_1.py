"""Checks of theory/daneshmand2021/section_1.py: two widths beside one another, and the norm."""

from typing import Any

import mpmath

from lemmata.theory.ledger import Cell, Kind
from lemmata.verify.cases import TIGHT
from lemmata.verify.chains.gaussian_cells import at_rest
from lemmata.verify.registry import Cells, Run, domain, exact, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.intervals import sampled_cell

N, NARROW, WIDE = 4, 32, 2048  # n and the narrow width of figure 2a


@sampled("daneshmand2021:remark-inverse-width")
@routes("the ratio of the widths", "the gap and the distance at rest, the law-exact Gram chain")
@domain(f"n = {N}, widths {NARROW} and {WIDE}, layer 16 from orthogonal samples")
def what_two_widths_leave(run: Run) -> Cells:
    """The distance enters by its lower bound at the larger width and its upper one at the other."""
    narrow, wide = (at_rest(run, N, d, parts=2) for d in (NARROW, WIDE))
    for name, above, below in (
        ("V", wide.gap, narrow.gap),
        ("W_2", wide.distance, narrow.distance),
    ):
        interval = above[0] / below[1], above[1] / below[0]
        mean = (above[0] + above[1]) / (below[0] + below[1])
        label = f"{name} at width {WIDE} over that at {NARROW}, n = {N}"
        yield sampled_cell(wide.seen, {"d": NARROW, "w": WIDE}, mean, interval, label)


@second_writing(
    "daneshmand2021:remark-inverse-width", Kind.UPPER_BOUND, grid(d=[3, 32], w=[64, 2048])
)
def inverse_again(d: int, w: int) -> Any:
    """Inversely proportional to the width."""
    return 1 / (mpmath.mpf(w) / d)


@exact("daneshmand2021:remark-alpha", domain="n = 101 orthogonal samples, alpha = 1/10")
@routes("the constant", "the largest smallest singular value of any H of norm 1")
def smallest_of_orthogonal_samples(run: Run) -> Cells:
    """n s_n^2 <= sum_i s_i^2 = 1, with equality for orthogonal samples of one norm."""
    n, alpha = 101, mpmath.mpf(1) / 10
    label = f"{n} orthogonal samples of one norm"
    yield Cell({"alpha": alpha, "n": n}, 1 / mpmath.sqrt(n), TIGHT, label=label)


@second_writing(
    "daneshmand2021:remark-alpha", Kind.LOWER_BOUND, grid(alpha=["0.1", "0.3"], n=[2, 50])
)
def constant_again(alpha: Any, n: int) -> Any:
    """alpha does not see n."""
    return mpmath.mpf(alpha)
