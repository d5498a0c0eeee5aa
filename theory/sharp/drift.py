"""sharp:drift: the expected change of the gap in one layer, exactly.

By bn-identity phi(BN(W X)) - phi(X) is the mean over j of log a_j, a_j = sum_k lambda_k w_jk^2, and
each row of W is uniform on the sphere; log x = int_0^inf (exp(-t) - exp(-t x)) dt/t does the rest.
"""

from lemmata.theory.hypotheses import mean_one, no_zero_eigenvalue
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics import sphere
from lemmata.theory.numerics.backends import Array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.spectrum import as_spectrum


@claim(
    "sharp:drift",
    title="The expected change of the gap in one layer, exactly",
    statement=r"\mathbb{E}_W\, \phi(\mathrm{BN}(W X)) - \phi(X) ="
    r" \mathbb{E} \log \textstyle\sum_k \lambda_k u_k^2 ="
    r" \int_0^\infty \left[ (1+2t)^{-d/2} - \prod_k (1 + 2 \lambda_k t)^{-1/2} \right]"
    r" \frac{dt}{t}",
    kind=Kind.IDENTITY,
    hypotheses=[mean_one(), no_zero_eigenvalue()],
    source="derived: u uniform on the sphere",
    uses=["sharp:bn-identity"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "the local law -S/(d(d+2)) everywhere",
            lambda spectrum: -(s := as_spectrum(spectrum)).spread / (s.width * (s.width + 2)),
            {"spectrum": [0.5, 1.5]},
        ),
        Mutant(
            "log of the mean: no drift",
            lambda spectrum: as_spectrum(spectrum).spread * 0,
            {"spectrum": [0.5, 1.5]},
        ),
    ],
    formal=Formal(
        {"spectrum": rocq.SPECTRUM},
        [rocq.DRIFT, rocq.mean(rocq.HAAR_LAW, "W", rocq.ln(rocq.row_of_WX("j")))],
    ),
)
def expected_drift(spectrum: Array) -> Array:
    """E log sum_k lambda_k u_k^2, by the quadrature of ``theory.numerics.sphere``."""
    return sphere.drift(spectrum)
