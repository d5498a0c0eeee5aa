"""The checks of remark-A1-width (theory/daneshmand2021/main.py): how wide a network A1 needs."""

from __future__ import annotations

import math

import mpmath

from theory.ledger import Cell, Evidence, Method
from verify.daneshmand2021.main import alpha_of, limit_chain
from verify.registry import Run, check
from verify.statistics.estimate import apart, cells_of, estimate

DEPTH = 1000
# (n, d, replicas in a batch): a width of order n, and those that the remark needs at least, c = 2,
# where A1 fails most often. Wider networks: 325 of them decide that 9 in 10 do not fail, each of
# 1000 layers, which at d = 512 would be 3e8 rows; the limit d = inf needs none.
SHAPES = ((2, 4, 100), (2, 8, 100), (4, 32, 100))


@check("daneshmand2021:remark-A1-width")
def sampled_frequency_of_a1(run: Run) -> Evidence:
    """Stops as soon as a frequency is known to lie on one side of 9/10."""
    from verify.chains.kernels import a1_event

    cells = []
    for n, d, batch in SHAPES:
        sequence = estimate(
            run,
            (n, d),
            a1_event(n, d, DEPTH, batch, run.device),
            [0.0],
            [1.0],
            batch=batch,
            batches=6,
            parts=len(SHAPES),
            stop=apart([0.9], 1.0),
        )
        given = {"n": n, "d": d, "c": 2.0}
        cells += cells_of(sequence, [given], [f"n = {n}, d = {d}"])
    return Evidence(
        Method.STATISTICAL,
        ("the bound", "the law-exact Gram chain from an orthogonal input, sampled"),
        "d = 2 n for n = 2, d = 2 n^2 for n = 2, 4",
        cells,
    )


@check("daneshmand2021:remark-A1-width")
def a1_in_the_limit_of_width(run: Run) -> Evidence:
    """Nothing is random there: the smallest eigenvalue of all layers decides."""
    cells = []
    for n, first in ((2, "0.5"), (2, "1e-9"), (8, "0.9"), (50, "0.02")):
        chain = limit_chain(n, first, DEPTH)
        held = alpha_of(chain, DEPTH) >= mpmath.mpf("0.1") * mpmath.sqrt(min(chain[0]))
        label = f"n = {n}, d = inf, q_1 = {first} at the input"
        cells.append(Cell({"n": n, "d": math.inf, "c": 2.0}, mpmath.mpf(int(held)), label=label))
    return Evidence(
        Method.ADVERSARIAL,
        ("the bound", "two-level Gram chain at d = inf by 2F1 in mpmath"),
        f"d = inf, n = 2, 8, 50, orthogonal and nearly singular inputs, {DEPTH} layers",
        cells,
    )
