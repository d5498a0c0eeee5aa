"""meterez2024, section 3.3: gradients at any depth, with orthogonal and with Gaussian weights."""

from lemmata.theory.audit import ROTATED, AuditRow
from lemmata.theory.hypotheses import (
    Hypothesis,
    has_a_log,
    natural,
    non_negative,
    of_full_rank,
    positive,
    trace_normalised,
    understood,
)
from lemmata.theory.ledger import Grade, Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, log
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq.gradients import (
    LIPSCHITZ,
    log_gradient_exists,
    loss_bound,
    mean_log_weight_gradient,
)
from lemmata.theory.rocq.terms import Matrix
from lemmata.theory.rocq.vocabulary import START, phi
from lemmata.theory.rocq.vocabulary import d as width


def lipschitz_loss(X_0: Matrix = START) -> tuple[Hypothesis, ...]:
    """A K-Lipschitz loss of the last layer whose gradient has a log; X_0 trace-normalised."""
    return (
        trace_normalised(X_0),
        positive("K"),
        understood(
            "K-Lipschitz",
            r"L \text{ differentiable},\;"
            r" \|\partial L/\partial X_L\|_F \le K",
            "K",
            "the checks read out linearly, a cell does not show it",
            loss_bound(X_0),
        ),
        has_a_log(
            "a gradient",
            r"\partial L/\partial W_l \ne 0 \text{ a.s.},\;"
            r" \mathbb{E} |\log \|\partial L/\partial W_l\|| < \infty",
            "K",
            *log_gradient_exists(X_0),
        ),
    )


LIPSCHITZ_LOSS = (*lipschitz_loss(), of_full_rank())
"""A K-Lipschitz loss of the last layer, whose gradient has a log, from samples of full rank."""


@claim(
    "meterez2024:theorem-5",
    headline="With orthogonal weights and as many samples as the width, gradients"
    " stay bounded at any depth",
    title="The gradients stay bounded at any depth",
    statement=r"\mathbb{E} \log \left\|\frac{\partial L}{\partial W_l}\right\|"
    r" \le C d^5 (\phi(X_0)^3 + 1) + \log K\quad \text{for every } l \le L",
    kind=Kind.UPPER_BOUND,
    variables={"phi_0": r"\phi(X_0)"},
    hypotheses=[
        non_negative("phi_0", r"\phi(X_0)"),
        natural("d", at_least=2),
        *LIPSCHITZ_LOSS,
        positive("C"),
    ],
    quotation="as long as the input samples are not linearly dependent, the gradients remain"
    " bounded for any arbitrary depth",
    subject="bounded gradients at any depth",
    source="Section 3.3, Theorem 5; the loss is K-Lipschitz in the logits, a hypothesis (the paper"
    " has O(1), and K within C): lemma C.2, on losses that are, is no part of the proof. X_0 is"
    " trace-normalised, as scaling it changes nothing, and for d = n = 1 the gradient is 0. Where"
    " dL/dW_l is 0 with a positive probability, the left side is -inf and nothing is to be shown",
    uses=["meterez2024:lemma-C.3", "meterez2024:lemma-C.12"],
    sharp="sharp:theorem-5",
    constant="C",
    expected=Verdict.PROVED,
    reason="the absolute constant is not given: C = 1 is proved to do, whatever K",
    decided_by="gradients through the chain (3): the smallest C consistent with every cell",
    mutants=[
        Mutant(
            "the root of K",
            lambda phi_0, d, K, C: C * d**5 * (phi_0**3 + 1) + log(K) / 2,
            {"phi_0": 1e-6, "d": 2, "K": 1e30, "C": 1.0},
        ),
        Mutant(
            "K is lost",
            lambda phi_0, d, K, C: C * d**5 * (phi_0**3 + 1),
            {"phi_0": 1e-6, "d": 2, "K": 1e30, "C": 1.0},
        ),
    ],
    formal=Formal(
        {"phi_0": phi(START), "d": width, "K": LIPSCHITZ}, mean_log_weight_gradient(), {"C": 1}
    ),
    audit=AuditRow(
        "log ||dL/dW|| of the second linear map",
        ROTATED,
        lambda f, m: m.log_K + f(m.first_gap, m.width, 1.0, 1.0),
        "second_log_weight_gradient",
        beyond="largest_log",
    ),
)
def expected_log_gradient(phi_0: Array, d: int, K: Array, C: float) -> Array:
    return C * d**5 * (phi_0**3 + 1) + log(as_array(K))


