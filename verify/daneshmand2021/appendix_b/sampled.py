"""Sampled checks of theory/daneshmand2021/appendix_b.py: one layer."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lemmata.theory.sharp.layers import gram_map
from lemmata.verify.chains import gaussian_cells
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.statistics.estimate import Kernel, asymptotic, estimate
from lemmata.verify.statistics.intervals import cells_of

# (n, d, q_1 in units of 1/n, batch): from d = n up to d >> n, orthogonal to nearly singular
LAYERS = (
    (2, 2, 1.0, 1000),
    (2, 2, 0.01, 1000),
    (2, 16, 1.0, 1000),
    (3, 3, 1.9, 500),
    (4, 64, 2.7, 250),
    (8, 8, 1.0, 250),
    (8, 256, 0.5, 50),
    (8, 512, 1.0, 50),
)
SINGULAR = (2, 512, 1e-6, 50)  # at d = inf theorem 5 is attained in the limit q_1 = 0
SMALL = [layer for layer in LAYERS if layer[0] <= 3]


def _header(which: int, layers: int) -> dict[str, Any]:
    name = ("Vhat", "the squared deviation of Vhat", "the squared deviation of C")[which]
    return {
        "routes": ("the bound", f"{name} in the law-exact Gram form, sampled"),
        "domain": f"one layer of (1) from one eigenvalue apart, {layers} shapes with n <= d",
    }


def _only(kernel: Kernel, which: int) -> Kernel:
    """One of the observables that a kernel draws."""
    return lambda generator: kernel(generator)[which : which + 1]


def _after_one_layer(
    run: Run, which: int, layers: Sequence[tuple[int, int, float, int]] = LAYERS
) -> Cells:
    """The mean of one of the three observables of ``kernels.one_layer``; the first beside Vhat."""
    from lemmata.verify.chains.gaussian_kernels import one_layer

    for n, d, share, batch in layers:
        q = gaussian_cells.Shape(n, d, share / n, 0.0, batch).q
        p = gram_map(np.array(q))
        kernel = _only(one_layer(q, p, d, batch, run.device), which)
        high = [1 / n, 1 / n**2, 2.0][which] * (1 + 1e-9)
        key, parts = (n, d, share), len(layers)
        sequence = estimate(run, key, kernel, [0.0], [high], batch=batch, parts=parts)
        given = {"n": n, "d": d, "v_hat": 1 / n - min(q)} if which == 0 else {"d": d}
        law = float(1 - (p**2).sum()) / d if which == 2 else None  # sharp:gram-variance
        yield from cells_of(sequence, [given], [f"n = {n}, d = {d}, q_1 = {share}/n"], law)


@sampled("daneshmand2021:theorem-5", **_header(0, len(LAYERS) + 1))
def sampled_drift(run: Run) -> Cells:
    return _after_one_layer(run, 0, (*LAYERS, SINGULAR))


@sampled("daneshmand2021:lemma-6", **_header(2, len(SMALL)))
def sampled_deviation_of_the_gram_matrix(run: Run) -> Cells:
    """Small widths: beside the range [0, 2] the bound is small at large ones, and known exactly."""
    return _after_one_layer(run, 2, SMALL)


# From orthogonal samples the deviation is (1 - 1/n)/d, nearest the bound at a large n, and scatters
# by 2/n of itself: 512 replicas know its mean within about half of the 1/n that is left.
WIDE = ((64, 64, 64), (64, 512, 64))  # n, d, batch


@sampled("daneshmand2021:lemma-6")
@routes(*_header(2, 0)["routes"])
@domain("one layer of (1) from orthogonal samples, n = 64, d = 64 and 512")
def sampled_deviation_of_a_large_gram_matrix(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_kernels import one_layer

    for n, d, batch in WIDE:
        q = [1 / n] * n
        kernel = _only(one_layer(q, q, d, batch, run.device), 2)
        seen = asymptotic(run, (n, d), kernel, batch=batch, parts=len(WIDE))
        label, law = f"n = {n}, d = {d}, orthogonal", (1 - 1 / n) / d
        yield from cells_of(seen, [{"d": d}], [label], law)


@sampled("daneshmand2021:lemma-7", **_header(1, len(LAYERS)))
def sampled_deviation_of_the_smallest(run: Run) -> Cells:
    return _after_one_layer(run, 1)


@sampled("daneshmand2021:lemma-9", **gaussian_cells.SHARES_OF_ROWS)
def sampled_shares_of_rows(run: Run) -> Cells:
    return gaussian_cells.row_share_cells(run)
