"""sharp:average-in-depth: appendix C of daneshmand2021 with the constants of lemmas 6 and 8.

With c = (n+2)/(2n), Vhat_k q_k <= c (Vhat_k - E Vhat_(k+1) + sqrt((1-1/n)/d)), q_k = 1/n - Vhat_k;
summed over k = 1..l, with E Vhat_1 <= Vhat_0 + sqrt((1-1/n)/d). From n = 2 on c <= 1, and c -> 1/2:
a third of the printed constant at large n and l. At d = inf the first term is the whole.

The noise is below the trivial 1/(4 n^2) from a width of 4 n^4 (c = 1/2) on. Of narrower networks
no such bound is needed: below sharp:critical-width, as at width 800 and batch 500, q_k falls
geometrically in depth, and the left side with it; from sharp:exponent-below on q_k stays.
"""

import math

from lemmata.theory.daneshmand2021.appendix_c import decaying
from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH, width
from lemmata.theory.hypotheses import natural, non_negative, unit_norm
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:average-in-depth",
    title="Without A1 the average over depth decays, with the constants that the lemmas give",
    statement=r"\mathbb{E}\, \tfrac{1}{l} \sum_{k=1}^{l} \hat V(H_k) (\tfrac{1}{n} - \hat V(H_k))"
    r" \le \frac{n+2}{2n} \left(\frac{\hat V(H_0)}{l} + \sqrt{\frac{1 - 1/n}{d}}"
    r" (1 + \tfrac{1}{l})\right)",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    hypotheses=[
        natural("l"),
        natural("n"),
        width(),
        unit_norm(rocq.FIRST),
        non_negative("v_hat_0"),
    ],
    source="derived: appendix C of daneshmand2021 sharpened",
    uses=["daneshmand2021:lemma-8", "sharp:gram-variance"],
    sharp="sharp:gram-map",
    reason="it speaks from d = 4 n^4 on. Below sharp:critical-width, as at width 800 and batch"
    " 500, the smallest eigenvalue falls geometrically in depth, and what is bounded here"
    " with it",
    trivial=Trivial(
        lambda l, n, d, v_hat_0: 1 / (4 * n**2),
        "Vhat (1/n - Vhat) <= 1/(4 n^2) for every H; Vhat(H_0) at its largest, 1/n",
        {"l": 10_000, "n": BATCH, "d": WIDTH, "v_hat_0": 1 / BATCH},
        "d",
        "sharp:critical-width",
    ),
    mutants=[
        Mutant("half of it", {"halves": 2}, {"l": 40, "n": 8, "d": math.inf, "v_hat_0": 1e-4})
    ],
    formal=[
        Formal(
            {"l": rocq.l, "n": rocq.n, "d": rocq.d, "v_hat_0": rocq.Vhat(rocq.FIRST)},
            rocq.mean(
                rocq.weights(rocq.GAUSSIAN, rocq.l),
                "W",
                rocq.average(lambda k: decaying(rocq.Vhat(rocq.hidden(rocq.FIRST, k)))),
            ),
        ),
        Formal(
            {"l": rocq.l, "n": rocq.n, "d": math.inf, "v_hat_0": 1 / rocq.n - rocq.q0.min()},
            rocq.average(lambda k: decaying(1 / rocq.n - rocq.wide(k).min())),
        ),
    ],
)
def average_in_depth(l: int, n: int, d: float, v_hat_0: Array, *, halves: int = 1) -> Array:
    c = (n + 2) / (2 * halves * as_array(n) + 0 * v_hat_0)
    noise = sqrt((n - 1) / (n * as_array(d))) if d != math.inf else 0
    return c * (v_hat_0 + noise * (l + 1)) / l
