"""Gradient ascent of lhs/rhs at one point of a space's grid, from many starts at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from props.attack import Property
from props.hunting.spaces import Point, Space
from props.recipes import in_tensors
from theory.ledger import Formula, Kind, get
from theory.numerics.backends import Array
from verify.chains import torch_backend  # noqa: F401  (registers tensors)
from verify.seeds import Address

Tell = Callable[[str, float], None]  # where, and the largest lhs/rhs there so far

_Unsolvable = torch.linalg.LinAlgError  # type: ignore[attr-defined]  # missing in its stub
_LEARNING_RATE, _MEAN, _SQUARE = 0.1, 0.9, 0.999  # of Adam
_HEAVIEST_TAIL = 5.0
_EASY, _RISING = 0.7, 0.2  # parts of a climb: where it is easy, on the way to its end


def space_of(prey: Property[Any]) -> Space[Any]:
    if prey.space is None:
        raise ValueError(f"{prey.claim_id} has no search space")
    return prey.space


def score(kind: Kind, lhs: Tensor, rhs: Tensor) -> Tensor:
    """What is climbed: lhs/rhs of an upper bound, of a lower one rhs/lhs; two negative sides are
    exchanged. A bound that is 0 gives no ratio: there the distance to it is made small.
    """
    low, high = (rhs, lhs) if kind is Kind.LOWER_BOUND else (lhs, rhs)
    negative = (low < 0) & (high < 0)
    above, below = torch.where(negative, -high, low), torch.where(negative, -low, high)
    usable = (below > 0) & (rhs != 0)
    return torch.where(usable, above / torch.where(usable, below, 1.0), low - high)


def scorer(prey: Property[Any], formula: Formula, point: Point) -> Callable[[Tensor], Tensor]:
    """The score of every bound for every start: projected z (starts, size) -> (starts, bounds)."""
    kind, space = get(prey.claim_id).kind, space_of(prey)
    constant = space.fixed and formula(**space.fixed(*point))

    def of_one(numbers: Tensor) -> Tensor:
        parameters, lhs = prey.observe(space.case(point, numbers), in_tensors)
        rhs = formula(**parameters) if space.fixed is None else constant
        return score(kind, in_tensors(lhs), torch.as_tensor(rhs)).reshape(-1)

    def of_all(numbers: Tensor) -> Tensor:
        found: Tensor = torch.func.vmap(of_one)(numbers)
        return found

    def of_those_it_can(numbers: Tensor) -> Tensor:
        try:
            return of_all(numbers)
        except _Unsolvable:  # of one start, such as a zero matrix: the others go on
            return _one_by_one(of_all, numbers)

    return of_those_it_can


def _one_by_one(of_all: Callable[[Tensor], Tensor], z: Tensor) -> Tensor:
    rows: list[Tensor | None] = []
    for k in range(len(z)):
        try:
            rows.append(of_all(z[k : k + 1])[0])
        except _Unsolvable:
            rows.append(None)
    size = max((len(found) for found in rows if found is not None), default=1)
    nothing = z.new_full((size,), torch.nan)
    return torch.stack([nothing if found is None else found for found in rows])


def random_starts(starts: int, size: int, address: Address) -> Tensor:
    """Numbers from Gaussian to so heavy-tailed that one of them outweighs the others."""
    generator = address.generator("cpu")
    z, weight = torch.randn(2, starts, size, generator=generator, dtype=torch.float64)
    tail = torch.linspace(0, _HEAVIEST_TAIL, starts, dtype=torch.float64)[:, None]
    z = z * torch.exp(tail * weight)
    scaled: Tensor = z / (1e-6 + z.abs().mean(-1, keepdim=True))
    return scaled


Best = dict[int, tuple[float, Array]]  # of each bound the score and its numbers, not projected


@dataclass
class Climb:
    """The best numbers at a point.

    ``easy`` are those where the climb began: carried to its end, they may be better still.
    """

    point: Point
    best: Best = field(default_factory=dict)
    easy: Best = field(default_factory=dict)

    @property
    def height(self) -> float:
        return max((value for value, _ in self.best.values()), default=-np.inf)

    def candidates(self, entry: int) -> list[Array]:
        return [found[entry][1] for found in (self.best, self.easy) if entry in found]


def look(prey: Property[Any], formula: Formula, climb: Climb, z: Tensor) -> None:
    """The best of the starts as they are: no gradient, so that time and memory are small."""
    with torch.no_grad():
        found = scorer(prey, formula, climb.point)(space_of(prey).projected(z, climb.point))
    for entry in range(found.shape[1]):
        _keep(climb.best, found[:, entry], torch.full((len(z),), entry), z)


def ascend(
    prey: Property[Any], formula: Formula, climb: Climb, z: Tensor, steps: int, tell: Tell
) -> None:
    """Adam on all starts at once, its rate falling to 0; start k climbs bound k modulo their
    number.

    Written out: torch's own loads its compiler, which takes longer than most climbs.
    What is found stands in ``climb`` after every step, so that Ctrl-C loses nothing.
    """
    space, where = space_of(prey), space_of(prey).label(*climb.point)
    scores = scorer(prey, formula, climb.point)
    mean, square = torch.zeros_like(z), torch.zeros_like(z)
    for step in range(steps):
        z = z.detach().requires_grad_()
        progress = _progress(step / steps) if space.project else 1.0
        all_scores = scores(space.projected(z, climb.point, progress))
        entry = torch.arange(len(z)) % all_scores.shape[1]
        own = all_scores.gather(1, entry[:, None])[:, 0]
        if progress == 0:
            _keep(climb.easy, own.detach(), entry, z.detach())
        if progress == 1:
            _keep(climb.best, own.detach(), entry, z.detach())
            tell(where, climb.height)
        (uphill,) = torch.autograd.grad(own.nan_to_num(0.0, 0.0, 0.0).sum(), z)
        uphill = uphill.nan_to_num(0.0, 0.0, 0.0)
        mean, square = mean.lerp(uphill, 1 - _MEAN), square.lerp(uphill**2, 1 - _SQUARE)
        size = (square / (1 - _SQUARE ** (step + 1))).sqrt() + 1e-8
        rate = _LEARNING_RATE * (1 + np.cos(np.pi * step / steps)) / 2
        z = z + rate * mean / (1 - _MEAN ** (step + 1)) / size


def _progress(share: float) -> float:
    """0 for most of a climb, then up to 1, and there to its end."""
    return min(1.0, max(0.0, (share - _EASY) / _RISING))


def _keep(best: Best, own: Tensor, entry: Tensor, z: Tensor) -> None:
    for k in set(entry.tolist()):
        mine = torch.where((entry == k) & own.isfinite(), own, -torch.inf)
        top = int(mine.argmax())
        if float(mine[top]) > best.get(k, (-np.inf, None))[0]:
            best[k] = float(mine[top]), z[top].numpy().copy()
