"""Steps about the squared orthogonality gap that several reductions share (verify/proofs/steps)."""

from verify.proofs.prover import Shown, always, variables
from verify.proofs.steps import no_negative_coefficient


def mean_and_deviation_are_orthogonal() -> Shown:
    """E||C - I/n||^2 = ||E C - I/n||^2 + E||C - E C||^2, entry by entry, and sum (p - 1/n)^2.

    (c - a)^2 = (m - a)^2 + 2 (m - a)(c - m) + (c - m)^2, the middle of mean 0 at m = E c; and
    (p - v)^2 = p^2 - 2 v p + v^2, whose sum at v = 1/n is sum p^2 - 1/n, as sum p = 1.
    """
    c, m, a = variables("c m a")
    return always(
        (c - a) ** 2 == (m - a) ** 2 + 2 * (m - a) * (c - m) + (c - m) ** 2,
        (m - a) ** 2 == m**2 - 2 * a * m + a**2,
    )


def concave_and_of_sum_zero() -> Shown:
    """x/(1+2tx) is concave in x and rises: its derivatives are 1/(1+2tx)^2 and -4t/(1+2tx)^3.

    As quotients, with y = 1 + 2tx: (x/y)' = (y - 2tx)/y^2 = 1/y^2, and (y^-2)' = -2 (2t) y^-3.
    sum F = 1 - gamma - n (1-gamma)/n = 0. A concave F with F(q_n) >= 0 is >= 0 from q_n on up to
    some point and <= 0 beyond: in ascending order signs change once, and partial sums of such terms
    with sum 0 are >= 0. The gap: sum of squares is convex and symmetric (Schur), and that of
    gamma q + (1-gamma)/n - 1/n = gamma (q - 1/n).
    """
    x, t, g, q, v = variables("x t g q v")  # v = 1/n
    y = 1 + 2 * t * x
    return always(
        y - x * y.derivative(0) == 1,
        y.derivative(0) == 2 * t,
        g * q + (1 - g) * v - v == g * (q - v),
    )


def unrolled() -> Shown:
    """x_(k+1) <= r x_k + b from x_0 = a: x_l <= r^l a + b (1 - r^l)/(1 - r), y standing for r^l.

    r (y a + b (1-y)/(1-r)) + b = r y a + b (1 - r y)/(1-r), times 1 - r. And
    S - v + (1 - S) w = (1-w)(S - v) + (1 - v) w, S = sum p^2, v = 1/n, w = 1/d. The radius:
    with 1 - rho = 2 n a/(n+2), a = alpha^2 <= 1/n, 1 + rho >= 2 (n+1)/(n+2): the difference, times
    n + 2, is 2 - 2 n a.
    """
    r, y, a, b, S, v, w, n = variables("r y a b S v w n")
    return always(
        r * (y * a * (1 - r) + b * (1 - y)) + b * (1 - r) == r * y * a * (1 - r) + b * (1 - r * y),
        S - v + (1 - S) * w == (1 - w) * (S - v) + (1 - v) * w,
        (2 * (n + 2) - 2 * n * a) - 2 * (n + 1) == 2 - 2 * n * a,
        no_negative_coefficient((n + 2) - 2, 0, 0, 0, 0, 0, 0, 0, 1),  # gamma >= 0
    )


def hoelder_by_a_tangent() -> Shown:
    """2 r - 3 r^2 + r^4 = r (r-1)^2 (r+2), so r >= (3 r^2 - r^4)/2 for r >= 0; and Jensen.

    f(x) = 2 - 2/sqrt(1 + n x) is concave: with s = sqrt(1 + n x), f' = n/s^3 falls. f <= n x:
    n x - f = s^2 - 1 - 2 + 2/s, times s that is s^3 - 3 s + 2 = (s-1)^2 (s+2).
    """
    (r,) = variables("r")
    return always(
        2 * r - 3 * r**2 + r**4 == r * (r - 1) ** 2 * (r + 2),
        r**3 - 3 * r + 2 == (r - 1) ** 2 * (r + 2),
    )
