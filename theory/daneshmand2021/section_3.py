"""daneshmand2021, section 3: deep representations become orthogonal."""

import math
from typing import Any

import numpy as np

from lemmata.theory.audit import GAP_IN_DEPTH, RANK_IN_DEPTH, UNDER_A1, AuditRow
from lemmata.theory.daneshmand2021.section_2 import BATCH, WIDTH, width
from lemmata.theory.definitions import bn, gram
from lemmata.theory.hypotheses import (
    Hypothesis,
    full_rank,
    natural,
    non_negative,
    positive,
    tall,
    within,
)
from lemmata.theory.ledger import Grade, Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, as_matrix, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import Matrix, real


def _reachable(alpha: Array) -> None:
    positive("alpha").check(alpha)
    within("alpha", 0, 1).check(alpha)  # ||H_k||_F = 1, so that no larger one can be met


A1 = Hypothesis(
    "A1",
    r"0 < \alpha \le 1:\; s_n(H_k) \ge \alpha,\; k = 1..l",
    "alpha",
    _reachable,
    rocq=lambda alpha: [real(0) < alpha, alpha <= 1],
)
"""The event s_n(H_k) >= alpha itself enters the means of the statements under A1."""

GAP_OF_ANY_H = Trivial(
    lambda alpha, l, n, d: math.sqrt(1 - 1 / n),
    "V <= sqrt(1 - 1/n) for every H; alpha at its largest, 1/sqrt(n)",
    {"alpha": 1 / math.sqrt(BATCH), "l": 10_000, "n": BATCH, "d": WIDTH},
    "d",
    "sharp:collapsed-gap",  # there A1 fails in depth: sharp:critical-width
)


@claim(
    "daneshmand2021:theorem-1",
    headline="The rate of orthogonalisation has alpha where its proof gives alpha squared",
    title="The rate should have alpha squared for alpha; the proof then stands",
    statement=r"\mathbb{E}\, V(H_{l+1}) \le 2 (1 - \tfrac{2}{3} \alpha)^l"
    r" + \frac{3 n}{\alpha \sqrt{d}} \quad \text{under } A_1(\alpha, l)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[A1, natural("l", at_least=0), natural("n"), width()],
    quotation="Under Assumption A_1(alpha, l), the following holds: E[V(H_(l+1))] <= 2 (1 - (2/3) "
    "alpha)^l + 3n/(alpha sqrt(d))",
    subject="the rate of orthogonalisation",
    left_side="the gap at layer l + 1",
    source="Section 3.2, Theorem 1",
    uses=["daneshmand2021:theorem-5", "daneshmand2021:lemma-4"],
    sharp="sharp:orthogonality-decay",
    trivial=GAP_OF_ANY_H,
    expected=Verdict.REFUTED,
    grade=Grade.WRONG,
    reason=r"at $n = 50$ and $d = \infty$ the gap contracts by $n/(n+2) = 50/52 = .962$ a layer "
    r"near orthogonality, and the bound by $1 - 2/(3 \sqrt{50}) = .906$ at best, as $\alpha$ is "
    r"at most $1/\sqrt{n}$. The rate has a singular value, $\alpha$, where the proof gives its "
    r"square. Nothing else is wrong: with $\alpha^2$ for $\alpha$ it is true. At widths that "
    r"can be built the second term hides it, as $3 n/(\alpha \sqrt{d})$ exceeds the "
    "gap that is left: false at $n = 50$ from $d = 10^{13}$ on",
    mutants=[
        Mutant("the rate squared", {"times": 2}, {"alpha": 0.3, "l": 30, "n": 4, "d": math.inf})
    ],
    audit=AuditRow(
        "V after the last BN",
        UNDER_A1,
        lambda f, m: f(m.least, m.depth - 1, m.samples, m.width),
        "last_orthogonality_gap",
        beyond="largest_orthogonality_gap",
    ),
)
def expected_orthogonality_gap(alpha: Array, l: int, n: int, d: float, *, times: int = 1) -> Array:
    root = sqrt(alpha * 0 + d)  # with the digits of alpha
    return 2 * (1 - 2 * alpha / 3) ** (times * l) + 3 * n / root / alpha


