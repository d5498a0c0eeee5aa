"""From a hunt to the rows of a frontier.

The worst case of a hunt is grown along each axis of the grid: a hunt of its own at every value,
which begins at the worst numbers so far. Then its free numbers are scaled, towards 0 and towards
infinity: limits that no hunt reaches.
"""

import copy
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import mpmath
import numpy as np
import torch

from lemmata.props.attack import Property
from lemmata.props.hunting.climbing import Progress, scorer
from lemmata.props.hunting.hunter import Hunt, Knowledge, OutOfTime
from lemmata.props.hunting.spaces import GridPoint
from lemmata.props.hunting.supremum import JudgedCase, Target
from lemmata.props.recipes import command, in_mpf
from lemmata.props.sharpening.needed import settled, smaller_is_sharper, target_of
from lemmata.props.sharpening.rows import GRIDS, RAY, FrontierRow, sizes
from lemmata.theory.errors import HypothesisError
from lemmata.theory.ledger import LEDGER, get
from lemmata.theory.numerics.backends import Array
from lemmata.verify import runner
from lemmata.verify.machine.effort import Effort
from lemmata.verify.registry import Run
from lemmata.verify.runner import DIGITS
from lemmata.verify.seeds import Address
from lemmata.verify.work.pool import Job, Pool

POWERS = (-24, -16, -8, -4, -2, 2, 4)  # of two, by which the free numbers are scaled
_FARTHEST, _BEYOND = 2**16, 3.0  # the largest size beyond the grid, the seconds to reach it
_MORE = 1e-9  # relative: how much more a larger size must ask for
_WORST, _OTHERS = 6, 10  # of the cases that a round draws
# of a round at a point beside the worst case, which begins there
BESIDE: dict[str, Any] = {"starts": 8, "steps": 40, "polished": 4}


@dataclass
class Search:
    """A hunt, and the hunts at the points beside its worst cases."""

    hunt: Hunt
    beside: dict[GridPoint, Hunt] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def summary(self) -> str:
        beside = sum(one.rounds for one in self.beside.values())
        seen = sum(bool(one.rounds) for one in self.beside.values())
        of = f"{seen} of {len(self.beside)}" if seen < len(self.beside) else f"{seen}"
        points = f", {beside} at {of} points beside its worst" if beside else ""
        stopped = ", interrupted" * (self.interrupted and not self.hunt.interrupted)
        return f"free hunt: {self.hunt.summary}{points}{stopped}"

    def walk(
        self, pool: Pool, show: Progress = lambda where, ratio: None, until: float = np.inf
    ) -> None:
        """One round at every point beside the worst cases; those begun before ``until`` end."""
        to_the_limit(self.hunt)
        base, target = self.hunt.known, self.hunt.target
        for point in points_beside(self.hunt):
            if point not in self.beside:
                address = self.hunt.address / "beside" / str(point)
                self.beside[point] = Hunt(target, address, point)
                self.beside[point].known.places = dict(base.places)
        jobs: deque[Job] = deque()
        for point, one in self.beside.items():
            task = (
                type(target),
                target.by.claim_id,
                one.address,
                point,
                one.known,
                one.rounds,
                until,
            )
            jobs.append(Job(point, climb_at, task if pool.size > 1 else (*task, show)))
        try:
            for job, known in pool.results(jobs):
                if known is not None:
                    one = self.beside[job.name]
                    one.known, one.rounds = known, one.rounds + 1
                    for case in known.best.values():
                        show(case.where, case.ratio)
        except KeyboardInterrupt:
            self.interrupted = True

    def rows(self) -> Iterator[FrontierRow]:
        """The worst cases of all hunts, and those on the way to the limits of the worst."""
        target = self.hunt.target
        for one in (self.hunt, *self.beside.values()):
            yield from filter(None, (row_of(target, case, GRIDS) for case in one.best.values()))
        for entry in self.hunt.best:
            for case in limits(self.hunt, entry):
                if row := row_of(target, case, RAY):
                    yield row
            yield from self._beyond_the_grid(entry)

    def _beyond_the_grid(self, entry: int) -> Iterator[FrontierRow]:
        """The worst case at twice the last value of each axis that it ends, and so on.

        As long as it asks for more at every step, which must show in the size of that name.
        """
        hunts = [one for one in (self.hunt, *self.beside.values()) if entry in one.best]
        worst = max(hunts, key=lambda one: one.best[entry].rank)
        target, (point, z) = self.hunt.target, worst.known.places[entry]
        first = row_of(target, worst.best[entry], GRIDS)
        for k, axis in enumerate(target.space.axes):
            ends = len(axis) > 1 and type(axis[-1]) is int and point[k] == axis[-1]
            row, value, begun = first, point[k], time.time()
            while ends and row and value <= _FARTHEST / 2 and time.time() < begun + _BEYOND:
                value, before = 2 * value, row
                row = _at_size(target, (*point[:k], value, *point[k + 1 :]), z, entry)
                if row is None or not row.rank > before.rank + _MORE * abs(before.rank):
                    break
                if not any(size == value == 2 * before.at.get(n, 0) for n, size in row.at.items()):
                    break
                yield row


