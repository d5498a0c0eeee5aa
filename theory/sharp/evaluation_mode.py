"""sharp:evaluation-mode: what torch's BN does to a deep network without activation in evaluation.

In training torch divides by the variance with 1/n, for evaluation it keeps the one with 1/(n-1).
On the batch whose statistics were kept, the first layer's output in evaluation is sqrt((n-1)/n)
times that in training. It is centred, so the next layer is linear in it, and is given so much less
than what its own statistics were taken from: each layer adds another such factor. Without
activation nothing stops that; learned shifts, which stay as they are, then outweigh the signal.
Kept without Bessel's correction (the variance with 1/n) the two modes agree at every depth.
"""

from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array


@claim(
    "sharp:evaluation-mode",
    title="In evaluation mode a deep linear BN network shrinks like ((n-1)/n)^(l/2)",
    statement=r"\frac{\|X_l^{\mathrm{eval}}\|_F}{\|X_l^{\mathrm{train}}\|_F} ="
    r" \left(\frac{n-1}{n}\right)^{l/2}",
    kind=Kind.IDENTITY,
    hypotheses=[natural("n", at_least=2), natural("l", at_least=1)],
    expected=Verdict.HOLDS,
    source="derived: torch's BatchNorm1d with the statistics of one batch, evaluated on it; no"
    " activation, no learned scale or shift, eps below rounding",
    decided_by="torch's own modules in both modes, in float64",
    mutants=[
        Mutant("the root is lost", lambda n, l: (as_array(n - 1) / n) ** l, {"n": 8, "l": 3}),
        Mutant(
            "one layer less",
            lambda n, l: (as_array(n - 1) / n) ** (as_array(l - 1) / 2),
            {"n": 8, "l": 3},
        ),
    ],
    not_attacked="equal on both sides for every batch: torch's own modules",
)
def shrinkage(n: int, l: int) -> Array:
    return (as_array(n - 1) / n) ** (as_array(l) / 2)
