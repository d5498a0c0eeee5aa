"""Recipes for hard inputs: a few plain numbers that determine a matrix or a spectrum.

A recipe is built in the arithmetic of its ``lift``: float64 while hypothesis searches, tensors
while the hunter follows a gradient, mpmath when a case is judged. Rotations are products of
reflections along integer vectors, and spectra are scaled to mean 1 after lifting, so that neither
has the rounding error of float64.
"""

import ast
import math
import shlex
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import mpmath
import numpy as np

from lemmata.theory.numerics.backends import Array, exp, log
from lemmata.theory.spectrum import Spectrum, from_deviations, from_log_eigenvalues
from lemmata.verify.cases import mpf_array
from lemmata.verify.errors import Misuse
from lemmata.verify.registry import loaded_from

_LARGEST_POWER = 300  # of ten, in float64
Lift = Callable[[Any], Array]  # nested plain numbers -> an array of the arithmetic


def in_floats(values: Array) -> Array:
    return np.array(values, dtype=np.float64)


in_mpf = mpf_array


def in_tensors(values: Array) -> Array:
    """Nested numbers or tensors as one tensor, with their gradients."""
    import torch  # here, so that listing claims does not load it

    from lemmata.verify.chains import torch_backend  # noqa: F401  (registers tensors)

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
    """A matrix by its entries; floats are lifted exactly."""

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


def _reflections(d: int, along: Sequence[Array], lift: Lift) -> Array:
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


def command(claim_id: str, case: object) -> str:
    """The command that evaluates a claim at a case again."""
    text = str(case).replace("'", '"')  # so that it can stand between single quotes
    return f"lemmata hunt {claim_id}{loaded_from(claim_id)} --at {shlex.quote(text)}"


class NotACase(Misuse):
    """Text that is no case: recipes, tuples, numbers and strings, as they are printed."""


def read(text: str) -> object:
    """The case that was printed as ``text``; nothing but recipes and literals is evaluated."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Python, on how the text is written
            return _read(ast.parse(text.strip(), mode="eval").body)
    except NotACase as error:
        raise NotACase(f"not a case: {error}") from error
    except (SyntaxError, TypeError, ValueError, MemoryError, RecursionError) as error:
        raise NotACase(f"not a case: {text!r}") from error


def _read(node: ast.expr) -> Any:
    if isinstance(node, ast.Tuple):
        return tuple(_read(entry) for entry in node.elts)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RECIPES:
        named = {str(keyword.arg): _read(keyword.value) for keyword in node.keywords}
        recipe = RECIPES[node.func.id](*[_read(entry) for entry in node.args], **named)
        if wrong := _wrong(recipe):
            raise NotACase(f"{node.func.id} with {wrong}")
        return recipe
    if isinstance(node, ast.Name) and node.id == "inf":  # the limit of width
        return math.inf
    return ast.literal_eval(node)


def _wrong(recipe: object) -> str:
    """What is wrong with a recipe from the command line, and what was expected; else empty."""
    match recipe:
        case SpectrumRecipe(values, counts) if not _numbers(values):
            return f"values {values}; expected finite numbers"
        case SpectrumRecipe(values, counts) if not (
            _whole(counts, 0) and len(counts) == len(values) and sum(counts) > 0
        ):
            return f"counts {counts}; expected one for each value, none negative and not all 0"
        case SpectrumRecipe(deviations=deviations) if deviations not in (True, False):
            return f"deviations {deviations}; expected True or False"
        case Entries(name, rows) if not (isinstance(name, str) and _rectangular(rows)):
            return f"rows {rows}; expected a name and rows of finite numbers, all as long"
        case Rotation(d, seeds) if not (_whole((d,), 1) and (not seeds or _whole(seeds))):
            return f"d {d}, seeds {seeds}; expected a width from 1 on and whole numbers"
        case Reflections(vectors) if not (_rectangular(vectors) and all(map(any, vectors))):
            return f"vectors {vectors}; expected vectors of one length, none of them 0"
        case SingularValues(logs, left, right) if not (
            _numbers(logs)
            and isinstance(left, Rotation)
            and isinstance(right, Rotation)
            and left.d >= len(logs) == right.d
        ):
            return f"logs {logs}; expected as many as the right rotation has rows, the left no less"
        case Scaled(matrix, powers) if not (
            isinstance(matrix, Entries | Rotation | Reflections | SingularValues | Scaled)
            and _whole(powers, -_LARGEST_POWER)
            and max(powers) <= _LARGEST_POWER
        ):
            return f"powers {powers}; expected a matrix and whole numbers up to {_LARGEST_POWER}"
    return ""


def _numbers(values: object) -> bool:
    """Whether this is a non-empty tuple of finite numbers."""
    return isinstance(values, tuple) and bool(values) and all(map(_is_number, values))


def _is_number(value: object) -> bool:
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _whole(values: Any, least: float = -math.inf) -> bool:
    """Whether this is a non-empty tuple of whole numbers, none below the least."""
    return _numbers(values) and all(type(value) is int and value >= least for value in values)


def _rectangular(rows: object) -> bool:
    if not (isinstance(rows, tuple) and rows and all(map(_numbers, rows))):
        return False
    return len({len(row) for row in rows}) == 1


def entries(case: object) -> int:
    """The number of entries of the largest matrix of a case, at least 1."""
    match case:
        case Rotation(d):
            return d * d
        case Entries(_, rows) | Reflections(rows):
            return max(len(rows), len(rows[0])) ** 2
        case SingularValues(_, left, right):
            return max(entries(left), entries(right))
        case Scaled(matrix):
            return entries(matrix)
        case tuple():
            return max(map(entries, case), default=1)
    return 1
