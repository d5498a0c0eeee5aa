"""sharp:local-rate: near isometry the gap contracts by d/(d+2) a layer.

With lambda = 1 + e and e small, phi ~ S/(2d) and E log sum lambda u^2 ~ -Var(sum e u^2)/2
= -S/(d(d+2)); divide.
"""

import mpmath

from lemmata.theory.audit import ROTATED, AuditRow
from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, backend_of
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:local-rate",
    title="Near isometry the gap contracts by d/(d+2) a layer",
    statement=r"\lim_{\phi \to 0} \frac{\mathbb{E}_W \phi(\mathrm{BN}(W X))}{\phi(X)} ="
    r" \frac{d}{d+2}",
    kind=Kind.LIMIT,
    hypotheses=[natural("d", at_least=2)],
    expected=Verdict.PROVED,
    source="derived: the variance of a quadratic form on the sphere",
    uses=["sharp:drift"],
    mutants=[
        Mutant("d/(d+1)", lambda d: mpmath.mpf(d) / (d + 1), {"d": 3}),
        Mutant("(d-1)/(d+1)", lambda d: mpmath.mpf(d - 1) / (d + 1), {"d": 3}),
    ],
    formal=Formal({"d": rocq.d}, rocq.limit_at_small_gaps),
    audit=AuditRow(
        "phi a layer is multiplied by",
        (*ROTATED, "near"),
        lambda f, m: f(m.width),
        "contraction",
    ),
)
def local_rate(d: int) -> Array:
    return (mpmath.mpf(d) if backend_of(d).inspect else d) / (d + 2)
