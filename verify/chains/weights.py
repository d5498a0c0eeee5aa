"""Haar orthogonal matrices, their products W X without forming W, frames, and Gaussian weights.

W = H_1 H_2 ... H_{d-1} D, with H_j the reflection that takes a Gaussian vector x_j of length
d - j + 1 to a multiple of its first axis, and D = diag(+-1): the Q factor, with R's diagonal made
positive, of a Gaussian matrix (Stewart 1980, Mezzadri 2007), drawn without the QR. HaarReflections
are applied b at a time as I - V T V^T with T^(-1) = triu(V^T V, 1) + diag(V^T V)/2.

Every function is batched over replicas, draws from ``generator`` alone (None: where only shapes
matter), and takes device and dtype from the tensor ``like`` or from its argument.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.verify.machine.products import product

Generator = torch.Generator | None
BLOCK = 32  # reflections applied together; from 16 to 64 the speed is the same
TOGETHER = 2**17  # entries of the matrices worked on together: 1 MiB of float64
WIDE, MOST = 256, 4  # by few calls: reflections in a block, and blocks whatever the width


def few_calls(like: Tensor) -> bool:
    """Whether a call costs more than its arithmetic: what every choice of a route depends on."""
    return not like.is_cpu


def gaussian(shape: tuple[int, ...], like: Tensor, generator: Generator) -> Tensor:
    """Independent standard normal entries, by Box and Muller's formula.

    sqrt(-2 log u) (cos, sin)(2 pi v), u and v uniform: on a CPU half the time of torch.randn in
    float64, which elsewhere is one call.
    """
    if few_calls(like):
        return torch.randn(shape, generator=generator, device=like.device, dtype=like.dtype)
    count = math.prod(shape)
    size = 2, (count + 1) // 2
    pair = torch.rand(size, generator=generator, device=like.device, dtype=like.dtype)
    radius, angle = pair[0].neg_().add_(1).log_().mul_(-2).sqrt_(), pair[1].mul_(2 * math.pi)
    cosine = angle.cos()
    angle.sin_().mul_(radius)
    radius.mul_(cosine)
    return pair.view(-1)[:count].view(shape)


@dataclass(frozen=True)
class HaarReflections:
    """W = H_1 ... H_k D, for a batch of replicas.

    ``blocks``: from which coordinate on a block I - U V^T acts, its vectors V, lower trapezoidal,
    and U = V T, both (batch, d - start, b); ``signs``: the diagonal of D, (batch, d).
    """

    blocks: tuple[tuple[int, Tensor, Tensor], ...]
    signs: Tensor

    def some(self, replicas: slice) -> "HaarReflections":
        """Those of some replicas, in the same memory."""
        blocks = tuple((start, V[replicas], U[replicas]) for start, V, U in self.blocks)
        return HaarReflections(blocks, self.signs[replicas])

    def apply(self, X: Tensor, out: Tensor | None = None) -> Tensor:
        """W X: (batch, d, m) -> (batch, d, m), in ``out``, which may be X if it is in rows."""
        room = X.new_empty(X.shape) if out is None else out  # in rows, as X may not be
        Y = torch.mul(self.signs[..., None], X, out=room)
        for start, V, U in reversed(self.blocks):
            below = Y[..., start:, :]
            _take_off(below, U, product(V.mT, below))
        return Y

    def columns(self, n: int) -> Tensor:
        """The first n columns of W, (batch, d, n); block j leaves the columns before it alone."""
        d = self.signs.shape[-1]
        top = torch.diag_embed(self.signs[..., :n])  # (batch, n, n)
        Y = torch.nn.functional.pad(top, (0, 0, 0, d - n))  # (batch, d, n)
        for start, V, U in reversed(self.blocks):
            if start < n:
                _reflect(V, U, Y[..., start:, start:])
        return Y


def _scaled(V: Tensor) -> Tensor:
    """U = V T, with which I - U V^T is the reflections along V's columns, one after the other."""
    U: Tensor = torch.linalg.solve_triangular(_inverse(V), V, upper=True, left=False)
    return U


