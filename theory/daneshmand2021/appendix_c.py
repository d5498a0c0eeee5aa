"""daneshmand2021, appendix C: what decays without A1."""

import math

from theory.daneshmand2021.section_2 import BATCH, WIDTH, width
from theory.hypotheses import natural, non_negative
from theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from theory.numerics.backends import Array, sqrt


@claim(
    "daneshmand2021:appendix-C",
    title="Without A1 a function of the representations still decays on average",
    statement=r"\mathbb{E}\, \tfrac{1}{l} \sum_{k=1}^{l} \hat V(H_k) (\tfrac{1}{n} - \hat V(H_k))"
    r" \le \frac{3\, \hat V(H_0)}{2 l} + \frac{3}{2 \sqrt{d}}",
    kind=Kind.UPPER_BOUND, hypotheses=[natural("l"), width(), non_negative("v_hat_0")],
    source="Appendix C, without A1", uses=["daneshmand2021:theorem-5"], expected=Verdict.PROVED,
    sharp="sharp:average-in-depth",
    trivial=Trivial(lambda l, d, v_hat_0: v_hat_0**2 / 4,
                    "Vhat (1/n - Vhat) <= 1/(4 n^2) for every H; Vhat(H_0) at its largest, 1/n",
                    {"l": 10_000, "d": WIDTH, "v_hat_0": 1 / BATCH}, "d", "sharp:critical-width"),
    mutants=[Mutant("1/l^2 for 1/l",
                    lambda l, d, v_hat_0: 3 * v_hat_0 / (2 * l**2) + 3 / (2 * sqrt(d)),
                    {"l": 40, "d": math.inf, "v_hat_0": 0.09})],
    formal=None,
)  # fmt: skip
def average_in_depth(l: int, d: float, v_hat_0: Array) -> Array:
    return 3 * v_hat_0 / (2 * l) + 3 / (2 * sqrt(d))
