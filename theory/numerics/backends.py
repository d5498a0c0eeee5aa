"""Backends: one formula runs on floats, mpmath numbers and balls; ``verify`` adds torch.

Numbers are in numpy arrays (or torch tensors): of dtype float64 for floats, of dtype object for
``mpmath.mpf`` and ``flint.arb``. Sums, products and ``@`` work on all of them; this module has what
differs, the elementary functions and eigenvalues.
"""

import math
import numbers
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import flint
import mpmath
import numpy as np

from lemmata.theory.errors import Empty, NotFinite, NotReal, NotSquare, OutOfRange, WrongShape

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
    inspect: bool = True  # whether values may be inspected; False where that stalls a device
    array: Map = np.array  # numbers of this kind, or arrays of one shape -> their array
    where: Callable[[Any, Any, Any], Any] = np.where
    eye: Map = lambda x: np.eye(len(x), dtype=int if x.dtype == object else float)
    least: Map = lambda x: np.min(x, axis=-1)
    rank: Map = lambda X: _exact_rank(X)
    root: Map | None = None  # of a function of one unknown >= 0, where it has a name
    integral: Map | None = None  # over t > 0 of a function of t, where it has a name
    series: Map | None = None  # sum over k = 0, 1, ... of a function of k, where it has a name


def _exact_rank(X: Array) -> int:
    """The exact rank of the entries, which are dyadic rationals."""
    entries = [[flint.fmpq(*float(x).as_integer_ratio()) for x in row] for row in np.asarray(X)]
    return int(flint.fmpq_mat(entries).rank())


def elementwise(function: Map) -> Map:
    """``function`` of one number, applied to a number or to every entry of an array."""
    vectorised = np.frompyfunc(function, 1, 1)
    return lambda x: vectorised(x) if isinstance(x, np.ndarray) else function(x)


def over_batches(function: Map) -> Map:
    """``function`` of one matrix of objects, applied along every leading axis."""

    def batched(A: Array) -> Array:
        return function(A) if A.ndim == 2 else np.array([batched(a) for a in A], dtype=object)

    return batched


def _ball_eigenvalues(A: Array) -> Array:
    """Enclosures of the eigenvalues; ``acb_mat.eig`` raises where two coincide."""
    values = flint.acb_mat(flint.arb_mat(A.tolist())).eig()
    return np.array(sorted((v.real for v in values), key=lambda v: float(v.mid())), dtype=object)


def _of_objects(name: str, named: Callable[[str], Map], eigenvalues: Map) -> Backend:
    """A backend of numpy arrays of objects, from its elementary functions of one number by name."""
    exp, log, expm1, log1p, sqrt = (
        elementwise(named(f)) for f in ("exp", "log", "expm1", "log1p", "sqrt")
    )
    return Backend(name, exp, log, expm1, log1p, sqrt, over_batches(eigenvalues))


FLOATS = Backend("floats", np.exp, np.log, np.expm1, np.log1p, np.sqrt, np.linalg.eigvalsh)
MULTIPRECISION = _of_objects(
    "mpmath",
    vars(mpmath).__getitem__,
    lambda A: np.array(sorted(mpmath.eigsy(mpmath.matrix(A.tolist()), eigvals_only=True))),
)


def _of_balls(name: str) -> Map:
    method = getattr(flint.arb, name)
    return lambda x: method(x if isinstance(x, flint.arb) else flint.arb(x))


BALLS = _of_objects("balls", _of_balls, _ball_eigenvalues)

_REAL = (flint.arb, mpmath.mpf, numbers.Real)  # the abstract class last, as its check is slowest
_BY_TYPE: dict[type, Backend] = {mpmath.mpf: MULTIPRECISION, flint.arb: BALLS}


def register_backend(kind: type, backend: Backend) -> None:
    """Register another kind of arrays, such as torch tensors."""
    _BY_TYPE[kind] = backend


