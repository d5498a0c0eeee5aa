"""sharp:theorem-1: meterez2024's theorem 1 without an unknown constant.

From extremal-drift, E[phi_{l+1} | X_l] <= phi_l - g(phi_l); g is concave with g(0) = 0 and
phi_l <= phi_0, so g(phi_l) >= phi_l g(phi_0)/phi_0. That g is concave: with the one small
eigenvalue x = r^2 y, dg/dphi = d int 2s (1 + 2rs)^(-3/2) (1 + 2s/r)^(-(d+1)/2) ds, whose integrand
rises with r at every s, while phi falls. A multiple of X_0 has the same chain and gap, so that its
rows need not be unit vectors.
"""

from lemmata.theory.audit import ROTATED, AuditRow
from lemmata.theory.hypotheses import natural, of_full_rank, positive
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.sharp.extremal_drift import least_drift


def contraction_rate(phi_0: Array, d: int) -> Array:
    """r = 1 - g(phi_0)/phi_0, from d/(d+2) at small gaps upwards."""
    return 1 - least_drift(phi_0, d) / phi_0


@claim(
    "sharp:theorem-1",
    title="The expected gap decays geometrically, with every constant known",
    statement=r"\mathbb{E}\, \phi(X_l) \le \phi_0 \left(1 - \frac{g(\phi_0)}{\phi_0}\right)^l,"
    r"\quad g(\phi_0) = g(\phi_0, d) \text{ of extremal-drift}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[
        positive("phi_0"),
        natural("l", at_least=0),
        natural("d", at_least=2),
        of_full_rank(),
    ],
    source="derived: every X_0 of full rank, n = d",
    uses=["sharp:extremal-drift"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "the local rate from any gap",
            lambda phi_0, l, d: phi_0 * (phi_0 * 0 + d) ** l / (d + 2) ** l,
            {"phi_0": 3.0, "l": 1, "d": 2},
        )
    ],
    formal=Formal({"phi_0": rocq.phi(rocq.START), "l": rocq.l, "d": rocq.d}, rocq.MEAN_GAP),
    audit=AuditRow(
        "phi after the last BN",
        ROTATED,
        lambda f, m: f(m.first_gap, m.depth - 1, m.width),
        "last_gap",
        beyond="first_gap",
        plot="gap",
    ),
)
def expected_gap(phi_0: Array, l: int, d: int) -> Array:
    return phi_0 * contraction_rate(phi_0, d) ** l
