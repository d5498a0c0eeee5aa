"""The symbols of one layer of daneshmand2021, eq. (1), in the right singular basis of H.

q_1..q_n are the eigenvalues of H^T H, q_n the least of them; H has norm 1, so that they sum to 1.
g_1..g_n are independent standard normals, o_11..o_1n their direction, a row of a Haar matrix of
O(n), and R their length. b_r1..b_rn are the rows of BN(W H), C = H'^T H' the next Gram matrix. What
has probability zero (a Gaussian row that W H maps to zero) is left out of the probability spaces.

Of one more sample, infinitesimally near the span of those of H: N_1..N_d are its d independent
standard normals in an eigenbasis B of M, see ``GROWTH``, a function of W and H. Given W the entries
of B N are standard normals as well. s_11..s_1(d-n) is the direction of the d - n of the N_i that
count, a row of a Haar matrix of O(d-n), and Q their length: functions of N, and not of W.
"""

from theory.expressions.formal import natural
from theory.expressions.functions import log, mean, total
from theory.expressions.nodes import (
    Every,
    Expr,
    Function,
    Hypothesis,
    Named,
    Operand,
    Variable,
    equal,
)
from theory.expressions.symbols import Vector, det
from theory.expressions.vocabulary import (
    GAUSSIAN,
    HAAR,
    Chain,
    H,
    W,
    d,
    gap,
    j,
    k,
    l,
    n,
    phi,
    smallest,
    w,
)

i, r = Variable("i"), Variable("r")
q = Variable("q")
g, o, R = Variable("g", random="g"), Variable("o", random="g"), Variable("R", random="g")
b = Variable("b", random="W")
HAAR[o] = n

ROW = Named("x", total(q(i) * g(i) ** 2, i, n))
"""The squared norm of a row of W H, up to a factor."""

SPHERE = Named("y", total(q(i) * o(1, i) ** 2, i, n))
"""The same of a row's direction."""

ROTATED_ROW = Named("y'", total(q(i) * w(1, i) ** 2, i, n))
"""The same of a row of a Haar matrix."""

NOT_NEGATIVE, SUM_ONE = Every(k, 0 <= q(k)), equal(total(q(k), k, n), 1)
LEAST = Every(k, q(n) <= q(k))
OF_SUM_ONE: list[Hypothesis] = [*natural(n), NOT_NEGATIVE, SUM_ONE, LEAST]
"""The eigenvalues of H^T H: not negative, of sum 1, q_n the least."""

c, e, tau = Variable("c"), Variable("e"), Variable("tau")
THE_LARGEST: list[Hypothesis] = [
    Every(k, 0 <= c(k)), Every(k, c(k) <= 1), 0 <= tau, Every(k, 0 <= c(k) * (q(k) - tau)),
    Every(k, q(k) - tau <= c(k) * (q(k) - tau)),
]  # fmt: skip
"""c_k is 1 where q_k > tau and 0 where q_k < tau: sum c_k q_k adds up the sum c_k largest."""
AS_MANY: list[Hypothesis] = [
    Every(k, 0 <= e(k)), Every(k, e(k) <= 1), equal(total(e(k), k, n), total(c(k), k, n)),
]  # fmt: skip
"""e_k chooses as many of any: sum e_k p_k is at most the sum of the sum c_k largest p_k."""


def sum_of_the_largest(values: Vector) -> Expr:
    """sum_k c_k x_k, x a function of q that rises."""
    return total(c(values.index) * values.entry, values.index, values.count)


def share(k: Operand) -> Expr:
    """p_k = E q_k g_k^2/sum_i q_i g_i^2."""
    return mean(q(k) * g(k) ** 2 / ROW, "g")


def rotated_share(k: Operand) -> Expr:
    """E q_k w_1k^2/sum_i q_i w_1i^2, of a row of a Haar matrix of O(d), n = d."""
    return mean(q(k) * w(1, k) ** 2 / ROTATED_ROW, "W")


def share_of(entry: Expr, index: Variable) -> Expr:
    """p_k for q_k = ``entry``, k the ``index``."""
    if entry != q(index):
        raise ValueError(f"{entry} is not an eigenvalue of H^T H")
    return share(index)


def entry(i: Expr, j: Expr) -> Expr:
    """C_ij = (1/d) sum_r b_ri b_rj."""
    return total(b(r, i) * b(r, j), r, d) / d


def scatter(entry: Expr) -> Expr:
    """sum_ij (a_ij - E a_ij)^2, the squared Frobenius norm of A - E A."""
    return total(total((entry - mean(entry, "W")) ** 2, i, n), j, n)


DEVIATION = Named("deviation", scatter(entry(i, j)))
"""||C - E C||_F^2."""


def first(chain: Chain) -> Expr:
    """Vhat(H_0), or its mean where H_0 is random."""
    return mean(smallest(chain.at(0)), chain.name)


def decaying(chain: Chain, k: Operand) -> Expr:
    """Vhat(H_k) (1/n - Vhat(H_k))."""
    v = smallest(chain.at(k))
    return v * (1 / n - v)


def average(chain: Chain) -> Expr:
    """E (1/l) sum_{k=1}^l Vhat(H_k) (1/n - Vhat(H_k))."""
    return mean(total(decaying(chain, k), k, l) / l, chain.name)


N = Variable("N", random="N", fixed=True)
s, Q = Variable("s", random="N"), Variable("Q", random="N")
HAAR[s] = d - n
GROWTH = Function("growth", (W, H, N))
"""(1/d) ||(I - P) v||^2 = N^T B^T M B N, v_j = (B N)_j/||row j of W H||, P the projector on the
columns of BN(W H), M = (1/d) D^(1/2) (I - P) D^(1/2), D the diagonal of the 1/||row j||^2."""
SPACE = Variable(GAUSSIAN.name)
INDEPENDENT = Every(SPACE, 0 < det(GAUSSIAN.at(0)))
"""The samples at the input are linearly independent, at every point."""
ORTHOGONAL = Every(SPACE, equal(gap(GAUSSIAN.at(0)), 0))
"""They are orthogonal and of equal length: H_0^T H_0 = I/n."""


def exponent(at: Operand) -> Expr:
    """E log of the factor by which the new sample's squared distance grows from layer ``at`` on."""
    factor = Function("growth", (W, GAUSSIAN.at(at), N))
    return mean(mean(mean(log(factor), "N"), "W"), GAUSSIAN.name)


def first_gap() -> Expr:
    """phi(H_0), or its mean where H_0 is random."""
    return mean(phi(GAUSSIAN.at(0)), GAUSSIAN.name)
