"""The papers' definitions, each once: for float arrays in batches, mpmath matrices and balls.

A representation is a d x n matrix whose columns are samples; arrays have shape (..., d, n).
"""

from collections.abc import Callable

import flint
import mpmath
import numpy as np

from lemmata.theory import errors
from lemmata.theory.numerics import backends
from lemmata.theory.numerics.accurate import (
    deviation_from_isometry,
    frobenius,
    isometry_gap_float64,
)
from lemmata.theory.numerics.backends import (
    FLOATS,
    Array,
    as_array,
    as_matrix,
    backend_of,
    exp,
    log,
    sqrt,
)
from lemmata.theory.numerics.exact import exact_deviation, exact_gap


def _row_scaled(X: Array) -> tuple[Array, Array]:
    """Each row divided by a power of two near its largest entry, and the exponents (floats)."""
    _, exponent = np.frexp(np.abs(X).max(axis=-1, keepdims=True))
    return np.ldexp(X, -exponent), exponent


def _representable(X: Array, what: str, value: Callable[[], Array]) -> Array:
    """The value; where it overflows, float64 cannot hold it: that is an error, not inf."""
    with np.errstate(over="ignore", invalid="ignore"):
        result = value()
    if backend_of(X) is FLOATS and not np.all(np.isfinite(result)):
        raise errors.OutOfRange("X", f"{what} exceeds {np.finfo(np.float64).max:.3g}")
    return result


def row_norms(X: Array) -> Array:
    """||X_j||, the Euclidean norms of the rows: (..., d, n) -> (..., d)."""
    X = as_matrix(X)
    if backend_of(X) is not FLOATS:
        return sqrt((X * X).sum(-1))
    scaled, exponent = _row_scaled(X)  # no overflow, no underflow on the way
    norms = np.sqrt((scaled * scaled).sum(-1))
    return _representable(X, "a row norm", lambda: np.ldexp(norms, exponent[..., 0]))


def bn(X: Array) -> Array:
    """BN(X) = diag(X X^T)^(-1/2) X: every row divided by its norm (meterez2024 eq. 4).

    Hypothesis: no zero row.
    """
    X = as_matrix(X)
    if hasattr(X, "bn"):
        return X.bn
    if backend_of(X) is FLOATS:
        X, _ = _row_scaled(X)
    norms = row_norms(X)
    if backend_of(X).inspect and any(not v > 0 for v in np.asarray(norms).flat):
        raise errors.ZeroRow("X", f"norm {min(np.asarray(norms).flat, key=float)}")
    return X / norms[..., None]


def gram(X: Array) -> Array:
    """X^T X: (..., d, n) -> (..., n, n)."""
    X = as_matrix(X)
    return _representable(X, "an entry of X^T X", lambda: X.swapaxes(-1, -2) @ X)


def squared_norm(X: Array) -> Array:
    """||X||_F^2 = tr(X^T X)."""
    X = as_matrix(X)
    return _representable(X, "||X||_F^2", lambda: (X * X).sum(-1).sum(-1))


def _non_zero(X: Array, name: str) -> None:
    if backend_of(X).inspect:
        for largest in np.asarray(np.abs(X).max(axis=(-2, -1))).flat:
            if not largest > 0:
                raise errors.ZeroMatrix(name, f"largest entry {largest}")


def require_tall(X: Array, name: str = "X") -> None:
    """Raise ``TooFewRows`` unless d >= n."""
    X = as_matrix(X, name)
    if isinstance(X.shape[-1], int) and X.shape[-2] < X.shape[-1]:  # else a term of Rocq
        raise errors.TooFewRows(name, f"d = {X.shape[-2]}, n = {X.shape[-1]}")


def isometry_gap(X: Array) -> Array:
    """phi(X) = -log( det(X^T X)^(1/n) / (tr(X^T X)/n) ), in [0, inf] (meterez2024 eq. 5).

    inf exactly where X is rank-deficient. Floats: right to 1e-12 relative at any size, see
    ``numerics.accurate``; mpmath: every digit, see ``numerics.exact``; balls: the definition.
    """
    X = as_matrix(X)
    if hasattr(X, "phi"):  # a matrix of Rocq: theory/definitions.v has this definition
        return X.phi
    _non_zero(X, "X")
    kind = backend_of(X)
    if kind is FLOATS:
        return isometry_gap_float64(X)
    d, n = X.shape[-2:]
    if kind is backends.MULTIPRECISION:
        return backends.over_batches(lambda x: exact_gap(x) if d >= n else mpmath.inf)(X)
    return log(squared_norm(X) / n) - _log_det(gram(X)) / n


