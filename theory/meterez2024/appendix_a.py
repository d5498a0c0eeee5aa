"""meterez2024, appendix A: BN and the row norms, moments of Haar matrices, the rows of W X.

W ~ O_d is a Haar orthogonal matrix with entries w_ij. The width d may be an integer, or the
polynomial d: then the closed forms are rational functions, compared for every d at once.
"""

from __future__ import annotations

from typing import Any

import flint
import numpy as np

from theory.definitions import isometry, relative_variance, row_norms
from theory.errors import NotNatural, OutOfRange
from theory.hypotheses import Hypothesis, full_rank, natural, non_negative, square
from theory.ledger import Kind, Mutant, Verdict, claim
from theory.meterez2024.section_3_1 import isometry_gain
from theory.numerics.backends import Array, as_array
from theory.weingarten import RationalFunction, weingarten
from theory.weingarten.reference import coset_type, pairings


@claim(
    "meterez2024:lemma-A.1",
    title="BN increases the isometry by the spread of the row norms",
    statement=r"I(\mathrm{BN}(X)) \ge \left(1 + \frac{\operatorname{Var}_j \|X_j\|}"
    r"{(\operatorname{Mean}_j \|X_j\|)^2}\right) I(X)",
    kind=Kind.LOWER_BOUND, variables={"X": "X"}, hypotheses=[square(), full_rank()],
    source="Appendix A, Lemma A.1 (Joudaki et al. 2023a, Corollary 3); Section 3.1",
    sharp="sharp:bn-identity", expected=Verdict.PROVED,
    mutants=[
        Mutant("the variance twice", lambda X: isometry_gain(row_norms(X), 2) * isometry(X),
               {"X": np.diag([2.0, *[1.0] * 7])}),
        Mutant("Var/Mean without the square",
               lambda X: (1 + relative_variance(row_norms(X)) * row_norms(X).sum(-1)) * isometry(X),
               {"X": [[1.0, 0.0], [0.0, 4.0]]}),
    ],
)  # fmt: skip
def isometry_after_bn(X: Array) -> Array:
    """(1 + Var/Mean^2 of the row norms) I(X)."""
    return isometry_gain(row_norms(X)) * isometry(X)


@claim(
    "meterez2024:corollary-A.3",
    title="Some rotation orthogonalises in one layer",
    statement=r"X = U \Sigma V^\top:\quad I(\mathrm{BN}(U^\top X)) = 1",
    kind=Kind.IDENTITY, variables={"X": "X"}, hypotheses=[square(), full_rank()],
    source="Appendix A, Corollary A.3", uses=["meterez2024:lemma-2"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant("no rotation needed: I(BN(X)) = 1 means I(X) is reached",
               lambda X: isometry(X), {"X": [[1.0, 1.0], [0.0, 2.0]]}),
    ],
)  # fmt: skip
def isometry_after_best_rotation(X: Array) -> int:
    """1: U^T X = Sigma V^T has orthogonal rows, and BN makes them unit."""
    return 1


def _over(numerator: Any, denominator: Any) -> Any:
    """A quotient: exact for integers, a rational function for polynomials in d."""
    if isinstance(denominator, flint.fmpz_poly):
        return RationalFunction.reduced(flint.fmpz_poly([0]) + numerator, denominator)
    if isinstance(numerator, int):
        return flint.fmpq(numerator, denominator)
    return numerator / denominator


def _fourth_moments(d: Any, sign: int = -1, shift: int = 2) -> list[Any]:
    return [
        _over(3, d * (d + shift)),
        _over(1, d * (d + shift)),
        _over(1, d * (d + shift)),
        _over(d + 1, d * (d - 1) * (d + shift)),
        _over(sign, d * (d - 1) * (d + shift)),
    ]


