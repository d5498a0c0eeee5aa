"""How gradients grow in depth: BN's Jacobian, the losses, theorem 5, and where they explode."""

import math

import numpy as np

from lemmata.theory.audit import BN, GAIN_EXPONENT, GROWTH, ROTATED, WIDE, AuditRow, crowding
from lemmata.theory.definitions import row_norms
from lemmata.theory.errors import WrongShape
from lemmata.theory.hypotheses import (
    Hypothesis,
    natural,
    no_zero_row,
    non_negative,
    of_full_rank,
    one_of,
    positive,
)
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.meterez2024.appendix_c import LOSSES
from lemmata.theory.meterez2024.section_3_3 import LIPSCHITZ_LOSS
from lemmata.theory.numerics.backends import (
    Array,
    as_array,
    as_matrix,
    backend_of,
    exp,
    least,
    log,
    sqrt,
)
from lemmata.theory.numerics.special import exp_defect, lower_root
from lemmata.theory.rocq import Formal, gradients
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.rocq.terms import ZERO
from lemmata.theory.sharp.isometry import contraction_rate, least_drift


# sharp:bn-jacobian: the operator norm of BN's Jacobian is the inverse of the shortest row.
#
# The Jacobian is block-diagonal with one block (I - u u^T)/||X_j|| per row (lemma C.9), of norm
# 1/||X_j|| as soon as n >= 2, and 0 for n = 1.
def _two_samples(X: Array) -> None:
    n = as_matrix(X).shape[-1]
    if n < 2:
        raise WrongShape("X", f"n = {n}; expected n >= 2")


TWO_SAMPLES = Hypothesis(
    "two samples",
    r"n \ge 2",
    "X",
    _two_samples,
    rocq=lambda X: [X.columns >= 2],
)


@claim(
    "sharp:bn-jacobian",
    title="The Jacobian norm of BN is the inverse of the shortest row",
    statement=r"\|J_{\mathrm{BN}}(X)\|_{op} = 1 / \min_j \|X_j\|,\quad n \ge 2",
    kind=Kind.IDENTITY,
    hypotheses=[TWO_SAMPLES, no_zero_row()],
    source="derived from lemma C.9",
    uses=["meterez2024:lemma-C.9"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "the longest row",
            lambda X: 1 / np.max(row_norms(X), axis=-1),
            {"X": [[1.0, 0.0], [0.0, 2.0]]},
        )
    ],
    formal=Formal(
        {"X": rocq.RECTANGULAR},
        rocq.jacobian_norm(rocq.RECTANGULAR),
        also=[rocq.BN_IS_DIFFERENTIABLE],
    ),
)
def bn_jacobian_norm(X: Array) -> Array:
    """1/min_j ||X_j||: (..., d, n) -> (...)."""
    return 1 / least(row_norms(X))


# sharp:lipschitz-losses: how steep the two losses of meterez2024's lemma C.2 are in the logits.
#
# Cross entropy: the gradient is p - y, p the softmax of z. ||p - y||^2 = (1-p_y)^2 + sum_{i != y}
# p_i^2 <= 2 (1-p_y)^2 <= 2, approached where a wrong class has all the mass. Squared error: the
# gradient is 2 (z - y), so 2 (||z|| + ||y||) = 2 (R + 1) at most on ||z|| <= R, attained at z = -R
# y, and without a bound on the logits there is none.
@claim(
    "sharp:lipschitz-losses",
    title="Cross entropy is sqrt(2)-Lipschitz, squared error 2(R+1)-Lipschitz on bounded logits",
    statement=r"\|\nabla_z \mathrm{CE}(z, y)\| \le \sqrt{2};\quad"
    r" \|\nabla_z \|z - y\|^2\| \le 2 (R + 1) \text{ on } \|z\| \le R;"
    r"\quad y \text{ one-hot}\; (\text{loss})",
    kind=Kind.UPPER_BOUND,
    expected=Verdict.PROVED,
    hypotheses=[
        one_of("loss", LOSSES, "loss", r"\text{cross entropy or mean squared error}"),
        non_negative("R"),
    ],
    source="derived: lemma C.2 of meterez2024 repaired; Rocq has the bounds; that"
    " they are attained, per sample, is evaluated",
    mutants=[
        Mutant(
            "cross entropy is 1-Lipschitz",
            lambda loss, R: R * 0 + 1 if loss == LOSSES[0] else 2 * (R + 1),
            {"loss": LOSSES[0], "R": 50.0},
        ),
        Mutant(
            "mean squared error needs no domain",
            lambda loss, R: sqrt(R * 0 + 2) * (1 if loss == LOSSES[0] else 2),
            {"loss": LOSSES[1], "R": 50.0},
        ),
    ],
    formal=[
        Formal(
            {"loss": LOSSES[0], "R": ZERO},
            rocq.CROSS_ENTROPY_SLOPE,
            also=[rocq.CROSS_ENTROPY_IS_DIFFERENTIABLE],
        ),
        Formal(
            {"loss": LOSSES[1], "R": rocq.number("B")},
            rocq.SQUARED_ERROR_SLOPE,
            given=[rocq.BOUNDED_LOGITS],
            also=[rocq.SQUARED_ERROR_IS_DIFFERENTIABLE],
        ),
    ],
)
def lipschitz_constant(loss: str, R: Array) -> Array:
    return sqrt(R * 0 + 2) if loss == LOSSES[0] else 2 * (R + 1)


