"""The hunter: gradient ascent of lhs/rhs from many random starts, over everything that can vary.

A property's space says what is free. In every round the hunter looks at a few more points of its
grid, the corners first, and then climbs at one of them: the highest that was climbed least, or one
beside the best. There the free numbers of all starts climb together (torch autograd through the
property's own observation and the claim's own closed form). What was found is cleaned (nearly
equal numbers made equal, digits dropped), polished in mpmath, and judged there; what seems to
violate the claim goes to the referee.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch

from lemmata.props.hunting.climbing import Climb, Tell, random_starts, score, scorer
from lemmata.props.hunting.spaces import GridPoint, along, beside, favoured, survey
from lemmata.props.hunting.supremum import Attacked, Found, Supremum
from lemmata.theory.errors import HypothesisError
from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array
from lemmata.verify.seeds import Address

_LEVELS = (1, 2, 3)  # so many distinct numbers may be enough
_ROUND = (0, 1, 2)  # decimals that may be enough
_JUDGED = 2  # candidates of a round that are evaluated in mpmath
_LOOKS, _LOOKED = 6, 12  # points looked at in a round after the corners, starts of a look


class OutOfTime(Exception):
    """Ends a round early, as Ctrl-C does."""


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


def height(kind: Kind, found: Found) -> float:
    """What is climbed, at a case that was judged."""
    return float(score(kind, *(torch.tensor(float(side)) for side in (found.lhs, found.rhs))))


def cleaned(z: Array) -> Array:
    """The numbers as they are, and simpler ones near them: (size,) -> (versions, size)."""
    versions = [z, *[merged(z, levels) for levels in _LEVELS if levels < len(z)]]
    versions += [np.round(z, decimals) for decimals in _ROUND]
    return np.unique(np.array(versions), axis=0)


@dataclass
class Knowledge:
    """What the rounds of a hunt have found; it travels to whoever does the next ones.

    ``best`` is the best case of each bound so far and ``places`` its point and its numbers;
    ``unjudged`` counts the cases that mpmath could not evaluate.
    """

    seen: dict[GridPoint, float]
    unseen: list[GridPoint]
    best: dict[int, Found] = field(default_factory=dict)
    places: dict[int, tuple[GridPoint, Array]] = field(default_factory=dict)
    climbed: Counter[GridPoint] = field(default_factory=Counter)
    unjudged: int = 0


class Hunt:
    """A hunt between its rounds; they are the same for the same address, however many there are.

    ``point`` keeps it at one point of the grid. Of several rounds that begin from the same
    knowledge each has its ``turn``: it looks at its own share of the points, and climbs its own.
    """

    def __init__(
        self, attacked: Attacked, address: Address, point: GridPoint | None = None
    ) -> None:
        self.attacked, self.address, self.space = attacked, address, attacked.space
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
    def best(self) -> dict[int, Found]:
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
        tell: Tell = lambda where, ratio: None,
    ) -> dict[int, Found]:
        """The best after another round; ``steps`` and ``polished`` replace the space's own numbers.

        After Ctrl-C, or where ``tell`` raises OutOfTime, what the round found is judged first.
        """
        self.rounds += 1
        here = self.address / "round" / self.rounds
        try:
            self._look_around(here, tell)
            self._climb(here, starts, steps, tell)
            self._judge_round(self.space.polish if polished is None else polished, tell)
        except (KeyboardInterrupt, OutOfTime):
            self._judge_round(0, tell)
            raise
        return self.best

    def to_the_ends(self, rounds: int, **options: Any) -> bool:
        """Whether the first two bounds were attained in so many rounds, or in fewer."""
        for _ in range(rounds):
            best = self.next_round(**options)
            if all(best[k].supremum is Supremum.ATTAINED for k in (0, 1) if k in best):
                return True
        return False

    def _look_around(self, here: Address, tell: Tell) -> None:
        """First at the corners of the grid, then along the axes from the highest, or anywhere."""
        if not self.known.seen:
            corners = self.known.unseen[: 2 ** len(self.space.axes)]
            self._look(corners[self.turn :: self.turns] or corners[:1], here, tell)
        if self.known.unseen:
            seen = self.known.seen
            top = max(seen, key=lambda point: seen[point])
            near = [point for point in along(self.space.axes, top) if point not in seen]
            self._look([*near, *self.known.unseen][self.turn :: self.turns][:_LOOKS], here, tell)

    def _look(self, points: list[GridPoint], here: Address, tell: Tell) -> None:
        for point in points:
            self._climbs.append(climb := Climb(self.attacked, point))
            climb.look(self._starts(point, _LOOKED, here / "look" / str(point)))
            self.known.seen[point] = climb.height
            tell(self.space.label(*point), climb.height)
        self.known.unseen = [point for point in self.known.unseen if point not in self.known.seen]

    def _climb(self, here: Address, starts: int, steps: int | None, tell: Tell) -> None:
        draw = np.random.default_rng(here.seed)
        if self._fixed is None and self.known.places and draw.random() < 0.5:
            top, _ = self.known.places[
                sorted(self.known.places)[draw.integers(len(self.known.places))]
            ]
            point = beside(self.space.axes, top, draw)
        else:
            point = self._favoured()
        self.known.climbed[point] += 1
        self._climbs.append(climb := Climb(self.attacked, point))
        climb.ascend(self._starts(point, starts, here), steps or self.space.steps, tell)
        self.known.seen[point] = max(self.known.seen.get(point, -np.inf), climb.height)

    def _favoured(self) -> GridPoint:
        """The point of our turn: those before us take the points before it."""
        climbed = Counter(self.known.climbed)
        for _ in range(self.turn if climbed else 0):
            climbed[favoured(self.known.seen, climbed)] += 1
        return favoured(self.known.seen, climbed)

    def _starts(self, point: GridPoint, starts: int, here: Address) -> torch.Tensor:
        """Random numbers; half of them begin at the best so far where it has as many."""
        z = random_starts(starts, self.space.size(*point), here)
        for entry, (_, numbers) in self.known.places.items():
            mine = slice(entry, None, 2 * len(self.known.places))
            if len(numbers) == z.shape[1]:
                z[mine] = torch.tensor(numbers) + 0.1 * z[mine]
        return z

    def _judge_round(self, budget: int, tell: Tell) -> None:
        """The best candidates of each bound in mpmath; a new best is polished."""
        for entry in sorted({entry for climb in self._climbs for entry in climb.best}):
            for point, found, z in self._cleanest(entry):
                if entry not in self.best or found.rank > self.best[entry].rank:
                    polished, z = self._polish(point, z, found, budget, tell)
                    self.best[entry] = replace(polished, where=self.space.label(*point))
                    self.known.places[entry] = point, z
        self.known.best = dict(sorted(self.best.items()))
        self._climbs.clear()

    def _cleanest(self, entry: int) -> list[tuple[GridPoint, Found, Array]]:
        """The best of the simpler versions of what was climbed, in mpmath.

        Of two that the search does not tell apart, the shorter is looked at first; one that it
        puts below the best so far is not worth its digits.
        """
        reached = self._reached(entry)
        climbs = sorted(self._climbs, key=lambda climb: climb.best.get(entry, (-np.inf,))[0])
        ranked = [
            (-float(f"{value:.6g}"), len(repr(case)), repr(case), case, climb.point, z)
            for climb in climbs[-_JUDGED:]
            for found in (climb.best, climb.easy)
            if entry in found
            for value, case, z in self._versions(climb.point, found[entry][1], entry)
            if value >= reached - 1e-6 * abs(reached)
        ]
        judged: list[tuple[GridPoint, Found, Array]] = []
        for *_, case, point, z in sorted(ranked, key=lambda item: item[:3]):
            of_case = self._judged(case, entry)  # the simplest may lie outside the claim's domain
            judged += [(point, of_case, z)] if of_case else []
            done = of_case and of_case.supremum in (Supremum.ATTAINED, Supremum.EXCEEDED)
            if done or len(judged) == _JUDGED:
                break
        return sorted(judged, key=lambda item: item[1].rank)[-1:]

    def _reached(self, entry: int) -> float:
        """The score of the best so far, as judged."""
        best = self.best.get(entry)
        return -np.inf if best is None else height(self.attacked.kind, best)

    def _versions(self, point: GridPoint, z: Array, entry: int) -> list[tuple[float, Any, Array]]:
        """The score, the case and the numbers of every simpler version that has a score."""
        versions = cleaned(z)
        projected = self.space.projected(torch.tensor(versions), point)
        with torch.no_grad():
            values = scorer(self.attacked, point)(projected)[:, entry].numpy()
        return [
            (float(values[k]), self.space.case(point, projected[k].numpy()), versions[k])
            for k in range(len(versions))
            if np.isfinite(values[k])
        ]

    def _judged(self, case: Any, entry: int) -> Found | None:
        """None, and counted, for a case so extreme that mpmath cannot evaluate it."""
        try:
            return self.attacked.judge(case, entry)
        except (ArithmeticError, HypothesisError):
            self.known.unjudged += 1
            return None

    def _polish(
        self, point: GridPoint, z: Array, best: Found, budget: int, tell: Tell
    ) -> tuple[Found, Array]:
        """A compass search along the distinct numbers of z, its step quartered on failure."""
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
                    tell(self.space.label(*point), best.ratio)
            step /= 4 if best is before else 1
        return best, z
