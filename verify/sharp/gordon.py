"""Checks of theory/sharp/gordon.py: exact values at n = 1 and 2, sampled ones beyond."""

from typing import Any

import mpmath
from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.theory.numerics.backends import Array
from lemmata.verify.registry import Cell, Cells, Run, exact, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import cells_of


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


SHAPES = ((2, 1), (8, 8), (20, 5), (60, 30), (512, 8), (1000, 1))  # the last is nearest the bound
BATCH, BATCHES = 500, 4


@sampled("sharp:gordon", domain="d x n from 2 x 1 and 8 x 8 to 512 x 8 and 1000 x 1")
@routes("the bound", "singular values of Gaussian matrices")
def sampled_means(run: Run) -> Cells:
    """Two thousand matrices leave an interval of about 0.1 at a standard deviation of 0.5."""
    from lemmata.verify.chains.gaussian_kernels import smallest_singular_value

    for d, n in SHAPES:
        kernel = smallest_singular_value(d, n, BATCH, run.device)
        parts = len(SHAPES)
        seen = asymptotic(run, (d, n), kernel, batch=BATCH, batches=BATCHES, parts=parts)
        yield from cells_of(seen, [{"d": d, "n": n}], [f"d = {d}, n = {n}"])


@second_writing("sharp:gordon", Kind.LOWER_BOUND, grid(d=["7", "1000"], n=["2", "5"]))
def gordon_again(d: Any, n: Any) -> Any:
    """The paper's remark with Gaussian entries and in expectation: sqrt(d) - sqrt(n)."""
    return d ** mpf("0.5") - n ** mpf("0.5")
