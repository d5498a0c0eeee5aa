"""Checks of theory/daneshmand2021/section_3.py: chain (1) sampled and at d = inf, proofs."""

import functools
import math
from typing import Any

import flint
import mpmath
import numpy as np

from theory.definitions import gram, orthogonality_gap
from theory.ledger import Cell, Evidence
from theory.numerics.backends import Array, sqrt
from verify.cases import rotation, square_matrices
from verify.chains.finite_width import radii
from verify.chains.gaussian_cells import GAPS_UNDER_A1, Shape, gaps_under_a1
from verify.chains.limit import Ball, State, gap_of, limit_chain, limit_chain_in_balls
from verify.proofs.prover import Proof, Reduction, always, argument, proved, refutation, variables
from verify.registry import Cells, Run, check, domain, exact, routes, sampled
from verify.statistics.estimate import apart, estimate
from verify.statistics.intervals import cells_of


@sampled("daneshmand2021:theorem-1", **GAPS_UNDER_A1)
def sampled_gap_under_a1(run: Run) -> Cells:
    return gaps_under_a1(run)


# The log ratio of the first two singular values grows by about 1/(2 d) a layer, so that orthogonal
# samples need of the order of 20 d layers. At d = 512 that is too many: there the input is nearly
# of rank one, and stays so.
COLLAPSES = (
    (Shape(2, 2, 0.5, 0.0, 250), 40),
    (Shape(3, 3, 1 / 3, 0.0, 250), 60),
    (Shape(6, 6, 1 / 6, 0.0, 125), 120),
    (Shape(2, 16, 0.5, 0.0, 60), 320),
    (Shape(2, 512, 1 - 1e-9, 0.0, 60), 20),
)


@sampled("daneshmand2021:remark-vanilla-collapse", margin=0.1)
@routes("the limit", "the vanilla chain, sampled")
@domain("n = 2 to 6, d = n to 512, orthogonal and nearly singular inputs")
def sampled_collapse(run: Run) -> Cells:
    from verify.chains.gaussian_kernels import vanilla_gap

    for shape, layers in COLLAPSES:
        kernel = vanilla_gap(shape.q, shape.d, layers, shape.batch, run.device)
        high, parts = [math.sqrt(1 - 1 / shape.n) * (1 + 1e-12)], len(COLLAPSES)
        key = shape.label, layers
        sequence = estimate(run, key, kernel, [0.0], high, batch=shape.batch, parts=parts)
        yield from cells_of(sequence, [{"n": shape.n}], [f"{shape.label}, depth {layers}"])


DEPTH = 1000
# (n, d, replicas in a batch): a width of order n, and those that the remark needs at least, c = 2,
# where A1 fails most often. Wider networks: 325 of them decide that 9 in 10 do not fail, each of
# 1000 layers, which at d = 512 would be 3e8 rows; the limit d = inf needs none.
SHAPES = ((2, 4, 100), (2, 8, 100), (4, 32, 100))


@sampled("daneshmand2021:remark-A1-width", domain="d = 2 n for n = 2, d = 2 n^2 for n = 2, 4")
@routes("the bound", "the law-exact Gram chain from an orthogonal input, sampled")
def sampled_frequency_of_a1(run: Run) -> Cells:
    """Stops as soon as a frequency is known to lie on one side of 9/10."""
    from verify.chains.gaussian_kernels import a1_event

    for n, d, batch in SHAPES:
        sequence = estimate(
            run, (n, d), a1_event(n, d, DEPTH, batch, run.device), [0.0], [1.0],
            batch=batch, batches=6, parts=len(SHAPES), stop=apart([0.9], 1.0),
        )  # fmt: skip
        yield from cells_of(sequence, [{"n": n, "d": d, "c": 2.0}], [f"n = {n}, d = {d}"])


