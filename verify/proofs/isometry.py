"""Steps about the gap, its drift and the Jacobian of BN that proofs of several claims share.

lambda_k are the eigenvalues of X X^T, of mean 1; S = sum (lambda_k - 1)^2; g(phi) is the least
drift at the gap phi. One small eigenvalue and d - 1 equal ones are the slowest (contraction): with
s = 1 - lambda_min/lambda_max in [0, 1) the others are d/(d-s), the small one d (1-s)/(d-s), the gap
is T = d phi = -log(1-s) + d log(1 - s/d), S/lambda_max = s^2 (d-1)/(d-s), and
g = log(1 - s/d) - E log(1 - s b) with b = u_1^2 ~ Beta(1/2, (d-1)/2).
"""

import flint
import mpmath

from theory.numerics.backends import Array, as_ball, as_mpf, elementwise
from theory.numerics.enclosures import enclose_drift
from theory.spectrum import Spectrum, from_deviations
from verify.cases import mpf_array
from verify.proofs import steps
from verify.proofs.prover import Shown, always, log_quotient, prove, variables


def rate(spectrum: Spectrum) -> Array:
    """y = S/(2 d^2 (d+2)), the squares summed one by one."""
    d = spectrum.width
    pairs = zip(spectrum.deviations, spectrum.multiplicities.tolist(), strict=True)
    return sum(m * e * e for e, m in pairs) / (2 * d**2 * (d + 2))


def logarithm_beside_a_parabola() -> Shown:
    """(x-1)^2/(2M) <= x - 1 - log x on (0, M] and <= (x-1)^2/(2m) on [m, inf), m <= 1 <= M.

    By F of sharp:drift-from-spread, at L = M; at L = m it rises before 1 and falls beyond. So
    S/(d(d+2) lambda_max) <= -E log a <= S/(d(d+2) lambda_min), and since lambda_max <= d the drift
    is at least twice the rate y, -E log a >= S/(d^2 (d+2)).
    """
    x, c, y = variables("x c y")  # y = 1/x: c x F' = c x (1 - y) - x (x-1)
    return always(c * x * (1 - y) - x * (x - 1) + c * (x * y - 1) == (x - 1) * (c - x))


def one_eigenvalue_against_the_others() -> list[Shown]:
    """exp(-d phi) = x prod(others) <= M(x) = x ((d-x)/(d-1))^(d-1), AM-GM on the d - 1 others.

    1. M'/M = 1/x - (d-1)/(d-x) = d (1-x)/(x (d-x)): M rises on (0, 1) and falls on (1, d). So
       lambda_min < x_- would give M(lambda_min) < M(x_-) = exp(-d phi), and lambda_max > x_+ too.
       Attained by the spectra for which AM-GM is an equality.
    2. M(x) <= x exp(1-x) for every d, since log y <= y - 1 at y = (d-x)/(d-1): (d-1) (y-1) = 1 - x.
       Then x exp(-x) >= exp(-1 - d phi), where x exp(-x) rises on (0, 1) and falls beyond: x lies
       between -W_0 and -W_{-1}. Its logarithmic derivative is (1-x)/x.
    """
    x, d = variables("x d")
    return [
        steps.log_below_its_tangent(),
        always((d - x) - (d - 1) * x == d * (1 - x)),
        always((d - x) - (d - 1) == 1 - x),
    ]


def literal_roots(phi: Array, d: int) -> list[Array]:
    """The four bounds from their equations, with the digits that the contact at 1 costs.

    log M(x) = -d phi on either side of 1, bracketed: Illinois' method on the literal equation.
    """
    with mpmath.workdps(2 * mpmath.mp.dps):
        s, one, tiny = d * phi, mpmath.mpf(1), mpmath.mpf(10) ** (10 - mpmath.mp.dps)

        def root(*ends: Array) -> Array:
            def excess(x: Array) -> Array:
                return mpmath.log(x) + (d - 1) * mpmath.log((d - x) / (d - 1)) + s

            return mpmath.findroot(excess, ends, solver="illinois", tol=tiny, maxsteps=1000)

        below, above = (-mpmath.lambertw(-mpmath.exp(-1 - s), k).real for k in (0, -1))
        return [root(below, one), -root(one, min(above, d * (1 - tiny))), below, -above]


