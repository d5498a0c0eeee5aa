"""Search spaces of the hunter: a grid, and free real numbers at each point of it.

A point of the grid fixes what cannot be climbed (width, batch size, depth, a prescribed gap). The
free numbers z have no bounds; ``case`` turns them into a case of the property, from floats and from
tensors alike, so that one observation serves every search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from lemmata.props.recipes import Entries, Reflections, SpectrumRecipe
from lemmata.theory.numerics.backends import Array, backend_of, exp, where

if TYPE_CHECKING:  # torch is loaded by the hunt, not by those who list claims
    from torch import Tensor

Case = TypeVar("Case")
Axes = tuple[tuple[Any, ...], ...]  # the values of each discrete parameter, in order
GridPoint = tuple[Any, ...]  # one value of each axis
_EASY_GAP = 0.05
_STEEPEST = 50.0  # the largest logarithm that is climbed
_MOST = 100.0  # the largest |log eigenvalue| in a chain
_STEPS = (1, 2, 4)  # from a point to its neighbours along an axis


@dataclass(frozen=True)
class Space(Generic[Case]):
    """Free numbers over a grid.

    ``size(*point)`` is the number of free numbers, ``case(point, z)`` the case with these numbers,
    ``label(*point)`` the name of the point. ``project`` maps z, (starts, size), differentiably onto
    the hypotheses; its argument ``progress`` rises from 0 to 1 in a climb, so that a climb may
    begin where it is easy. ``fixed(*point)`` are the closed form's arguments if the point
    determines them. A climb has ``steps``; a new best is polished by ``polish`` evaluations.
    """

    axes: Axes
    size: Callable[..., int]
    case: Callable[[GridPoint, Any], Case]
    label: Callable[..., str]
    project: Callable[[Tensor, GridPoint, float], Tensor] | None = None
    fixed: Callable[..., dict[str, Any]] | None = None
    steps: int = 120
    polish: int = 24

    def projected(self, z: Tensor, point: GridPoint, progress: float = 1.0) -> Tensor:
        return z if self.project is None else self.project(z, point, progress)


def survey(axes: Axes, draw: np.random.Generator) -> list[GridPoint]:
    """Every point: the corners first, where claims on depth and width break, then at random."""
    corners = list(product(*({axis[0]: 0, axis[-1]: 0} for axis in axes)))
    others = [point for point in product(*axes) if point not in set(corners)]
    return corners + [others[k] for k in draw.permutation(len(others))]


def next_point(seen: dict[GridPoint, float], climbed: Counter[GridPoint]) -> GridPoint:
    """The highest of the points with the fewest climbs."""
    return min(seen, key=lambda point: (climbed[point], -seen[point]))


def neighbours(axes: Axes, top: GridPoint) -> list[GridPoint]:
    """The points one, two and four steps away along each axis, the nearest first."""
    points = []
    for step in _STEPS:
        for k, axis in enumerate(axes):
            for place in (axis.index(top[k]) + step, axis.index(top[k]) - step):
                if 0 <= place < len(axis):
                    points.append((*top[:k], axis[place], *top[k + 1 :]))
    return points


def random_neighbour(axes: Axes, top: GridPoint, draw: np.random.Generator) -> GridPoint:
    """One of the neighbours, or the point itself if it has none."""
    near = neighbours(axes, top) or [top]
    return near[int(draw.integers(len(near)))]


def row(z: Array) -> Array:
    """Free numbers as a row of a recipe: a tensor, or a tuple of floats."""
    return tuple(float(v) for v in z) if backend_of(z).inspect else z


def rows(z: Array, d: int, n: int) -> Array:
    return tuple(row(z[i * n : (i + 1) * n]) for i in range(d))


def levels(logs: Array) -> SpectrumRecipe:
    """The recipe of these log eigenvalues; equal floats become one level."""
    if not backend_of(logs).inspect:
        return SpectrumRecipe(row(logs), (1,) * len(logs))
    values, counts = np.unique(np.asarray(logs), return_counts=True)
    return SpectrumRecipe(row(values), tuple(int(c) for c in counts))


def scaled_by_first(z: Array) -> Array:
    """exp(z_0) (z_1, ..., z_k) with z_0 at most 50, so that a climb reaches every magnitude."""
    return exp(where(z[0] < _STEEPEST, z[0], _STEEPEST)) * z[1:]


def spectra(*widths: int, name: str = "d") -> Space[SpectrumRecipe]:
    """Spectra of mean 1 as log eigenvalues, of any gap."""
    label = f"{name} = {{}}".format
    return Space((widths,), lambda d: d + 1, lambda point, z: levels(scaled_by_first(z)), label)


def at_rising_gap(z: Tensor, phi: float, progress: float) -> Tensor:
    """Log eigenvalues with a gap that rises to phi at the end of a climb.

    The gradient vanishes at tiny eigenvalues, so that several small ones would never become one: a
    climb begins at a small gap.
    """
    from lemmata.props.hunting.climbing import at_gap

    easy = min(phi, _EASY_GAP)
    return at_gap(z, easy * (phi / easy) ** progress)


def at_gaps(
    widths: Sequence[int],
    gaps: Sequence[float],
    fixed: Callable[..., dict[str, Any]] | None = lambda d, phi: {"phi": phi, "d": d},
    gap_of: Callable[[int, float], float] = lambda d, phi: phi,
) -> Space[SpectrumRecipe]:
    """Spectra of mean 1 and a prescribed gap, for closed forms that depend on the gap alone."""
    return Space(
        (tuple(widths), tuple(gaps)),
        lambda d, phi: d,
        lambda point, logs: levels(logs),
        lambda d, phi: f"d = {d}, gap {gap_of(d, phi):.3g}",
        lambda z, point, progress: at_rising_gap(z, gap_of(*point), progress),
        fixed,
    )


EXTREMES = at_gaps((2, 3, 4, 8, 16, 64), (1e-3, 0.05, 0.5, 3.0, 50.0))


def parts(n: int, split: int) -> tuple[int, ...]:
    """n eigenvalues in levels: one and the rest, halves, or one and two others."""
    half = n // 2
    three = (1, half, n - 1 - half)
    return ((1, n - 1), (half, n - half), three if n > 2 else (1, 1))[split]


def chains(
    batches: Sequence[int], depths: Sequence[int], steps: int, splits: Sequence[int] = (0, 1, 2)
) -> Space[tuple[SpectrumRecipe, int]]:
    """The Gram spectrum of an input, n eigenvalues in two or three levels, and a depth.

    Spectra span at most 87 decades, as a layer in mpmath takes as many digits.
    """

    def case(point: GridPoint, z: Array) -> tuple[SpectrumRecipe, int]:
        n, split, depth = point
        logs = scaled_by_first(z)
        return SpectrumRecipe(row(logs / (1 + abs(logs) / _MOST)), parts(n, split)), depth

    def label(n: int, split: int, depth: int) -> str:
        return f"n = {n}, levels {'+'.join(map(str, parts(n, split)))}, depth {depth}"

    def size(n: int, split: int, depth: int) -> int:
        return len(parts(n, split)) + 1

    axes = tuple(batches), tuple(splits), tuple(depths)
    return Space(axes, size, case, label, steps=steps, polish=4)


def at_widths(space: Space[Any], widths: Sequence[float]) -> Space[Any]:
    """The cases of another space, each with a width, which may be inf."""

    def case(point: GridPoint, z: Array) -> Any:
        beside = space.case(point[:-1], z)
        return (*(beside if isinstance(beside, tuple) else (beside,)), point[-1])

    return replace(
        space,
        case=case,
        axes=(*space.axes, tuple(widths)),
        size=lambda *point: space.size(*point[:-1]),
        label=lambda *point: f"{space.label(*point[:-1])}, d = {point[-1]:g}",
    )


def with_share(space: Space[Any]) -> Space[Any]:
    """The cases of another space, each with a number in (0, 1], such as alpha/(largest alpha)."""

    def case(point: GridPoint, z: Array) -> Any:
        log_share = where(z[-1:] < 0, where(z[-1:] > -_STEEPEST, z[-1:], -_STEEPEST), 0.0)
        return *space.case(point, z[:-1]), row(exp(log_share))[0]

    return replace(space, size=lambda *point: space.size(*point) + 1, case=case)


def matrices(*shapes: tuple[int, int]) -> Space[Entries]:
    """Every entry of a d x n matrix."""
    return Space(
        (shapes,),
        lambda shape: shape[0] * shape[1],
        lambda point, z: Entries("hunted", rows(z, *point[0])),
        lambda shape: f"{shape[0]} x {shape[1]}",
    )


def vectors(*sizes: int) -> Space[tuple[float, ...]]:
    return Space((sizes,), lambda k: k, lambda point, z: row(z), lambda k: f"{k} numbers")


def with_rotation(*widths: int) -> Space[tuple[Entries, Reflections]]:
    """A square matrix and a rotation, a product of d reflections."""

    def case(point: GridPoint, z: Array) -> tuple[Entries, Reflections]:
        d = point[0]
        return Entries("hunted", rows(z, d, d)), Reflections(rows(z[d * d :], d, d))

    return Space((widths,), lambda d: 2 * d * d, case, lambda d: f"d = {d}")
