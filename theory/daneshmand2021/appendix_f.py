"""daneshmand2021, section 5.2 and appendix F: iterative orthogonalisation.

W = V' S^(-1/2) U^T / ||S^(1/2)||_F for H = U S V^T (eq. 6), so that W H has squared singular
values s_i / sum_k s_k.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from theory.backends import Array, as_array, sqrt
from theory.errors import NotPositive, OutOfRange
from theory.hypotheses import Hypothesis
from theory.ledger import Kind, Mutant, Verdict, claim


def _singular_values(s: Any) -> None:
    s = as_array(s, "s")
    if np.ndim(s) != 1:
        raise OutOfRange("s", f"{np.ndim(s)} dimensions; expected a vector of singular values")
    if not all(v > 0 for v in s):
        raise NotPositive("s", f"singular value {min(s)}")


SINGULAR_VALUES = Hypothesis("positive singular values", r"s_i > 0", "s", _singular_values)


def gap_of_singular_values(squares: Array) -> Array:
    """V of a matrix with these squared singular values: || q / sum q - 1/n ||."""
    shares = squares / squares.sum()
    return sqrt(((shares - 1 / (shares[0] * 0 + len(shares))) ** 2).sum())


@claim(
    "daneshmand2021:appendix-F",
    title="Iterative orthogonalisation lowers the orthogonality gap",
    statement=r"V(W H) < V(H) \text{ unless } V(H) = 0,\quad H = U \operatorname{diag}(s_i) V^\top",
    kind=Kind.UPPER_BOUND,
    variables={"s": "s_i"},
    hypotheses=[SINGULAR_VALUES],
    source="Section 5.2 and Appendix F, eq. (6). S^(-1/2) asks for full rank: with a pseudo-inverse"
    " root r equal singular values and n - r zeros keep V = sqrt(1/r - 1/n), and < fails",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("halved", lambda s: gap_of_singular_values(s * s) / 3, {"s": [1.0, 1.0, 2.0]}),
    ],
)
def gap_before(s: Array) -> Array:
    """V(H) from the singular values of H."""
    s = as_array(s, "s")
    return gap_of_singular_values(s * s)


@claim(
    "daneshmand2021:appendix-F-step",
    title="The last step of its proof",
    statement=r"\textstyle\sum_i s_i^2 = 1:\quad (\sum_i s_i)^2 (\sum_i s_i^3)^2 \le"
    r" (\sum_i s_i)^2 (\sum_i s_i^4)^2",
    kind=Kind.UPPER_BOUND,
    variables={"s": "s_i"},
    hypotheses=[SINGULAR_VALUES],
    source="Appendix F, last step of the proof",
    sharp="sharp:power-sums",
    expected=Verdict.REFUTED,
    reason="s_i < 1 gives s_i^3 > s_i^4: the inequality is reversed for every n >= 2",
)
def fourth_powers(s: Array) -> Array:
    """(sum s)^2 (sum s^4)^2."""
    s = as_array(s, "s")
    return s.sum() ** 2 * (s**4).sum() ** 2
