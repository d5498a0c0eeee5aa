"""Hypotheses as named predicates.

A hypothesis rejects bad input with an error that says which one failed and with what value, and it
is printed with the claim. Each function below makes one for the argument it names.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from lemmata.theory import definitions, errors
from lemmata.theory.errors import HypothesisError
from lemmata.theory.numerics.backends import Array, as_array, as_matrix, backend_of
from lemmata.theory.rocq import vocabulary
from lemmata.theory.rocq.terms import Family, Natural, Proposition, argument, names, real
from lemmata.theory.spectrum import as_spectrum

_TOLERANCE = 1e-9  # beyond rounding: a sum further off was not meant to be 1

LATEX = {
    "alpha": r"\alpha",
    "delta": r"\delta",
    "gamma": r"\gamma",
    "kappa": r"\kappa",
    "phi": r"\phi",
    "phi_0": r"\phi_0",
    "q": "q_i",
    "s": "s_i",
    "spectrum": r"\lambda_k",
    "v_hat": r"\hat V",
    "v_hat_0": r"\hat V(H_0)",
}
"""How the papers write the argument of a name, where not by the name itself."""


@dataclass(frozen=True)
class Hypothesis:
    """A named predicate on an argument of a closed form, and on those that stand ``beside`` it.

    ``check`` raises a ``HypothesisError`` where the hypothesis fails; where it speaks of what the
    closed form is not given, ``observed`` does, of what was observed for the left side. ``rocq``
    says the same in Rocq, of the terms that stand for the arguments.
    """

    name: str
    statement: str
    variable: str
    check: Callable[..., object]
    observed: Callable[[Any], object] = lambda lhs: None
    rocq: Callable[..., Sequence[Proposition]] | None = None
    beside: tuple[str, ...] = ()

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of what it speaks of."""
        return (self.variable, *self.beside)

    def of(self, given: Mapping[str, Any]) -> list[Any]:
        """What it speaks of, among the arguments of a closed form."""
        return [given[name] for name in self.arguments]


def _for_each(value: Any, says: Callable[[Any], Proposition]) -> Sequence[Proposition]:
    """The proposition about a number, or about every member of a family."""
    if not isinstance(value, Family):
        return [says(value)]
    one = says(value.entry)
    return [Proposition(f"forall {value.index}, {one}", value.variables | one.variables)]


def _proposition(text: str, *terms: Any) -> Proposition:
    return Proposition(text, names(*terms))


def _every(
    name: str,
    error: type[HypothesisError],
    ok: Callable[[Any], bool],
    of: Callable[[Any, str], Any] = as_array,
    says: Callable[[Any], str] = str,
) -> Callable[[Any], None]:
    """A check that every entry is ``ok``, of the argument or of what is made ``of`` it."""

    def check(value: Array) -> None:
        array = of(value, name)
        if backend_of(array).inspect:
            for entry in np.asarray(array, dtype=object).flat:
                if not ok(entry):
                    raise error(name, says(entry))

    return check


def _symbol(name: str, symbol: str = "") -> str:
    return symbol or LATEX.get(name, name)


def understood(name: str, statement: str, variable: str, by: str, *rocq: Proposition) -> Hypothesis:
    """A hypothesis that no cell can show; it is printed, and ``by`` says who ensures it."""
    return Hypothesis(
        f"{name}: {by}", statement, variable, lambda value: None, rocq=lambda value: rocq
    )


_SYMBOL = {"X0": "X_0", "H0": "H_0"}


def trace_normalised(X: Any = vocabulary.START, variable: str = "d") -> Hypothesis:
    """||X_0||_F^2 = d, which costs nothing: BN(W c X) = BN(W X), and c X has the gap of X."""
    by = "the checks start at spectra of mean 1 or unit rows, a cell does not show it"
    name = _SYMBOL.get(X.text, X.text)
    norm = _proposition(f"{vocabulary.frobsq(X)} = {X.rows}", X)
    return understood("trace-normalised", rf"\|{name}\|_F^2 = d", variable, by, norm)


def of_full_rank(X: Any = vocabulary.START, variable: str = "d") -> Hypothesis:
    """Full rank of a matrix whose gap is an argument: a cell shows it by a finite gap."""
    name, by = _SYMBOL.get(X.text, X.text), "where the gap is finite"
    says = rf"\operatorname{{rank}} {name} = {X.columns.nat}"
    return understood("full rank", says, variable, by, vocabulary.full_rank(X))


