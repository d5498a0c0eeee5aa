"""Recipes for hard inputs: a few plain numbers from which a matrix or a spectrum is built.

A recipe is built in the arithmetic asked for: in float64 while a search climbs, in tensors while
the hunter follows a gradient (its numbers may then be entries of a tensor), in mpmath numbers when
what they found is judged. Rotations are products of reflections along integer vectors and
spectra are scaled to mean 1 after lifting, so neither is off by the rounding of float64.
"""

import ast
import math
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import mpmath
import numpy as np

from theory.numerics.backends import Array, exp, log
from theory.spectrum import Spectrum, from_deviations, from_log_eigenvalues
from verify.cases import mpf_array

Lift = Callable[[Any], Array]  # nested plain numbers -> an array of the arithmetic


def in_floats(values: Any) -> Array:
    return np.array(values, dtype=np.float64)


in_mpf = mpf_array


def in_tensors(values: Any) -> Array:
    """Numbers or tensors, nested, as one tensor that remembers where they came from."""
    import torch  # here, so that listing claims does not load it

    if isinstance(values, list | tuple):
        return torch.stack([in_tensors(value) for value in values])
    return torch.as_tensor(values, dtype=torch.float64)


def eigenvectors(K: Array, lift: Lift) -> tuple[Array, Array]:
    """The eigenvalues of a symmetric matrix, ascending, and its eigenvectors as columns."""
    if lift is in_floats:
        values, Q = np.linalg.eigh(K)
        return values, Q
    values, vectors = mpmath.eigsy(mpmath.matrix(K.tolist()))
    return np.array(list(values)), np.array(vectors.tolist(), dtype=object)


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
        raw = lift(list(self.values))
        counts = lift(list(self.counts)) if lift is in_tensors else np.array(self.counts)
        if self.deviations:
            centre = (raw * counts).sum() / self.width
            return from_deviations((raw - centre) / (1 + centre), counts)
        top = raw.max()
        mean = (exp(raw - top) * counts).sum() / self.width
        return from_log_eigenvalues(raw - top - log(mean), counts)


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
        along = [
            [((i + 1) * (seed + 2) + i * i * seed) % 11 - 4 for i in range(self.d)]
            for seed in self.seeds
        ]
        return _reflections(self.d, [v for v in along if any(v)], lift)


def _reflections(d: int, along: Sequence[Any], lift: Lift) -> Array:
    """The product of I - 2 v v^T/||v||^2 for the vectors v."""
    W = lift(np.eye(d).tolist())
    for v in map(lift, along):
        W = W - 2 * (W @ v)[:, None] * v / (v * v).sum()
    return W


@dataclass(frozen=True)
class Reflections:
    """The product of the reflections along these vectors, orthogonal in any arithmetic."""

    vectors: tuple[tuple[float, ...], ...]

    def build(self, lift: Lift) -> Array:
        return _reflections(len(self.vectors[0]), [list(v) for v in self.vectors], lift)


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


RECIPES = {
    recipe.__name__: recipe
    for recipe in (SpectrumRecipe, Entries, Rotation, Reflections, SingularValues, Scaled)
}


def command(claim_id: str, case: Any) -> str:
    """What to paste to evaluate a claim at a case again."""
    text = str(case).replace("'", '"')  # so that it can stand between single quotes
    return f"lemmata hunt {claim_id} --at {shlex.quote(text)}"


class NotACase(ValueError):
    """Text that is no case: recipes, tuples, numbers and strings, as they are printed."""


def read(text: str) -> Any:
    """The case that was printed as ``text``; nothing but recipes and literals is evaluated."""
    try:
        return _read(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, TypeError, ValueError) as error:
        raise NotACase(f"not a case: {text!r}") from error


def _read(node: ast.expr) -> Any:
    if isinstance(node, ast.Tuple):
        return tuple(_read(entry) for entry in node.elts)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RECIPES:
        named = {str(keyword.arg): _read(keyword.value) for keyword in node.keywords}
        return RECIPES[node.func.id](*[_read(entry) for entry in node.args], **named)
    if isinstance(node, ast.Name) and node.id == "inf":  # the limit of width
        return math.inf
    return ast.literal_eval(node)