# sharp:theorem-5: meterez2024's theorem 5 without an unknown constant.
#
# ||J_BN|| <= lambda_min^(-1/2) and -log lambda_min <= h(d phi) with h concave, so
# E log ||J_BN(W_k X_k)|| <= h(d E phi_k)/2 <= h(d phi_0 r^k)/2 by sharp:theorem-1; sum over k.
_SMALL = 1e-12  # below this h(s) = sqrt(2 s) + s/3 to 1e-18 of its value
_SLOW = 1e-3  # below this rate the sum is Euler and Maclaurin's, wrong by about rate^3/1000


def sum_of_roots(s_0: float, rate: float) -> float:
    """sum_{k >= 0} h(s_0 exp(-rate k)), h = ``lower_root``.

    Directly where the rate is large; else by Euler and Maclaurin, whose integral in h is
    (1/rate) int_0^{h(s_0)} x (1 - exp(-x)) / (x + exp(-x) - 1) dx, a smooth integrand.
    """
    if rate > _SLOW:
        count = max(0, math.ceil(math.log(s_0 / _SMALL) / rate))
        s = s_0 * np.exp(-rate * np.arange(count + 1))
        first, last = s[:-1], float(s[-1])
        tail = math.sqrt(2 * last) / -math.expm1(-rate / 2) - last / 3 / math.expm1(-rate)
        return float(np.sum(lower_root(first))) + tail if count else tail
    h_0 = float(lower_root(s_0))
    slope = -rate * s_0 / -math.expm1(-h_0)  # d/dk of h(s_0 exp(-rate k)) at k = 0
    return _integral(h_0) / rate + h_0 / 2 - slope / 12


def _integral(h_0: float) -> float:
    """int_0^{h_0} x (1 - exp(-x)) / (x + exp(-x) - 1) dx, Gauss's rule on pieces of length 1."""
    nodes, weights = np.polynomial.legendre.leggauss(20)
    pieces = max(1, math.ceil(h_0))
    left = np.arange(pieces)[:, None] * (h_0 / pieces)
    x = left + (nodes + 1) / 2 * (h_0 / pieces)
    return float(np.sum(weights * x * -np.expm1(-x) / exp_defect(-x)) * h_0 / pieces / 2)


