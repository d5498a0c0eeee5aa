"""Batches smaller than the width, with orthogonal weights: what samples look like in depth, and
how fast gradients grow.
"""

from collections.abc import Iterable
from typing import Any

import mpmath
import numpy as np

from lemmata.theory.audit import BN, GAP_IN_DEPTH, GROWTH, LIMIT, RANK_IN_DEPTH, AuditRow
from lemmata.theory.figures import FigureClaim, Range, Said, about, at_least, at_most, figure
from lemmata.theory.hypotheses import natural, of_full_row_rank, positive, within
from lemmata.theory.ledger import Kind, Mutant, Verdict, claim
from lemmata.theory.meterez2024.section_3_3 import lipschitz_loss
from lemmata.theory.numerics.backends import Array, as_array, sqrt
from lemmata.theory.rocq import Formal, gradients
from lemmata.theory.rocq import vocabulary as rocq
from lemmata.theory.sharp.gradients import expected_log_gradient
from lemmata.theory.sharp.isometry import expected_gap

# sharp:haar-spectrum: the Gram matrix deep in a network with orthogonal weights and n < d.
#
# Chain (3) of meterez2024 with n = y d samples, G = (n/d) X^T X, tr G = n, tau = tr/n. W has a
# Haar law, so a row of W X has the squared length 1 + e, and e the variance (2/n)(tau(G^2) - y):
# nothing is left of it at n = d, where BN then does nothing at an isometry. Where n is large, to
# leading order in 1/n, heuristically:
# 1. E G' = G - (2/n)(G^2 - tau(G^2) G), and G' - E G' = (sigma^(1/2)/n) G^(1/2) S G^(1/2) with S of
#    GOE (entries of variance 1) and sigma = 2 y (tau(G^2) - y). In the time t = l/n this is a free
#    diffusion, that of sharp:stationary-spectrum with sigma for 1/c.
# 2. Its moments m_k are at rest where (sigma/2) M^2 + 2 (tau(G^2) - w) M + 2 = 0, with
#    M = sum_{k >= 1} m_k w^(-k): the law of Marchenko and Pastur with the ratio
#    h = sigma/4 = tau(G^2) - 1, which is h = y (1 - y)/(2 - y).
# So deep in the network n samples look like n Gaussian vectors of dimension n/h, as nearly
# dependent as they get at y = 2 - sqrt(2) = 0.59, where h = 0.17.


def _ratio(y: Array) -> Array:
    return y * (1 - y) / (2 - y)


