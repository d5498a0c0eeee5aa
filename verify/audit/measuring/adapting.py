"""Any model as a function of one tensor: wrappers taken off, several inputs packed, one output.

Nothing is imported to know a library: a compiled model has ``_orig_mod``, a parallel one
``module``, a lazy parameter ``materialize``, the output of a language model ``logits``.
"""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.modules import conv

from lemmata.verify.audit.errors import CannotAudit, of_users_code, one_line
from lemmata.verify.audit.measuring.copying import copy_model, device_of, seeded, substitutes
from lemmata.verify.seeds import Address

Batch = Tensor | Sequence[Tensor] | Mapping[str, Tensor]
Key = str | int
_PARALLEL = ("DataParallel", "DistributedDataParallel")
_LENGTH, _SIDE = 16, 32  # of a random sequence, of a random picture
_MOST_TRIED = 200  # shapes of random batches


def unwrap(model: nn.Module) -> nn.Module:
    """The model inside torch.compile and what runs it in parallel."""
    while True:
        if isinstance(inside := vars(model).get("_modules", {}).get("_orig_mod"), nn.Module):
            model = inside
        elif type(model).__name__ in _PARALLEL and isinstance(model.module, nn.Module):
            model = model.module
        else:
            return model


def is_lazy(model: nn.Module) -> bool:
    """Whether some parameters have no shape before a first batch."""
    return any(hasattr(one, "materialize") for one in (*model.parameters(), *model.buffers()))


def over_inputs(batch: Batch, change: Callable[[Tensor], Tensor]) -> Batch:
    """The batch with every input changed."""
    if isinstance(batch, Tensor):
        return change(batch)
    inputs = inputs_of(batch)
    changed = {key: change(one) for key, one in inputs.items()}
    named = {key: one for key, one in changed.items() if isinstance(key, str)}
    return named or list(changed.values())


def inputs_of(batch: Sequence[Tensor] | Mapping[str, Tensor]) -> dict[Key, Tensor]:
    """Several inputs by place or by name; anything with keys is by name."""
    given: Any = batch
    names = getattr(given, "keys", None)
    return {key: given[key] for key in names()} if names else dict(enumerate(given))


class PackedInput(nn.Module):
    """One input of several, cut out of the packed batch."""

    like: Tensor

    def __init__(self, start: int, stop: int, shape: tuple[int, ...], dtype: torch.dtype) -> None:
        super().__init__()
        self.start, self.stop, self.shape = start, stop, shape
        self.register_buffer("like", torch.empty(0, dtype=dtype))  # real ones follow the model

    def forward(self, X: Tensor) -> Tensor:
        found = X[:, self.start : self.stop].reshape(len(X), *self.shape)
        return (found if self.like.is_floating_point() else found.round()).to(self.like.dtype)


class Adapted(nn.Module):
    """``model`` as a function of one tensor, which gives out one."""

    def __init__(
        self, model: nn.Module, parts: Mapping[Key, PackedInput], path: tuple[Key, ...]
    ) -> None:
        super().__init__()
        self.model, self.keys, self.path = model, list(parts), path
        self.parts = nn.ModuleList(parts.values())
        self.train(model.training)

    def forward(self, X: Tensor) -> Any:
        if not self.keys:
            found = self.model(X)
        else:
            given = dict(zip(self.keys, (part(X) for part in self.parts), strict=True))
            named = {key: value for key, value in given.items() if isinstance(key, str)}
            found = self.model(*(v for k, v in given.items() if not isinstance(k, str)), **named)
        for key in self.path:
            found = getattr(found, str(key)) if _is_attribute(found, key) else found[key]
        return found


def _is_attribute(value: Any, key: Key) -> bool:
    return isinstance(key, str) and not hasattr(value, "keys") and not isinstance(value, Tensor)


@dataclass(frozen=True)
class CallForm:
    """How a model is called: its inputs among the columns of a packed batch, and which output."""

    parts: Mapping[Key, tuple[int, int, tuple[int, ...], torch.dtype]]
    path: tuple[Key, ...]

    def adapt(self, model: nn.Module) -> nn.Module:
        if not self.parts and not self.path:
            return model
        return Adapted(model, {k: PackedInput(*one) for k, one in self.parts.items()}, self.path)


