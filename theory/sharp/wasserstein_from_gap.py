"""sharp:wasserstein-from-gap: lemma 2 of daneshmand2021 with its best function of the gap.

Given H the squared distance is 2 - (2/sqrt(n)) sum sqrt(q_i) (sharp:wasserstein), and
S = sum q_i^2 = V^2 + 1/n. With r = sqrt(q_i/S), r - (3 r^2 - r^4)/2 = r (r-1)^2 (r+2)/2 >= 0. As
sum r^2 = sum r^4 = 1/S, this sums up to sum sqrt(q_i) >= 1/sqrt(S) (Hoelder's inequality). So
W2^2 <= 2 - 2/sqrt(1 + n V^2), with equality where the q_i that are not 0 are equal: orthogonal
samples of which some are lost. It is concave in V^2, hence the mean of V^2 may stand there for a
random H (a mixture is no farther than the mean of its parts), and at most n E V^2. As V <= 1 it
implies the printed 2 n E V. A gap of order d^(-1/2) so gives a distance of that order, where the
printed form gives d^(-1/4).
"""

from lemmata.theory.hypotheses import natural, unit_norm, within
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:wasserstein-from-gap",
    title="The Wasserstein distance is at most of the order of the gap itself",
    statement=r"W_2(W_l H_l, G/\sqrt{n})^2 \le 2 - \frac{2}{\sqrt{1 + n\, \mathbb{E} V(H_l)^2}}",
    kind=Kind.UPPER_BOUND,
    variables={"n": "n", "square": r"\mathbb{E} V(H_l)^2"},
    hypotheses=[natural("n"), unit_norm(rocq.FIRST), within("square", 0, 1)],
    source="derived: lemma 2 of daneshmand2021 sharpened. Rocq has the bound; that orthogonal"
    " samples attain it is evaluated",
    uses=["sharp:wasserstein"],
    sharp="sharp:wasserstein",
    expected=Verdict.PROVED,
    mutants=[Mutant("n - 1 for n", {"lost": 1}, {"n": 2, "square": 0.5})],
    formal=Formal(
        {
            "n": rocq.n,
            "square": rocq.mean(rocq.weights(rocq.GAUSSIAN, rocq.l), "W", rocq.V(rocq.STATE) ** 2),
        },
        rocq.distance_to_gaussian(rocq.STATE, rocq.l),
    ),
)
def wasserstein_from_gap(n: int, square: Array, *, lost: int = 0) -> Array:
    x = (n - lost) * as_array(square)
    root = sqrt(1 + x)
    return 2 * x / (root * (1 + root))  # 2 - 2/root, without cancellation