@claim(
    "sharp:theorem-5",
    headline="The bound on gradients at any depth, with every constant known",
    symbols={
        "g": "the least drift of a spectrum of this gap (sharp:extremal-drift)",
        "h": "the solution of $h + e^{-h} - 1 = s$, at least 0",
    },
    title="The expected log gradient norm is bounded at any depth, with every constant known",
    statement=r"\mathbb{E} \log \|\tfrac{\partial L}{\partial W_l}\|_F \le \log K"
    r" + \tfrac{1}{2} \log d + \tfrac{1}{2} \sum_{k \ge 0} h(d\, \phi_0\, r^k),\quad"
    r" h + e^{-h} - 1 = s,\; r = 1 - g(\phi_0)/\phi_0",
    kind=Kind.UPPER_BOUND,
    hypotheses=[
        positive("phi_0"),
        natural("d", at_least=2),
        *LIPSCHITZ_LOSS,
    ],
    source="derived: X_0 with unit rows, or at least trace-normalised, a K-Lipschitz loss, n = d"
    " >= 2; where dL/dW_l is 0 with a positive probability, the left side is -inf",
    expected=Verdict.PROVED,
    uses=["sharp:theorem-1", "sharp:eigenvalue-from-gap", "meterez2024:lemma-C.12"],
    decided_by="gradients through 2000 layers of the chain (3)",
    mutants=[
        Mutant("K is lost", {"of_K": 0}, {"phi_0": 1e-6, "d": 4, "K": 1000.0}),
        Mutant("(1/2) log d with the other sign", {"sign": -1}, {"phi_0": 1e-6, "d": 4, "K": 1.0}),
    ],
    formal=Formal(
        {"phi_0": rocq.phi(rocq.START), "d": rocq.d, "K": gradients.LIPSCHITZ},
        gradients.mean_log_weight_gradient(),
    ),
    audit=AuditRow(
        "log ||dL/dW|| of the second linear map",
        ROTATED,
        lambda f, m: m.log_K + f(m.first_gap, m.width, 1.0),
        "second_log_weight_gradient",
        beyond="largest_log",
    ),
    plans=[
        AuditRow(
            "log ||dL/dW|| of any layer, loss 1-Lipschitz",
            ROTATED,
            lambda f, m: f(m.first_gap, m.width, 1.0),
        ),
        # the bound is the same at every depth: per layer nothing is left of it
        AuditRow(GROWTH, (*ROTATED, "deep"), lambda f, m: 0.0),
    ],
)
def expected_log_gradient(phi_0: float, d: int, K: float, *, of_K: int = 1, sign: int = 1) -> Array:
    constants = of_K * log(as_array(K)) + sign * log(as_array(d)) / 2
    symbolic = backend_of(phi_0).series
    if symbolic:
        r = contraction_rate(phi_0, d)
        return constants + symbolic(lambda k: lower_root(d * phi_0 * r**k)) / 2
    rate = -math.log1p(-float(least_drift(phi_0, d)) / phi_0)
    return constants + sum_of_roots(d * phi_0, rate) / 2


# sharp:conserved-torque: what every layer hands on of a gradient, whatever its weights.
#
# A rotation Q of the samples passes through a layer, BN(W X Q) = BN(W X) Q: how steep the loss is
# along such rotations is the same at every layer. With G_l = dL/dX_l that is the antisymmetric
# R = X_l^T G_l - G_l^T X_l. By hand: with M = W X and H = dL/dBN(M), G = W^T J_BN(M) H, and a row
# of J_BN(M) H is (H_i - u_i <u_i, H_i>)/||M_i||, so that X^T G = M^T J_BN(M) H is BN(M)^T H less
# the symmetric sum of <u_i, H_i> u_i^T u_i. No law of the weights, no rank and no number of samples
# enters; a mean that BN subtracts leaves the rotations that keep it, an activation none. And
# ||R||_F <= 2 ||X_l||_op ||G_l||_F: both sides are equal at an isometry if G_l is X_l times an
# antisymmetric matrix.
@claim(
    "sharp:conserved-torque",
    symbols={
        "R": "the torque of the loss on the samples",
    },
    title="Every layer keeps the torque on the samples, which bounds the gradient from below",
    statement=r"\left\|\tfrac{\partial L}{\partial X_l}\right\|_F \ge \frac{\|R\|_F}{2\, s_1(X_l)},"
    r"\quad R = X_l^\top \tfrac{\partial L}{\partial X_l}"
    r" - \left(\tfrac{\partial L}{\partial X_l}\right)^{\!\top} X_l \text{ the same for all } l",
    kind=Kind.LOWER_BOUND,
    variables={"R": r"\|R\|_F", "s_1": "s_1(X_l)"},
    hypotheses=[non_negative("R", r"\|R\|_F"), positive("s_1")],
    source="derived: any weights and any n, where no W_k X_k has a row 0; s_1 is the largest"
    " singular value, at most sqrt(d) for unit rows",
    expected=Verdict.PROVED,
    mutants=[
        Mutant("the factor 2 lost", {"factor": 1}, {"R": 1.0, "s_1": 1.0}),
        Mutant("unit rows are isometric", {"power": 0}, {"R": 1.0, "s_1": 2.0}),
    ],
    formal=Formal(
        {"R": gradients.TORQUE, "s_1": gradients.LARGEST_SINGULAR_VALUE},
        gradients.STATE_GRADIENT,
        given=[gradients.NO_ZERO_ROW_ABOVE],
        also=[gradients.TORQUE_IS_CONSERVED],
    ),
    not_attacked="an inequality of one step from an invariant: evaluated at 50 digits on whole"
    " chains, where it is attained",
)
def least_state_gradient(R: Array, s_1: Array, *, factor: int = 2, power: int = 1) -> Array:
    return R / (factor * s_1**power)


