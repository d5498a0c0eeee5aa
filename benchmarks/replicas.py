"""Several networks trained at once: features side by side, torch's vmap, and one after the other.

The peer is a parameter. A step is forwards and backwards of every replica, batches of n = d = 100;
the time is that of a step of all, so that a row is to be compared with its peers.
"""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.func import functional_call, stack_module_state, vmap

from benchmarks.measuring import Call, Once, called, over, ratio
from lemmata.verify.nn.networks import Architecture, BNNetwork, build, initialise_, side_by_side
from lemmata.verify.seeds import Address
from lemmata.verify.training.measuring import losses

DEPTH, WIDTH = 50, 100
DESCRIBED = Architecture(DEPTH, WIDTH, "tanh", 0.4)


def inputs(replicas: int) -> tuple[Tensor, Tensor, list[Address]]:
    """Inputs (replicas, n, d), labels (n, replicas), and where the weights come from."""
    stream = (Address(0) / "replicas").generator("cpu")
    X = torch.randn((replicas, WIDTH, WIDTH), generator=stream)
    y = torch.randint(0, 10, (WIDTH, replicas), generator=stream)
    return X, y, [Address(0) / k for k in range(replicas)]


def beside(replicas: int) -> Call:
    """Train replicas side by side, as `lemmata train` does."""
    X, y, addresses = inputs(replicas)
    network = initialise_(BNNetwork(DESCRIBED, (WIDTH,), 10, replicas), addresses)
    parameters = list(network.parameters())
    return lambda: torch.autograd.grad(losses(network(side_by_side(X)), y).sum(), parameters)


def looped(replicas: int) -> Call:
    X, y, addresses = inputs(replicas)
    networks = [build(DESCRIBED, (WIDTH,), 10, address) for address in addresses]

    def step() -> None:
        for k, network in enumerate(networks):
            loss = torch.nn.functional.cross_entropy(network(X[k]), y[:, k])
            torch.autograd.grad(loss, list(network.parameters()))

    return step


def mapped(replicas: int) -> Call:
    X, y, addresses = inputs(replicas)
    networks = [build(DESCRIBED, (WIDTH,), 10, address) for address in addresses]
    weights, buffers = stack_module_state(networks)
    one = build(DESCRIBED, (WIDTH,), 10, addresses[0]).to("meta")

    def step() -> None:
        logits = vmap(lambda w, b, x: functional_call(one, (w, b), (x,)))(weights, buffers, X)
        torch.autograd.grad(losses(logits.transpose(0, 1), y).sum(), list(weights.values()))

    return step


WAYS: dict[str, Callable[[int], Call]] = {
    "side by side": beside,
    "one after the other": looped,
    "torch vmap": mapped,
}


@over({"way": WAYS, "replicas": (1, 4, 10)})
class TrainingStep(Once):
    """A step of all replicas."""

    prepared = staticmethod(lambda way, replicas: WAYS[way](replicas))
    time_step = called


@over({"peer": [way for way in WAYS if way != "side by side"], "replicas": (1, 4, 10)})
class TrainingRatio:
    """Times that of the peer that replicas side by side take: below 1 they are faster."""

    unit = "of the peer's time"

    def track_ratio(self, peer: str, replicas: int) -> float:
        return ratio(beside(replicas), WAYS[peer](replicas))


if __name__ == "__main__":
    for replicas in (1, 4, 10):
        for peer in ("one after the other", "torch vmap"):
            print(replicas, peer, f"{TrainingRatio().track_ratio(peer, replicas):.2f}")
