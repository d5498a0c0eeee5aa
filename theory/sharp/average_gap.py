"""sharp:average-gap: theorem 1 of daneshmand2021 without A1, on average over depth.

Let K = H^T H with the eigenvalues q, z_j ~ N(0, I_n) the rows of Z as in sharp:gram-chain,
u_j = z_j/|z_j| and y_j = u_j^T K u_j: H'^T H' = (1/d) K^(1/2) (sum_j u_j u_j^T/y_j) K^(1/2).
1. By Cauchy and Binet log det(sum_j u_j u_j^T/y_j) is a logarithm of a sum of exponentials of sums
   of the -log y_j: it lies above its tangent where all y_j are equal, whose slopes are the
   leverages of the rows of U, of mean n/d given u_j.
2. log det is concave, and |z_j|^2, of mean n, is independent of u_j: E log det(n U^T U) is at least
   E log det(Z^T Z), which is at least n log d - n (n+1)/(2 (d-n)) - n/(3 (d-n)^2) (Bartlett).
3. With a = n y of mean 1, a <= 1 + n V and E (a-1)^2 = 2 n V^2/(n+2), log below a parabola gives
   E log a <= -n V^2/((n+2)(1 + n V)).
Together E log det(H'^T H') - log det(H^T H) >= n (n V^2/((n+2)(1+nV)) - (n+2)/(2 (d-n))). Over l
layers the left side telescopes, and log det(H^T H) <= -n log n, where it is -n log n - n phi(H_0)
at the input: the mean of V^2/(1 + n V) over layers and draws is at most C/n. That function is
convex, so that the mean v of V has v^2 <= (1 + n v) C/n, which is the claim.

So what A1 was assumed for follows on average over depth: the gap is at most about sqrt(n/(2 d)) for
d much larger than n^3, where it is sqrt(n/(4 d)) (sharp:stationary-gap), and the bound speaks from
d about n^2/2 on, where sharp:critical-width, below which none can, is n^2/4. Of 500 samples it
speaks from a width of 1.3e5 on: below, as at 800, the samples lose rank, and the gap is
sharp:collapsed-gap.
"""

import math
from typing import Any

from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH
from lemmata.theory.hypotheses import natural, non_negative
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, backend_of, sqrt


@claim(
    "sharp:average-gap",
    title="Without A1 the gap is of order sqrt(n/d) on average over depth",
    statement=r"d > n:\quad \tfrac{1}{l} \sum_{k < l} \mathbb{E} V(H_k) \le \tfrac{1}{2} \left(C +"
    r" \sqrt{C^2 + 4 C/n}\right),\quad C = (n+2) \left(\frac{\phi(H_0)}{l}"
    r" + \frac{n+2}{2 (d-n)}\right)",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    variables={"phi_0": r"\phi(H_0)"},
    hypotheses=[
        natural("l"),
        natural("n", at_least=2),
        natural("d"),
        non_negative("phi_0", r"\phi(H_0)"),
    ],
    source="derived: theorem 1 of daneshmand2021 without assumption A1, for independent samples",
    uses=["sharp:gram-chain"],
    reason="it speaks from about d = n^2/2 on, twice sharp:critical-width: below that width the"
    " samples lose rank, and sharp:collapsed-gap has the gap",
    trivial=Trivial(
        lambda l, n, d, phi_0: sqrt(1 - 1 / n),
        "V <= sqrt(1 - 1/n) for every H; phi(H_0) = 1",
        {"l": 1_000_000, "n": BATCH, "d": WIDTH, "phi_0": 1.0},
        "d",
        "sharp:collapsed-gap",
    ),
    mutants=[
        Mutant("an eighth of the noise", {"parts": 16}, {"l": 400, "n": 8, "d": 256, "phi_0": 0.0}),
        Mutant("the start forgotten", {"start": 0}, {"l": 3, "n": 4, "d": 4096, "phi_0": 5.0}),
    ],
    not_attacked="a mean over layers that has no closed law at a width: sampled",
)
def average_gap(l: int, n: int, d: Any, phi_0: Array, *, parts: int = 2, start: int = 1) -> Array:
    if backend_of(d).inspect and d <= n:
        return math.inf + 0 * phi_0  # nothing is said
    one = 1 + 0 * phi_0  # with its digits
    C = (n + 2) * (start * phi_0 / l + (n + 2) * one / (parts * (d - n)))
    return (C + sqrt(C * C + 4 * C / n)) / 2
