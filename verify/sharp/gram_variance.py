"""Checks of theory/sharp/gram_variance.py by sampling; the certificate stands beside it."""

from __future__ import annotations

import numpy as np

from theory.ledger import Cell, Evidence, Method
from verify.chains.sampled import asymptotic, joint
from verify.depth.slopes import STUDENT
from verify.registry import Run, check
from verify.statistics.estimate import estimate

# (q, d, replicas in a batch). Both moments are of order 1/d beside a range of 1: from d = 64 on the
# intervals are Student's.
Shape = tuple[tuple[float, ...], int, int]
NARROW: tuple[Shape, ...] = (
    ((0.2, 0.8), 2, 2000),
    ((0.01, 0.99), 2, 2000),
    ((0.01, 0.33, 0.66), 3, 2000),
)
WIDE: tuple[Shape, ...] = (((0.7, 0.1, 0.1, 0.1), 64, 250), ((0.5, 0.5), 512, 250))


@check("sharp:gram-variance")
def sampled_copies(run: Run) -> Evidence:
    from verify.chains.gram_kernels import second_moments

    cells, parts = [], len(NARROW) + len(WIDE)
    for q, d, batch in NARROW:
        kernel = second_moments(q, d, batch, run.device)
        sequence = estimate(
            run, (q, d), kernel, [0.0] * 2, [1.0] * 2, batch=batch, batches=8, parts=parts
        )
        cells.append(joint(sequence, {"q": np.array(q), "d": d}, _label(q, d)))
    for q, d, batch in WIDE:
        kernel = second_moments(q, d, batch, run.device)
        means, low, high, samples = asymptotic(run, (q, d), kernel, batch, 8, run.alpha / parts)
        cells.append(
            Cell(
                {"q": np.array(q), "d": d},
                means.tolist(),
                interval=(low.tolist(), high.tolist()),
                samples=samples,
                label=_label(q, d),
                interval_method=STUDENT,
            )
        )
    return Evidence(
        Method.STATISTICAL,
        ("the Gram map", "half the squared distance of C and C' after two independent layers"),
        "n = 2, 3, 4, d = n to 512",
        cells,
        margin=0.25,
    )


def _label(q: tuple[float, ...], d: int) -> str:
    return f"n = {len(q)}, d = {d}, q_1 = {q[0]}"
