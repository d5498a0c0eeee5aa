"""daneshmand2021, section 4: orthogonal representations make the next layer Gaussian."""

import math
from dataclasses import replace

from lemmata.theory.daneshmand2021.section_2 import width
from lemmata.theory.daneshmand2021.section_3 import A1, GAP_OF_ANY_H
from lemmata.theory.hypotheses import natural, non_negative, positive, unit_norm
from lemmata.theory.ledger import Grade, Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "daneshmand2021:lemma-2",
    title="Orthogonality yields a Gaussian approximation",
    statement=r"W_2(W_l H_l, G/\sqrt{n})^2 \le 2 n\, \mathbb{E} V(H_l)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("n"), unit_norm(rocq.FIRST), non_negative("V")],
    quotation="the following Gaussian approximation holds: W_2(W_l H_l, G/sqrt(n))^2 <= 2n "
    "E[V(H_l)]",
    subject="from orthogonality to Gaussian",
    source="Section 4.1, Lemma 2",
    sharp="sharp:wasserstein-from-gap",
    expected=Verdict.PROVED,
    mutants=[Mutant("V^2 for V", lambda n, V: V**2 / (8 * n), {"n": 2, "V": 0.5})],
    formal=Formal(
        {"n": rocq.n, "V": rocq.mean(rocq.weights(rocq.GAUSSIAN, rocq.l), "W", rocq.V(rocq.STATE))},
        rocq.distance_to_gaussian(rocq.STATE, rocq.l),
    ),
)
def wasserstein_from_gap(n: int, V: Array) -> Array:
    return 2 * n * V


DISTANCE_OF_ANY_H = replace(
    GAP_OF_ANY_H,
    bound=lambda alpha, l, n, d: 2 - 2 / math.sqrt(n),
    why="W_2^2 = sum_i (sqrt(q_i) - 1/sqrt(n))^2 <= 2 - 2/sqrt(n) for every H; alpha at its"
    " largest, 1/sqrt(n)",
    instead="sharp:wasserstein-from-gap",  # with the V^2 of sharp:collapsed-gap
)


@claim(
    "daneshmand2021:corollary-3",
    title="The rate should have alpha squared for alpha, as in theorem 1; the proof then stands",
    statement=r"W_2(W_l H_l, G/\sqrt{n})^2 \le 4 n (1 - \tfrac{2}{3} \alpha)^l"
    r" + \frac{6 n^2}{\alpha \sqrt{d}} \quad \text{under } A_1(\alpha, l)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[A1, natural("l", at_least=0), natural("n"), width()],
    quotation="W_2(W_l H_l, G/sqrt(n))^2 <= 4n (1 - (2/3) alpha)^l + 6n^2/(alpha sqrt(d)) holds "
    "under Assumption A_1(alpha, l)",
    subject="the distance to a Gaussian in depth",
    left_side="the squared distance",
    source="Section 4.1, Corollary 3",
    uses=["daneshmand2021:theorem-1", "daneshmand2021:lemma-2"],
    sharp="sharp:wasserstein-decay",
    trivial=DISTANCE_OF_ANY_H,
    expected=Verdict.REFUTED,
    grade=Grade.WRONG,
    reason=r"at $n = 50$ and $d = \infty$ the squared distance decays by $(50/52)^2 = .925$ a "
    r"layer near orthogonality, and the bound by $1 - 2/(3 \sqrt{50}) = .906$ at best. It "
    r"inherits theorem 1's rate: with $\alpha^2$ for $\alpha$ it is true. As there, the second "
    "term hides it at widths that can be built: false at $n = 300$ from $d = 10^{25}$ on",
    mutants=[
        Mutant(
            "the rate to the fourth power",
            {"times": 4},
            {"alpha": 0.3, "l": 60, "n": 4, "d": math.inf},
        )
    ],
)
def wasserstein_in_depth(alpha: Array, l: int, n: int, d: float, *, times: int = 1) -> Array:
    root = sqrt(alpha * 0 + d)  # with the digits of alpha
    return 4 * n * (1 - 2 * alpha / 3) ** (times * l) + 6 * n**2 / root / alpha


