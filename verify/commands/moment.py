"""Means of polynomials in the entries of Haar matrices by sampling, beside the exact ones."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from theory.weingarten import Polynomial
from verify.chains.weights import haar_frame
from verify.seeds import Address

SAMPLES = 2**18
_ENTRIES = 2**22  # numbers held at a time
_PER_ENTRY = 5e-8  # seconds on one ordinary core
_QUANTILE = 2.5758293035489004  # of the normal law at 99 %, two-sided


@dataclass(frozen=True)
class Estimate:
    """A mean over Haar matrices with its standard error."""

    mean: float
    error: float
    samples: int

    @property
    def interval(self) -> tuple[float, float]:
        """At 99 %, by the normal approximation: asymptotic, not anytime-valid."""
        return self.mean - _QUANTILE * self.error, self.mean + _QUANTILE * self.error

    def deviation(self, exact: float) -> float:
        """(mean - exact) in standard errors; 0 where the polynomial is constant and equal."""
        if self.error == 0:
            return 0.0 if math.isclose(self.mean, exact, rel_tol=1e-12) else math.inf
        return (self.mean - exact) / self.error


def evaluate(polynomial: Polynomial, W: Tensor) -> Tensor:
    """The polynomial at every matrix: (batch, d, n) -> (batch,)."""
    total = torch.zeros_like(W[:, 0, 0])
    for monomial, coefficient in polynomial.terms:
        term = torch.full_like(total, float(coefficient.p) / float(coefficient.q))
        for i, j, power in monomial:
            term = term * W[:, i - 1, j - 1] ** power
        total = total + term
    return total


def columns(polynomial: Polynomial) -> int:
    """How many columns of the matrix the polynomial needs."""
    return max((j for monomial, _ in polynomial.terms for _, j, _ in monomial), default=1)


def sampling_cost(polynomial: Polynomial, d: int) -> float:
    """Seconds that `sample` takes, roughly."""
    return _PER_ENTRY * SAMPLES * d * columns(polynomial)


def sample(polynomial: Polynomial, d: int, address: Address, like: Tensor) -> Estimate:
    """The mean over ``SAMPLES`` Haar frames with as many columns as the polynomial needs.

    Batches are merged by their means and sums of squares (Chan, Golub and LeVeque 1983).
    """
    n = columns(polynomial)
    batch = max(1, min(SAMPLES, _ENTRIES // (d * n)))
    count, mean, squares = 0, 0.0, 0.0
    for index, start in enumerate(range(0, SAMPLES, batch)):
        size = min(batch, SAMPLES - start)
        generator = (address / index / size).generator(str(like.device))
        values = evaluate(polynomial, haar_frame(d, n, size, like, generator))
        here = float(values.mean())
        gap = here - mean
        squares += float(((values - here) ** 2).sum()) + gap**2 * count * size / (count + size)
        mean += gap * size / (count + size)
        count += size
    return Estimate(mean, math.sqrt(squares / (count - 1) / count), count)
