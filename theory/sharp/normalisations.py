"""Other normalisations than the papers' BN: torch's, whitening, iterative orthogonalisation."""

import numpy as np

from lemmata.theory.audit import BN, EVALUATION, AuditRow
from lemmata.theory.daneshmand2021.appendix_f import SINGULAR_VALUES, require_samples
from lemmata.theory.definitions import bn
from lemmata.theory.errors import ZeroRow
from lemmata.theory.hypotheses import Hypothesis, matrix, natural, square
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, as_matrix, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import Matrix, equal


# sharp:mean-subtraction: a batch of n samples under standard BN is one of n - 1 under the papers'.
#
# Standard BN takes the mean off every row first: BN_c(M) = BN(M P), P = I - 1 1^T/n. With Q an
# n x (n-1) matrix of orthonormal columns that are orthogonal to 1 (Helmert's), P = Q Q^T, and as
# Q^T keeps the lengths of the rows of M P, BN_c(M) Q = BN(M Q). The rows of BN_c(M) have mean 0, so
# that W BN_c(M) = (W BN_c(M) Q) Q^T: in the basis Q the chains with standard BN,
# H_{l+1} = BN_c(W_l H_l) up to a factor, are those of the papers from H_0 Q, for every W_l,
# Gaussian, orthogonal or given. Hence every statement of both papers about BN(W H) alone survives
# mean subtraction with n - 1 for n, its hypotheses asked of H_0 Q: A1 and full rank of the centred
# samples, and n - 1 = d where meterez2024 has n = d. With n = d the centred samples have rank d - 1
# at most, the isometry gap of the n samples is infinite, and that of H Q is not defined by a square
# matrix: theorems 1, 3 and 5 and corollary 4 say nothing of such a network as it stands. What has
# an activation behind BN, which leads out of the centred rows, is not covered.
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


# sharp:evaluation-mode: what torch's BN does to a deep network without activation in evaluation.
#
# In training torch divides by the variance with 1/n, for evaluation it keeps the one with 1/(n-1).
# On the batch whose statistics were kept, the first layer's output in evaluation is sqrt((n-1)/n)
# times that in training. It is centred, so the next layer is linear in it, and is given so much
# less than what its own statistics were taken from: each layer adds another such factor. Without
# activation nothing stops that; learned shifts, which stay as they are, then outweigh the signal.
# Kept without Bessel's correction (the variance with 1/n) the two modes agree at every depth.
@claim(
    "sharp:evaluation-mode",
    title="In evaluation mode a deep linear BN network shrinks like ((n-1)/n)^(l/2)",
    statement=r"\frac{\|X_l^{\mathrm{eval}}\|_F}{\|X_l^{\mathrm{train}}\|_F} ="
    r" \left(\frac{n-1}{n}\right)^{l/2}",
    kind=Kind.IDENTITY,
    hypotheses=[natural("n", at_least=2), natural("l", at_least=1)],
    expected=Verdict.HOLDS,
    source="derived: torch's BatchNorm1d with the statistics of one batch, evaluated on it; no"
    " activation, no learned scale or shift, eps below rounding",
    decided_by="torch's own modules in both modes, in float64",
    mutants=[
        Mutant("the root is lost", lambda n, l: (as_array(n - 1) / n) ** l, {"n": 8, "l": 3}),
        Mutant(
            "one layer less",
            lambda n, l: (as_array(n - 1) / n) ** (as_array(l - 1) / 2),
            {"n": 8, "l": 3},
        ),
    ],
    not_attacked="equal on both sides for every batch: torch's own modules",
    plans=[
        AuditRow(
            EVALUATION,
            (*BN, "centred"),
            lambda f, m: f(m.batch, m.depth),
        )
    ],
)
def shrinkage(n: int, l: int) -> Array:
    return (as_array(n - 1) / n) ** (as_array(l) / 2)


