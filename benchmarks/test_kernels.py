"""How much a layer asks of a GPU at most: kernels, and no copy and no wait inside a segment."""

import pytest
import torch

from benchmarks import kernels
from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import weights
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.machine.launches import rates
from lemmata.verify.seeds import Address

SMALL, WIDE = 256, 1000
MOST = {
    ("Gram chain", SMALL): 14,
    ("explicit Gaussian chain", SMALL): 8,
    ("orthogonal chain", SMALL): 28,
    ("orthogonal chain", WIDE): 40,
    ("gap trajectory, accurate", SMALL): 38,
    ("gap trajectory, fast", SMALL): 32,
    ("gap trajectory, fast", WIDE): 40,
    ("deep gradients, Gaussian", SMALL): 21,
    ("deep gradients, orthogonal", SMALL): 32,
}
SOLVED = ("Gram chain",)  # an eigendecomposition a layer, which looks whether it has converged


@over(MOST)
def test_a_layer_launches_few_kernels_and_waits_for_none(name: str, d: int) -> None:
    found = kernels.counted(name, d)
    assert 0 < found.kernels <= MOST[name, d]
    assert found.transfers == 0
    once = 1 / kernels.SIZES[d] if name.startswith("deep") else 0  # at the end of a segment
    assert found.synchronisations == (1 if name in SOLVED else once)


def test_every_chain_has_a_limit() -> None:
    assert {name for name, _ in MOST} == set(kernels.CHAINS)


def test_a_wait_a_layer_and_the_route_of_the_cpu_exceed_the_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw = weights._scaled
    monkeypatch.setattr(weights, "_scaled", lambda V: draw(V) + 0 * float(V.sum()))
    assert kernels.counted("gap trajectory, fast", SMALL).synchronisations > 0
    monkeypatch.setattr(weights, "few_calls", lambda like: False)
    for name in ("orthogonal chain", "gap trajectory, fast"):
        assert kernels.counted(name, SMALL).kernels > MOST[name, SMALL]


def test_a_batch_of_replicas_launches_no_more() -> None:
    def layers(replicas: int) -> float:
        with fake_cuda() as device:
            generator = Address(0).generator(str(device))
            X = torch.randn((replicas, 8, 8), device=device, generator=generator).double()
            run = kernels.CHAINS["gap trajectory, fast"]
            return rates(lambda count: run(X, generator, count), 1, 2).kernels

    assert layers(1) == layers(5000)