def whitened(M: Array) -> Array:
    """H^T H of H = (M M^T)^(-1/2) M, from the eigenvectors of M M^T, zero eigenvalues dropped."""
    values, vectors = mpmath.eigsy(mpmath.matrix((M @ M.T).tolist()))
    Q = np.array(vectors.tolist(), dtype=object)
    largest = max(values)
    roots = np.array([1 / sqrt(v) if v > largest * 1e-35 else mpmath.mpf(0) for v in values])
    H = (Q * roots) @ Q.T @ M
    return np.vectorize(lambda v: mpmath.chop(v, 1e-15), otypes=[object])(gram(H))


@exact("daneshmand2021:remark-whitening", domain="full-rank matrices, d = 2 to 6, n = 1 to 3")
@routes("the identity matrix", "eigenvectors of M M^T in mpmath")
def whitened_gram(run: Run) -> Cells:
    for d, n in ((2, 1), (2, 2), (3, 2), (4, 3), (6, 2)):
        for label, X in square_matrices(d):
            M = X[:, :n] + rotation(d, 3)[:, :n] / 7  # full-rank columns of hard square matrices
            yield Cell({"M": M}, whitened(M), 1e-12, label=f"{label}, d = {d}, n = {n}")


WIDE, FAILURE = 10**90, mpmath.mpf(10) ** -20


@exact("daneshmand2021:remark-A1-width")
@routes("the bound", "two-level Gram chain by 2F1 in mpmath, and how far d = 1e90 is from it")
@domain(f"d = 1e90, n = 2, 8, 50, orthogonal and nearly singular inputs, {DEPTH} layers")
def a1_in_the_limit_of_width(run: Run) -> Cells:
    """Within the radii of finite_width the smallest eigenvalue of all layers decides, for every
    chain but those of probability 1e-20; without them nothing is known of the probability.
    """
    for n, first in ((2, "0.5"), (2, "1e-9"), (8, "0.9"), (50, "0.02")):
        chain = limit_chain(n, first, DEPTH)
        within = radii([_extremes(state, n) for state in chain], n, mpmath.mpf(WIDE), FAILURE)
        least = min((min(q) - r / n for q, r in zip(chain[1:], within[1:], strict=True)))
        held = least >= mpmath.mpf("0.01") * min(chain[0])
        interval = (1 - FAILURE if held else mpmath.mpf(0)), mpmath.mpf(1)
        yield Cell(
            {"n": n, "d": WIDE, "c": 2.0}, interval[0], interval=interval,
            label=f"n = {n}, d = 1e90, q_1 = {first} at the input",
            interval_method="Chebyshev around the chain at d = inf",
        )  # fmt: skip


def _extremes(state: State, n: int) -> tuple[Any, Any]:
    """Of n q - 1: the least, and the largest size."""
    deviations = [n * q - 1 for q in state]
    return min(deviations), max(abs(e) for e in deviations)


def alpha_in_balls(states: list[State], depth: int) -> Ball:
    """The largest alpha for which A1(alpha, depth) holds: all states have q_1 above the others."""
    inner = states[1 : depth + 1]
    if not all(one > rest for one, rest in inner):
        raise ArithmeticError("the balls do not tell which eigenvalue is the smallest")
    return functools.reduce(flint.arb.min, [rest for _, rest in inner]).sqrt()


def beside(states: list[State], n: int, d: Ball, failure: Ball) -> tuple[Ball, Ball]:
    """The last radius of finite_width, and an alpha for which A1 holds within all of them.

    Of n q - 1 the first is the larger, and as many times further from 0 as there are others.
    """
    seen = [(n * rest - 1, n * one - 1) for one, rest in states]
    found = radii(seen, n, d, failure)
    if not all(size > 0 for _, size in seen):
        raise ArithmeticError("the balls do not tell which eigenvalue is the smallest")
    least = [(1 + low - radius) / n for (low, _), radius in zip(seen[1:], found[1:], strict=True)]
    return found[-1], functools.reduce(flint.arb.min, least).sqrt()


def bound_in_balls(run: Run, alpha: Ball, depth: int, n: int, d: Any = math.inf) -> Ball:
    """The bound; it decreases in alpha, so the least counts.

    The closed form takes numbers: the lower end of alpha as an exact mpf, and 40 digits kept.
    """
    mantissa, exponent = alpha.lower().man_exp()
    with mpmath.workdps(60):
        low = mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))
        value = run.formula(alpha=low, l=depth, n=n, d=d)
        rounded = flint.arb(mpmath.nstr(value, 40))
    return rounded * (1 + flint.arb(0, 1e-35))


