"""sharp:absolute-constant: the best absolute constant of meterez2024's theorem 1, 1/(4 log 2).

One layer takes the gap of every state to phi 2^(-4/(d^2 (1 + d phi))) at most, in the mean, as the
least drift g of sharp:extremal-drift shows: from d = 3 on by a polynomial of degree 3 in 1 -
lambda_min below it, at d = 2 by one of degree 6. With phi_l <= phi_0 the layers multiply. Equality
is reached in the limit phi -> 0 at d = 2: E phi_l/phi_0 -> 2^(-l) there, where the bound is
phi_0 exp(-l/(4C)). The printed form, with phi_(l+1) on the left, asks for C >= l/(4 (l+1) log 2) at
every depth l, so that no C below 1/(4 log 2) = 0.3607 will do there either. (The paper's plot has
C = 0.015, which serves its widths: near isometry a width d needs 1/(d^2 log(1 + 2/d)).)
"""

from lemmata.theory.hypotheses import natural, non_negative, of_full_rank
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, exp, log
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import real


@claim(
    "sharp:absolute-constant",
    title="Theorem 1 with the best absolute constant",
    statement=r"\mathbb{E}\,\phi(X_l) \le \phi_0\, 2^{-4 l / (d^2 (1 + d \phi_0))},\quad"
    r" C = \tfrac{1}{4 \log 2} \text{ the smallest possible}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[
        non_negative("phi_0"),
        natural("l", at_least=0),
        natural("d", at_least=2),
        of_full_rank(),
    ],
    source="derived: theorem 1 of meterez2024, its constant found",
    uses=["sharp:extremal-drift"],
    sharp="sharp:theorem-1",
    expected=Verdict.PROVED,
    mutants=[Mutant("C = 0.3", {"C": 0.3}, {"phi_0": 1e-9, "l": 1, "d": 2})],
    formal=[
        Formal({"phi_0": rocq.phi(rocq.START), "l": rocq.l, "d": rocq.d}, rocq.MEAN_GAP),
        Formal(
            {"phi_0": rocq.SOME_GAP, "l": rocq.ONE, "d": rocq.TWO, "C": rocq.SMALLER},
            rocq.fails_somewhere,
            given=[rocq.SMALLER > 0, rocq.SMALLER < 1 / (4 * log(real(2)))],
        ),
    ],
)
def expected_gap(phi_0: Array, l: int, d: int, *, C: float | None = None) -> Array:
    rate = 1 / C if C else 4 * log(phi_0 * 0 + 2)
    return phi_0 * exp(-rate * l / (d**2 * (1 + d * phi_0)))