def of_full_row_rank(X: Any, variable: str = "d") -> Hypothesis:
    """Rank d of a d x n matrix, n >= d, whose rows' gap is an argument."""
    name, by = _SYMBOL.get(X.text, X.text), "where the gap is finite"
    says = rf"\operatorname{{rank}} {name} = {X.rows.nat}"
    return understood("full row rank", says, variable, by, vocabulary.full_row_rank(X))


def normalised(variable: str) -> list[Hypothesis]:
    """A trace-normalised X of full rank, whose gap is an argument."""
    X = vocabulary.X
    return [of_full_rank(X, variable), trace_normalised(X, variable)]


def unit_norm(H: Any = vocabulary.H, variable: str = "n") -> Hypothesis:
    """||H||_F = 1, which eq. (1) of daneshmand2021 sees to from the first layer on."""
    name, by = _SYMBOL.get(H.text, H.text), "the checks start at such matrices"
    return understood("unit norm", rf"\|{name}\|_F = 1", variable, by, vocabulary.unit(H))


def has_a_log(name: str, statement: str, variable: str, *rocq: Proposition) -> Hypothesis:
    """The left side is a log, or a mean log, of something nonzero: its observed value is finite."""
    finite = _every("lhs", errors.NotFinite, lambda v: abs(v) < math.inf)
    return Hypothesis(name, statement, variable, lambda value: None, finite, lambda value: rocq)


def matrix(name: str = "X") -> Hypothesis:
    """A real, finite matrix d x n, or a batch of them."""
    statement = rf"{name} \in \mathbb{{R}}^{{d \times n}}"

    def said_by_its_type(X: Any) -> Sequence[Proposition]:
        return ()

    return Hypothesis(
        "real matrix", statement, name, lambda X: as_matrix(X, name), rocq=said_by_its_type
    )


def square(name: str = "X") -> Hypothesis:
    def check(X: Array) -> None:
        d, n = as_matrix(X, name).shape[-2:]
        if d != n:
            raise errors.NotSquare(name, f"d = {d}, n = {n}")

    def rocq(X: Any) -> Sequence[Proposition]:
        if X.rows.nat != X.columns.nat:
            raise errors.NotSquare(name, f"{X.rows.nat} rows and {X.columns.nat} columns in Rocq")
        return ()  # its type says so

    return Hypothesis("square", r"n = d", name, check, rocq=rocq)


def orthogonal(name: str = "W") -> Hypothesis:
    def check(W: Array) -> None:
        square(name).check(W)
        rows = as_matrix(W, name)
        product = rows @ rows.swapaxes(-1, -2)
        largest = max(abs(float(v)) for v in (product - np.eye(rows.shape[-1])).flat)
        if largest > _TOLERANCE:
            raise errors.NotOrthogonal(name, f"an entry of {name} {name}^T - I is {largest:.6g}")

    return Hypothesis(
        "orthogonal",
        rf"{name} {name}^\top = I",
        name,
        check,
        rocq=lambda W: [_proposition(f"orthogonal {argument(W)}", W)],
    )


def tall(name: str = "H") -> Hypothesis:
    check = partial(definitions.require_tall, name=name)
    return Hypothesis(
        "at least as wide as the batch",
        r"d \ge n",
        name,
        check,
        rocq=lambda H: [_proposition(f"({H.columns.nat} <= {H.rows.nat})%N", H)],
    )


def full_rank(name: str = "X") -> Hypothesis:
    def gaps(X: Array, name: str) -> Array:
        try:
            return np.asarray(definitions.isometry_gap(as_matrix(X, name)))
        except errors.ZeroMatrix as error:
            raise errors.RankDeficient(name, error.value) from None

    says = "isometry gap {}".format
    check = _every(name, errors.RankDeficient, lambda v: v < math.inf, gaps, says)
    statement = rf"\operatorname{{rank}} {name} = n"
    return Hypothesis("full rank", statement, name, check, rocq=lambda X: [vocabulary.full_rank(X)])


