"""What a layer of each chain asks of a GPU: kernels, copies and waits, counted without one.

``python -m benchmarks.kernels`` prints the table.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from benchmarks.measuring import over
from lemmata.verify.chains import chain as chains
from lemmata.verify.chains.gaps import accurate_gaps, fast_gaps, log_defect
from lemmata.verify.depth.gradients import gradients, readout
from lemmata.verify.depth.network import Network, RandomWeights, WeightLaw
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.machine.launches import PerLayer, rates
from lemmata.verify.seeds import Address

SIZES = {64: 64, 256: 4, 1000: 1}  # by width, how many layers' weights are drawn at once
Layers = Callable[[Tensor, torch.Generator, int], object]  # input, generator, how many


def chain(layer: chains.LayerMap) -> Layers:
    return lambda X, generator, layers: list(chains.states(layer, X[..., :8], layers, generator))


def accurate(X: Tensor, generator: torch.Generator, layers: int) -> object:
    e = torch.linspace(-0.3, 0.3, X.shape[-1], dtype=X.dtype).to(X.device)
    gap = log_defect(e).mean().expand(len(X))
    return accurate_gaps(torch.diag(e).expand(X.shape), gap, layers, generator)


def fast(X: Tensor, generator: torch.Generator, layers: int) -> object:
    return fast_gaps(chains.bn(X), X.new_ones(len(X)), layers, generator)


def deep(kind: WeightLaw) -> Layers:
    """With as many layers a segment as weights are drawn at once; each is drawn twice."""

    def run(X: Tensor, generator: torch.Generator, layers: int) -> object:
        weights = RandomWeights(kind, Address(0), X)
        loss = readout(torch.ones_like(X))
        return gradients(Network(), weights, X, layers, loss, spacing=weights.chunk, memory=0)

    return run


CHAINS: dict[str, Layers] = {
    "Gram chain": chain(chains.gaussian_layer),
    "explicit Gaussian chain": chain(chains.explicit_gaussian_layer),
    "orthogonal chain": chain(chains.orthogonal_layer),
    "gap trajectory, accurate": accurate,
    "gap trajectory, fast": fast,
    "deep gradients, Gaussian": deep(WeightLaw.GAUSSIAN),
    "deep gradients, orthogonal": deep(WeightLaw.ORTHOGONAL),
}


def counted(name: str, d: int) -> PerLayer:
    """What a layer takes, n = d, or 8 where the chain is thin: by a second segment of layers."""
    with fake_cuda() as device:
        generator = Address(0).generator(str(device))
        X = torch.randn((1, d, d), dtype=torch.float64, device=device, generator=generator)
        few = SIZES[d]
        return rates(lambda layers: CHAINS[name](X, generator, layers), few, 2 * few)


@over({"chain": CHAINS, "d": SIZES})
class Kernels:
    """What a layer asks of a GPU."""

    unit = "a layer"

    def setup(self, name: str, d: int) -> None:
        self.found = counted(name, d)

    def track_kernels(self, name: str, d: int) -> float:
        return self.found.kernels

    def track_transfers(self, name: str, d: int) -> float:
        return self.found.transfers

    def track_synchronisations(self, name: str, d: int) -> float:
        return self.found.synchronisations


if __name__ == "__main__":
    print(f"{'a layer':28}{'d':>5}{'kernels':>9}{'transfers':>11}{'waits':>7}")
    for name in CHAINS:
        for d in SIZES:
            one = counted(name, d)
            each = f"{one.kernels:9.1f}{one.transfers:11.2f}{one.synchronisations:7.2f}"
            print(f"{name:28}{d:5}{each}")
