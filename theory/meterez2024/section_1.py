"""meterez2024, section 1: what batch normalisation is said to do to gradients."""

from lemmata.theory.hypotheses import natural, one_of
from lemmata.theory.ledger import Grade, Kind, Mutant, Verdict, claim

ACTIVATIONS = ("identity", "tanh", "sin", "relu")


@claim(
    "meterez2024:remark-activation-independent",
    title="In wide networks with BN and Gaussian weights gradients explode for each activation",
    statement=r"W_l \sim G(1/d),\; d \gg n \implies \log \|\partial L / \partial W_l\| \sim"
    r" c\,L,\quad c > 0,\; \text{for every } \operatorname{act}",
    kind=Kind.LOWER_BOUND,
    variables={"act": r"\operatorname{act}", "n": "n"},
    hypotheses=[
        one_of(
            "act",
            ACTIVATIONS,
            "activation",
            r"\operatorname{act} \in \{z, \tanh, \sin,"
            r" \mathrm{relu}\}",
        ),
        natural("n", at_least=4),
    ],
    quotation="batch normalization layers cause exploding gradients in MLPs in an"
    " activation-independent manner",
    subject="gradients of BN networks with activations",
    source="Introduction; citing Yang et al. 2019, whose theorem is one of the limit d -> inf;"
    " standard BN, which needs n >= 4 for a finite rate",
    sharp="sharp:gaussian-explosion",
    expected=Verdict.HOLDS,
    decided_by="the slope of the log gradient norm with four activations, d = 64, n = 8",
    mutants=[
        Mutant("the identity does not explode", lambda act, n: 0.1, {"act": "identity", "n": 8})
    ],
    not_attacked="a rate over random layers, certain of no weights",
)
def least_slope_whatever_the_activation(act: str, n: int) -> int:
    """0, below the claimed slope c of the log gradient norm."""
    return 0


@claim(
    "meterez2024:remark-width-only",
    title="No constant of the width alone bounds the gradients: they grow with the input's gap",
    statement=r"\mathbb{E} \log \|\partial L / \partial W_l\| \le c(d) \text{ for every } X_0"
    r" \text{ of full rank},\quad \text{so that it does not grow with } \phi(X_0)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[natural("d", at_least=2)],
    quotation="the gradient is bounded by a constant that only depends on the network width where"
    " the expectation is taken over the random weight matrices",
    subject="bounds of gradients by the width alone",
    left_side="the growth of the log gradient norm over that of the gap",
    source="Introduction, after the bound on the gradients",
    uses=["meterez2024:theorem-5"],
    sharp="sharp:theorem-5",
    expected=Verdict.REFUTED,
    grade=Grade.NEEDS_A_HYPOTHESIS,
    reason=r"it needs a bound on the gap of the input, which theorem 5 has: $d^5 (\phi(X_0)^3 + "
    "1)$ is no function of the width alone. Samples that are nearly dependent stay so for a number "
    "of layers that grows with their gap, and in these layers the gradients grow as they do for "
    "dependent ones. For the gaps of common batches, which are of order 1, the sentence does no "
    "harm",
    decided_by="gradients of the chain (3) from one input at two gaps: how much the log norm grows",
    not_attacked="it speaks of a mean over hundreds of random layers, which is sampled",
)
def largest_growth_with_the_gap(d: int) -> int:
    """0: what a constant of the width bounds does not grow with the gap."""
    return 0
