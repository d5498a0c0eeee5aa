"""Loads what the command line names: a function of the user's file, a checkpoint, a batch.

The file is the user's own code and is executed; checkpoints and data files may only hold tensors.
"""

from __future__ import annotations

import importlib.util
import inspect
import pickle
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from lemmata.verify.audit.errors import CannotAudit, one_line
from lemmata.verify.audit.measuring.copying import copy_model, seeded
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
        raise CannotAudit(f"{name} raises {one_line(error)}") from error


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
        raise CannotAudit(f"{path} cannot be run: {one_line(error)}") from error
    return module


def load_checkpoint(model: nn.Module, path: Path) -> None:
    """Load a state_dict, alone or under one of the usual keys; no code in the file is executed."""
    found = _tensors(path)
    for key in _NESTED:
        if isinstance(found, Mapping) and isinstance(found.get(key), Mapping):
            found = found[key]
    if not isinstance(found, Mapping) or not all(isinstance(v, Tensor) for v in found.values()):
        raise CannotAudit(f"{path} holds no state_dict; expected tensors by name")
    try:
        model.load_state_dict(dict(found))
    except (RuntimeError, TypeError) as error:
        raise CannotAudit(f"{path} does not fit the model: {one_line(error)}") from error


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
    """``X``: (n, ...); ``more``: as many further samples, or None; ``source`` describes them."""

    def __init__(self, samples: Tensor, n: int | None, source: str) -> None:
        if samples.dim() < 1 or len(samples) < 2:
            raise CannotAudit(
                f"{source}: shape {tuple(samples.shape)}; expected two samples or more, first"
            )
        wanted = min(n or BATCH, len(samples))
        if n is not None and n > len(samples):
            raise CannotAudit(f"{source}: {len(samples)} samples; expected --batch {n} or more")
        self.X, self.source = samples[:wanted], source
        self.more = samples[wanted : 2 * wanted] if len(samples) >= 2 * wanted else None


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
        found = _tensors(path)
        if not isinstance(found, Tensor):
            raise CannotAudit(f"{path} holds a {type(found).__name__}; expected one tensor")
        return UserBatch(_in_model_precision(model, found), n, path.name)
    try:
        found = images(data or DIGITS, "train", folder, "cpu", None)
    except DataError as error:
        raise CannotAudit(str(error)) from error
    stream = (Address(0) / "audit" / "batch").generator("cpu")
    drawn = torch.randperm(len(found), generator=stream)[: 2 * (n or BATCH)]
    return UserBatch(
        _in_model_form(model, _in_model_precision(model, found.X[drawn])), n, found.source
    )


def _call_make_batch(make_batch: Any, n: int | None) -> Tensor:
    """Call make_batch, with twice the number of samples if it takes a number."""
    if not callable(make_batch):
        raise CannotAudit(f"make_batch is a {type(make_batch).__name__}; expected a function")
    given = (2 * (n or BATCH),) if inspect.signature(make_batch).parameters else ()
    with seeded((Address(0) / "audit" / "batch").seed):
        found = _call(make_batch, "make_batch", *given)
    if not isinstance(found, Tensor):
        raise CannotAudit(f"make_batch returns a {type(found).__name__}; expected one tensor")
    return found


def _in_model_precision(model: nn.Module, X: Tensor) -> Tensor:
    """The batch in the precision of the model, if both are real."""
    dtypes = [p.dtype for p in model.parameters() if p.is_floating_point()]
    return X.to(dtypes[0]) if dtypes and X.is_floating_point() else X


def _in_model_form(model: nn.Module, X: Tensor) -> Tensor:
    """The images in the form that the model accepts: flattened, or as images."""
    whys = []
    for form in (X.flatten(1), X):
        try:
            with torch.no_grad(), seeded(0):
                copy_model(model)(form[:4].to(next(iter(model.parameters()), X).device))
            return form
        except Exception as error:  # of the user's code: it takes another form
            whys.append(one_line(error, 90))
    rows, pictures = (tuple(form.shape[1:]) for form in (X.flatten(1), X))
    raise CannotAudit(
        f"the model takes neither samples of shape {rows} ({whys[0]}) nor {pictures}: give --data"
        " FILE, or write make_batch(n) into the file"
    )
