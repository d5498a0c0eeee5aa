"""One layer of chain (1) of daneshmand2021, H_{l+1} = BN(W_l H_l)/sqrt(d), on the Gram matrix.

Its law needs n Gaussians a row; its mean is the Gram map of the eigenvalues, exactly so at infinite
width; its second and fourth moments say how far a finite width is from that. The Gram map mixes the
eigenvalues, and so does a layer of orthogonal weights; iterated it forgets the input.
"""

import numpy as np

from lemmata.theory.definitions import gram
from lemmata.theory.hypotheses import matrix, natural, non_negative, sum_one, unit_norm
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics.backends import Array, as_array, as_matrix, sqrt
from lemmata.theory.numerics.sphere import gram_map_deviations
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import Family
from lemmata.theory.spectrum import from_eigenvalues


# sharp:gram-chain: the Gram chain needs d x n Gaussians a layer, not d x d.
#
# The rows of W H are i.i.d. N(0, K/d) with K = H^T H, and so are those of Z K^(1/2), Z a d x n
# matrix with G(1/d) entries: a centred Gaussian law is its covariance.
@claim(
    "sharp:gram-chain",
    symbols={
        "K": r"the Gram matrix $H^\top H$",
        "Z": r"a matrix $d \times n$ of independent $N(0, 1/d)$ entries",
    },
    title="W H has the law of Z K^(1/2)",
    statement=r"W H \sim Z K^{1/2},\; K = H^\top H:\quad"
    r" \operatorname{Cov}((Z K^{1/2})_j) = \tfrac{1}{d} H^\top H = \operatorname{Cov}((W H)_j)",
    kind=Kind.IDENTITY,
    hypotheses=[matrix("H")],
    source="derived: Gaussian rows with equal covariance",
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "K for K^(1/2)",
            lambda H: gram(H) @ gram(H) / as_matrix(H).shape[-2],
            {"H": [[1.0, 0.0], [0.0, 2.0]]},
        )
    ],
    formal=Formal(
        {"H": rocq.H},
        [
            rocq.row_product(rocq.GAUSSIAN, "W", rocq.W @ rocq.H),
            rocq.row_product(rocq.WIDE_GAUSSIAN, "Z", rocq.ZK),
        ],
        also=[rocq.WH_HAS_THE_LAW_OF_ZK],
    ),
)
def row_covariance(H: Array) -> Array:
    """H^T H / d, the covariance of a row of W H: (d, n) -> (n, n)."""
    return gram(H) / as_matrix(H).shape[-2]


# sharp:gram-map: at infinite width the Gram matrix of daneshmand2021 (1) moves deterministically.
#
# By the law of large numbers over the d rows, H^T H -> E[m m^T/||m||^2] with m a row of W H, which
# is diagonal in the same basis with entries p_i of lemma 9.
@claim(
    "sharp:gram-map",
    title="At infinite width the eigenvalues of the Gram matrix move deterministically",
    statement=r"d \to \infty:\quad q_i \mapsto p_i ="
    r" \mathbb{E} \frac{q_i w_i^2}{\sum_k q_k w_k^2};\quad"
    r" q_i = \tfrac{1}{n} + \epsilon_i \mapsto \tfrac{1}{n} + \tfrac{n}{n+2} \epsilon_i"
    r" + O(\epsilon^2)",
    kind=Kind.IDENTITY,
    hypotheses=[sum_one("q"), non_negative("q")],
    expected=Verdict.HOLDS,
    symbols={"w_i": "independent standard normal variables"},
    source="derived: the law of large numbers over the rows",
    uses=["daneshmand2021:lemma-9"],
    reason="no proof in Rocq yet: lemma 9 is proved, and that the mean of the next Gram matrix is"
    " diag(p) (daneshmand2021:lemma-6), with its distance from it (sharp:gram-variance)",
    mutants=[
        Mutant(
            "the local contraction everywhere",
            lambda q: (m := 1 / as_array(len(q))) + (q - m) * len(q) / (len(q) + 2),
            {"q": [0.1, 0.9]},
        )
    ],
)
def gram_map(q: Array) -> Array:
    """The eigenvalues p of H_{l+1}^T H_{l+1} from those of H_l^T H_l: (..., n) -> (..., n)."""
    q = as_array(q, "q")
    if isinstance(q, Family):  # of Rocq, as it is defined there
        return rocq.SHARES
    n = q.shape[-1]
    return (1 + gram_map_deviations(from_eigenvalues(n * q))) / n


