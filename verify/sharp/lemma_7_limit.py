"""Checks of theory/sharp/lemma_7_limit.py: angles at n = 2, 3, and one wide layer sampled."""

from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from lemmata.verify.second_writings import grid, second_writing
from lemmata.verify.statistics.estimate import Kernel, asymptotic
from lemmata.verify.statistics.intervals import joint


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


# At n = 4, where they are largest. Vhat scatters by 0.3 of its mean, its square by twice that: 8000
# replicas know both to 4 % at the interval's level; the next order is of 1/sqrt(d), 3 %.
WIDTH, BATCH, SIZES = 1024, 1000, (4,)


def _scaled(kernel: Kernel) -> Kernel:
    """d Vhat^2 and sqrt(d) Vhat."""

    def both(generator: Any) -> Any:
        seen = kernel(generator)[:2].flip(0)
        seen[0] *= WIDTH
        seen[1] *= WIDTH**0.5
        return seen

    return both


@sampled("sharp:lemma-7-limit", margin=0.1)
@routes("the simplex of the gaps", "one layer in the law-exact Gram form")
@domain("n = 4 from orthogonal samples, d = 1024")
def one_wide_layer(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_kernels import one_layer

    for n in SIZES:
        even = [1 / n] * n
        kernel = _scaled(one_layer(even, even, WIDTH, BATCH, run.device))
        seen = asymptotic(run, n, kernel, batch=BATCH, parts=len(SIZES))
        yield joint(seen, {"n": n}, f"n = {n}, d = {WIDTH}")


@second_writing("sharp:lemma-7-limit", Kind.LIMIT, grid(n=[2, 3]))
def deviation_again(n: int) -> Any:
    """At n = 3, 29/90 and more, by the angle t of three eigenvalues, weight sin 3t."""
    if n == 2:
        return [mpf(1) / 4, mpmath.sqrt(mpmath.pi) / 4]
    third = mpmath.pi / 3
    mean = mpmath.quad(lambda t: mpmath.sin(3 * t) * mpmath.cos(third - t) ** 2, [0, third])
    return [mean * 2 / 3, mpf(9) / 16 * 8 / 3 * mpmath.sqrt(2 / (5 * mpmath.pi))]
