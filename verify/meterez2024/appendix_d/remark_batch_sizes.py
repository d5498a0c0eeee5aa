"""How many random batches have full rank, in float64, over all sizes of table D1."""

import numpy as np

from lemmata.theory.evidence import Role
from lemmata.theory.meterez2024.appendix_d import REMARK_BATCH_SIZES
from lemmata.verify.data.loading import Split
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced
from lemmata.verify.meterez2024.appendix_d.batches import (
    batch_records,
    batches,
    gram_rank,
    measure_batches,
)
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

GRAM, BATCH = "full rank, Gram matrix in float32", "full rank"
QUANTITY = "share of batches of full rank, "


def full(run: Run, split: Split, n: int) -> dict[str, Floats]:
    """1 where the rank is n, else 0."""
    import torch

    found = [
        (gram_rank(X) == n, int(torch.linalg.matrix_rank(X.flatten(1).double())) == n)
        for X in batches(run, split, n)
    ]
    gram, batch = np.array(found, dtype=float).T
    return {GRAM: gram, BATCH: batch}


@reproduced(
    REMARK_BATCH_SIZES,
    routes=("full rank", "torch's matrix_rank of the batches in float64"),
    domain="random batches of 10 to 500 images of each data set",
    records=batch_records(REMARK_BATCH_SIZES, full),
)
def share_of_full_rank(run: Run) -> Reproduction:
    found = measure_batches(run, REMARK_BATCH_SIZES, full)
    return Reproduction(
        {
            QUANTITY + title: one[BATCH].mean(0)
            for title, one in found.values.items()
            if QUANTITY + title in REMARK_BATCH_SIZES.says
        },
        [
            measured(label, found.sizes, one[name], title, role)
            for title, one in found.values.items()
            for label, name, role in (
                (title, BATCH, Role.MEASURED),
                (f"{title}, Gram matrix in float32", GRAM, Role.ANOTHER),
            )
        ],
        log_x=True,
        remarks=found.remarks,
        pending=found.pending,
        recorded=found.recorded,
    )