# sharp:whitening: what full whitening does to a representation of any rank.
#
# M = U S V^T with r positive singular values: the pseudo-inverse root leaves U_r V_r^T, whose Gram
# matrix is the projection onto the row space of M, with r eigenvalues 1 and n - r zeros. So the
# remark of daneshmand2021 needs rank n: below it the orthogonality gap is sqrt(1/r - 1/n), and a
# network cannot mend it (meterez2024's remark-rank).
@claim(
    "sharp:whitening",
    title="Full whitening leaves the gap that the rank imposes",
    statement=r"V((M M^\top)^{-1/2} M) = \sqrt{\tfrac{1}{r} - \tfrac{1}{n}},\quad"
    r" r = \operatorname{rank} M",
    kind=Kind.IDENTITY,
    hypotheses=[natural("r"), natural("n")],
    expected=Verdict.PROVED,
    source="derived: the remark on whitening of daneshmand2021 for every rank",
    mutants=[
        Mutant("exactly orthogonal", lambda r, n: 0 * as_array(r), {"r": 1, "n": 2}),
        Mutant("1/r - 1/n", lambda r, n: 1 / as_array(r) - 1 / as_array(n), {"r": 1, "n": 2}),
    ],
    formal=Formal({"r": rocq.RANK_OF_M, "n": rocq.n}, rocq.V(rocq.WHITENED)),
)
def gap_after_whitening(r: int, n: int) -> Array:
    return sqrt(1 / as_array(r) - 1 / as_array(n))


# sharp:power-sums: the step that the proof of daneshmand2021's appendix F needs.
#
# With p_k = sum_i s_i^k, V(W H) <= V(H) says p_2/p_1^2 <= p_4/p_2^2. Cauchy and Schwarz give
# p_2^2 <= p_1 p_3 and p_3^2 <= p_2 p_4, hence p_2^3 <= p_1^2 p_4, with equality only for equal s_i.
@claim(
    "sharp:power-sums",
    title="The step that orthogonalisation needs: p_2^3 <= p_1^2 p_4",
    statement=r"\textstyle (\sum_i s_i^2)^3 \le (\sum_i s_i)^2 \sum_i s_i^4,"
    r"\quad \text{equality iff all } s_i \text{ are equal}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[SINGULAR_VALUES],
    expected=Verdict.PROVED,
    source="derived: the last step of appendix F of daneshmand2021 repaired",
    mutants=[
        Mutant(
            "as printed: the fourth powers squared",
            lambda s: as_array(s).sum() ** 2 * (as_array(s) ** 4).sum() ** 2,
            {"s": [0.6, 0.8]},
        )
    ],
    formal=Formal(
        {"s": rocq.SINGULAR_VALUES},
        (rocq.SINGULAR_VALUES**2).sum() ** 3,
        attained=[rocq.ALL_EQUAL],
        only=True,
    ),
)
def power_sums(s: Array) -> Array:
    """(sum s)^2 sum s^4, a bound on (sum s^2)^3."""
    s = as_array(s, "s")
    return s.sum() ** 2 * (s**4).sum()


# sharp:iterative-orthogonalisation: appendix F of daneshmand2021 for every number of samples.
#
# W H has squared singular values s_i/sum s where H has s_i^2/sum s^2. With q the shares of r of
# them and n - r zeros, V^2 = sum q_i^2 - 1/n, so that n drops out of V(W H) <= V(H): with the power
# sums p_k = sum s_i^k it says p_2/p_1^2 <= p_4/p_2^2 (sharp:power-sums), an equation only where all
# s_i are equal. With n = r, V falls by half a layer near there.
def gap_of_singular_values(squares: Array, n: int) -> Array:
    """V of n samples with these squared singular values: || q - 1/n || with n - r zeros in q."""
    require_samples(squares, n)
    shares = squares / squares.sum()
    one = squares.sum() * 0 + 1
    return sqrt(((shares - one / n) ** 2).sum() + (n - squares.shape[-1]) * (one / n) ** 2)


