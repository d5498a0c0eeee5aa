"""The rows of a frontier: the constant that one case needs, and where the case stands."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.numerics.backends import Array
from lemmata.theory.spectrum import Spectrum

_ONE_SIZE = 0.005  # relative: sizes that are nearer are one
_AS_MUCH = 1e-12  # relative: constants that are nearer are one
_ALIKE, _APART, _FLAT = 3, 0.025, 0.05  # slopes of a power, how far they may be from it
_SHRINKS = 0.95  # a step of a sequence over the one before it, from which on no limit is seen
NOISE = mpmath.mpf(10) ** -12  # relative: digits below it are rounding
GRIDS, RAY, CELLS = "the grid", "a limit", "its cells"


@dataclass(frozen=True)
class FrontierRow:
    """The constant that a case needs, by the bound of the claim.

    ``at`` are the sizes of the case by name; ``walk`` is what the case was found by: the axis of
    the grid along which it was grown, or a limit. ``above`` is what proved theorems guarantee at
    these very arguments, ``by`` the claim that does. ``low`` and ``high`` are the ends of an
    interval, if the case was sampled or is known to few digits.
    """

    entry: int
    constant: Any
    smaller: bool  # whether a smaller constant is sharper
    at: Mapping[str, float]
    where: str
    walk: str
    case: Any = None
    again: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    above: Any = None
    by: str = ""
    low: Any = None
    high: Any = None

    @property
    def sure(self) -> Any:
        """The constant that it asks for in any case: of an interval the end that asks for less."""
        end = self.low if self.smaller else self.high
        return self.constant if end is None else end

    @property
    def rank(self) -> Any:
        """The larger, the more it asks for in any case."""
        return self.sure if self.smaller else -self.sure


@dataclass(frozen=True)
class Trend:
    """The constant as a function of one size: rows at rising sizes, the others as at the worst."""

    name: str
    rows: Sequence[FrontierRow]

    @property
    def slopes(self) -> list[float]:
        """d log constant / d log size between neighbours."""
        return [
            float(math.log(b.constant / a.constant)) / math.log(b.at[self.name] / a.at[self.name])
            for a, b in pairwise(self.rows)
            if 0 < a.at[self.name] < b.at[self.name] < math.inf
        ]

    @property
    def power(self) -> Fraction | None:
        """The power of the size by which the constants go: whole, or in halves, thirds, quarters.

        None where the last slopes differ, or are near none of these but 0.
        """
        last = self.slopes[-_ALIKE:]
        if len(last) < 2 or max(last) - min(last) > _APART or abs(last[-1]) < _FLAT:
            return None
        near = min((Fraction(round(last[-1] * k), k) for k in (1, 2, 3, 4)), key=self._away)
        return near if self._away(near) < _APART and near else None

    def _away(self, power: Fraction) -> float:
        return abs(self.slopes[-1] - float(power))

    @property
    def limit(self) -> tuple[Any, Any] | None:
        """What the constants tend to as the size is multiplied again and again, and how surely.

        By Aitken's rule from the last four rows, and its change from the rows one before; None if
        their sizes are no geometric sequence, or the steps of the constant do not shrink.
        """
        last = self.rows[-4:]
        at = [row.at[self.name] for row in last]
        if len(last) < 4 or not 0 < at[0] < at[-1] < math.inf or any(r.low for r in last):
            return None
        ratios = [b / a for a, b in pairwise(at)]
        a, b, c, d = (row.constant for row in last)
        steps = b - a, c - b, d - c
        geometric = max(ratios) < 1.01 * min(ratios)
        if not geometric or not all(0 < y * x and y / x < _SHRINKS for x, y in pairwise(steps)):
            return None
        before, value = (z - y**2 / (y - x) for z, x, y in ((c, *steps[:2]), (d, *steps[1:])))
        error = abs(value - before)
        return (value, error) if error < abs(value - d) else None


def rounded(value: Any, up: bool, noise: Any = NOISE, digits: int = 4) -> float:
    """A few digits of a positive number, on the weaker side; what is nearer than noise is equal."""
    if value == 0 or mpmath.isinf(value):
        return float(value)
    unit = mpmath.mpf(10) ** (int(mpmath.floor(mpmath.log10(value))) + 1 - digits)
    quotient = value / unit
    whole = mpmath.ceil(quotient * (1 - noise)) if up else mpmath.floor(quotient * (1 + noise))
    return float(mpmath.nstr(whole * unit, digits))


def sizes(parameters: Mapping[str, Any], constant: str | None = None) -> dict[str, float]:
    """The numbers of the arguments by name; of a matrix d and n, of a spectrum d and its gap.

    The ``constant`` that is sought is no size.
    """
    found: dict[str, float] = {}
    for name, value in parameters.items():
        if name == constant:
            continue
        if isinstance(value, Spectrum):
            found |= {"d": float(value.width), "phi": float(value.gap)}
        elif np.ndim(value) == 0:
            if (number := _float(value)) is not None:
                found[name] = number
        elif np.ndim(value) == 1:
            found["n"] = float(len(value))
        elif np.ndim(value) == 2:
            found = dict(zip("dn", map(float, np.shape(value)), strict=True)) | found
    return found


def _float(value: Array) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return None if math.isnan(number) else number


def worst(rows: Iterable[FrontierRow]) -> FrontierRow:
    """The row that asks for most; of several, the one with the shortest case, if any has one."""
    known = list(rows)
    most = max(row.rank for row in known)
    top = [row for row in known if row.rank >= most - _AS_MUCH * abs(most)]
    return min(top, key=lambda row: (row.case is None, len(str(row.case))))


def trends(rows: Sequence[FrontierRow]) -> Iterator[Trend]:
    """The constant as a function of each size that varies, from the rows of one bound.

    Sizes that are whole numbers are compared where the others are as at the worst row; any other
    size where all whole ones are.
    """
    top, whole = worst(rows), _whole(rows)
    for name in top.at:
        others = [other for other in whole if other != name]
        alike = [row for row in rows if all(_same(row, top, other) for other in others)]
        found = _by_size(alike, name)
        if len(found) > (1 if name in whole else 2) and not _follows(rows, name, whole):
            yield Trend(name, found)


def _whole(rows: Sequence[FrontierRow]) -> list[str]:
    """The names of the sizes that are whole numbers, or infinite, in every row."""
    found = list[str]()
    for name in rows[0].at:
        values = [row.at.get(name, 0.5) for row in rows]
        if all(v == math.inf or v == round(v) for v in values) and not _follows(rows, name, found):
            found.append(name)
    return found


def _follows(rows: Sequence[FrontierRow], name: str, others: Sequence[str]) -> bool:
    """Whether a size is always another one, as d and n of square matrices are."""
    return any(
        all(row.at.get(name) == row.at.get(other) for row in rows)
        for other in others
        if other != name
    )


def _same(row: FrontierRow, top: FrontierRow, name: str) -> bool:
    return row.at.get(name) == top.at[name]


def _by_size(rows: Sequence[FrontierRow], name: str) -> list[FrontierRow]:
    """The worst row of each size, in the order of the sizes; nearly equal ones are one size."""
    found: list[FrontierRow] = []
    for row in sorted((row for row in rows if name in row.at), key=lambda row: row.at[name]):
        if found and _near(found[-1].at[name], row.at[name]):
            found[-1] = worst([found[-1], row])
        else:
            found.append(row)
    return found


def _near(a: float, b: float) -> bool:
    return a == b or math.isclose(a, b, rel_tol=_ONE_SIZE)
