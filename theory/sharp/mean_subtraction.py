"""sharp:mean-subtraction: a batch of n samples under standard BN is one of n - 1 under the papers'.

Standard BN takes the mean off every row first: BN_c(M) = BN(M P), P = I - 1 1^T/n. With Q an
n x (n-1) matrix of orthonormal columns that are orthogonal to 1 (Helmert's), P = Q Q^T, and as Q^T
keeps the lengths of the rows of M P, BN_c(M) Q = BN(M Q). The rows of BN_c(M) have mean 0, so that
W BN_c(M) = (W BN_c(M) Q) Q^T: in the basis Q the chains with standard BN, H_{l+1} = BN_c(W_l H_l)
up to a factor, are those of the papers from H_0 Q, for every W_l, Gaussian, orthogonal or given.
Hence every statement of both papers about BN(W H) alone survives mean subtraction with n - 1 for n,
its hypotheses asked of H_0 Q: A1 and full rank of the centred samples, and n - 1 = d where
meterez2024 has n = d. With n = d the centred samples have rank d - 1 at most, the isometry gap of
the n samples is infinite, and that of H Q is not defined by a square matrix: theorems 1, 3 and 5
and corollary 4 say nothing of such a network as it stands. What has an activation behind BN, which
leads out of the centred rows, is not covered.
"""

import numpy as np

from lemmata.theory.definitions import bn
from lemmata.theory.errors import ZeroRow
from lemmata.theory.hypotheses import Hypothesis, matrix
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_matrix, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import Matrix


def differences(M: Array) -> Array:
    """M Q: (d, n) -> (d, n-1); column k is the sum of the first k samples less k times the next."""
    M = as_matrix(M, "M")
    if isinstance(M, Matrix):
        return M @ rocq.HELMERT
    columns = [
        (M[..., :k].sum(-1) - k * M[..., k]) / sqrt(M[..., k] * 0 + k * (k + 1))
        for k in range(1, M.shape[-1])
    ]
    return np.stack(columns, axis=-1)


def _not_constant(M: Array) -> None:
    M = as_matrix(M, "M")
    if M.shape[-1] < 2 or not np.all(M.max(axis=-1) > M.min(axis=-1)):
        raise ZeroRow("M", "a row that is constant; expected n >= 2 and rows that vary")


VARYING = Hypothesis(
    "varying rows", r"M_j \ne c\, 1", "M", _not_constant, rocq=lambda M: [rocq.rows_vary(M)]
)


@claim(
    "sharp:mean-subtraction",
    title="Under mean subtraction n samples are n - 1 of the papers' samples",
    statement=r"\mathrm{BN}(M (I - \tfrac{1}{n} 1 1^\top))\, Q = \mathrm{BN}(M Q),\quad"
    r" Q \text{ of Helmert: } Q^\top Q = I_{n-1},\; Q^\top 1 = 0",
    kind=Kind.IDENTITY,
    hypotheses=[matrix("M"), VARYING],
    expected=Verdict.PROVED,
    source="derived: standard BN beside that of both papers; Q Helmert's matrix",
    reason="proved entry by entry. So every statement about BN(W H) alone that is proved for all n"
    " survives mean subtraction with n - 1 for n: sharp:average-gap, sharp:exponent-below,"
    " sharp:gap-in-depth and sharp:next-smallest, of the centred samples",
    mutants=[Mutant("the mean stays", lambda M: differences(bn(M)), {"M": [[1.0, 2.0, 4.0]]})],
    formal=Formal({"M": rocq.BATCH}, rocq.centred_is),
)
def bn_of_differences(M: Array) -> Array:
    """BN(M Q): (d, n) -> (d, n-1)."""
    return bn(differences(M))
