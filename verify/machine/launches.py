"""What a program asks of a device: kernels, copies between devices, and waits for its results.

A GPU is idle while a launch costs more than its arithmetic, and while the host waits for a number.
Counted are torch's operations, after those that torch composes of others are taken apart; without a
GPU on `verify.machine.fake_device`. An operation of a library such as an eigendecomposition counts
as one kernel, and launches many.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

# what only makes room, or another view of the same memory, beside what says so itself
_FREE: tuple[str, ...] = (
    "empty",
    "empty_like",
    "empty_strided",
    "new_empty",
    "new_empty_strided",
    "_unsafe_view",
)
_FREE += ("_reshape_alias", "detach", "lift_fresh")
# what hands a number, or the size of its result, to the host; a solver that looks for failures
_WAITS: tuple[str, ...] = (
    "_local_scalar_dense",
    "nonzero",
    "masked_select",
    "equal",
    "is_nonzero",
    "_unique2",
)
_WAITS += ("_linalg_check_errors", "_linalg_eigh", "_linalg_svd", "linalg_eig", "linalg_lstsq")
_MASKED = ("index", "index_put", "index_put_", "_index_put_impl_")


@dataclass(frozen=True)
class PerLayer:
    """Of each kind so many a layer."""

    kernels: float
    transfers: float
    synchronisations: float


class Launches(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Counts, within its block, what touches a tensor that is not in the host's memory."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kernels, self.transfers, self.synchronisations = (Counter[str]() for _ in range(3))

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # else torch loads its compiler, for seconds

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        found = func(*args, **(kwargs or {}))
        given = [x for x in tree_leaves((args, kwargs or {})) if isinstance(x, Tensor)]
        made = [x for x in tree_leaves(found) if isinstance(x, Tensor)]
        if any(_away(x) for x in (*given, *made)):
            self._count(func, args, given, made)
        return found

    def _count(
        self, func: Any, args: tuple[Any, ...], given: list[Tensor], made: list[Tensor]
    ) -> None:
        name = func._schema.name.removeprefix("aten::")
        if func.is_view or name in _FREE:
            return
        moved = name in ("_to_copy", "copy_") and len({_away(x) for x in (*given, *made)}) > 1
        if moved:
            self.transfers[name] += 1
        elif name != "_local_scalar_dense":
            self.kernels[name] += 1
        masks = [x for x in tree_leaves(args[1:2]) if name in _MASKED and isinstance(x, Tensor)]
        masked = any(x.dtype is torch.bool for x in masks)
        if name in _WAITS or masked or (moved and not _away(made[0])):
            self.synchronisations[name] += 1


def _away(x: Tensor) -> bool:
    return x.device.type not in ("cpu", "meta")


def rates(layers: Callable[[int], object], few: int, many: int) -> PerLayer:
    """What a layer takes: the difference of two depths over that of their layers."""
    counts = []
    for depth in (few, many):
        with Launches() as seen:
            layers(depth)
        kinds = (seen.kernels, seen.transfers, seen.synchronisations)
        counts.append([kind.total() for kind in kinds])
    first, last = counts
    return PerLayer(*((b - a) / (many - few) for a, b in zip(first, last, strict=True)))
