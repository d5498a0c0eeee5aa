"""The device that is not there refuses what CUDA refuses, and computes what the CPU computes."""

import copy
import io
from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from lemmata.theory.test_support.comparing import over
from lemmata.verify.machine.fake_device import fake_cuda
from lemmata.verify.seeds import Address


def numbers(*shape: int) -> Tensor:
    return torch.linspace(-1, 2, torch.Size(shape).numel(), dtype=torch.float64).view(shape)


def test_tensors_on_the_device_do_not_become_arrays() -> None:
    with fake_cuda() as device:
        x = numbers(2, 3).to(device)
        refusals: tuple[Callable[[], object], ...] = (x.numpy, lambda: np.asarray(x), x[0].numpy)
        for refused in refusals:
            with pytest.raises(TypeError, match=r"can't convert cuda:0 .* Use Tensor.cpu"):
                refused()
        assert np.array_equal(x.cpu().numpy(), numbers(2, 3).numpy())
    with pytest.raises(TypeError, match="can't convert cuda"):
        x.numpy()  # also when the device is gone


def test_mixing_devices_is_refused() -> None:
    with fake_cuda() as device:
        here, there = numbers(3), numbers(3).to(device)
        mixed: tuple[Callable[[], object], ...] = (
            lambda: there + here,
            lambda: here * there,
            lambda: there @ here,
            lambda: torch.stack([there, here]),
            lambda: torch.cat([here, there]),
            lambda: there.add_(here),
            lambda: torch.add(there, there, out=here),
            lambda: here[torch.tensor([0, 1], device=device)],
            lambda: torch.dot(there, torch.tensor(1.0).expand(3)),
        )
        for call in mixed:
            with pytest.raises(RuntimeError, match="same device"):
                call()
        one, two = torch.tensor(2.0), torch.tensor([0, 2])
        assert torch.equal((there * one).cpu(), 2 * here)  # a number may come from here
        assert torch.equal(there[two].cpu(), here[two])  # and indices
        there[:2] = here[:2]  # and what is copied


def test_a_generator_draws_on_its_own_device_alone() -> None:
    with fake_cuda() as device:
        there, here = Address(0).generator(str(device)), Address(0).generator("cpu")
        for place, generator in (("cpu", there), (device, here)):
            with pytest.raises(RuntimeError, match="device type for generator"):
                torch.rand(3, device=place, generator=generator)
            with pytest.raises(RuntimeError, match="device type for generator"):
                torch.empty(3, device=place).normal_(generator=generator)
        drawn = torch.rand(3, device=device, generator=there)
        assert torch.equal(drawn.cpu(), torch.rand(3, generator=here))


@over(["empty", "zeros", "ones", "rand"])
def test_factories_make_tensors_on_the_device(name: str) -> None:
    with fake_cuda() as device:
        made = getattr(torch, name)(2, 3, device=device)
        for x in (made, torch.empty_like(made), made.new_zeros(2), made[0], made.mT, made.double()):
            assert (x.device.type, x.is_cuda, x.is_cpu) == ("cuda", True, False)
        assert torch.tensor([1.0], device=device).device.type == "cuda"
        assert torch.as_tensor(numbers(2), device=device).is_cuda
        assert made.cpu().is_cpu
        assert numbers(2).to(made).dtype == torch.float32
        assert numbers(2).to(made).is_cuda


def test_what_is_moved_is_copied() -> None:
    with fake_cuda() as device:
        here = numbers(3)
        there = here.to(device)
        there.zero_()
        assert float(here.sum()) != 0
        back = there.cpu()
        back += 1
        assert float(there.sum()) == 0


def test_modules_train_on_the_device_as_on_the_cpu() -> None:
    def step(network: nn.Module, X: Tensor) -> list[Tensor]:
        return list(torch.autograd.grad(network(X).square().sum(), list(network.parameters())))

    with torch.random.fork_rng([]):
        layers = nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2)
        network = nn.Sequential(*layers).double()
    expected = step(copy.deepcopy(network), numbers(5, 3))
    with fake_cuda() as device:
        there = copy.deepcopy(copy.deepcopy(network).to(device))
        assert all(isinstance(p, nn.Parameter) and p.is_cuda for p in there.parameters())
        assert all(b.is_cuda for b in there.buffers())
        found = step(there, numbers(5, 3).to(device))
        assert all(g.is_cuda for g in found)
        with pytest.raises(RuntimeError, match="same device"):
            there(numbers(5, 3))
        kept = io.BytesIO()
        torch.save(there.state_dict(), kept)
        kept.seek(0)
        again = torch.load(kept, map_location=str(device), weights_only=True)
        assert all(x.is_cuda for x in again.values())
    for one, other in zip(found, expected, strict=True):
        assert torch.equal(one.cpu(), other)
