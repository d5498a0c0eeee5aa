"""sharp:eigenvalue-from-gap: the extreme eigenvalues that a gap allows, attained.

Among spectra of mean 1 and gap phi the smallest eigenvalue is least, and the largest one largest,
when the others are equal (AM-GM on the others). Dropping their contribution gives the d-free form.
"""

import numpy as np

from lemmata.theory.hypotheses import natural, non_negative, normalised
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, exp
from lemmata.theory.numerics.special import lower_root, upper_root
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.spectrum import one_large, one_small


@claim(
    "sharp:eigenvalue-from-gap",
    title="The smallest and the largest eigenvalue that a gap allows",
    statement=r"\lambda_{\min} \ge x_-,\; \lambda_{\max} \le x_+:\;"
    r" x_- \left(1 + \tfrac{1-x_-}{d-1}\right)^{d-1} = e^{-d\phi} ="
    r" x_+ \left(\tfrac{d-x_+}{d-1}\right)^{d-1};\quad"
    r" \lambda_{\min} \ge -W_0(-e^{-1-d\phi}),\; \lambda_{\max} \le -W_{-1}(-e^{-1-d\phi})",
    kind=Kind.LOWER_BOUND,
    hypotheses=[non_negative("phi"), natural("d", at_least=2), *normalised("phi")],
    source="derived: mean 1. Rocq has the bounds; that the extremal spectra attain them is"
    " evaluated",
    expected=Verdict.PROVED,
    mutants=[Mutant("d for d-1 in the exponent", {"lost": 1}, {"phi": 0.1, "d": 3})],
    formal=Formal({"phi": rocq.phi(rocq.X), "d": rocq.d}, [rocq.EIGENVALUE, -rocq.EIGENVALUE] * 2),
)
def extreme_eigenvalues(phi: Array, d: int, *, lost: int = 0) -> Array:
    """[x_-, -x_+, -W_0(...), W_{-1}(...)]: lower bounds of lambda_min and -lambda_max, twice."""
    phi = phi * (d - lost) / d if lost else phi
    smallest = exp(one_small(phi, d).log_eigenvalues[..., 0])
    largest = exp(one_large(phi, d).log_eigenvalues[..., 0])
    return np.array([smallest, -largest, exp(-lower_root(d * phi)), -exp(upper_root(d * phi))])
