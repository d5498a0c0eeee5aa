"""Sampled checks of theory/sharp/smallest_eigenvalues.py."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from lemmata.theory.sharp.layers import gram_map
from lemmata.verify.chains.gaussian_cells import Shape
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.statistics.estimate import Kernel, asymptotic
from lemmata.verify.statistics.intervals import Intervals, cells_of, joint_cell

# the last is nearest the bound
GAUSSIAN_SHAPES = ((2, 1), (8, 8), (20, 5), (60, 30), (512, 8), (1000, 1))
BATCH, BATCHES = 500, 4


@sampled("sharp:gordon", domain="d x n from 2 x 1 and 8 x 8 to 512 x 8 and 1000 x 1")
@routes("the bound", "singular values of Gaussian matrices")
def sampled_means(run: Run) -> Cells:
    """Two thousand matrices leave an interval of about 0.1 at a standard deviation of 0.5."""
    from lemmata.verify.chains.gaussian_kernels import smallest_singular_value

    for d, n in GAUSSIAN_SHAPES:
        kernel = smallest_singular_value(d, n, BATCH, run.device)
        parts = len(GAUSSIAN_SHAPES)
        seen = asymptotic(run, (d, n), kernel, batch=BATCH, batches=BATCHES, parts=parts)
        yield from cells_of(seen, [{"d": d, "n": n}], [f"d = {d}, n = {n}"])


# from orthogonal samples to nearly singular ones. At n = 2 and isometry both sides of lemma 7 meet:
# at n = d = 2, p_1 - p_2 = 0.03 they are 1 - 8 * 0.03/pi, 0.92, of each other, which 16000 replicas
# of R^2 (they scatter by 0.7 of their mean) tell from 1.
LAYER_SHAPES = (
    Shape(2, 2, 0.53, 0.0, 2000),
    Shape(2, 8, 0.2, 0.0, 1000),
    Shape(3, 3, 1 / 3, 0.0, 500),
    Shape(4, 64, 0.25, 0.0, 250),
    Shape(8, 256, 0.05, 0.0, 50),
)


def _one_layer(run: Run) -> Iterator[tuple[Shape, Intervals]]:
    from lemmata.verify.chains.gaussian_kernels import one_layer

    for s in LAYER_SHAPES:
        p = gram_map(np.array(s.q))
        kernel = one_layer(s.q, p, s.d, s.batch, run.device)
        yield s, asymptotic(run, s.label, kernel, batch=s.batch, parts=len(LAYER_SHAPES))


def _entry(seen: Intervals, *at: int) -> Intervals:
    k = list(at)
    ends = seen.lower[k], seen.upper[k]
    return Intervals(seen.estimate[k], *ends, seen.samples, seen.method)


@sampled("sharp:lemma-7")
@routes("the bound", "the squared deviation of Vhat in the law-exact Gram form")
@domain("one layer, n = 2, 3, 4, 8, d = 2 to 256")
def sampled_deviation(run: Run) -> Cells:
    for s, seen in _one_layer(run):
        yield joint_cell(_entry(seen, 1, 1), {"q": np.array(s.q), "d": s.d}, s.label)


@sampled("sharp:drift-condition")
@routes("the bound", "Vhat in the law-exact Gram form")
@domain("one layer, n = 2, 3, 4, 8, d = 2 to 256")
def sampled_drift(run: Run) -> Cells:
    for s, seen in _one_layer(run):
        given = {"n": s.n, "d": s.d, "v_hat": 1 / s.n - min(s.q)}
        yield from cells_of(_entry(seen, 0), [given], [s.label])


# At n = 4, where they are largest. Vhat scatters by 0.3 of its mean, its square by twice that: 8000
# replicas know both to 4 % at the interval's level; the next order is of 1/sqrt(d), 3 %.
WIDTH, REPLICAS, SIZES = 1024, 1000, (4,)


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
        kernel = _scaled(one_layer(even, even, WIDTH, REPLICAS, run.device))
        seen = asymptotic(run, n, kernel, batch=REPLICAS, parts=len(SIZES))
        yield joint_cell(seen, {"n": n}, f"n = {n}, d = {WIDTH}")


# from orthogonal samples, where the bound is nearly attained for large n, at n/d = 1/4 and 5/8
NEXT_SHAPES = (
    Shape(2, 8, 0.5, 0.0, 1000),
    Shape(3, 6, 0.2, 0.0, 500),
    Shape(16, 64, 1 / 16, 0.0, 60),
    Shape(50, 80, 0.02, 0.0, 60),
)


@sampled("sharp:next-smallest")
@routes("the bound", "Vhat in the law-exact Gram form")
@domain("one layer, n = 2 to 50, d = 6 to 80")
def sampled_smallest(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_kernels import one_layer

    for s in NEXT_SHAPES:
        p = gram_map(np.array(s.q))
        kernel = one_layer(s.q, p, s.d, s.batch, run.device)
        seen = asymptotic(run, s.label, kernel, batch=s.batch, parts=len(NEXT_SHAPES))
        first = Intervals(
            seen.estimate[:1], seen.lower[:1], seen.upper[:1], seen.samples, seen.method
        )
        given = {"n": s.n, "d": s.d, "ratio": min(s.q) / max(s.q)}
        yield from cells_of(first, [given], [s.label])