def two_level_drift(first: Array, d: int) -> Array:
    """The drift of the spectrum with one eigenvalue ``first``, enclosed, to working precision."""
    e = first - 1
    pair = elementwise(as_ball)(mpf_array([e, -e / (d - 1)]))
    return as_mpf(enclose_drift(from_deviations(pair, [1, d - 1])))


def three_eigenvalues_can_move_unless_two_are_equal() -> Shown:
    """Of 0 < x <= y <= z the pairs e_2 = xy + yz + zx move, e_1 = x + y + z and e_3 = xyz kept.

    1. With e_1 and e_3 the mean and the gap of the spectrum are kept, while
       (1+2vx)(1+2vy)(1+2vz) = 1 + 2v e_1 + 4v^2 e_2 + 8v^3 e_3 rises with e_2, v > 0.
    2. e_2 + eps, eps > 0, has three positive roots if y < z, e_2 - eps if x < y:
       p(v) = (v-x)(v-y)(v-z) = v^3 - e_1 v^2 + e_2 v - e_3; the new cubic is p +- eps v.
       It has the signs -, +, -, + at 0 (-xyz), x (eps x), m = (y+z)/2, z (eps z) for a small eps,
       as 8 p(m) = -(z-y)^2 (y+z-2x) < 0; or -, +, -, + at x (-eps x), m = (x+y)/2, z (-eps z),
       infinity, since 8 p(m) = (y-x)^2 (2z-x-y) > 0.
    """
    x, y, z, v = variables("x y z v")
    e1, e2, e3 = x + y + z, x * y + y * z + z * x, x * y * z
    p, product = (v - x) * (v - y) * (v - z), (1 + 2 * v * x) * (1 + 2 * v * y) * (1 + 2 * v * z)
    high, low = (p.compose(x, y, z, flint.fmpq(1, 2) * m) for m in (y + z, x + y))
    return always(
        product == 1 + 2 * v * e1 + 4 * v**2 * e2 + 8 * v**3 * e3,
        p == v**3 - e1 * v**2 + e2 * v - e3,
        p.compose(x, y, z, 0 * v) == -x * y * z,
        p.compose(x, y, z, x) == 0,
        p.compose(x, y, z, z) == 0,
        8 * high == -((z - y) ** 2) * (y + z - 2 * x),
        8 * low == (y - x) ** 2 * (2 * z - x - y),
    )


def least_drift_is_concave() -> list[Shown]:
    """dg/dphi = d (1-s) sum_k c_k s^(k-1) falls as s rises, and phi rises with s.

    1. The mean is 1: d (1-s) + (d-1) d = d (d-s). dphi/ds = 1/(d(1-s)) - 1/(d-s)
       = (d-1) s/(d (1-s)(d-s)) > 0.
    2. dg/ds = -1/(d-s) + sum_k m_k s^(k-1) with m_k = E b^k, so m_(k+1) = (k+1/2)/(k+d/2) m_k, and
       1/(d-s) = sum_k s^(k-1)/d^k: the first terms cancel, m_1 = 1/d.
    3. Times (d-s)/((d-1) s) the coefficient of s^(k-1) is (d m_(k+1) - m_k)/(d-1), the powers of
       1/d cancelling, which is c_k = k m_k/(k+d/2): d (k+1/2) - (k+d/2) = (d-1) k.
    4. c_(k+1)/c_k = (k+1/2)(k+1)/(k (k+d/2+1)) <= 1 for k >= 1, d >= 2, so that
       (1-s) sum c_k s^(k-1) = c_1 - sum (c_k - c_(k+1)) s^k falls.
    """
    s, d, k = variables("s d k")
    half = flint.fmpq(1, 2)
    fall = k * (k + half * d + 1) - (k + half) * (k + 1)
    return [
        always(d * (1 - s) + (d - 1) * d == d * (d - s)),
        always((d - s) - d * (1 - s) == (d - 1) * s),
        always(d * (k + half) - (k + half * d) == (d - 1) * k),
        always(steps.no_negative_coefficient(fall, 0, 2, 1)),
    ]


