"""One formula, several kinds of numbers: floats, mpmath, balls; ``verify`` adds torch.

The container is always a numpy array (torch tensors excepted): of dtype float64 for floats, of
dtype object for ``mpmath.mpf`` and ``flint.arb`` entries. Sums, products and ``@`` then work as
they stand; this module supplies what differs, the elementary functions and the spectra.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import flint
import mpmath
import numpy as np

from theory.errors import Empty, NotFinite, NotReal, WrongShape

Array: TypeAlias = Any  # a scalar, an ndarray or a tensor, of one kind of numbers
Map = Callable[[Any], Any]


@dataclass(frozen=True)
class Backend:
    """The elementary functions, elementwise, and the linear algebra of one kind of numbers."""

    name: str
    exp: Map
    log: Map
    expm1: Map
    log1p: Map
    sqrt: Map
    eigenvalues: Map  # symmetric (..., n, n) -> ascending (..., n)
    log_det: Map  # symmetric positive semidefinite (..., n, n) -> (...); -inf if singular
    inspect: bool = True  # whether values may be looked at; False where that stalls a device


def _elementwise(function: Map) -> Map:
    vectorised = np.frompyfunc(function, 1, 1)
    return lambda x: vectorised(x) if isinstance(x, np.ndarray) else function(x)


def _mp_matrix(A: Array) -> Any:
    return mpmath.matrix(A.tolist())


def _mp_eigenvalues(A: Array) -> Array:
    if A.ndim > 2:
        return np.stack([_mp_eigenvalues(a) for a in A])
    values = mpmath.eigsy(_mp_matrix(A), eigvals_only=True)
    return np.array(sorted(values), dtype=object)


def _mp_log_det(A: Array) -> Array:
    if A.ndim > 2:
        return np.array([_mp_log_det(a) for a in A], dtype=object)
    det = mpmath.det(_mp_matrix(A))
    return mpmath.log(det) if det > 0 else -mpmath.inf


def _ball_eigenvalues(A: Array) -> Array:
    """Enclosures of the eigenvalues; ``acb_mat.eig`` raises where two coincide."""
    values = flint.acb_mat(flint.arb_mat(A.tolist())).eig()
    return np.array(sorted((v.real for v in values), key=lambda v: float(v.mid())), dtype=object)


def _ball_log_det(A: Array) -> Array:
    return flint.arb_mat(A.tolist()).det().log()


def _float_log_det(A: Array) -> Array:
    # slogdet through Cholesky-free LU is what numpy has; matrices here are well conditioned.
    sign, log_abs = np.linalg.slogdet(A)
    return np.where(sign > 0, log_abs, -np.inf)[()]


FLOATS = Backend(
    "floats", np.exp, np.log, np.expm1, np.log1p, np.sqrt, np.linalg.eigvalsh, _float_log_det
)
MULTIPRECISION = Backend(
    "mpmath",
    _elementwise(mpmath.exp),
    _elementwise(mpmath.log),
    _elementwise(mpmath.expm1),
    _elementwise(mpmath.log1p),
    _elementwise(mpmath.sqrt),
    _mp_eigenvalues,
    _mp_log_det,
)
BALLS = Backend(
    "balls",
    _elementwise(lambda x: flint.arb(x).exp()),
    _elementwise(lambda x: flint.arb(x).log()),
    _elementwise(lambda x: flint.arb(x).expm1()),
    _elementwise(lambda x: flint.arb(x).log1p()),
    _elementwise(lambda x: flint.arb(x).sqrt()),
    _ball_eigenvalues,
    _ball_log_det,
)

_BY_TYPE: dict[type, Backend] = {mpmath.mpf: MULTIPRECISION, flint.arb: BALLS}


def register_backend(kind: type, backend: Backend) -> None:
    """Teach the formulas another kind of array, such as torch tensors."""
    _BY_TYPE[kind] = backend


def _entry(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.dtype == object and value.size:
        return value.flat[0]
    return value


def backend_of(*values: Any) -> Backend:
    """The backend of the first argument that is not a plain float or integer."""
    for value in values:
        for kind, backend in _BY_TYPE.items():
            if isinstance(_entry(value), kind):
                return backend
    return FLOATS


def exp(x: Array) -> Array:
    return backend_of(x).exp(x)


def log(x: Array) -> Array:
    return backend_of(x).log(x)


def expm1(x: Array) -> Array:
    return backend_of(x).expm1(x)


def log1p(x: Array) -> Array:
    return backend_of(x).log1p(x)


def sqrt(x: Array) -> Array:
    return backend_of(x).sqrt(x)


def finite(values: Array) -> bool:
    """Whether every entry is a finite number, in any backend that may be inspected."""
    kind = backend_of(values)
    if kind is FLOATS:
        return bool(np.all(np.isfinite(values)))
    if kind is MULTIPRECISION:
        return all(mpmath.isfinite(v) for v in np.asarray(values, dtype=object).flat)
    if kind is BALLS:
        return all(flint.arb(v).is_finite() for v in np.asarray(values, dtype=object).flat)
    return True


def as_array(values: Any, name: str = "X") -> Array:
    """``values`` as an array of one of the backends: real, finite and not empty.

    Takes numbers, nested lists, numpy arrays, ``mpmath.matrix`` and ``flint.arb_mat``; tensors
    of a registered backend pass as they are.
    """
    if isinstance(values, tuple(_BY_TYPE)) and not backend_of(values).inspect:
        return values
    if isinstance(values, mpmath.matrix | flint.arb_mat):
        values = np.array(values.tolist(), dtype=object)
    array = np.asarray(values)
    if array.size == 0:
        raise Empty(name, f"shape {array.shape}")
    if array.dtype.kind == "c" or isinstance(_entry(array), mpmath.mpc | flint.acb):
        raise NotReal(name, f"dtype {array.dtype}")
    if array.dtype.kind in "biuf":
        array = array.astype(np.float64)
    elif array.dtype.kind != "O":
        raise NotReal(name, f"dtype {array.dtype}")
    if not finite(array):
        raise NotFinite(name, _first_not_finite(array))
    return array if array.ndim else array.item()


def _first_not_finite(array: Array) -> str:
    for index in np.ndindex(array.shape):
        if not finite(array[index]):
            return f"{array[index]} at index {list(index)}"
    raise AssertionError("every entry is finite")


def as_matrix(X: Any, name: str = "X") -> Array:
    """``X`` as a matrix or a batch of matrices, (..., d, n)."""
    array = as_array(X, name)
    if np.ndim(array) < 2:
        raise WrongShape(name, f"{np.ndim(array)} dimensions; expected a matrix (..., d, n)")
    return array


def transpose(X: Array) -> Array:
    return X.swapaxes(-1, -2)


def eigenvalues(A: Array) -> Array:
    """Eigenvalues of a symmetric matrix, ascending: (..., n, n) -> (..., n)."""
    return backend_of(A).eigenvalues(A)


def log_det(A: Array) -> Array:
    """log det of a positive semidefinite matrix, -inf if singular: (..., n, n) -> (...)."""
    return backend_of(A).log_det(A)
