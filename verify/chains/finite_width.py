"""Chain (1) at a finite width stays beside its limit d = inf, with a probability that is known.

With C_k = H_k^T H_k, c_k the same at d = inf, and F the expected Gram matrix of the next layer,
c_(k+1) = F(c_k) and C_(k+1) = F(C_k) + noise, E||noise||^2 <= (1 - 1/n)/d (sharp:gram-variance).
By Chebyshev all of l noises are at most sqrt((1 - 1/n) l/(d failure)) on an event of probability
1 - failure or more; there ||n C_k - n c_k||_F <= radius_k, where

    radius_0 = 0,    radius_(k+1) = L_k radius_k + sqrt(n (n-1) l/(d failure)),

and L_k is Lipschitz's constant of F between c_k and C_k. F(C) has the eigenvectors of C and the
eigenvalues p(q). The derivative of p is T - Q M, with Q = diag(q), S = sum q_j u_j^2 and u uniform
on the sphere: T = diag(E u_i^2/S) and M = E u_i^2 u_j^2/S^2. Let y/n be the least q, y <= 1, and
x/n the largest |q_i - 1/n|. Then 0 <= T <= 1/y and 0 <= M <= n/y^2, as its rows sum to E u_i^2/S^2,
so that T - M/n has norm 1/y^2 at most. Where sum v = 0, by Cauchy and Schwarz with
E u_i^4 = 3/(n(n+2)) and E(sum u_j^2 v_j)^2 = 2||v||^2/(n(n+2)), also ||M v|| <= sqrt(6n)/y^2 ||v||.
So along the simplex L = (1 + x min(1, sqrt(6/n)))/y^2. It bounds (p_i - p_j)/(q_i - q_j) too, as p
is symmetric, and with it the derivative of F in the directions that turn the eigenvectors.
"""

import math
from collections.abc import Sequence
from typing import Any

from theory.numerics.backends import sqrt, where

Extremes = tuple[Any, Any]  # of n c_k: the least deviation from 1, the largest deviation's size


def lipschitz(extremes: Extremes, n: int, radius: Any) -> Any:
    """L over a ball around c_k; inf where the ball reaches a singular matrix."""
    low, size = extremes
    x, y = size + radius, 1 + low - radius
    share = min(1.0, math.sqrt(6 / n) * (1 + 1e-15))
    inside = y > 0
    return where(inside, (1 + x * share) / where(inside, y, 1.0) ** 2, math.inf)


def radii(states: Sequence[Extremes], n: int, d: Any, failure: Any) -> list[Any]:
    """radius_0, ..., radius_l of the states c_0, ..., c_l; all 0 at d = inf."""
    zero = 0 * states[0][0]
    if d == math.inf:
        return [zero] * len(states)
    noise = sqrt(zero + n * (n - 1) * (len(states) - 1) / (d * failure))
    found = [zero]
    for extremes in states[:-1]:
        moved = lipschitz(extremes, n, found[-1]) * found[-1]
        found.append(where(found[-1] == 0, zero, moved) + noise)
    return found