@claim(
    "meterez2024:weingarten-moments",
    title="The fourth moments of a Haar orthogonal matrix",
    statement=r"\mathbb{E}\, w_{ik}^4 = \tfrac{3}{d(d+2)};\;"
    r" \mathbb{E}\, w_{ik}^2 w_{il}^2 = \mathbb{E}\, w_{ik}^2 w_{jk}^2 = \tfrac{1}{d(d+2)};\;"
    r" \mathbb{E}\, w_{ik}^2 w_{jl}^2 = \tfrac{d+1}{d(d-1)(d+2)};\;"
    r" \mathbb{E}\, w_{ik} w_{il} w_{jk} w_{jl} = \tfrac{-1}{d(d-1)(d+2)}\; (i \ne j, k \ne l)",
    kind=Kind.IDENTITY, variables={"d": "d"}, hypotheses=[natural("d", at_least=2)],
    source="Appendix A", uses=["meterez2024:weingarten-formula"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant("d + 1 for d + 2", lambda d: _fourth_moments(d, shift=1), {"d": 3}),
        Mutant("the sign of the mixed moment", lambda d: _fourth_moments(d, sign=1), {"d": 3}),
    ],
)  # fmt: skip
def haar_fourth_moments(d: int) -> list[Any]:
    """[w_ik^4, w_ik^2 w_il^2, w_ik^2 w_jk^2, w_ik^2 w_jl^2, w_ik w_il w_jk w_jl]."""
    return _fourth_moments(d)


def _weingarten_sum(rows: Any, cols: Any, d: int, kind_of: Any) -> Any:
    """The double sum over pairings of the factors that respect the indices."""
    points = tuple(range(len(rows)))
    fit_rows = [p for p in pairings(points) if all(rows[a] == rows[b] for a, b in p)]
    fit_cols = [q for q in pairings(points) if all(cols[a] == cols[b] for a, b in q)]
    terms = (weingarten(kind_of(p, q), d) for p in fit_rows for q in fit_cols)
    return sum(terms, flint.fmpq(0))


def _indices(name: str) -> Hypothesis:
    def check(indices: Any) -> None:
        if not all(v == int(v) and v >= 1 for v in np.atleast_1d(as_array(indices, name))):
            raise NotNatural(name, f"{indices}; expected indices 1, 2, ...")

    return Hypothesis("indices", rf"1 \le {name}_t \le d", name, check)


@claim(
    "meterez2024:weingarten-formula",
    title="Moments of a Haar orthogonal matrix as a sum over pairings",
    statement=r"\mathbb{E} \prod_{t=1}^{2k} w_{i_t j_t} = \sum_{p, q} \delta_p(i)\, \delta_q(j)\,"
    r" \mathrm{Wg}_d(p, q),\quad d \ge k",
    kind=Kind.IDENTITY, variables={"i": "i_t", "j": "j_t", "d": "d"},
    hypotheses=[natural("d"), _indices("i"), _indices("j")],
    source="Appendix A; Collins and Sniady 2006, Collins and Matsumoto 2009",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant("only equal pairings",
               lambda i, j, d: _weingarten_sum(i, j, d, lambda p, q: (1,) * len(p)),
               {"i": [1, 1, 1, 1], "j": [1, 1, 1, 1], "d": 3}),
    ],
)  # fmt: skip
def sum_over_pairings(i: list[int], j: list[int], d: int) -> Any:
    """sum over pairings p of the rows and q of the columns of Wg_d(coset type of p and q)."""
    if max(*i, *j) > d:
        raise OutOfRange("i, j", f"an index {max(*i, *j)}; expected at most d = {d}")
    return _weingarten_sum(i, j, d, coset_type)


def _row_moments(S: Any, d: Any, factor: int) -> list[Any]:
    apart = d * (d - 1) * (d + 2)
    return [
        _over(d, d),
        _over(d * (d + 2) + factor * S, d * (d + 2)),
        _over(apart - factor * S, apart),
    ]


@claim(
    "meterez2024:rows-of-WX",
    title="The squared row norms of a randomly rotated BN output",
    statement=r"a_j = \|(W X)_j\|^2:\quad \mathbb{E}\, a_j = 1,\;"
    r" \mathbb{E}\, a_j^2 = 1 + \tfrac{2S}{d(d+2)},\;"
    r" \mathbb{E}\, a_i a_j = 1 - \tfrac{2S}{d(d-1)(d+2)},\;"
    r" S = \textstyle\sum_k (\lambda_k - 1)^2",
    kind=Kind.IDENTITY, variables={"S": "S", "d": "d"},
    hypotheses=[non_negative("S"), natural("d", at_least=2)],
    source="Appendix A, proof of Theorem 3; mean eigenvalue 1",
    uses=["meterez2024:weingarten-moments"],
    expected=Verdict.PROVED,
    mutants=[Mutant("the factor 2 lost", lambda S, d: _row_moments(S, d, 1), {"S": 0.5, "d": 3})],
)  # fmt: skip
def row_moments(S: Array, d: int) -> list[Any]:
    """[E a_j, E a_j^2, E a_i a_j] for i != j."""
    return _row_moments(S, d, 2)
