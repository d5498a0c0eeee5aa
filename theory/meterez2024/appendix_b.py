"""meterez2024, appendix B: from the gap to the eigenvalues, and the recurrence of the gap.

The printed constants of both lemmas are lost; the ones below are derived.
"""

from typing import Any

from lemmata.theory.hypotheses import natural, non_negative, normalised
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, sqrt, stack, where
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq.vocabulary import HAAR_LAW, W, X, at, bn, j, lam, mean
from lemmata.theory.rocq.vocabulary import d as width
from lemmata.theory.rocq.vocabulary import phi as gap

THRESHOLD = 16  # the two regimes meet at phi = 1/(16 d)


@claim(
    "meterez2024:lemma-B.1",
    title="A small gap pins the eigenvalues",
    statement=r"\lambda_{\min} \ge 1 - \sqrt{2 d \phi};\quad"
    r" d \phi \le \tfrac{1}{16} \implies \lambda_{\max} \le 1 + 1.65 \sqrt{d \phi}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[non_negative("phi"), natural("d", at_least=2), *normalised("phi")],
    quotation="a simple result on the relation between isometry gap and orthogonality",
    subject="the gap and the eigenvalues",
    source="Appendix B, Lemma B.1; the constants are derived here",
    uses=["meterez2024:lemma-C.8"],
    sharp="sharp:eigenvalue-from-gap",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("1.35 for 1.65", {"largest": 1.35}, {"phi": 1 / 32, "d": 2}),
        Mutant("the factor 2 under the root lost", {"factor": 1}, {"phi": 1 / 32, "d": 2}),
    ],
    formal=Formal({"phi": gap(X), "d": width}, [1 - at(lam, j), at(lam, j) - 1]),
)
def eigenvalue_deviations(phi: Array, d: int, *, factor: int = 2, largest: float = 1.65) -> Array:
    """[sqrt(2 d phi), 1.65 sqrt(d phi)], bounds on 1 - lambda_min and lambda_max - 1.

    The second is claimed below the threshold only; above it the width d itself bounds.
    """
    above = largest * sqrt(d * phi)
    pinned = where(d * phi * THRESHOLD <= 1, above, above * 0 + d - 1)
    return stack([sqrt(factor * d * phi), pinned])


@claim(
    "meterez2024:lemma-B.2",
    title="The gap shrinks in two regimes",
    statement=r"\mathbb{E}[\phi_{l+1} | X_l] - \phi_l \le -\frac{0.78\, \phi_l}{d(d+2)}"
    r" \text{ if } \phi_l \le \tfrac{1}{16 d},\quad"
    r" \le -\frac{0.049}{d^2(d+2)} \text{ otherwise}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[non_negative("phi", r"\phi_l"), natural("d", at_least=2), *normalised("phi")],
    quotation="we prove a lemma that is conditioned on the previous layer isometry gap being"
    " smaller or larger than",
    subject="a small gap and a large one",
    source="Appendix B, Lemma B.2; the threshold and the constants are derived here from"
    " corollary 4",
    uses=["meterez2024:corollary-4", "meterez2024:lemma-B.1"],
    sharp="sharp:extremal-drift",
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "2.5 for the local rate's 2 below the threshold",
            {"below": lambda d: 2.5 * d},
            {"phi": 1 / 64, "d": 2},
        ),
        Mutant(
            "0.049/d above the threshold",
            {"above": lambda d: 0.049 * d * (d + 2)},
            {"phi": 1.0, "d": 50},
        ),
    ],
    formal=Formal({"phi": gap(X), "d": width}, mean(HAAR_LAW, "W", gap(bn(W @ X))) - gap(X)),
)
def gap_recurrence(
    phi: Array, d: int, *, below: Array = lambda d: 0.78, above: Any = lambda d: 0.049
) -> Array:
    small = -below(d) * phi / (d * (d + 2))
    return where(d * phi * THRESHOLD <= 1, small, phi * 0 - above(d) / (d**2 * (d + 2)))
