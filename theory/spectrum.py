"""A spectrum of mean 1, kept so that no digit is lost near isometry nor near singularity.

lambda_k are the eigenvalues of X X^T, scaled to mean 1. Near isometry what matters is
lambda_k - 1, far from it log lambda_k; a ``Spectrum`` carries both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from theory.backends import FLOATS, Array, as_array, backend_of, exp, expm1, log, log1p
from theory.errors import HypothesisError, MeanNotOne, NotNatural, NotPositive, OutOfRange
from theory.special import exp_defect, log_defect, lower_root, newton_from_above

_MEAN_TOLERANCE = 1e-9  # beyond rounding: a spectrum further off was not meant to have mean 1


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues of mean 1 with multiplicities, in batches.

    log_eigenvalues: (..., k), log lambda
    deviations: (..., k), lambda - 1
    multiplicities: (k,), how often each occurs; their sum is the width d
    """

    log_eigenvalues: Array
    deviations: Array
    multiplicities: Array

    @property
    def width(self) -> int:
        return int(np.sum(self.multiplicities))

    @property
    def eigenvalues(self) -> Array:
        return exp(self.log_eigenvalues)

    def mean(self, values: Array) -> Array:
        """The mean of ``values`` (..., k) over the d eigenvalues."""
        return (values * self.multiplicities).sum(-1) / self.width

    @property
    def gap(self) -> Array:
        """phi = mean(lambda - 1 - log lambda): the isometry gap of any X with this spectrum."""
        e = self.deviations
        if backend_of(e) is not FLOATS:
            return self.mean(e - self.log_eigenvalues)
        near = np.abs(e) < 0.5
        return self.mean(np.where(near, log_defect(np.where(near, e, 0)), e - self.log_eigenvalues))

    @property
    def spread(self) -> Array:
        """S = sum_k (lambda_k - 1)^2."""
        return self.mean(self.deviations**2) * self.width


def _counted(values: Array, multiplicities: Any) -> Array:
    if np.ndim(values) == 0:
        raise OutOfRange("spectrum", "a single number; expected a vector of eigenvalues")
    counts = np.ones(values.shape[-1], dtype=int) if multiplicities is None else multiplicities
    counts = np.asarray(counts)
    if counts.dtype.kind != "i" or np.any(counts < 0) or counts.shape != values.shape[-1:]:
        raise NotNatural("multiplicities", f"{counts.tolist()}; expected one count per eigenvalue")
    return counts


def _centred(e: Array, counts: Array, name: str) -> Array:
    """e minus its mean, which must be rounding: mean eigenvalue 1 is a hypothesis."""
    mean = (e * counts).sum(-1) / int(counts.sum())
    scale = np.maximum(1, np.max(np.abs(e))) if name == "spectrum" else np.max(np.abs(e))
    worst = float(np.max(np.abs(mean)))
    if worst > _MEAN_TOLERANCE * float(scale):
        off = "deviations sum to" if name == "deviations" else "mean - 1 is"
        raise MeanNotOne(name, f"{off} {worst * (int(counts.sum()) if off[0] == 'd' else 1):.3g}")
    return e - mean[..., None] if isinstance(mean, np.ndarray) else e - mean


def from_eigenvalues(eigenvalues: Any, multiplicities: Any = None) -> Spectrum:
    """The spectrum with these eigenvalues, of mean 1 up to rounding."""
    values = as_array(eigenvalues, "spectrum")
    counts = _counted(values, multiplicities)
    if np.any(values < 0):
        raise NotPositive("spectrum", f"eigenvalue {np.min(values)}")
    e = _centred(values - 1, counts, "spectrum")
    with np.errstate(divide="ignore"):
        logs = np.where(np.abs(e) < 0.5, log1p(np.where(np.abs(e) < 0.5, e, 0)), log(values))
    return Spectrum(logs, e, counts)


