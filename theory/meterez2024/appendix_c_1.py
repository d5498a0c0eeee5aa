"""meterez2024, appendix C.1: the Jacobian of BN.

J_BN(X) is the Jacobian of BN at X, a block-diagonal d n x d n matrix with one block per row;
||.||_op its largest singular value. A Gram matrix is trace-normalised if its mean eigenvalue is 1.
"""

import numpy as np

from lemmata.theory.definitions import gram_spectrum
from lemmata.theory.errors import OutOfRange, ZeroRow
from lemmata.theory.hypotheses import (
    Hypothesis,
    full_rank,
    natural,
    non_negative,
    normalised,
    square,
)
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import (
    Array,
    as_array,
    backend_of,
    exp,
    identity_like,
    sqrt,
    stack,
)
from lemmata.theory.rocq import Formal, Proposition
from lemmata.theory.rocq.vocabulary import (
    JACOBIAN_ENTRY,
    JACOBIAN_EXISTS,
    ROW_VECTOR,
    X,
    at,
    j,
    jacobian_norm,
    jacobian_spectrum,
    lam,
    rowsq,
)
from lemmata.theory.rocq.vocabulary import d as width
from lemmata.theory.rocq.vocabulary import phi as gap


@claim(
    "meterez2024:lemma-C.7",
    title="The smallest eigenvalue bounds the Jacobian of BN",
    statement=r"\|J_{\mathrm{BN}}(X)\|_{op}^2 \le 1 / \lambda_{\min}(X X^\top)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[square(), full_rank()],
    quotation="a bound on Jacobian operator norm based on the inverse of smallest eigenvalue",
    subject="the Jacobian of BN and the smallest eigenvalue",
    source="Appendix C.1, Lemma C.7",
    uses=["meterez2024:lemma-C.11", "meterez2024:corollary-C.10"],
    sharp="sharp:bn-jacobian",
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "without the square",
            lambda X: 1 / sqrt(gram_spectrum(X)[..., 0]),
            {"X": [[0.5, 0.0], [0.0, 0.5]]},
        )
    ],
    formal=Formal({"X": X}, jacobian_norm(X) ** 2),
)
def inverse_smallest_eigenvalue(X: Array) -> Array:
    return 1 / gram_spectrum(X)[..., 0]


@claim(
    "meterez2024:lemma-C.8",
    title="The gap keeps the smallest eigenvalue from zero",
    statement=r"\lambda_{\min} \ge e^{-d \phi - 1};\quad \lambda_{\min} \ge 1 - \sqrt{2 d \phi}",
    kind=Kind.LOWER_BOUND,
    hypotheses=[non_negative("phi"), natural("d"), *normalised("phi")],
    expected=Verdict.PROVED,
    quotation="The minimum eigenvalue of a Gram matrix that is trace-normalized is lower-bounded"
    " by the isometry gap",
    subject="the gap and the smallest eigenvalue",
    source="Appendix C.1, Lemma C.8; the Gram matrix is trace-normalised",
    sharp="sharp:eigenvalue-from-gap",
    mutants=[
        Mutant("the 1 in the exponent lost", {"one": 0}, {"phi": 2.0, "d": 64}),
        Mutant("the factor 2 under the root lost", {"factor": 1}, {"phi": 1e-4, "d": 64}),
    ],
    formal=Formal({"phi": gap(X), "d": width}, at(lam, j)),
)
def smallest_eigenvalue_bounds(phi: Array, d: int, *, one: int = 1, factor: int = 2) -> Array:
    return stack([exp(-d * phi - one), 1 - sqrt(factor * d * phi)])


def _non_zero_vector(x: Array) -> None:
    x = as_array(x, "x")
    if np.ndim(x) != 1:
        raise OutOfRange("x", f"{np.ndim(x)} dimensions; expected a vector")
    if not any(v != 0 for v in x):
        raise ZeroRow("x", "norm 0")


NON_ZERO = Hypothesis(
    "non-zero vector",
    r"\|x\| > 0",
    "x",
    _non_zero_vector,
    rocq=lambda x: [Proposition(f"0 < {(x * x).sum()}", x.variables)],
)


