"""meterez2024, appendix A: BN and the row norms, moments of Haar matrices, the rows of W X.

W ~ O_d is a Haar orthogonal matrix with entries w_ij. The width d may be an integer, or the
polynomial d: then the closed forms are rational functions, compared for every d at once.
"""

from typing import Any

import flint
import numpy as np

from lemmata.theory.definitions import isometry, relative_variance, row_norms
from lemmata.theory.errors import NotNatural, OutOfRange
from lemmata.theory.hypotheses import (
    Hypothesis,
    full_rank,
    natural,
    non_negative,
    square,
    trace_normalised,
)
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq.vocabulary import (
    HAAR_LAW,
    SINGULAR,
    TWO_COLUMNS,
    TWO_ROWS,
    W,
    X,
    bn,
    entry,
    mean,
    row_of_WX,
    spread_of_mean_one,
)
from lemmata.theory.rocq.vocabulary import d as width
from lemmata.theory.rocq.vocabulary import isometry as isometry_of
from lemmata.theory.weingarten import RationalFunction, weingarten
from lemmata.theory.weingarten.reference import coset_type, pairings


@claim(
    "meterez2024:lemma-A.1",
    title="BN increases the isometry by the spread of the row norms",
    statement=r"I(\mathrm{BN}(X)) \ge \left(1 + \frac{\operatorname{Var}_j \|X_j\|}"
    r"{(\operatorname{Mean}_j \|X_j\|)^2}\right) I(X)",
    kind=Kind.LOWER_BOUND,
    variables={"X": "X"},
    hypotheses=[square(), full_rank()],
    quotation="Lemma A.1 proves isometry bias of Bn",
    subject="what BN does to the isometry",
    source="Appendix A, Lemma A.1; after Joudaki et al. 2023a, Corollary 3. In section 3.1 the"
    " text says that the gap does not decrease with BN layers: the isometry does not, the gap"
    " falls",
    sharp="sharp:bn-identity",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("the variance twice", {"factor": 2}, {"X": np.diag([2.0, *[1.0] * 7])}),
        Mutant(
            "Var/Mean without the square",
            lambda X: (1 + relative_variance(row_norms(X)) * row_norms(X).sum(-1)) * isometry(X),
            {"X": [[1.0, 0.0], [0.0, 4.0]]},
        ),
    ],
    formal=Formal({"X": X}, isometry_of(bn(X))),
)
def isometry_after_bn(X: Array, *, factor: int = 1) -> Array:
    return (1 + factor * relative_variance(row_norms(X))) * isometry(X)


@claim(
    "meterez2024:corollary-A.3",
    title="Some rotation orthogonalises in one layer",
    statement=r"X = U \Sigma V^\top:\quad I(\mathrm{BN}(U^\top X)) = 1",
    kind=Kind.IDENTITY,
    hypotheses=[square(), full_rank()],
    quotation="which has maximum isometry 1 since it's an orthonormal matrix",
    subject="the best rotation",
    symbols={"U": "the left singular vectors of X, as columns"},
    source="Appendix A, Corollary A.3",
    uses=["meterez2024:lemma-2"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "no rotation needed: I(BN(X)) = 1 means I(X) is reached",
            lambda X: isometry(X),
            {"X": [[1.0, 1.0], [0.0, 2.0]]},
        )
    ],
    formal=Formal({"X": X}, isometry_of(bn(SINGULAR))),
)
def isometry_after_best_rotation(X: Array) -> int:
    """1: U^T X = Sigma V^T has orthogonal rows, and BN makes them unit."""
    return 1


_IK, _IL, _JK, _JL = (entry(W, row, column) for row in "ij" for column in "kl")
FOURTH = [_IK**4, _IK**2 * _IL**2, _IK**2 * _JK**2, _IK**2 * _JL**2, _IK * _IL * _JK * _JL]
"""The products of four entries of which the means are claimed."""
DIFFERENT = [TWO_ROWS, TWO_COLUMNS]


def _over(numerator: Array, denominator: Array) -> Array:
    """A quotient: exact for integers, a rational function for polynomials in d."""
    if isinstance(denominator, flint.fmpz_poly):
        return RationalFunction.in_lowest_terms(flint.fmpz_poly([0]) + numerator, denominator)
    if isinstance(numerator, int) and isinstance(denominator, int):
        return flint.fmpq(numerator, denominator)
    return numerator / denominator


