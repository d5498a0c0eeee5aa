"""Checks of theory/sharp/lemma_7.py: one layer where its law is known, sampled."""

import math
from collections.abc import Iterator

import mpmath
import numpy as np

from lemmata.theory.sharp.gram_map import gram_map
from lemmata.verify.cases import TIGHT, mpf_array
from lemmata.verify.chains.gaussian_cells import Shape
from lemmata.verify.chains.limit import limit_chain, smallest_share
from lemmata.verify.registry import Cell, Cells, Run, domain, exact, routes, sampled
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import Intervals, cells_of, joint


def known_cells() -> Iterator[Cell]:
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


@exact("sharp:lemma-7", domain="n = 2 from orthogonal samples, d = 2 to 100; d = 1, n = 2 to 8")
@routes("the bound", "resultants of random unit vectors; one row")
def layers_of_known_law(run: Run) -> Cells:
    return known_cells()


def drift_cells() -> Iterator[Cell]:
    """At d = inf, and at n = d = 2 from an orthogonal input, E|z_1 + z_2|/4 = 1/pi."""
    for label, size, v_hat, after in smallest_share():
        yield Cell({"n": size, "d": math.inf, "v_hat": v_hat}, after, 1e-35, label=label)
    two = {"n": 2, "d": mpmath.mpf(2), "v_hat": mpmath.mpf(0)}
    yield Cell(two, 1 / mpmath.pi, TIGHT, label="n = d = 2, orthogonal")


@exact("sharp:drift-condition", domain="d = inf, n = 2 to 64; n = d = 2 from orthogonal samples")
@routes("the bound", "2F1 in mpmath; a random walk of two steps")
def drift_in_the_limit_of_width(run: Run) -> Cells:
    return drift_cells()


# from orthogonal samples to nearly singular ones. At n = 2 and isometry both sides of lemma 7 meet:
# at n = d = 2, p_1 - p_2 = 0.03 they are 1 - 8 * 0.03/pi, 0.92, of each other, which 16000 replicas
# of R^2 (they scatter by 0.7 of their mean) tell from 1.
SHAPES = (
    Shape(2, 2, 0.53, 0.0, 2000),
    Shape(2, 8, 0.2, 0.0, 1000),
    Shape(3, 3, 1 / 3, 0.0, 500),
    Shape(4, 64, 0.25, 0.0, 250),
    Shape(8, 256, 0.05, 0.0, 50),
)


def _one_layer(run: Run) -> Iterator[tuple[Shape, Intervals]]:
    from lemmata.verify.chains.gaussian_kernels import one_layer

    for s in SHAPES:
        p = gram_map(np.array(s.q))
        kernel = one_layer(s.q, p, s.d, s.batch, run.device)
        yield s, asymptotic(run, s.label, kernel, batch=s.batch, parts=len(SHAPES))


def _entry(seen: Intervals, *at: int) -> Intervals:
    k = list(at)
    ends = seen.lower[k], seen.upper[k]
    return Intervals(seen.estimate[k], *ends, seen.samples, seen.method)


@sampled("sharp:lemma-7")
@routes("the bound", "the squared deviation of Vhat in the law-exact Gram form")
@domain("one layer, n = 2, 3, 4, 8, d = 2 to 256")
def sampled_deviation(run: Run) -> Cells:
    for s, seen in _one_layer(run):
        yield joint(_entry(seen, 1, 1), {"q": np.array(s.q), "d": s.d}, s.label)


@sampled("sharp:drift-condition")
@routes("the bound", "Vhat in the law-exact Gram form")
@domain("one layer, n = 2, 3, 4, 8, d = 2 to 256")
def sampled_drift(run: Run) -> Cells:
    for s, seen in _one_layer(run):
        given = {"n": s.n, "d": s.d, "v_hat": 1 / s.n - min(s.q)}
        yield from cells_of(_entry(seen, 0), [given], [s.label])
