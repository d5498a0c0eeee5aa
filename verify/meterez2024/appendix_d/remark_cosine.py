"""The mean cosine similarity of two images of a random batch, pixels from 0 to 1."""

import numpy as np

from lemmata.theory.meterez2024.appendix_d import REMARK_COSINE
from lemmata.verify.data.loading import Split
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced
from lemmata.verify.meterez2024.appendix_d.batches import batch_records, batches, measure_batches
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

NAME, QUANTITY = "mean cosine", "mean cosine similarity, "


def cosines(run: Run, split: Split, n: int) -> dict[str, Floats]:
    """Over the pairs of each batch: the square of the sum of all directions is n and n (n-1)
    times the mean.
    """
    import torch

    found = []
    for batch in batches(run, split, n):
        total = torch.nn.functional.normalize(batch.flatten(1).double()).sum(0).square().sum()
        found.append(float(total - n) / (n * (n - 1)))
    return {NAME: np.array(found)}


@reproduced(
    REMARK_COSINE,
    routes=("a high correlation", "the square of the sum of all directions of a batch"),
    domain="random batches of 500 images of each data set, drawn for sizes 10 to 500",
    records=batch_records(REMARK_COSINE, cosines),
)
def mean_cosines(run: Run) -> Reproduction:
    found = measure_batches(run, REMARK_COSINE, cosines)
    return Reproduction(
        {
            QUANTITY + title: one[NAME][-1]
            for title, one in found.values.items()
            if QUANTITY + title in REMARK_COSINE.says
        },
        [measured(title, found.sizes, one[NAME], of=title) for title, one in found.values.items()],
        log_x=True,
        remarks=found.remarks,
        pending=found.pending,
        recorded=found.recorded,
    )
