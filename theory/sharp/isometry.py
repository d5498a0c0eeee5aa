"""The isometry gap of chain (3) of meterez2024, X_{l+1} = BN(W_l X_l): what a layer does to it.

BN changes the isometry by the row norms alone, so that the mean change of the gap under orthogonal
weights, the drift, is one integral. From it follow the rate near isometry, the spectra that drift
least and most, and theorem 1 with its best constant. The last two laws leave orthogonal weights.
"""

import mpmath
import numpy as np

from lemmata.theory.audit import GAP_IN_DEPTH, LIMIT, RANK_IN_DEPTH, ROTATED, AuditRow
from lemmata.theory.definitions import row_norms
from lemmata.theory.hypotheses import (
    full_rank,
    mean_one,
    natural,
    no_zero_eigenvalue,
    non_negative,
    normalised,
    of_full_rank,
    positive,
    square,
    sum_one,
)
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.numerics import sphere
from lemmata.theory.numerics.backends import MULTIPRECISION, Array, as_array, backend_of, exp, log
from lemmata.theory.numerics.special import lower_root, upper_root
from lemmata.theory.numerics.sphere import drift
from lemmata.theory.rocq import Formal
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import real
from lemmata.theory.spectrum import as_spectrum, from_eigenvalues, one_large, one_small


# sharp:bn-identity: what BN does to the isometry is a function of the row norms alone.
#
# For n = d, det(BN(X)) = det(X) / prod_j r_j and tr(BN(X)^T BN(X)) = d, while tr(X^T X) is the sum
# of the r_j^2; divide. Along the chain (3) no determinant is needed after the input.
@claim(
    "sharp:bn-identity",
    title="BN multiplies the isometry by the arithmetic over the geometric mean of r_j^2",
    statement=r"\frac{I(\mathrm{BN}(X))}{I(X)} ="
    r" \frac{\operatorname{mean}_j r_j^2}{(\prod_j r_j^2)^{1/d}},\quad r_j = \|X_j\|",
    kind=Kind.IDENTITY,
    hypotheses=[square(), full_rank()],
    source="derived: determinants and traces of a row scaling",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("norms for squared norms", {"power": 1}, {"X": [[1.0, 0.0], [0.0, 2.0]]}),
        Mutant(
            "lemma A.1's bound for the value",
            lambda X: (row_norms(X) ** 2).sum(-1) * len(X) / row_norms(X).sum(-1) ** 2,
            {"X": [[1.0, 0.0], [0.0, 2.0]]},
        ),
    ],
    formal=Formal({"X": rocq.X}, rocq.isometry(rocq.bn(rocq.X)) / rocq.isometry(rocq.X)),
)
def isometry_ratio(X: Array, *, power: int = 2) -> Array:
    """mean(r^2) / (prod r^2)^(1/d) over the row norms: (..., d, d) -> (...)."""
    squares = row_norms(X) ** power
    d = squares.shape[-1]
    return exp(log(squares.sum(-1) / d) - log(squares).sum(-1) / d)


