"""sharp:two-samples-at-rest: the lower half of sharp:stationary-gap at n = 2, at every width.

With q the eigenvalues of H^T H and p their Gram map, sqrt(2) V(H) = q_1 - q_2, and by
sharp:gram-variance E V(H')^2 = (1 - 1/d) (p_1 - p_2)^2/2 + 1/(2d). A row is (sqrt(q_1) g_1,
sqrt(q_2) g_2); with X = g_1^2 and Y = g_2^2 exchanged in one of two terms
p_1 - p_2 = E (q_1^2 - q_2^2) X Y/((q_1 X + q_2 Y)(q_1 Y + q_2 X)), and the two factors below sum to
X + Y: it is at least (q_1 - q_2) E 4 X Y/(X + Y)^2 = (q_1 - q_2)/2. Hence
E V(H_{l+1})^2 >= r E V(H_l)^2 + 1/(2d), r = (1 - 1/d)/4, from any input. From orthogonal samples it
is attained at l = 1, and d times it tends to 2/3, the limit of sharp:stationary-gap. The other
half, a bound from above that tends to 2/3, needs a width that grows with the depth, as samples that
have once become parallel stay so: sharp:stationary-gap-above.
"""

from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:two-samples-at-rest",
    title="Of two samples the squared gap does not fall below 2/(3 d + 1)",
    statement=r"n = 2:\quad \mathbb{E} V(H_l)^2 \ge \frac{2}{3 d + 1} \left(1 - r^l\right),\quad"
    r" r = \tfrac{1}{4} (1 - \tfrac{1}{d})",
    kind=Kind.LOWER_BOUND,
    hypotheses=[natural("d"), natural("l", at_least=0)],
    source="derived: the lower half of sharp:stationary-gap, for two samples of any input",
    uses=["sharp:gram-variance"],
    expected=Verdict.PROVED,
    mutants=[Mutant("half for a quarter", {"rate": 2}, {"d": 16, "l": 20})],
    formal=Formal(
        {"d": rocq.d, "l": rocq.l},
        rocq.mean(
            rocq.weights(rocq.GAUSSIAN, rocq.l),
            "W",
            rocq.V(rocq.hidden(rocq.TWO_FIRST, rocq.l)) ** 2,
        ),
    ),
    not_attacked="a mean over layers without a law but at the first: sampled",
)
def squared_gap_at_rest(d: Array, l: int, *, rate: int = 4) -> Array:
    r = (1 - 1 / d) / rate
    return rate * (1 - r**l) / (2 * ((rate - 1) * d + 1))
