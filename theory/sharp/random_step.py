"""sharp:random-step: the isometry gap of orthogonal weights after a short step in any direction.

W = Q + D = Q (I + A), A = Q^T D, has W^T W = I + S + A^T A, S = A + A^T. To second order in A

    phi(W) = ||S||_F^2/(2 d) - tr(S)^2/(2 d^2):

nothing for antisymmetric A, which is a step along the orthogonal matrices. For A uniform on the
sphere of radius r in R^(d x d), E tr(A^2) = E tr(A)^2 = r^2/d, so E ||S||_F^2 = 2 r^2 (1 + 1/d)
and E tr(S)^2 = 4 r^2/d. (meterez2024's figure 6 looks at phi alone.)
"""

from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array


@claim(
    "sharp:random-step",
    title="A random step off the orthogonal matrices opens a gap of its length squared over d",
    statement=r"\lim_{r \to 0} r^{-2}\, \mathbb{E}\, \phi(Q + r E) = \frac{(d-1)(d+2)}{d^3},"
    r"\quad Q \in O_d,\ E \text{ uniform on } \|E\|_F = 1",
    kind=Kind.LIMIT,
    hypotheses=[natural("d", at_least=2)],
    expected=Verdict.HOLDS,
    source="derived: the gap to second order in the step",
    decided_by="the gap of sampled steps of length 1e-3, by singular values",
    mutants=[
        Mutant("only the symmetric half", lambda d: as_array(1) / (2 * d), {"d": 4}),
        Mutant("1/d", lambda d: as_array(1) / d, {"d": 4}),
    ],
    not_attacked="a limit of short steps, in which no direction differs: sampled",
)
def gap_of_a_step(d: int) -> Array:
    return as_array((d - 1) * (d + 2)) / d**3
