"""daneshmand2021, appendix C: what decays without A1."""

import math
from typing import Any

from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH, width
from lemmata.theory.hypotheses import natural, non_negative, unit_norm
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


def decaying(v_hat: Any) -> Any:
    """The function of Vhat that decays on average."""
    return v_hat * (1 / rocq.n - v_hat)


@claim(
    "daneshmand2021:appendix-C",
    title="Without A1 a function of the representations still decays on average",
    statement=r"\mathbb{E}\, \tfrac{1}{l} \sum_{k=1}^{l} \hat V(H_k) (\tfrac{1}{n} - \hat V(H_k))"
    r" \le \frac{3\, \hat V(H_0)}{2 l} + \frac{3}{2 \sqrt{d}}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("l"), width(), unit_norm(rocq.FIRST, "l"), non_negative("v_hat_0")],
    quotation="If A_1 does not hold, one can still prove that there is a function of "
    "representations that decays with depth up to a constant",
    subject="the decay without A1",
    source="Appendix C; without A1",
    uses=["daneshmand2021:theorem-5"],
    expected=Verdict.PROVED,
    sharp="sharp:average-in-depth",
    trivial=Trivial(
        lambda l, d, v_hat_0: v_hat_0**2 / 4,
        "Vhat (1/n - Vhat) <= 1/(4 n^2) for every H; Vhat(H_0) at its largest, 1/n",
        {"l": 10_000, "d": WIDTH, "v_hat_0": 1 / BATCH},
        "d",
        "sharp:critical-width",
    ),
    mutants=[
        Mutant(
            "1/l^2 for 1/l",
            lambda l, d, v_hat_0: 3 * v_hat_0 / (2 * l**2) + 3 / (2 * sqrt(d)),
            {"l": 40, "d": math.inf, "v_hat_0": 0.09},
        )
    ],
    formal=[
        Formal(
            {"l": rocq.l, "d": rocq.d, "v_hat_0": rocq.Vhat(rocq.FIRST)},
            rocq.mean(
                rocq.weights(rocq.GAUSSIAN, rocq.l),
                "W",
                rocq.average(lambda k: decaying(rocq.Vhat(rocq.hidden(rocq.FIRST, k)))),
            ),
        ),
        Formal(
            {"l": rocq.l, "d": math.inf, "v_hat_0": 1 / rocq.n - rocq.q0.min()},
            rocq.average(lambda k: decaying(1 / rocq.n - rocq.wide(k).min())),
        ),
    ],
)
def average_in_depth(l: int, d: float, v_hat_0: Array) -> Array:
    return 3 * v_hat_0 / (2 * l) + 3 / (2 * sqrt(d))
