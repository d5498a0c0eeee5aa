"""A device that computes otherwise than the CPU is found out before a run begins on it."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils._pytree import tree_map_only

from lemmata.theory.test_support.comparing import over
from lemmata.verify.chains import agreement
from lemmata.verify.chains.weights import gaussian
from lemmata.verify.machine import fake_device
from lemmata.verify.machine.device import DeviceUnavailable
from lemmata.verify.machine.fake_device import fake_cuda

Fault = Callable[[Tensor], Tensor]


def in_float32(x: Tensor) -> Tensor:
    return x.float().double() if x.dtype is torch.float64 else x


def test_a_device_that_computes_as_the_cpu_passes() -> None:
    with fake_cuda() as device:
        assert agreement.require(str(device)) == len(agreement.COMPARISONS) == 7


# By operation, what a faulty device makes of its result, and which comparison sees it first.
FAULTS: dict[str, tuple[Fault, str]] = {
    "add": (in_float32, "about steps of one"),
    "bmm": (in_float32, "about products of integers"),
    "mm": (in_float32, "about products of integers"),
    "tril": (lambda x: x + 1e-9, "about haar weights"),
    "cat": (torch.abs, "about haar weights"),  # of the signs
    "_linalg_eigh": (lambda x: x + 1e-9, "about decompositions"),
    "_linalg_svd": (in_float32, "about decompositions"),
    "log1p": (in_float32, "about defects"),
    "cumsum": (in_float32, "about deep gradients"),
    "logsumexp": (lambda x: x * torch.nan, "about deep gradients"),
}


@over(FAULTS)
def test_a_faulty_operation_is_named_in_one_line(name: str) -> None:
    fault, about = FAULTS[name]
    sound = fake_device._done

    def faulty(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        found = sound(func, args, kwargs)
        if func._schema.name != f"aten::{name}":
            return found
        with fake_device._GUARD():
            changed = tree_map_only(Tensor, lambda x: fault(fake_device._plain(x)), found)
        return tree_map_only(Tensor, fake_device._labelled, changed)

    with pytest.MonkeyPatch.context() as patch, fake_cuda() as device:
        patch.setattr(fake_device, "_done", faulty)
        with pytest.raises(DeviceUnavailable, match=f"disagrees with the CPU {about}: off by"):
            agreement.require(str(device))


@over([lambda like: like + 1, lambda like: like * 0 + 0.5, lambda like: 1.1 * like])
def test_numbers_that_are_not_random_are_found_out(fault: Fault) -> None:
    """Shifted, all the same, and too widely spread."""
    drawn = gaussian
    with pytest.MonkeyPatch.context() as patch, fake_cuda() as device:
        patch.setattr(agreement, "gaussian", lambda *given: fault(drawn(*given)))
        assert (
            agreement.random_numbers(str(device)) > agreement.COMPARISONS[agreement.random_numbers]
        )


def test_a_device_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(device: str) -> float:
        raise RuntimeError("CUDA error: no kernel image is available\nCompile with ...")

    monkeypatch.setattr(agreement, "COMPARISONS", {broken: 0.0})
    with pytest.raises(DeviceUnavailable) as refused:
        agreement.require("cuda")
    assert str(refused.value) == (
        "device cuda cannot do broken: CUDA error: no kernel image is available"
    )


@pytest.mark.skipif(
    not torch.cuda.is_available(), reason="no CUDA device here: run on real hardware"
)
def test_a_real_cuda_device_agrees_with_the_cpu() -> None:
    assert agreement.require("cuda") == len(agreement.COMPARISONS)