@claim(
    "meterez2024:weingarten-moments",
    symbols={
        "l": "",
        "w_{ik}": r"an entry of a matrix $W \sim O_d$",
    },
    title="A Haar matrix has these fourth moments",
    statement=r"\mathbb{E}\, w_{ik}^4 = \tfrac{3}{d(d+2)};\;"
    r" \mathbb{E}\, w_{ik}^2 w_{il}^2 = \mathbb{E}\, w_{ik}^2 w_{jk}^2 = \tfrac{1}{d(d+2)};\;"
    r" \mathbb{E}\, w_{ik}^2 w_{jl}^2 = \tfrac{d+1}{d(d-1)(d+2)};\;"
    r" \mathbb{E}\, w_{ik} w_{il} w_{jk} w_{jl} = \tfrac{-1}{d(d-1)(d+2)}\; (i \ne j, k \ne l)",
    kind=Kind.IDENTITY,
    hypotheses=[natural("d", at_least=2)],
    quotation="The main quantity we must compute is an expectation of polynomials taken over the"
    " Haar measure of the Orthogonal group",
    subject="fourth moments of a random rotation",
    source="Appendix A",
    uses=["meterez2024:weingarten-formula"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant("d + 1 for d + 2", {"shift": 1}, {"d": 3}),
        Mutant("the sign of the mixed moment", {"sign": 1}, {"d": 3}),
    ],
    formal=Formal(
        {"d": width}, [mean(HAAR_LAW, "W", product) for product in FOURTH], given=DIFFERENT
    ),
)
def haar_fourth_moments(d: Array, *, sign: int = -1, shift: int = 2) -> list[Array]:
    """[w_ik^4, w_ik^2 w_il^2, w_ik^2 w_jk^2, w_ik^2 w_jl^2, w_ik w_il w_jk w_jl]."""
    row, rows = d * (d + shift), d * (d - 1) * (d + shift)
    return [_over(3, row), _over(1, row), _over(1, row), _over(d + 1, rows), _over(sign, rows)]


def _fitting(indices: list[int]) -> list[Array]:
    """The pairings of the factors that respect the indices."""
    every = pairings(tuple(range(len(indices))))
    return [p for p in every if all(indices[a] == indices[b] for a, b in p)]


def _indices(name: str) -> Hypothesis:
    def check(indices: Any) -> None:
        if not all(v == int(v) and v >= 1 for v in np.atleast_1d(as_array(indices, name))):
            raise NotNatural(name, f"{indices}; expected indices 1, 2, ...")

    return Hypothesis("indices", rf"1 \le {name}_t \le d", name, check)


@claim(
    "meterez2024:weingarten-formula",
    symbols={
        "p": r"a pairing of $1, \dots, 2k$, as is $q$",
        "w": "an entry of a matrix of $O_d$",
        r"\mathrm{Wg}_d": r"the inverse of the Gram matrix $d^{\text{loops}(p, q)}$",
    },
    title="The moments of a Haar matrix are a sum over pairings of its indices",
    statement=r"\mathbb{E} \prod_{t=1}^{2k} w_{i_t j_t} = \sum_{p, q} \delta_p(i)\, \delta_q(j)\,"
    r" \mathrm{Wg}_d(p, q),\quad d \ge k",
    kind=Kind.IDENTITY,
    hypotheses=[natural("d"), _indices("i"), _indices("j")],
    quotation="the Weingarten formula, studied by [Collins and Śniady, 2006, Collins et al., 2022]",
    subject="moments of a random rotation",
    source="Appendix A; after Collins and Sniady 2006, Collins and Matsumoto 2009",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant(
            "only equal pairings",
            {"kind_of": lambda p, q: (1,) * len(p)},
            {"i": [1, 1, 1, 1], "j": [1, 1, 1, 1], "d": 3},
        )
    ],
)
def sum_over_pairings(i: list[int], j: list[int], d: int, *, kind_of: Any = coset_type) -> Array:
    """sum over pairings p of the rows and q of the columns of Wg_d(coset type of p and q)."""
    if max(*i, *j) > d:
        raise OutOfRange("i, j", f"an index {max(*i, *j)}; expected at most d = {d}")
    terms = (weingarten(kind_of(p, q), d) for p in _fitting(i) for q in _fitting(j))
    return sum(terms, flint.fmpq(0))


@claim(
    "meterez2024:rows-of-WX",
    title="The squared row norms of a randomly rotated BN output have these means",
    statement=r"a_j = \|(W X)_j\|^2:\quad \mathbb{E}\, a_j = 1,\;"
    r" \mathbb{E}\, a_j^2 = 1 + \tfrac{2S}{d(d+2)},\;"
    r" \mathbb{E}\, a_i a_j = 1 - \tfrac{2S}{d(d-1)(d+2)},\;"
    r" S = \textstyle\sum_k (\lambda_k - 1)^2",
    kind=Kind.IDENTITY,
    hypotheses=[non_negative("S"), natural("d", at_least=2), trace_normalised(X, "S")],
    quotation="we have used the fact that the cross terms reduce, where the expectations are"
    " applications of Weingarten calculus",
    subject="row norms after a random rotation",
    source="Appendix A, proof of Theorem 3; mean eigenvalue 1",
    uses=["meterez2024:weingarten-moments"],
    expected=Verdict.PROVED,
    mutants=[Mutant("the factor 2 lost", {"factor": 1}, {"S": 0.5, "d": 3})],
    formal=Formal(
        {"S": spread_of_mean_one(), "d": width},
        [
            mean(HAAR_LAW, "W", row_of_WX("i")),
            mean(HAAR_LAW, "W", row_of_WX("i") ** 2),
            mean(HAAR_LAW, "W", row_of_WX("i") * row_of_WX("j")),
        ],
        given=[TWO_ROWS],
    ),
)
def row_moments(S: Array, d: Array, *, factor: int = 2) -> list[Array]:
    """[E a_j, E a_j^2, E a_i a_j] for i != j."""
    row, rows = d * (d + 2), d * (d - 1) * (d + 2)
    return [_over(d, d), _over(row + factor * S, row), _over(rows - factor * S, rows)]
