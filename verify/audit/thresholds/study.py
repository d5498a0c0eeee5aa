"""``python -m lemmata.verify.audit.thresholds.study``: which networks train, by their growth.

Chains of Gaussian linear maps of width 64 learn the digits by SGD at eight rates; what counts is
the accuracy of the best rate. Three families reach a given growth in different ways:

- BN, a gain and tanh, at depth 20: the gain makes gradients grow; BN alone, and BN and ReLU: the
  depth does;
- a gain and tanh, or a gain alone, at depth 20: below 1 gradients vanish, above it they grow;
- ReLU with He's gain, of many depths: gradients keep their size, the samples become parallel.

Residual networks, X + a act(W X), are families of their own: what stops a chain need not stop them.

- ReLU, at depths 20 and 80: gradients grow and samples become parallel, at other rates;
- BN and ReLU: sums as they are, whose signal grows, and sums divided by sqrt(1 + a^2).
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from lemmata.verify.audit.measuring.measures import representation
from lemmata.verify.audit.thresholds.reading import COMMAND, NORMALISED, PATH, RANK, RESIDUAL
from lemmata.verify.figures import recorded
from lemmata.verify.results.place import ROOT
from lemmata.verify.seeds import Address
from lemmata.verify.training.measuring import count_correct, losses
from lemmata.verify.training.running import descend_
from lemmata.verify.training.tensors import Images, images

WIDTH, BATCH, STEPS, LAST = 64, 64, 150, 20  # the accuracy is that of the last steps
RATES = torch.logspace(-3.5, 0, 8)
GAINS = (0.4, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.0, 4.0)
DEPTHS = (2, 5, 10, 15, 20, 25, 30, 40, 60)
BN_DEPTHS = {"identity": (20, 40, 80, 120), "relu": (5, 10, 15, 20, 30, 40, 60)}
# of residual networks; a pilot of a few grew by 0.07 to 12.5, and failed from about 4 on
BRANCHES = {
    20: (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0, 1.2, 1.5, 2.0),
    80: (0.05, 0.1, 0.15, 0.2, 0.25, 0.3),
}
BRANCHES_WITH_BN = (0.3, 0.5, 0.7, 1.0, 1.2, 1.5, 2.0, 3.0, 4.0)
ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "tanh": torch.tanh,
    "identity": lambda X: X,
    "relu": torch.relu,
}


@dataclass(frozen=True)
class Chain:
    """X -> act(a W X), or act(a BN(W X)), ``depth`` times, and a linear read-out; ``residual``: X
    plus a times the branch, ``scaled``: divided by sqrt(1 + a^2)."""

    family: str
    depth: int
    gain: float
    activation: str
    normalised: bool = False
    residual: bool = False
    scaled: bool = False

    @property
    def key(self) -> str:
        return f"{self.family}, depth {self.depth}, gain {self.gain:.3g}"

    def weights(self, classes: int) -> list[Tensor]:
        address = Address(0) / "thresholds" / self.key
        sizes = [WIDTH] * self.depth + [classes]
        return [
            torch.randn(WIDTH, size, generator=(address / l).generator("cpu")) / math.sqrt(WIDTH)
            for l, size in enumerate(sizes)
        ]

    def run(self, X: Tensor, weights: list[Tensor]) -> tuple[Tensor, list[Tensor]]:
        """X: (rates, n, d), weights: (rates, d, d) -> the outputs, and every layer's.

        A layer's output is what BN gives out, without BN what the activation does, and the sum
        of a residual network.
        """
        act, outputs, H = ACTIVATIONS[self.activation], [], X
        for W in weights[:-1]:
            Z = torch.bmm(H, W)
            if self.normalised:
                Z = (Z - Z.mean(1, keepdim=True)) * (Z.var(1, False, keepdim=True) + 1e-5).rsqrt()
            if self.residual:
                H = H + self.gain * act(Z)
                H = H / math.sqrt(1 + self.gain**2) if self.scaled else H
                outputs.append(H)
                continue
            H = act(self.gain * Z)
            outputs.append(Z if self.normalised else H)
        return torch.bmm(H, weights[-1]), outputs


def chains() -> Iterator[Chain]:
    for gain in GAINS:
        yield Chain("BN and tanh", 20, gain, "tanh", True)
        yield Chain("tanh", 20, gain, "tanh")
        yield Chain("linear", 20, gain, "identity")
    for depth in DEPTHS:
        yield Chain(RANK, depth, math.sqrt(2), "relu")
    for activation, depths in BN_DEPTHS.items():
        for depth in depths:
            family = f"{NORMALISED} and {activation.replace('relu', 'ReLU')}"
            yield Chain(family, depth, 1.0, activation, True)
    for depth, gains in BRANCHES.items():
        for gain in gains:
            yield Chain(f"{RESIDUAL}, ReLU", depth, gain, "relu", residual=True)
    for depth in (10, *BRANCHES, 40):
        yield Chain(f"{RESIDUAL}, BN and ReLU", depth, 1.0, "relu", True, residual=True)
    for gain in BRANCHES_WITH_BN:
        family = f"{RESIDUAL}, BN and ReLU, scaled"
        yield Chain(family, 40, gain, "relu", True, residual=True, scaled=True)


def initial(chain: Chain, data: Images) -> tuple[float, float]:
    """By how much log ||dL/dX|| is larger in the first layer than in the last, and the directions
    beyond the first that the samples take in the last layer, 1/(V^2 + 1/n) - 1."""
    X = data.X[:BATCH].flatten(1)[None].double()
    weights = [W[None].double().requires_grad_() for W in chain.weights(data.classes)]
    Y, outputs = chain.run(X, weights)
    generator = (Address(0) / "thresholds" / chain.key / "loss").generator("cpu")
    C = torch.randn(Y.shape, generator=generator, dtype=torch.float64)
    found = torch.autograd.grad((C * Y).sum(), outputs)
    last = representation(outputs[-1][0].detach())
    growth = math.log(float(found[0].norm()) / float(found[-1].norm()))
    return growth, 1 / (last.orthogonality_gap**2 + 1 / last.samples) - 1


def accuracies(chain: Chain, data: Images) -> Tensor:
    """The mean accuracy of the last steps at every rate; steps that are no number are left out."""
    X, R = data.X.flatten(1), len(RATES)
    weights = [W.repeat(R, 1, 1).requires_grad_() for W in chain.weights(data.classes)]
    parameters = [torch.nn.Parameter(W) for W in weights]
    generator = (Address(0) / "thresholds" / chain.key / "order").generator("cpu")
    hits = torch.zeros(R)
    for step in range(STEPS):
        at = torch.randint(len(X), (BATCH,), generator=generator)
        logits = chain.run(X[at].expand(R, -1, -1), list(parameters))[0].transpose(0, 1)
        y = data.y[at][:, None].expand(-1, R)
        gradients = torch.autograd.grad(losses(logits, y).sum(), parameters)
        scaled = [RATES[:, None, None] * G.nan_to_num(0.0, 0.0, 0.0) for G in gradients]
        descend_(parameters, scaled, 1.0)
        if step >= STEPS - LAST:
            hits += count_correct(logits.detach(), y)
    return hits / (LAST * BATCH)


def main() -> None:
    """Train every chain that has no record, and write the record."""
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    data = images("digits", "train", None, "cpu", None)
    entries = dict(recorded.read(PATH)["entries"]) if PATH.exists() else {}
    for chain in chains():
        if chain.key in entries:
            continue
        begun = time.perf_counter()
        growth, further = initial(chain, data)
        best = float(accuracies(chain, data).max())
        found = {"growth": growth, "further directions": further, "accuracy": best}
        values = {name: np.array([one]) for name, one in found.items()}
        entry = recorded.new_entry(data.source, values, time.perf_counter() - begun)
        entries[chain.key] = {**entry, "commit": head}
        print(f"{chain.key}: {found}", file=sys.stderr)
    recorded.write(PATH, {"command": COMMAND, "seed": 0, "data": {}}, entries)


if __name__ == "__main__":
    main()
