"""daneshmand2021, section 5.2 and appendix F: iterative orthogonalisation.

W = V' S^(-1/2) U^T / ||S^(1/2)||_F for H = U S V^T (eq. 6), so that W H has squared singular
values s_i / sum_k s_k.
"""

import mpmath
import numpy as np

from lemmata.theory.errors import NotPositive, OutOfRange
from lemmata.theory.hypotheses import Hypothesis, natural, positive
from lemmata.theory.ledger import Grade, Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, backend_of


def _singular_values(s: Array) -> None:
    s = as_array(s, "s")
    if np.ndim(s) != 1:
        raise OutOfRange("s", f"{np.ndim(s)} dimensions; expected a vector of singular values")
    if not all(v > 0 for v in s):
        raise NotPositive("s", f"singular value {min(s)}")


SINGULAR_VALUES = Hypothesis(
    "positive singular values", r"s_i > 0", "s", _singular_values, rocq=positive("s").rocq
)


def require_samples(s: Array, n: int) -> None:
    """n samples have n singular values at most."""
    if backend_of(s).inspect and n < len(s):
        raise OutOfRange("n", f"{n}; expected at least {len(s)}, the number of singular values")


@claim(
    "daneshmand2021:appendix-F",
    title="Where all singular values are equal the gap stays: < should be <=",
    statement=r"V(W H) < V(H) \text{ unless } V(H) = 0,\quad"
    r" H = U \operatorname{diag}(s_i) V^\top \in \mathbb{R}^{d \times n}",
    kind=Kind.IDENTITY,
    hypotheses=[SINGULAR_VALUES, natural("n")],
    expected=Verdict.REFUTED,
    quotation="It is easy to check that V(W_l H_l) < V(H_l) holds for the above initialization",
    subject="whether equation (6) lowers the gap",
    left_side="the number of such H whose gap falls",
    source="Section 5.2 and Appendix F, on eq. (6); for a batch of n >= d samples. As a number: 1"
    " where V(W H) < V(H), which is claimed wherever V(H) > 0",
    uses=["daneshmand2021:appendix-F-step"],
    sharp="sharp:iterative-orthogonalisation",
    grade=Grade.EDGE,
    reason="only the case of equality is missing. With $n > d$ samples, as the section has "
    "them, no $H$ has the gap 0; where its $d$ singular values are equal, $W H$ has "
    r"the same ones up to a factor, and both gaps are $\sqrt{1/d - 1/n}$. With $<$ "
    "unless all of them are equal it is true, and so it is as printed for $n = d$. "
    "This takes $V'$ orthogonal, as the text calls it; the slice of $V$ that it takes "
    "is not so for $n > d$, and may raise the gap (sharp:sliced-orthogonalisation)",
)
def gap_falls(s: Array, n: int) -> int:
    """1 where V(H) > 0; 0 where n singular values are equal, so that V(H) = 0."""
    s = as_array(s, "s")
    require_samples(s, n)
    return int(n > len(s) or any(v != s[0] for v in s))


@claim(
    "daneshmand2021:appendix-F-step",
    title="The last step of the proof is reversed; Cauchy and Schwarz give what it needs",
    statement=r"\textstyle\sum_i s_i^2 = 1:\quad (\sum_i s_i)^2 (\sum_i s_i^3)^2 \le"
    r" (\sum_i s_i)^2 (\sum_i s_i^4)^2",
    kind=Kind.UPPER_BOUND,
    hypotheses=[SINGULAR_VALUES],
    quotation="(sum_i s_i)^2 (sum_i s_i^3)^2 <= (sum_i s_i)^2 (sum_i s_i^4)^2",
    subject="the last step of its proof",
    left_side="the left side of the step",
    source="Appendix F, last step of the proof",
    sharp="sharp:power-sums",
    expected=Verdict.REFUTED,
    grade=Grade.STEP,
    reason=r"$s_i < 1$ gives $s_i^3 > s_i^4$: the inequality is reversed for every $n \ge 2$. "
    r"What the proof needs is $(\sum_i s_i^2)^3 \le (\sum_i s_i)^2 \sum_i s_i^4$, "
    "which is true by Cauchy and Schwarz, so that the result stands but for its case "
    "of equality",
)
def fourth_powers(s: Array) -> Array:
    s = as_array(s, "s")
    return s.sum() ** 2 * (s**4).sum() ** 2