# sharp:no-vanishing: the other side of theorem 5, with orthogonal weights and n = d.
#
# W_l^T dL/dW_l = G_l X_l^T. With X_l = P S Q^T and N = P^T G_l X_l^T P of the norm of dL/dW_l, the
# torque of sharp:conserved-torque is Q (S N S^-1 - S^-1 N^T S) Q^T, so that by Cauchy and Schwarz
# R_ij^2 <= (s_i^2/s_j^2 + s_j^2/s_i^2)(N_ij^2 + N_ji^2). For two of d eigenvalues s_i^2 of the
# mean m, (s_i^2 + s_j^2)^2/(4 s_i^2 s_j^2) <= m^d/prod s_k^2 = exp(d phi), as replacing both by
# their mean keeps the product below m^d. Hence s_i^2/s_j^2 + s_j^2/s_i^2 <= 4 exp(d phi) - 2, and
# ||R||^2 <= (8 exp(d phi) - 4) ||dL/dW_l||^2 with phi = phi(X_l) <= phi(X_0). Both are equal where
# all eigenvalues but two are m, as at d = 2, for one loss: nothing better follows from the gap.
# This holds of every rotation, so almost surely of random ones. log(2 exp(s) - 1) is concave: with
# sharp:theorem-1, E log ||dL/dW_l|| >= E log ||R|| - log 2 - log(2 exp(d phi_0 r^l) - 1)/2. Where
# a rotation of the samples changes the loss, gradients neither vanish nor (sharp:theorem-5)
# explode; in depth all that is left of dL/dW_l is R/2, rotated.
@claim(
    "sharp:no-vanishing",
    headline="With orthogonal weights gradients do not vanish at any depth, if a rotation of the"
    " samples changes the loss",
    symbols={
        "R": "the torque of the loss on the samples: how fast it changes as they are rotated",
    },
    title="Where a rotation of the samples changes the loss, gradients vanish at no depth: a bound"
    " by the input's gap",
    statement=r"\left\|\tfrac{\partial L}{\partial W_l}\right\|_F \ge \frac{\|R\|_F}"
    r"{2 \sqrt{2 e^{d \phi_0} - 1}},\quad R = X_L^\top \tfrac{\partial L}{\partial X_L}"
    r" - \left(\tfrac{\partial L}{\partial X_L}\right)^{\!\top} X_L,\; W_k \in O_d",
    kind=Kind.LOWER_BOUND,
    variables={"R": r"\|R\|_F"},
    hypotheses=[
        of_full_rank(rocq.START, "phi_0"),
        non_negative("R", r"\|R\|_F"),
        non_negative("phi_0"),
        natural("d", at_least=1),
    ],
    source="derived: meterez2024's remark without a condition number; n = d, any rotations, Haar"
    " or not, and any differentiable loss",
    uses=["sharp:conserved-torque", "sharp:bn-identity"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant("the gap lost", {"of_gap": 0}, {"R": 1.0, "phi_0": 1.0, "d": 2}),
        Mutant("exp(d phi_0) once", {"twice": 1}, {"R": 1.0, "phi_0": 1.0, "d": 2}),
        Mutant("the factor 2 lost", {"factor": 1}, {"R": 1.0, "phi_0": 0.0, "d": 2}),
    ],
    formal=Formal(
        {"R": gradients.TORQUE_OF_ROTATIONS, "phi_0": rocq.phi(rocq.START), "d": rocq.d},
        gradients.WEIGHT_GRADIENT,
    ),
    not_attacked="an inequality from an invariant: evaluated at 50 digits on whole chains, where it"
    " is attained",
)
def least_weight_gradient(
    R: Array, phi_0: Array, d: int, *, factor: int = 2, twice: int = 2, of_gap: int = 1
) -> Array:
    gap = of_gap * d * phi_0
    return R / (factor * sqrt(twice * exp(gap) - (twice - 1)))


