"""Gradient ascent of lhs/rhs at one point of a space's grid, from many starts at once."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from lemmata.props.hunting.spaces import GridPoint
from lemmata.props.hunting.supremum import Target
from lemmata.props.recipes import in_tensors
from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array
from lemmata.verify.chains import torch_backend  # noqa: F401  (registers tensors)
from lemmata.verify.seeds import Address

Progress = Callable[[str, float], None]  # the place and the largest lhs/rhs there so far
Best = dict[int, tuple[float, Array]]  # by bound: the score and the numbers before projection

_Unsolvable = torch.linalg.LinAlgError  # type: ignore[attr-defined]  # missing in its stub
_LEARNING_RATE, _MEAN, _SQUARE = 0.1, 0.9, 0.999  # of Adam
_HEAVIEST_TAIL = 5.0
_EASY, _RISING = 0.7, 0.2  # shares of a climb: at the easy gap, and while the gap rises
_MOST_STEPS = 80  # of Newton's method; d up to 1000 and gaps from 1e-6 took at most 19


def _gap(z: Tensor, c: Tensor) -> Tensor:
    """phi of exp(c z): log mean exp(c z) - c mean z."""
    scaled = c[:, None] * z
    gap: Tensor = torch.logsumexp(scaled, -1) - np.log(z.shape[-1]) - scaled.mean(-1)
    return gap


def at_gap(z: Tensor, phi: float) -> Tensor:
    """The log eigenvalues along z of mean 1 and gap phi: (starts, d) -> (starts, d).

    log lambda = c z - log mean exp(c z), with c > 0 by Newton's method from above: the gap is
    convex in c. Its last step carries the gradient.
    """
    with torch.no_grad():
        # equal numbers have no gap: NaN
        high = torch.where(z.amax(-1) > z.amin(-1), 1.0, torch.nan).to(z.dtype)
        while bool((_gap(z, high) < phi).any()):
            high = torch.where(_gap(z, high) < phi, 2 * high, high)
        for _ in range(_MOST_STEPS):
            slope = (torch.softmax(high[:, None] * z, -1) * z).sum(-1) - z.mean(-1)
            step = (_gap(z, high) - phi) / slope
            if not bool((step > 1e-15 * high).any()):
                break
            high = high - step.clamp(min=0)
    c = high - (_gap(z, high) - phi) / slope  # its value is high, its gradient the implicit one
    scaled = c[:, None] * z
    logs: Tensor = scaled - torch.logsumexp(scaled, -1, keepdim=True) + np.log(z.shape[-1])
    return logs


def score(kind: Kind, lhs: Tensor, rhs: Tensor) -> Tensor:
    """The score of a climb: the smaller side of a bound over the larger, or, if the bound is 0,
    minus the distance to it. Two negative sides are exchanged.
    """
    low, high = kind.ascending(lhs, rhs)
    negative = (low < 0) & (high < 0)
    above, below = torch.where(negative, -high, low), torch.where(negative, -low, high)
    usable = (below > 0) & (rhs != 0)
    return torch.where(usable, above / torch.where(usable, below, 1.0), low - high)


def scorer(target: Target, point: GridPoint) -> Callable[[Tensor], Tensor]:
    """The score of every bound for every start: projected z (starts, size) -> (starts, bounds)."""
    space = target.space
    constant = target.known(point)

    def of_one(numbers: Tensor) -> Tensor:
        _, lhs, rhs = target.both(space.case(point, numbers), in_tensors, constant)
        return score(target.kind, in_tensors(lhs), torch.as_tensor(rhs)).reshape(-1)

    def of_all(z: Tensor) -> Tensor:
        try:
            found: Tensor = torch.func.vmap(of_one)(z)
            return found
        except _Unsolvable:  # one start fails, such as a zero matrix: evaluate one by one
            if len(z) == 1:
                return z.new_full((1, 1), torch.nan)
            alone = [of_all(start) for start in z.unsqueeze(1)]
            bounds = max(found.shape[1] for found in alone)
            return torch.cat([found.expand(1, bounds) for found in alone])

    return of_all


def random_starts(starts: int, size: int, address: Address) -> Tensor:
    """Random numbers, from Gaussian ones to so heavy tails that one outweighs the others."""
    generator = address.generator("cpu")
    z, weight = torch.randn(2, starts, size, generator=generator, dtype=torch.float64)
    tail = torch.linspace(0, _HEAVIEST_TAIL, starts, dtype=torch.float64)[:, None]
    z = z * torch.exp(tail * weight)
    scaled: Tensor = z / (1e-6 + z.abs().mean(-1, keepdim=True))
    return scaled


@dataclass
class Climb:
    """The best numbers at a point; ``easy`` are the best ones at the easy gap."""

    target: Target
    point: GridPoint
    best: Best = field(default_factory=dict)
    easy: Best = field(default_factory=dict)

    @property
    def height(self) -> float:
        return max((value for value, _ in self.best.values()), default=-np.inf)

    def look(self, z: Tensor) -> None:
        """Evaluate the starts without a gradient, which takes little time and memory."""
        with torch.no_grad():
            projected = self.target.space.projected(z, self.point)
            found = scorer(self.target, self.point)(projected)
        for entry in range(found.shape[1]):
            _keep(self.best, found[:, entry], torch.full((len(z),), entry), z)

    def ascend(self, z: Tensor, steps: int, show: Progress) -> None:
        """Adam on all starts at once, with a rate that falls to 0; starts climb the bounds in turn.

        torch's own Adam loads a compiler, which takes longer than most climbs. The best numbers are
        stored after every step, so that Ctrl-C loses nothing.
        """
        space, scores = self.target.space, scorer(self.target, self.point)
        mean, square = torch.zeros_like(z), torch.zeros_like(z)
        for step in range(steps):
            z = z.detach().requires_grad_()
            # 0 for most of a climb, then rising to 1, then 1 to the end
            risen = (step / steps - _EASY) / _RISING if space.project else 1.0
            progress = min(1.0, max(0.0, risen))
            all_scores = scores(space.projected(z, self.point, progress))
            entry = torch.arange(len(z)) % all_scores.shape[1]
            own = all_scores.gather(1, entry[:, None])[:, 0]
            if progress == 0:
                _keep(self.easy, own.detach(), entry, z.detach())
            if progress == 1:
                _keep(self.best, own.detach(), entry, z.detach())
                show(space.label(*self.point), self.height)
            (uphill,) = torch.autograd.grad(own.nan_to_num(0.0, 0.0, 0.0).sum(), z)
            uphill = uphill.nan_to_num(0.0, 0.0, 0.0)
            mean, square = mean.lerp(uphill, 1 - _MEAN), square.lerp(uphill**2, 1 - _SQUARE)
            size = (square / (1 - _SQUARE ** (step + 1))).sqrt() + 1e-8
            rate = _LEARNING_RATE * (1 + np.cos(np.pi * step / steps)) / 2
            z = z + rate * mean / (1 - _MEAN ** (step + 1)) / size


def _keep(best: Best, own: Tensor, entry: Tensor, z: Tensor) -> None:
    for k in set(entry.tolist()):
        mine = torch.where((entry == k) & own.isfinite(), own, -torch.inf)
        top = int(mine.argmax())
        if float(mine[top]) > best.get(k, (-np.inf, None))[0]:
            best[k] = float(mine[top]), z[top].numpy().copy()
