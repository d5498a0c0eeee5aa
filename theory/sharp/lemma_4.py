"""sharp:lemma-4: the best constant in V <= c Vhat.

With q_i = 1/n + e_i, sum e = 0 and e_i >= -Vhat, ||e||^2 is largest at the vertex
e = (-Vhat, ..., -Vhat, (n-1) Vhat), where it is n (n-1) Vhat^2.
"""

from lemmata.theory.hypotheses import natural, non_negative, unit_norm
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:lemma-4",
    title="The best constant between the two orthogonality gaps",
    statement=r"V(H) \le \sqrt{n (n-1)}\, \hat V(H),\quad \text{attained}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("n"), unit_norm(), non_negative("v_hat")],
    source="derived: a convex function on a simplex",
    expected=Verdict.PROVED,
    mutants=[Mutant("n - 1", lambda n, v_hat: (n - 1) * v_hat, {"n": 3, "v_hat": 0.1})],
    formal=Formal(
        {"n": rocq.n, "v_hat": rocq.Vhat(rocq.H)},
        rocq.V(rocq.H),
        attained=[rocq.ONE_LARGE_EIGENVALUE],
    ),
)
def gap_from_smallest_singular_value(n: int, v_hat: Array) -> Array:
    return sqrt(v_hat * 0 + n * (n - 1)) * v_hat