# sharp:gaussian-explosion: the rate at which gradients explode with Gaussian weights, d -> inf.
#
# At orthogonality a row of W X is N(0, I_n) up to scale; the Jacobian of its normalisation to norm
# sqrt(n) multiplies the squared gradient by n ||(I - u u^T) g||^2/||x||^2, of mean
# (n-1) E[1/chi^2_n] = (n-1)/(n-2).
@claim(
    "sharp:gaussian-explosion",
    title="Gaussian weights make the gradient grow by (n-1)/(n-2) a layer",
    statement=r"\lim_{L \to \infty} \lim_{d \to \infty} \tfrac{1}{L}"
    r" \log \|\partial L / \partial X_l\|_F ="
    r" \tfrac{1}{2} \log \frac{n-1}{n-2},\quad n \ge 3",
    kind=Kind.LIMIT,
    hypotheses=[natural("n", at_least=3)],
    expected=Verdict.HOLDS,
    source="derived: n fixed, rows scaled to norm sqrt(n), an independent read-out",
    decided_by="the slope of the log gradient norm against depth at d much larger than n",
    mutants=[Mutant("n/(n-2)", lambda n: log(as_array(n) / (n - 2)) / 2, {"n": 4})],
    not_attacked="a limit without an input: one layer's mean is the closed form",
    audit=AuditRow(
        GROWTH,
        (*WIDE, "several"),
        lambda f, m: f(m.rank),
        "growth",
        plot="log_gradient",
        neglects=crowding,
    ),
)
def gaussian_log_growth(n: int) -> Array:
    return log(as_array(n - 1) / (n - 2)) / 2


# sharp:tangent-growth: why batches smaller than the width explode, orthogonal weights or not.
#
# At an isometry X = sqrt(d/n) U, U^T U = I_n, let T be a change of the samples with U^T T = 0. A
# Haar row w has the parts p = U^T w, |p|^2 = B ~ Beta(n/2, (d-n)/2), and q beside it, |q|^2 = 1-B,
# whose directions are independent and uniform. The row of W X is sqrt(d/n) p, that of W T is q^T T,
# of the mean square (1-B) ||T||^2/(d-n) given B, and BN's Jacobian takes off what is along p/|p|, a
# share 1/n of it, and divides by the length of the row of W X: d rows together have the mean square
# d (1 - 1/n) (||T||^2/(d-n)) (n/d) E[(1-B)/B], where E[(1-B)/B] = (d-n)/(n-2).
# At n = d there is no such T; a rotation of the samples, T = X B with B skew, keeps its length.
@claim(
    "sharp:tangent-growth",
    symbols={
        "T": "a change of the samples, orthogonal to all of them",
    },
    title="A change orthogonal to all samples grows in the mean square by (n-1)/(n-2) a layer",
    statement=r"\mathbb{E}_W \left\| J_{\mathrm{BN}}(W X)\, W T \right\|_F^2 ="
    r" \frac{n-1}{n-2} \|T\|_F^2,\quad X^\top X = \tfrac{d}{n} I,\; X^\top T = 0,\; n < d",
    kind=Kind.IDENTITY,
    hypotheses=[natural("n", at_least=3)],
    expected=Verdict.HOLDS,
    source="derived: W ~ O_d, one layer from an isometry; the same for every T and every d > n",
    decided_by="integrals over the angles of a row of W, and random layers",
    mutants=[Mutant("n/(n-2)", lambda n: as_array(n) / (n - 2), {"n": 8})],
    not_attacked="an identity in n alone, the same for every tangent",
)
def tangent_growth(n: int) -> Array:
    return as_array(n - 1) / (n - 2)


# sharp:degenerate-explosion: what meterez2024's remark on degenerate inputs says in a limit.
#
# A layer keeps the row space of X, of dimension r = rank X_0: with an orthonormal basis Q of it,
# X_l = A_l Q, and A_l, d x r with unit rows, is a chain of its own in which for d >> r a Haar
# matrix acts like a Gaussian one. dL/dW_l sees the gradient within the row space alone, where
# sharp:gaussian-explosion applies with r in the place of n: growth by (r-1)/(r-2) a layer, r >= 3.
# At r = 1 the gradient is 0; and at small widths it does not explode either: the rotations of the
# samples keep X^T G - G^T X (G = dL/dX_l) as it is, and every other direction may shrink.
@claim(
    "sharp:degenerate-explosion",
    title="From an input of rank r the weight gradient grows by (r-1)/(r-2) a layer",
    statement=r"\lim_{L \to \infty} \lim_{d \to \infty} \tfrac{1}{L}"
    r" \log \|\partial L / \partial W_l\|_F ="
    r" \tfrac{1}{2} \log \frac{r-1}{r-2},\quad r = \operatorname{rank} X_0 < n,\; r \ge 3",
    kind=Kind.LIMIT,
    hypotheses=[natural("r", at_least=3)],
    source="derived: the remark on degenerate inputs of meterez2024 repaired; r fixed",
    uses=["sharp:gaussian-explosion"],
    expected=Verdict.HOLDS,
    decided_by="the slope of the log gradient norm from repeated samples, extrapolated in 1/d",
    mutants=[Mutant("r/(r-2)", lambda r: log(as_array(r) / (r - 2)) / 2, {"r": 4})],
    not_attacked="the same limit, within the row space",
    audit=AuditRow(
        "growth of log ||dL/dW|| a layer",
        (*BN, "orthogonal", "wide", "several", "deep"),
        lambda f, m: f(m.rank),
        "weight_growth",
        plot="log_gradient",
    ),
)
def degenerate_log_growth(r: int) -> Array:
    return log(as_array(r - 1) / (r - 2)) / 2


