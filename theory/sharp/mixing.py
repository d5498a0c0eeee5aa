"""sharp:mixing: how daneshmand2021's chain forgets its input in the limit of width.

The printed bound, gamma^l |E f(H_0) - E_pi f| for every f, fails at the first layer for an f that
has its stationary mean at H_0; and the stationary law is not unique: the rank of H_0 is kept, so
that equal samples stay equal. From an input of full rank lemma 8 contracts Vhat by
1 - 2n/(n+2) s_n^2 a layer, and s_n^2 = 1/n - Vhat only rises: the rate at the input serves every
layer, at d = inf. With V <= sqrt(n(n-1)) Vhat a K-Lipschitz function f of the Gram matrix is within
K sqrt(n(n-1)) Vhat(H_0) gamma^l of its limit: a constant in front of gamma^l, and Lipschitz for
measurable, are what the remark lacks.
"""

from lemmata.theory.hypotheses import natural, non_negative, unit_norm
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:mixing",
    title="At infinite width the gap decays geometrically from any input of full rank",
    statement=r"d = \infty:\quad V(H_l) \le \sqrt{n(n-1)}\, \hat V(H_0)\, \gamma^l,\quad"
    r" \gamma = 1 - \tfrac{2n}{n+2} (\tfrac{1}{n} - \hat V(H_0))",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    hypotheses=[
        natural("n"),
        unit_norm(rocq.FIRST),
        non_negative("v_hat", r"\hat V(H_0)"),
        natural("l", at_least=0),
    ],
    source="derived: the remark on mixing of daneshmand2021 repaired",
    uses=["daneshmand2021:lemma-8", "sharp:lemma-4", "sharp:gram-map"],
    sharp="sharp:gram-map",
    mutants=[
        Mutant(
            "as printed: no constant in front", {"in_front": False}, {"n": 8, "v_hat": 0.05, "l": 1}
        ),
        Mutant("3n/(n+2) for 2n/(n+2)", {"factor": 3}, {"n": 8, "v_hat": 1e-6, "l": 10}),
    ],
    formal=Formal(
        {"n": rocq.n, "v_hat": 1 / rocq.n - rocq.q0.min(), "l": rocq.l},
        rocq.gap_of(rocq.wide(rocq.l)),
    ),
)
def gap_in_depth(n: int, v_hat: Array, l: int, *, in_front: bool = True, factor: int = 2) -> Array:
    gamma = 1 - factor * (1 - n * v_hat) / (n + 2)
    return (sqrt(n * (n - 1) + 0 * v_hat) if in_front else 1) * v_hat * gamma**l
