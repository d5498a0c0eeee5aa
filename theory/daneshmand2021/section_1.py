"""daneshmand2021, abstract and introduction: what is said of the width and of alpha in words."""

from lemmata.theory.hypotheses import natural, positive
from lemmata.theory.ledger import Grade, Kind, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array


@claim(
    "daneshmand2021:remark-inverse-width",
    symbols={
        "w": "a larger width",
    },
    title="What is left in depth falls like 1/sqrt(width): a tenth of it takes 100 times the width",
    statement=r"\frac{\mathbb{E} V(H_l)|_{w}}{\mathbb{E} V(H_l)|_{d}} \le \frac{d}{w},\quad"
    r" \frac{W_2(W_l H_l, G/\sqrt{n})|_{w}}{W_2(W_l H_l, G/\sqrt{n})|_{d}} \le \frac{d}{w}"
    r" \quad (\text{widths } w \ge d,\; l \to \infty)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("d"), natural("w")],
    quotation="the deviation of the representations from orthogonality rapidly decays with depth up"
    " to a term inversely proportional to the network width",
    subject="what the width leaves of the gap",
    left_side="the share of the gap that is left",
    source="Abstract and Section 1; section 1 says the same of the radius of the Wasserstein"
    " ball. Read as: w/d times the width leaves d/w of it",
    uses=["daneshmand2021:theorem-1"],
    sharp="sharp:stationary-gap",
    expected=Verdict.REFUTED,
    grade=Grade.READING,
    reason="the gap is left of the order of the root of $1/d$, as theorem 1 has it, and so is the "
    "Wasserstein distance: of four samples a width of 2048 leaves an eighth of what a width of 32 "
    "leaves, not a 64th. Read as 'falls with the width', which section 1 calls inversely related, "
    "the sentence is true",
    decided_by="both quantities at two widths, sampled: an interval of their ratio above d/w",
    not_attacked="a ratio of means over random layers, without an input: sampled",
)
def inverse_ratio(d: int, w: int) -> Array:
    return as_array(d) / w


@claim(
    "daneshmand2021:remark-alpha",
    title="alpha is at most the inverse root of the batch size: no constant serves every batch",
    statement=r"s_n(H_k) \ge \alpha \text{ for every batch size } n,\quad \alpha > 0",
    kind=Kind.LOWER_BOUND,
    hypotheses=[positive("alpha"), natural("n")],
    quotation="holds for alpha > 0 that is an absolute constant under a mild assumption",
    subject="alpha as an absolute constant",
    left_side="the smallest singular value",
    source="Section 1, and A1 in Section 2.2; there 'an absolute positive constant'",
    sharp="sharp:orthogonality-decay",
    expected=Verdict.REFUTED,
    grade=Grade.READING,
    reason=r"as $\|H_k\|_F = 1$, the $n$ squared singular values sum to 1 and the smallest is at "
    r"most $1/\sqrt{n}$: $\alpha = 1/10$ leaves out every batch of more than 100 samples. Read as "
    "a constant in depth and width for one batch size it may stand, and then theorem 1's terms "
    r"are at least $(1 - 2/(3 \sqrt{n}))^l$ and $3 n^{3/2}/\sqrt{d}$",
    not_attacked="the largest of all smallest singular values is known exactly",
)
def absolute_constant(alpha: Array, n: int) -> Array:
    return alpha
