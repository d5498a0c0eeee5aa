"""The gap along chain (3), n = d, without determinants (sharp:bn-identity).

With a_j = 1 + e_j the squared row norms of W X, sum_j e_j = 0, a layer takes
(1/d) sum_j (e_j - log(1 + e_j)) >= 0 off the gap. Near isometry the terms are of order e^2 and keep
their digits; the sum runs from the deep end, phi_l = phi_L + what the layers l..L-1 take off, with
phi_L from the eigenvalues of X_L X_L^T - I. Where the chain has not come near isometry by its last
layer it runs from the input instead, whose gap is given.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.verify.chains.weights import Generator, few_calls, groups, haar_reflections
from lemmata.verify.machine.products import inner

FAST_FLOOR = 1e-14
"""The fast mode is good to 1e-6 relative for gaps above this: it forms X, whose rows are rounded to
1e-16, so that e_j ~ sqrt(phi) is known to about 1e-16 and phi to 1e-16/sqrt(phi) relative."""

_NEAR = 0.1  # below this the last gap is accurate when computed from deviations
_TERMS = 14  # of the series in r^2 <= 1/9: below 1e-15


@dataclass(frozen=True)
class Gaps:
    """``gap``: (layers + 1, batch); ``log_jacobian``, log ||J_BN(W_l X_l)||: (layers, batch)."""

    gap: Tensor
    log_jacobian: Tensor


def log_defect(x: Tensor) -> Tensor:
    """x - log(1 + x) >= 0 to full relative accuracy, x > -1.

    For |x| < 1/2 with r = x/(2+x): x r - 2 (r^3/3 + r^5/5 + ...).
    """
    r = x / (2 + x)
    square = r.square()
    odd = torch.zeros_like(r)
    for j in reversed(range(_TERMS)):
        odd = odd * square + 1 / (2 * j + 3)
    return torch.where(x.abs() < 0.5, x * r - 2 * r * square * odd, x - x.log1p())


def by_singular_values(X: Tensor) -> Tensor:
    """phi, (..., d, n) -> (...), good to about 1e-15; inf where n > d."""
    squares = torch.linalg.svdvals(X).square()
    n = X.shape[-1]
    gap = (squares.sum(-1) / n).log() - squares.log().sum(-1) / n
    return gap if n <= X.shape[-2] else torch.full_like(gap, torch.inf)


def near_isometry(X: Tensor) -> Tensor:
    """phi of X with n = d, from the deviations of the eigenvalues of X X^T from their mean."""
    gram = X @ X.mT
    mean = gram.diagonal(dim1=-2, dim2=-1).mean(-1)[..., None, None]
    eye = torch.eye(X.shape[-1], dtype=X.dtype, device=X.device)
    return log_defect(torch.linalg.eigvalsh(gram / mean - eye).clamp(min=-1)).mean(-1)


def accurate_gaps(E: Tensor, gap: Tensor, layers: int, generator: Generator) -> Gaps:
    """The gaps along the chain of E = X X^T - I: accurate down to gaps of 1e-245.

    E: (batch, d, d), symmetric of trace 0; ``gap``: (batch,), the gap of the input.
    """
    batch, d, _ = E.shape
    E, e = E.clone(memory_format=torch.contiguous_format), E.new_empty((batch, d))
    taken = _Taken(E)
    several = groups(batch, d, E)
    room = torch.empty_like(E[several[0]])
    for _ in range(layers):
        drawn = haar_reflections(d, d, batch, E, generator)
        for some in several:
            W, M = drawn.some(some), E[some]
            turned = W.apply(W.apply(M, out=M).mT, out=room[: len(M)])
            torch.add(turned, turned.mT, out=M).mul_(0.5)
            e[some] = M.diagonal(dim1=-2, dim2=-1)
            scale = (1 + e[some]).rsqrt()
            M.mul_(scale[..., :, None]).mul_(scale[..., None, :])
            M.diagonal(dim1=-2, dim2=-1).mul_(0)
        taken.add(e)
    return _summed(gap, taken, E)


def fast_gaps(X: Tensor, gap: Tensor, layers: int, generator: Generator) -> Gaps:
    """The same from X, (batch, d, d), of mean squared row norm 1; see ``FAST_FLOOR``."""
    batch, d, _ = X.shape
    X, e = X.clone(memory_format=torch.contiguous_format), X.new_empty((batch, d))
    taken = _Taken(X)
    for _ in range(layers):
        drawn = haar_reflections(d, d, batch, X, generator)  # as in accurate_gaps
        for some in groups(batch, d, X):
            M = drawn.some(some).apply(X[some], out=X[some])
            a = inner(M, M)  # (some, d, 1)
            e[some] = a[..., 0] - 1
            M.mul_(a.rsqrt())
        taken.add(e)
    E = X @ X.mT
    return _summed(gap, taken, E - torch.diag_embed(E.diagonal(dim1=-2, dim2=-1)))


class _Taken:
    """What each layer takes off, and the shortest of its rows, from its e, (batch, d).

    The forty calls of a logarithm and its series are made for several layers together where calls
    are dear.
    """

    def __init__(self, like: Tensor) -> None:
        self.together = 64 if few_calls(like) else 1
        self.waiting: list[Tensor] = []
        self.drops: list[Tensor] = []  # each (layers, batch)
        self.shortest: list[Tensor] = []

    def add(self, e: Tensor) -> None:
        if self.together == 1:
            self._take(e[None])
            return
        self.waiting.append(e.clone())
        if len(self.waiting) == self.together:
            self.finish()

    def finish(self) -> None:
        if self.waiting:
            self._take(torch.stack(self.waiting))
            self.waiting.clear()

    def _take(self, several: Tensor) -> None:
        """(layers, batch, d)."""
        self.drops.append(log_defect(several).mean(-1))
        self.shortest.append(several.amin(-1))


def _summed(gap: Tensor, taken: _Taken, E: Tensor) -> Gaps:
    taken.finish()
    drops = torch.cat(taken.drops)  # (layers, batch)
    zero = torch.zeros_like(drops[:1])
    mu = torch.linalg.eigvalsh(E).clamp(min=-1)
    last = log_defect(mu).mean(-1)  # (batch,); inf where singular to rounding
    backward = last + torch.cat([drops.flip(0).cumsum(0).flip(0), zero])
    forward = gap - torch.cat([zero, drops.cumsum(0)])
    return Gaps(
        torch.where(last < _NEAR, backward, forward.clamp(min=0)),
        -torch.cat(taken.shortest).log1p() / 2,
    )
