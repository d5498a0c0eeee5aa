"""Reads CIFAR's python batches, which are pickles of Python 2, without trusting them.

A pickle is a program. Before one runs, ``_look_through`` refuses every operation that the original
files do not use, and numbers so large that they would allocate memory. The three names that a
pickle may call stand for numpy's own and make nothing but arrays of bytes.
"""

from __future__ import annotations

import io
import pickle
import pickletools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lemmata.verify.data.errors import Corrupt

_NAMES = """
PROTO EMPTY_DICT EMPTY_LIST BINPUT LONG_BINPUT BINGET LONG_BINGET MARK SHORT_BINSTRING BINSTRING
BININT BININT1 BININT2 NONE NEWFALSE NEWTRUE TUPLE TUPLE1 TUPLE2 TUPLE3 GLOBAL REDUCE BUILD
APPEND APPENDS SETITEM SETITEMS STOP
"""
_NAMES = """
PROTO EMPTY_DICT EMPTY_LIST BINPUT LONG_BINPUT BINGET LONG_BINGET MARK SHORT_BINSTRING BINSTRING
BININT BININT1 BININT2 NONE NEWFALSE NEWTRUE TUPLE TUPLE1 TUPLE2 TUPLE3 GLOBAL REDUCE BUILD
APPEND APPENDS SETITEM SETITEMS STOP
"""
_OPERATIONS = frozenset(_NAMES.split())
_MOST_OPERATIONS = 1_000_000  # the largest file, CIFAR-100's training split, has some 300000
_KEYS = ("BINPUT", "LONG_BINPUT")  # indices of the memo, which grows to the largest


class _Dtype:
    """numpy.dtype('u1', 0, 1), and no other."""

    def __init__(self, kind: object, align: object, copy: object) -> None:
        if kind != b"u1":
            raise Corrupt(f"an array of type {kind!r:.40}; expected unsigned bytes")

    def __setstate__(self, state: object) -> None:
        """Ignore byte order and fields: bytes have none."""


class _Ndarray:
    """The class numpy.ndarray, which a file names and must not call."""

    def __init__(self) -> None:
        raise Corrupt("an array that is made in another way than numpy makes it")


class _Array:
    """Stands for numpy's _reconstruct; ``__setstate__`` then fills the array."""

    def __init__(self, kind: object, shape: object, code: object) -> None:
        if kind is not _Ndarray:
            raise Corrupt("an array of another class than ndarray")
        self.values: NDArray[np.uint8] | None = None

    def __setstate__(self, state: object) -> None:
        match state:
            case (1, (int(rows), int(columns)), _Dtype(), bool(fortran), bytes(content)):
                pass
            case _:
                raise Corrupt("an array of another form than a matrix of bytes")
        if rows < 0 or columns < 0 or rows * columns != len(content):
            raise Corrupt(f"an array of {rows} x {columns} with {len(content)} bytes")
        order = (columns, rows) if fortran else (rows, columns)
        matrix = np.frombuffer(content, np.uint8).reshape(order)
        self.values = matrix.T if fortran else matrix


_ALLOWED = {
    ("numpy.core.multiarray", "_reconstruct"): _Array,
    ("numpy._core.multiarray", "_reconstruct"): _Array,
    ("numpy", "ndarray"): _Ndarray,
    ("numpy", "dtype"): _Dtype,
}


class _BatchUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _ALLOWED:
            raise Corrupt(f"it names {module}.{name}, which no batch of CIFAR needs")
        return _ALLOWED[module, name]


def _look_through(content: bytes) -> None:
    """Refuse operations that no such file has, before any is carried out."""
    for count, (operation, argument, _) in enumerate(pickletools.genops(content)):
        if operation.name not in _OPERATIONS:
            raise Corrupt(f"it uses the operation {operation.name}, which no batch of CIFAR needs")
        number = int(argument or 0) if operation.name in _KEYS else 0
        if max(count, number) > _MOST_OPERATIONS:
            raise Corrupt(f"it has more than {_MOST_OPERATIONS} operations")


def read_batch(
    content: bytes, columns: int, label: str, name: str
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Images, (N, columns), and labels, (N,), of one batch; ``label`` is the key of the labels."""
    try:
        _look_through(content)
        batch = _BatchUnpickler(io.BytesIO(content), encoding="bytes").load()
        return _images_and_labels(batch, columns, label.encode())
    except Corrupt as error:
        raise Corrupt(f"{name}: {error}") from error
    except Exception as error:  # a broken pickle may raise anything
        raise Corrupt(f"{name} is no batch of CIFAR: {type(error).__name__}: {error}") from error


def _images_and_labels(
    batch: object, columns: int, label: bytes
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    if not isinstance(batch, dict):
        raise Corrupt(f"it holds a {type(batch).__name__}; expected a dict")
    data, labels = batch.get(b"data"), batch.get(label)
    if not isinstance(data, _Array) or data.values is None or data.values.shape[1] != columns:
        raise Corrupt(f"its data is no matrix of {columns} columns")
    if not isinstance(labels, list) or not all(type(one) is int for one in labels):
        raise Corrupt(f"its {label.decode()} are no list of whole numbers")
    if len(labels) != len(data.values):
        raise Corrupt(f"it has {len(data.values)} images and {len(labels)} labels")
    return data.values, np.array(labels, np.int64)
