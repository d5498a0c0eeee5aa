"""Loads what the command line names: a function of the user's file, a checkpoint, a batch.

The file is the user's own code and is executed; checkpoints and data files may only hold tensors.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
import pickle
import re
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor, nn

from lemmata.verify.audit.errors import CannotAudit, of_users_code, one_line
from lemmata.verify.audit.measuring.adapting import (
    Adapted,
    Batch,
    materialise,
    over_inputs,
    pack,
    random_batch,
    unwrap,
)
from lemmata.verify.audit.measuring.copying import copy_model, device_of, seeded
from lemmata.verify.data.errors import DataError
from lemmata.verify.data.loading import DIGITS, NAMES
from lemmata.verify.machine.source import spec_of
from lemmata.verify.seeds import Address
from lemmata.verify.training.tensors import images

BATCH = 32
_MOST_BYTES = 2**31  # of a file of data
_NESTED = ("state_dict", "model", "model_state_dict")
_READING = (RuntimeError, ValueError, TypeError, EOFError, KeyError, AttributeError, OSError)


def maker(spec: str) -> tuple[Callable[[], nn.Module], ModuleType]:
    """The function of FILE.py:make_model, which must return a model, and the file's module."""
    name, _, function = spec.rpartition(":")
    if not name or not function.isidentifier():
        raise CannotAudit(f"{spec!r} names no function of a file; expected FILE.py:make_model")
    module = _run(Path(name))
    found = getattr(module, function, None)
    if found is None:
        raise CannotAudit(f"{name} has no function called {function}")
    if not callable(found):
        raise CannotAudit(f"{function} of {name} is a {type(found).__name__}; expected a function")

    def make() -> nn.Module:
        model = _call(found, function)
        if not isinstance(model, nn.Module):
            raise CannotAudit(
                f"{function} returns a {type(model).__name__}; expected a torch.nn.Module"
            )
        return model

    return make, module


def _call(function: Callable[..., Any], name: str, *given: Any) -> Any:
    try:
        return function(*given)
    except (Exception, SystemExit) as error:  # of the user's code
        raise of_users_code(f"{name} raises {one_line(error)}", error) from error


def _run(path: Path) -> ModuleType:
    if not path.is_file():
        raise CannotAudit(f"{path} is no file; expected FILE.py:make_model")
    if path.suffix != ".py":
        raise CannotAudit(f"{path} is no Python file; expected FILE.py:make_model")
    spec = spec_of(f"audited_{path.stem}", path)
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # for classes that look themselves up
    sys.path.insert(0, str(path.resolve().parent))  # the file may import its neighbours
    try:
        with seeded(0):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # of the user's code
        raise of_users_code(f"{path} cannot be run: {one_line(error)}", error) from error
    return module


def with_checkpoint(model: nn.Module, X: Batch, path: Path) -> nn.Module:
    """The model with the weights of a state_dict, which stands alone in the file or under one of
    the usual keys; no code in the file is executed. Prefixes of torch.compile and of parallel
    models are dropped."""
    whole = materialise(model, *pack(X), 0)
    model = whole.model if isinstance(whole, Adapted) else whole
    found = _tensors(path)
    for key in _NESTED:
        if isinstance(found, Mapping) and isinstance(found.get(key), Mapping):
            found = found[key]
    if not isinstance(found, Mapping) or not all(isinstance(v, Tensor) for v in found.values()):
        raise CannotAudit(f"{path} holds no state_dict; expected tensors by name")
    names = model.state_dict().keys()
    bare = {re.sub(r"^(module\.|_orig_mod\.)+", "", name): value for name, value in found.items()}
    try:
        model.load_state_dict(dict(found) if found.keys() <= names else bare)
    except (RuntimeError, TypeError) as error:
        raise CannotAudit(f"{path} does not fit the model: {one_line(error)}") from error
    return model


