"""Whether a device computes what the CPU computes, in float64: asked before a run begins on it.

Each comparison is the largest error of something that every check stands on, and what it may be:
nothing where the arithmetic is exact, else some roundings. One that fails is one line.
"""

from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from lemmata.verify.chains.gaps import log_defect
from lemmata.verify.chains.kernels import floats_on
from lemmata.verify.chains.weights import gaussian, haar_matrix, haar_product, symmetric_root
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.depth.network import Network, RandomWeights, WeightLaw
from lemmata.verify.machine.device import DeviceUnavailable
from lemmata.verify.seeds import Address

ADDRESS = Address(0) / "agreement"
D, LAYERS = 70, 12  # so wide that the CPU takes the route of wide matrices


def numbers(*shape: int) -> Tensor:
    """Normal numbers of the CPU."""
    return gaussian(shape, floats_on("cpu"), (ADDRESS / shape).generator("cpu"))


def largest(found: Tensor, expected: Tensor) -> float:
    """The largest error beside the largest entry; infinite if an entry is none."""
    error = (found.cpu() - expected).abs().amax() / expected.abs().amax()
    return float(error) if bool(error.isfinite()) else float("inf")


def steps_of_one(device: str) -> float:
    """1 + 2^-52 differs from 1, and so do its multiples: float64 is float64."""
    steps = torch.arange(1, 9, dtype=torch.float64)
    return largest((1 + steps.to(device) * 2**-52) - 1, steps * 2**-52)


def products_of_integers(device: str) -> float:
    """Exact below 2^53: no product takes fewer digits."""
    A = (numbers(2, D, D) * 2**20).round()
    there = A.to(device)
    return max(largest(there @ there.mT, A @ A.mT), largest(there[0] @ there[1], A[0] @ A[1]))


def random_numbers(device: str) -> float:
    """The same for the same seed, other ones for another, of mean 0 and variance 1."""
    x, again, other = (
        gaussian((2**17,), floats_on(device), (ADDRESS / name).generator(device)).cpu()
        for name in ("one", "one", "other")
    )
    moments = x.mean().abs(), (x.square().mean() - 1).abs() / 2**0.5, (x * other).mean().abs()
    repeats = torch.equal(x, again) and not torch.equal(x, other)
    return float(torch.stack(moments).amax()) * 2**8.5 if repeats else float("inf")


def haar_weights(device: str) -> float:
    """W is orthogonal, W X is W's product, and W's first column is the first vector drawn."""
    like, seed = floats_on(device), ADDRESS / "Haar"
    W = haar_matrix(D, 2, like, seed.generator(device))
    first = gaussian((2, D, D - 1), like, seed.generator(device))[..., 0].cpu()
    X = numbers(2, D, 3)
    product = haar_product(X.to(device), seed.generator(device))
    eye = torch.eye(D, dtype=torch.float64).expand(2, D, D)
    errors = (
        largest(W @ W.mT, eye),
        largest(product, W.cpu() @ X),
        largest(W[..., 0], first / torch.linalg.vector_norm(first, dim=-1, keepdim=True)),
    )
    return max(errors)


def decompositions(device: str) -> float:
    """Eigenvalues, singular values and the root of a Gram matrix."""
    X = numbers(2, D, D // 2)
    K, there = X.mT @ X, X.to(device)
    errors = (
        largest(torch.linalg.eigvalsh(there.mT @ there), torch.linalg.eigvalsh(K)),
        largest(torch.linalg.svdvals(there), torch.linalg.svdvals(X)),
        largest(symmetric_root(there.mT @ there), symmetric_root(K)),
    )
    return max(errors)


def defects(device: str) -> float:
    """x - log(1 + x), each with its own digits, from 1e-100 on."""
    x = torch.logspace(-100, 2, 500, dtype=torch.float64)
    expected = log_defect(x)
    return largest(log_defect(x.to(device)).cpu() / expected, torch.ones_like(x))


class _Handed(RandomWeights):
    """The CPU's weights on another device."""

    device = "cpu"

    def layers(self, start: int, stop: int) -> Iterator[Tensor]:
        own = RandomWeights(self.kind, ADDRESS, floats_on("cpu").new_empty(2, self.d, 0))
        yield from (W.to(self.device) for W in own.layers(start, stop))


def deep_gradients(device: str) -> float:
    """Of a network whose weights are handed to both: logarithms of norms."""

    def logs(place: str) -> Tensor:
        """Of dL/dW and dL/dX, (layers, 2, replicas)."""
        X, C = (numbers(k, 2, D, D)[0].to(place) for k in (1, 2))
        weights = _Handed(WeightLaw.ORTHOGONAL, ADDRESS, X)
        weights.device = place
        found = gradients(Network(), weights, X, LAYERS, readout(C), spacing=4)
        return torch.stack([found.log_dW, found.log_dX[1:]], 1)

    return largest(logs(device), logs("cpu"))


COMPARISONS: dict[Callable[[str], float], float] = {
    steps_of_one: 0.0,
    products_of_integers: 0.0,
    random_numbers: 6.0,  # standard errors
    haar_weights: 1e-12,
    decompositions: 1e-12,
    defects: 1e-14,
    deep_gradients: 1e-9,
}


def require(device: str) -> int:
    """How many comparisons the device passed; one line about the first that it does not pass."""
    for compare, most in COMPARISONS.items():
        name = compare.__name__.replace("_", " ")
        try:
            error = compare(device)
        except RuntimeError as failure:  # of its driver, or for want of memory
            reason = str(failure).strip().partition("\n")[0]
            raise DeviceUnavailable(f"device {device} cannot do {name}: {reason}") from failure
        if not error <= most:
            raise DeviceUnavailable(
                f"device {device} disagrees with the CPU about {name}: off by {error:.1e},"
                f" expected at most {most:.1e}; use cpu"
            )
    return len(COMPARISONS)