# sharp:gram-variance: the second moments of one layer of daneshmand2021 (1), exactly.
#
# C = H_{l+1}^T H_{l+1} is the mean of d independent u u^T, |u| = 1, E u u^T = diag(p_i) in the
# right singular basis of H_l: E||C - E C||_F^2 = (1 - sum p_i^2)/d, at most (1 - 1/n)/d where lemma
# 6 has 1/d; and since E C - I/n and C - E C are orthogonal in the mean,
# E[V(H_{l+1})^2 | H_l] = sum p_i^2 - 1/n + (1 - sum p_i^2)/d, at every width. Where lemma 7 and
# theorem 5 are beyond a trivial bound, this still tells the gap of the next layer.
@claim(
    "sharp:gram-variance",
    symbols={
        "C": r"the next Gram matrix $H_{l+1}^\top H_{l+1}$",
    },
    title="The second moments of the next layer's Gram matrix and of its gap, exactly",
    statement=r"\mathbb{E} \|C - \mathbb{E} C\|_F^2 = \frac{1 - \sum_i p_i^2}{d},\quad"
    r" \mathbb{E}[V(H_{l+1})^2 | H_l] = \sum_i p_i^2 - \frac{1}{n} + \frac{1 - \sum_i p_i^2}{d},"
    r"\quad q_i \mapsto p_i \text{ by the Gram map}",
    kind=Kind.IDENTITY,
    hypotheses=[sum_one("q"), non_negative("q"), natural("d")],
    source="derived: lemmas 6 and 7 of daneshmand2021 sharpened",
    uses=["daneshmand2021:lemma-9"],
    expected=Verdict.PROVED,
    mutants=[Mutant("lemma 6's bound for the value", {"lost": 0}, {"q": [0.2, 0.8], "d": 2})],
    formal=Formal(
        {"q": rocq.q, "d": rocq.d},
        [
            rocq.mean(rocq.GAUSSIAN, "W", rocq.GRAM_NOISE),
            rocq.mean(rocq.GAUSSIAN, "W", rocq.V(rocq.LAYER) ** 2),
        ],
    ),
)
def second_moments(q: Array, d: int, *, lost: int = 1) -> Array:
    """[E||C - E C||^2, E V^2] of the next layer, from the eigenvalues q of H_l^T H_l."""
    p = gram_map(q)
    square, n = (p * p).sum(-1), p.shape[-1]
    noise = (1 - lost * square) / as_array(d)
    return np.array([noise, square - 1 / (square * 0 + n) + noise])


# sharp:gram-fourth-moment: a wide layer's gap scatters little, also in the fourth power.
#
# C = H_{l+1}^T H_{l+1} is the mean of d independent b b^T, |b| = 1, E b b^T = diag(p_i) in the
# right singular basis of H_l. Let beta = sum p_i^2 - 1/n = ||E C - I/n||_F^2, D = C - E C,
# z = ||D||_F^2, x = <E C, D>: V(H_{l+1})^2 = beta + 2 x + z with E x = 0, and x^2 <= beta z since
# tr D = 0. So V^4 <= beta^2 + 4 beta x + 8 beta z + 3 z^2, where E z <= 1/d (sharp:gram-variance),
# and E z^2 <= (sum_r E||X_r||^4 + 3 (sum_r E||X_r||^2)^2)/d^4 <= 5/d^2 for the independent
# X_r = b_r b_r^T - diag(p) of mean 0: ||X_r||^2 <= 2 + 2 sum p_i^2, and its mean is 1 - sum p_i^2.
@claim(
    "sharp:gram-fourth-moment",
    title="The fourth moment of the next layer's gap is of order 1/d^2 beside its limit",
    statement=r"\mathbb{E}[V(H_{l+1})^4 | H_l] \le \beta^2 + \frac{8 \beta}{d} + \frac{15}{d^2},"
    r"\quad \beta = \sum_i p_i^2 - \frac{1}{n},\quad q_i \mapsto p_i \text{ by the Gram map}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[sum_one("q"), non_negative("q"), natural("d")],
    source="derived: the fourth moment of a mean of independent matrices",
    uses=["sharp:gram-variance"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant("its limit forgotten", {"limit": 0}, {"q": [0.01, 0.99], "d": 1000}),
        Mutant("1/d^3 for 1/d^2", {"power": 3}, {"q": [0.5, 0.5], "d": 1000}),
    ],
    formal=Formal(
        {"q": rocq.q, "d": rocq.d}, rocq.mean(rocq.GAUSSIAN, "W", rocq.V(rocq.LAYER) ** 4)
    ),
    not_attacked="a fourth moment without a law but of two samples: computed",
)
def fourth_moment(q: Array, d: int, *, limit: int = 1, power: int = 2) -> Array:
    """A bound of E V^4 of the next layer, from the eigenvalues q of H_l^T H_l."""
    p, d = gram_map(q), as_array(d)
    square, n = (p * p).sum(-1), p.shape[-1]
    beta = square - 1 / (square * 0 + n)
    return limit * beta**2 + 8 * beta / d + 15 / d**power