@claim(
    "daneshmand2021:table-1",
    title="At depth 1 the distance does not shrink with the width: a least depth is missing",
    statement=r"W_2(W_l H_l, G/\sqrt{n}) \le C d^{-1/4} \text{ at any depth } l",
    kind=Kind.UPPER_BOUND,
    hypotheses=[width(), positive("C")],
    expected=Verdict.REFUTED,
    quotation="In a O(width^(-1/4))-W_2 ball around Gaussian",
    subject="the distance to a Gaussian by width",
    left_side="the distance",
    source="Section 4.2, Table 1; with the Gaussian of corollary 3: around N(0, K), K = H_l^T H_l"
    " of the same H_l, the radius would be 0 given H_l",
    uses=["daneshmand2021:corollary-3"],
    sharp="sharp:wasserstein-decay",
    constant="C",
    grade=Grade.NEEDS_A_HYPOTHESIS,
    reason="it lacks a depth, which corollary 3, that the table cites, has: the radius is of "
    r"this order from a depth of order $\log(d)/\alpha^2$ on, at which the first term "
    r"of that bound has fallen below the second, and $C$ depends on $n$ and $\alpha$. "
    "At a fixed depth it does not vanish with the width: from two independent samples "
    r"with $q = (9/10, 1/10)$ the first layer has $\mathbb{E}\, H_1^\top H_1 = "
    r"\operatorname{diag}(3/4, 1/4)$ at every width, so that $W_2 \ge 0.26$ (Gelbrich)",
    decided_by="the second moments of the first layer, exact at every width; the Gram chain at"
    " d = inf, and beside it at finite widths, at any depth",
)
def wasserstein_radius(d: float, C: Array) -> Array:
    return C / sqrt(sqrt(d))


@claim(
    "daneshmand2021:remark-radius",
    title="The radius of the Wasserstein ball is at most of order 1/sqrt(width)",
    statement=r"W_2(W_l H_l, G/\sqrt{n}) \le \frac{C}{\sqrt{d}} \quad (l \gg n)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("d"), positive("C")],
    quotation="The radius of the Wasserstein 2 ball is at most O(1/sqrt(width)).",
    subject="the radius of the Wasserstein ball",
    source="Section 4.1, after Corollary 3; in depth, C depends on n",
    uses=["daneshmand2021:corollary-3"],
    sharp="sharp:wasserstein-radius",
    constant="C",
    expected=Verdict.HOLDS,
    reason="corollary 3 bounds the square of the distance by this order, so the distance by"
    " d^(-1/4), as table 1 says; that the distance itself is of this order under A1 is proved as"
    " sharp:wasserstein-radius. Tested with C = 2 at n = 2 and 4",
    decided_by="at rest: the mean distance given H_l from above, mean singular values from below",
    mutants=[
        Mutant("1/width", lambda d, C: C / as_array(d), {"d": 2048, "C": 2.0}),
    ],
    not_attacked="a distance of laws in depth, without an input: sampled",
)
def radius_in_depth(d: int, C: Array) -> Array:
    return C / sqrt(as_array(d))


@claim(
    "daneshmand2021:table-1-vanilla",
    symbols={
        "K": "",
        "K_0": "the Gram matrix of the input",
    },
    title="At a finite depth vanilla networks become Gaussian as their width grows",
    statement=r"W_2(W_l H_l, G K_0^{1/2})^2 \le \frac{C\, l}{d},\quad K_0 = H_0^\top H_0"
    r" \quad (\text{without BN})",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("l"), natural("d"), positive("C")],
    quotation="Vanilla MLP, infinite, finite, Converges to Gaussian as width -> inf",
    subject="wide networks without BN",
    source="Section 4.2, Table 1; after Matthews et al. 2018, for linear activations and one"
    " width in all layers. The order l/d is ours",
    constant="C",
    expected=Verdict.HOLDS,
    reason="no proof in Rocq. Tested with C = 1 for one sample, where both ends of an enclosure are"
    " moments of chi, and C = 2 for four. The smallest C grows with depth:"
    " at l of the order of d the representations are far from Gaussian",
    mutants=[
        Mutant("C/d at every depth", lambda l, d, C: C / as_array(d), {"l": 50, "d": 512, "C": 1}),
        Mutant("d^2 for d", lambda l, d, C: C * l / as_array(d) ** 2, {"l": 5, "d": 512, "C": 1}),
    ],
    not_attacked="a distance of laws that depends on l and d alone: enclosed",
)
def vanilla_distance(l: int, d: int, C: Array) -> Array:
    return C * l / as_array(d)