def from_deviations(deviations: Any, multiplicities: Any = None) -> Spectrum:
    """The spectrum 1 + e_k, for e that sums to zero up to rounding."""
    e = as_array(deviations, "deviations")
    counts = _counted(e, multiplicities)
    if np.any(e < -1):
        raise NotPositive("deviations", f"eigenvalue 1 + {np.min(e)}")
    e = _centred(e, counts, "deviations")
    with np.errstate(divide="ignore"):
        return Spectrum(log1p(e), e, counts)


def from_log_eigenvalues(log_eigenvalues: Any, multiplicities: Any = None) -> Spectrum:
    """The spectrum exp(l_k), of mean 1 up to rounding; l_k may be as small as -1e300."""
    logs = as_array(log_eigenvalues, "spectrum")
    counts = _counted(logs, multiplicities)
    with np.errstate(over="ignore"):
        e = expm1(logs)
    if backend_of(e) is FLOATS and not np.all(np.isfinite(e)):
        raise MeanNotOne("spectrum", f"an eigenvalue is exp({np.max(logs)})")
    return Spectrum(logs, _centred(e, counts, "spectrum"), counts)


def as_spectrum(spectrum: Any) -> Spectrum:
    """A ``Spectrum`` as it is; anything else is taken for eigenvalues of mean 1."""
    return spectrum if isinstance(spectrum, Spectrum) else from_eigenvalues(spectrum)


def _gap_and_width(phi: Any, d: int) -> Array:
    phi = as_array(phi, "phi")
    if not isinstance(d, int | np.integer) or d < 2:
        raise NotNatural("d", f"{d}; expected an integer >= 2")
    if np.any(np.asarray(phi) < 0):
        raise HypothesisError("phi", f"{np.min(phi)}")
    return phi


def one_small(phi: Any, d: int) -> Spectrum:
    """The spectrum of gap phi with one small eigenvalue and d - 1 equal ones.

    With lambda_min = exp(-h) and delta = 1 - exp(-h):
    d phi = (exp(-h) - 1 + h) + (d-1) log_defect(delta/(d-1)), convex and increasing in h.
    Attains the lower bound of sharp:eigenvalue-from-gap and the least drift.
    """
    phi = _gap_and_width(phi, d)
    h = newton_from_above(
        lambda h: exp_defect(-h) + (d - 1) * log_defect(-expm1(-h) / (d - 1)) - d * phi,
        lambda h: -expm1(-h) * d / (d - 1 - expm1(-h)),
        lower_root(d * phi),  # the second term dropped
    )
    delta = -expm1(-h)
    return _pair(-h, -delta, log1p(delta / (d - 1)), delta / (d - 1), d)


def one_large(phi: Any, d: int) -> Spectrum:
    """The spectrum of gap phi with one large eigenvalue and d - 1 equal ones.

    With exp(-k) the small eigenvalue and delta = (d-1)(1 - exp(-k)):
    d phi = (d-1)(exp(-k) - 1 + k) + log_defect(delta), convex and increasing in k.
    Attains the upper bound of sharp:eigenvalue-from-gap and the largest drift.
    """
    phi = _gap_and_width(phi, d)
    k = newton_from_above(
        lambda k: (d - 1) * exp_defect(-k) + log_defect(-(d - 1) * expm1(-k)) - d * phi,
        lambda k: -(d - 1) * expm1(-k) * d / (1 - (d - 1) * expm1(-k)),
        lower_root(d * phi / (d - 1)),  # the second term dropped
    )
    delta = -(d - 1) * expm1(-k)
    return _pair(log1p(delta), delta, -k, expm1(-k), d)


def _pair(log_first: Array, first: Array, log_rest: Array, rest: Array, d: int) -> Spectrum:
    """One eigenvalue, and another one d - 1 times."""
    return Spectrum(
        np.stack([np.asarray(log_first), np.asarray(log_rest)], axis=-1),
        np.stack([np.asarray(first), np.asarray(rest)], axis=-1),
        np.array([1, d - 1]),
    )
