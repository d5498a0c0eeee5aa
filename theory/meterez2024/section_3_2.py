"""meterez2024, section 3.2: inputs that are not of full rank."""

from lemmata.theory.audit import BN, AuditRow
from lemmata.theory.hypotheses import matrix, natural, understood
from lemmata.theory.ledger import Grade, Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, rank
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq.vocabulary import NO_ZERO_ROW, RECTANGULAR, WEIGHT, bn
from lemmata.theory.rocq.vocabulary import rank as rank_of


@claim(
    "meterez2024:remark-rank",
    title="No layer can raise the rank",
    statement=r"\operatorname{rank} \mathrm{BN}(W X) \le \operatorname{rank} X",
    kind=Kind.UPPER_BOUND,
    quotation="since all operations in our MLP can be formulated as matrix products, they cannot"
    " recover the rank of the representations",
    subject="the rank of a batch in depth",
    source="Section 3.2",
    expected=Verdict.PROVED,
    hypotheses=[
        matrix(),
        understood(
            "no zero row",
            r"\|(W X)_j\| > 0",
            "X",
            "BN refuses one where the rank is observed",
            NO_ZERO_ROW,
        ),
    ],
    mutants=[Mutant("one less", {"less": 1}, {"X": [[1.0, 0.0], [0.0, 1.0]]})],
    formal=Formal({"X": RECTANGULAR}, rank_of(bn(WEIGHT @ RECTANGULAR))),
    audit=AuditRow(
        "rank after the first BN", BN[:-2], lambda f, m: m.rank, "largest_rank", beyond="samples"
    ),
)
def exact_rank(X: Array, *, less: int = 0) -> Array:
    """rank X, of the entries as the dyadic rationals they are."""
    return rank(X) - less


@claim(
    "meterez2024:remark-degenerate",
    title="Of a batch of rank one the gradient is 0: the explosion needs rank 2 and some width",
    statement=r"\operatorname{rank} X_0 < n \implies \log \|\partial L / \partial W_l\| \sim c\,L,"
    r"\quad c > 0",
    kind=Kind.LOWER_BOUND,
    hypotheses=[natural("rank", symbol=r"\operatorname{rank} X_0"), natural("n", at_least=2)],
    quotation="we observe that in practice the gradient does explode for degenerate inputs, as"
    " shown in Figure 2",
    subject="gradients of degenerate inputs",
    left_side="the norm of the gradient",
    source="Section 3.2, on Figure 2",
    uses=["meterez2024:remark-rank"],
    sharp="sharp:degenerate-explosion",
    expected=Verdict.REFUTED,
    grade=Grade.NEEDS_A_HYPOTHESIS,
    reason="it needs a rank of at least 2 and a width that is not tiny; the paper observes "
    "it 'in practice', at widths where it is so (here from $d = n = 8$ on). With all "
    r"samples parallel, rank one, a layer's output is $\operatorname{sign}(W a)\, "
    r"v^\top / \|v\|$, constant in $W$: $\partial L / \partial W_l = 0$ at every width "
    "and depth, for every loss. And from two samples at $d = n = 3$ it vanishes with "
    "depth for a loss that rotations of the samples leave alone",
    decided_by="the slope of the log gradient norm from inputs with repeated samples, and the"
    " gradient at rank one in mpmath",
)
def least_slope_of_degenerate_inputs(rank: int, n: int) -> int:
    """0, below the claimed slope c of the log gradient norm."""
    return 0
