"""One axis of a plot: linear or logarithmic, where a value stands on it, and its ticks."""

import math
from collections.abc import Iterable
from typing import Any

from lemmata.reports.formatting import exact

MOST_TICKS = 7
DECADES = 20  # below the largest value; what is smaller is as good as zero to the eye
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
ALL = 10_000  # decades: of places, of which none is left out
_FARTHEST = 1e300  # beyond this the width of an axis is no float


class Axis:
    """From ``start`` to ``end`` in the picture, as wide as the values and a share ``margin`` more.

    Logarithmic where the values are positive and their ratio is more than ``ratio``. Logarithms are
    taken exactly, below 1e-308 too; values more than so many decades below the largest have no
    place.
    """

    def __init__(
        self,
        values: Iterable[Any],
        start: float,
        end: float,
        ratio: float = math.inf,
        margin: float = 0.05,
        decades: int = DECADES,
    ) -> None:
        values = list(values)
        known = [number for value in values if (number := exact(value)) is not None]
        positive = [number for number in known if number > 0]
        wide = bool(positive) and max(positive) / min(positive) > ratio
        self.log = wide and min(known) >= 0
        self.whole = self.log or all(number == number.to_integral_value() for number in known)
        self.least = max(positive).scaleb(-decades) if self.log else None
        places = [p for value in values if (p := self._place(value)) is not None] or [0.0]
        low, high = min(places), max(places)
        rooms = (margin * (high - low), abs(high) / 20, 0.05)
        room = next(room for room in rooms if room > 1 / _FARTHEST)
        self.low, self.high = low - room, high + room
        self.start, self.scale = start, (end - start) / (self.high - self.low)

    def _place(self, value: Any) -> float | None:
        """The logarithm of a value, or itself."""
        known = exact(value)
        if known is None or (self.least is not None and known < self.least):
            return None
        found = float(known)
        if self.log:  # by decimals only what no float can hold: they take fifty times as long
            found = math.log10(found) if 0 < found < math.inf else float(known.log10())
        return found if abs(found) < _FARTHEST else None

    def at(self, value: Any) -> float | None:
        """The position of a value in the picture; None where the axis does not reach."""
        place = self._place(value)
        return None if place is None else self._position(place)

    def _position(self, place: float) -> float:
        return self.start + (place - self.low) * self.scale

    def ticks(self, most: int = MOST_TICKS) -> list[tuple[float, str]]:
        """The position of each tick and its label; no label stands twice."""
        if self.log and self.high - self.low < 2:
            return self._between_decades(most)
        step = self._step(most)
        places = [k * step for k in range(_up(self.low / step), _up(self.high / step))]
        decimals = max(0, _up(-math.log10(step)))
        plain = decimals <= 4 and max(abs(self.low), abs(self.high)) < 1e6

        def label(place: float) -> str:
            if self.log:
                return _power(1, round(place))
            if plain or place == 0:
                return f"{place:.{decimals if plain else 0}f}".replace("-", "\u2212")
            digits, power = f"{place:.2e}".split("e")
            return _power(float(digits), int(power))

        found: dict[str, float] = {}
        for place in places:
            found.setdefault(label(place), self._position(place))
        return [(position, written) for written, position in found.items()]

    def _between_decades(self, most: int) -> list[tuple[float, str]]:
        """1, 2 and 5 times powers of ten, or more of them where these are too few."""
        powers = range(math.floor(self.low), math.ceil(self.high) + 1)
        for digits in ((1,), (1, 2, 5), (1, 2, 3, 5, 7), (1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9)):
            pairs = [(digit, power) for power in powers for digit in digits]
            inside = [p for p in pairs if self.low <= math.log10(p[0]) + p[1] <= self.high]
            if len(inside) > 2:
                break
        inside = inside[:: max(1, math.ceil(len(inside) / most))]

        def label(digit: float, power: int) -> str:
            return f"{digit * 10.0**power:g}" if -4 < power < 6 else _power(digit, power)

        return [(self._position(math.log10(d) + power), label(d, power)) for d, power in inside]

    def _step(self, most: int) -> float:
        """1, 2 or 5 times a power of ten, the least that has not too many ticks."""
        least = (self.high - self.low) / most
        power = 10.0 ** math.floor(math.log10(least))
        step = next(m * power for m in (1, 2, 5, 10) if m * power >= least)
        return max(step, 1.0) if self.whole else float(f"{step:.1g}")


def _power(digits: float, power: int) -> str:
    """digits * 10^power, by hand: 10⁻⁵, 2·10⁻⁵."""
    raised = "10" + str(power).translate(_SUPERSCRIPTS)
    return raised if digits == 1 else f"{digits:g}·{raised}".replace("-", "\u2212")


def _up(value: float) -> int:
    """The next whole number, though rounding has put the value a little above it."""
    return math.ceil(value - 1e-9)