def dyadic(value: Array) -> tuple[int, int]:
    """A finite float or mpf as numerator and denominator, the latter a power of two."""
    of_mpf = isinstance(value, mpmath.mpf)
    pair = mpmath.libmp.to_rational(value._mpf_) if of_mpf else value.as_integer_ratio()
    return int(pair[0]), int(pair[1])


def as_ball(value: Array) -> Array:
    """A float or mpf as the exact ball of radius 0."""
    checked = as_array(value, "value")
    if np.ndim(checked):
        raise WrongShape("value", f"{np.ndim(checked)} dimensions; expected a number")
    numerator, denominator = dyadic(checked)
    with flint.ctx.workprec(max(64, numerator.bit_length(), denominator.bit_length())):
        return flint.arb(numerator) / denominator


def as_mpf(ball: Array) -> Array:
    """The midpoint of a ball, rounded to mpmath's working precision."""
    mantissa, exponent = ball.mid().man_exp()
    return mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))


def backend_of(*values: Array) -> Backend:
    """The backend of the first argument that is not a plain float or integer."""
    for value in values:
        if isinstance(value, np.ndarray) and not (value.dtype.hasobject and value.size):
            continue
        entry = value.flat[0] if isinstance(value, np.ndarray) else value
        for kind, backend in _BY_TYPE.items():
            if isinstance(entry, kind):
                return backend
    return FLOATS


def _in_domain(x: Array, kind: Backend, low: float = -math.inf) -> None:
    """Raise unless every entry is a number >= ``low``; infinities are numbers here."""
    if not kind.inspect:
        return
    array = _not_empty(x, "x")
    if kind is FLOATS:
        if array.dtype.kind not in "biuf":
            raise NotReal("x", f"dtype {array.dtype}")
        inside = array >= low
        bad = [] if inside.all() else list(array[~inside])
    else:
        foreign = [v for v in array.flat if not isinstance(v, _REAL)]
        if foreign:
            raise NotReal("x", f"an entry of type {type(foreign[0]).__name__}: {foreign[0]}")
        bounded = low > -math.inf
        bad = [v for v in array.flat if _is_nan(v) or (bounded and v < low)]
    if bad:
        error = NotFinite if _is_nan(bad[0]) else OutOfRange
        raise error("x", f"{bad[0]}; expected x >= {low}")


def _not_empty(values: Array, name: str) -> Array:
    try:
        array = np.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise WrongShape(name, str(error).splitlines()[0]) from None
    if array.size == 0:
        raise Empty(name, f"shape {array.shape}")
    return array


def _is_nan(value: Array) -> bool:
    return value.is_nan() if isinstance(value, flint.arb) else bool(value != value)


def _elementary(name: str, low: float, says: str) -> Map:
    """The elementary function of any kind of numbers, for x >= ``low``."""

    def function(x: Array) -> Array:
        kind = backend_of(x)
        _in_domain(x, kind, low)
        with np.errstate(over="ignore", divide="ignore"):
            return getattr(kind, name)(x)

    function.__name__, function.__doc__ = name, says
    return function


# 0 where x is so small, inf where it is so large, that the kind cannot hold the value
exp = _elementary("exp", -math.inf, "exp(x).")
expm1 = _elementary("expm1", -math.inf, "exp(x) - 1.")
log = _elementary("log", 0.0, "log(x) for x >= 0; -inf at 0.")
log1p = _elementary("log1p", -1.0, "log(1 + x) for x >= -1; -inf at -1.")
sqrt = _elementary("sqrt", 0.0, "The square root of x >= 0.")


def finite(values: Array) -> bool:
    """Whether every entry is a finite number, in any backend that may be inspected."""
    kind = backend_of(values)
    if kind is FLOATS:
        array = np.asarray(values)
        return array.dtype.kind in "biuf" and bool(np.all(np.isfinite(array)))
    return not kind.inspect or all(map(_is_finite, np.asarray(values, dtype=object).flat))


