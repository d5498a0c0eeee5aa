"""A CUDA device that is not there: its tensors have values, and refuse what CUDA's refuse.

A tensor on it is one in the memory of the CPU that says it is on cuda. All that a program does to
it is done, with autograd and with the numbers of the CPU's generator, so that results can be
compared with those of the CPU. As on CUDA, ``numpy()`` raises, tensors of two devices do not mix
but for single numbers and indices, and a generator draws on its own device alone. For programs
without a GPU that look how others behave with one: tests, and counts of kernels.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar
from unittest import mock

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves, tree_map_only

CUDA, CPU = torch.device("cuda", 0), torch.device("cpu")
_COPY = torch.ops.aten._to_copy.default
_COPIES = (torch.ops.aten.copy_.default, torch.ops.aten.copy.default)
_INDEXING = ("aten::index", "aten::index_put_", "aten::index_put", "aten::_index_put_impl_")
_OF_NUMBERS = ("aten::fill_", "aten::fill", "aten::index_put_", "aten::index_put")
_GUARD: Any = torch._C._DisableTorchDispatch  # type: ignore[attr-defined]
_GENERATOR = torch.Generator


class CudaTensor(Tensor):
    """A tensor that says it is on cuda."""

    __torch_function__: ClassVar[Any] = torch._C._disabled_torch_function_impl
    device = property(lambda self: CUDA)  # type: ignore[assignment]
    is_cuda = property(lambda self: True)  # type: ignore[assignment]
    is_cpu = property(lambda self: False)  # type: ignore[assignment]

    @classmethod
    def __torch_dispatch__(
        cls, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        return _done(func, args, kwargs or {})

    def numpy(self, *, force: bool = False) -> Any:
        if force:
            return _copied(self, CPU).numpy(force=True)
        raise TypeError(
            "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor"
            " to host memory first."
        )

    def __array__(self, dtype: Any = None) -> Any:
        return self.numpy()

    def get_device(self) -> int:
        return 0

    def tolist(self) -> Any:
        return _copied(self, CPU).tolist()

    def __deepcopy__(self, memo: dict[int, Any]) -> "CudaTensor":
        if id(self) not in memo:
            twin = self.detach().clone().requires_grad_(self.requires_grad)
            vars(twin).update(vars(self))  # whether it is a parameter
            memo[id(self)] = twin
        return memo[id(self)]  # type: ignore[no-any-return]

    def __repr__(self, **_: Any) -> str:  # type: ignore[override]
        return f"cuda: {_copied(self, CPU)!r}"


def _labelled(x: Any) -> Any:
    """A tensor as one that is on cuda, in the same memory."""
    if isinstance(x, CudaTensor):
        return x
    return torch.Tensor._make_subclass(CudaTensor, x, x.requires_grad)


def _copied(x: Tensor, device: torch.device) -> Tensor:
    """A copy on a device, as one operation that a mode sees."""
    return _COPY(_labelled(x), device=device)  # type: ignore[no-any-return]


def _done(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What an operation makes of tensors that are all on cuda, on cuda."""
    tensors = [x for x in tree_leaves((args, kwargs)) if isinstance(x, Tensor)]
    here = [x for x in tensors if not isinstance(x, CudaTensor)]
    to = kwargs.get("device")
    there = len(here) < len(tensors) if to is None else torch.device(to).type == CUDA.type
    if to is not None:
        kwargs = {**kwargs, "device": CPU}
    if func in _COPIES:
        there = isinstance(args[0], CudaTensor)
    elif func is not _COPY and len(here) < len(tensors):
        _require_one_device(func, args, here)
    with _GUARD():
        found = func(*args, **kwargs)
        if func is _COPY and any(found is x or _same_memory(found, x) for x in tensors):
            found = found.clone()
    return (
        tree_map_only(Tensor, _labelled, found) if there else tree_map_only(Tensor, _plain, found)
    )