# sharp:eigenvalue-from-gap: the extreme eigenvalues that a gap allows, attained.
#
# Among spectra of mean 1 and gap phi the smallest eigenvalue is least, and the largest one largest,
# when the others are equal (AM-GM on the others). Dropping their contribution gives the d-free
# form.
@claim(
    "sharp:eigenvalue-from-gap",
    symbols={
        "W": "Lambert's function: $W_0$ its principal branch, $W_{-1}$ the other",
    },
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


# sharp:drift: the expected change of the gap in one layer, exactly.
#
# By bn-identity phi(BN(W X)) - phi(X) is the mean over j of log a_j, a_j = sum_k lambda_k w_jk^2,
# and each row of W is uniform on the sphere; log x = int_0^inf (exp(-t) - exp(-t x)) dt/t does the
# rest.
@claim(
    "sharp:drift",
    symbols={"u": "a uniform vector on the unit sphere"},
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


# sharp:local-rate: near isometry the gap contracts by d/(d+2) a layer.
#
# With lambda = 1 + e and e small, phi ~ S/(2d), and to second order
# E log sum lambda u^2 = -Var(sum e u^2)/2 = -S/(d(d+2)); divide.
@claim(
    "sharp:local-rate",
    title="Near isometry the gap contracts by d/(d+2) a layer",
    statement=r"\lim_{\phi \to 0} \frac{\mathbb{E}_W \phi(\mathrm{BN}(W X))}{\phi(X)} ="
    r" \frac{d}{d+2}",
    kind=Kind.LIMIT,
    hypotheses=[natural("d", at_least=2)],
    expected=Verdict.PROVED,
    source="derived: the variance of a quadratic form on the sphere",
    uses=["sharp:drift"],
    mutants=[
        Mutant("d/(d+1)", lambda d: mpmath.mpf(d) / (d + 1), {"d": 3}),
        Mutant("(d-1)/(d+1)", lambda d: mpmath.mpf(d - 1) / (d + 1), {"d": 3}),
    ],
    formal=Formal({"d": rocq.d}, rocq.limit_at_small_gaps),
    audit=AuditRow(
        "phi a layer is multiplied by",
        (*ROTATED, "near"),
        lambda f, m: f(m.width),
        "contraction",
    ),
    plans=[
        AuditRow(
            "phi a layer is multiplied by, in depth", (*ROTATED, "deep"), lambda f, m: f(m.width)
        )
    ],
)
def local_rate(d: int) -> Array:
    return (mpmath.mpf(d) if backend_of(d).inspect else d) / (d + 2)


# sharp:drift-from-spread: corollary 4 of meterez2024 with the constant that isometry needs.
#
# With a = sum_k lambda_k u_k^2 <= L = lambda_max, F(x) = x - 1 - log x - (x-1)^2/(2L) has F(1) = 0
# and x L F'(x) = (x-1)(L-x), so F >= 0 on (0, L]; L >= 1 since the mean is 1. In expectation,
# E a = 1 and E (a-1)^2 = 2 S/(d(d+2)): the drift is at most -S/(L d(d+2)). As phi -> 0, L -> 1 and
# this is the drift itself (sharp:local-rate); corollary 4 is smaller by the factor 2 d/L or more.
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


# sharp:extremal-drift: which spectra of a given gap are drawn least and most to isometry.
#
# With f = log(1 + 2t .), the defect of the tangent of f at y over that of the tangent of log at y
# rises, and no eigenvalue lies below z of a spectrum z < y = ... = y of the same sum and product:
# so this spectrum maximises sum_k f(lambda_k), hence prod (1 + 2 t lambda_k), for every t at once,
# and minimises |drift| (sharp:drift); the one with one large eigenvalue maximises it.
def least_drift(phi: Array, d: int) -> Array:
    """g(phi, d): the least |drift| among spectra of mean 1 and gap phi; concave in phi."""
    return -drift(one_small(phi, d))


def largest_drift(phi: Array, d: int) -> Array:
    """The largest |drift| among spectra of mean 1 and gap phi."""
    return -drift(one_large(phi, d))


@claim(
    "sharp:extremal-drift",
    symbols={
        "G": "the largest drift of a spectrum of this gap",
        "g": "the least drift of a spectrum of this gap",
    },
    title="One small eigenvalue drifts least, one large eigenvalue most",
    statement=r"g(\phi, d) \le |\mathrm{drift}(\lambda)| \le G(\phi, d),\quad"
    r" g \text{ at one small, } G \text{ at one large eigenvalue, the others equal}",
    kind=Kind.LOWER_BOUND,
    hypotheses=[non_negative("phi"), natural("d", at_least=2), *normalised("phi")],
    source="derived: of all spectra of one gap those with two values are extreme",
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


# sharp:theorem-1: meterez2024's theorem 1 without an unknown constant.
#
# From extremal-drift, E[phi_{l+1} | X_l] <= phi_l - g(phi_l); g is concave with g(0) = 0 and
# phi_l <= phi_0, so g(phi_l) >= phi_l g(phi_0)/phi_0. That g is concave: with the one small
# eigenvalue x = r^2 y, dg/dphi = d int 2s (1 + 2rs)^(-3/2) (1 + 2s/r)^(-(d+1)/2) ds, whose
# integrand rises with r at every s, while phi falls. A multiple of X_0 has the same chain and gap,
# so that its rows need not be unit vectors.
def contraction_rate(phi_0: Array, d: int) -> Array:
    """r = 1 - g(phi_0)/phi_0, from d/(d+2) at small gaps upwards."""
    return 1 - least_drift(phi_0, d) / phi_0


@claim(
    "sharp:theorem-1",
    symbols={
        "g": "the least drift of a spectrum of this gap (sharp:extremal-drift)",
    },
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
    plans=[  # as phi falls to 0
        AuditRow(GAP_IN_DEPTH, (*ROTATED, "settled"), lambda f, m: 0.0, relation=LIMIT),
        AuditRow(RANK_IN_DEPTH, (*ROTATED, "settled"), lambda f, m: m.samples, relation=LIMIT),
    ],
)
def expected_gap(phi_0: Array, l: int, d: int) -> Array:
    return phi_0 * contraction_rate(phi_0, d) ** l


# sharp:absolute-constant: the best absolute constant of meterez2024's theorem 1, 1/(4 log 2).
#
# One layer takes the gap of every state to phi 2^(-4/(d^2 (1 + d phi))) at most, in the mean, as
# the least drift g of sharp:extremal-drift shows: from d = 3 on by a polynomial of degree 3 in
# 1 - lambda_min below it, at d = 2 by one of degree 6. With phi_l <= phi_0 the layers multiply.
# Equality is reached in the limit phi -> 0 at d = 2: E phi_l/phi_0 -> 2^(-l) there, where the bound
# is phi_0 exp(-l/(4C)). The printed form, with phi_(l+1) on the left, asks for
# C >= l/(4 (l+1) log 2) at every depth l, so that no C below 1/(4 log 2) = 0.3607 will do there
# either. (The paper's plot has C = 0.015, which serves its widths: near isometry a width d needs
# 1/(d^2 log(1 + 2/d)).)
@claim(
    "sharp:absolute-constant",
    symbols={
        "C": "the constant of theorem 1 of meterez2024",
    },
    title="Theorem 1 with the best absolute constant",
    statement=r"\mathbb{E}\,\phi(X_l) \le \phi_0\, 2^{-4 l / (d^2 (1 + d \phi_0))},\quad"
    r" C = \tfrac{1}{4 \log 2} \text{ the smallest possible}",
    kind=Kind.UPPER_BOUND,
    hypotheses=[
        non_negative("phi_0"),
        natural("l", at_least=0),
        natural("d", at_least=2),
        of_full_rank(),
    ],
    source="derived: theorem 1 of meterez2024, its constant found",
    uses=["sharp:extremal-drift"],
    sharp="sharp:theorem-1",
    expected=Verdict.PROVED,
    mutants=[Mutant("C = 0.3", {"C": 0.3}, {"phi_0": 1e-9, "l": 1, "d": 2})],
    formal=[
        Formal({"phi_0": rocq.phi(rocq.START), "l": rocq.l, "d": rocq.d}, rocq.MEAN_GAP),
        Formal(
            {"phi_0": rocq.SOME_GAP, "l": rocq.ONE, "d": rocq.TWO, "C": rocq.SMALLER},
            rocq.fails_somewhere,
            given=[rocq.SMALLER > 0, rocq.SMALLER < 1 / (4 * log(real(2)))],
        ),
    ],
)
def expected_gap_by_the_constant(phi_0: Array, l: int, d: int, *, C: float | None = None) -> Array:
    rate = 1 / C if C else 4 * log(phi_0 * 0 + 2)
    return phi_0 * exp(-rate * l / (d**2 * (1 + d * phi_0)))


# sharp:gaussian-drift: the isometry gap with Gaussian weights, at every width.
#
# Let K = H^T H with the eigenvalues q, z_j ~ N(0, I_n) the rows of Z as in sharp:gram-chain, and
# u_j = z_j/|z_j|. The Gram matrix of the next layer is K^(1/2) S K^(1/2),
# S = (1/d) sum_j e^(t_j) u_j u_j^T, t_j = -log(u_j^T K u_j), so that
# n (phi(H) - phi(H')) = log det S.
# 1. By Cauchy and Binet log det S is a logarithm of a sum of exponentials of sums of the t_j:
#    convex in t. Its gradient at equal t_j is the diagonal of the projector on the columns of
#    (u_1..u_d)^T, whose mean given u_j is n/d, as the others' law is free of rotations. The tangent
#    there: E log det S >= E log det((1/d) sum_j u_j u_j^T) - n E log(u^T K u), u uniform on the
#    sphere.
# 2. log det is concave in weights, and |z_j|^2, of mean n, is independent of u_j:
#    E log det(Z^T Z) <= E log det(n sum_j u_j u_j^T), where the left side is
#    sum_{k<n} (psi((d-k)/2) + log 2).
# Together with sharp:drift this is the claim: the drift of meterez2024's chain, and a loss w/n with
# w = sum_{k<n} (log(d/2) - psi((d-k)/2)), about n (n+1)/(2 d). Summed over depth: the mean of
# |drift| over the first L layers is at most phi(H_0)/L + w/n, without A1; a representation that has
# lost rank has a |drift| of at least g(inf, n), about 1/n^2 (sharp:extremal-drift).
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
    reason="proved on paper, in its derivation; sharp:average-gap has both steps as theorems, with"
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


# sharp:random-step: the isometry gap of orthogonal weights after a short step in any direction.
#
# W = Q + D = Q (I + A), A = Q^T D, has W^T W = I + S + A^T A, S = A + A^T. To second order in A
#
#     phi(W) = ||S||_F^2/(2 d) - tr(S)^2/(2 d^2):
#
# nothing for antisymmetric A, which is a step along the orthogonal matrices. For A uniform on the
# sphere of radius r in R^(d x d), E tr(A^2) = E tr(A)^2 = r^2/d, so E ||S||_F^2 = 2 r^2 (1 + 1/d)
# and E tr(S)^2 = 4 r^2/d. (meterez2024's figure 6 looks at phi alone.)
@claim(
    "sharp:random-step",
    title="A random step off the orthogonal matrices opens a gap of its length squared over d",
    statement=r"\lim_{r \to 0} r^{-2}\, \mathbb{E}\, \phi(Q + r E) = \frac{(d-1)(d+2)}{d^3},"
    r"\quad Q \in O_d,\ E \text{ uniform on } \|E\|_F = 1",
    kind=Kind.LIMIT,
    hypotheses=[natural("d", at_least=2)],
    expected=Verdict.HOLDS,
    source="derived: the gap to second order in the step",
    decided_by="the gap of sampled steps of length 1e-3, by singular values",
    mutants=[
        Mutant("only the symmetric half", lambda d: as_array(1) / (2 * d), {"d": 4}),
        Mutant("1/d", lambda d: as_array(1) / d, {"d": 4}),
    ],
    not_attacked="a limit of short steps, in which no direction differs: sampled",
)
def gap_of_a_step(d: int) -> Array:
    return as_array((d - 1) * (d + 2)) / d**3
