"""The hunter: gradient ascent of lhs/rhs from many random starts, in the space of a property.

In every round the hunter evaluates a few more points of the grid, the corners first, and then
climbs at one of them: the highest of those with the fewest climbs, or a neighbour of the best.
There the free numbers of all starts climb together, by torch autograd through the property's
observation and the claim's closed form. The best numbers are simplified (nearly equal ones made
equal, digits dropped), polished and judged in mpmath; an apparent violation goes to the referee.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch

from lemmata.props.hunting.climbing import Climb, Progress, random_starts, score, scorer
from lemmata.props.hunting.spaces import GridPoint, neighbours, next_point, random_neighbour, survey
from lemmata.props.hunting.supremum import JudgedCase, Supremum, Target
from lemmata.theory.errors import HypothesisError
from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array
from lemmata.verify.seeds import Address

_LEVELS = (1, 2, 3)  # numbers of distinct values that a simpler version has
_ROUND = (0, 1, 2)  # numbers of decimals that a simpler version has
_JUDGED = 2  # candidates of a round that are judged in mpmath
_LOOKS, _LOOKED = 6, 12  # points evaluated in a round after the corners, and starts at each


class OutOfTime(Exception):
    """Ends a round early, as Ctrl-C does."""


def merge_levels(z: Array, levels: int) -> Array:
    """Split the numbers at their largest gaps into ``levels`` groups and return the group means."""
    order = np.argsort(z)
    steps = np.diff(z[order])
    cuts = np.zeros(len(steps), dtype=int)
    cuts[np.argsort(-steps, kind="stable")[: levels - 1]] = 1
    group = np.concatenate([[0], np.cumsum(cuts)])
    means = np.bincount(group, z[order]) / np.bincount(group)
    result = np.empty_like(z)
    result[order] = means[group]
    return result


def height(kind: Kind, found: JudgedCase) -> float:
    """The score of a judged case."""
    return float(score(kind, *(torch.tensor(float(side)) for side in (found.lhs, found.rhs))))


def simpler_versions(z: Array) -> Array:
    """The numbers and simpler ones near them: (size,) -> (versions, size)."""
    versions = [z, *[merge_levels(z, levels) for levels in _LEVELS if levels < len(z)]]
    versions += [np.round(z, decimals) for decimals in _ROUND]
    return np.unique(np.array(versions), axis=0)


@dataclass
class Knowledge:
    """The results of the rounds of a hunt so far, sent to the processes that run the next ones.

    ``seen``: the height at each evaluated point. ``best``: the best case of each bound, and
    ``places`` its point and numbers. ``climbed`` counts climbs by point, ``unjudged`` the cases
    that mpmath could not evaluate.
    """

    seen: dict[GridPoint, float]
    unseen: list[GridPoint]
    best: dict[int, JudgedCase] = field(default_factory=dict)
    places: dict[int, tuple[GridPoint, Array]] = field(default_factory=dict)
    climbed: Counter[GridPoint] = field(default_factory=Counter)
    unjudged: int = 0


class Hunt:
    """A hunt between its rounds; its address determines all rounds.

    ``point`` restricts it to one point of the grid. Of several rounds that begin from the same
    knowledge each has a ``turn``: it evaluates its own share of the points and climbs at its own.
    """

    def __init__(self, target: Target, address: Address, point: GridPoint | None = None) -> None:
        self.target, self.address, self.space = target, address, target.space
        self.rounds = 0
        self.interrupted = False
        self.turn, self.turns = 0, 1  # of rounds that begin from the same knowledge
        self._fixed = point
        draw = np.random.default_rng((address / "survey").seed)
        self.known = Knowledge(
            seen={} if point is None else {point: 0.0},
            unseen=survey(self.space.axes, draw) if point is None else [],
        )
        self._climbs: list[Climb] = []  # of the round under way

    @property
    def best(self) -> dict[int, JudgedCase]:
        return self.known.best

    @property
    def summary(self) -> str:
        rounds, unjudged = f"{self.rounds} round{'s' * (self.rounds != 1)}", self.known.unjudged
        cases = f"{unjudged} case{'s' * (unjudged != 1)}"
        lost = f", {cases} could not be evaluated in mpmath" if unjudged else ""
        return rounds + ", interrupted" * self.interrupted + lost

    def next_round(
        self,
        starts: int = 32,
        steps: int | None = None,
        polished: int | None = None,
        show: Progress = lambda where, ratio: None,
    ) -> dict[int, JudgedCase]:
        """Run a round and return the best cases; ``steps`` and ``polished`` replace the space's.

        If Ctrl-C, or OutOfTime from ``show``, ends the round, its cases are judged first.
        """
        self.rounds += 1
        here = self.address / "round" / self.rounds
        try:
            self._look_around(here, show)
            self._climb(here, starts, steps, show)
            self._judge_round(self.space.polish if polished is None else polished, show)
        except (KeyboardInterrupt, OutOfTime):
            self._judge_round(0, show)
            raise
        return self.best

    def to_the_ends(self, rounds: int, **options: Any) -> bool:
        """Whether at most ``rounds`` rounds attain the first two bounds."""
        for _ in range(rounds):
            best = self.next_round(**options)
            if all(best[k].supremum is Supremum.ATTAINED for k in (0, 1) if k in best):
                return True
        return False

    def _look_around(self, here: Address, show: Progress) -> None:
        """Evaluate the corners of the grid, then neighbours of the highest point, then any."""
        if not self.known.seen:
            corners = self.known.unseen[: 2 ** len(self.space.axes)]
            self._look(corners[self.turn :: self.turns] or corners[:1], here, show)
        if self.known.unseen:
            seen = self.known.seen
            top = max(seen, key=lambda point: seen[point])
            near = [point for point in neighbours(self.space.axes, top) if point not in seen]
            self._look([*near, *self.known.unseen][self.turn :: self.turns][:_LOOKS], here, show)

    def _look(self, points: list[GridPoint], here: Address, show: Progress) -> None:
        for point in points:
            self._climbs.append(climb := Climb(self.target, point))
            climb.look(self._starts(point, _LOOKED, here / "look" / str(point)))
            self.known.seen[point] = climb.height
            show(self.space.label(*point), climb.height)
        self.known.unseen = [point for point in self.known.unseen if point not in self.known.seen]

    def _climb(self, here: Address, starts: int, steps: int | None, show: Progress) -> None:
        draw = np.random.default_rng(here.seed)
        if self._fixed is None and self.known.places and draw.random() < 0.5:
            top, _ = self.known.places[
                sorted(self.known.places)[draw.integers(len(self.known.places))]
            ]
            point = random_neighbour(self.space.axes, top, draw)
        else:
            point = self._point_of_turn()
        self.known.climbed[point] += 1
        self._climbs.append(climb := Climb(self.target, point))
        climb.ascend(self._starts(point, starts, here), steps or self.space.steps, show)
        self.known.seen[point] = max(self.known.seen.get(point, -np.inf), climb.height)

    def _point_of_turn(self) -> GridPoint:
        """The point of our turn, after those of the turns before it."""
        climbed = Counter(self.known.climbed)
        for _ in range(self.turn if climbed else 0):
            climbed[next_point(self.known.seen, climbed)] += 1
        return next_point(self.known.seen, climbed)

    def _starts(self, point: GridPoint, starts: int, here: Address) -> torch.Tensor:
        """Random starts; half of them near the best so far, if it has as many numbers."""
        z = random_starts(starts, self.space.size(*point), here)
        for entry, (_, numbers) in self.known.places.items():
            mine = slice(entry, None, 2 * len(self.known.places))
            if len(numbers) == z.shape[1]:
                z[mine] = torch.tensor(numbers) + 0.1 * z[mine]
        return z

    def _judge_round(self, budget: int, show: Progress) -> None:
        """Judge the best candidates of each bound in mpmath, and polish a new best."""
        for entry in sorted({entry for climb in self._climbs for entry in climb.best}):
            for point, found, z in self._best_version(entry):
                if entry not in self.best or found.rank > self.best[entry].rank:
                    polished, z = self._polish(point, z, found, budget, show)
                    self.best[entry] = replace(polished, where=self.space.label(*point))
                    self.known.places[entry] = point, z
        self.known.best = dict(sorted(self.best.items()))
        self._climbs.clear()

    def _best_version(self, entry: int) -> list[tuple[GridPoint, JudgedCase, Array]]:
        """The best of the simpler versions of what was climbed, judged in mpmath.

        Of two versions with equal scores the shorter is judged first; versions whose score is below
        the best so far are not judged.
        """
        reached = self._best_score(entry)
        climbs = sorted(self._climbs, key=lambda climb: climb.best.get(entry, (-np.inf,))[0])
        ranked = [
            (-float(f"{value:.6g}"), len(repr(case)), repr(case), case, climb.point, z)
            for climb in climbs[-_JUDGED:]
            for found in (climb.best, climb.easy)
            if entry in found
            for value, case, z in self._versions(climb.point, found[entry][1], entry)
            if value >= reached - 1e-6 * abs(reached)
        ]
        judged: list[tuple[GridPoint, JudgedCase, Array]] = []
        for *_, case, point, z in sorted(ranked, key=lambda item: item[:3]):
            of_case = self._judged(case, entry)  # the simplest may lie outside the claim's domain
            judged += [(point, of_case, z)] if of_case else []
            done = of_case and of_case.supremum in (Supremum.ATTAINED, Supremum.EXCEEDED)
            if done or len(judged) == _JUDGED:
                break
        return sorted(judged, key=lambda item: item[1].rank)[-1:]

    def _best_score(self, entry: int) -> float:
        """The score of the best judged case so far."""
        best = self.best.get(entry)
        return -np.inf if best is None else height(self.target.kind, best)

    def _versions(self, point: GridPoint, z: Array, entry: int) -> list[tuple[float, Any, Array]]:
        """The score, the case and the numbers of every simpler version with a finite score."""
        versions = simpler_versions(z)
        projected = self.space.projected(torch.tensor(versions), point)
        with torch.no_grad():
            values = scorer(self.target, point)(projected)[:, entry].numpy()
        return [
            (float(values[k]), self.space.case(point, projected[k].numpy()), versions[k])
            for k in range(len(versions))
            if np.isfinite(values[k])
        ]

    def _judged(self, case: Any, entry: int) -> JudgedCase | None:
        """The judged case; None, and counted, if mpmath cannot evaluate it."""
        try:
            return self.target.judge(case, entry)
        except (ArithmeticError, HypothesisError):
            self.known.unjudged += 1
            return None

    def _polish(
        self, point: GridPoint, z: Array, best: JudgedCase, budget: int, show: Progress
    ) -> tuple[JudgedCase, Array]:
        """A compass search along the distinct numbers of z; a step without success is quartered."""
        step = 0.05
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
                    show(self.space.label(*point), best.ratio)
            step /= 4 if best is before else 1
        return best, z