def _log_det(A: Array) -> Array:
    """log det of balls or tensors, -inf if singular: (..., n, n) -> (...).

    Tensors use eigenvalues, never batched LU, which torch 2.13 gets wrong on the CPU with
    several threads; rounding may put one of them below 0.
    """
    if backend_of(A) is backends.BALLS:
        dets = backends.over_batches(lambda a: flint.arb_mat(a.tolist()).det())(A)
        zero = flint.arb.neg_inf()
        return backends.elementwise(lambda det: zero if det.is_zero() else det.log())(dets)
    values = backends.eigenvalues(A)
    return log(backends.where(values > 0, values, 0 * values)).sum(-1)


def isometry(X: Array) -> Array:
    """I(X) = exp(-phi(X)), in [0, 1]."""
    if hasattr(X, "isometry"):
        return X.isometry
    return exp(-isometry_gap(X))


def deviation(X: Array) -> Array:
    """E = n X^T X / ||X||_F^2 - I, how far X^T X is from isometry: (..., d, n) -> (..., n, n)."""
    X = as_matrix(X)
    _non_zero(X, "X")
    kind, n = backend_of(X), X.shape[-1]
    if kind is FLOATS:
        return deviation_from_isometry(X)
    if kind is backends.MULTIPRECISION:
        return backends.over_batches(exact_deviation)(X)
    trace = squared_norm(X)
    scaled = gram(X) * n / (trace[..., None, None] if np.ndim(trace) else trace)
    return scaled - (np.eye(n) if kind.inspect else X.new_ones(n).diag())


def gram_spectrum(X: Array) -> Array:
    """The eigenvalues of X^T X, ascending: (..., d, n) -> (..., n).

    For n = d these are the lambda_k, the eigenvalues of X X^T.
    """
    X = as_matrix(X)
    require_tall(X, "X")
    if backend_of(X) is backends.MULTIPRECISION:
        # the smallest eigenvalue loses as many digits as the condition number has
        with mpmath.workprec(3 * mpmath.mp.prec):
            values = backends.eigenvalues(gram(X))
        return values * mpmath.mpf(1)
    if backend_of(X) is not FLOATS:
        return backends.eigenvalues(gram(X))
    values = np.linalg.svd(X, compute_uv=False)[..., ::-1]
    return _representable(X, "an eigenvalue of X^T X", lambda: values**2)


def orthogonality_gap(H: Array) -> Array:
    """V(H) = || H^T H / ||H||_F^2 - I_n / n ||_F (daneshmand2021 eq. 2)."""
    H = as_matrix(H, "H")
    _non_zero(H, "H")
    E, n = deviation(H), H.shape[-1]
    return (frobenius(E) if backend_of(H) is FLOATS else sqrt(squared_norm(E))) / n


def as_vector(values: Array, name: str = "values") -> Array:
    """``values`` as a vector or a batch of vectors, (..., n)."""
    values = as_array(values, name)
    if np.ndim(values) == 0:
        raise errors.WrongShape(name, f"{values}, a single number; expected a vector")
    return values


def relative_variance(values: Array) -> Array:
    """Var_j(v_j) / Mean_j(v_j)^2 over the last axis, also of values that are nearly equal."""
    values = as_vector(values, "values")
    if backend_of(values) is FLOATS:
        values, _ = _row_scaled(values)
    count = values.shape[-1]
    mean = values.sum(-1, keepdims=True) / count
    if backend_of(values).inspect and np.any(np.asarray(mean) == 0):
        raise errors.ZeroMatrix("values", "mean 0")
    apart = values - mean
    if backend_of(values).root:  # of terms, as it is defined
        return ((apart / mean) ** 2).sum(-1) / count
    rest = apart.sum(-1, keepdims=True) / count
    # the mean was rounded: what is left of it is taken off, and put back into the mean
    return (((apart - rest) / (mean + rest)) ** 2).sum(-1) / count


def bures_squared(q: Array) -> Array:
    """W2(N(0, K), N(0, I/n))^2 per row of a d-fold product: sum_i (sqrt(q_i) - 1/sqrt(n))^2.

    q: (..., n), the eigenvalues of K = H^T H. Written as q_i = (1 + e_i)/n this is
    sum_i (e_i / (sqrt(1 + e_i) + 1))^2 / n, which does not cancel.
    """
    q = as_vector(q, "q")
    if backend_of(q).inspect and np.any(np.asarray(q) < 0):
        raise errors.Negative("q", f"eigenvalue {min(np.asarray(q).flat)}")
    n = q.shape[-1]
    return ((_times_minus_one(q, n) / (sqrt(q * n) + 1)) ** 2).sum(-1) / n


def _times_minus_one(q: Array, n: int) -> Array:
    """n q - 1, for floats without rounding n q: its two halves have exact products with n."""
    if backend_of(q) is not FLOATS:
        return q * n - 1
    mantissa, exponent = np.frexp(q)
    high = np.ldexp(np.round(np.ldexp(mantissa, 26)), exponent - 26)
    return (high * n - 1) + (q - high) * n
