"""The hunter: gradient ascent of lhs/rhs from many random starts, over everything that can vary.

A property's space says what is free. In every round the hunter looks at a few more points of its
grid, the corners first, and then climbs at one of them: the highest that was climbed least, or one
beside the best. There the free numbers of all starts climb together (torch autograd through the
property's own observation and the claim's own closed form). What was found is cleaned (nearly
equal numbers made equal, digits dropped), polished in mpmath, and judged there; what seems to
violate the claim goes to the referee.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from props.attack import Property
from props.hunting.climbing import Climb, Tell, ascend, look, random_starts, score, scorer, space_of
from props.hunting.grid import along, beside, favoured, survey
from props.hunting.spaces import Point
from props.hunting.supremum import Found, Supremum, judge
from theory.errors import HypothesisError
from theory.ledger import Formula, get
from theory.numerics.backends import Array
from verify.seeds import Address

_LEVELS = (1, 2, 3)  # so many distinct numbers may be enough
_ROUND = (0, 1, 2)  # decimals that may be enough
_JUDGED = 2  # candidates of a round that are evaluated in mpmath
_LOOKS, _LOOKED = 6, 12  # points looked at in a round after the corners, starts of a look


class OutOfTime(Exception):
    """Ends a round early, as Ctrl-C does."""


@dataclass(frozen=True)
class Caught:
    """The best case of each bound, after so many rounds.

    ``unjudged`` counts the cases that mpmath could not evaluate.
    """

    best: dict[int, Found]
    rounds: int = 0
    unjudged: int = 0
    interrupted: bool = False

    @property
    def summary(self) -> str:
        rounds = f"{self.rounds} round{'s' * (self.rounds != 1)}"
        cases = f"{self.unjudged} case{'s' * (self.unjudged != 1)}"
        lost = f", {cases} could not be evaluated in mpmath" if self.unjudged else ""
        return rounds + ", interrupted" * self.interrupted + lost


def merged(z: Array, levels: int) -> Array:
    """The numbers cut at the largest steps between them into ``levels`` parts, each made equal."""
    order = np.argsort(z)
    steps = np.diff(z[order])
    cuts = np.zeros(len(steps), dtype=int)
    cuts[np.argsort(-steps, kind="stable")[: levels - 1]] = 1
    group = np.concatenate([[0], np.cumsum(cuts)])
    means = np.bincount(group, z[order]) / np.bincount(group)
    result = np.empty_like(z)
    result[order] = means[group]
    return result


def cleaned(z: Array) -> Array:
    """The numbers as they are, and simpler ones near them: (size,) -> (versions, size)."""
    versions = [z, *[merged(z, levels) for levels in _LEVELS if levels < len(z)]]
    versions += [np.round(z, decimals) for decimals in _ROUND]
    return np.unique(np.array(versions), axis=0)


class _Hunt:
    """The state of a hunt between its rounds."""

    def __init__(
        self, prey: Property[Any], formula: Formula, address: Address, point: Point | None
    ) -> None:
        self.prey, self.formula, self.address, self.space = prey, formula, address, space_of(prey)
        self.best: dict[int, Found] = {}
        self.places: dict[int, tuple[Point, Array]] = {}  # of the best: its point and its numbers
        self.seen: dict[Point, float] = {} if point is None else {point: 0.0}
        self.climbed: Counter[Point] = Counter()
        draw = np.random.default_rng((address / "survey").seed)
        self.unseen = survey(self.space.axes, draw) if point is None else []
        self.fixed = point
        self.rounds = self.unjudged = 0
        self.climbs: list[Climb] = []  # of the round under way

    @property
    def caught(self) -> Caught:
        return Caught(dict(sorted(self.best.items())), self.rounds, self.unjudged)

    def look_around(self, here: Address, tell: Tell) -> None:
        """At more points of the grid: at first its corners, then along the axes from the highest
        point, and where that has no news, wherever the hunt has not been.
        """
        if not self.seen:
            self._look(self.unseen[: 2 ** len(self.space.axes)], here, tell)
        if self.unseen:
            top = max(self.seen, key=lambda point: self.seen[point])
            near = [point for point in along(self.space.axes, top) if point not in self.seen]
            self._look([*near, *self.unseen][:_LOOKS], here, tell)

    def _look(self, points: list[Point], here: Address, tell: Tell) -> None:
        for point in points:
            climb = Climb(point)
            self.climbs.append(climb)
            z = self._starts(point, _LOOKED, here / "look" / str(point))
            look(self.prey, self.formula, climb, z)
            self.seen[point] = climb.height
            tell(self.space.label(*point), climb.height)
        self.unseen = [point for point in self.unseen if point not in self.seen]

    def climb(self, here: Address, starts: int, steps: int | None, tell: Tell) -> None:
        draw = np.random.default_rng(here.seed)
        if self.fixed is None and self.places and draw.random() < 0.5:
            top, _ = self.places[sorted(self.places)[draw.integers(len(self.places))]]
            point = beside(self.space.axes, top, draw)
        else:
            point = favoured(self.seen, self.climbed)
        self.climbed[point] += 1
        climb = Climb(point)
        self.climbs.append(climb)
        z = self._starts(point, starts, here)
        ascend(self.prey, self.formula, climb, z, steps or self.space.steps, tell)
        self.seen[point] = max(self.seen.get(point, -np.inf), climb.height)

    def _starts(self, point: Point, starts: int, here: Address) -> torch.Tensor:
        """Random numbers; half of them begin at the best so far where it has as many."""
        z = random_starts(starts, self.space.size(*point), here)
        for entry, (_, numbers) in self.places.items():
            mine = slice(entry, None, 2 * len(self.places))
            if len(numbers) == z.shape[1]:
                z[mine] = torch.tensor(numbers) + 0.1 * z[mine]
        return z

    def judge_round(self, budget: int, tell: Tell) -> None:
        """The best candidates of each bound in mpmath; a new best is polished."""
        for entry in sorted({entry for climb in self.climbs for entry in climb.best}):
            for point, found, z in self._cleanest(entry):
                if entry not in self.best or found.rank > self.best[entry].rank:
                    polished, z = self._polish(point, z, found, budget, tell)
                    self.best[entry] = replace(polished, where=self.space.label(*point))
                    self.places[entry] = point, z
        self.climbs.clear()

    def _cleanest(self, entry: int) -> list[tuple[Point, Found, Array]]:
        """The best of the simpler versions of what was climbed, in mpmath.

        Of two that the search does not tell apart, the shorter is looked at first; one that it
        puts below the best so far is not worth its digits.
        """
        reached = self._reached(entry)
        climbs = sorted(self.climbs, key=lambda climb: climb.best.get(entry, (-np.inf,))[0])
        ranked = [
            (-float(f"{value:.6g}"), len(repr(case)), repr(case), case, climb.point, z)
            for climb in climbs[-_JUDGED:]
            for numbers in climb.candidates(entry)
            for value, case, z in self._versions(climb.point, numbers, entry)
            if value >= reached - 1e-6 * abs(reached)
        ]
        judged: list[tuple[Point, Found, Array]] = []
        for *_, case, point, z in sorted(ranked, key=lambda item: item[:3])[:_JUDGED]:
            found = self._judged(case, entry)
            judged += [(point, found, z)] if found else []
            if found and found.supremum in (Supremum.ATTAINED, Supremum.EXCEEDED):
                break
        return sorted(judged, key=lambda item: item[1].rank)[-1:]

    def _reached(self, entry: int) -> float:
        """The score of the best so far, as judged."""
        if entry not in self.best:
            return -np.inf
        lhs, rhs = (
            torch.tensor(float(side)) for side in (self.best[entry].lhs, self.best[entry].rhs)
        )
        return float(score(get(self.prey.claim_id).kind, lhs, rhs))

    def _versions(self, point: Point, z: Array, entry: int) -> list[tuple[float, Any, Array]]:
        """The score, the case and the numbers of every simpler version that has a score."""
        versions = cleaned(z)
        projected = self.space.projected(torch.tensor(versions), point)
        with torch.no_grad():
            values = scorer(self.prey, self.formula, point)(projected)[:, entry].numpy()
        return [
            (float(values[k]), self.space.case(point, projected[k].numpy()), versions[k])
            for k in range(len(versions))
            if np.isfinite(values[k])
        ]

    def _judged(self, case: Any, entry: int) -> Found | None:
        """None, and counted, for a case so extreme that mpmath cannot evaluate it."""
        try:
            return judge(self.prey, self.formula, case, entry)
        except (ArithmeticError, HypothesisError):
            self.unjudged += 1
            return None

    def _polish(
        self, point: Point, z: Array, start: Found, budget: int, tell: Tell
    ) -> tuple[Found, Array]:
        """A compass search in mpmath along the distinct numbers of z, its step quartered on
        failure.
        """
        best, step = start, 0.05
        while budget > 0 and best.supremum is not Supremum.ATTAINED:
            before = best
            for value in np.unique(z)[: (budget + 1) // 2]:
                for moved in (value - step, value + step):
                    trial = np.where(z == value, moved, z)
                    budget -= 1
                    projected = self.space.projected(torch.tensor(trial)[None], point)[0].numpy()
                    found = self._judged(self.space.case(point, projected), best.entry)
                    if found and found.rank > best.rank:
                        best, z, value = found, trial, moved
                    tell(self.space.label(*point), best.ratio)
            step /= 4 if best is before else 1
        return best, z


def pursue(
    prey: Property[Any],
    formula: Formula,
    address: Address,
    *,
    starts: int = 32,
    steps: int | None = None,
    polished: int | None = None,
    point: Point | None = None,
    tell: Tell = lambda where, ratio: None,
) -> Iterator[Caught]:
    """The best case of each bound so far, after every round, without end.

    Rounds are the same for the same address, however many are asked for. ``point`` keeps the hunt
    at one point of the grid; ``steps`` and ``polished`` replace the space's own numbers.
    After Ctrl-C, or where ``tell`` raises OutOfTime, the round's findings are yielded once more
    before it is raised.
    """
    hunt = _Hunt(prey, formula, address, point)
    while True:
        hunt.rounds += 1
        here = address / "round" / hunt.rounds
        try:
            hunt.look_around(here, tell)
            hunt.climb(here, starts, steps, tell)
            hunt.judge_round(hunt.space.polish if polished is None else polished, tell)
        except (KeyboardInterrupt, OutOfTime):
            hunt.judge_round(0, lambda where, ratio: None)
            yield hunt.caught
            raise
        yield hunt.caught


def timed(
    prey: Property[Any], formula: Formula, address: Address, seconds: float, tell: Tell
) -> Caught:
    """What was caught in that time, in one round at least, or until Ctrl-C."""
    caught, begun = Caught({}), time.monotonic()

    def told(where: str, ratio: float) -> None:
        tell(where, ratio)
        if caught.rounds and time.monotonic() - begun > seconds:
            raise OutOfTime

    try:
        for caught in pursue(prey, formula, address, tell=told):  # noqa: B007  (told and the returns use it)
            if time.monotonic() - begun > seconds:
                break
    except OutOfTime:
        return caught
    except KeyboardInterrupt:
        return replace(caught, interrupted=True)
    return caught
