"""Examples that tie the two sets of definitions: each is computed by Python, and proved in Rocq.

A row names a function of definitions.v with what it is applied to, the same in Python, and the
value as a function that makes numbers, which runs on floats and on terms alike. The file of
statements is made from this table as those of the claims are from their records; the proofs are in
verify/rocq/examples.v.
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
    """``said`` in Rocq, ``computed`` in Python, and the ``value`` of both; of ``every`` law so."""

    name: str
    said: str
    computed: Callable[[], Any]
    value: Callable[[Number], Any]
    every: str = ""

    @property
    def proposition(self) -> str:
        found = self.value(lambda p, q=1: real(Fraction(p, q)))
        return self.every + str(equal(Real(self.said, APPLICATION), found))

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


def _hidden(layers: int) -> Any:
    H = _array(SLANTED)
    for _ in range(layers):
        H = definitions.bn(_array(TURN) @ H) / np.sqrt(2)
    return H


def _least_gram(rows: Rows) -> Any:
    return np.linalg.eigvalsh(definitions.gram(_array(rows)))[0]


def _row(k: int) -> Any:
    return definitions.row_norms(_array(SLANTED))[k] ** 2


def gram_map(q: list[float]) -> Any:
    from lemmata.theory.sharp.layers import (
        gram_map as moved,  # it imports the vocabulary of this folder
    )

    return moved(q)


TABLE = [
    Example("rowsq", f"rowsq {matrix(SLANTED)} 0%ring", lambda: _row(0), lambda n: n(25)),
    Example(
        "frobsq",
        f"frobsq {matrix(SLANTED)}",
        lambda: definitions.squared_norm(_array(SLANTED)),
        lambda n: n(50),
    ),
    Example(
        "frobenius",
        f"frobenius {matrix(STRETCHED)}",
        lambda: np.linalg.norm(_array(STRETCHED)),
        lambda n: sqrt(n(5)),
    ),
    Example(
        "BN",
        f"BN {matrix(SLANTED)} 0%ring 1%ring",
        lambda: definitions.bn(_array(SLANTED))[0, 1],
        lambda n: n(4, 5),
    ),
    Example(
        "isometry",
        f"isometry {matrix(STRETCHED)}",
        lambda: definitions.isometry(_array(STRETCHED)),
        lambda n: n(4, 5),
    ),
    Example(
        "phi",
        f"phi {matrix(STRETCHED)}",
        lambda: definitions.isometry_gap(_array(STRETCHED)),
        lambda n: log(n(5, 4)),
    ),
    Example(
        "V",
        f"V {matrix(STRETCHED)}",
        lambda: definitions.orthogonality_gap(_array(STRETCHED)),
        lambda n: sqrt(n(9, 50)),
    ),
    Example(
        "lambda_min",
        f"lambda_min ({matrix(UNIT)}^T *m {matrix(UNIT)})",
        lambda: _least_gram(UNIT),
        lambda n: n(9, 25),
    ),
    Example("Vhat", f"Vhat {matrix(UNIT)}", lambda: 1 / 2 - _least_gram(UNIT), lambda n: n(7, 50)),
    Example(
        "rotated",
        f"rotated {matrix(SLANTED)} (fun=> {matrix(TURN)}) 2 0%ring 0%ring",
        lambda: _rotated(2)[0, 0],
        lambda n: n(-3, 5),
    ),
    Example(
        "hidden",
        f"hidden {matrix(SLANTED)} (fun=> {matrix(TURN)}) 1 1%ring 0%ring",
        lambda: _hidden(1)[1, 0],
        lambda n: n(-3, 5) / sqrt(n(2)),
    ),
    Example(
        "jacobian_norm",
        f"jacobian_norm {matrix(STRETCHED)}",
        lambda: _jacobian_norm(STRETCHED),
        lambda n: n(1),
    ),
    Example(
        "gradient",
        f"gradient (@frobsq 2 2) {matrix(SLANTED)} 0%ring 1%ring",
        lambda: _gradient(SLANTED)[0, 1],
        lambda n: n(8),
    ),
    Example(
        "haar",
        "mean L (fun W => W 0%ring 1%ring ^ 2)",
        lambda: moment([1, 1], [2, 2], 2),
        lambda n: n(1, 2),
        every="forall L : law 'M[R]_2, haar L -> ",
    ),
    Example(
        "gram_map",
        "gram_map N (fun k : 'I_2 => if k == 0%ring then 1 / 10 else 9 / 10) 0%ring",
        lambda: gram_map([0.1, 0.9])[0],
        lambda n: n(1, 4),
        every="forall N, standard_normal N -> ",
    ),
]


def _jacobian_norm(rows: Rows) -> Any:
    """The largest singular value of the Jacobian of BN, by central differences."""
    X, step = _array(rows), 1e-6
    moved = [
        (definitions.bn(X + step * E) - definitions.bn(X - step * E)).ravel() / (2 * step)
        for E in np.eye(4).reshape(4, 2, 2)
    ]
    return np.linalg.norm(np.array(moved), 2)


def _gradient(rows: Rows) -> Any:
    X, step = _array(rows), 1e-6
    square = definitions.squared_norm
    moved = [
        (square(X + step * E) - square(X - step * E)) / (2 * step)
        for E in np.eye(4).reshape(4, 2, 2)
    ]
    return np.array(moved).reshape(2, 2)


_LITERAL = """
Definition two_by_two (a b c d : R) : 'M[R]_2 :=
  \\matrix_(i, j) if i == 0%ring then (if j == 0%ring then a else b)
                 else (if j == 0%ring then c else d).
"""


def statements() -> str:
    """The file of the statements of all examples."""
    rows = [f"\nDefinition {e.name}_example : Prop := {e.proposition}.\n" for e in TABLE]
    return HEADER.format(source="theory/rocq/examples.py") + _LITERAL + "".join(rows)