def _is_finite(value: Array) -> bool:
    return value.is_finite() if isinstance(value, flint.arb) else bool(mpmath.isfinite(value))


def as_array(values: Array, name: str = "X") -> Array:
    """``values`` as an array of one of the backends: real, finite and not empty.

    Takes numbers, nested lists, numpy arrays, ``mpmath.matrix`` and ``flint.arb_mat``; tensors
    of a registered backend pass as they are.
    """
    if isinstance(values, tuple(_BY_TYPE)) and not backend_of(values).inspect:
        return values
    if isinstance(values, mpmath.matrix | flint.arb_mat):
        values = np.array(values.tolist(), dtype=object)
    array = _not_empty(values, name)
    if array.dtype.kind in "biuf":
        with np.errstate(over="ignore"):  # a long double beyond float64 is not finite below
            array = array.astype(np.float64)
    elif array.dtype.kind == "O":
        array = _of_one_kind(array, name)
    else:
        raise NotReal(name, f"dtype {array.dtype}")
    if not finite(array):
        index = next(i for i in np.ndindex(array.shape) if not finite(array[i]))
        raise NotFinite(name, f"{array[index]} at index {list(index)}")
    return array if array.ndim else array.item()


def _of_one_kind(array: Array, name: str) -> Array:
    """An array of objects with every entry of the finest kind among them: arb, mpf or float."""
    kinds: tuple[type, ...] = (flint.arb, mpmath.mpf)
    finest = next((k for k in kinds if any(isinstance(v, k) for v in array.flat)), float)
    entries = np.empty(array.shape, dtype=np.float64 if finest is float else object)
    entries.flat[:] = [_converted(value, finest, name) for value in array.flat]
    return entries


def _converted(value: Array, kind: type, name: str) -> Array:
    if isinstance(value, kind):
        return value
    try:
        if isinstance(value, numbers.Real | flint.fmpz | flint.fmpq):
            return kind(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise NotReal(name, f"an entry of type {type(value).__name__}: {value}")


def as_matrix(X: Array, name: str = "X") -> Array:
    """``X`` as a matrix or a batch of matrices, (..., d, n)."""
    array = as_array(X, name)
    if np.ndim(array) < 2:
        raise WrongShape(name, f"{np.ndim(array)} dimensions; expected a matrix (..., d, n)")
    return array


def where(condition: Array, yes: Array, no: Array) -> Array:
    """``yes`` where the condition holds, else ``no``, elementwise, of any kind of numbers."""
    chosen: Array = backend_of(condition, yes, no).where(condition, yes, no)
    return chosen[()] if isinstance(chosen, np.ndarray) else chosen


def stack(values: Sequence[Array]) -> Array:
    """The array of these values of one shape, along a new first axis, of any kind of numbers."""
    return backend_of(*values).array(values)


def identity_like(values: Array) -> Array:
    """The identity that multiplies a vector: (n,) -> (n, n)."""
    values = as_array(values, "values")
    if np.ndim(values) != 1:
        raise WrongShape("values", f"{np.ndim(values)} dimensions; expected a vector")
    return backend_of(values).eye(values)


def rank(X: Array) -> Array:
    """The rank of a matrix."""
    X = as_matrix(X)
    return backend_of(X).rank(X)


def least(values: Array) -> Array:
    """The least entry along the last axis: (..., n) -> (...)."""
    values = as_array(values, "values")
    if np.ndim(values) == 0:
        raise WrongShape("values", f"{values}, a single number; expected a vector")
    return backend_of(values).least(values)


def eigenvalues(A: Array) -> Array:
    """Eigenvalues of a symmetric matrix, ascending: (..., n, n) -> (..., n)."""
    A = as_matrix(A, "A")
    if A.shape[-1] != A.shape[-2]:
        raise NotSquare("A", f"d = {A.shape[-2]}, n = {A.shape[-1]}")
    return backend_of(A).eigenvalues(A)