# sharp:majorisation: the Gram map mixes the eigenvalues, all of them, and contracts the gap.
#
# By lemma 9 p_i = G(q_i), G(x) = int x/(1 + 2 t x) w(t) dt with one weight for all i,
# w = prod_j (1 + 2 t q_j)^(-1/2). Let gamma = 1 - 2n/(n+2) q_n, q_n the smallest, and
# F(x) = G(x) - gamma x - (1 - gamma)/n. As p and q both sum to 1, sum F(q_i) = 0; F is concave, as
# x/(1 + 2 t x) is; and F(q_n) >= 0 is lemma 8 in its sharper form. So F >= 0 on an interval that
# begins at or before q_n: in ascending order the F(q_i) are first >= 0 and then <= 0, and their
# partial sums, 0 in the end, are >= 0. G rises, so that these are the sums over the k smallest of p
# and of gamma q + (1 - gamma)/n: p is majorised by gamma q + (1 - gamma)/n. A convex symmetric
# function falls: at d = inf V(H_{l+1}) <= gamma V(H_l), where lemmas 4 and 8 together have
# sqrt(n (n-1)) more; and since q_n rises with every layer V(H_l) <= gamma^l V(H_0) with the first
# gamma. Near q = 1/n it is attained, gamma = n/(n+2).
@claim(
    "sharp:majorisation",
    title="A layer of infinite width mixes the eigenvalues towards their mean",
    statement=r"p \prec \gamma q + \tfrac{1 - \gamma}{n},\quad \gamma = 1 - \tfrac{2n}{n+2} \min_i"
    r" q_i:\quad \sum_{i \le k} p_i^{\downarrow} \le \gamma \sum_{i \le k} q_i^{\downarrow}"
    r" + \tfrac{k}{n} (1 - \gamma),\quad \|p - \tfrac{1}{n}\| \le \gamma V(H)",
    kind=Kind.UPPER_BOUND,
    hypotheses=[sum_one("q"), non_negative("q")],
    source="derived: lemma 8 of daneshmand2021 for all eigenvalues at once",
    uses=["daneshmand2021:lemma-8", "daneshmand2021:lemma-9"],
    sharp="sharp:gram-map",
    expected=Verdict.PROVED,
    mutants=[Mutant("2 n/(n+1) for 2 n/(n+2)", {"more": 1}, {"q": [0.49, 0.51]})],
    formal=Formal(
        {"q": rocq.WEIGHTS_OF_ONE}, [rocq.sum_over_a_set(rocq.MIXED), rocq.gap_of(rocq.MIXED)]
    ),
)
def mixed_sums(q: Array, *, more: int = 2) -> Array:
    """The sums of the k largest, k = 1..n-1, and gamma V: (n,); on symbols one such sum."""
    q = as_array(q, "q")
    n = q.shape[-1]
    least = q.min()
    gamma = 1 - 2 * n * least / (n + more)
    gap = gamma * sqrt(((q - 1 / (least * 0 + n)) ** 2).sum())
    mixed = q * gamma + (1 - gamma) / n
    if isinstance(q, Family):
        return np.array([rocq.sum_of_the_largest(mixed), gap])
    return np.append(np.cumsum(np.sort(mixed)[::-1])[:-1], gap)


