"""Steps about the orthogonality gap that several reductions share (verify/proofs/steps).

q_i are the eigenvalues of H_l^T H_l, q_n the smallest, Vhat = 1/n - q_n; C = H_{l+1}^T H_{l+1}.
"""

import math
from itertools import product

import flint
import numpy as np

from theory.numerics.backends import Array, as_ball, as_mpf, elementwise
from theory.numerics.enclosures import enclose_gram_map
from theory.spectrum import from_eigenvalues
from verify.cases import mpf_array
from verify.proofs import steps
from verify.proofs.prover import Shown, always, variables

_balls = elementwise(as_ball)


def variance_of_a_mean() -> Shown:
    """E||C - E C||_F^2 = (1 - sum p_i^2)/d <= (1 - 1/n)/d, C a mean of d independent u u^T, |u|=1.

    1. The rows u of BN(W H) are independent for Gaussian W: of the d^2 products of their deviations
       D_k = u u^T - E u u^T the mixed ones have mean 0, and d of them are left, over d^2.
    2. E u u^T = diag(p_i): u_i u_j with i != j is odd in w_i. Entry by entry
       (u_i u_j - p)^2 = u_i^2 u_j^2 - 2 p u_i u_j + p^2, whose sum is
       |u|^4 - 2 sum p_i u_i^2 + sum p_i^2, of mean 1 - sum p_i^2.
    3. n sum p_i^2 >= (sum p_i)^2 = 1 (Cauchy and Schwarz).
    The same by enumeration of a law with three rows, exactly: ``_enumerated_variance``.
    """
    a, b, p = variables("a b p")
    return always(
        (a * b - p) ** 2 == a**2 * b**2 - 2 * p * a * b + p**2,
        bool(steps.cauchy_schwarz()),
        _enumerated_variance(),
    )


def _enumerated_variance() -> bool:
    """Rows (3/5, +-4/5) and (1, 0) with probabilities 1/4, 1/4, 1/2; d = 3; exact rationals."""
    rows = [((3, 4), 1), ((3, -4), 1), ((5, 0), 2)]
    p = [flint.fmpq(2 * 9 + 2 * 25, 100), flint.fmpq(2 * 16, 100)]
    d, total = 3, flint.fmpq(0)
    for choice in product(rows, repeat=d):
        weight = flint.fmpq(math.prod(w for _, w in choice), 4**d)
        for i, j in product(range(2), repeat=2):
            entry = sum((flint.fmpq(u[i] * u[j], 25 * d) for u, _ in choice), flint.fmpq(0))
            total += weight * (entry - (p[i] if i == j else 0)) ** 2
    return bool(total == (1 - p[0] ** 2 - p[1] ** 2) / d)


def enclosed_shares(q: Array) -> Array:
    """The expected Gram spectrum p of q by flint's own quadrature, which encloses it."""
    levels = sorted(set(q))
    counts = [list(q).count(v) for v in levels]
    balls = from_eigenvalues(_balls(mpf_array(levels) * len(q)), counts)
    share = dict(zip(levels, enclose_gram_map(balls), strict=True))
    return np.array([as_mpf(share[v]) for v in q])


def log_convexity() -> Shown:
    """g = A^(-3/2) B^(-(n-1)/2), A = 1 + 2t(1/n - delta), B = 1 + 2t(1/n + delta/(n-1)), is convex.

    With m = n - 1 and A' = -2t, B' = 2t/m: (log g)' = 3t/A - t/B, and (log g)'' = 6t^2/A^2 +
    2t^2/(m B^2) > 0, so g''/g = (log g)'' + (log g)'^2 > 0. A and B are positive on [0, 1/n]:
    A >= 1 and B > 1. Differentiated as polynomials in delta, n A and n m B having no denominators.
    """
    t, n, delta = variables("t n delta")
    m = n - 1
    A, B = n + 2 * t * (1 - n * delta), n * m + 2 * t * (m + n * delta)  # n A and n m B
    dA, dB = A.derivative(2), B.derivative(2)
    return always(
        # -(3/2) A'/A - (m/2) B'/B = 3t/A - t/B, both sides times 2 A B
        -3 * dA * B - m * dB * A == 2 * (3 * t * n * B - t * n * m * A),
        # (3t n/A)' = 6 t^2 n^2/A^2 and (-t n m/B)' = 2 t^2 n^2 m/B^2, times A^2 and B^2
        -3 * t * n * dA == 6 * t**2 * n**2,
        t * n * m * dB == 2 * t**2 * n**2 * m,
    )


