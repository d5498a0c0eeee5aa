"""Chain (1) at a finite width stays beside its limit d = inf, with a probability that is known.

With C_k = H_k^T H_k, c_k the same at d = inf, and F the expected Gram matrix of the next layer,
c_(k+1) = F(c_k) and C_(k+1) = F(C_k) + noise, whose mean given C_k is 0 and E||noise||^2 at most
(1 - 1/n)/d (sharp:gram-variance). Let radius_0 = 0,

    radius_(k+1)^2 = L_k^2 radius_k^2 + n (n-1) l/(d failure),

L_k Lipschitz's constant of F between c_k and all that is within radius_k of it. As long as every
||n C_j - n c_j||_F, j <= k, is at most radius_j, the noise being uncorrelated with what was,
E||n C_(k+1) - n c_(k+1)||^2 over that event is at most failure/l radius_(k+1)^2. So by Chebyshev
each of l layers is the first to leave its radius with a probability of at most failure/l, and all
of them stay with one of 1 - failure or more; and the mean distance over the event that all earlier
ones stay is at most sqrt(failure/l) radius, ``mean_distance``.

F(C) has the eigenvectors of C and the eigenvalues p(q). The derivative of p is T - Q M, with
Q = diag(q), S = sum q_j u_j^2 and u uniform on the sphere: T = diag(E u_i^2/S) and
M = E u_i^2 u_j^2/S^2. Let n q = 1 + e, y = 1 + the least e, x the largest |e_i|. Two bounds of it,
both for sum v = 0; the smaller counts.

1. 0 <= T <= 1/y and 0 <= M <= n/y^2, as its rows sum to E u_i^2/S^2, so that T - M/n has norm 1/y^2
   at most. By Cauchy and Schwarz with E u_i^4 = 3/(n(n+2)), E(sum u_j^2 v_j)^2 = 2||v||^2/(n(n+2)),
   also ||M v|| <= sqrt(6n)/y^2 ||v||. So L = (1 + x min(1, sqrt(6/n)))/y^2.
2. With h = sum e_j u_j^2, so that n S = 1 + h and |h| <= x: 1/(1+h) = 1 - h + h^2/(1+h) and
   1/(1+h)^2 = 1 - 2h + h^2 (3+2h)/(1+h)^2. As sum e = 0, n E u_i^2 h = 2 e_i/(n+2) and
   n E u_i^2 h^2 = (2 s^2 + 8 e_i^2)/m, m = (n+2)(n+4), s^2 = sum e_j^2 <= n x (1-y) (Bhatia and
   Davis); by polarisation n E u_i^2 h g = (2 <e,v> + 8 e_i v_i)/m, g = sum v_j u_j^2. Hence
   T v = v - 2 e v/(n+2) + at most (2 s^2 + 8 x^2)/(m y) ||v||, and Q M v is (1 + e) times
   2 v/(n+2), at most (4 sqrt(n) s + 16 x)/m ||v||, and what h^2 leaves, by Cauchy and Schwarz
   x (3+2x) sqrt((2n+8)(2 s^2 + 8 x^2))/(m y^2) ||v||. Near isometry L is n/(n+2): F contracts.

L bounds (p_i - p_j)/(q_i - q_j) too, as p is symmetric, and with it the derivative of F in the
directions that turn the eigenvectors.
"""

import functools
import math
from collections.abc import Sequence

import flint
import mpmath

from lemmata.theory.numerics.backends import Array, sqrt, where
from lemmata.verify.chains.limit import Ball, State

Extremes = tuple[Array, Array]  # of n c_k: the least deviation from 1, the largest deviation's size


def lipschitz(extremes: Extremes, n: int, radius: Array) -> Array:
    """L over a ball around c_k; inf where the ball reaches a singular matrix."""
    low, size = extremes
    x, y = size + radius, 1 + low - radius
    inside = y > 0
    x, y = where(inside, x, 1.0), where(inside, y, 1.0)
    far, near = _far_from_isometry(x, y, n), _near_isometry(x, y, n)
    return where(inside, where(near < far, near, far), math.inf)


def _far_from_isometry(x: Array, y: Array, n: int) -> Array:
    return (1 + x * min(1.0, math.sqrt(6 / n) * (1 + 1e-15))) / y**2


def _near_isometry(x: Array, y: Array, n: int) -> Array:
    m, up = (n + 2) * (n + 4), 1 + 1e-15  # whole numbers, and a little more than what rounding adds
    squares = n * x * (1 - y)
    second = 2 * squares + 8 * x**2
    mixed = 4 * sqrt(n * squares) + 16 * x
    mixed = mixed + x * (3 + 2 * x) * sqrt((2 * n + 8) * second) / y**2
    return (n + 4 * x) * (up / (n + 2)) + (second / y + (1 + x) * mixed) * (up / m)


def radii(states: Sequence[Extremes], n: int, d: Array, failure: Array) -> list[Array]:
    """radius_0, ..., radius_l of the states c_0, ..., c_l; all 0 at d = inf."""
    zero = 0 * states[0][0]
    if d == math.inf:
        return [zero] * len(states)
    noise = zero + n * (n - 1) * (len(states) - 1) / (d * failure)
    found = [zero]
    for extremes in states[:-1]:
        moved = lipschitz(extremes, n, found[-1]) * found[-1]
        found.append(sqrt(where(found[-1] == 0, zero, moved) ** 2 + noise))
    return found


def mean_distance(radii: Sequence[Array], failure: Array) -> Array:
    """E ||n C_l - n c_l||_F over the event that all earlier layers are within their radii."""
    return radii[-1] * sqrt(radii[0] + failure / (len(radii) - 1))


def beside(states: Sequence[State], n: int, d: Ball, failure: Ball) -> tuple[Ball, Ball]:
    """Two bounds for a chain in balls with q_1 above the others: the mean ||C_l - c_l|| over the
    event that all layers before the last stay within their radii, and an alpha for which A1 holds
    on that event.
    """
    if not all(one > rest for one, rest in states):
        raise ArithmeticError("the balls do not tell which eigenvalue is the smallest")
    seen = [(n * rest - 1, (n * one - 1).max(1 - n * rest)) for one, rest in states]
    found = radii(seen, n, d, failure)
    least = [(1 + low - radius) / n for (low, _), radius in zip(seen[1:], found[1:], strict=True)]
    alpha = functools.reduce(flint.arb.min, least).sqrt()
    return mean_distance(found, failure) / n, alpha


def below(ball: Ball) -> Array:
    """The lower end of a ball, exactly, for a bound or an observation of which the least counts."""
    mantissa, exponent = ball.lower().man_exp()
    return mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))