def _plain(x: Tensor) -> Tensor:
    return x.as_subclass(Tensor) if isinstance(x, CudaTensor) else x


def _same_memory(x: Tensor, y: Tensor) -> bool:
    return x.untyped_storage().data_ptr() == y.untyped_storage().data_ptr()


def _require_one_device(func: Any, args: tuple[Any, ...], here: list[Tensor]) -> None:
    if func._schema.name in _INDEXING and isinstance(args[0], CudaTensor):
        here = [x for x in here if all(x is not one for one in args[1])]  # indices may be here
    if torch.Tag.pointwise in func.tags or func._schema.name in _OF_NUMBERS:
        here = [x for x in here if x.ndim]  # a number
    if here:
        raise RuntimeError(
            "Expected all tensors to be on the same device, but found at least two devices, cuda:0"
            f" and cpu! (in {func})"
        )


class CudaGenerator(torch.Generator):
    """The CPU's numbers, for tensors on cuda alone."""

    device = property(lambda self: CUDA)  # type: ignore[assignment]


class _Generators(torch.Generator):
    """``torch.Generator(device)``, while the device is there."""

    def __new__(cls, device: Any = CPU) -> Any:
        return CudaGenerator() if torch.device(device).type == CUDA.type else _GENERATOR()


class _Devices(TorchFunctionMode):
    """Functions that are told a device: torch itself would ask for one that is there."""

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        kwargs = dict(kwargs or {})
        if (move := _MOVES.get(func)) is not None:
            return move(func, args, kwargs)
        told = kwargs.get("device")
        there = told is not None and torch.device(told).type == CUDA.type
        if generator := kwargs.get("generator"):
            on = there or any(isinstance(x, CudaTensor) for x in args)
            if on != isinstance(generator, CudaGenerator):
                wanted, found = ("cuda", "cpu") if on else ("cpu", "cuda")
                raise RuntimeError(
                    f"Expected a '{wanted}' device type for generator but found '{found}'"
                )
        if not there:
            return func(*args, **kwargs)
        if func in (torch.tensor, torch.as_tensor):
            found = func(*args, **{**kwargs, "device": None})
            return found if isinstance(found, CudaTensor) else _copied(found, CUDA)
        return _labelled(func(*args, **{**kwargs, "device": CPU}))


def _to(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Tensor:
    """x.to(device, dtype), in any of its forms."""
    x, *rest = args
    other = next((y for y in [*rest, kwargs.pop("other", None)] if isinstance(y, Tensor)), None)
    if other is not None:
        rest = [other.device, other.dtype]
    named = [y for y in rest if isinstance(y, str | torch.device | int) and y is not True]
    device = torch.device(kwargs.pop("device", None) or (named[0] if named else x.device))
    rest = [y for y in rest if y not in named[:1]]
    y = x if device.type == x.device.type else _copied(x, device)
    rest = [one for one in rest if isinstance(one, torch.dtype)]
    left = {k: v for k, v in kwargs.items() if k in ("dtype", "copy", "memory_format") and v}
    return func(y, *rest, **left) if rest or left else y


def _cpu(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Tensor:
    (x,) = args
    return _copied(x, CPU) if isinstance(x, CudaTensor) else x


def _cuda(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Tensor:
    x = args[0]
    return x if isinstance(x, CudaTensor) else _copied(x, CUDA)


_MOVES: dict[Any, Callable[..., Tensor]] = {Tensor.to: _to, Tensor.cpu: _cpu, Tensor.cuda: _cuda}


@contextmanager
def fake_cuda() -> Iterator[torch.device]:
    """The device, while it is there."""

    overwriting = torch.__future__.get_overwrite_module_params_on_conversion()
    torch.__future__.set_overwrite_module_params_on_conversion(True)  # else they stay on the CPU
    try:
        with mock.patch.object(torch, "Generator", _Generators), _Devices():
            yield torch.device("cuda")
    finally:
        torch.__future__.set_overwrite_module_params_on_conversion(overwriting)
