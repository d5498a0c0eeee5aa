"""The rank of large batches, as table D1 computes it, with random crops and flips and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.evidence import Role
from lemmata.theory.meterez2024.appendix_d import REMARK_AUGMENTATION
from lemmata.verify.data.loading import Split
from lemmata.verify.figures.reproduction import Reproduction, measured, ratio, reproduced
from lemmata.verify.meterez2024.appendix_d.batches import (
    batch_records,
    batches,
    gram_rank,
    measure_batches,
)
from lemmata.verify.registry import Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    import torch
    from torch import Tensor

MARGIN = 4  # pixels, as is usual for CIFAR
PLAIN, AUGMENTED = "rank over size", "rank over size, augmented"
QUANTITY = "rank with augmentation over that without, "


def augmented(batch: Tensor, stream: torch.Generator) -> Tensor:
    """Each image moved by up to the margin and flipped, or not: (n, channels, height, width)."""
    import torch

    n, _, height, width = batch.shape
    wide = torch.nn.functional.pad(batch, (MARGIN,) * 4)
    moves = torch.randint(2 * MARGIN + 1, (n, 2), generator=stream, device=batch.device).tolist()
    flips = torch.randint(2, (n,), generator=stream, device=batch.device).tolist()
    crops = (X[:, i : i + height, j : j + width] for X, (i, j) in zip(wide, moves, strict=True))
    return torch.stack([X.flip(-1) if flip else X for X, flip in zip(crops, flips, strict=True)])


def ranks(run: Run, split: Split, n: int) -> dict[str, Floats]:
    stream = (run.address / "augmentation" / split.name / n).generator(run.device)
    found = [(gram_rank(X), gram_rank(augmented(X, stream))) for X in batches(run, split, n)]
    plain, with_augmentation = np.array(found).T / n
    return {PLAIN: plain, AUGMENTED: with_augmentation}


@reproduced(
    REMARK_AUGMENTATION,
    routes=("a higher rank", "torch's matrix_rank of Gram matrices in float32"),
    domain="random batches of 500 images of each data set, drawn for sizes 10 to 500",
    records=batch_records(REMARK_AUGMENTATION, ranks),
)
def rank_of_augmented_batches(run: Run) -> Reproduction:
    found = measure_batches(run, REMARK_AUGMENTATION, ranks)
    return Reproduction(
        {
            QUANTITY + title: ratio(one[AUGMENTED][-1], one[PLAIN][-1])
            for title, one in found.values.items()
            if QUANTITY + title in REMARK_AUGMENTATION.says
        },
        [
            measured(label, found.sizes, one[name], title, role)
            for title, one in found.values.items()
            for label, name, role in (
                (f"{title}, augmented", AUGMENTED, Role.MEASURED),
                (f"{title}, as they are", PLAIN, Role.ANOTHER),
            )
        ],
        log_x=True,
        remarks=found.remarks,
        pending=found.pending,
        recorded=found.recorded,
    )