# sharp:critical-exponent: which gains l^(-e) keep gradients bounded in depth.
#
# Let act(z) = z + c z^k + ... with c != 0, k >= 2, after BN without mean (rows of norm sqrt(n)),
# n = d, Haar weights. BN forgets a common scale, so that a gain a leaves act(a z)/a = z + eps z^k,
# eps = c a^(k-1). Without activation representations become orthogonal and stay so, and a vector
# tangent to the orthogonal matrices, T = Y B with B skew, keeps its length. To first order in eps:
# 1. the slope of the activation adds k y_ij^(k-1) t_ij^2, and BN takes off s_i t_ij^2 with
#    s_i = (1/n) sum_j y_ij^(k+1), since T is orthogonal to every row of Y;
# 2. a row y is uniform on the sphere of radius sqrt(n), whatever was before. The rotation of
#    coordinates j and m leaves its law as it is, so that E(y_m d/dy_j - y_j d/dy_m)(y_j^k y_m) = 0,
#    which is E k y_j^(k-1) y_m^2 = E y_j^(k+1); and E s y_m^2 = E s, the same for all m. Hence the
#    two have the same mean for every B: nothing grows to first order, whatever the width;
# 3. what is off the orthogonal matrices, of order eps, may not add to that: by the symmetries of
#    the columns (permutations and signs, under which the skew matrices are irreducible) all first
#    exponents along the group are equal, and their sum is the mean divergence of a vector field
#    under Haar measure, which is 0.
# So R(a) is of order eps^2 = c^2 a^(2(k-1)); that its coefficient is not 0, and positive from
# widths of about 6 on, is measured. The sum of R(l^(-e)) over the layers is bounded iff
# e > 1/(2(k-1)): 1/4 for odd activations such as tanh and sin, 1/2 for others with act(0) = 0 such
# as SiLU. ReLU has no such exponent: relu(a z) = a relu(z), and BN forgets a. At width 100 rates
# follow this from gains below those of figure E1 on only: deviations are of the order of eps times
# the time, about d layers, in which representations become orthogonal.
@claim(
    "sharp:critical-exponent",
    symbols={
        "R": "the explosion rate: the growth of the log gradient a layer",
        "a": "the gain",
        "k": "the order of the activation's first non-linear term",
    },
    title="The explosion rate falls like a^(2(k-1)), and gains l^-e tame it for e > 1/(2(k-1))",
    statement=r"\lim_{a \to 0} \frac{\log R(a)}{\log a} = 2 (k - 1),\quad"
    r" \operatorname{act}(z) = z + c z^k + \dots",
    kind=Kind.LIMIT,
    hypotheses=[natural("k", at_least=2)],
    expected=Verdict.HOLDS,
    source="derived: perturbation of the network without activation; R(a) is the growth of the log"
    " gradient a layer at a constant gain a, n = d, orthogonal weights, BN without mean",
    decided_by="growth rates at small gains, one a multiple of the other",
    mutants=[
        Mutant("a rate of first order", lambda k: as_array(k) - 1, {"k": 3}),
        Mutant("a rate of fourth order", lambda k: 4 * (as_array(k) - 1), {"k": 3}),
    ],
    not_attacked="a limit of small gains, over random layers: sampled",
    plans=[
        AuditRow(
            GAIN_EXPONENT,
            ("batch", "activated", "full", "drawn", "orthogonal", "square", "uncentred"),
            lambda f, m: 1 / f(m.order),
            relation="above",
        )
    ],
)
def power_of_the_rate(k: int) -> Array:
    return 2 * (as_array(k) - 1)
