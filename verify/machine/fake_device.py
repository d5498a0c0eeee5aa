"""A CUDA device that is not there: its tensors have values, and refuse what CUDA's refuse.

A tensor on it is one in the memory of the CPU that says it is on cuda. All that a program does to
it is done, with autograd and with the numbers of the CPU's generator, so that results can be
compared with those of the CPU. As on CUDA, ``numpy()`` raises, tensors of two devices do not mix
but for single numbers and indices, and a generator draws on its own device alone. For programs
without a GPU that look how others behave with one: tests, and counts of kernels.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar
from unittest import mock

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map_only

CUDA, CPU = torch.device("cuda", 0), torch.device("cpu")
_COPY = torch.ops.aten._to_copy.default
_COPIES = (torch.ops.aten.copy_.default, torch.ops.aten.copy.default)
_INDEXING = ("aten::index", "aten::index_put_", "aten::index_put", "aten::_index_put_impl_")
_OF_NUMBERS = ("aten::fill_", "aten::fill", "aten::index_put_", "aten::index_put")
_GUARD: Any = torch._C._DisableTorchDispatch
_PARSE: Any = torch._C._nn._parse_to
_GENERATOR, _SAVE, _LOAD = torch.Generator, torch.save, torch.load


class CudaTensor(Tensor):
    """A tensor that says it is on cuda."""

    __torch_function__: ClassVar[Any] = torch._C._disabled_torch_function_impl
    device = property(lambda self: CUDA)
    is_cuda = property(lambda self: True)
    is_cpu = property(lambda self: False)

    @classmethod
    def __torch_dispatch__(  # type: ignore[override]
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

    def cpu(self, *_: Any, **__: Any) -> Tensor:
        return _copied(self, CPU)

    def to(self, *args: Any, **kwargs: Any) -> Tensor:
        return _to(Tensor.to, (self, *args), kwargs)

    def tolist(self) -> Any:
        return _copied(self, CPU).tolist()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if id(self) not in memo:
            twin = self.detach().clone().requires_grad_(self.requires_grad)
            vars(twin).update(vars(self))  # whether it is a parameter
            memo[id(self)] = twin
        return memo[id(self)]

    def __repr__(self, *, tensor_contents: Any = None) -> str:  # type: ignore[override]
        return f"cuda: {_copied(self, CPU)!r}"


def _labelled(x: Any) -> Any:
    """A tensor as one that is on cuda, in the same memory."""
    if isinstance(x, CudaTensor):
        return x
    return torch.Tensor._make_subclass(CudaTensor, x, x.requires_grad)


def _copied(x: Tensor, device: torch.device) -> Tensor:
    """A copy on a device, as one operation that a mode sees."""
    copy: Tensor = _COPY(x, device=device)
    return copy


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

    device = property(lambda self: CUDA)


class _Generators(torch.Generator):
    """``torch.Generator(device)``, while the device is there."""

    def __new__(cls, device: Any = CPU) -> Any:
        return CudaGenerator() if torch.device(device).type == CUDA.type else _GENERATOR()


class _Factories(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Copies to the device, and labels what is made there while ``making``."""

    making = False

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # else torch loads its compiler, for seconds

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        if func is _COPY:
            return _done(func, args, kwargs or {})
        found = func(*args, **(kwargs or {}))
        return tree_map_only(Tensor, _labelled, found) if self.making else found


class _Devices(TorchFunctionMode):
    """Functions that are told a device: torch itself would ask for one that is there."""

    def __init__(self, factories: _Factories) -> None:
        super().__init__()
        self.factories = factories

    def __torch_function__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        kwargs = dict(kwargs or {})
        if (move := _MOVES.get(func)) is not None:
            return move(func, args, kwargs)
        if func in _FROM_OPTIONS and isinstance(args[0], CudaTensor):
            with _GUARD():  # what it makes on the way is where its argument is
                return _labelled(func(_plain(args[0]), *args[1:], **kwargs))
        told = kwargs.get("device")
        there = told is not None and torch.device(told).type == CUDA.type
        if generator := kwargs.get("generator"):
            on = there or any(isinstance(x, CudaTensor) for x in args)
            if on != isinstance(generator, CudaGenerator):
                wanted, found = ("cuda", "cpu") if on else ("cpu", "cuda")
                raise RuntimeError(
                    f"Expected a '{wanted}' device type for generator but found '{found}'"
                )
        if not there or func is _COPY:
            return func(*args, **kwargs)
        if func in (torch.tensor, torch.as_tensor):
            found = func(*args, **{**kwargs, "device": None})
            return found if isinstance(found, CudaTensor) else _copied(found, CUDA)
        self.factories.making = True
        try:
            return func(*args, **{**kwargs, "device": CPU})
        finally:
            self.factories.making = False