@claim(
    "daneshmand2021:remark-relu",
    title="With ReLU orthogonal weights do not keep representations orthogonal",
    statement=r"V(H_0) = 0,\; W \sim O_d:\quad \lim_{d \to \infty} \mathbb{E}\,"
    r" V(\mathrm{ReLU}(W H_0)) = \tfrac{1}{\pi} \sqrt{1 - \tfrac{1}{n}}",
    kind=Kind.LIMIT,
    hypotheses=[natural("n")],
    quotation="hidden representations remain orthogonal simply by taking orthogonal matrices as"
    " weights, the same does not hold for networks with non-linear activations, such as ReLU",
    subject="orthogonal weights with ReLU",
    source="Section 5.2; how large the gap becomes is ours: ReLU gives independent Gaussians the"
    " cosine 1/pi",
    expected=Verdict.HOLDS,
    reason="no proof in Rocq yet",
    mutants=[
        Mutant("they stay orthogonal", lambda n: mpmath.mpf(0), {"n": 4}),
        Mutant("without the root", lambda n: (1 - 1 / mpmath.mpf(n)) / mpmath.pi, {"n": 4}),
    ],
    not_attacked="a limit without an input: sampled",
)
def gap_after_relu(n: int) -> Array:
    return mpmath.sqrt(1 - 1 / mpmath.mpf(n)) / mpmath.pi


@claim(
    "daneshmand2021:remark-guarantees",
    symbols={
        "S": "the diagonal matrix of the singular values of $H$",
    },
    title="Equation (6) makes representations more orthogonal, not orthogonal: that takes S^(-1)",
    statement=r"V(W H) = 0,\quad W = V' S^{-1/2} U^\top / \|S^{1/2}\|_F,\;"
    r" H = U \operatorname{diag}(s_i) V^\top \in \mathbb{R}^{d \times d}",
    kind=Kind.IDENTITY,
    hypotheses=[SINGULAR_VALUES],
    quotation="we devised a weight initialization that guarantees orthogonality of representations",
    subject="what equation (6) guarantees",
    left_side="the gap of W H",
    source="Section 5, on eq. (6) in Section 5.2; n = d, where a gap of 0 can be had",
    uses=["daneshmand2021:appendix-F"],
    sharp="sharp:iterative-orthogonalisation",
    expected=Verdict.REFUTED,
    grade=Grade.READING,
    reason=r"$W H$ has the squared singular values $s_i/\sum_k s_k$, which differ wherever the "
    r"$s_i$ do: for $s = (1, 4)$ the gap falls from .62 to .42, not to 0. Read as 'lowers the gap' "
    r"it is true (appendix F); with $S^{-1}$, as in the authors' code, the gap of $W H$ is 0",
    not_attacked="one matrix decides it",
)
def gap_that_is_guaranteed(s: Array) -> int:
    return 0


@claim(
    "daneshmand2021:remark-inverse-exists",
    symbols={
        "S": "the diagonal matrix of the singular values of $H_l$",
    },
    title="A feature that is 0 in every sample keeps S singular, however many samples there are",
    statement=r"n \gg d^2 \implies S \text{ is invertible: } \operatorname{rank} H_l = d,\quad"
    r" H_l = U S V^\top \in \mathbb{R}^{d \times n}",
    kind=Kind.IDENTITY,
    hypotheses=[natural("n"), natural("d")],
    quotation="Notably, the inverse in the above formula exists when n is sufficiently larger than"
    " d^2.",
    subject="when equation (6) makes sense",
    left_side="the rank of H_l",
    source="Section 5.2, after eq. (6); n >> d^2 is read as n = 100 d^2",
    sharp="sharp:iterative-orthogonalisation",
    expected=Verdict.REFUTED,
    grade=Grade.NEEDS_A_HYPOTHESIS,
    reason="it needs linearly independent features, of which the text says nothing: a pixel that "
    "is black in every image, as at the border of scikit-learn's digits, leaves a singular value 0 "
    "for every number of samples. Where no combination of the features vanishes, as of images with "
    r"a density, $n = d$ samples are enough, and $d^2$ are not needed",
    not_attacked="one matrix decides it",
)
def rank_of_many_samples(n: int, d: int) -> int:
    return d
