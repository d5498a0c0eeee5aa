"""sharp:lemma-7-limit: the constants of lemma 7 and theorem 5 that no wide layer falls below.

From orthogonal samples sqrt(d) (C - I/n) tends to a Gaussian matrix: C is a mean of d independent
u u^T, u uniform on the sphere, whose entries have the variance 1/(n (n+2)), those of the diagonal
2 (n-1)/(n^2 (n+2)). It is A/sqrt(n (n+2)), A the part of trace 0 of a matrix of the GOE (entries of
variance 1, of the diagonal 2). C being bounded, its moments follow:
d E Vhat^2 -> E lambda_min(A)^2/(n (n+2)), sqrt(d) E Vhat -> -E lambda_min(A)/sqrt(n (n+2)).
The eigenvalues of A have the density prod_{i<j} |l_i - l_j| exp(-sum l^2/4) on sum l = 0, so that
r = |l| and w = l/r are independent: r^2/2 is chi-square with m = (n-1)(n+2)/2 degrees of freedom,
E r^2 = 2 m, and the moments of w_min are integrals over the simplex of the gaps
x_k = l_(k+1) - l_k, sum x = 1, with the weight prod_{i<j} (l_j - l_i) |l|^(-m). At n = 2 they are
1/4, where sharp:lemma-7 is attained, and sqrt(pi)/4, at n = 3 29/90 and 0.535, at n = 4 0.332 and
0.555, where sharp:lemma-7 has (1 - 1/n)^2 = 0.563 and sharp:drift-condition its root; for large n
they fall like 4/n and 2/sqrt(n), the edge of the semicircle. So lemma 7 needs a constant of at
least 0.332, and theorem 5 a noise of at least 0.555/sqrt(d); that these are enough for every H, n
and d is not proved.
"""

import functools

import flint
import mpmath
import numpy as np

from lemmata.theory.hypotheses import Hypothesis, natural, within
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_mpf


def _few(n: Array) -> None:
    natural("n", at_least=2).check(n)
    within("n", 2, 4).check(n)


FEW = Hypothesis("few samples", r"n \in \{2, 3, 4\}", "n", _few)


def _nodes() -> tuple[Array, Array]:
    """Gauss's nodes and weights on [0, 1], enough for the working precision."""
    count = 20 + mpmath.mp.dps
    with flint.ctx.workprec(mpmath.mp.prec + 20):
        roots = [flint.arb.legendre_p_root(count, k, True) for k in range(count)]
        nodes, weights = zip(*((as_mpf(x), as_mpf(w)) for x, w in roots), strict=True)
    return (np.array(nodes) + 1) / 2, np.array(weights) / 2


def _simplex(size: int) -> tuple[Array, Array]:
    """Nodes on the simplex of ``size`` coordinates of sum 1: (points, size), and their weights."""
    one, (nodes, weights) = mpmath.mpf(1), _nodes()
    if size == 1:
        return np.array([[one]]), np.array([one])
    if size == 2:
        return np.column_stack([nodes, 1 - nodes]), weights
    x, y = (v.ravel() for v in np.meshgrid(nodes, nodes))
    points = np.column_stack([x, (1 - x) * y, (1 - x) * (1 - y)])
    return points, np.outer(weights, weights).ravel() * (1 - x)


@functools.lru_cache
def _directions(n: int, digits: int) -> tuple[Array, Array]:
    """E |w_min| and E w_min^2, to the working precision."""
    x, mass = _simplex(n - 1)
    least = -(x * np.arange(n - 1, 0, -1)).sum(-1) / n
    l = np.column_stack([least, least[:, None] + np.cumsum(x, -1)])
    pairs = np.triu_indices(n, 1)
    square, m = (l * l).sum(-1), (n - 1) * (n + 2) // 2
    length = np.array([mpmath.sqrt(v) for v in square])
    weight = mass * (l[:, pairs[1]] - l[:, pairs[0]]).prod(-1) / length**m
    share = -least / length
    return (weight * share).sum() / weight.sum(), (weight * share**2).sum() / weight.sum()


@claim(
    "sharp:lemma-7-limit",
    title="The smallest constants that lemma 7 and theorem 5 could have",
    statement=r"H_l^\top H_l = I/n:\quad \lim_{d \to \infty} d\, \mathbb{E} \hat V(H_{l+1})^2 ="
    r" (1 - \tfrac{1}{n})\, \mathbb{E}\, \omega_{\min}^2,\quad \lim_{d \to \infty} \sqrt{d}\,"
    r" \mathbb{E} \hat V(H_{l+1}) = -\frac{2\, \Gamma((m+1)/2)}{\Gamma(m/2) \sqrt{n (n+2)}}\,"
    r" \mathbb{E}\, \omega_{\min},\quad m = \tfrac{1}{2} (n-1)(n+2)",
    kind=Kind.LIMIT,
    hypotheses=[FEW],
    expected=Verdict.HOLDS,
    source="derived: the central limit theorem for C; omega the eigenvalues of a matrix of the GOE"
    " without its trace, of norm 1",
    uses=["sharp:gram-chain"],
    decided_by="one layer from orthogonal samples at n = 4, d = 1024",
    reason="a limit in law, without a proof in Rocq; the integrals are Gauss's quadrature",
    mutants=[
        Mutant(
            "the constants of sharp:lemma-7",
            lambda n: np.array([(1 - 1 / n) ** 2, 1 - 1 / n]),
            {"n": 4},
        ),
        Mutant(
            "those of two samples", lambda n: np.array([1, mpmath.sqrt(mpmath.pi)]) / 4, {"n": 4}
        ),
    ],
    not_attacked="a limit without an input: the wide layer is sampled",
)
def limits_of_the_smallest(n: int) -> Array:
    """lim d E Vhat^2 and lim sqrt(d) E Vhat."""
    first, second = _directions(int(n), mpmath.mp.dps)
    half = mpmath.mpf((n - 1) * (n + 2)) / 4  # m/2
    length = 2 * mpmath.gamma(half + mpmath.mpf(1) / 2) / mpmath.gamma(half)
    return np.array([second * (n - 1) / n, first * length / mpmath.sqrt(n * (n + 2))])
