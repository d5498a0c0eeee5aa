"""sharp:exponent-below: from a width of n^2 on, n samples keep their rank in depth.

Let H have m = n - 1 independent samples, K = H^T H, and let an n-th be infinitesimally near their
span. A layer draws rows r_j = K^(1/2) z_j, z_j ~ N(0, I_m), for them and normals N_j for its
component outside; after BN its squared distance from the others' span is multiplied by
Y = (1/d) ||(I - P) v||^2, v_j = N_j/||r_j||, P the projector on the columns of BN(R). With
D = diag(1/||r_j||^2), Y = N^T M N, M = (1/d) D^(1/2) (I - P) D^(1/2) of rank d - m. Given R:
1. In the eigenbasis of M, with its eigenvalues kappa_i > 0, Y = Q^2 sum_i kappa_i s_i^2, Q^2 a
   chi-square variable with d - m degrees of freedom and s uniform on the sphere. log is concave and
   E s_i^2 = 1/(d-m), so that E log Y >= E log Q^2 + (1/(d-m)) sum_i log kappa_i.
2. By Jacobi's complementary minors the product of the kappa_i is made of determinants:
   sum_i log kappa_i = log det(R^T R) - sum_j log ||r_j||^2 - log det(H'^T H') - d log d, and
   det(R^T R) = det(Z^T Z) det(K).
3. E log ||r_j||^2 <= E log chi^2_m - log m (Jensen, as tr K = 1), and det(Z^T Z) is a product of
   chi-square variables (Bartlett). With log k - 1/k - 1/(3k^2) <= E log chi^2_k <= log k - 1/k this
   is E log Y >= 1/m - m/(d-m) - (m+1)(m+2)/(2 (d-m)^2)
                 + (log det K - E log det K')/(d-m), for d > m.
4. The last term telescopes over layers, log det K <= -m log m, and log det K_0 = -m log m
   - m phi(H_0). For d >= n^2 the first three are at least 1/m - n/(d-m), which is the claim.
Hence no stationary law is needed: from any independent samples the mean of the exponent over depth
has a positive limit from d = n^2 on, where the exponent itself is positive from n^2/4 on
(sharp:critical-width). Of the factor 4, two are lost in 1., which takes the geometric mean of the
1/||r_j||^2, and the rest in 3., which takes K at isometry. At n = 2 the factor is the variance of d
Cauchy variables, ((d-1)/(2d)) times the mean of (C_i - C_j)^2 over pairs, whose log is at least the
mean of the logs: there the exponent is at least log(2 - 2/d), which is 0 at d = 2.

What is not proved is the other side, that rank is lost in depth below some multiple of n^2. By
Jensen E[log Y | K] <= log E[(1 - P_jj)/||r_j||^2]: for orthogonal samples this is negative below
(n-1)^2/2, proved as sharp:exponent-above; for others, with coefficients diag(1/p) b_j/(d - 1 + B)
for the projection, B = sum_i b_i^2/p_i, it is at most the log of E[(1/||r||^2)/(1 + B/(d-1))]. The
missing step is that E 1/||r||^2, or E sum q_i^2, is small under every law at rest: isometric
samples of any rank are kept by the mean Gram map, so that no function of second moments tells.
"""

from lemmata.theory.hypotheses import natural, non_negative
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array


@claim(
    "sharp:exponent-below",
    title="From a width of n^2 on n samples keep their rank in depth",
    statement=r"d \ge n^2:\quad \tfrac{1}{l} \sum_{k < l} \mathbb{E} \log Y_k \ge"
    r" \frac{d - n^2 + 1}{(n-1)(d - n + 1)} - \frac{(n-1)\, \phi(H_0)}{(d - n + 1)\, l},\quad"
    r" Y_k = \tfrac{1}{d} \|(I - P_k) v_k\|^2",
    kind=Kind.LOWER_BOUND,
    expected=Verdict.PROVED,
    variables={"phi_0": r"\phi(H_0)"},
    hypotheses=[
        natural("n", at_least=2),
        natural("d", at_least=2),
        natural("l"),
        non_negative("phi_0", r"\phi(H_0)"),
    ],
    source="derived: Y_k multiplies in layer k the squared distance of an n-th sample from the span"
    " of n - 1, infinitesimally near it; v_j = w_j/||row j||, P the projector on their"
    " columns, as in sharp:critical-width; H_0 has n - 1 independent samples",
    uses=["sharp:gram-chain"],
    reason="a sign from a multiple of n^2 on, without A1 and without a stationary law. That rank is"
    " lost in depth below another multiple is measured (sharp:critical-width), and proved of"
    " one layer from orthogonal samples alone (sharp:exponent-above): the missing step is a"
    " bound of $\\sum_i q_i^2$ under every stationary law",
    mutants=[
        Mutant("three times the rate", {"rate": 3}, {"n": 8, "d": 256, "l": 1000, "phi_0": 0.0}),
        Mutant(
            "a rate that does not see n",
            lambda n, d, l, phi_0: (d - n * n + 1) / (d - n + 1) - phi_0 / l,
            {"n": 8, "d": 256, "l": 1000, "phi_0": 0.0},
        ),
    ],
    not_attacked="a mean over layers that has no closed law: sampled",
)
def exponent_below(n: int, d: int, l: int, phi_0: Array, *, rate: int = 1) -> Array:
    """A bound of the mean exponent over the first l layers; positive at large l."""
    left = d - n + 1 + 0 * phi_0  # with the digits of phi_0
    return rate * (d - n * n + 1) / ((n - 1) * left) - (n - 1) * phi_0 / (left * l)
