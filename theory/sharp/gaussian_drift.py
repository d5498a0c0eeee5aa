"""sharp:gaussian-drift: the isometry gap with Gaussian weights, at every width.

Let K = H^T H with the eigenvalues q, z_j ~ N(0, I_n) the rows of Z as in sharp:gram-chain, and
u_j = z_j/|z_j|. The Gram matrix of the next layer is K^(1/2) S K^(1/2), S = (1/d) sum_j e^(t_j)
u_j u_j^T, t_j = -log(u_j^T K u_j), so that n (phi(H) - phi(H')) = log det S.
1. By Cauchy and Binet log det S is a logarithm of a sum of exponentials of sums of the t_j: convex
   in t. Its gradient at equal t_j is the diagonal of the projector on the columns of (u_1..u_d)^T,
   whose mean given u_j is n/d, as the others' law is free of rotations. The tangent there:
   E log det S >= E log det((1/d) sum_j u_j u_j^T) - n E log(u^T K u), u uniform on the sphere.
2. log det is concave in weights, and |z_j|^2, of mean n, is independent of u_j: E log det(Z^T Z) <=
   E log det(n sum_j u_j u_j^T), where the left side is sum_{k<n} (psi((d-k)/2) + log 2).
Together with sharp:drift this is the claim: the drift of meterez2024's chain, and a loss w/n with
w = sum_{k<n} (log(d/2) - psi((d-k)/2)), about n (n+1)/(2 d). Summed over depth: the mean of |drift|
over the first L layers is at most phi(H_0)/L + w/n, without A1; a representation that has lost
rank has a |drift| of at least g(inf, n), about 1/n^2 (sharp:extremal-drift).
"""

import mpmath

from lemmata.theory.hypotheses import natural, non_negative, sum_one
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics import sphere
from lemmata.theory.numerics.backends import MULTIPRECISION, Array, as_array, backend_of, log
from lemmata.theory.spectrum import from_eigenvalues


def wishart_loss(n: int, d: int) -> Array:
    """w = n log d - E log det(Z^T Z), Z a d x n Gaussian matrix: about n (n+1)/(2 d)."""
    half = mpmath.mpf(d) / 2
    return mpmath.fsum(
        mpmath.log(half) - mpmath.digamma(half - mpmath.mpf(k) / 2) for k in range(n)
    )


@claim(
    "sharp:gaussian-drift",
    title="With Gaussian weights the isometry gap loses at most w/n of its drift in a layer",
    statement=r"\mathbb{E}\, \phi(H_{l+1}) \le \phi(H_l)"
    r" + \mathbb{E} \log \textstyle\sum_i n q_i u_i^2 + \frac{w}{n},\quad"
    r" w = \sum_{k<n} \left(\log \tfrac{d}{2} - \psi(\tfrac{d-k}{2})\right)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[sum_one("q"), non_negative("q"), natural("d")],
    expected=Verdict.HOLDS,
    source="derived: Cauchy-Binet, a tangent and Jensen; d >= n, q the eigenvalues of H_l^T H_l",
    uses=["sharp:drift", "sharp:gram-chain"],
    reason="proved on paper, in the module; sharp:average-gap has both steps as theorems, with"
    " bounds in the place of psi and of the drift",
    mutants=[Mutant("no loss", {"lost": 0}, {"q": [0.5, 0.5], "d": 2})],
    not_attacked="one layer's mean gap has no closed law with Gaussian weights: sampled",
)
def gap_after_a_layer(q: Array, d: int, *, lost: int = 1) -> Array:
    q = as_array(q, "q")
    n = q.shape[-1]
    phi = -log(n * q).sum(-1) / n
    loss = lost * wishart_loss(n, d) / n
    drift = sphere.drift(from_eigenvalues(n * q))
    return phi + drift + (loss if backend_of(q) is MULTIPRECISION else float(loss))
