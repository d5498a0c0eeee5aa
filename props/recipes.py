"""Recipes for hard inputs: a few plain numbers from which a matrix or a spectrum is built.

A recipe is built in the arithmetic asked for: in float64 while a search climbs, in mpmath numbers
when what it found is judged. Rotations are products of reflections along integer vectors and
spectra are scaled to mean 1 after lifting, so neither is off by the rounding of float64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import mpmath
import numpy as np

from theory.backends import Array, exp, log
from theory.spectrum import Spectrum, from_deviations, from_log_eigenvalues
from verify.cases import mpf_array

Lift = Callable[[Any], Array]  # nested plain numbers -> an array of the arithmetic


def in_floats(values: Any) -> Array:
    return np.array(values, dtype=np.float64)


def in_mpf(values: Any) -> Array:
    return mpf_array(values)


def digits_of(lift: Lift) -> int:
    """The decimal digits of the arithmetic that ``lift`` lifts to."""
    return 15 if lift is in_floats else mpmath.mp.dps


@dataclass(frozen=True)
class SpectrumRecipe:
    """Eigenvalues up to scale, as logarithms or as deviations from 1, with multiplicities."""

    values: tuple[float, ...]
    counts: tuple[int, ...]
    deviations: bool = False

    @property
    def width(self) -> int:
        return sum(self.counts)

    def build(self, lift: Lift) -> Spectrum:
        """The spectrum of mean 1: divided by its mean, or its deviations centred."""
        raw, counts = lift(list(self.values)), np.array(self.counts)
        if self.deviations:
            centre = (raw * counts).sum() / self.width
            return from_deviations((raw - centre) / (1 + centre), counts)
        top = max(raw)
        mean = (exp(raw - top) * counts).sum() / self.width
        return from_log_eigenvalues(raw - top - log(mean), counts)

    def expanded(self, lift: Lift) -> Array:
        """The eigenvalues one by one, sum ``width``."""
        spectrum = self.build(lift)
        return np.repeat(spectrum.eigenvalues, self.counts)


class MatrixRecipe(Protocol):
    def build(self, lift: Lift) -> Array: ...


@dataclass(frozen=True)
class Entries:
    """A matrix given entry by entry; floats are lifted to the dyadic rationals they are."""

    name: str
    rows: tuple[tuple[float, ...], ...]

    def build(self, lift: Lift) -> Array:
        return lift([list(row) for row in self.rows])


@dataclass(frozen=True)
class Rotation:
    """A product of reflections along integer vectors, orthogonal in any arithmetic."""

    d: int
    seeds: tuple[int, ...] = ()

    def build(self, lift: Lift) -> Array:
        W = lift(np.eye(self.d).tolist())
        for seed in self.seeds:
            v = lift([((i + 1) * (seed + 2) + i * i * seed) % 11 - 4 for i in range(self.d)])
            if (v * v).sum() > 0:
                W = W - 2 * np.multiply.outer(W @ v, v) / (v * v).sum()
        return W


@dataclass(frozen=True)
class SingularValues:
    """U diag(exp(logs)) V^T, U with d rows: prescribed singular values."""

    logs: tuple[float, ...]
    left: Rotation
    right: Rotation

    def build(self, lift: Lift) -> Array:
        s = exp(lift(list(self.logs)))
        U = self.left.build(lift)[:, : len(self.logs)]
        return (U * s) @ self.right.build(lift).T


@dataclass(frozen=True)
class Scaled:
    """The rows of another matrix times powers of ten."""

    matrix: MatrixRecipe
    powers: tuple[int, ...]

    def build(self, lift: Lift) -> Array:
        return lift([[10.0**p] for p in self.powers]) * self.matrix.build(lift)
