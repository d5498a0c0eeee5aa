"""The samplers have the law they claim; wrong samplers are caught.

Each statistic below has mean 0 under Haar measure and a variance known from the fourth moments
(meterez2024:weingarten-moments) or bounded; over N replicas its mean, divided by its standard
error, is asymptotically standard normal. The test raises no alarm below 6 standard errors: about
2e-9 per statistic, 1e-7 for all together. The planted faults are off by 20 and more.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
import scipy.stats
import torch
from torch import Tensor

from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import weights as sampling
from lemmata.verify.chains.chain import LayerMap
from lemmata.verify.chains.weights import (
    gaussian,
    gaussian_product,
    gaussian_product_by_gram,
    haar_frame,
    haar_matrix,
    haar_product,
    haar_reflections,
)
from lemmata.verify.depth.network import RandomWeights, WeightLaw
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.seeds import Address

D, REPLICAS = 5, 8000
ALARM = 6.0  # standard errors
LIKE = torch.empty(0, dtype=torch.float64)
Sampler = Callable[[torch.Generator], Tensor]


def stream(*steps: object) -> torch.Generator:
    address = Address(0)
    for step in steps:
        address = address / step
    return address.generator("cpu")


def scores(W: Tensor) -> dict[str, float]:
    """Means in standard errors of what vanishes in the mean under Haar measure, W: (N, d, d)."""
    d, half = W.shape[-1], len(W) // 2
    square = W @ W
    statistics = {
        "trace": W.diagonal(dim1=-2, dim2=-1).sum(-1),
        "first diagonal entry": W[:, 0, 0],
        "last diagonal entry": W[:, -1, -1],
        "third moment of an entry": W[:, 1, 0] ** 3 + W[:, 0, 0] ** 3,
        "trace of the square": square.diagonal(dim1=-2, dim2=-1).sum(-1) - 1,
        "determinant": torch.from_numpy(np.linalg.det(W.numpy())),
        "fourth moment": (W**4).mean((-2, -1)) - 3 / (d * (d + 2)),
        "fourth moment of a corner": W[:, -1, -1] ** 4 - 3 / (d * (d + 2)),
        "mixed fourth moment": W[:, 0, 0] * W[:, 0, 1] * W[:, 1, 0] * W[:, 1, 1]
        + 1 / (d * (d - 1) * (d + 2)),
        "one half of the replicas against the other": (W[:half] * W[half:]).sum((-2, -1)),
    }
    return {
        name: float(v.mean() / (v.std() / len(v) ** 0.5 + 1e-12)) for name, v in statistics.items()
    }


def entry_p_value(W: Tensor) -> float:
    """Kolmogorov and Smirnov: w_ij^2 ~ Beta(1/2, (d-1)/2), the least over three corners, times 3.

    W: (N, d, n). Level 1e-7 where it is used below.
    """
    d = W.shape[-2]
    law = scipy.stats.beta(0.5, (d - 1) / 2)
    squares = [(W[:, i, j] ** 2).numpy() for i, j in ((0, 0), (-1, 0), (-1, -1))]
    return 3 * min(float(scipy.stats.kstest(v, law.cdf).pvalue) for v in squares)


def ours(generator: torch.Generator) -> Tensor:
    return haar_matrix(D, REPLICAS, LIKE, generator)


def through_products(generator: torch.Generator) -> Tensor:
    identity = torch.eye(D, dtype=torch.float64).expand(REPLICAS, D, D)
    return haar_product(identity.clone(), generator)


def in_blocks_of_two(generator: torch.Generator) -> Tensor:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "BLOCK", 2)
        return haar_frame(D, D, REPLICAS, LIKE, generator)


def unsigned_qr(generator: torch.Generator) -> Tensor:
    Q, _ = torch.linalg.qr(gaussian((REPLICAS, D, D), LIKE, generator))
    return Q  # type: ignore[no-any-return]


def special_orthogonal(generator: torch.Generator) -> Tensor:
    W = ours(generator)
    W[:, :, 0] *= torch.from_numpy(np.sign(np.linalg.det(W.numpy())))[:, None]
    return W


def wrong_length(generator: torch.Generator) -> Tensor:
    """Every vector one too short: the first coordinate of each reflection is lost."""
    W = torch.diag_embed(haar_reflections(D, D, REPLICAS, LIKE, generator).signs)
    W[:, 1:, 1:] = haar_matrix(D - 1, REPLICAS, LIKE, generator)
    return W


def full_length(generator: torch.Generator) -> Tensor:
    """Every vector as long as the first: reflections of the whole space, in the blocked code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tensor, "tril", lambda self, *_: self)
        patch.setattr(sampling, "BLOCK", D)
        return haar_frame(D, D, REPLICAS, LIKE, generator)


