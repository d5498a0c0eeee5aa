"""Which point of a space's grid the hunter looks at next, and at which it climbs."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np

from props.hunting.spaces import Axes, GridPoint

_STEPS = (1, 2, 4)


def survey(axes: Axes, draw: np.random.Generator) -> list[GridPoint]:
    """Every point: the corners of the grid first, where claims on depth and width break, then the
    others in a random order.
    """
    corners = list(product(*({axis[0]: 0, axis[-1]: 0} for axis in axes)))
    others = [point for point in product(*axes) if point not in set(corners)]
    return corners + [others[k] for k in draw.permutation(len(others))]


def favoured(seen: dict[GridPoint, float], climbed: Counter[GridPoint]) -> GridPoint:
    """Of the points that were climbed least the highest one."""
    return min(seen, key=lambda point: (climbed[point], -seen[point]))


def along(axes: Axes, top: GridPoint) -> list[GridPoint]:
    """The points one, two and four choices away along each axis, the nearest first."""
    found = []
    for step in _STEPS:
        for k, axis in enumerate(axes):
            for place in (axis.index(top[k]) + step, axis.index(top[k]) - step):
                if 0 <= place < len(axis):
                    found.append((*top[:k], axis[place], *top[k + 1 :]))
    return found


def beside(axes: Axes, top: GridPoint, draw: np.random.Generator) -> GridPoint:
    """One of the points ``along`` the axes, or the point itself where the grid has no other."""
    near = along(axes, top) or [top]
    return near[int(draw.integers(len(near)))]