def contraction() -> list[Shown]:
    """E[phi_(l+1) | X_l] <= phi_l - g(phi_l) <= phi_l (1 - g(phi_0)/phi_0): see sharp:theorem-1.

    phi_l <= phi_0: phi(BN(W X)) - phi(X) = (1/d) sum log a_j <= 0, the a_j having mean 1.
    """
    return [
        three_eigenvalues_can_move_unless_two_are_equal(),
        *least_drift_is_concave(),
        steps.rows_come_out_of_a_determinant(),
        steps.log_below_its_tangent(),
    ]


def drift_from_gap() -> list[Shown]:
    """g(phi) >= phi/(d^2 (1 + d phi)) for every phi > 0 and d >= 2.

    1. g >= S/(d (d+2) lambda_max) (sharp:drift-from-spread), and the one-small spectrum has
       S/lambda_max = s^2 (d-1)/(d-s): with deviations -s (d-1)/(d-s) and s/(d-s), d - 1 times,
       S (d-s)^2 = s^2 (d-1)^2 + (d-1) s^2 = s^2 d (d-1), and lambda_max = d/(d-s).
    2. With e = 1/d the claim is (1-e)(1+T) >= e (1+2e)(1-es) T/s^2, that is 1 - e + tau B >= 0 with
       tau = T/s^2 and B = (1-e) s^2 - e (1+2e)(1-es): by balls on s <= 0.99, 0 <= e <= 1/2.
    3. Beyond, B falls as e rises, and is (s-1)(s+2)/2 >= -3 (1-s)/2 at e = 1/2; tau (1-s) is at
       most -(1-s) log(1-s)/s^2, which falls as s rises beyond 0.99 > 1 - exp(-1).
    """
    (s, d), end = variables("s d"), flint.arb("0.99")
    x = 1 - end

    def bracket(s: Array, e: Array) -> Array:
        return (1 - e) * s**2 - e * (1 + 2 * e) * (1 - e * s)

    def margin(s: Array, e: Array) -> Array:
        return 1 - e + (log_quotient(-s) - e * log_quotient(-e * s)) * bracket(s, e)

    def fall(s: Array, e: Array) -> Array:  # -dB/de
        return s**2 + (1 + 4 * e) * (1 - e * s) - e * (1 + 2 * e) * s

    return [
        logarithm_beside_a_parabola(),
        always(s**2 * (d - 1) ** 2 + (d - 1) * s**2 == s**2 * d * (d - 1)),
        prove(margin, (0, end), (0, 0.5)),
        always(2 * bracket(s, flint.fmpq(1, 2)) == (s - 1) * (s + 2)),
        prove(fall, (end, 1), (0, 0.5)),
        always(flint.arb(1) / 2 - flint.arb(3) / 2 * -x * x.log() / end**2 > 0),
    ]


def jacobian_of_a_normalised_vector() -> list[Shown]:
    """d(x_i/r)/dx_j = (delta_ij - x_i x_j/r^2)/r, with the eigenvalues 0 and, n - 1 times, 1/r.

    1. From r^2 = sum x_k^2 and y_i r = x_i. The first differentiated gives r r_j = x_j, the second
       y_ij r + y_i r_j = delta_ij, at the value claimed for y_ij.
    2. J x = 0 and J w = w/r for w orthogonal to x: n independent eigenvectors, so all of them.
       r^2 (x_i - x_i |x|^2/r^2) = x_i (r^2 - |x|^2), and r^2 (w_i - x_i (x.w)/r^2) = r^2 w_i.
    """
    xi, xj, r, delta, v = variables("xi xj r delta v")  # v = 1/r
    claimed = (delta - xi * xj * v**2) * v
    left = claimed * r + (xi * v) * (xj * v) - delta  # y_ij r + y_i r_j - delta_ij, r_j = x_j v
    x, w, square, r2, dot = variables("x w square r2 dot")
    along, across = r2 * x - x * square, r2 * w - x * dot
    return [
        always(left == (delta - xi * xj * v**2) * (v * r - 1)),  # zero once v r = 1
        always(
            along == x * (r2 - square),
            along.compose(x, w, r2, r2, dot) == 0,  # |x|^2 = r^2
            across.compose(x, w, square, r2, 0 * dot) == r2 * w,  # x.w = 0
        ),
    ]