@claim(
    "sharp:iterative-orthogonalisation",
    title="Iterative orthogonalisation does not raise the orthogonality gap",
    statement=r"V(W H) \le V(H),\quad \text{equality iff all } s_i \text{ are equal},\quad"
    r" H = U \operatorname{diag}(s_i) V^\top \in \mathbb{R}^{d \times n}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[SINGULAR_VALUES, natural("n")],
    expected=Verdict.PROVED,
    source="derived: appendix F of daneshmand2021 repaired",
    uses=["sharp:power-sums"],
    mutants=[
        Mutant(
            "a third",
            lambda s, n: gap_of_singular_values(s * s, n) / 3,
            {"s": [1.0, 1.0, 2.0], "n": 3},
        ),
        Mutant(
            "0 where all are equal, as printed",
            lambda s, n: gap_of_singular_values(s * s, len(s)),
            {"s": [1.0, 1.0], "n": 3},
        ),
    ],
    formal=[
        Formal(
            {"s": rocq.SINGULAR_VALUES, "n": rocq.SAMPLES},
            rocq.V(rocq.ORTHOGONALISED),
            attained=[rocq.ALL_EQUAL],
            only=True,
        ),
        Formal(
            {"s": rocq.SINGULAR_VALUES, "n": rocq.SAMPLES},
            lambda right: [equal(rocq.V(rocq.DECOMPOSED), right)],
        ),
    ],
)
def gap_before(s: Array, n: int) -> Array:
    """V(H) from the singular values of H."""
    s = as_array(s, "s")
    return gap_of_singular_values(s * s, n)


# sharp:sliced-orthogonalisation: eq. (6) of daneshmand2021 with V' cut out of V, as it is printed.
#
# H = U S V^T, V n x d with orthonormal columns, and P = V' its first d rows, which are orthogonal
# only for n = d. W H = P S^(1/2) V^T/||S^(1/2)||_F has the squared singular values of A = P S P^T
# up to a factor, so that V(W H)^2 = ||A/tr A - I/d||_F^2 + 1/d - 1/n. Three things follow.
#
# 1. V(W H) >= sqrt(1/d - 1/n), which is V(H) where all s_i are equal. There, where the method is to
#    lead, a slice never lowers the gap, and it raises it unless P is a multiple of a rotation.
# 2. From n = 2d - 1 on P may have rank one: then V(W H) = sqrt(1 - 1/n), the largest there is,
#    whatever V(H) was.
# 3. Over Haar V and at equal s_i, E tr A^2/(E tr A)^2 = n (2d + 1 - (d-1)^2/(n-1))/(d^2 (n+2)) by
#    the fourth moments of the orthogonal group: 1/d for n = d, 5/(3d) for n = 3d, as in the paper's
#    code, and large d, 2/d for n much larger. V^2 goes from 1/d - 1/n to about twice as much.
def gap_of_features(A: Array, n: int) -> Array:
    """V of n samples whose d x d matrix H H^T is A up to a factor."""
    d = len(A)
    one = A[0, 0] * 0 + 1
    apart = A / A.trace() - np.eye(d, dtype=int) * (one / d)
    return sqrt((apart * apart).sum() + (n - d) * one / (n * d))


def sliced(P: Array, s: Array) -> Array:
    """A = P S P^T."""
    return (P * s) @ P.T


@claim(
    "sharp:sliced-orthogonalisation",
    symbols={
        "S": "the diagonal matrix of the singular values of $H$",
    },
    title="With a slice of V for V' the gap may rise, and at equal singular values never falls",
    statement=r"V(W H)^2 = \left\|\frac{P S P^\top}{\operatorname{tr} P S P^\top}"
    r" - \frac{I_d}{d}\right\|_F^2 + \frac1d - \frac1n,\quad P = (V_{ij})_{i, j \le d},\;"
    r" S = \operatorname{diag}(s_i)",
    kind=Kind.IDENTITY,
    expected=Verdict.HOLDS,
    hypotheses=[square("P"), SINGULAR_VALUES, natural("n")],
    source="derived: eq. (6) of daneshmand2021 as printed, V' sliced from V",
    uses=["sharp:iterative-orthogonalisation"],
    mutants=[
        Mutant(
            "the slice taken for a rotation",
            lambda P, s, n: gap_of_features(np.diag(as_array(s, "s")), n),
            {"P": [[0.5, 0.0], [0.0, 1.0]], "s": [1.0, 1.0], "n": 3},
        ),
        Mutant(
            "P^T for P",
            lambda P, s, n: gap_of_features(sliced(as_matrix(P).T, as_array(s, "s")), n),
            {"P": [[0.5, 0.5], [0.0, 0.5]], "s": [1.0, 4.0], "n": 4},
        ),
    ],
)
def gap_after_slicing(P: Array, s: Array, n: int) -> Array:
    s = as_array(s, "s")
    require_samples(s, n)
    return gap_of_features(sliced(as_matrix(P, "P"), s), n)
