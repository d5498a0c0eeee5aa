"""Steps about the Gram matrix of the next layer, C = H_{l+1}^T H_{l+1}, q_i the eigenvalues now."""

import math
from itertools import product

import flint
import numpy as np

from theory.numerics.backends import Array, as_ball, as_mpf, elementwise
from theory.numerics.enclosures import enclose_gram_map
from theory.spectrum import from_eigenvalues
from verify.cases import mpf_array
from verify.proofs import steps
from verify.proofs.reductions import Shown, always, variables

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
