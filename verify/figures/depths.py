"""What figures 2, 3, 5, G5 and G6 of meterez2024 share: log gradient norms against the depth."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

DEPTHS = (5, 10, 20, 50, 100, 200, 500, 1000)  # the paper's
SHALLOW = 50  # the largest depth at smoke effort


def depths_of(run: Run, deepest: int = 1000) -> tuple[int, ...]:
    """The paper's depths; at smoke effort only those up to 50 if the paper's exceed 100."""
    last = SHALLOW if run.effort is Effort.SMOKE and deepest > 100 else deepest
    return tuple(L for L in DEPTHS if last >= L)


def growth(depths: Sequence[int], values: Floats) -> Floats:
    """The increase from a tenth of the largest depth to it: (depths, runs) -> (runs,)."""
    change: Floats = values[-1] - values[depths.index(depths[-1] // 10)]
    return change


def slope(depths: Sequence[int], values: Floats) -> Floats:
    """The slope a layer, from the last depth below a quarter of the largest to the largest."""
    first = max(L for L in depths if depths[-1] >= 4 * L)
    change: Floats = (values[-1] - values[depths.index(first)]) / (depths[-1] - first)
    return change


def smaller(run: Run, deepest: int = 1000) -> list[str]:
    """Remarks on depths that are smaller than the paper's; none from standard effort on."""
    last = depths_of(run, deepest)[-1]
    return [] if last >= deepest else [f"Smoke effort: depths to {last}, the paper's to {deepest}."]


def undecided(run: Run, deepest: int = 1000) -> str:
    """Why the run decides nothing, if its networks are shallower than the paper's."""
    return "networks so much shallower decide nothing" if smaller(run, deepest) else ""