def larger(lhs: Ball, rhs: Ball, domain: str, witness: dict[str, Any]) -> Evidence:
    """A refutation if the left side of a chain is above the bound."""
    routes = ("the bound in balls", "2F1 in balls, layer by layer")
    sides = {"lhs": lhs.str(10), "rhs": rhs.str(10)}
    return refutation(lhs > rhs, routes, domain, {**witness, **sides})


@check("daneshmand2021:theorem-1")
def gap_above_the_bound(run: Run) -> Evidence:
    """n = 16, d = inf: the gap contracts by about 8/9 a layer, the bound by 5/6."""
    n, depth = 16, 85
    states = limit_chain_in_balls(n, flint.arb(1) / 5, depth + 1)
    lhs = gap_of(states[-1], n)
    rhs = bound_in_balls(run, alpha_in_balls(states, depth), depth, n)
    return larger(lhs, rhs, "one chain, n = 16, l = 85, d = inf", {"n": n, "q_1": "1/5"})


@check("daneshmand2021:theorem-1")
def gap_above_the_bound_at_finite_widths(run: Run) -> Evidence:
    """n = 36, d = 1e19: what the width takes from the gap and adds to the bound is less than
    what lies between them; a larger width takes less and adds less.

    E[V(H_(l+1)) | A1] is at least its part where the chain stays within the radii.
    """
    n, depth, d, failure = 36, 100, flint.arb(10) ** 19, flint.arb(1) / 128
    states = limit_chain_in_balls(n, flint.arb(13) / (10 * n), depth + 1)
    radius, alpha = beside(states, n, d, failure)
    lhs = (1 - failure) * (gap_of(states[-1], n) - radius / n)
    rhs = bound_in_balls(run, alpha, depth, n, mpmath.mpf(10) ** 19)
    witness = {"n": n, "q_1": "13/360", "d": "1e19 or more"}
    return larger(lhs, rhs, "chains with n = 36, l = 100, every d >= 1e19", witness)


def roots_cancel() -> Proof:
    """M = U S V^T: (M M^T)^(-1/2) M = U S^(-1) U^T U S V^T = U V^T, and V U^T U V^T = I.

    Singular value by singular value, (1/s) s = 1 with (1/s)^2 s^2 = 1: the pseudo-inverse root of
    M M^T = U S^2 U^T is U S^(-1) U^T where every s is positive, that is for full rank.
    """
    s, r = variables("s r")  # r = 1/s
    return always((r * s - 1) * (r * s + 1) == r**2 * s**2 - 1)


@proved("daneshmand2021:remark-whitening", domain="every M of full rank, every d >= n")
@argument("the whitened matrix is U V^T")
def singular_vectors_are_left(run: Run) -> Reduction:
    M = rotation(3)[:, :2] + 1
    cells = [Cell({"M": M}, whitened(M), 1e-12, label="a shifted rotation, d = 3, n = 2")]
    return Reduction(
        lambda M: np.array(mpmath.eye(len(M[0])).tolist(), dtype=object), [roots_cancel()], cells
    )


