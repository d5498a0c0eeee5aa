"""meterez2024, appendix A: moments of Haar matrices, and the row norms of W X.

W ~ O_d is a Haar orthogonal matrix with entries w_ij.
"""

from __future__ import annotations

from typing import Any

import flint
import numpy as np

from theory.backends import Array
from theory.hypotheses import mean_one, natural
from theory.ledger import Kind, Mutant, Verdict, claim
from theory.spectrum import as_spectrum


def _over(numerator: int, denominator: int) -> Any:
    return flint.fmpq(numerator, denominator)


@claim(
    "meterez2024:weingarten-moments",
    title="The fourth moments of a Haar orthogonal matrix",
    statement=r"\mathbb{E}\, w_{ik}^4 = \tfrac{3}{d(d+2)};\;"
    r" \mathbb{E}\, w_{ik}^2 w_{il}^2 = \mathbb{E}\, w_{ik}^2 w_{jk}^2 = \tfrac{1}{d(d+2)};\;"
    r" \mathbb{E}\, w_{ik}^2 w_{jl}^2 = \tfrac{d+1}{d(d-1)(d+2)};\;"
    r" \mathbb{E}\, w_{ik} w_{il} w_{jk} w_{jl} = \tfrac{-1}{d(d-1)(d+2)}\; (i \ne j, k \ne l)",
    kind=Kind.IDENTITY,
    variables={"d": "d"},
    hypotheses=[natural("d", at_least=2)],
    source="Appendix A",
    expected=Verdict.HOLDS,
    mutants=[
        Mutant(
            "d + 1 for d + 2",
            lambda d: [
                _over(3, d * (d + 1)),
                _over(1, d * (d + 1)),
                _over(1, d * (d + 1)),
                _over(d + 1, d * (d - 1) * (d + 1)),
                _over(-1, d * (d - 1) * (d + 1)),
            ],
            {"d": 3},
        ),
        Mutant(
            "the sign of the mixed moment",
            lambda d: [*_fourth_moments(d)[:4], _over(1, d * (d - 1) * (d + 2))],
            {"d": 3},
        ),
    ],
)
def haar_fourth_moments(d: int) -> list[Any]:
    """[w_ik^4, w_ik^2 w_il^2, w_ik^2 w_jk^2, w_ik^2 w_jl^2, w_ik w_il w_jk w_jl]."""
    return _fourth_moments(d)


def _fourth_moments(d: int) -> list[Any]:
    return [
        _over(3, d * (d + 2)),
        _over(1, d * (d + 2)),
        _over(1, d * (d + 2)),
        _over(d + 1, d * (d - 1) * (d + 2)),
        _over(-1, d * (d - 1) * (d + 2)),
    ]


@claim(
    "meterez2024:rows-of-WX",
    title="The squared row norms of a randomly rotated BN output",
    statement=r"a_j = \|(W X)_j\|^2:\quad \mathbb{E}\, a_j = 1,\;"
    r" \mathbb{E}\, a_j^2 = 1 + \tfrac{2S}{d(d+2)},\;"
    r" \mathbb{E}\, a_i a_j = 1 - \tfrac{2S}{d(d-1)(d+2)},\;"
    r" S = \textstyle\sum_k (\lambda_k - 1)^2",
    kind=Kind.IDENTITY,
    variables={"spectrum": r"\lambda_k"},
    hypotheses=[mean_one()],
    source="Appendix A, proof of Theorem 3",
    uses=["meterez2024:weingarten-moments"],
    expected=Verdict.HOLDS,
    mutants=[
        Mutant(
            "the factor 2 lost",
            lambda spectrum: _row_moments(spectrum, 1),
            {"spectrum": [0.5, 1.0, 1.5]},
        )
    ],
)
def row_moments(spectrum: Any) -> Array:
    """[E a_j, E a_j^2, E a_i a_j] for i != j."""
    return _row_moments(spectrum, 2)


def _row_moments(spectrum: Any, factor: int) -> Array:
    spectrum = as_spectrum(spectrum)
    d, S = spectrum.width, spectrum.spread
    one = S * 0 + 1
    second = one + factor * S / (d * (d + 2))
    mixed = one - factor * S / (d * (d - 1) * (d + 2)) if d > 1 else one
    return np.array([one, second, mixed])
