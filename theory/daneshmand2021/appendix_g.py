"""daneshmand2021, section 6 and appendix G: what is said beyond linear networks with BN."""

import math

from lemmata.theory.daneshmand2021.section_2 import WIDTH
from lemmata.theory.hypotheses import natural, positive, within
from lemmata.theory.ledger import Kind, Mutant, Trivial, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, sqrt


@claim(
    "daneshmand2021:conjecture-G",
    title="With activations the Gram matrix concentrates: seen of 3 samples at depth 10",
    statement=r"Q_{l+1} = \mathrm{BN}(W_l F(Q_l)):\quad"
    r" \mathbb{E} \|Q_l^\top Q_l - \mathbb{E}_\nu Q^\top Q\|_F \le \frac{C}{\sqrt{d}}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("d"), positive("C")],
    expected=Verdict.HOLDS,
    quotation="we conjecture that hidden representations of modern BN networks obey similar "
    "stability. A more formal statement of the conjecture is presented in Appendix G.",
    subject="stability with activations",
    symbols={
        "F": "the activation",
        "Q_l": "the representation of layer l, of unit rows up to a factor",
        r"\nu": "the law that representations have deep in the network",
    },
    source="Appendix G; O(1/sqrt(d)) beyond some depth, rows scaled as in (1)",
    constant="C",
    trivial=Trivial(
        lambda d, C: math.sqrt(2),
        "two Gram matrices of trace 1 are at most sqrt(2) apart; C = 3",
        {"d": WIDTH, "C": 3.0},
        "d",
    ),
    reason="a conjecture of which little was tested: n = 3 samples, ReLU, tanh and sin, widths 16,"
    " 64 and 512, depth 10 alone, two inputs, C = 3. The smallest C"
    " grows with n. For samples that differ, also in more than"
    " their sign where F is odd: equal and opposite ones stay so at any width, so that nu is not"
    " unique",
    decided_by="chains with ReLU, tanh, sin, two independent ones from different inputs each: the"
    " distance of their Gram matrices against the width",
    mutants=[Mutant("C/d for C/sqrt(d)", lambda d, C: C / as_array(d), {"d": 64, "C": 3.0})],
    not_attacked="with an activation a layer has no closed law: sampled",
)
def gram_radius(d: int, C: float) -> Array:
    return C / sqrt(as_array(d))


@claim(
    "daneshmand2021:odd-activations",
    title="Theorem 1's form is observed for sin and tanh",
    statement=r"\mathbb{E}\, V(H_l) \le c_1 (1 - c_2)^l + \frac{c_3}{\sqrt{d}}"
    r" \text{ for } F \in \{\sin, \tanh\},\; c_i \text{ of } n \text{ and } H_0",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.HOLDS,
    hypotheses=[natural("l"), natural("d"), positive("c_1"), within("c_2", 0, 1), positive("c_3")],
    quotation="Although our result is established for linear activations, we conjecture a similar "
    "result holds for non-linear MLPs",
    subject="theorem 1 with activations",
    symbols={
        "F": "the activation",
        "c_1": "a constant that the paper does not give, as are c_2 and c_3",
    },
    source="Appendix G; no constants are given",
    uses=["daneshmand2021:theorem-1"],
    constant="c_3",
    reason="no constants are given, and as in theorem 1 they depend on the input: samples that are"
    " nearly equal stay so for long. Tested from one input with c_1 = 1, c_2 = 1/(n+2), half the"
    " local rate, and c_3 = 3 at n = 3",
    decided_by="chains with sin and tanh: the gap against depth and width",
    mutants=[
        Mutant(
            "the ball shrinks like 1/d",
            lambda l, d, c_1, c_2, c_3: c_1 * (1 - c_2) ** l + c_3 / as_array(d),
            {"l": 40, "d": 64, "c_1": 1.0, "c_2": 0.2, "c_3": 3.0},
        )
    ],
    not_attacked="with an activation a layer has no closed law: sampled",
)
def odd_activation_gap(l: int, d: int, c_1: float, c_2: float, c_3: float) -> Array:
    return c_1 * (1 - c_2) ** l + c_3 / sqrt(as_array(d))


@claim(
    "daneshmand2021:remark-layer-norm",
    title="With layer normalisation linear networks align their samples, as without BN",
    statement=r"V(H_l) \to \sqrt{1 - 1/n} \quad (l \to \infty,\; \text{columns of } W_l H_l"
    r" \text{ centred and normalised})",
    kind=Kind.LIMIT,
    hypotheses=[natural("n")],
    quotation="LN does not necessarily orthogonalize the outputs of deep neural networks",
    subject="layer normalisation",
    source="Section 6; after Lubana et al. 2021, of linear networks at a fixed width it says that"
    " the gap becomes the largest there is",
    uses=["daneshmand2021:remark-vanilla-collapse"],
    expected=Verdict.HOLDS,
    reason="no proof in Rocq yet: a sample is multiplied by a number, which changes no angle, and"
    " subtracting the mean over features costs one dimension, so that samples align as without BN",
    mutants=[
        Mutant("it orthogonalises", lambda n: 0 * as_array(n), {"n": 3}),
        Mutant("1 - 1/n without the root", lambda n: 1 - 1 / as_array(n), {"n": 3}),
    ],
    not_attacked="a limit in depth, of any independent input: sampled",
)
def gap_with_layer_norm(n: int) -> Array:
    return sqrt(1 - 1 / as_array(n))
