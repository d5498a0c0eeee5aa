"""Checks of theory/sharp/gaussian_drift.py: one layer, sampled."""

from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from lemmata.theory.ledger import Kind
from lemmata.verify.registry import Cells, Run, domain, routes, sampled
from lemmata.verify.second_writings import second_writing
from lemmata.verify.statistics.estimate import asymptotic
from lemmata.verify.statistics.intervals import cells_of

# (q, d, replicas in a batch): n = d, where the loss is largest, d of order n^2, and a spectrum far
# from isometry, where the drift is
LAYERS = (
    ((0.5, 0.5), 2, 2000),
    ((0.9, 0.1), 3, 2000),
    ((0.25,) * 4, 4, 1000),
    ((0.25,) * 4, 64, 200),
    ((0.97, 0.01, 0.01, 0.01), 16, 400),
    ((0.125,) * 8, 24, 200),
)


@sampled("sharp:gaussian-drift")
@routes("the bound, by quadrature", "phi of the next layer, the law-exact Gram chain")
@domain("n = 2, 4, 8, d = n to 64, isometric and nearly singular samples")
def one_layer(run: Run) -> Cells:
    from lemmata.verify.chains.gaussian_moments import next_isometry_gap

    for q, d, batch in LAYERS:
        kernel = next_isometry_gap(q, d, batch, run.device)
        seen = asymptotic(run, (q, d), kernel, batch=batch, parts=len(LAYERS))
        yield from cells_of(seen, [{"q": q, "d": d}], [f"n = {len(q)}, d = {d}, q_1 = {q[0]}"])


@second_writing(
    "sharp:gaussian-drift",
    Kind.UPPER_BOUND,
    lambda: [
        {"q": np.array([mpf(q), 1 - mpf(q)]), "d": d} for q in ("0.5", "0.9") for d in (2, 40)
    ],
)
def drift_of_two_again(q: Any, d: int) -> Any:
    """n = 2: E log(a cos^2 + b sin^2) = 2 log((sqrt(a) + sqrt(b))/2)."""
    return (
        -mpmath.log(4 * q[0] * q[1]) / 2
        + 2 * mpmath.log((mpmath.sqrt(2 * q[0]) + mpmath.sqrt(2 * q[1])) / 2)
        + mpmath.log(mpf(d) / 2)
        - (mpmath.psi(0, mpf(d) / 2) + mpmath.psi(0, mpf(d - 1) / 2)) / 2
    )