def _tensors(path: Path) -> Any:
    if not path.is_file():
        raise CannotAudit(f"{path} is no file")
    if path.stat().st_size > _MOST_BYTES:
        raise CannotAudit(f"{path} has {path.stat().st_size} bytes; expected at most {_MOST_BYTES}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if path.suffix == ".npy":
                return torch.from_numpy(np.load(path, allow_pickle=False))
            return torch.load(path, map_location="cpu", weights_only=True)
    except (pickle.UnpicklingError, *_READING) as error:
        raise CannotAudit(f"{path} cannot be read as tensors: {one_line(error, 120)}") from error


class UserBatch:
    """``X``: (n, ...), or several inputs of n samples; ``more``: as many further samples, or None;
    ``source`` describes them."""

    def __init__(self, samples: Batch, n: int | None, source: str) -> None:
        packed, _ = pack(samples)
        if packed.dim() < 1 or len(packed) < 2:
            raise CannotAudit(
                f"{source}: shape {tuple(packed.shape)}; expected two samples or more, first"
            )
        wanted = min(n or BATCH, len(packed))
        if n is not None and n > len(packed):
            raise CannotAudit(f"{source}: {len(packed)} samples; expected --batch {n} or more")
        self.X, self.source = over_inputs(samples, lambda X: X[:wanted]), source
        further = over_inputs(samples, lambda X: X[wanted : 2 * wanted])
        self.more = further if len(packed) >= 2 * wanted else None


def batch(
    model: nn.Module, module: ModuleType, data: str | None, n: int | None, folder: Path | None
) -> UserBatch:
    """The batch that --data names, or that make_batch of the file returns, or of the digits."""
    own = getattr(module, "make_batch", None)
    if data is None and own is not None:
        return UserBatch(_in_model_precision(model, _call_make_batch(own, n)), n, "make_batch")
    if data is not None and data not in NAMES:
        path = Path(data)
        if not path.is_file():
            raise CannotAudit(
                f"{data!r} is no data set and no file; expected one of {', '.join(NAMES)}, or a"
                " file of torch.save or numpy.save"
            )
        return UserBatch(_in_model_precision(model, _as_batch(_tensors(path), path)), n, path.name)
    try:
        found = images(data or DIGITS, "train", folder, "cpu", None)
    except DataError as error:
        raise CannotAudit(str(error)) from error
    stream = (Address(0) / "audit" / "batch").generator("cpu")
    drawn = torch.randperm(len(found), generator=stream)[: 2 * (n or BATCH)]
    chosen = _in_model_form(model, _in_model_precision(model, found.X[drawn]))
    if chosen is not None:
        return UserBatch(chosen, n, found.source)
    if data is not None:
        shape = tuple(found.X.shape[1:])
        raise CannotAudit(
            f"the model takes neither samples of shape {(math.prod(shape),)} nor {shape}: give"
            " --data FILE, or write make_batch(n) into the file"
        )
    return UserBatch(*_of_random(model, n))


def _of_random(model: nn.Module, n: int | None) -> tuple[Batch, int | None, str]:
    samples, source = random_batch(model, 2 * (n or BATCH))
    return samples, n, source


def _as_batch(found: Any, where: object) -> Batch:
    """A tensor, or several by place or by name."""
    several = list(found.values()) if isinstance(found, Mapping) else found
    if isinstance(found, Tensor) or (
        isinstance(several, tuple | list)
        and several
        and all(isinstance(one, Tensor) for one in several)
    ):
        return cast(Batch, found)
    raise CannotAudit(
        f"{where} holds a {type(found).__name__}; expected a tensor, or several in a tuple or dict"
    )


def _call_make_batch(make_batch: Any, n: int | None) -> Batch:
    """Call make_batch, with twice the number of samples if it takes a number."""
    if not callable(make_batch):
        raise CannotAudit(f"make_batch is a {type(make_batch).__name__}; expected a function")
    given = (2 * (n or BATCH),) if inspect.signature(make_batch).parameters else ()
    with seeded((Address(0) / "audit" / "batch").seed):
        found = _call(make_batch, "make_batch", *given)
    return _as_batch(found, "what make_batch returns")


def _in_model_precision(model: nn.Module, X: Batch) -> Batch:
    """The batch in the precision of the model, where both are real."""
    dtype = next((p.dtype for p in model.parameters() if p.is_floating_point()), None)
    if dtype is None:
        return X
    return over_inputs(X, lambda one: one.to(dtype) if one.is_floating_point() else one)


def _in_model_form(model: nn.Module, X: Batch) -> Tensor | None:
    """The images in the form that the model accepts, flattened or as images; None if in none."""
    assert isinstance(X, Tensor)
    for form in (X.flatten(1), X):
        with suppress(Exception):  # of the user's code: it takes another form
            few = form[:4].to(device_of(unwrap(model)))
            with torch.no_grad(), seeded(0):
                copy_model(materialise(model, few, pack(few)[1], 0))(few)
            return form
    return None
