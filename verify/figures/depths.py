"""What figures 2, 3, 5, G5 and G6 of meterez2024 share: log gradient norms against the depth."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

DEPTHS = (5, 10, 20, 50, 100, 200, 500, 1000)  # the paper's
SHALLOW = 50  # at smoke effort: see undecided


def depths_of(run: Run, deepest: int = 1000) -> tuple[int, ...]:
    """The paper's; of more than 100 only those to 50 at smoke effort, which decide nothing."""
    last = SHALLOW if run.effort is Effort.SMOKE and deepest > 100 else deepest
    return tuple(L for L in DEPTHS if last >= L)


def growth(depths: Sequence[int], values: Floats) -> Floats:
    """From a tenth of the deepest network to it: (depths, runs) -> (runs,)."""
    change: Floats = values[-1] - values[depths.index(depths[-1] // 10)]
    return change


def slope(depths: Sequence[int], values: Floats) -> Floats:
    """A layer, from a quarter of the deepest network, or the next above, to it."""
    first = max(L for L in depths if depths[-1] >= 4 * L)
    change: Floats = (values[-1] - values[depths.index(first)]) / (depths[-1] - first)
    return change


def smaller(run: Run, deepest: int = 1000) -> list[str]:
    """What was made smaller than in the paper; nothing from standard effort on."""
    last = depths_of(run, deepest)[-1]
    return [] if last >= deepest else [f"Smoke effort: depths to {last}, the paper's to {deepest}."]


def undecided(run: Run, deepest: int = 1000) -> str:
    """Why the growth up to the deepest network decides nothing: ranges speak of the paper's."""
    return "networks so much shallower decide nothing" if smaller(run, deepest) else ""
