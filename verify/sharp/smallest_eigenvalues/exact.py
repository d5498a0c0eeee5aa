"""Exact checks of theory/sharp/smallest_eigenvalues.py."""

import math
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array
from lemmata.verify.cases import TIGHT, mpf_array
from lemmata.verify.chains.limit import lemma_4_cells, limit_chain, smallest_share
from lemmata.verify.registry import Cell, Cells, Run, exact, routes
from lemmata.verify.second_writings import grid, second_writing


def mean_of_two_columns(d: int) -> Array:
    """E sqrt(x), x the smaller eigenvalue of a 2 x 2 Wishart matrix with d degrees of freedom.

    The density is (x y)^a exp(-(x+y)/2) (y-x) over a constant, a = (d-3)/2, x < y; over y it is an
    incomplete gamma function, and the constant is the same integral without sqrt(x).
    """
    a = mpmath.mpf(d - 3) / 2

    def weight(x: Array) -> Array:
        tail = 2 * mpmath.gammainc(a + 2, x / 2) - x * mpmath.gammainc(a + 1, x / 2)
        return x**a * mpmath.exp(-x / 2) * tail

    # x = r^2 takes out the singularity of x^a at 0
    grid = [0, mpmath.sqrt(d) / 2, mpmath.sqrt(d), mpmath.sqrt(d) + 4, mpmath.sqrt(d) + 12]
    moments = [
        mpmath.quad(lambda r, k=k: r ** (k + 1) * weight(r * r), [*grid, mpmath.inf])
        for k in (0, 1)
    ]
    return moments[1] / moments[0]


@exact("sharp:gordon", domain="Gaussian matrices, n = 1, 2, d = 1 to 1000")
@routes("the bound", "moments of chi and Wishart's density in mpmath")
def exact_means(run: Run) -> Cells:
    half = mpmath.mpf(1) / 2
    for d in (1, 2, 10, 1000):
        given = {"d": mpmath.mpf(d), "n": mpmath.mpf(1)}
        mean = mpmath.sqrt(2) * mpmath.gammaprod([(d + 1) * half], [d * half])  # E chi_d
        yield Cell(given, mean, label=f"n = 1, d = {d}")
    for d in (2, 5, 40):
        with mpmath.workdps(15):
            mean = mean_of_two_columns(d)
        given = {"d": mpmath.mpf(d), "n": mpmath.mpf(2)}
        yield Cell(given, mean, 1e-8, label=f"n = 2, d = {d}")


@second_writing("sharp:gordon", Kind.LOWER_BOUND, grid(d=["7", "1000"], n=["2", "5"]))
def gordon_again(d: Any, n: Any) -> Any:
    """The paper's remark with Gaussian entries and in expectation: sqrt(d) - sqrt(n)."""
    return d ** mpf("0.5") - n ** mpf("0.5")


@exact("sharp:lemma-4", domain="extreme states, n = 2 to 50; one large eigenvalue attains it")
@routes("the bound", "V and Vhat from eigenvalues in mpmath")
def gaps_of_states(run: Run) -> Cells:
    yield from lemma_4_cells()


@exact("sharp:lemma-7", domain="n = 2 from orthogonal samples, d = 2 to 100; d = 1, n = 2 to 8")
@routes("the bound", "resultants of random unit vectors; one row")
def layers_of_known_law(run: Run) -> Cells:
    """n = 2, orthogonal: 1/(4d), attained (verify/daneshmand2021/appendix_b.py). One row: C has
    rank one, lambda_min = 0, and the squared deviation is p_n^2.
    """
    half = mpf_array(["0.5", "0.5"])
    for rows in (2, 8, 100):
        both = np.array([1 / mpmath.mpf(4 * rows)] * 2)
        yield Cell({"q": half, "d": mpmath.mpf(rows)}, both, TIGHT, label=f"n = 2, d = {rows}")
    for size, first in ((2, "0.9"), (4, "0.7"), (8, "0.01")):
        (one, rest), (p, q) = limit_chain(size, first, 1)
        square = min(p, q) ** 2
        given = {"q": mpf_array([one, *[rest] * (size - 1)]), "d": mpmath.mpf(1)}
        yield Cell(given, np.array([square] * 2), 1e-25, label=f"n = {size}, q_1 = {first}, d = 1")


@exact("sharp:drift-condition", domain="d = inf, n = 2 to 64; n = d = 2 from orthogonal samples")
@routes("the bound", "2F1 in mpmath; a random walk of two steps")
def drift_in_the_limit_of_width(run: Run) -> Cells:
    """At d = inf, and at n = d = 2 from an orthogonal input, E|z_1 + z_2|/4 = 1/pi."""
    for label, size, v_hat, after in smallest_share():
        yield Cell({"n": size, "d": math.inf, "v_hat": v_hat}, after, 1e-35, label=label)
    two = {"n": 2, "d": mpmath.mpf(2), "v_hat": mpmath.mpf(0)}
    yield Cell(two, 1 / mpmath.pi, TIGHT, label="n = d = 2, orthogonal")


@exact("sharp:lemma-7-limit", domain="n = 2 and 3")
@routes("the simplex of the gaps", "a Rayleigh law; the angle of three eigenvalues, in mpmath")
def few_eigenvalues(run: Run) -> Cells:
    """At n = 3, l_i = sqrt(2/3) cos(t + 2 pi i/3) with the weight sin 3t, 0 <= t <= pi/3."""
    two = np.array([1, mpmath.sqrt(mpmath.pi)]) / mpmath.mpf(4)
    yield Cell({"n": 2}, two, 1e-30, label="two samples")

    def mean(power: int) -> mpmath.mpf:
        ends = [0, mpmath.pi / 3]
        least = mpmath.quad(
            lambda t: mpmath.sin(3 * t) * mpmath.cos(mpmath.pi / 3 - t) ** power, ends
        )
        return mpmath.sqrt(mpmath.mpf(2) / 3) ** power * least * 3 / 2

    length = 2 * mpmath.gamma(3) / mpmath.gamma(mpmath.mpf(5) / 2)
    three = np.array([mean(2) * 2 / 3, length * mean(1) / mpmath.sqrt(15)])
    yield Cell({"n": 3}, three, 1e-30, label="three samples")


@second_writing("sharp:lemma-7-limit", Kind.LIMIT, grid(n=[2, 3]))
def deviation_again(n: int) -> Any:
    """At n = 3, 29/90 and more, by the angle t of three eigenvalues, weight sin 3t."""
    if n == 2:
        return [mpf(1) / 4, mpmath.sqrt(mpmath.pi) / 4]
    third = mpmath.pi / 3
    mean = mpmath.quad(lambda t: mpmath.sin(3 * t) * mpmath.cos(third - t) ** 2, [0, third])
    return [mean * 2 / 3, mpf(9) / 16 * 8 / 3 * mpmath.sqrt(2 / (5 * mpmath.pi))]


@exact("sharp:next-smallest", domain="d = inf, n = 2 to 64, one small and one large eigenvalue")
@routes("the bound", "2F1 in mpmath")
def smallest_in_the_limit_of_width(run: Run) -> Cells:
    for label, n, v_hat, after in smallest_share():
        few = 1 / (v_hat * 0 + n) - v_hat
        one_large = label.startswith("one large")
        many = 1 - (n - 1) * few if one_large else (1 - few) / (n - 1)
        yield Cell({"n": n, "d": math.inf, "ratio": few / many}, after, 1e-30, label=label)
