"""Checks of theory/daneshmand2021/section_4.py: counterexamples, chain (1) sampled."""

import math
from typing import Any

import flint
import mpmath
from mpmath import mpf

from lemmata.theory.ledger import Cell, Kind
from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import TIGHT
from lemmata.verify.chains.finite_width import below, beside
from lemmata.verify.chains.gaussian_cells import A1_SHAPES, Shape, at_rest, distances
from lemmata.verify.chains.limit import (
    extreme_states,
    gap_of,
    limit_chain_in_balls,
    squared_distance,
)
from lemmata.verify.registry import Cells, Run, domain, exact, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import sampled_cell


@exact("daneshmand2021:lemma-2", domain="one eigenvalue apart, n = 2, 3 and 8")
@routes("the bound", "the Bures distance in mpmath")
def distance_of_two_level_spectra(run: Run) -> Cells:
    for label, n, state in extreme_states():
        parameters = {"n": n, "V": gap_of(state, n)}
        yield Cell(parameters, squared_distance(state, n), TIGHT, label=label)


DIGITS = 700  # a ball loses less than a digit a layer


@exact("daneshmand2021:corollary-3", domain="n = 50, l = 800, d = inf")
@routes("the bound", "2F1 in balls, layer by layer")
def distance_in_the_limit_of_width(run: Run) -> Cells:
    """The squared distance contracts by about (50/52)^2 a layer, the bound by 0.909."""
    n, few, depth = 50, 12, 800
    with flint.ctx.workdps(DIGITS):
        states = limit_chain_in_balls(n, flint.arb(6) / (5 * n), depth, few)
    _, alpha = beside(states, n, math.inf, flint.arb(0))
    square = squared_distance(states[-1], n, few)
    yield _under_a1(square, alpha, depth, n, math.inf, _from(few, n, "3/125", "inf"))


@exact("daneshmand2021:corollary-3", domain="n = 300, l = 531, d = 1e25; so for every larger d")
@routes("the bound", "2F1 in balls, layer by layer, and how far from it such a width may lead")
def distance_at_a_finite_width(run: Run) -> Cells:
    """W2 is at least the distance of the roots of E[C_l | A1] from 1/sqrt(n) (Gelbrich). That mean
    is beside c_l on the event, and within sqrt(2) of it elsewhere;
    ||A^(1/2) - c^(1/2)|| <= ||A - c||/(smallest eigenvalue of c)^(1/2).
    """
    n, few, depth, d, failure = 300, 75, 531, 10**25, 1 / flint.arb(10**25).sqrt()
    with flint.ctx.workdps(DIGITS):
        states = limit_chain_in_balls(n, flint.arb(8) / (5 * n), depth, few)
    away, alpha = beside(states, n, flint.arb(d), failure)
    away = (away + 2 * failure) / (1 - failure) / states[-1][1].sqrt()
    left = (squared_distance(states[-1], n, few).sqrt() - away).max(flint.arb(0)) ** 2
    yield _under_a1(left, alpha, depth, n, mpmath.mpf(d), _from(few, n, "2/375", "1e25"))


def _from(few: int, n: int, eigenvalue: str, d: str) -> str:
    return f"{few} of the {n} eigenvalues of H_0^T H_0 are {eigenvalue}, d = {d}"


def _under_a1(square: Array, alpha: Array, l: int, n: int, d: Array, label: str) -> Cell:
    given = {"alpha": below(alpha), "l": l, "n": n, "d": d}
    if d == math.inf:
        return Cell(given, below(square), TIGHT, label=label)
    low, method = below(square), "Chebyshev around the chain at d = inf"
    return Cell(given, low, interval=(low, mpmath.mpf(2)), label=label, interval_method=method)


@exact("daneshmand2021:table-1")
@routes("the radius", "Gelbrich's bound from the first layer's second moments, in mpmath")
@domain("n = 2 independent samples, depth 1, every width: d = 256, 10^4 and 10^6 are judged")
def distance_of_the_first_layer(run: Run) -> Cells:
    """q = (9/10, 1/10): E H_1^T H_1 = diag(p) at every width (lemma 6), p_1/p_2 = 3, the root of 9.

    W2^2 >= sum (sqrt(p_i) - 1/sqrt(2))^2, 0.0681, whatever d, so that C must grow like d^(1/4): at
    d = 256 the radius with C = 1 is 1/4, below its root 0.261.
    """
    p = mpmath.mpf(3) / 4
    root = 1 / mpmath.sqrt(2)
    least = mpmath.sqrt((mpmath.sqrt(p) - root) ** 2 + (mpmath.sqrt(1 - p) - root) ** 2)
    most = mpmath.sqrt(2 - 2 * root)
    for d in (256, 10**4, 10**6):
        yield Cell(
            {"d": mpmath.mpf(d), "C": mpmath.mpf(1)},
            least,
            interval=(least, most),
            label=f"q = (9/10, 1/10) at the input, depth 1, d = {d}",
            interval_method="Gelbrich's bound (exact)",
        )


# The distance is the larger beside V the nearer H_l is to rank one.
SHAPES = (
    Shape(2, 2, 1 - 1e-6, 0.0, 1000),
    Shape(2, 16, 0.999, 0.0, 500),
    Shape(4, 4, 0.001, 0.0, 500),
    Shape(8, 64, 0.5, 0.0, 125),
)


