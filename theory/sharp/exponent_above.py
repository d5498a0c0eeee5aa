"""sharp:exponent-above: among orthogonal samples a new direction shrinks below a width of n^2/2.

With the m = n - 1 others exactly orthogonal, K = I/m, the lengths of the rows, |z_j|^2/m, are
independent of their directions, and so of the projector P: the factor Y = (1/d) ||(I - P) v||^2 of
sharp:exponent-below has the mean E (1/d) sum_j (1 - P_jj) m/|z_j|^2 = (1 - m/d) m/(m-2), since
tr P = m and E 1/chi^2_m = 1/(m-2). By Jensen E log Y is at most its log, which is negative for
d < m^2/2: in one layer, from orthogonal samples. In depth samples are not orthogonal, and the
critical width is half of that (sharp:critical-width); what is missing for a proof there is said in
sharp:exponent-below.
"""

from lemmata.theory.hypotheses import has_a_log, natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, log
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq

DISTANCE = rocq.mean(rocq.GAUSSIAN, "W", rocq.ln(rocq.DISTANCE_FACTOR))


@claim(
    "sharp:exponent-above",
    title="Below a width of (n-1)^2/2 a layer pulls an n-th sample towards orthogonal others",
    statement=r"H_l^\top H_l = \tfrac{1}{n-1} I:\quad \mathbb{E} \log Y_l \le \log \left(\left(1 -"
    r" \frac{n-1}{d}\right) \frac{n-1}{n-3}\right),\quad d \ge n",
    kind=Kind.UPPER_BOUND,
    hypotheses=[
        natural("n", at_least=4),
        natural("d", at_least=4),
        has_a_log("a mean log", r"\mathbb{E} |\log Y_l| < \infty", "d", *DISTANCE.means),
    ],
    source="derived: Y as in sharp:exponent-below, for n - 1 orthogonal samples and one layer",
    uses=["sharp:gram-chain"],
    expected=Verdict.PROVED,
    reason="a negative exponent below (n-1)^2/2 in one layer, from orthogonal samples. That rank is"
    " lost in depth below some multiple of n^2 is measured (sharp:critical-width)",
    mutants=[Mutant("rows of length 1", {"lost": 0}, {"n": 8, "d": 24})],
    formal=Formal(
        {"n": rocq.SAMPLES_OF_ALL, "d": rocq.d}, DISTANCE, given=[rocq.MORE_ROWS_THAN_SAMPLES]
    ),
    not_attacked="a bound of n and d alone, for a random layer: sampled",
)
def exponent_above(n: int, d: int, *, lost: int = 2) -> Array:
    m = as_array(n - 1)
    return log((1 - m / d) * m / (m - lost))