@check("daneshmand2021:remark-mixing")
def a_mean_that_is_left(run: Run) -> Evidence:
    """n = 2, d = inf, q = (9/10, 1/10): the next q_1 is 3/(3+1), as sqrt(q_1/q_2) = 3, exactly.

    f = (q_1 - 1/2)(q_1 - 9/10) is 0 at H_0 and in the limit q_1 = 1/2, and -3/80 at H_1: above
    gamma |f(H_0) - 0| = 0 for every gamma. And at any width equal samples stay equal: f = 1 there
    and 0 at full rank keeps the distance 1 to its mean under the law reached from full rank.
    """
    first, ratio = flint.fmpq(9, 10), flint.fmpq(3)
    after = ratio / (ratio + 1)
    squared = ratio**2 == first / (1 - first)
    value = (after - flint.fmpq(1, 2)) * (after - first)
    gamma = flint.arb(1) - flint.arb(2) ** -20
    violated = abs(flint.arb(value)) > run.formula(gamma=gamma, l=1, first=flint.arb(0))
    kept = flint.arb(1) > run.formula(gamma=gamma, l=1, first=flint.arb(1))
    routes = ("the bound in balls", "one step of the Gram map at n = 2, exact rationals")
    domain = "n = 2, d = inf, one polynomial f; equal samples at any width"
    witness = {"q_1 of H_0": "9/10", "q_1 of H_1": "3/4", "f(H_0)": 0, "f(H_1)": "-3/80"}
    return refutation(squared and violated and kept, routes, domain, witness)


def volumes_and_lengths() -> list[Proof]:
    """Without BN, s_2(H_l)/s_1(H_l) -> 0 almost surely, for d >= 2 and every H_0 != 0.

    1. For a fixed x, ||W x||/||x|| has the law of chi_d/sqrt(d), independently layer by layer, and
       the area of (W x, W y) over that of (x, y) that of chi_d chi_(d-1)/d: W is invariant under
       rotations. So log ||H_l x||/l -> a_d and log(area of two columns)/l -> a_d + a_(d-1) (law of
       large numbers), with a_k = E log chi_k - log(d)/2 and a_d > a_(d-1): chi_d^2 is
       chi_(d-1)^2 + w^2 in law.
    2. s_1^2 s_2^2 <= the sum of the squared areas of all pairs of columns (the second elementary
       symmetric function of the s_i^2), and an area^2 is |x|^2 |y|^2 - (x.y)^2, which pair by pair
       of coordinates is a square. s_1 >= ||H_l x||. So log(s_2/s_1)/l has a limit <= a_(d-1) - a_d.
    3. Then q -> (1, 0, ..., 0), at which V^2 = (1-1/n)^2 + (n-1)/n^2 = 1 - 1/n.
    """
    a, b, c, e, n = variables("a b c e n")  # two coordinates (a, c) of x and (b, e) of y
    return [
        always((a**2 + c**2) * (b**2 + e**2) - (a * b + c * e) ** 2 == (a * e - b * c) ** 2),
        always((n - 1) ** 2 + (n - 1) == n * (n - 1)),
    ]


@proved("daneshmand2021:remark-vanilla-collapse")
@argument("lengths grow like chi_d, areas like chi_d chi_(d-1): the laws of large numbers")
@domain("almost surely, every H_0 != 0, every d >= n, as the depth grows; d fixed")
def lyapunov_exponents_of_lengths_and_areas(run: Run) -> Reduction:
    """Cells: V of a matrix of rank one, which the normalised representation tends to."""
    cells = []
    for n in (1, 2, 7):
        H = np.array([[mpmath.mpf(k + 1)] * n for k in range(7)])
        gap = mpmath.chop(orthogonality_gap(H), 1e-40)
        cells.append(Cell({"n": mpmath.mpf(n)}, gap, 1e-30, label=f"rank one, n = {n}"))
    proofs = volumes_and_lengths()
    points = [{"n": mpmath.mpf(n)} for n in (3, 50)]
    return Reduction(lambda n: mpmath.sqrt((n - 1) / n), proofs, cells, points=points)


@check("daneshmand2021:remark-sigma-min")
def a_singular_sign_matrix(run: Run) -> Evidence:
    """The 4 x 2 matrix of ones has probability 2^-8 and H^T H of determinant 0: s_min = 0."""
    ones = flint.fmpz_mat([[1, 1]] * 4)
    singular = (ones.transpose() * ones).det() == 0
    positive = run.formula(d=flint.arb(4), n=flint.arb(2)) > 0
    routes = ("the bound in balls", "a determinant of integers")
    witness = {"H_0": [[1, 1]] * 4, "s_min": 0, "bound": "2 - sqrt(2)"}
    return refutation(singular and positive, routes, "sign matrices, (d, n) = (4, 2)", witness)