def rows_of_case(target: Target, case: Any) -> Iterator[FrontierRow]:
    """A row for each bound; none where the case cannot be evaluated in mpmath."""
    with suppress(ArithmeticError, HypothesisError, ValueError), _quietly():
        for entry in range(len(target.sides(case, in_mpf))):
            if (row := row_of(target, target.judge(case, entry), GRIDS)) is not None:
                yield row


def beyond_the_space(
    target: Target, cases: Iterable[Any], rows: Sequence[FrontierRow]
) -> Iterator[FrontierRow]:
    """Rows of cases that the attack draws and that ask for more than all rows: a space need not
    have every width that the attack has.
    """
    for case in cases:
        for row in rows_of_case(target, case):
            asked = [one.rank for one in rows if one.entry == row.entry]
            if asked and row.rank > max(asked):
                yield row


@dataclass
class Draws:
    """The rows of an attack that no hunt can climb: pinned cases, and what it draws in rounds."""

    by: Property[Any]
    address: Address
    cases: dict[str, Any] = field(default_factory=dict)
    rows: list[FrontierRow] = field(default_factory=list)
    rounds: int = 0
    interrupted: bool = False

    def draw(self, until: float, show: Progress) -> None:
        """Rounds until then, at least one; Ctrl-C keeps the rows so far."""
        claim = get(self.by.claim_id)
        target = target_of(claim, self.by)
        try:
            self._judge(target, self.by.examples.values(), show)
            while not self.rounds or time.time() < until:
                self.rounds += 1
                address = self.address / "draw" / self.rounds
                run = Run(claim.closed_form, Effort.STANDARD, address, "cpu")
                ranked = self.by.climb(run, keep=None)
                others = ranked[_WORST :: 1 + len(ranked) // _OTHERS]
                self._judge(target, [*ranked[:_WORST], *others], show)
        except KeyboardInterrupt:
            self.interrupted = True

    def _judge(self, target: Target, cases: Iterable[Any], show: Progress) -> None:
        for case in cases:
            if str(case) not in self.cases:
                self.cases[str(case)] = case
                for row in rows_of_case(target, case):
                    self.rows.append(row)
                    show(str(case)[:60], float(row.constant if row.smaller else 1 / row.constant))


def climb_at(
    aim: type[Target],
    claim_id: str,
    address: Address,
    point: GridPoint,
    known: Knowledge,
    before: int,
    until: float,
    show: Progress = lambda where, ratio: None,
) -> Knowledge | None:
    """The knowledge after another round at one point of the grid; None if it is too late."""
    if time.time() > until:
        return None
    runner.load()
    hunt = Hunt(aim(LEDGER.properties[claim_id], get(claim_id).closed_form), address, point)
    hunt.known, hunt.rounds = copy.deepcopy(known), before
    # a point at which nothing can be evaluated has no row
    with suppress(OutOfTime, ValueError, ArithmeticError), _quietly():
        hunt.next_round(show=show, **BESIDE)
        to_the_limit(hunt)
    return hunt.known


def points_beside(hunt: Hunt) -> list[GridPoint]:
    """The points that differ from that of a worst case in one coordinate, itself among them."""
    axes, found = hunt.target.space.axes, dict[GridPoint, None]()
    for point, _ in hunt.known.places.values():
        for k, axis in enumerate(axes):
            found |= dict.fromkeys((*point[:k], value, *point[k + 1 :]) for value in axis)
    return list(found)


def to_the_limit(hunt: Hunt) -> None:
    """Replace the best of each bound by the same with its numbers scaled, where that is worse."""
    target, space = hunt.target, hunt.target.space
    for entry, (point, z) in list(hunt.known.places.items()):
        if space.project is not None or entry not in hunt.best:
            continue
        scaled = torch.tensor(z) * 2.0 ** torch.tensor(POWERS, dtype=torch.float64)[:, None]
        with torch.no_grad():
            scores = scorer(target, point)(scaled)[:, entry].nan_to_num(-torch.inf)
        top = scaled[int(scores.argmax())].numpy()
        with suppress(ArithmeticError, HypothesisError, ValueError), _quietly():
            found = target.judge(space.case(point, top), entry)
            if found.rank > hunt.best[entry].rank:
                hunt.best[entry] = replace(found, where=space.label(*point))
                hunt.known.places[entry] = point, top


def _at_size(target: Target, point: GridPoint, z: Any, entry: int) -> FrontierRow | None:
    """The row of these numbers at a point of another size: the commonest of them is repeated."""
    space = target.space
    with suppress(ArithmeticError, HypothesisError, ValueError, IndexError), _quietly():
        values, counts = np.unique(z, return_counts=True)
        more = space.size(*point) - len(z)
        numbers = torch.tensor(np.append(z, np.full(more, values[counts.argmax()])))
        projected = space.projected(numbers[None], point)[0].numpy()
        found = target.judge(space.case(point, projected), entry)
        return row_of(target, replace(found, where=space.label(*point)), GRIDS)
    return None


def limits(hunt: Hunt, entry: int) -> Iterator[JudgedCase]:
    """The worst case of a bound with its free numbers scaled, as far as it can be evaluated.

    In a space that projects its numbers their scale says nothing.
    """
    space, target = hunt.target.space, hunt.target
    if space.project is not None or entry not in hunt.known.places:
        return
    point, z = hunt.known.places[entry]
    for power in POWERS:
        numbers = space.projected(torch.tensor(z * 2.0**power)[None], point)[0].numpy()
        with suppress(ArithmeticError, HypothesisError, ValueError):
            yield target.judge(space.case(point, numbers), entry)


def row_of(target: Target, found: JudgedCase, walk: str) -> FrontierRow | None:
    """The row of a judged case; None if the constant that it needs is not known to many digits."""
    claim = get(target.by.claim_id)
    parameters, constants = settled(claim, target.by, found.case)
    constant = constants[found.entry]
    if constant is None:
        return None
    rhs: Array = 1 if claim.constant else found.rhs
    return FrontierRow(
        entry=found.entry,
        constant=constant,
        smaller=bool(claim.constant) or smaller_is_sharper(claim.kind, rhs),
        at=sizes(parameters, claim.constant),
        where=found.where or str(found.case),
        walk=walk,
        case=found.case,
        again=command(claim.id, found.case),
        parameters=parameters,
    )


def free_hunt(
    target: Target, address: Address, rounds: int, show: Progress, **options: Any
) -> Hunt:
    """A hunt of so many rounds in this process; the options are those of a round."""
    hunt = Hunt(target, address)
    try:
        with _quietly():
            for _ in range(rounds):
                hunt.next_round(show=show, **options)
    except KeyboardInterrupt:
        hunt.interrupted = True
    return hunt


@contextmanager
def _quietly() -> Iterator[None]:
    """The working precision; what is no number is left out, and nobody is warned of it."""
    with mpmath.workdps(DIGITS), np.errstate(all="ignore"):
        yield