@claim(
    "meterez2024:lemma-C.9",
    title="The Jacobian is a projection off x, divided by its length",
    statement=r"\frac{\partial}{\partial x} \frac{x}{\|x\|} ="
    r" \frac{1}{\|x\|} \left(I - \frac{x x^\top}{\|x\|^2}\right)",
    kind=Kind.IDENTITY,
    hypotheses=[NON_ZERO],
    quotation="be the elementwise normalization of the",
    subject="the Jacobian of normalising a vector",
    source="Appendix C.1, Lemma C.9",
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "the projection not normalised",
            lambda x: (identity_like(x) - np.multiply.outer(x, x)) / sqrt((x * x).sum()),
            {"x": [1.0, 2.0]},
        ),
        Mutant(
            "the scale 1/||x|| lost",
            lambda x: identity_like(x) - np.multiply.outer(x, x) / (x * x).sum(),
            {"x": [1.0, 2.0]},
        ),
    ],
    formal=Formal({"x": ROW_VECTOR}, JACOBIAN_ENTRY, also=[JACOBIAN_EXISTS]),
)
def normalisation_jacobian(x: Array) -> Array:
    """(I - x x^T/||x||^2)/||x||: (n,) -> (n, n)."""
    x = as_array(x, "x")
    squared = (x * x).sum()
    return (identity_like(x) - x[:, None] * x / squared) / sqrt(squared)


def _one_and_others(first: Array, other: Array, x: Array) -> Array:
    """[first, other, ..., other], as long as x."""
    if backend_of(x).inspect:
        return np.array([first, *[other] * (len(x) - 1)])
    return x.one_and_others(first, other)


@claim(
    "meterez2024:corollary-C.10",
    title="The Jacobian has the eigenvalue 1/||x||, and 0 once",
    statement=r"\sigma\left(\frac{\partial}{\partial x} \frac{x}{\|x\|}\right) ="
    r" \{0, \tfrac{1}{\|x\|}, \dots, \tfrac{1}{\|x\|}\}",
    kind=Kind.IDENTITY,
    hypotheses=[NON_ZERO],
    quotation="has the eigenvalue 1/||x|| with multiplicity n - 1 and 0 with multiplicity 1",
    subject="the eigenvalues of that Jacobian",
    symbols={r"\sigma": "the eigenvalues, with their multiplicities"},
    source="Appendix C.1, Corollary C.10",
    uses=["meterez2024:lemma-C.9"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "1/||x||^2",
            lambda x: np.array([0 * x[0], *[1 / (x * x).sum()] * (len(x) - 1)]),
            {"x": [1.0, 2.0]},
        ),
        Mutant(
            "no zero eigenvalue",
            lambda x: np.array([1 / sqrt((x * x).sum())] * len(x)),
            {"x": [1.0, 2.0]},
        ),
    ],
    formal=Formal({"x": ROW_VECTOR}, jacobian_spectrum),
)
def normalisation_eigenvalues(x: Array) -> Array:
    """[0, 1/||x||, ..., 1/||x||], ascending."""
    x = as_array(x, "x")
    norm = sqrt((x * x).sum())
    return _one_and_others(0 * norm, 1 / norm, x)


@claim(
    "meterez2024:lemma-C.11",
    title="No row is shorter than the smallest eigenvalue allows",
    statement=r"\|X_j\|^2 \ge \lambda_{\min}(X X^\top)",
    kind=Kind.LOWER_BOUND,
    hypotheses=[square()],
    quotation="Since this is true for all rows, we get",
    subject="the shortest row",
    source="Appendix C.1, Lemma C.11",
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "the mean eigenvalue",
            lambda X: gram_spectrum(X).sum() / len(X),
            {"X": [[1.0, 0.0], [0.0, 2.0]]},
        )
    ],
    formal=Formal({"X": X}, rowsq(X, j)),
)
def row_norm_bound(X: Array) -> Array:
    return gram_spectrum(X)[..., 0]