@claim(
    "daneshmand2021:remark-whitening",
    symbols={
        "M": r"a matrix $d \times n$: what a layer gets",
        "H": "what whitening makes of it",
    },
    title="Full whitening orthogonalises exactly",
    statement=r"H = (M M^\top)^{-1/2} M \implies H^\top H = I_n",
    kind=Kind.IDENTITY,
    hypotheses=[tall("M"), full_rank("M")],
    quotation="If we replace diag(M)^(-1) by (M)^(-1) in BN formula, in Eq. (1), then all the "
    "hidden representation will become exactly orthogonal.",
    subject="full whitening in the place of BN",
    source="Section 3.2, after Theorem 1; with the root of the pseudo-inverse, under the linear"
    " independence that section 2.2 assumes throughout: without it equal samples stay equal",
    sharp="sharp:whitening",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("BN is enough", lambda M: gram(bn(M)), {"M": [[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]]})
    ],
    formal=Formal({"M": rocq.M}, rocq.whitened_gram_is),
)
def gram_after_whitening(M: Array) -> Array:
    """I_n: with M = U S V^T the whitened matrix is U V^T."""
    samples = as_matrix(M, "M").shape[-1]
    return samples if isinstance(M, Matrix) else np.eye(samples, dtype=int)


_FIRST = r"|\mathbb{E} f(H_0) - \mathbb{E}_{\pi} f|"
MIXING: dict[str, Any] = {
    "kind": Kind.UPPER_BOUND,
    "variables": {"first": _FIRST},
    "hypotheses": [within("gamma", 0, 1), natural("l", at_least=0), non_negative("first", _FIRST)],
    "sharp": "sharp:mixing",
    "expected": Verdict.REFUTED,
}


@claim(
    "daneshmand2021:remark-mixing",
    headline="A deep network has no single stationary law, and no uniform rate of mixing",
    symbols={
        r"\gamma": "the rate of mixing",
        "f": "a measurable function of the representation",
        r"\pi": "a stationary law of the chain",
    },
    title="The stationary law is not unique, and from inputs of full rank no rate is uniform",
    statement=r"|\mathbb{E} f(H_l) - \mathbb{E}_{\pi} f| \le \gamma^l"
    r" |\mathbb{E} f(H_0) - \mathbb{E}_{\pi} f|,\quad \gamma \in (0, 1)",
    quotation="|E[phi(H_l)] - E_(H~pi)[phi(H)]| <= alpha^l |E[phi(H_0)] - E_(H~pi)[phi(H)]| holds "
    "for alpha in (0, 1) and measurable function phi",
    subject="the mixing of the chain of layers",
    left_side="the distance of the mean of f to its limit",
    source="Section 3.2; citing Hairer 2010, Theorem 3.6, for every bounded measurable f",
    uses=["daneshmand2021:theorem-5"],
    grade=Grade.WRONG,
    reason="equal samples stay equal and independent ones stay independent, so that there are two "
    "stationary laws at the least. Among inputs of full rank no $\\gamma$ serves all: two samples "
    r"with $q = (1 - \epsilon, \epsilon)$ forget their input the later the smaller $\epsilon$ is. "
    r"At $d = 64$ and $\epsilon = 10^{-60}$ the mean of $2 V^2$ is 1.000 at layer 12, where the "
    "stationary value is .021: the largest distance there is. A constant in front of $\\gamma^l$ "
    "does not help, nor does Hairer's norm over all $f$, which for an $L$ in $[0, 1]$ is a uniform "
    "one. Nor does a good input: from orthogonal samples an $f$ that has its stationary mean at "
    "$H_0$ leaves it at $H_1$",
    **MIXING,
)
def geometric_decay(gamma: Array, l: int, first: Array) -> Array:
    return gamma**l * first


@claim(
    "daneshmand2021:remark-drift",
    symbols={
        "K": "a constant, at least 0",
        "L": "a function of the representation with values in $[0, 1]$",
        r"\gamma": "the rate of mixing",
        "f": "a measurable function of the representation",
        r"\pi": "a stationary law of the chain",
    },
    title="The drift condition alone gives no mixing: Hairer's theorem has a minorisation as well",
    statement=r"\mathbb{E}[L(H_{l+1}) | H_l] \le c\, L(H_l) + K,\; c < 1 \implies"
    r" |\mathbb{E} f(H_l) - \mathbb{E}_{\pi} f| \le \gamma^l"
    r" |\mathbb{E} f(H_0) - \mathbb{E}_{\pi} f|,\quad \gamma \in (0, 1)",
    quotation="The drift condition holds if there exists a Lyapunov function L: R^(d x n) -> [0, 1]"
    " and constant K >= 0",
    subject="what the drift condition gives",
    left_side="the distance of the mean of f to its limit",
    source="Section 3.2; L has values in [0, 1], citing Hairer 2010, Theorem 3.6",
    uses=["daneshmand2021:remark-mixing"],
    grade=Grade.NEEDS_A_HYPOTHESIS,
    reason=r"every chain has such an $L$: any function into $[0, 1]$ with $K = 1$, and $L = 0$ "
    "with $K = 0$. A chain that flips between two states satisfies the condition and never forgets "
    "where it began. Hairer's theorem also asks that the next laws of all states with a small $L$ "
    "have a part in common",
    not_attacked="the condition excludes no chain: one that does not mix decides",
    **MIXING,
)
def geometric_decay_from_drift(gamma: Array, l: int, first: Array) -> Array:
    return gamma**l * first