def pack(batch: Batch) -> tuple[Tensor, CallForm]:
    """The batch as one tensor, (n, ...), and where each input stands in it."""
    if isinstance(batch, Tensor):
        return batch, CallForm({}, ())
    found = inputs_of(batch)
    if not found or not all(isinstance(one, Tensor) for one in found.values()):
        kinds = ", ".join(type(one).__name__ for one in found.values()) or "nothing"
        raise CannotAudit(f"the batch holds {kinds}; expected a tensor, or several of them")
    samples = {len(one) if one.dim() else 0 for one in found.values()}
    if len(samples) > 1:
        raise CannotAudit(f"the inputs have {sorted(samples)} samples; expected as many of each")
    if len(found) == 1 and not isinstance(next(iter(found)), str):
        return next(iter(found.values())), CallForm({}, ())
    parts, at, columns = dict[Key, tuple[int, int, tuple[int, ...], torch.dtype]](), 0, []
    for key, value in found.items():
        flat = value.reshape(len(value), -1)
        parts[key] = at, at + flat.shape[1], tuple(value.shape[1:]), value.dtype
        at += flat.shape[1]
        columns.append(flat)
    real = [one.dtype for one in columns if one.is_floating_point()]
    whole = [one for one in columns if not one.is_floating_point()]
    dtype = torch.float64 if whole or not real else max(real, key=lambda one: one.itemsize)
    return torch.cat([one.to(dtype) for one in columns], 1), CallForm(parts, ())


def materialise(model: nn.Module, X: Tensor, form: CallForm, seed: int | None = None) -> nn.Module:
    """The unwrapped model in its form; lazy parameters take their shapes from the batch, and their
    values from ``seed``, or from the global random numbers."""
    model = unwrap(model)
    if not is_lazy(model):
        return form.adapt(model)
    twin = copy.deepcopy(model, substitutes(model))
    training = twin.training
    with nullcontext() if seed is None else seeded(seed):
        call(form.adapt(twin).train(), X)
    return form.adapt(twin.train(training))


def call(model: nn.Module, X: Tensor) -> Any:
    """The model's output without gradients; what it raises is an error of the user's code."""
    real = next((p.dtype for p in model.parameters() if p.is_floating_point()), None)
    try:
        with torch.no_grad():
            return model(X)
    except Exception as error:  # of the user's code
        needs = required_inputs(model)
        if len(needs) > 1:
            raise CannotAudit(
                f"forward of {type(model).__name__} takes {len(needs)} inputs"
                f" ({', '.join(needs)}); expected a batch of as many tensors, in a tuple or a dict"
            ) from error
        text = f"the model does not take a batch of shape {tuple(X.shape)} and type {X.dtype}"
        text += f", its own being {real}" if real not in (None, X.dtype) else ""
        raise of_users_code(f"{text}: {one_line(error)}", error) from error


def required_inputs(model: nn.Module) -> list[str]:
    """The names of the required inputs of a forward."""
    empty = inspect.Parameter.empty
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    found = inspect.signature(model.forward).parameters.values()
    return [one.name for one in found if one.default is empty and one.kind in positional]


def with_output(form: CallForm, value: Any, samples: int, wanted: str | None) -> CallForm:
    """The form with the path to the output that is audited: ``wanted``, else ``logits``, else the
    first real tensor that has a row a sample."""
    path: tuple[Key, ...] = ()
    if wanted is not None:
        for word in wanted.split("."):
            key: Key = int(word) if word.lstrip("-").isdigit() else word
            inside = _members(value)
            if key not in inside and not (isinstance(key, str) and hasattr(value, key)):
                named = ", ".join(map(str, inside)) or "nothing, it is one tensor"
                raise CannotAudit(f"--output {wanted}: the model gives out {named}")
            value = inside[key] if key in inside else getattr(value, str(key))
            path = (*path, key)
    found = _first_output(value, samples)
    if found is None:
        raise CannotAudit(
            f"the model returns {_describe(value)}, from {samples} samples; expected real numbers,"
            " samples first: --output names one of several outputs"
        )
    return CallForm(form.parts, (*path, *found))


