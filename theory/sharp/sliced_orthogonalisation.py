"""sharp:sliced-orthogonalisation: eq. (6) of daneshmand2021 with V' cut out of V, as it is printed.

H = U S V^T, V n x d with orthonormal columns, and P = V' its first d rows, which are orthogonal
only for n = d. W H = P S^(1/2) V^T/||S^(1/2)||_F has the squared singular values of A = P S P^T up
to a factor, so that V(W H)^2 = ||A/tr A - I/d||_F^2 + 1/d - 1/n. Three things follow.

1. V(W H) >= sqrt(1/d - 1/n), which is V(H) where all s_i are equal. There, where the method is to
   lead, a slice never lowers the gap, and it raises it unless P is a multiple of a rotation.
2. From n = 2d - 1 on P may have rank one: then V(W H) = sqrt(1 - 1/n), the largest there is,
   whatever V(H) was.
3. Over Haar V and at equal s_i, E tr A^2/(E tr A)^2 = n (2d + 1 - (d-1)^2/(n-1))/(d^2 (n+2)) by the
   fourth moments of the orthogonal group: 1/d for n = d, 5/(3d) for n = 3d, as in the paper's code,
   and large d, 2/d for n much larger. V^2 goes from 1/d - 1/n to about twice as much.
"""

import numpy as np

from lemmata.theory.daneshmand2021.appendix_f import SINGULAR_VALUES, require_samples
from lemmata.theory.hypotheses import natural, square
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, as_matrix, sqrt


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
