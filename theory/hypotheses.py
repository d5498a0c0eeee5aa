"""Hypotheses as named predicates.

A hypothesis is used three ways: it rejects bad input with an error that says which one failed and
with what value, it constrains generated matrices, and it is printed with the claim. Each function
below makes one for the argument it names.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from theory import definitions
from theory.errors import (
    HypothesisError,
    Negative,
    NotNatural,
    NotOrthogonal,
    NotPositive,
    NotSquare,
    OutOfRange,
    RankDeficient,
    RowsNotUnit,
    SumNotOne,
    TooFewRows,
    WrongShape,
    ZeroMatrix,
    ZeroRow,
)
from theory.numerics.backends import as_array, as_matrix, backend_of
from theory.spectrum import as_spectrum

_TOLERANCE = 1e-9  # beyond rounding: a sum or a norm further off was not meant to be 1


@dataclass(frozen=True)
class Hypothesis:
    """A named predicate on one argument of a closed form.

    ``check`` raises a ``HypothesisError`` where the hypothesis fails.
    """

    name: str
    statement: str
    variable: str
    check: Callable[[Any], object]

    def require(self, value: Any) -> None:
        """Raise the error named after this hypothesis unless ``value`` satisfies it."""
        self.check(value)

    def holds(self, value: Any) -> bool:
        try:
            self.check(value)
        except HypothesisError:
            return False
        return True


def _entries(value: Any) -> list[Any]:
    return list(np.asarray(value, dtype=object).flat)


def matrix(name: str = "X") -> Hypothesis:
    """A real, finite matrix d x n, or a batch of them."""
    return Hypothesis(
        "real matrix",
        rf"{name} \in \mathbb{{R}}^{{d \times n}}",
        name,
        lambda X: as_matrix(X, name),
    )


def square(name: str = "X") -> Hypothesis:
    def check(X: Any) -> None:
        d, n = as_matrix(X, name).shape[-2:]
        if d != n:
            raise NotSquare(name, f"d = {d}, n = {n}")

    return Hypothesis("square", r"n = d", name, check)


def orthogonal(name: str = "W") -> Hypothesis:
    def check(W: Any) -> None:
        square(name).check(W)
        rows = as_matrix(W, name)
        product = rows @ rows.swapaxes(-1, -2)
        largest = max(abs(float(v)) for v in _entries(product - np.eye(rows.shape[-1])))
        if largest > _TOLERANCE:
            raise NotOrthogonal(name, f"an entry of {name} {name}^T - I is {largest:.6g}")

    return Hypothesis("orthogonal", rf"{name} {name}^\top = I", name, check)


def tall(name: str = "H") -> Hypothesis:
    def check(H: Any) -> None:
        d, n = as_matrix(H, name).shape[-2:]
        if d < n:
            raise TooFewRows(name, f"d = {d}, n = {n}")

    return Hypothesis("at least as wide as the batch", r"d \ge n", name, check)


def full_rank(name: str = "X") -> Hypothesis:
    def check(X: Any) -> None:
        try:
            gaps = definitions.isometry_gap(as_matrix(X, name))
        except ZeroMatrix as error:
            raise RankDeficient(name, error.value) from None
        for gap in _entries(gaps):
            if not gap < math.inf:
                raise RankDeficient(name, f"isometry gap {gap}")

    return Hypothesis("full rank", rf"\operatorname{{rank}} {name} = n", name, check)


def no_zero_row(name: str = "X") -> Hypothesis:
    def check(X: Any) -> None:
        matrices = as_matrix(X, name)
        if backend_of(matrices).inspect:
            for largest in _entries(np.abs(matrices).max(axis=-1)):
                if not largest > 0:
                    raise ZeroRow(name, f"a row whose largest entry is {largest}")

    return Hypothesis("no zero row", rf"\|{name}_j\| > 0", name, check)


def unit_rows(name: str = "X") -> Hypothesis:
    def check(X: Any) -> None:
        for norm in _entries(definitions.row_norms(as_matrix(X, name))):
            if abs(float(norm) - 1) > _TOLERANCE:
                raise RowsNotUnit(name, f"a row of norm {float(norm):.6g}")

    return Hypothesis("an output of BN", rf"\|{name}_j\| = 1", name, check)


def unit_norm(name: str = "H") -> Hypothesis:
    return Hypothesis(
        "unit Frobenius norm",
        rf"\|{name}\|_F = 1",
        name,
        lambda H: definitions.require_unit_norm(H, name),
    )


def mean_one(name: str = "spectrum") -> Hypothesis:
    return Hypothesis(
        "trace-normalised", r"\tfrac1d \textstyle\sum_k \lambda_k = 1", name, as_spectrum
    )


def sum_one(name: str = "q") -> Hypothesis:
    def check(q: Any) -> None:
        total = as_array(q, name).sum(-1) if np.ndim(as_array(q, name)) else None
        if total is None:
            raise WrongShape(name, "a single number; expected a vector")
        for value in _entries(total):
            if abs(float(value) - 1) > _TOLERANCE:
                raise SumNotOne(name, f"sum {float(value):.6g}")

    return Hypothesis("sum 1", r"\textstyle\sum_i q_i = 1", name, check)


def _ordered(name: str, error: type[HypothesisError], ok: Callable[[Any], bool]) -> Any:
    def check(value: Any) -> None:
        array = as_array(value, name)
        if not backend_of(array).inspect:
            return
        for entry in _entries(array):
            if not ok(entry):
                raise error(name, f"{entry}")

    return check


def positive(name: str, symbol: str = "") -> Hypothesis:
    return Hypothesis(
        "positive", f"{symbol or name} > 0", name, _ordered(name, NotPositive, lambda v: v > 0)
    )


def non_negative(name: str, symbol: str = "") -> Hypothesis:
    return Hypothesis(
        "non-negative", rf"{symbol or name} \ge 0", name, _ordered(name, Negative, lambda v: v >= 0)
    )


def within(name: str, low: float, high: float, symbol: str = "") -> Hypothesis:
    def ok(v: Any) -> bool:
        return bool(v >= low and v <= high)

    return Hypothesis(
        "range",
        rf"{low} \le {symbol or name} \le {high}",
        name,
        _ordered(name, OutOfRange, ok),
    )


def natural(name: str, at_least: int = 1, symbol: str = "") -> Hypothesis:
    """An integer at least ``at_least``; integers as floats are taken, 2.5 is not."""

    def ok(v: Any) -> bool:
        whole = v.is_integer() if hasattr(v, "is_integer") else v == int(v)
        return bool(v >= at_least and whole)

    return Hypothesis(
        "natural number",
        rf"{symbol or name} \in \{{{at_least}, {at_least + 1}, \dots\}}",
        name,
        _ordered(name, NotNatural, ok),
    )