@claim(
    "sharp:haar-spectrum",
    symbols={
        "y": "samples by width, $n/d$",
        "h": "the spread of the eigenvalues at rest",
    },
    title="With orthogonal weights n = y d samples look like Gaussian vectors of dimension n/h",
    statement=r"n = y d:\quad \lim_{n \to \infty} \mathbb{E}\, \tfrac{1}{n} \operatorname{tr}"
    r" (\tfrac{n}{d} X_l^\top X_l)^k = 1 + h,\; 1 + 3 h + h^2 \quad (k = 2, 3,\; l \gg n),"
    r"\quad h = \frac{y (1 - y)}{2 - y}",
    kind=Kind.LIMIT,
    hypotheses=[within("y", 0, 1)],
    expected=Verdict.HOLDS,
    source="derived: the moments of Marchenko and Pastur, at rest under the free diffusion of"
    " chain (3) of meterez2024 with n < d",
    decided_by="both moments over deep layers at n and 2 n, extrapolated in 1/n",
    reason="a limit of n and d in which free probability was used heuristically: no proof",
    mutants=[
        Mutant("rows of Gaussian weights", lambda y: _moments(y / (2 - y)), {"y": 0.5}),
        Mutant("h = y (1 - y)/2, near isometry", lambda y: _moments(y * (1 - y) / 2), {"y": 0.5}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    plans=[
        AuditRow(
            GAP_IN_DEPTH,
            (*BN, "orthogonal", "smaller", "several", "settled"),
            lambda f, m: sqrt((f(m.samples / m.width)[0] - 1) / m.samples),
        ),
        AuditRow(
            RANK_IN_DEPTH,
            (*BN, "orthogonal", "smaller", "several", "settled"),
            lambda f, m: m.samples / f(m.samples / m.width)[0],
        ),
    ],
)
def spectral_moments(y: Array) -> Array:
    """tau(G^2) and tau(G^3), G = (n/d) X^T X."""
    return _moments(_ratio(as_array(y, "y")))


def _moments(h: Array) -> Array:
    return np.array([1 + h, 1 + 3 * h + h * h])


# sharp:haar-growth: how fast gradients grow with orthogonal weights and batches below the width.
#
# A tangent T of chain (3) grows as a gradient does. T = X A + T', the columns of T' orthogonal to
# the samples; an antisymmetric A is a rotation of the samples, and stays as it is. With G as above
# at rest, s the symmetric part of A, C = T'^T T', u = tau(G C) + (2/y) tau(G s G s), in t = l/n:
# 1. dC = (2 (1 - h) C - G C - C G + (1 - y) u G) dt: a row loses its part along the sample, with
#    weight u, and what falls into the samples' span leaves C;
# 2. ds = -(s G + G s) dt + noise, which is what falls there: the symmetric part of
#    (4 y h)^(1/2) G^(-1/2) S C^(1/2) + y u^(1/2) G^(-1/2) S G^(1/2), S free of G.
# Both are linear in (C, s^2): all grows like exp(2 f t). In the variable F = (v + r)/(1 + r v), r^2
# = h, where (1 + r v)(1 + r/v) = w parametrises the resolvent of G, they are transported by
# dF = -2 (1 - h) F dt, and can be integrated: with f = (1 - h) a,
#   J = int_0^1 x^(a-1) (1 - h x)^(-2) dx, I_k = int_0^1 x^(a+1) (1 - h x)^(-k) dx,
#   (1 - y)(1 + (1 - h)((1 - a) J + h (a + 1) I_2)) + y (1 - h)^2 (2 I_3 - I_2 + (1 - h) I_4) = 2.
# f falls from 1/2 at y = 0, which is sharp:gaussian-explosion at large n, to 0 at y = 1, where
# theorem 5 of meterez2024 is; there f = 1 - y to leading order. (1 - y)/2 is 19 % below it at 3/4.


@claim(
    "sharp:haar-growth",
    headline="With orthogonal weights and n < d samples gradients grow by"
    " exp(f(n/d)/n) a layer: nothing is fitted",
    symbols={
        "y": "samples by width, $n/d$",
        "f": "the growth of the log gradient a layer, times $n$",
        "a": "the root of the equation, between 0 and 1/2",
        "h": "the spread of the eigenvalues at rest (sharp:haar-spectrum)",
    },
    title="With orthogonal weights and n < d samples, gradients grow by exp(f(n/d)/n) a layer",
    statement=r"n = y d:\quad \lim_{n \to \infty} n \lim_{L \to \infty} \tfrac{1}{L} \log"
    r" \|\partial L / \partial X_l\|_F = f(y) = (1 - h)\, a,\quad h = \frac{y (1 - y)}{2 - y},\quad"
    r" (1 - y) \left(1 + (1 - h) ((1 - a) J + h (a + 1) I_2)\right)"
    r" + y (1 - h)^2 \left(2 I_3 - I_2 + (1 - h) I_4\right) = 2,\quad"
    r" J = \int_0^1 \frac{x^{a-1}\, dx}{(1 - h x)^2},\;"
    r" I_k = \int_0^1 \frac{x^{a+1}\, dx}{(1 - h x)^k}",
    kind=Kind.LIMIT,
    hypotheses=[within("y", 0, 1)],
    expected=Verdict.HOLDS,
    source="derived: the free limit of a tangent of chain (3) of meterez2024 with n < d",
    uses=["sharp:haar-spectrum"],
    decided_by="the growth of a tangent at n and 2 n, extrapolated in 1/n",
    reason="a limit of n and d in which free probability was used heuristically: no proof",
    mutants=[
        Mutant("(1 - y)/2", lambda y: (1 - as_array(y)) / 2, {"y": 0.75}),
        Mutant("as at d = inf: 1/2", lambda y: as_array(y) * 0 + 0.5, {"y": 0.25}),
    ],
    not_attacked="a limit without an input, over random layers: sampled",
    audit=AuditRow(
        GROWTH,
        (*BN, "orthogonal", "smaller", "many", "independent", "deep"),
        # see sharp:haar-growth-at-finite-sizes
        lambda f, m: f(m.rank / m.width) / (m.rank - 1.5),
        "growth",
        plot="log_gradient",
    ),
)
def growth_rate(y: Any) -> Any:
    """f(y), from the root a in (0, 1/2); at y = 0 and 1 the limits 1/2 and 0."""
    exact = isinstance(y, mpmath.mpf)
    with mpmath.workdps(mpmath.mp.dps + 15 if exact else 30):
        y = mpmath.mpf(y)
        if not 0 < y < 1:
            return (1 - y) / 2 if exact else float(1 - y) / 2
        h = _ratio(y)
        start = (1 - y) / 2 * (1 + y * y), (1 - y) / 2 * (1 + y)
        a = mpmath.findroot(lambda a: _balance(a, y, h), start, solver="anderson")
        found = (1 - h) * a
    return +found if exact else float(found)


def _balance(a: Any, y: Any, h: Any) -> Any:
    """The two sides of the equation, one less the other; partial integration leaves one 2F1."""
    K = 1 / (1 - h)
    first = mpmath.hyp2f1(1, a, a + 1, h) / a  # int_0^1 x^(a-1)/(1 - h x) dx
    J, I2 = K + (1 - a) * first, (K - (1 + a) * first + 1 / a) / h**2
    I3 = (K**2 - a * I2) / 2
    I4 = (K**3 - (a - 1) * I3) / 3
    samples = (1 - y) * (1 + ((1 - a) * J + h * (a + 1) * I2) / K)
    return samples + y / K**2 * (2 * I3 - I2 + I4 / K) - 2


# sharp:haar-growth-at-finite-sizes: the growth a layer at sizes that people use.
#
# At y = 0 the growth is (1/2) log((n-1)/(n-2)) = 1/(2 (n - 3/2)) up to its third order in 1/n
# (sharp:gaussian-explosion). That (n - 3/2) lambda = f(n/d) at every y is a guess, so that the next
# order of n lambda would be 3 f(y)/(2 n). Another derivation of the next order is missing: beside
# moments of degree six of a Haar matrix it takes the noise of C and s, which the limit does not.
# c = n - f/lambda, where the guess has 3/2, as measured by another program (explicit weights, QR):
# 1.50(1) at (d, n) = (128, 8), (256, 8), 1.45(4) at (64, 16), 1.67(7) at (32, 16), 1.90(15) at
# (64, 32), 2.2(2) at (48, 36), 3.3(3) at (64, 48). So it is 3/2 at small n/d only, and the growth
# is up to 4 % above the guess at n = 3 d/4. At n = 4 small widths lack a part: the square of a
# gradient has an infinite variance in one layer there, and the growth is 6 % below at d = 64.
SIZES = (
    *((64, 8), (64, 16), (48, 16)),
    *((64, 32), (32, 8), (128, 8), (32, 16), (128, 16), (32, 24), (128, 32), (64, 48), (256, 64)),
    *((512, 8), (512, 32), (128, 96), (256, 128), (512, 256)),
)
"""(d, n), the cheap ones first."""
GROWS = {
    r"\lambda": "the growth of the log gradient a layer, at the width and batch size in brackets or"
    " in the index",
    "f": "the function of sharp:haar-growth",
}
FINITE = figure(
    FigureClaim(
        "sharp:haar-growth-at-finite-sizes",
        title="From n = 8 on gradients grow by f(n/d)/(n - 3/2) a layer, within a tenth",
        sentence="With orthogonal weights and n < d samples the growth of gradients a layer is that"
        " of the law of large n, with n - 3/2 in the place of n.",
        says={
            f"growth over the law, d = {d}, n = {n}": Said(
                rf"\frac{{(n - 3/2)\, \lambda({d}, {n})}}{{f({n}/{d})}}", about(1, 0.1)
            )
            for d, n in SIZES
        },
        x="$n/d$",
        y=r"$(n - 3/2)\,\lambda(d, n)$",
    ),
    symbols=GROWS,
    source="derived: sharp:haar-growth, and sharp:gaussian-explosion at n/d = 0; 3/2 is a guess"
    " elsewhere",
    decided_by="the growth of a tangent over deep layers, for each of these sizes",
    uses=["sharp:haar-growth", "sharp:gaussian-explosion"],
    wrong={
        "f(n/d)/n": {"growth over the law, d = 64, n = 8": about(6.5 / 8, 0.05)},
        "1/(2 (n - 3/2)), as at d = inf": {
            "growth over the law, d = 48, n = 16": about(1.48, 0.1),
        },
        "(1 - n/d)^2/(2 (n - 3/2))": {"growth over the law, d = 48, n = 16": about(0.66, 0.1)},
    },
)


# sharp:batch-growth-elsewhere: tanh, ReLU and residual connections, at every n/d.
#
# For n >= d and no activation nothing grows (sharp:theorem-5-large-batch). An activation makes
# gradients grow at every batch size, as every layer leads away from isometry
# (sharp:critical-exponent): there the batch changes the rate. With a residual connection,
# X' = X + BN(W X), ||X_l||^2 is proportional to l, and BN divides by it: a layer adds to the square
# of a tangent the share (1/l) (n-1)/(n-2) of it or less, so that its size grows like l^(1/2),
# n < d or not: at n < d what grows is no more than in other networks. With ReLU within, samples
# align with their mean, and the power is nearer to 1.
SHARES = {"n = d/4": 0.25, "n = d/2": 0.5, "n = d": 1.0, "n = 2 d": 2.0}
SMALL, LARGE = list(SHARES)[:2], list(SHARES)[2:]


def _of(kind: str, shares: Iterable[str], latex: str, allowed: Range) -> dict[str, Said]:
    """The same range of one kind of networks at these batch sizes."""
    texts = {share: rf"{latex},\; \text{{{kind}}},\; {share}" for share in shares}
    return {f"{kind}, {share}": Said(text, allowed) for share, text in texts.items()}


BATCHES_ELSEWHERE = figure(
    FigureClaim(
        "sharp:batch-growth-elsewhere",
        title="Activations make gradients explode at every batch size, residual connections at"
        " none",
        sentence="Without activation gradients grow exponentially in depth for n < d and not for"
        " n >= d. With tanh and ReLU they do at every batch size, and faster in small batches. With"
        " residual connections they grow like a power of depth, whatever the batch.",
        says={
            **_of("no activation", SMALL, r"(n - 3/2)\, \lambda/f", about(1, 0.3)),
            **_of("no activation", LARGE, r"\lambda", at_most(0.003)),
            **_of("tanh", SHARES, r"\lambda", at_least(0.06)),
            **_of("ReLU", SHARES, r"\lambda", at_least(0.1)),
            "tanh, the smallest less the largest batch": Said(
                r"\lambda_{n = d/4} - \lambda_{n = 2 d},\; \text{tanh}", at_least(0.005)
            ),
            "ReLU, the smallest less the largest batch": Said(
                r"\lambda_{n = d/4} - \lambda_{n = 2 d},\; \text{ReLU}", at_least(0)
            ),
            **_of("residual", SHARES, r"\Delta \log \|T\|/\Delta \log l", Range(0.35, 0.75)),
            **_of("residual, ReLU", SHARES, r"\Delta \log \|T\|/\Delta \log l", Range(0.7, 1.15)),
        },
        x="$n/d$",
        y="growth of the log gradient a layer",
    ),
    symbols=GROWS,
    source="derived: sharp:haar-growth and sharp:theorem-5-large-batch; what activations and"
    " residual connections do is measured",
    decided_by="the growth of a tangent over layers 101 to 200 of five kinds of networks, and from"
    " layer 51 to 200 as a power of depth",
    uses=["sharp:haar-growth", "sharp:theorem-5-large-batch"],
    wrong={
        "large batches tame tanh": {"tanh, n = 2 d": at_most(0.03)},
        "gradients explode at n = d too": {"no activation, n = d": at_least(0.01)},
        "residual connections keep gradients bounded": {"residual, n = 2 d": at_most(0.1)},
        "with them gradients explode as without": {"residual, n = d/4": at_least(3)},
    },
)


# sharp:theorem-1-large-batch, sharp:theorem-5-large-batch: batches at least as large as the width.
#
# Let X_0 have rank d, n >= d. Then X_0 = B Q with B a d x d matrix of full rank and Q Q^T = I_d:
# with X_0 X_0^T = U diag(lambda) U^T, B = U diag(lambda)^(1/2), Q = diag(lambda)^(-1/2) U^T X_0.
# 1. A row of W B Q is as long as that of W B. So BN(W B Q) = BN(W B) Q, and chain (3) from X_0 is
#    that of n = d from B, times Q: X_l X_l^T is the same matrix for both, layer by layer.
# 2. A loss L of X_l is the loss A -> L(A Q) of the chain of n = d, whose gradient dL/dX Q^T is no
#    larger, and dL/dW_l is the very same.
# So all that is said of n = d holds, with phi(X^T), the gap of the d x d matrix X X^T, in the place
# of phi(X), which is infinite for n > d. That the batch spans the width is the hypothesis of
# theorem 5, not n = d. For the choice of a batch size: from the width on gradients are bounded at
# any depth; below it log ||dL/dX_l|| gains f(n/d)/(n - 3/2) a layer
# (sharp:haar-growth-at-finite-sizes).
SPANNED = (*BN, "orthogonal", "larger", "spanning", "deep")
ROWS_OF_RANK_D = (natural("d", at_least=2), of_full_row_rank(rocq.RECTANGULAR_START))


@claim(
    "sharp:theorem-1-large-batch",
    symbols={
        "g": "the least drift of a spectrum of this gap (sharp:extremal-drift)",
    },
    title="With n >= d samples the gap of X X^T decays as that of X does at n = d",
    statement=r"n \ge d:\quad \mathbb{E}\, \phi(X_l^\top) \le"
    r" \phi_0 \left(1 - \frac{g(\phi_0)}{\phi_0}\right)^l,\quad \phi_0 = \phi(X_0^\top)",
    kind=Kind.UPPER_BOUND,
    variables={"phi_0": r"\phi(X_0^\top)"},
    hypotheses=[positive("phi_0"), natural("l", at_least=0), *ROWS_OF_RANK_D],
    source="derived: X_0 = B Q, B square and Q with orthonormal rows; X_l = B_l Q, B_l the chain of"
    " sharp:theorem-1, whose g this is",
    uses=["sharp:theorem-1"],
    expected=Verdict.PROVED,
    mutants=[
        Mutant(
            "the local rate from any gap",
            lambda phi_0, l, d: phi_0 * (phi_0 * 0 + d) ** l / (d + 2) ** l,
            {"phi_0": 3.0, "l": 1, "d": 2},
        ),
        Mutant(
            "twice the drift",
            lambda phi_0, l, d: expected_gap(phi_0, 2 * l, d),
            {"phi_0": 3.0, "l": 1, "d": 2},
        ),
    ],
    formal=Formal({"phi_0": rocq.GAP_OF_ROWS, "l": rocq.l, "d": rocq.d}, rocq.MEAN_GAP_OF_ROWS),
    plans=[  # as phi falls to 0, where all q_i are 1/d
        AuditRow(
            GAP_IN_DEPTH,
            (*SPANNED, "settled"),
            lambda f, m: sqrt(1 / m.width - 1 / m.samples),
            relation=LIMIT,
        ),
        AuditRow(RANK_IN_DEPTH, (*SPANNED, "settled"), lambda f, m: m.width, relation=LIMIT),
    ],
    not_attacked="the right factor Q changes nothing: the attacks on sharp:theorem-1 are its own",
)
def expected_gap_of_rows(phi_0: Array, l: int, d: int) -> Array:
    return expected_gap(phi_0, l, d)


@claim(
    "sharp:theorem-5-large-batch",
    symbols={
        "g": "the least drift of a spectrum of this gap (sharp:extremal-drift)",
        "h": "the solution of $h + e^{-h} - 1 = s$, at least 0",
    },
    title="Gradients stay bounded at any depth for batches that span the width, n >= d",
    statement=r"n \ge d:\quad \mathbb{E} \log \|\tfrac{\partial L}{\partial W_l}\|_F \le \log K"
    r" + \tfrac{1}{2} \log d + \tfrac{1}{2} \sum_{k \ge 0} h(d\, \phi_0\, r^k),\quad"
    r" h + e^{-h} - 1 = s,\; r = 1 - g(\phi_0)/\phi_0,\; \phi_0 = \phi(X_0^\top)",
    kind=Kind.UPPER_BOUND,
    variables={"phi_0": r"\phi(X_0^\top)"},
    hypotheses=[
        positive("phi_0"),
        *lipschitz_loss(rocq.RECTANGULAR_START),
        *ROWS_OF_RANK_D,
    ],
    source="derived: as sharp:theorem-1-large-batch; the loss A -> L(A Q) of the chain of n = d is"
    " K-Lipschitz too, and its dL/dW_l the same",
    uses=["sharp:theorem-5", "sharp:theorem-1-large-batch"],
    expected=Verdict.PROVED,
    decided_by="gradients through 2000 layers of the chain (3) with n > d",
    mutants=[
        Mutant("K is lost", {"of_K": 0}, {"phi_0": 1e-6, "d": 4, "K": 1000.0}),
        Mutant("(1/2) log d with the other sign", {"sign": -1}, {"phi_0": 1e-6, "d": 4, "K": 1.0}),
    ],
    formal=Formal(
        {"phi_0": rocq.GAP_OF_ROWS, "d": rocq.d, "K": gradients.LIPSCHITZ},
        gradients.mean_log_weight_gradient(rocq.RECTANGULAR_START),
    ),
    not_attacked="the right factor Q changes nothing: the attacks on sharp:theorem-5 are its own",
    audit=AuditRow(
        "log ||dL/dW|| of the second linear map",
        (*BN, "orthogonal", "larger", "spanning"),
        lambda f, m: m.log_K + f(m.first_gap_of_rows, m.width, 1.0),
        "second_log_weight_gradient",
        beyond="largest_log",
    ),
    plans=[AuditRow(GROWTH, SPANNED, lambda f, m: 0.0)],  # of a bound for every depth
)
def expected_log_gradient_of_large_batches(
    phi_0: float, d: int, K: float, *, of_K: int = 1, sign: int = 1
) -> Array:
    return expected_log_gradient(phi_0, d, K, of_K=of_K, sign=sign)