def no_zero_row(name: str = "X") -> Hypothesis:
    def largest(X: Array, name: str) -> Array:
        X = as_matrix(X, name)
        return np.abs(X).max(axis=-1) if backend_of(X).inspect else X

    says = "a row whose largest entry is {}".format
    check = _every(name, errors.ZeroRow, lambda v: v > 0, largest, says)
    return Hypothesis(
        "no zero row",
        rf"\|{name}_j\| > 0",
        name,
        check,
        rocq=lambda X: [_proposition(f"forall j, 0 < rowsq {argument(X)} j", X)],
    )


def mean_one() -> Hypothesis:
    statement = r"\tfrac1d \textstyle\sum_k \lambda_k = 1"

    def rocq(spectrum: Any) -> Sequence[Proposition]:
        sum_ = spectrum.eigenvalues.sum()
        return [_proposition(f"{sum_} = {spectrum.width}", sum_)]

    return Hypothesis("trace-normalised", statement, "spectrum", as_spectrum, rocq=rocq)


def no_zero_eigenvalue() -> Hypothesis:
    """X X^T of full rank: the gap is finite, and a difference of two of them is a number."""

    def logs(spectrum: Array, name: str) -> Array:
        return as_spectrum(spectrum).log_eigenvalues

    says = "an eigenvalue exp({})".format
    check = _every("spectrum", errors.RankDeficient, lambda v: v > -math.inf, logs, says)
    return Hypothesis(
        "full rank",
        r"\lambda_k > 0",
        "spectrum",
        check,
        rocq=lambda spectrum: _for_each(spectrum.eigenvalues, lambda x: 0 < x),
    )


def sum_one(name: str = "q") -> Hypothesis:
    def total(q: Array, name: str) -> Array:
        return np.asarray(definitions.as_vector(q, name).sum(-1))

    says, near = (lambda v: f"sum {float(v):.6g}"), (lambda v: abs(float(v) - 1) <= _TOLERANCE)
    check = _every(name, errors.SumNotOne, near, total, says)
    return Hypothesis(
        "sum 1",
        r"\textstyle\sum_i q_i = 1",
        name,
        check,
        rocq=lambda q: [_proposition(f"{q.sum()} = 1", q)],
    )


def positive(name: str) -> Hypothesis:
    check = _every(name, errors.NotPositive, lambda v: v > 0)
    return Hypothesis(
        "positive",
        f"{_symbol(name)} > 0",
        name,
        check,
        rocq=lambda value: _for_each(value, lambda x: 0 < x),
    )


def non_negative(name: str, symbol: str = "") -> Hypothesis:
    check = _every(name, errors.Negative, lambda v: v >= 0)
    return Hypothesis(
        "non-negative",
        rf"{_symbol(name, symbol)} \ge 0",
        name,
        check,
        rocq=lambda value: _for_each(value, lambda x: real(0) <= x),
    )


def within(name: str, low: float, high: float, symbol: str = "") -> Hypothesis:
    check = _every(name, errors.OutOfRange, lambda v: low <= v <= high)
    return Hypothesis(
        "range",
        rf"{low} \le {_symbol(name, symbol)} \le {high}",
        name,
        check,
        rocq=lambda value: [
            *_for_each(value, lambda x: real(low) <= x),
            *_for_each(value, lambda x: x <= high),
        ],
    )


def natural(name: str, at_least: int = 1, symbol: str = "") -> Hypothesis:
    """An integer at least ``at_least``; integers as floats are taken, 2.5 is not."""

    def ok(v: Array) -> bool:
        whole = v.is_integer() if hasattr(v, "is_integer") else v == int(v)
        return bool(v >= at_least and whole)

    statement = rf"{_symbol(name, symbol)} \in \{{{at_least}, {at_least + 1}, \dots\}}"

    def rocq(value: Natural) -> Sequence[Proposition]:
        known = any(v.facts for v in value.variables if v.name == value.nat)  # a width is not 0
        if at_least == 0 or (at_least == 1 and (known or value.nat.endswith(".+1"))):
            return ()
        return [value >= at_least]

    return Hypothesis(
        "natural number", statement, name, _every(name, errors.NotNatural, ok), rocq=rocq
    )


def one_of(name: str, known: Sequence[object], is_called: str, statement: str) -> Hypothesis:
    """One of the ``known`` values."""

    def check(value: object) -> None:
        if value not in known:
            raise errors.OutOfRange(name, f"{value!r}; expected one of {known}")

    return Hypothesis(is_called, statement, name, check, rocq=lambda value: ())  # it is given