def _inverse(V: Tensor) -> Tensor:
    """T^(-1), whose upper half alone is read: (..., b, b)."""
    inverse = V.mT @ V
    diagonal = inverse.diagonal(dim1=-2, dim2=-1).mul_(0.5)
    if few_calls(V):
        diagonal.clamp_(min=torch.finfo(V.dtype).tiny)  # that of a column of zeros
    return inverse


def _take_off(Y: Tensor, U: Tensor, image: Tensor) -> None:
    """Y becomes Y - U V^T Y in place, ``image`` = V^T Y."""
    if few_calls(Y):
        Y.baddbmm_(U, image, alpha=-1)
    else:
        Y.sub_(product(U, image))


def _reflect(V: Tensor, U: Tensor, X: Tensor) -> None:
    """X becomes H X = X - V T V^T X in place; on a CPU with another rounding than that of
    ``apply``, which deep networks that begin from a frame would amplify.
    """
    if few_calls(X):
        _take_off(X, U, V.mT @ X)
        return
    inverse = _inverse(V)
    eye = torch.eye(V.shape[-1], dtype=V.dtype, device=V.device).expand_as(inverse)
    T = torch.linalg.solve_triangular(inverse, eye, upper=True)
    X.baddbmm_(V @ T, V.mT @ X, alpha=-1)


def haar_reflections(
    d: int, k: int, batch: int, like: Tensor, generator: Generator
) -> HaarReflections:
    """The first k reflections of a Haar matrix, all it takes for its first columns.

    The last sign is that of a single Gaussian number, without a reflection.
    """
    k = min(k, d - 1)
    draw = _drawn_together if few_calls(like) else _drawn_by_blocks
    blocks, signs = draw(d, k, batch, like, generator)
    signs.append(_sign(gaussian((batch, d - k), like, generator)))
    return HaarReflections(tuple(blocks), torch.cat(signs, dim=-1))


Blocks = list[tuple[int, Tensor, Tensor]]  # see HaarReflections


def _drawn_by_blocks(
    d: int, k: int, batch: int, like: Tensor, generator: Generator
) -> tuple[Blocks, list[Tensor]]:
    """Blocks that stay in a cache, each with normal numbers of its own; and k signs."""
    blocks, signs = [], []
    for start in range(0, k, BLOCK):
        b = min(BLOCK, k - start)
        V = gaussian((batch, d - start, b), like, generator).tril()
        diagonal = V.diagonal(dim1=-2, dim2=-1)  # (batch, b), a view
        sign = _sign(diagonal)
        diagonal += sign * V.square().sum(-2).sqrt()  # five times faster than vector_norm
        blocks.append((start, V, _scaled(V)))
        signs.append(-sign)  # H_j x_j = -sign ||x_j|| e_j
    return blocks, signs