def tangent_at_isometry() -> Shown:
    """p_n >= q_n (1 + 2n/(n+2) Vhat), in three steps.

    1. By lemma 9, p_n = q_n int (1+2t q_n)^(-3/2) prod_{j<n} (1+2t q_j)^(-1/2) dt, and
       prod_{j<n} (1+2t q_j) is largest where the q_j are equal (AM-GM): p_n >= q_n int g(Vhat) dt.
    2. g is convex (lemma 10): g(Vhat) >= g(0) + g'(0) Vhat.
    3. With v = 1/(1+2t/n): g(0) = v^(1+n/2) and g'(0) = 3t v g(0) - t v g(0) = 2t v^(2+n/2). As
       int v^(1+k) dt = n/(2k) and 2t v = n (1-v), int g(0) dt = 1 and
       int g'(0) dt = n int (v^(1+n/2) - v^(2+n/2)) dt = n (1 - n/(n+2)) = 2n/(n+2).
    Then 1/n - p_n <= Vhat + q_n - q_n - 2n/(n+2) q_n Vhat. Last, 2n/(n+2) >= 2/3 from n = 1 on.
    """
    n, t, v = variables("n t v")
    half = flint.fmpq(1, 2)
    first, second = half * n, half * n + 1  # k of the two powers of v
    return always(
        bool(steps.gaussian_transform()),
        bool(steps.log_below_its_tangent()),
        # v (n + 2t) = n gives 2t v = n (1-v)
        2 * t * v - n * (1 - v) == v * (n + 2 * t) - n,
        # n/(2k) is 1 at k = n/2, and n (n/(2 first) - n/(2 second)) = 2n/(n+2), cross-multiplied
        n == 2 * first,
        n * (second - first) * n * (n + 2) == 2 * n * 2 * first * second,
        steps.no_negative_coefficient(6 * n - 2 * (n + 2), 1, 0, 0),
    )


def smallest_eigenvalue_is_lipschitz() -> Shown:
    """|lambda_min(C) - p_n| <= ||D||_F, D = C - diag(p), p_n the least p_i (Weyl).

    v^T C v = v^T diag(p) v + v^T D v >= p_n - ||D||_F for |v| = 1: the first term by Courant and
    Fischer, the second by Cauchy and Schwarz over the entries, sum (v_i v_j)^2 = |v|^4. And
    lambda_min(C) <= C_nn <= p_n + ||D||_F. p_n is the least: by lemma 9 it is enough that
    q/(1 + 2tq) rises with q, q (1 + 2tr) - r (1 + 2tq) = q - r.
    """
    q, r, t = variables("q r t")
    return always(
        bool(steps.diagonal_entries_lie_between_the_eigenvalues()),
        bool(steps.cauchy_schwarz()),
        q * (1 + 2 * t * r) - r * (1 + 2 * t * q) == q - r,
    )


def drift_condition() -> list[Shown]:
    """E Vhat' <= (1 - 2n/(n+2) q_n) Vhat + sqrt((1-1/n)/d): theorem 5 with the lemmas' constants.

    E Vhat' <= (1/n - p_n) + E|Vhat' - (1/n - p_n)|: lemma 8, and the root of lemma 7.
    """
    return [
        log_convexity(),
        tangent_at_isometry(),
        variance_of_a_mean(),
        smallest_eigenvalue_is_lipschitz(),
    ]