@sampled("daneshmand2021:lemma-2")
@routes("the bound at the mean of V", "couplings given H_l and Gelbrich's bound")
@domain("the law-exact Gram chain, n = 2 to 8, d = n to 8 n, depth 1 and 5")
def sampled_distance_from_the_mean_gap(run: Run) -> Cells:
    """E V(H_l) enters by the lower end of its own interval, so that agreement is certain."""
    for at in distances(run, SHAPES, (1, 5)):
        yield at.cell({"n": at.shape.n, "V": float(at.seen.lower[1])}, *at.enclosure())


@sampled("daneshmand2021:corollary-3")
@routes("the bound", "couplings given H_l and Gelbrich's bound, on the event A1")
@domain("the law-exact Gram chain, n = 2, 4, 8, d = 2 to 8192, depth 1 to 20")
def sampled_distance_under_a1(run: Run) -> Cells:
    """The rate is refuted at d = inf; at finite width the term 6 n^2/(alpha sqrt(d)) hides it."""
    for at in distances(run, A1_SHAPES):
        yield at.cell(at.shape.under_a1(at.l), *at.enclosure())


RESTING = ((2, 32), (2, 2048), (4, 32), (4, 2048))


@sampled("daneshmand2021:remark-radius", domain="n = 2 and 4, d = 32 and 2048, layer 16, C = 2")
@routes("the radius", "the mean distance given H_l, and mean singular values from below")
def sampled_distance_at_rest(run: Run) -> Cells:
    for n, d in RESTING:
        rest = at_rest(run, n, d, parts=len(RESTING))
        given, label = {"d": d, "C": 2.0}, f"n = {n}, d = {d}, layer 16 from orthogonal samples"
        yield sampled_cell(rest.seen, given, rest.distance[1], rest.distance, label)


@exact("daneshmand2021:table-1-vanilla")
@routes("the bound", "moments of chi in mpmath: a coupling from above, the norm from below")
@domain("one sample, d = 1 to 10^6, depth 1 to 50, C = 1")
def distance_of_one_sample(run: Run) -> Cells:
    """||H_l|| is a product of l variables chi_d/sqrt(d), of mean m and mean square 1, and that of
    W_l H_l one of l + 1. Z ||H_l|| beside Z: W2^2 <= E (||H_l|| - 1)^2 = 2 - 2 m^l. The norm is
    1-Lipschitz: W2^2 is at least the squared difference of its means and that of its standard
    deviations.
    """
    for d, l in ((1, 1), (8, 5), (512, 5), (512, 50), (10**6, 50)):
        m = mpmath.sqrt(mpf(2) / d) * mpmath.gammaprod([mpf(d + 1) / 2], [mpf(d) / 2])
        deviations = [mpmath.sqrt(1 - m ** (2 * k)) for k in (l + 1, 1)]
        least = (m ** (l + 1) - m) ** 2 + (deviations[0] - deviations[1]) ** 2
        most = 2 - 2 * m**l
        yield Cell(
            {"l": l, "d": d, "C": mpf(1)},
            most,
            interval=(least, most),
            label=f"one sample, d = {d}, depth {l}",
            interval_method="moments of chi (exact)",
        )


@sampled("daneshmand2021:table-1-vanilla", domain="n = 4, q_1 = 0.7, d = 64 and 512, C = 2")
@routes("the bound", "the distance of the roots of K_l and K_0 without BN, sampled")
def sampled_distance_without_bn(run: Run) -> Cells:
    """In a pilot it was 0.92 l/d and 0.95 l/d."""
    from lemmata.verify.chains.remark_kernels import vanilla_distance

    for d, l in ((64, 3), (512, 10)):
        kernel = vanilla_distance([0.7, 0.1, 0.1, 0.1], d, l, 250, run.device)
        seen = asymptotic(run, (d, l), kernel, batch=250, parts=2)
        high = float(seen.upper[0])
        label = f"n = 4, q_1 = 0.7 at the input, d = {d}, depth {l}"
        yield sampled_cell(seen, {"l": l, "d": d, "C": 2.0}, high, (0.0, high), label)


@second_writing(
    "daneshmand2021:corollary-3",
    Kind.UPPER_BOUND,
    grid(alpha=["0.31", "0.07"], l=[0, 1, 7, 40], n=[2, 5, 36], d=[5, 300, mpmath.inf]),
)
def distance_again(alpha: Any, l: int, n: int, d: Any) -> Any:
    """<= 4 n (1 - 2 alpha/3)^l + 6 n^2/(alpha sqrt(d))."""
    noise = mpf(0) if mpmath.isinf(d) else 6 * n * n / alpha / mpmath.sqrt(d)
    return 4 * n * ((3 - 2 * alpha) / 3) ** l + noise


@second_writing(
    "daneshmand2021:table-1", Kind.UPPER_BOUND, grid(d=["3", "512", "1e6"], C=["1.7", "0.2"])
)
def ball_again(d: Any, C: Any) -> Any:
    """An O(width^(-1/4)) W2-ball."""
    return C * d ** mpf("-0.25")


@second_writing("daneshmand2021:remark-radius", Kind.UPPER_BOUND, grid(d=["3", "512"], C=["1.7"]))
def radius_again(d: Any, C: Any) -> Any:
    """O(1/sqrt(width))."""
    return C * d ** mpf("-0.5")


@second_writing(
    "daneshmand2021:table-1-vanilla", Kind.UPPER_BOUND, grid(l=[1, 7], d=[3, 512], C=["1.7", "2"])
)
def vanilla_again(l: int, d: int, C: Any) -> Any:
    """C/d for each of l layers."""
    return mpmath.fsum([C / d] * l)
