"""sharp:power-sums: the step that the proof of daneshmand2021's appendix F needs.

With p_k = sum_i s_i^k, V(W H) <= V(H) says p_2/p_1^2 <= p_4/p_2^2. Cauchy and Schwarz give
p_2^2 <= p_1 p_3 and p_3^2 <= p_2 p_4, hence p_2^3 <= p_1^2 p_4, with equality only for equal s_i.
"""

from lemmata.theory.daneshmand2021.appendix_f import SINGULAR_VALUES
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq


@claim(
    "sharp:power-sums",
    title="The step that orthogonalisation needs: p_2^3 <= p_1^2 p_4",
    statement=r"\textstyle (\sum_i s_i^2)^3 \le (\sum_i s_i)^2 \sum_i s_i^4,"
    r"\quad \text{equality iff all } s_i \text{ are equal}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[SINGULAR_VALUES],
    expected=Verdict.PROVED,
    source="derived: the last step of appendix F of daneshmand2021 repaired",
    mutants=[
        Mutant(
            "as printed: the fourth powers squared",
            lambda s: as_array(s).sum() ** 2 * (as_array(s) ** 4).sum() ** 2,
            {"s": [0.6, 0.8]},
        )
    ],
    formal=Formal(
        {"s": rocq.SINGULAR_VALUES},
        (rocq.SINGULAR_VALUES**2).sum() ** 3,
        attained=[rocq.ALL_EQUAL],
        only=True,
    ),
)
def power_sums(s: Array) -> Array:
    """(sum s)^2 sum s^4, a bound on (sum s^2)^3."""
    s = as_array(s, "s")
    return s.sum() ** 2 * (s**4).sum()
