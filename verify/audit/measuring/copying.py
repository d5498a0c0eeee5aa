"""Copies of the user's model, so that an audit changes nothing, and the global random state.

A copy shares no tensor with the model and has no gradients and none of the user's hooks; hooks by
which torch computes weights stay.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
import torch
from torch import nn

from lemmata.verify.audit.errors import CannotAudit, one_line
from lemmata.verify.machine.device import Device

_HOOKS = (
    "_forward_hooks",
    "_forward_pre_hooks",
    "_backward_hooks",
    "_backward_pre_hooks",
    "_state_dict_hooks",
    "_state_dict_pre_hooks",
)
_TORCHS_OWN = "torch.nn.utils"  # weight and spectral norm compute weights in a hook


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Seed the global generators of Python, numpy and torch, and restore them afterwards.

    They are for the user's code; the audit's own random numbers have addresses.
    """
    python, numpys = random.getstate(), np.random.get_state()  # noqa: NPY002
    devices: list[int] | None = None if _cuda_is_used() else []
    with torch.random.fork_rng(devices):
        try:
            random.seed(seed)
            np.random.seed(seed % 2**32)  # noqa: NPY002
            torch.manual_seed(seed)
            yield
        finally:
            random.setstate(python)
            np.random.set_state(numpys)  # noqa: NPY002


def _cuda_is_used() -> bool:
    return bool(torch.cuda.is_initialized())  # type: ignore[no-untyped-call]


def copy_model(model: nn.Module, dtype: torch.dtype | None = None) -> nn.Module:
    """A copy whose weights have gradients, without operations in place, in ``dtype``."""
    try:
        twin = copy.deepcopy(model, substitutes(model))
    except Exception as error:  # whatever the user's classes raise
        raise CannotAudit(f"the model cannot be copied: {one_line(error)}") from error
    for module in twin.modules():
        for name in _HOOKS:
            hooks = getattr(module, name, {})
            for key in [k for k, hook in hooks.items() if not _is_torchs(hook)]:
                del hooks[key]
        if getattr(module, "inplace", False) is True:
            vars(module)["inplace"] = False  # else it overwrites a measured tensor
    for parameter in twin.parameters():
        parameter.grad = None
        parameter.requires_grad_(parameter.is_floating_point())
    return twin if dtype is None else twin.to(dtype)


def substitutes(model: nn.Module) -> dict[int, object]:
    """What deepcopy puts in the place of compiled modules inside: copies of what was compiled,
    since a copy of a compiled module compiles anew; and of lazy buffers, which it cannot copy."""
    memo: dict[int, object] = {
        id(one): cast(Any, type(one))(device=one.device, dtype=one.dtype)
        for one in model.buffers()
        if hasattr(one, "materialize")
    }
    for module in reversed(list(model.modules())):
        if isinstance(inside := module._modules.get("_orig_mod"), nn.Module):
            memo[id(module)] = copy.deepcopy(inside, memo)
    return memo


def _is_torchs(hook: object) -> bool:
    return type(hook).__module__.startswith(_TORCHS_OWN)


def device_of(model: nn.Module) -> torch.device:
    """The device of the model; the cpu if it has no tensors."""
    tensors = [*model.parameters(), *model.buffers()]
    devices = {str(tensor.device) for tensor in tensors}
    if len(devices) > 1:
        raise CannotAudit(
            f"the model is spread over {', '.join(sorted(devices))}; expected one device"
        )
    device = tensors[0].device if tensors else torch.device("cpu")
    if device.type == "meta":
        raise CannotAudit("the model is on the device meta, which holds no numbers; expected cpu")
    return torch.device("cpu") if device.type == Device.MPS else device  # which has no float64
