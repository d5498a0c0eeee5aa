"""Search spaces of the hunter: which numbers of a case are free, and which are chosen from a grid.

A point of the grid fixes what cannot be climbed (width, batch size, depth, a prescribed gap). At a
point the free numbers z are real, without bounds; ``case`` makes the property's own case of them,
of plain floats and of tensors alike, so that one observation serves every search.
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
Axes = tuple[tuple[Any, ...], ...]  # the choices of each discrete parameter, neighbours alike
GridPoint = tuple[Any, ...]  # one choice from each axis
_EASY_GAP = 0.05
_STEEPEST = 50.0  # of a logarithm that is climbed
_MOST = 100.0  # of |log eigenvalue| in a chain
_STEPS = (1, 2, 4)  # of a walk along an axis of the grid


@dataclass(frozen=True)
class Space(Generic[Case]):
    """Free numbers over a grid.

    ``size(*point)`` counts the free numbers, ``case(point, z)`` is the case with these numbers,
    ``label(*point)`` names the point.
    ``project`` carries z (starts, size) onto the hypotheses, differentiably; ``progress`` rises
    from 0 to 1 in a climb, so that it may begin where climbing is easy. ``fixed(*point)`` are the
    closed form's arguments where the point alone tells them: then the closed form is a constant of
    the climb. A climb takes ``steps``; a new best is worth ``polish`` evaluations in mpmath.
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


def row(z: Array) -> Array:
    """Free numbers as a row of a recipe: a tensor as it is, else plain floats."""
    return tuple(float(v) for v in z) if backend_of(z).inspect else z


def rows(z: Array, d: int, n: int) -> Array:
    return tuple(row(z[i * n : (i + 1) * n]) for i in range(d))


def levels(logs: Array) -> SpectrumRecipe:
    """These log eigenvalues; plain numbers that are equal become one level."""
    if not backend_of(logs).inspect:
        return SpectrumRecipe(row(logs), (1,) * len(logs))
    values, counts = np.unique(np.asarray(logs), return_counts=True)
    return SpectrumRecipe(row(values), tuple(int(c) for c in counts))


def sized(z: Array) -> Array:
    """exp(z_0) (z_1, ..., z_k), z_0 at most 50: so that a climb reaches every magnitude."""
    return exp(where(z[0] < _STEEPEST, z[0], _STEEPEST)) * z[1:]


def spectra(*widths: int, name: str = "d") -> Space[SpectrumRecipe]:
    """Spectra of mean 1 as log eigenvalues, of any gap."""
    label = f"{name} = {{}}".format
    return Space((widths,), lambda d: d + 1, lambda point, z: levels(sized(z)), label)


def raised(z: Tensor, phi: float, progress: float) -> Tensor:
    """Log eigenvalues of this gap at the end of a climb.

    Where eigenvalues are tiny the gradient vanishes, and a few small ones never become one: a climb
    begins at a small gap, and the gap is raised on the way.
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
    """Spectra of mean 1 and a prescribed gap, for closed forms that depend on it alone."""
    return Space(
        (tuple(widths), tuple(gaps)),
        lambda d, phi: d,
        lambda point, logs: levels(logs),
        lambda d, phi: f"d = {d}, gap {gap_of(d, phi):.3g}",
        lambda z, point, progress: raised(z, gap_of(*point), progress),
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
    """The Gram spectrum of an input in a few levels, n eigenvalues, and a depth.

    Over 87 decades: a layer in mpmath takes as many digits, and ratios beyond say nothing new.
    """

    def case(point: GridPoint, z: Array) -> tuple[SpectrumRecipe, int]:
        n, split, depth = point
        logs = sized(z)
        return SpectrumRecipe(row(logs / (1 + abs(logs) / _MOST)), parts(n, split)), depth

    def label(n: int, split: int, depth: int) -> str:
        return f"n = {n}, levels {'+'.join(map(str, parts(n, split)))}, depth {depth}"

    def size(n: int, split: int, depth: int) -> int:
        return len(parts(n, split)) + 1

    axes = tuple(batches), tuple(splits), tuple(depths)
    return Space(axes, size, case, label, steps=steps, polish=4)


def at_widths(space: Space[Any], widths: Sequence[float]) -> Space[Any]:
    """Cases of another space, each with a width, inf among them."""

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
    """Cases of another space and a number in (0, 1] each, such as alpha/(the largest alpha)."""

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
