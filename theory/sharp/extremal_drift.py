"""sharp:extremal-drift: which spectra of a given gap are drawn least and most to isometry.

With f = log(1 + 2t .), the defect of the tangent of f at y over that of the tangent of log at y
rises, and no eigenvalue lies below z of a spectrum z < y = ... = y of the same sum and product: so
this spectrum maximises sum_k f(lambda_k), hence prod (1 + 2 t lambda_k), for every t at once, and
minimises |drift| (sharp:drift); the one with one large eigenvalue maximises it.
"""

import numpy as np

from lemmata.theory.hypotheses import natural, non_negative, normalised
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.spectrum import one_large, one_small


def least_drift(phi: Array, d: int) -> Array:
    """g(phi, d): the least |drift| among spectra of mean 1 and gap phi; concave in phi."""
    return -drift(one_small(phi, d))


def largest_drift(phi: Array, d: int) -> Array:
    """The largest |drift| among spectra of mean 1 and gap phi."""
    return -drift(one_large(phi, d))


@claim(
    "sharp:extremal-drift",
    title="One small eigenvalue drifts least, one large eigenvalue most",
    statement=r"g(\phi, d) \le |\mathrm{drift}(\lambda)| \le G(\phi, d),\quad"
    r" g \text{ at one small, } G \text{ at one large eigenvalue, the others equal}",
    kind=Kind.LOWER_BOUND,
    hypotheses=[non_negative("phi"), natural("d", at_least=2), *normalised("phi")],
    source="derived: see the module",
    uses=["sharp:drift"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "the roles exchanged",
            lambda phi, d: np.array([largest_drift(phi, d), -least_drift(phi, d)]),
            {"phi": 1.0, "d": 4},
        ),
        Mutant(
            "the local rate for every gap",
            lambda phi, d: np.array([2 * phi / (d + 2), -largest_drift(phi, d)]),
            {"phi": 1.0, "d": 4},
        ),
    ],
    formal=Formal({"phi": rocq.phi(rocq.X), "d": rocq.d}, [-rocq.DRIFT, rocq.DRIFT]),
)
def drift_bounds(phi: Array, d: int) -> Array:
    """[g, -G]: lower bounds of |drift| and of -|drift|."""
    return np.array([least_drift(phi, d), -largest_drift(phi, d)])
