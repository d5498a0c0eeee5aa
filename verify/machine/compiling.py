"""Compiled loops, where the extra ``fast`` (numba) is installed; else everything is done by calls.

On narrow matrices the cost is that of calls. A loop over layers that numba compiled has none: its
products are those of SciPy's BLAS, on one thread as everywhere.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import torch
from torch import Tensor

Of = TypeVar("Of", bound=Callable[..., Any])

# Sums may be taken in any order, as in BLAS; zeros, infinities and NaN are what they are.
_FREEDOMS = {"reassoc", "contract", "nsz"}


@cache
def available() -> bool:
    """Whether numba can be imported; it is loaded by the first who asks."""
    try:
        import numba  # noqa: F401
    except (ImportError, OSError):  # not installed, or not for this Python, numpy or processor
        return False
    return True


def by_loops(like: Tensor) -> bool:
    """Whether compiled loops do what is done to such a tensor: float64 on the CPU."""
    return like.is_cpu and like.dtype is torch.float64 and available()


def compiled(function: Of) -> Of:
    """The function compiled at its first call, and kept on disk for the next process.

    Beside its source, or below the user's cache where that may not be written; where neither may,
    each process compiles it again.
    """
    from numba import njit

    options = {"fastmath": _FREEDOMS, "error_model": "numpy"}
    try:
        kept: Of = njit(cache=True, **options)(function)
    except RuntimeError:  # no place to keep it
        again: Of = njit(**options)(function)
        return again
    return kept
