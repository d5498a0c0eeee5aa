"""Steps that several reductions share, each an identity of polynomials over the rationals.

A reduction is a chain of such steps, written beside the claim it speaks of. A step compares two
polynomials coefficient by coefficient, so that it fails if the argument is wrong; where a sum runs
over d or n terms, or over pairs of them, it is compared term by term, for every d and n at once.
What is left to words are definitions, compactness, Tonelli, and the spectral theorem.
"""

import flint

from verify.proofs.reductions import Shown, always, variables


def log_below_its_tangent() -> Shown:
    """log x <= x - 1 for x > 0, with equality at 1 only.

    F = x - 1 - log x has F(1) = 0 and x F'(x) = x - 1: it falls before 1 and rises beyond.
    Summed over x_k/mean this is AM-GM: prod x_k <= mean^d, with equality for equal x_k only.
    """
    x, y = variables("x y")  # y stands for 1/x: F' = 1 - y, with x y = 1
    return always(x * (1 - y) + (x * y - 1) == x - 1)


def logarithm_beside_a_parabola() -> Shown:
    """(x-1)^2/(2M) <= x - 1 - log x on (0, M] and <= (x-1)^2/(2m) on [m, inf), m <= 1 <= M.

    By F of sharp:drift-from-spread, at L = M; at L = m it rises before 1 and falls beyond. So
    S/(d(d+2) lambda_max) <= -E log a <= S/(d(d+2) lambda_min).
    """
    x, c, y = variables("x c y")  # y = 1/x: c x F' = c x (1 - y) - x (x-1)
    return always(c * x * (1 - y) - x * (x - 1) + c * (x * y - 1) == (x - 1) * (c - x))


def cauchy_schwarz() -> Shown:
    """(sum a_i b_i)^2 <= sum a_i^2 sum b_i^2, pair by pair (Lagrange's identity).

    The difference is the sum of (a_i b_j - a_j b_i)^2 over pairs: the terms i = j cancel, and the
    two terms of a pair are that square. With b = 1: (sum a)^2 <= n sum a^2.
    """
    a, b, c, d = variables("a b c d")  # a_i, b_i, a_j, b_j
    pair = (a * d) ** 2 + (c * b) ** 2 - 2 * a * b * c * d
    return always(pair == (a * d - c * b) ** 2)


def gaussian_transform() -> Shown:
    """E exp(-s w^2) = (1+2s)^(-1/2) and E[w^2 exp(-s w^2)] = (1+2s)^(-3/2), w ~ N(0, 1).

    Both sides are power series in s near 0, so equal for s >= 0 by continuation. By parts
    E w^(2k+2) = (2k+1) E w^(2k): the terms E w^(2k+2j) (-s)^k/k! have the ratios
    -(2k+2j+1) s/(k+1), those of (1+2s)^(-1/2-j) have 2s (-1/2-j-k)/(k+1), j = 0, 1.
    """
    k, j = variables("k j")
    return always(2 * (-flint.fmpq(1, 2) - j - k) == -(2 * k + 2 * j + 1))