@claim(
    "daneshmand2021:remark-vanilla-collapse",
    title="Without BN the representations become rank one",
    statement=r"V(H_l) \to \sqrt{1 - 1/n} \quad (l \to \infty,\ \text{without BN})",
    kind=Kind.LIMIT,
    hypotheses=[natural("n")],
    expected=Verdict.HOLDS,
    reason="no proof in Rocq yet: it needs limits in depth, and products of random matrices",
    quotation="the orthogonality gap of the hidden representations in vanilla networks rapidly "
    "increases since the rank of representations converges to a one matrix",
    subject="networks without BN in depth",
    source="Section 3.2 and Appendix D; at a fixed width: at a fixed depth the limit d -> inf"
    " keeps"
    " H^T H, and V with it",
    decided_by="the vanilla chain, sampled: V within a margin of sqrt(1 - 1/n) at large depth",
    mutants=[Mutant("1 - 1/n without the root", lambda n: 1 - 1 / as_array(n), {"n": 3})],
    not_attacked="the exact rates do not depend on the input",
    audit=AuditRow(
        GAP_IN_DEPTH,
        ("vanilla", "gaussian", "drawn", "collapsed"),
        lambda f, m: f(m.input_samples),
        "last_orthogonality_gap",
        plot="orthogonality_gap",
    ),
    plans=[
        AuditRow(
            RANK_IN_DEPTH,
            ("vanilla", "gaussian", "drawn", "collapsed"),
            lambda f, m: 1 / (f(m.input_samples) ** 2 + 1 / m.input_samples),
        ),
    ],
)
def gap_of_rank_one(n: int) -> Array:
    return sqrt(1 - 1 / as_array(n))


@claim(
    "daneshmand2021:remark-sigma-min",
    title="The bound holds of the mean over Gaussian inputs; a single input may lie below it",
    statement=r"s_{\min}(H_0) > \sqrt{d} - \sqrt{n},\quad H_0 \in \mathbb{R}^{d \times n}"
    r" \text{ with i.i.d. centred unit-variance entries}",
    kind=Kind.LOWER_BOUND,
    hypotheses=[natural("d"), natural("n")],
    quotation="elements of this matrix are i.i.d. zero-mean and unit variance random "
    "variables, the minimum singular value of H_0 is greater than sqrt(d) - sqrt(n).",
    subject="the smallest singular value of random inputs",
    left_side="the smallest singular value",
    source="Section 3.3",
    sharp="sharp:gordon",
    expected=Verdict.REFUTED,
    grade=Grade.NEEDS_A_HYPOTHESIS,
    reason="it lacks the words 'in expectation' and 'Gaussian': this is Gordon's inequality "
    r"for $\mathbb{E}\, s_{\min}$ of Gaussian entries, and one matrix may lie below "
    "it, by $t$ with a probability of at most $e^{-t^2/2}$. Of Gaussian matrices of "
    "the sizes of figure 2a about one in nine does, and one in 13 of a single column "
    "as $d$ grows. Of other entries of unit variance none but asymptotic forms are "
    r"true: signs may repeat a column, and then $s_{\min} = 0$",
)
def smallest_singular_value(d: int, n: int) -> Array:
    return sqrt(as_array(d, "d")) - sqrt(as_array(n, "n"))