def _drawn_together(
    d: int, k: int, batch: int, like: Tensor, generator: Generator
) -> tuple[Blocks, list[Tensor]]:
    """At most ``MOST`` blocks of one size, made together from one draw; and k signs.

    Columns beyond the k-th are zero: their reflections leave everything alone.
    """
    if not k:
        return [], []
    count = min(-(-k // WIDE), MOST)
    b = -(-k // count)
    V = gaussian((batch, d, count * b), like, generator).tril()
    V[..., k:] = 0
    diagonal = V.diagonal(dim1=-2, dim2=-1)[..., :k]
    sign = _sign(diagonal)
    diagonal += sign * torch.linalg.vector_norm(V[..., :k], dim=-2)
    V = V.view(batch, d, count, b).transpose(1, 2).contiguous()
    U = _scaled(V)
    blocks = [(i * b, V[:, i, i * b :], U[:, i, i * b :]) for i in range(count)]
    return blocks, [-sign]


def groups(batch: int, d: int, like: Tensor) -> list[slice]:
    """The replicas, so many at a time that their matrices, d x d, fit into a CPU's cache."""
    together = max(1, batch if few_calls(like) else TOGETHER // d**2)
    return [slice(start, start + together) for start in range(0, batch, together)]


def _sign(x: Tensor) -> Tensor:
    return torch.where(x < 0, -1.0, 1.0).to(x)


def haar_product(X: Tensor, generator: Generator) -> Tensor:
    """W X with one W ~ O_d per replica: (batch, d, m) -> (batch, d, m)."""
    d = X.shape[-2]
    return haar_reflections(d, d, X.shape[0], X, generator).apply(X)


def haar_matrix(
    d: int, batch: int, like: Tensor, generator: Generator, room: Tensor | None = None
) -> Tensor:
    """W ~ O_d: (batch, d, d), in columns, as LAPACK makes it, in the memory of ``room`` if given.

    Two triangles of Gaussian vectors fill a rectangle. After they are drawn all at once, what is
    done to them is done to as many matrices as a cache holds. Batches of matrices have no kernel
    for LAPACK's product of reflections on a GPU: there W I is computed, in rows.
    """
    if few_calls(like):
        eye = torch.eye(d, dtype=like.dtype, device=like.device).expand(batch, d, d)
        return haar_reflections(d, d, batch, like, generator).apply(eye, out=room)
    half = -(-batch // 2)
    G = gaussian((half, d, d + 1), like, generator)
    X = like.new_empty((batch, d, d)) if room is None else room
    for triangles, rows in ((G[..., 1:], X[:half]), (G[: batch - half, :, :-1].mT, X[half:])):
        for some in groups(len(rows), d, like):
            _multiply_reflections(torch.triu(triangles[some], out=rows[some]))
    return X.mT


def _multiply_reflections(X: Tensor) -> None:
    """X, (batch, d, d), whose row j is x_j, becomes the transpose of W in the same memory.

    H_j = I - tau_j v_j v_j^T with v_j = x_j +- ||x_j|| e_j scaled to begin with 1, so that
    tau_j = 1 + |x_jj|/||x_j||.
    """
    first, norm = X.diagonal(dim1=-2, dim2=-1).clone(), X.square().sum(-1).sqrt_()  # (batch, d)
    sign = _sign(first)
    V = X.div_((first + sign * norm)[..., None]).mT
    torch.linalg.householder_product(V, 1 + first.abs() / norm, out=V)
    V.mul_(-sign[..., None, :])  # H_j x_j = -sign ||x_j|| e_j


def haar_frame(d: int, n: int, batch: int, like: Tensor, generator: Generator) -> Tensor:
    """The first n columns of W ~ O_d, an orthonormal n-frame: (batch, d, n), n <= d."""
    if not 1 <= n <= d:
        raise ValueError(f"a frame of n = {n} vectors in dimension d = {d}; expected 1 <= n <= d")
    return haar_reflections(d, n, batch, like, generator).columns(n)


def gaussian_product(X: Tensor, generator: Generator) -> Tensor:
    """W X with W's entries G(1/d), W formed: (batch, d, n) -> (batch, d, n)."""
    batch, d, _ = X.shape
    product: Tensor = gaussian((batch, d, d), X, generator) @ X / d**0.5
    return product


def gaussian_product_by_gram(X: Tensor, generator: Generator) -> Tensor:
    """Z K^(1/2), K = X^T X, Z d x n with G(1/d) entries: the law of W X (sharp:gram-chain)."""
    batch, d, n = X.shape
    product: Tensor = gaussian((batch, d, n), X, generator) @ symmetric_root(X.mT @ X) / d**0.5
    return product


def symmetric_root(K: Tensor) -> Tensor:
    """K^(1/2) of positive semidefinite K: (batch, n, n) -> (batch, n, n)."""
    values, Q = torch.linalg.eigh(K)
    root: Tensor = (Q * values.clamp(min=0).sqrt()[..., None, :]) @ Q.mT
    return root