def repeated_seed(generator: torch.Generator) -> Tensor:
    half = haar_matrix(D, REPLICAS // 2, LIKE, generator)
    return torch.cat([half, half])


@contextmanager
def by_few_calls() -> Iterator[None]:
    """The route of a GPU, on the CPU."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "few_calls", lambda like: True)
        yield


def matrix_by_few_calls(generator: torch.Generator) -> Tensor:
    with by_few_calls():
        return haar_matrix(D, REPLICAS, LIKE, generator)


def product_by_few_calls(generator: torch.Generator) -> Tensor:
    with by_few_calls():
        return through_products(generator)


def in_few_blocks(generator: torch.Generator) -> Tensor:
    with pytest.MonkeyPatch.context() as patch, by_few_calls():
        patch.setattr(sampling, "WIDE", 2)
        return haar_frame(D, D, REPLICAS, LIKE, generator)


def without_signs(generator: torch.Generator) -> Tensor:
    """Every reflection takes its vector to the first axis, as if R had any signs."""
    with pytest.MonkeyPatch.context() as patch, by_few_calls():
        patch.setattr(torch, "cat", lambda signs, dim: -torch.ones(REPLICAS, D, dtype=LIKE.dtype))
        return haar_frame(D, D, REPLICAS, LIKE, generator)


BY_FEW_CALLS = (matrix_by_few_calls, product_by_few_calls, in_few_blocks)


@over([ours, through_products, in_blocks_of_two, *BY_FEW_CALLS])
def test_haar_samplers_have_the_haar_law(sampler: Sampler) -> None:
    W = sampler(stream("law", sampler.__name__))
    found = scores(W)
    assert max(map(abs, found.values())) < ALARM, found
    assert entry_p_value(W) > 1e-7


@over(
    [
        (unsigned_qr, "trace"),
        (special_orthogonal, "determinant"),
        (wrong_length, "fourth moment"),
        (full_length, "fourth moment of a corner"),
        (repeated_seed, "one half of the replicas against the other"),
        (without_signs, "trace"),
    ]
)
def test_a_planted_fault_is_caught(fault: Sampler, seen_by: str) -> None:
    found = scores(fault(stream("fault", fault.__name__)))
    assert abs(found[seen_by]) > 20, found


@over([1, 2, 31, 33, 70])
def test_matrices_are_orthogonal_and_agree_with_products(d: int) -> None:
    W = haar_matrix(d, 3, LIKE, stream("orthogonal", d))
    frame = haar_frame(d, d, 3, LIKE, stream("frame", d))
    identity = torch.eye(d, dtype=torch.float64)
    for Q in (W, frame):
        assert float((Q @ Q.mT - identity).abs().max()) < 1e-13
    X = gaussian((3, d, 4), LIKE, stream("X", d))
    assert torch.allclose(haar_product(X, stream("frame", d)), frame @ X, atol=1e-13, rtol=0)


def test_the_first_column_is_the_first_gaussian_vector_normalised() -> None:
    """Signs are those of the Q factor whose R has a positive diagonal."""
    room = torch.empty(4, D, D, dtype=torch.float64)
    W = haar_matrix(D, 4, LIKE, stream("first"), room)
    G = gaussian((2, D, D + 1), LIKE, stream("first"))  # two triangles each
    F = haar_frame(D, 2, 4, LIKE, stream("first"))
    V = gaussian((4, D, 2), LIKE, stream("first"))
    for Q, x in ((W, torch.cat([G[:, 0, 1:], G[:, :, 0]])), (F, V[:, :, 0])):
        assert torch.allclose(Q[:, :, 0], x / torch.linalg.vector_norm(x, dim=-1, keepdim=True))
    assert W.data_ptr() == room.data_ptr()


def test_a_frame_is_orthonormal_and_its_entries_have_the_haar_law() -> None:
    F = haar_frame(6, 2, REPLICAS, LIKE, stream("frame"))
    assert F.shape == (REPLICAS, 6, 2)
    assert float((F.mT @ F - torch.eye(2, dtype=torch.float64)).abs().max()) < 1e-14
    assert entry_p_value(F) > 1e-7
    assert float(F.mean(0).abs().max()) < ALARM / (6 * REPLICAS) ** 0.5


@over([(row,) for row in [(), (1,), (3, 5), (2, 0, 3)]])
def test_gaussian_tensors_of_any_shape(shape: tuple[int, ...]) -> None:
    x = gaussian(shape, LIKE, stream("shape", shape))
    assert (x.shape, x.dtype) == (shape, torch.float64)
    assert bool(torch.isfinite(x).all())


def test_gaussian_entries_are_independent_standard_normals() -> None:
    """The two halves come in pairs with a common radius: their squares must not go together."""
    first, second = gaussian((2, 200_000), LIKE, stream("normal")).numpy()
    for values in (first, second, (first + second) / 2**0.5):
        assert scipy.stats.kstest(values, scipy.stats.norm.cdf).pvalue > 1e-7
    for one, other in ((first, second), (first**2, second**2), (first[1:], first[:-1])):
        assert abs(np.corrcoef(one, other)[0, 1]) < ALARM / len(one) ** 0.5


def test_a_frame_longer_than_the_width_is_refused() -> None:
    with pytest.raises(ValueError, match="1 <= n <= d"):
        haar_frame(3, 4, 1, LIKE, None)


def test_samplers_stay_on_the_device_of_their_argument() -> None:
    with fake_cuda() as device:
        generator = Address(0).generator(str(device))
        X = gaussian((2, 40, 3), LIKE.to(device), generator)
        for sampled in (
            haar_product(X, generator),
            haar_matrix(40, 2, X, generator),
            haar_frame(40, 3, 2, X, generator),
            sampling.gaussian_product(X, generator),
            sampling.gaussian_product_by_gram(X, generator),
        ):
            assert (sampled.device.type, sampled.dtype) == ("cuda", torch.float64)
            assert bool(sampled.isfinite().all())


def pieces_of(columns: Tensor) -> Callable[..., Tensor]:
    """In place of ``gaussian``: the columns of this, (2, d, d), however they are asked for."""
    d, taken = columns.shape[-1], 0

    def draw(shape: tuple[int, ...], like: Tensor, generator: object) -> Tensor:
        nonlocal taken
        if len(shape) == 2:  # the signs that no reflection has
            return columns[:, -1, d - shape[1] :].clone()
        _, rows, b = shape
        asked = torch.nn.functional.pad(columns[:, :, taken : taken + b], (0, b))[..., :b]
        taken += b
        return asked[:, d - rows :].clone()

    return draw


SHAPES = [(1, 1), (2, 2), (2, 1), (31, 31), (33, 33), (70, 70), (70, 5), (70, 69), (300, 40)]


@over(SHAPES)
def test_few_calls_make_the_same_matrix_of_the_same_normal_numbers(d: int, k: int) -> None:
    """Blocks of any size, with and without columns that are filled up; odd moments see no less."""
    X = gaussian((2, d, 4), LIKE, stream("X", d))
    columns = gaussian((2, d, d), LIKE, stream("columns", d))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "gaussian", pieces_of(columns))
        blocked = haar_reflections(d, k, 2, LIKE, None)
    for wide in (1, 20, 256):
        with pytest.MonkeyPatch.context() as patch, by_few_calls():
            patch.setattr(sampling, "gaussian", pieces_of(columns))
            patch.setattr(sampling, "WIDE", wide)
            together = haar_reflections(d, k, 2, LIKE, None)
            frame = together.columns(k)
        assert torch.equal(together.signs, blocked.signs)
        assert torch.allclose(together.apply(X), blocked.apply(X), atol=1e-12, rtol=0)
        assert torch.allclose(frame, blocked.columns(k), atol=1e-12, rtol=0)


def test_a_matrix_by_few_calls_is_a_product_with_the_identity() -> None:
    room, eye = torch.empty(2, 70, 70, dtype=LIKE.dtype), torch.eye(70, dtype=LIKE.dtype)
    with by_few_calls():
        W = haar_matrix(70, 2, LIKE, stream("room"), room)
        assert W.data_ptr() == room.data_ptr()
        assert torch.equal(W, haar_product(eye.expand(2, 70, 70), stream("room")))
    assert float((W @ W.mT - eye).abs().max()) < 1e-13


SIGMAS = 5.5  # one false alarm in 3e7


def has_mean(values: Tensor, mean: float) -> bool:
    error = float(values.std()) / math.sqrt(values.numel())
    return abs(float(values.mean()) - mean) < SIGMAS * error < 0.1 * mean


@over([gaussian_product, gaussian_product_by_gram])
def test_a_gaussian_weight_keeps_the_mean_square(multiply: LayerMap) -> None:
    """E ||W X||^2 = ||X||^2: its entries have variance 1/d."""
    for d, n in ((3, 2), (16, 5)):
        X = gaussian((1, d, n), LIKE, stream("scales", "X", d))
        M = multiply(X.expand(4000, d, n), stream("scales", multiply.__name__, d))
        assert has_mean(M.square().sum((-2, -1)), float(X.square().sum()))


def test_the_weights_of_a_deep_network_have_the_scale_of_their_kind() -> None:
    for d in (3, 16):
        X = gaussian((8, d, d), LIKE, stream("scales", "X", d))
        drawn = {
            kind: list(RandomWeights(kind, Address(0), X).layers(0, 256)) for kind in WeightLaw
        }
        assert has_mean(torch.stack(drawn[WeightLaw.GAUSSIAN]).square(), 1 / d)
        for W in drawn[WeightLaw.ORTHOGONAL]:
            assert torch.allclose(W @ W.mT, torch.eye(d, dtype=W.dtype).expand(8, d, d))
