"""Examples that tie both sets of definitions: Python computes each value, Rocq proves it.

A row has a term of definitions.v, the same in Python, and the value as a function of a maker of
numbers, which runs on floats and on terms. The file of statements is generated from this table; the
proofs are in verify/rocq/examples.v.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from lemmata.theory import definitions
from lemmata.theory.numerics.backends import log, sqrt
from lemmata.theory.rocq.statement import HEADER
from lemmata.theory.rocq.terms import APPLICATION, Real, equal, real
from lemmata.theory.weingarten import moment

Number = Callable[..., Any]
Rows = Sequence[Sequence[int | Fraction]]


@dataclass(frozen=True)
class Example:
    """A ``term`` of Rocq, ``computed`` in Python, and the ``value`` of both, for ``every`` law.

    The name is the first word of the term unless ``label`` is set.
    """

    term: str
    computed: Callable[[], Any]
    value: Callable[[Number], Any]
    every: str = ""
    label: str = ""

    @property
    def name(self) -> str:
        return self.label or self.term.split()[0]

    @property
    def proposition(self) -> str:
        value = self.value(lambda p, q=1: real(Fraction(p, q)))
        return self.every + str(equal(Real(self.term, APPLICATION), value))

    @property
    def number(self) -> float:
        return float(self.value(lambda p, q=1: np.float64(p) / q))


def matrix(rows: Rows) -> str:
    """A 2 x 2 matrix of numbers as a term."""
    entries = " ".join(_argument(v) for row in rows for v in row)
    return f"(two_by_two {entries})"


def _argument(v: int | Fraction) -> str:
    text = str(real(v))
    return text if text.isdigit() else f"({text})"


SLANTED: Rows = [[3, 4], [0, 5]]
STRETCHED: Rows = [[1, 0], [0, 2]]
UNIT: Rows = [[Fraction(3, 5), 0], [0, Fraction(4, 5)]]
TURN: Rows = [[0, 1], [-1, 0]]


def _array(rows: Rows) -> Any:
    return np.array([[float(v) for v in row] for row in rows])


def _rotated(layers: int) -> Any:
    X = _array(SLANTED)
    for _ in range(layers):
        X = definitions.bn(_array(TURN) @ X)
    return X


def _least_gram(rows: Rows) -> Any:
    return np.linalg.eigvalsh(definitions.gram(_array(rows)))[0]


def _row(k: int) -> Any:
    return definitions.row_norms(_array(SLANTED))[k] ** 2


def gram_map(q: list[float]) -> Any:
    from lemmata.theory.sharp import layers  # here, as it imports the vocabulary of this folder

    return layers.gram_map(q)


S, T, U = (matrix(rows) for rows in (SLANTED, STRETCHED, UNIT))
TABLE = [
    Example(f"rowsq {S} 0%ring", lambda: _row(0), lambda n: n(25)),
    Example(f"frobsq {S}", lambda: definitions.squared_norm(_array(SLANTED)), lambda n: n(50)),
    Example(f"frobenius {T}", lambda: np.linalg.norm(_array(STRETCHED)), lambda n: sqrt(n(5))),
    Example(
        f"BN {S} 0%ring 1%ring", lambda: definitions.bn(_array(SLANTED))[0, 1], lambda n: n(4, 5)
    ),
    Example(f"isometry {T}", lambda: definitions.isometry(_array(STRETCHED)), lambda n: n(4, 5)),
    Example(
        f"phi {T}", lambda: definitions.isometry_gap(_array(STRETCHED)), lambda n: log(n(5, 4))
    ),
    Example(
        f"V {T}", lambda: definitions.orthogonality_gap(_array(STRETCHED)), lambda n: sqrt(n(9, 50))
    ),
    Example(f"lambda_min ({U}^T *m {U})", lambda: _least_gram(UNIT), lambda n: n(9, 25)),
    Example(f"Vhat {U}", lambda: 1 / 2 - _least_gram(UNIT), lambda n: n(7, 50)),
    Example(
        f"rotated {S} (fun=> {matrix(TURN)}) 2 0%ring 0%ring",
        lambda: _rotated(2)[0, 0],
        lambda n: n(-3, 5),
    ),
    Example(
        f"hidden {S} (fun=> {matrix(TURN)}) 1 1%ring 0%ring",
        lambda: _rotated(1)[1, 0] / np.sqrt(2),
        lambda n: n(-3, 5) / sqrt(n(2)),
    ),
    Example(f"jacobian_norm {T}", lambda: _jacobian_norm(STRETCHED), lambda n: n(1)),
    Example(
        f"gradient (@frobsq 2 2) {S} 0%ring 1%ring",
        lambda: _derivatives(definitions.squared_norm, SLANTED)[1],
        lambda n: n(8),
    ),
    Example(
        "mean L (fun W => W 0%ring 1%ring ^ 2)",
        lambda: moment([1, 1], [2, 2], 2),
        lambda n: n(1, 2),
        "forall L : law 'M[R]_2, haar L -> ",
        "haar",
    ),
    Example(
        "gram_map N (fun k : 'I_2 => if k == 0%ring then 1 / 10 else 9 / 10) 0%ring",
        lambda: gram_map([0.1, 0.9])[0],
        lambda n: n(1, 4),
        "forall N, standard_normal N -> ",
    ),
]


def _derivatives(function: Callable[[Any], Any], rows: Rows) -> list[Any]:
    """The derivatives by the four entries, by central differences."""
    X, step = _array(rows), 1e-6
    return [
        (function(X + step * E) - function(X - step * E)) / (2 * step)
        for E in np.eye(4).reshape(4, 2, 2)
    ]


def _jacobian_norm(rows: Rows) -> Any:
    """The largest singular value of the Jacobian of BN."""
    columns = [entries.ravel() for entries in _derivatives(definitions.bn, rows)]
    return np.linalg.norm(np.array(columns), 2)


_LITERAL = """
Definition two_by_two (a b c d : R) : 'M[R]_2 :=
  \\matrix_(i, j) if i == 0%ring then (if j == 0%ring then a else b)
                 else (if j == 0%ring then c else d).
"""


def statements() -> str:
    """The text of the file with the statements of all examples."""
    rows = [f"\nDefinition {e.name}_example : Prop := {e.proposition}.\n" for e in TABLE]
    return HEADER.format(source="theory/rocq/examples.py") + _LITERAL + "".join(rows)
