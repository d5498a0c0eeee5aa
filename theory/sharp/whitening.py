"""sharp:whitening: what full whitening does to a representation of any rank.

M = U S V^T with r positive singular values: the pseudo-inverse root leaves U_r V_r^T, whose Gram
matrix is the projection onto the row space of M, with r eigenvalues 1 and n - r zeros. So the
remark of daneshmand2021 needs rank n: below it the orthogonality gap is sqrt(1/r - 1/n), and a
network cannot mend it (meterez2024's remark-rank).
"""

from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


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
