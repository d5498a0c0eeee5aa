"""sharp:drift-from-spread: corollary 4 of meterez2024 with the constant that isometry needs.

With a = sum_k lambda_k u_k^2 <= L = lambda_max, F(x) = x - 1 - log x - (x-1)^2/(2L) has F(1) = 0
and x L F'(x) = (x-1)(L-x), so F >= 0 on (0, L]; L >= 1 since the mean is 1. In expectation,
E a = 1 and E (a-1)^2 = 2 S/(d(d+2)): the drift is at most -S/(L d(d+2)). As phi -> 0, L -> 1 and
this is the drift itself (sharp:local-rate); corollary 4 is smaller by the factor 2 d/L or more.
"""

from lemmata.theory.hypotheses import mean_one, no_zero_eigenvalue
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.spectrum import as_spectrum


@claim(
    "sharp:drift-from-spread",
    title="The drift of the gap from the spread and the largest eigenvalue",
    statement=r"\mathbb{E}_W\, \phi(\mathrm{BN}(W X)) - \phi(X) \le"
    r" -\frac{\sum_k (\lambda_k - 1)^2}{d (d+2)\, \lambda_{\max}}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[mean_one(), no_zero_eigenvalue()],
    source="derived: corollary 4 of meterez2024 sharpened",
    uses=["sharp:drift", "meterez2024:rows-of-WX"],
    sharp="sharp:drift",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("lambda_max lost", {"by_largest": False}, {"spectrum": [1.7, *[0.9] * 7]}),
        Mutant("twice as much", {"factor": 2}, {"spectrum": [0.999, 1.001]}),
    ],
    formal=Formal({"spectrum": rocq.SPECTRUM}, rocq.DRIFT),
)
def drift_from_spread(spectrum: Array, *, by_largest: bool = True, factor: int = 1) -> Array:
    s = as_spectrum(spectrum)
    largest = s.largest if by_largest else 1
    return -factor * s.spread / (s.width * (s.width + 2) * largest)
