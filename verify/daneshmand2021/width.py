"""The check of remark-A1-width (theory/daneshmand2021/main.py): how wide a network A1 needs."""

from __future__ import annotations

from theory.ledger import Evidence, Method
from verify.estimate import apart, cells_of, estimate
from verify.registry import Run, check

# (n, d, replicas in a batch): a width of order n, and the one that the remark needs with c = 2
SHAPES = ((2, 4, 100), (2, 8, 100), (3, 6, 100), (3, 18, 100))


@check("daneshmand2021:remark-A1-width")
def sampled_frequency_of_a1(run: Run) -> Evidence:
    """Stops as soon as a frequency is known to lie on one side of 9/10."""
    from verify.kernels import a1_event

    cells = []
    for n, d, batch in SHAPES:
        sequence = estimate(
            run,
            (n, d),
            a1_event(n, d, 1000, batch, run.device),
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
        ("the bound", "1000 layers of the law-exact Gram chain from an orthogonal input, sampled"),
        "n = 2, 3, d = 2 n and around 2 n^2",
        cells,
    )
