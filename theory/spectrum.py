"""Spectra of mean 1, to full accuracy near isometry and near singularity.

lambda_k are the eigenvalues of X X^T, scaled to mean 1. Near isometry what matters is
lambda_k - 1, far from it log lambda_k; a ``Spectrum`` carries both.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from lemmata.theory.errors import MeanNotOne, Negative, NotNatural, NotReal, WrongShape
from lemmata.theory.numerics import backends
from lemmata.theory.numerics.backends import (
    Array,
    as_array,
    backend_of,
    exp,
    expm1,
    log,
    log1p,
    where,
)
from lemmata.theory.numerics.special import exp_defect, log_defect, lower_root, newton_from_above

_MEAN_TOLERANCE = 1e-9  # beyond rounding: a spectrum further off was not meant to have mean 1
_LARGEST_LOG = 700.0  # no width this side of exp(700) has an eigenvalue of that size


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
        count: int = self.multiplicities.sum()  # or a term
        return count if backend_of(count).root else int(count)

    @property
    def eigenvalues(self) -> Array:
        return exp(self.log_eigenvalues)

    @property
    def largest(self) -> Array:
        """lambda_max: (...)."""
        logs = self.log_eigenvalues
        return exp(logs.max(axis=-1) if backend_of(logs).inspect else logs.amax(-1))  # torch's

    def mean(self, values: Array) -> Array:
        """The mean of ``values`` (..., k) over the d eigenvalues."""
        return self.total(values) / self.width

    def total(self, values: Array) -> Array:
        """The sum of ``values`` (..., k) over the d eigenvalues."""
        return (values * self.multiplicities).sum(-1)

    @property
    def gap(self) -> Array:
        """phi = mean(lambda - 1 - log lambda): the isometry gap of any X with this spectrum."""
        e = self.deviations
        near = abs(e) < 0.5  # elsewhere lambda - 1 may have lost what log lambda keeps
        return self.mean(where(near, log_defect(where(near, e, e * 0)), e - self.log_eigenvalues))

    @property
    def spread(self) -> Array:
        """S = sum_k (lambda_k - 1)^2."""
        return self.mean(self.deviations**2) * self.width


def _counted(values: Array, multiplicities: Any) -> Array:
    if np.ndim(values) == 0:
        raise WrongShape("spectrum", f"{values}, a single number; expected a vector of eigenvalues")
    if not backend_of(values).inspect:
        return multiplicities
    if multiplicities is None:
        return np.ones(values.shape[-1], dtype=int)
    counts = as_array(multiplicities, "multiplicities")
    whole = np.shape(counts) == values.shape[-1:] and backend_of(counts) is backends.FLOATS
    if not whole or np.any(counts != np.round(counts)) or np.any(counts < 0) or not np.any(counts):
        raise NotNatural("multiplicities", f"{counts}; expected one count per eigenvalue")
    return counts.astype(int)


def _of_mean_one(logs: Array, e: Array, counts: Array, name: str) -> Spectrum:
    """The spectrum 1 + e = exp(logs) divided by its mean, which must be 1 up to rounding."""
    excess = (e * counts).sum(-1, keepdims=True) / int(counts.sum())
    if backend_of(e).inspect:
        largest = np.max(np.abs(e), axis=-1)
        for off, size in zip(excess.flat, map(float, np.ravel(largest)), strict=True):
            allowed = _MEAN_TOLERANCE * (size if name == "deviations" else max(1, size))
            if not abs(float(off)) <= allowed:
                raise MeanNotOne(name, f"the mean is 1 + {float(off):.3g}")
    return Spectrum(logs - log1p(excess), (e - excess) / (1 + excess), counts)


def from_eigenvalues(eigenvalues: Any, multiplicities: Any = None) -> Spectrum:
    """The spectrum with these eigenvalues, of mean 1 up to rounding."""
    values = as_array(eigenvalues, "spectrum")
    counts = _counted(values, multiplicities)
    _require_non_negative(values, "spectrum", "eigenvalue")
    return _of_mean_one(log(values), values - 1, counts, "spectrum")


def from_deviations(deviations: Array, multiplicities: Any = None) -> Spectrum:
    """The spectrum 1 + e_k, for e that sums to zero up to rounding."""
    e = as_array(deviations, "deviations")
    counts = _counted(e, multiplicities)
    _require_non_negative(1 + e, "deviations", "eigenvalue 1 + e =")
    return _of_mean_one(log1p(e), e, counts, "deviations")


def from_log_eigenvalues(log_eigenvalues: Any, multiplicities: Any = None) -> Spectrum:
    """The spectrum exp(l_k), of mean 1 up to rounding; l_k may be as small as -1e300."""
    logs = as_array(log_eigenvalues, "spectrum")
    counts = _counted(logs, multiplicities)
    if backend_of(logs).inspect and np.any(logs > _LARGEST_LOG):
        raise MeanNotOne("spectrum", f"an eigenvalue is exp({max(logs.flat)})")
    return _of_mean_one(logs, expm1(logs), counts, "spectrum")


def _require_non_negative(values: Array, name: str, what: str) -> None:
    if backend_of(values).inspect and np.any(values < 0):
        raise Negative(name, f"{what} {min(values.flat)}")


def as_spectrum(spectrum: Array) -> Spectrum:
    """A ``Spectrum`` as it is; anything else is taken for eigenvalues of mean 1."""
    return spectrum if isinstance(spectrum, Spectrum) else from_eigenvalues(spectrum)


def _gap_and_width(phi: Array, d: int) -> Array:
    phi = as_array(phi, "phi")
    if backend_of(phi).root:
        return phi
    if backend_of(phi) is backends.BALLS:
        raise NotReal("phi", "a ball; the extremal spectra are for floats and mpmath numbers")
    if isinstance(d, bool) or not isinstance(d, int | np.integer) or d < 2:
        raise NotNatural("d", f"{d}; expected an integer >= 2")
    if np.any(np.asarray(phi) < 0):
        raise Negative("phi", f"{min(np.asarray(phi).flat)}")
    return phi


def _two_levels(phi: Array, d: int, small: int, large: int, order: int) -> Spectrum:
    """The spectrum of gap phi with ``small`` small eigenvalues and ``large`` large ones.

    With exp(-h) the small ones and delta = small (1 - exp(-h)) / large what the large ones have
    beyond 1: d phi = small (exp(-h) - 1 + h) + large log_defect(delta), convex and
    increasing in h. The small ones first, or, with ``order`` -1, last: the single one is first.
    """

    def residual(h: Array) -> Array:
        return small * exp_defect(-h) + large * log_defect(small * -expm1(-h) / large) - d * phi

    symbolic = backend_of(phi).root
    h = (
        symbolic(residual)
        if symbolic
        else newton_from_above(
            residual,
            lambda h: small * -expm1(-h) * d / (large + small * -expm1(-h)),
            lower_root(d * phi / small),  # the second term dropped
        )
    )
    delta = small * -expm1(-h) / large
    levels = [(-h, expm1(-h)), (log1p(delta), delta)][::order]
    logs, e = (np.stack(parts, axis=-1) for parts in zip(*levels, strict=True))
    return Spectrum(logs, e, np.array([1, d - 1]))


def one_small(phi: Array, d: int) -> Spectrum:
    """The spectrum of gap phi with one small eigenvalue and d - 1 equal ones.

    Attains the lower bound of sharp:eigenvalue-from-gap and the least drift.
    """
    return _two_levels(_gap_and_width(phi, d), d, 1, d - 1, 1)


def one_large(phi: Array, d: int) -> Spectrum:
    """The spectrum of gap phi with one large eigenvalue and d - 1 equal ones.

    Attains the upper bound of sharp:eigenvalue-from-gap and the largest drift.
    """
    return _two_levels(_gap_and_width(phi, d), d, d - 1, 1, -1)
