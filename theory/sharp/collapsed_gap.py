"""sharp:collapsed-gap: the gap of more samples than a width can hold, such as 500 at width 800.

Of n samples above the critical number a deep network keeps r independent directions, r the number
whose critical width is d, about 2 sqrt(d) (sharp:critical-width). These are at the edge, y = 1, of
sharp:stationary-spectrum: the r eigenvalues that are left are those of a Marchenko-Pastur law of
ratio 1, whose second moment is 2. So sum q_i^2 = 2/r, and V(H_l)^2 = 2/r - 1/n, about
1/sqrt(d) - 1/n: neither depth nor a larger batch changes it. No A1 is needed, and none could be
had: where n exceeds r, A1(alpha, l) fails for every alpha at some depth, so that the bounds under
A1 say nothing of such networks. At width 800 and batch 500: r = 54, V = 0.19.
"""

from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH
from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt
from lemmata.theory.sharp.stationary_gap import stationary_square


@claim(
    "sharp:collapsed-gap",
    title="Below the critical width the squared gap stays near 1/sqrt(d) - 1/n",
    statement=r"n^2 > 4 d:\quad \lim_{d \to \infty} \frac{\mathbb{E} V(H_l)^2}{2/r - 1/n} = 1,\quad"
    r" \tfrac{r^2}{4} + \tfrac{11 r}{12} - \tfrac{1}{2} = d \quad (l \gg n)",
    kind=Kind.LIMIT,
    hypotheses=[natural("n", at_least=2), natural("d")],
    expected=Verdict.HOLDS,
    source="derived: the edge of the stationary spectrum; n above the number r of samples whose"
    " critical width is d",
    uses=["sharp:critical-width", "sharp:stationary-spectrum"],
    decided_by="V^2 over deep layers at widths far below the critical one",
    reason="a limit of n and d in which free probability was used heuristically: no proof",
    trivial=Trivial(
        lambda n, d: 1 - 1 / n, "V^2 <= 1 - 1/n for every H", {"n": BATCH, "d": WIDTH}, "d"
    ),
    mutants=[
        Mutant(
            "the law above the critical width",
            lambda n, d: stationary_square(n) / as_array(d),
            {"n": 20, "d": 20},
        ),
        Mutant("r equal eigenvalues", {"second": 1}, {"n": 20, "d": 20}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
)
def collapsed_square(n: int, d: int, *, second: int = 2) -> Array:
    """E V(H_l)^2 in depth; ``second`` is the second moment of the eigenvalues that are left."""
    d = as_array(d, "d")
    r = 2 * (sqrt(d + 1 / (d * 0 + 2) + 121 / (d * 0 + 144)) - 11 / (d * 0 + 12))
    return second / r - 1 / as_array(n, "n")