def _describe(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"shape {tuple(value.shape)}, {value.dtype}"
    inside = _members(value)
    names = f" of {', '.join(map(str, inside))}" if inside else ""
    return f"a {type(value).__name__}{names}"


def _members(value: Any) -> dict[Key, Any]:
    if isinstance(value, Tensor):
        return {}
    if hasattr(value, "keys"):
        return {key: value[key] for key in value.keys()}  # noqa: SIM118
    return dict(enumerate(value)) if isinstance(value, tuple | list) else {}


def _first_output(value: Any, samples: int) -> tuple[Key, ...] | None:
    """The path to ``logits``, else to the first real tensor of as many rows."""
    if isinstance(value, Tensor):
        fits = value.is_floating_point() and value.dim() > 0 and len(value) == samples
        return () if fits else None
    inside = _members(value)
    if not inside and isinstance(getattr(value, "logits", None), Tensor):
        return ("logits",)
    for key in sorted(inside, key=lambda one: one != "logits"):
        if (path := _first_output(inside[key], samples)) is not None:
            return (key, *path)
    return None


def random_batch(model: nn.Module, n: int) -> tuple[Batch, str]:
    """Normal numbers, or random tokens, of a shape that the model takes; it is described."""
    twin = unwrap(model)
    if (example := getattr(twin, "example_input_array", None)) is not None:
        return example, "its own example_input_array"
    shapes = list(dict.fromkeys(_shapes(twin)))
    needs = max(1, len(required_inputs(twin)))
    stream = (Address(0) / "audit" / "random batch").generator("cpu")
    real = next((p.dtype for p in twin.parameters() if p.is_floating_point()), torch.float32)
    device, first = device_of(twin), CannotAudit("no data are given, and it has no known layer")
    tried = False
    for chosen in islice(product(shapes, repeat=needs), _MOST_TRIED):
        made = [_draw(shape, tokens, n, real, stream).to(device) for shape, tokens in chosen]
        packed, form = pack(made)
        try:
            ready = materialise(twin, packed, form, 0)
            call(copy_model(ready).train(), packed)
        except CannotAudit as error:
            first, tried = (first if tried else error), True
            continue
        whole = any(tokens for _, tokens in chosen)
        kind = "random tokens" if whole else "random normal numbers"
        return made if needs > 1 else made[0], f"{kind}: no data were given"
    raise first


def _shapes(model: nn.Module) -> Iterator[tuple[tuple[int, ...], int]]:
    """The shapes of samples that its layers ask for, and the size of a vocabulary or 0."""
    layers = list(model.modules())
    for layer in layers:
        if isinstance(layer, nn.Embedding):
            yield (_LENGTH,), layer.num_embeddings
            yield (), layer.num_embeddings
    for layer in layers:
        if isinstance(layer, nn.MultiheadAttention):  # else a batch would pass for one sequence
            yield (_LENGTH, layer.embed_dim), 0
    for layer in layers:
        if isinstance(layer, conv._ConvNd) and not isinstance(layer, conv._ConvTransposeNd):
            d = len(layer.kernel_size)
            if layer.in_channels:
                yield (layer.in_channels, *[_SIDE] * d), 0
            else:  # lazy
                yield (3, *[_SIDE] * d), 0
        elif isinstance(layer, nn.Linear):
            size = layer.in_features or 64
            yield (size,), 0
            yield (_LENGTH, size), 0
            side = math.isqrt(size)
            if side * side == size:
                yield (1, side, side), 0
        elif isinstance(layer, nn.RNNBase):
            yield (_LENGTH, layer.input_size), 0
        elif isinstance(layer, nn.BatchNorm1d | nn.LayerNorm):
            known = (
                layer.normalized_shape if isinstance(layer, nn.LayerNorm) else (layer.num_features,)
            )
            yield (*known,), 0
            yield (_LENGTH, *known), 0


def _draw(
    shape: tuple[int, ...], tokens: int, n: int, real: torch.dtype, stream: torch.Generator
) -> Tensor:
    if tokens:
        return torch.randint(tokens, (n, *shape), generator=stream)
    return torch.randn((n, *shape), generator=stream).to(real)
