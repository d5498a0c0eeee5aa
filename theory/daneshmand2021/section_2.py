"""daneshmand2021, section 2: the chain and its setting.

V(H) is the orthogonality gap, Vhat(H) = 1/n - s_n(H)^2. Every statement is for every width d >= n,
so also for the limit d = inf, in which the eigenvalues of H^T H move deterministically.

||H_0||_F = 1 throughout; the paper leaves H_0 free. Without it lemma 2 and corollary 3 fail at
l = 0, and lemmas 4 and 8, theorem 5 and appendix C too: at H_0^T H_0 = (4/3) I_3 the gap V is 0 and
stays 0 while Vhat(H_0) = -1 makes their right sides negative. From l = 1 on eq. (1) sees to it.
The remark on A1 and the width fails too: of unit-variance entries alpha_0 is of the order of
sqrt(d), while s_n(H_k) <= 1/sqrt(n) in every later layer.
"""

import math

from lemmata.theory.errors import NotNatural
from lemmata.theory.hypotheses import Hypothesis, matrix, natural, no_zero_row
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, backend_of, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq

WIDTH, BATCH = 800, 500
"""The networks that the paper trains on CIFAR10, where its bounds are asked whether they speak."""


def width(name: str = "d") -> Hypothesis:
    """A natural number, or inf for the limit."""

    def check(d: Array) -> None:
        if not backend_of(d).inspect:
            return
        if not (d == math.inf or (as_array(d, name) == int(d) and d >= 1)):
            raise NotNatural(name, f"{d}; expected a width >= 1, or inf for the limit")

    statement = r"d \in \{1, 2, \dots, \infty\}"
    return Hypothesis("width", statement, name, check, rocq=lambda d: ())  # no width is 0


@claim(
    "daneshmand2021:eq-1-frobenius",
    title="Every representation has unit Frobenius norm",
    statement=r"\|H_{l}\|_F = 1,\quad H_{l} = \tfrac{1}{\sqrt{d}} \mathrm{BN}(M)",
    kind=Kind.IDENTITY,
    hypotheses=[matrix("M"), no_zero_row("M")],
    quotation="the scaling factor 1/sqrt(d) ensures that all matrices $\\{H_k\\}_k$ have unit"
    " Frobenius norm",
    subject="the norm of a representation",
    source="Section 2.1, eq. (1)",
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "without 1/sqrt(d)",
            lambda M: sqrt(as_array(M)[0, 0] * 0 + len(M)),
            {"M": [[1.0, 2.0], [3.0, 4.0]]},
        )
    ],
    formal=Formal({"M": rocq.M}, rocq.frobenius(rocq.rescaled(rocq.bn(rocq.M)))),
)
def frobenius_norm(M: Array) -> int:
    """1: d unit rows, divided by sqrt(d)."""
    return 1


@claim(
    "daneshmand2021:remark-independence",
    title="Linearly independent samples stay so in all layers",
    statement=r"\operatorname{rank} H_0 = n \implies \operatorname{rank} H_l = n \quad"
    r" (l \ge 0,\; \text{every width } d)",
    kind=Kind.IDENTITY,
    hypotheses=[natural("n"), natural("d")],
    quotation="if inputs are linearly independent, then their hidden representations remain"
    " linearly independent in all layers as long as d = Omega(n^2)",
    subject="linear independence in all layers",
    source="Section 2.2; after Daneshmand et al. 2020",
    sharp="sharp:critical-width",
    expected=Verdict.HOLDS,
    reason="no proof in Rocq: a Gaussian W is invertible with probability 1, and BN multiplies rows"
    " by positive numbers, so that the rank is kept at every width d >= n. How far from dependent"
    " samples are is another matter: below sharp:critical-width the smallest singular value falls"
    " geometrically in depth, and below the precision of floats",
    mutants=[
        Mutant(
            "below a width of n^2 one direction is lost",
            lambda n, d: n if d >= n * n else n - 1,
            {"n": 3, "d": 3},
        )
    ],
    not_attacked="every invertible W decides alike",
)
def rank_in_depth(n: int, d: int) -> int:
    return n