# sharp:mixed-rotations: majorisation for the chain of meterez2024, X_{l+1} = BN(W_l X_l), W ~ O_d.
#
# Let q be the eigenvalues of X^T X/d, n = d, which sum to 1 for a BN output. A row of W is uniform
# on the sphere, and BN does not see its length: a row of BN(W X) has the law of one with a Gaussian
# row. So the mean of the next Gram matrix C = X_{l+1}^T X_{l+1}/d is diag(p) in the right singular
# basis of X, p the Gram map of q, and sharp:majorisation holds of it: with
# gamma = 1 - 2d/(d+2) min q, ||E C - I/d||_F <= gamma ||X^T X/d - I/d||_F. The rows of W are not
# independent, so that C scatters less around its mean than with Gaussian weights, and not at all at
# isometry; by how much is open.
@claim(
    "sharp:mixed-rotations",
    title="A layer of rotations mixes the mean Gram matrix as an infinitely wide one does",
    statement=r"n = d,\; W \sim O_d:\quad \mathbb{E}\, \tfrac{1}{d} X_{l+1}^\top X_{l+1} \sim"
    r" \operatorname{diag}(p),\quad \sum_{i \le k} p_i^{\downarrow} \le \gamma \sum_{i \le k}"
    r" q_i^{\downarrow} + \tfrac{k}{d} (1 - \gamma),\quad \|p - \tfrac{1}{d}\| \le \gamma \|q -"
    r" \tfrac{1}{d}\|,\quad \gamma = 1 - \tfrac{2d}{d+2} \min_i q_i",
    kind=Kind.UPPER_BOUND,
    hypotheses=[sum_one("q"), non_negative("q")],
    source="derived: sharp:majorisation for meterez2024's chain; q the eigenvalues of X_l^T X_l/d",
    uses=["sharp:majorisation"],
    sharp="sharp:gram-map",
    expected=Verdict.PROVED,
    mutants=[Mutant("2 d/(d+1) for 2 d/(d+2)", {"more": 1}, {"q": [0.49, 0.51]})],
    formal=Formal(
        {"q": rocq.SHARES_OF_X},
        [rocq.sum_over_a_set(rocq.ROTATED_SHARES), rocq.gap_of(rocq.ROTATED_SHARES)],
        also=rocq.ROTATED_GRAM_IS_DIAGONAL,
    ),
    not_attacked="the same shares as in sharp:majorisation, which is attacked",
)
def mixed_by_rotations(q: Array, *, more: int = 2) -> Array:
    """The sums of the k largest, k = 1..d-1, and gamma ||q - 1/d||, as in sharp:majorisation."""
    return mixed_sums(q, more=more)


# sharp:mixing: how daneshmand2021's chain forgets its input in the limit of width.
#
# The printed bound, gamma^l |E f(H_0) - E_pi f| for every f, fails at the first layer for an f that
# has its stationary mean at H_0; and the stationary law is not unique: the rank of H_0 is kept, so
# that equal samples stay equal. From an input of full rank lemma 8 contracts Vhat by
# 1 - 2n/(n+2) s_n^2 a layer, and s_n^2 = 1/n - Vhat only rises: the rate at the input serves every
# layer, at d = inf. With V <= sqrt(n(n-1)) Vhat a K-Lipschitz function f of the Gram matrix is
# within K sqrt(n(n-1)) Vhat(H_0) gamma^l of its limit: a constant in front of gamma^l, and
# Lipschitz for measurable, are what the remark lacks.
@claim(
    "sharp:mixing",
    title="At infinite width the gap decays geometrically from any input of full rank",
    statement=r"d = \infty:\quad V(H_l) \le \sqrt{n(n-1)}\, \hat V(H_0)\, \gamma^l,\quad"
    r" \gamma = 1 - \tfrac{2n}{n+2} (\tfrac{1}{n} - \hat V(H_0))",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    hypotheses=[
        natural("n"),
        unit_norm(rocq.FIRST),
        non_negative("v_hat", r"\hat V(H_0)"),
        natural("l", at_least=0),
    ],
    source="derived: the remark on mixing of daneshmand2021 repaired",
    uses=["daneshmand2021:lemma-8", "sharp:lemma-4", "sharp:gram-map"],
    sharp="sharp:gram-map",
    mutants=[
        Mutant(
            "as printed: no constant in front", {"in_front": False}, {"n": 8, "v_hat": 0.05, "l": 1}
        ),
        Mutant("3n/(n+2) for 2n/(n+2)", {"factor": 3}, {"n": 8, "v_hat": 1e-6, "l": 10}),
    ],
    formal=Formal(
        {"n": rocq.n, "v_hat": 1 / rocq.n - rocq.q0.min(), "l": rocq.l},
        rocq.gap_of(rocq.wide(rocq.l)),
    ),
)
def gap_in_depth(n: int, v_hat: Array, l: int, *, in_front: bool = True, factor: int = 2) -> Array:
    gamma = 1 - factor * (1 - n * v_hat) / (n + 2)
    return (sqrt(n * (n - 1) + 0 * v_hat) if in_front else 1) * v_hat * gamma**l