@claim(
    "daneshmand2021:remark-A1-width",
    title="A1 holds once the width is of order n^2",
    statement=r"d \ge c\, n^2 \implies \mathbb{P}\left[A_1(0.1\, \alpha_0, 1000)\right] \ge"
    r" \tfrac{9}{10},\quad \alpha_0 = s_{\min}(H_0)",
    kind=Kind.LOWER_BOUND,
    hypotheses=[natural("n"), natural("d"), positive("c")],
    quotation="we check whether A_1(0.1 alpha_0, 1000) holds. Fig. 3 illustrates that this "
    "assumption hold for d = Omega(n^2)",
    symbols={r"\alpha": "$\\alpha_0$ is the smallest singular value of the input"},
    subject="the width that A1 needs",
    source="Section 3.3, on Figure 3; d = Omega(n^2), where A1 held in 10 runs, is quantified"
    " here, since at a finite width no event of this kind is certain",
    sharp="sharp:critical-width",
    constant="c",
    expected=Verdict.HOLDS,
    reason="the constant of Omega(n^2) is not given: tested with c = 2 from an orthogonal input."
    " For large n the smallest is 0.31, where the smallest"
    " eigenvalue (1 - n/(2 sqrt(d)))^2/n of sharp:stationary-spectrum is alpha_0^2/100; below"
    " d = n^2/4 A1 fails at some depth for every alpha (sharp:critical-width), as at the width 800"
    " and batch 500 that the paper trains, where 500 samples would need a width of 63,000",
    decided_by="the chain (1) over 1000 layers on a grid of (n, d): the frequency of A1 along"
    " d = c n^2",
    mutants=[
        Mutant(
            "a width of order n is enough",
            lambda n, d, c: 0.9 * (d >= c * n),
            {"n": 3, "d": 6, "c": 2.0},
        )
    ],
    not_attacked="a probability over a thousand layers: sampled",
)
def probability_of_a1(n: int, d: int, c: float) -> float:
    """9/10 for d >= c n^2; below that width nothing is claimed."""
    return 0.9 if d >= c * n**2 else 0.0


@claim(
    "daneshmand2021:remark-A1-infinite",
    title="At a finite width A1 fails at some depth for every alpha: it needs a finite depth",
    statement=r"d \ge c\, n^2 \implies \mathbb{P}\left[A_1(\alpha, l)\right] = 1"
    r" \text{ at every depth } l,\text{ for some } \alpha > 0",
    kind=Kind.LOWER_BOUND,
    hypotheses=[A1, natural("l"), natural("n"), natural("d"), positive("c")],
    quotation="Assumption A_1 is studied by Daneshmand et al. (2020) who note that A_1(alpha, inf)"
    " holds as long as d = Omega(n^2).",
    subject="A1 at infinite depth",
    left_side="the probability that A1 holds",
    source="Section 3.2, and Section 4.1; there 'it is shown'",
    sharp="sharp:exponent-below",
    expected=Verdict.REFUTED,
    grade=Grade.NEEDS_A_HYPOTHESIS,
    reason=r"it needs a finite depth, or $d = \infty$. From any $H_l$ with $s_n(H_l) \ge \alpha$ "
    "the next layer is with a positive probability, the same for all of them, so near to rank one "
    r"that $s_n < \alpha$: with probability 1 that happens at some depth, at every finite width "
    r"and for every $\alpha$. At $d = 2 n^2$ half of the largest possible $\alpha$ is missed "
    "within a thousand layers, a tenth of it is not (remark-A1-width). What is true from "
    "$d = n^2$ on is that a direction which is nearly lost grows again",
    not_attacked="a probability over many layers: sampled, and bounded exactly",
)
def certainty_of_a1(alpha: Array, l: int, n: int, d: int, c: float) -> int:
    """1 for d >= c n^2; below that width nothing is claimed."""
    return 1 if d >= c * n**2 else 0


@claim(
    "daneshmand2021:remark-A1-wide",
    headline="A width much above the batch size is not enough: it takes a quarter of its square",
    title="Of 64 samples a width of 512 loses the rank: the width must exceed n^2/4, not n",
    statement=r"d \ge 8 n \implies s_n(H_l) \ge \alpha > 0 \text{ at every depth},\quad"
    r" \text{so that the fall of } \log s_n(H_l) \text{ a layer is} \le 0",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("n"), natural("d")],
    quotation="we also observed that A_1(alpha, l) holds -for an alpha independent from l- as long"
    " as d >> n",
    subject="A1 where the width exceeds the batch",
    left_side="the fall of log s_n a layer",
    source="Section 3.3; d >> n is read as d = 8 n",
    sharp="sharp:critical-width",
    expected=Verdict.REFUTED,
    grade=Grade.READING,
    reason=r"a width of $8 n$ is below the critical one, $n^2/4 + 11 n/12$, from $n = 29$ on, and "
    "there the smallest singular value falls geometrically in depth, at 64 samples and width 512 "
    "by 2.7 % a layer. The paper's next sentence has the right order, $n^2$; for few samples, or "
    "over few layers, the observation is right",
    decided_by="the fall of log s_n over layers 100 to 300, sampled",
    not_attacked="it speaks of the slope over hundreds of layers, which is sampled",
)
def largest_fall_of_wide_networks(n: int, d: int) -> int:
    """0: a singular value that stays above alpha at every depth does not fall with it."""
    return 0
