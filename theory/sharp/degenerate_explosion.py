"""sharp:degenerate-explosion: what meterez2024's remark on degenerate inputs says in a limit.

A layer keeps the row space of X, of dimension r = rank X_0: with an orthonormal basis Q of it,
X_l = A_l Q, and A_l, d x r with unit rows, is a chain of its own in which for d >> r a Haar matrix
acts like a Gaussian one. dL/dW_l sees the gradient within the row space alone, where
sharp:gaussian-explosion applies with r in the place of n: growth by (r-1)/(r-2) a layer, r >= 3.
At r = 1 the gradient is 0; and at small widths it does not explode either: the rotations of the
samples keep X^T G - G^T X (G = dL/dX_l) as it is, and every other direction may shrink.
"""

from lemmata.theory.audit import BN, AuditRow
from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, log


@claim(
    "sharp:degenerate-explosion",
    title="From an input of rank r the weight gradient grows by (r-1)/(r-2) a layer",
    statement=r"\lim_{d \to \infty} \tfrac{1}{L} \log \|\partial L / \partial W_l\|_F ="
    r" \tfrac{1}{2} \log \frac{r-1}{r-2},\quad r = \operatorname{rank} X_0 < n,\; r \ge 3",
    kind=Kind.LIMIT,
    hypotheses=[natural("r", at_least=3)],
    source="derived: the remark on degenerate inputs of meterez2024 repaired; r fixed",
    uses=["sharp:gaussian-explosion"],
    expected=Verdict.HOLDS,
    decided_by="the slope of the log gradient norm from repeated samples, extrapolated in 1/d",
    mutants=[Mutant("r/(r-2)", lambda r: log(as_array(r) / (r - 2)) / 2, {"r": 4})],
    not_attacked="the same limit, within the row space",
    audit=AuditRow(
        "growth of log ||dL/dW|| a layer",
        (*BN, "orthogonal", "wide", "deep"),
        lambda f, m: f(m.rank),
        "weight_growth",
        plot="log_gradient",
    ),
)
def log_growth(r: int) -> Array:
    return log(as_array(r - 1) / (r - 2)) / 2
