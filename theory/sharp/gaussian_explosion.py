"""sharp:gaussian-explosion: the rate at which gradients explode with Gaussian weights, d -> inf.

At orthogonality a row of W X is N(0, I_n) up to scale; the Jacobian of its normalisation to norm
sqrt(n) multiplies the squared gradient by n ||(I - u u^T) g||^2/||x||^2, of mean
(n-1) E[1/chi^2_n] = (n-1)/(n-2).
"""

from lemmata.theory.audit import WIDE, AuditRow
from lemmata.theory.hypotheses import natural
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, log


@claim(
    "sharp:gaussian-explosion",
    title="Gaussian weights make the gradient grow by (n-1)/(n-2) a layer",
    statement=r"\lim_{d \to \infty} \tfrac{1}{L} \log \|\partial L / \partial X_l\|_F ="
    r" \tfrac{1}{2} \log \frac{n-1}{n-2},\quad n \ge 3",
    kind=Kind.LIMIT,
    hypotheses=[natural("n", at_least=3)],
    expected=Verdict.HOLDS,
    source="derived: n fixed, rows scaled to norm sqrt(n), an independent read-out",
    decided_by="the slope of the log gradient norm against depth at d much larger than n",
    mutants=[Mutant("n/(n-2)", lambda n: log(as_array(n) / (n - 2)) / 2, {"n": 4})],
    not_attacked="a limit without an input: one layer's mean is the closed form",
    audit=AuditRow(
        "growth of log ||dL/dX|| a layer",
        WIDE,
        lambda f, m: f(m.rank),
        "growth",
        plot="log_gradient",
    ),
)
def log_growth(n: int) -> Array:
    return log(as_array(n - 1) / (n - 2)) / 2
