"""Where the name of a curve stands: beside it, where it covers nothing and is nearest to it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from lemmata.reports.plots.ink import SIZE, Place
from lemmata.reports.plots.labels import BOLD, width

LONGEST = 0.62  # of the width of the axes; a longer name stands in the legend
_CELL = 2  # of the map of what is covered, in units of the picture
_ABOVE, _BELOW = 0.78 * SIZE, 0.24 * SIZE  # of letters, from their line
_CLEAR, _NEAR = 2, 9  # what a name keeps free around it; and rather free of other curves


class Name(NamedTuple):
    """A name with the left end of its line."""

    label: str
    x: float
    y: float


class Box(NamedTuple):
    """The room of a panel."""

    left: float
    top: float
    right: float
    bottom: float


class Namer:
    """Places names one after the other; each covers its room for the later ones."""

    def __init__(self, box: Box) -> None:
        self.box = box
        shape = (int(box.bottom - box.top) // _CELL + 2, int(box.right - box.left) // _CELL + 2)
        self.shape, self.curves = shape, dict[str, np.ndarray]()

    def cover(self, owner: str, points: Sequence[Place], around: float = 1) -> None:
        """Note what a curve covers, (x, y) close to each other, and ``around`` of each."""
        covered = self.curves.setdefault(owner, np.zeros(self.shape))
        for x, y in points:
            rows = self._range(y - around - self.box.top, y + around - self.box.top)
            columns = self._range(x - around - self.box.left, x + around - self.box.left)
            covered[rows, columns] = 1

    @staticmethod
    def _range(low: float, high: float) -> slice:
        return slice(max(0, int(low // _CELL)), max(0, int(high // _CELL) + 1))

    def place(self, label: str, owner: str, points: Sequence[Place]) -> Name | None:
        """Beside one of the points of the owner's curve; None where there is no room."""
        wide = BOLD * width(label)
        if wide > LONGEST * (self.box.right - self.box.left) or not points:
            return None
        x, y, gap, price = _candidates(points, wide)
        left, right, top, bottom = x, x + wide, y - _ABOVE, y + _BELOW
        inside = (left >= self.box.left + 2) & (right <= self.box.right) & (top >= self.box.top)
        inside &= bottom <= self.box.bottom - 1
        every = sum(self.curves.values(), np.zeros(self.shape))
        own = self.curves.get(owner, np.zeros(self.shape))
        free = self._count(every, left, right, top, bottom, _CLEAR) == 0
        for around, cost in ((gap + 4, 60), (gap + _NEAR, 15)):  # no other curve as near
            price = price + cost * (self._count(every - own, left, right, top, bottom, around) > 0)
        price = np.where(inside & free, price, np.inf)
        best = int(price.argmin())
        if not np.isfinite(price[best]):
            return None
        found = Name(label, float(x[best]), float(y[best]))
        steps = np.arange(0, wide + _CELL, _CELL)
        middle = found.y - (_ABOVE - _BELOW) / 2
        room = [(found.x + float(step), middle) for step in steps]
        self.cover(f"the name {label}", room, (_ABOVE + _BELOW) / 2)
        return found

    def _count(
        self,
        covered: np.ndarray,
        left: np.ndarray,
        right: np.ndarray,
        top: np.ndarray,
        bottom: np.ndarray,
        around: float | np.ndarray,
    ) -> np.ndarray:
        """How much of each rectangle is covered, from sums over all that is above and left."""
        sums = np.pad(covered.cumsum(0).cumsum(1), ((1, 0), (1, 0)))

        def index(place: np.ndarray, start: float, size: int) -> np.ndarray:
            return np.clip((place - start) // _CELL, 0, size).astype(int)

        rows, columns = self.shape
        first, last = (
            index(top - around, self.box.top, rows),
            index(bottom + around + _CELL, self.box.top, rows),
        )
        begin, end = (
            index(left - around, self.box.left, columns),
            index(right + around + _CELL, self.box.left, columns),
        )
        return np.asarray(
            sums[last, end] - sums[first, end] - sums[last, begin] + sums[first, begin]
        )


def _candidates(points: Sequence[Place], wide: float) -> list[np.ndarray]:
    """Left ends of the name around each point, how far from it, and what each costs."""
    return [np.array(column) for column in zip(*_around(points, wide), strict=True)]


def _around(points: Sequence[Place], wide: float) -> Iterator[tuple[float, float, float, float]]:
    """Nearer is better; then the end of a curve, where the eye leaves it; then above."""
    last = len(points) - 1
    for k, (x, y) in enumerate(points):
        early = 12 * (1 - k / last) if last else 0.0
        for gap in (3.0, 7.0, 12.0, 18.0):
            for share in (0.0, 0.25, 0.5, 0.75, 1.0):
                left = x - share * wide
                yield left, y - gap - _BELOW, gap, gap + early
                yield left, y + gap + _ABOVE, gap, gap + early + 1
            yield x + gap + 4, y + (_ABOVE - _BELOW) / 2, gap, gap + early
            yield x - gap - 4 - wide, y + (_ABOVE - _BELOW) / 2, gap, gap + early + 2


def along(points: Sequence[Place], step: float) -> list[Place]:
    """Points of a line through the given ones, at most so far apart."""
    found = list(points[:1])
    for (x0, y0), (x1, y1) in pairwise(points):
        count = max(1, int(np.hypot(x1 - x0, y1 - y0) // step) + 1)
        found += [
            (x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count) for k in range(1, count + 1)
        ]
    return found