@claim(
    "meterez2024:remark-gaussian-explodes",
    title="At d = n = 3, below the critical width, the samples collapse and the gradients vanish",
    statement=r"W_l \sim G(1/d) \implies \log \|\partial L / \partial W_l\| \sim c\,L,\quad c > 0",
    kind=Kind.LOWER_BOUND,
    hypotheses=[natural("d", at_least=2)],
    expected=Verdict.REFUTED,
    quotation="for MLPs initialized with Gaussian weights and BN, Yang et al. (2019, Theorem 3.9)"
    " prove that the gradients explode at an exponential rate in depth",
    subject="gradients with Gaussian weights",
    left_side="the growth of the log gradient norm a layer",
    source="Introduction and Section 3.3; citing Yang et al. 2019, Theorem 3.9",
    sharp="sharp:gaussian-explosion",
    grade=Grade.NEEDS_A_HYPOTHESIS,
    reason="it needs the width of the theorem that it cites, which is one of the limit $d "
    r"\to \infty$: there the gradients explode for every $n \ge 3$, and so they do at "
    "$d = n = 8$ and beyond. $d = n = 3$ lies below the critical width, so that independent "
    "samples collapse, and the gradients vanish with depth for a loss that rotations of the "
    "samples leave alone. A batch of one sample, whose gradient is 0, is set aside: the paper "
    "has $n = d$",
    decided_by="the slope of the log gradient norm of the Gaussian chain: an interval that"
    " excludes 0, and sharp:gaussian-explosion where d is much larger than n",
    mutants=[
        Mutant("as fast as at n = 3: log(2)/2", lambda d: log(as_array(d) * 0 + 2) / 2, {"d": 16})
    ],
    not_attacked="a rate over random layers, certain of no weights",
)
def least_slope_of_gaussian_networks(d: int) -> int:
    """0, below the claimed slope c of the log gradient norm."""
    return 0


@claim(
    "meterez2024:remark-practical",
    headline="With fewer samples than the width, gradients explode after all",
    title="Gradients of batches smaller than the width explode: theorem 5 needs n >= d",
    statement=r"\operatorname{rank} X_0 = n \implies \log \|\partial L / \partial W_l\|"
    r" \le c(d, X_0) \text{ at every depth},\quad \text{so that its slope in depth is } \le 0",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("d", at_least=2), natural("n", at_least=2)],
    expected=Verdict.REFUTED,
    quotation="the assumptions and thereby assertions of the theorem are valid for all practical"
    " purposes",
    subject="which batches theorem 5 covers",
    left_side="the growth of the log gradient norm a layer",
    source="Section 3.3, after Theorem 5; the paper's reason is that random batches are"
    " non-degenerate",
    uses=["meterez2024:theorem-5", "sharp:tangent-growth", "sharp:haar-growth"],
    sharp="sharp:theorem-5-large-batch",
    grade=Grade.NEEDS_A_HYPOTHESIS,
    reason="it needs batches that span the width, of which the $n = d$ of the paper is one case: "
    "theorem 5 is proved for every $n \\ge d = \\operatorname{rank} X_0$ "
    "(sharp:theorem-5-large-batch), the nearest true statement. With orthogonal weights and "
    "$n < d$ linearly independent samples the gradients grow exponentially in depth, by about "
    "$f(n/d)/n$ a layer (sharp:haar-growth), the faster the smaller the batch. From an isometry, a "
    "change of the samples that is orthogonal to all of them grows in the mean square by "
    "$(n-1)/(n-2)$ a layer (sharp:tangent-growth); for $n \\ge d$ there is no such direction",
    decided_by="the slope of the log gradient norm of the chain (3) with n < d: an interval that"
    " excludes 0",
    not_attacked="it speaks of the slope over hundreds of layers, which is sampled",
)
def largest_slope_of_practical_batches(d: int, n: int) -> int:
    """0: gradients that are bounded at every depth do not grow with it."""
    return 0