def _to(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Tensor:
    """x.to(device, dtype), in any of its forms."""
    x, *rest = args
    other = rest[0] if rest else kwargs.get("other")
    if isinstance(other, Tensor):
        device, dtype = other.device, other.dtype
    else:
        device, dtype, _, _ = _PARSE(*rest[:3], **kwargs)
    x = x if device is None or device.type == x.device.type else _copied(x, device)
    found: Tensor = func(x, dtype or x.dtype)
    return found


def _parsed(*args: Any, **kwargs: Any) -> Any:
    """What ``module.to`` was told: torch asks a tensor itself where it is."""
    like = next((x for x in (*args, *kwargs.values()) if isinstance(x, CudaTensor)), None)
    return _PARSE(*args, **kwargs) if like is None else (CUDA, like.dtype, False, None)


def _cuda(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Tensor:
    x = args[0]
    return x if isinstance(x, CudaTensor) else _copied(x, CUDA)


_FROM_OPTIONS = (torch.nn.functional.one_hot, torch.linalg.matrix_rank)
_MOVES: dict[Any, Callable[..., Tensor]] = {Tensor.to: _to, Tensor.cuda: _cuda}


def _save(found: Any, file: Any) -> None:
    _SAVE(tree_map_only(CudaTensor, lambda x: _copied(x, CPU), found), file)


def _load(file: Any, map_location: Any = None, **options: Any) -> Any:
    found = _LOAD(file, map_location=CPU, **options)
    there = map_location is not None and torch.device(map_location).type == CUDA.type
    return tree_map_only(Tensor, lambda x: _copied(x, CUDA), found) if there else found


@dataclass
class Allocator:
    """What torch.cuda tells of the device's memory: nothing is ever taken from it."""

    total: int
    fraction: float = 1.0  # that this process may take

    @property
    def functions(self) -> dict[str, Any]:
        return {
            "is_available": lambda: True,
            "get_device_properties": lambda device=None: self._properties,
            "mem_get_info": lambda device=None: (self.total, self.total),
            "memory_allocated": lambda device=None: 0,
            "memory_reserved": lambda device=None: 0,
            "max_memory_allocated": lambda device=None: 0,
            "set_per_process_memory_fraction": self._set,
            "get_per_process_memory_fraction": lambda device=None: self.fraction,
        }

    @property
    def _properties(self) -> SimpleNamespace:
        return SimpleNamespace(name="a GPU that is not there", total_memory=self.total)

    def _set(self, fraction: float, device: Any = None) -> None:
        self.fraction = fraction


@contextmanager
def fake_cuda(total: int = 2**33) -> Iterator[torch.device]:
    """The device, while it is there, with ``total`` bytes of memory."""
    overwriting = torch.__future__.get_overwrite_module_params_on_conversion()
    torch.__future__.set_overwrite_module_params_on_conversion(True)  # else they stay on the CPU
    try:
        patched: dict[str, Any] = {"Generator": _Generators, "save": _save, "load": _load}
        memory = mock.patch.multiple(torch.cuda, **Allocator(total).functions)
        parsing = mock.patch.object(torch._C._nn, "_parse_to", _parsed)
        factories = _Factories()  # type: ignore[no-untyped-call]
        with mock.patch.multiple(torch, **patched), memory, parsing, factories, _Devices(factories):
            yield torch.device("cuda")
    finally:
        torch.__future__.set_overwrite_module_params_on_conversion(overwriting)
