"""The hunter: gradient ascent of lhs/rhs from many random starts, over everything that can vary.

A property's space says what is free. At a point of its grid the free numbers of all starts climb
together (torch autograd through the property's own observation and the claim's own closed form);
from round to round the point is drawn at random or beside the best one. What was found is cleaned
(nearly equal numbers made equal, digits dropped), polished in mpmath, and judged there; what seems
to violate the claim goes to the referee.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from typing import Any

import mpmath
import numpy as np
import torch
from torch import Tensor

from props.attack import Property
from props.recipes import in_floats, in_mpf, in_tensors
from props.referee import Decided, Ruling, referee
from props.spaces import Point, Space
from theory.backends import Array
from theory.errors import HypothesisError
from theory.ledger import Formula, Kind, get
from theory.verdict import ratio_of
from verify import torch_backend  # noqa: F401  (registers tensors)
from verify.seeds import Address

Top = tuple[float, Point, Array]  # a score, and the point and the free numbers that have it
Tell = Callable[[str, float], None]  # where, and the largest lhs/rhs so far

STARTS = 32
_LEARNING_RATE = 0.1
_HEAVIEST_TAIL = 5.0
_LEVELS = (1, 2, 3)  # so many distinct numbers may be enough
_ROUND = (0, 1, 2)  # decimals that may be enough
_JUDGED = 2  # candidates of a round that are evaluated in mpmath
_NEAR = 0.99
_EASY, _RISING = 0.7, 0.2  # parts of a climb: where it is easy, on the way to its end


BOUNDS = (Kind.UPPER_BOUND, Kind.LOWER_BOUND)


class Supremum(StrEnum):
    EXCEEDED = "exceeded"
    ATTAINED = "attained"
    APPROACHED = "approached"
    BELOW = "not reached"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Found:
    """A case in mpmath: the sides of one bound there, and what that says of its supremum."""

    case: Any
    entry: int  # which bound, of a closed form with several
    lhs: Any
    rhs: Any
    ratio: float
    supremum: Supremum
    decided: Decided | None = None  # the referee's, where the claim seems violated

    @property
    def rank(self) -> tuple[bool, float, float]:
        """Violations first, then the largest ratio; where the bound is 0, the least distance."""
        return self.supremum is Supremum.EXCEEDED, self.ratio, -float(abs(self.lhs - self.rhs))


def sides(prey: Property[Any], formula: Formula, case: Any, lift: Any) -> list[tuple[Any, Any]]:
    """(lhs, rhs) of every bound of the claim at a case, in the arithmetic of ``lift``.

    Raises a ``HypothesisError`` where the case does not meet the claim's hypotheses.
    """
    with np.errstate(all="ignore"):
        parameters, lhs = prey.observe(case, lift)
        get(prey.claim_id).require(**parameters)
        rhs = formula(**parameters)
    left, right = (np.asarray(side, dtype=object).reshape(-1) for side in (lhs, rhs))
    size = max(len(left), len(right))
    return list(zip(np.resize(left, size), np.resize(right, size), strict=True))


def judge(prey: Property[Any], formula: Formula, case: Any, entry: int) -> Found:
    """One bound at a case, at the property's precision; a violation goes to the referee.

    Attained means: equal as far as the observation is known, and again with twice the digits.
    """
    kind, digits = get(prey.claim_id).kind, prey.digits or mpmath.mp.dps
    lhs, rhs, apart = _apart(prey, formula, case, entry, digits)
    if lhs == rhs == 0 and kind in BOUNDS and not isinstance(rhs, int):  # as at isometry
        return Found(case, entry, lhs, rhs, 0.0, Supremum.BELOW)
    ratio = ratio_of(kind, lhs, rhs) or 0.0
    if apart <= max(prey.tolerance, 10.0 ** (8 - digits)):
        _, _, again = _apart(prey, formula, case, entry, 2 * digits)
        equal = again <= max(prey.tolerance * 10.0 ** (-digits // 2), 10.0 ** (16 - 2 * digits))
        supremum = Supremum.ATTAINED if equal else Supremum.APPROACHED
        return Found(case, entry, lhs, rhs, ratio, supremum)
    if (kind is Kind.LOWER_BOUND and lhs > rhs) or (kind is Kind.UPPER_BOUND and lhs < rhs):
        near = Supremum.APPROACHED if ratio >= _NEAR else Supremum.BELOW
        return Found(case, entry, lhs, rhs, ratio, near)
    decided = referee(kind, lambda: sides(prey, formula, case, in_mpf)[entry])
    supremum = {
        Ruling.REAL: Supremum.EXCEEDED,
        Ruling.ROUNDING: Supremum.APPROACHED,
        Ruling.UNDECIDED: Supremum.UNDECIDED,
    }[decided.ruling]
    return Found(case, entry, decided.lhs, decided.rhs, ratio, supremum, decided)


def _judged(prey: Property[Any], formula: Formula, case: Any, entry: int) -> Found | None:
    """The same; None for a case so extreme that mpmath cannot evaluate it."""
    try:
        return judge(prey, formula, case, entry)
    except (ArithmeticError, HypothesisError):
        return None


def _apart(
    prey: Property[Any], formula: Formula, case: Any, entry: int, digits: int
) -> tuple[Any, Any, float]:
    """The two sides at this many digits, and their relative distance."""
    with mpmath.workdps(digits):
        lhs, rhs = sides(prey, formula, case, in_mpf)[entry]
        apart = abs(lhs - rhs) / max(abs(lhs), abs(rhs)) if lhs != rhs else 0.0
    return lhs, rhs, float(apart)


def score(kind: Kind, lhs: Tensor, rhs: Tensor) -> Tensor:
    """What is climbed: lhs/rhs of an upper bound, of a lower one rhs/lhs; two negative sides are
    exchanged. A bound that is 0 gives no ratio: there the distance to it is made small.
    """
    low, high = (rhs, lhs) if kind is Kind.LOWER_BOUND else (lhs, rhs)
    negative = (low < 0) & (high < 0)
    above, below = torch.where(negative, -high, low), torch.where(negative, -low, high)
    usable = (below > 0) & (rhs != 0)
    return torch.where(usable, above / torch.where(usable, below, 1.0), low - high)


def scores(prey: Property[Any], formula: Formula, point: Point, z: Tensor) -> Tensor:
    """The score of every bound for every start: projected z (starts, size) -> (starts, bounds)."""
    kind, space = get(prey.claim_id).kind, _space(prey)
    constant = space.fixed and formula(**space.fixed(*point))

    def of_one(numbers: Tensor) -> Tensor:
        parameters, lhs = prey.observe(space.case(point, numbers), in_tensors)
        rhs = formula(**parameters) if space.fixed is None else constant
        return score(kind, in_tensors(lhs), torch.as_tensor(rhs)).reshape(-1)

    found: Tensor = torch.func.vmap(of_one)(z)
    return found


def _space(prey: Property[Any]) -> Space[Any]:
    if prey.space is None:
        raise ValueError(f"{prey.claim_id} has no search space")
    return prey.space


def random_starts(starts: int, size: int, address: Address) -> Tensor:
    """Numbers from Gaussian to so heavy-tailed that one of them outweighs the others."""
    generator = address.generator("cpu")
    z, weight = torch.randn(2, starts, size, generator=generator, dtype=torch.float64)
    tail = torch.linspace(0, _HEAVIEST_TAIL, starts, dtype=torch.float64)[:, None]
    z = z * torch.exp(tail * weight)
    scaled: Tensor = z / (1e-6 + z.abs().mean(-1, keepdim=True))
    return scaled


@dataclass
class Climb:
    """The best numbers of each bound, before projection, with their scores; was it cut short?

    ``easy`` are those where the climb began: carried to its end, they may be better still.
    """

    best: dict[int, tuple[float, Array]]
    easy: dict[int, tuple[float, Array]]
    interrupted: bool = False


def ascend(
    prey: Property[Any], formula: Formula, point: Point, z: Tensor, steps: int, tell: Tell
) -> Climb:
    """Adam on all starts at once; start k climbs bound k modulo their number.

    Ctrl-C ends it with what it has.
    """
    space, climb = _space(prey), Climb({}, {})
    z = z.clone().requires_grad_()
    optimizer = torch.optim.Adam([z], lr=_LEARNING_RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    try:
        for step in range(steps):
            optimizer.zero_grad()
            progress = _progress(step / steps) if space.project else 1.0
            all_scores = scores(prey, formula, point, space.projected(z, point, progress))
            entry = torch.arange(len(z)) % all_scores.shape[1]
            own = all_scores.gather(1, entry[:, None])[:, 0]
            if progress == 0:
                _keep(climb.easy, own.detach(), entry, z.detach())
            if progress == 1:
                _keep(climb.best, own.detach(), entry, z.detach())
                tell(_described(point), max((s for s, _ in climb.best.values()), default=0.0))
            (-own.nan_to_num(0.0, 0.0, 0.0).sum()).backward()  # type: ignore[no-untyped-call]  # torch
            if z.grad is not None:
                z.grad.nan_to_num_(0.0, 0.0, 0.0)
            optimizer.step()
            schedule.step()
    except KeyboardInterrupt:
        climb.interrupted = True
    return climb


def _progress(share: float) -> float:
    """0 for most of a climb, then up to 1, and there to its end."""
    return min(1.0, max(0.0, (share - _EASY) / _RISING))


def _keep(best: dict[int, tuple[float, Array]], own: Tensor, entry: Tensor, z: Tensor) -> None:
    for k in set(entry.tolist()):
        mine = torch.where((entry == k) & own.isfinite(), own, -torch.inf)
        top = int(mine.argmax())
        if float(mine[top]) > best.get(k, (-np.inf, None))[0]:
            best[k] = float(mine[top]), z[top].numpy().copy()


def _described(point: Point) -> str:
    return ", ".join(str(choice) for choice in point)


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


def _case(space: Space[Any], point: Point, z: Array) -> Any:
    """The case of these free numbers; None where the hypotheses cannot be met with them."""
    projected = space.projected(torch.tensor(z)[None], point)[0].numpy()
    return space.case(point, projected) if np.isfinite(projected).all() else None


def cleaned(space: Space[Any], point: Point, z: Array) -> list[tuple[Any, Array]]:
    """The case of the numbers as they are, and of simpler ones near them, with their numbers."""
    versions = [z, *[merged(z, levels) for levels in _LEVELS if levels < len(z)]]
    versions += [np.round(z, decimals) for decimals in _ROUND]
    found = [(_case(space, point, v), v) for v in versions]
    return list({repr(case): (case, v) for case, v in found if case is not None}.values())


def polish(
    prey: Property[Any], formula: Formula, point: Point, z: Array, start: Found, budget: int
) -> Found:
    """A compass search in mpmath along the distinct numbers of z, its step quartered on failure."""
    best, step = start, 0.05
    while budget > 0 and best.supremum is not Supremum.ATTAINED:
        before = best
        for value in np.unique(z):
            for moved in (value - step, value + step):
                trial = np.where(z == value, moved, z)
                case = _case(_space(prey), point, trial)
                budget -= 1
                if case is None or _quick(prey, formula, case, best.entry) == -np.inf:
                    continue
                found = _judged(prey, formula, case, best.entry) or best
                if found.rank > best.rank:
                    best, z, value = found, trial, moved
        step /= 4 if best is before else 1
    return best


def _quick(prey: Property[Any], formula: Formula, case: Any, entry: int) -> float:
    """The score in float64; the least where it is not a number or a hypothesis fails."""
    kind = get(prey.claim_id).kind
    try:
        lhs, rhs = (torch.tensor(float(v)) for v in sides(prey, formula, case, in_floats)[entry])
    except HypothesisError:
        return -np.inf
    return float(score(kind, lhs, rhs).nan_to_num(-np.inf))


def pursue(
    prey: Property[Any],
    formula: Formula,
    address: Address,
    *,
    starts: int = STARTS,
    steps: int | None = None,
    polished: int | None = None,
    point: Point | None = None,
    tell: Tell = lambda where, ratio: None,
) -> Iterator[dict[int, Found]]:
    """The best case of each bound so far, after every round, without end.

    Rounds are the same for the same address, however many are asked for. ``point`` keeps the hunt
    at one point of the grid; ``steps`` and ``polished`` replace the space's own numbers.
    After Ctrl-C the round's findings are yielded once more, then KeyboardInterrupt is raised.
    """
    space = _space(prey)
    best: dict[int, Found] = {}
    tops: dict[int, Top] = {}
    for number in count():
        here = address / "round" / number
        chosen = point or _next_point(space, tops, np.random.default_rng(here.seed))
        z = random_starts(starts, space.size(*chosen), here)
        for entry, (_, _, numbers) in tops.items():  # half of them begin at the best so far
            if len(numbers) == z.shape[1]:
                z[entry :: 2 * len(tops)] = torch.tensor(numbers) + 0.1 * z[entry :: 2 * len(tops)]
        climb = ascend(prey, formula, chosen, z, steps or space.steps, tell)
        for entry, (value, numbers) in climb.best.items():
            if entry not in tops or value > tops[entry][0]:
                tops[entry] = value, chosen, numbers
            easy = [climb.easy[entry][1]] if entry in climb.easy else []
            for found, z in _cleanest(prey, formula, chosen, [numbers, *easy], entry):
                if entry not in best or found.rank > best[entry].rank:
                    budget = space.polish if polished is None else polished
                    budget = 0 if climb.interrupted else budget
                    best[entry] = polish(prey, formula, chosen, z, found, budget)
        yield dict(sorted(best.items()))
        if climb.interrupted:
            raise KeyboardInterrupt


def _cleanest(
    prey: Property[Any], formula: Formula, point: Point, numbers: list[Array], entry: int
) -> list[tuple[Found, Array]]:
    """The best of the simpler versions of these numbers, in mpmath, with its numbers.

    Of two that float64 does not tell apart, the shorter is looked at first.
    """
    ranked = [
        (-float(f"{value:.9g}"), len(repr(case)), case, z)
        for several in numbers
        for case, z in cleaned(_space(prey), point, several)
        if (value := _quick(prey, formula, case, entry)) > -np.inf
    ]
    judged: list[tuple[Found, Array]] = []
    for _, _, case, z in sorted(ranked, key=lambda item: item[:2])[:_JUDGED]:
        found = _judged(prey, formula, case, entry)
        judged += [(found, z)] if found else []
        if found and found.supremum in (Supremum.ATTAINED, Supremum.EXCEEDED):
            break
    return sorted(judged, key=lambda pair: pair[0].rank)[-1:]


def _next_point(space: Space[Any], tops: dict[int, Top], draw: np.random.Generator) -> Point:
    """A point at random, or one step along one axis from where a bound came closest."""
    if not tops or draw.random() < 0.5:
        return tuple(axis[draw.integers(len(axis))] for axis in space.axes)
    _, top, _ = tops[sorted(tops)[draw.integers(len(tops))]]
    place = [axis.index(choice) for axis, choice in zip(space.axes, top, strict=True)]
    moved = int(draw.integers(len(place)))
    last = len(space.axes[moved]) - 1
    place[moved] = min(last, max(0, place[moved] + (1 if draw.random() < 0.5 else -1)))
    return tuple(axis[i] for axis, i in zip(space.axes, place, strict=True))


def timed(
    prey: Property[Any], formula: Formula, address: Address, seconds: float, tell: Tell
) -> tuple[dict[int, Found], int, bool]:
    """The best of each bound, the rounds begun in that time, and whether Ctrl-C ended them."""
    best: dict[int, Found] = {}
    rounds, begun = 0, time.monotonic()
    try:
        for rounds, best in enumerate(pursue(prey, formula, address, tell=tell), 1):  # noqa: B007  (both are used after the loop)
            if time.monotonic() - begun > seconds:
                break
    except KeyboardInterrupt:
        return best, rounds, True
    return best, rounds, False
