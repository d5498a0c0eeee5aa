"""Table D1: the rank of random batches of four data sets.

As in the paper: torch's matrix_rank of the Gram matrix of the pixels, in float32. A Gram matrix has
the squares of the singular values, and in float32 those below 1e-3 or so of the largest are taken
for 0; the rank of the batch itself, in float64, is drawn beside it.
"""

from __future__ import annotations

import numpy as np

from lemmata.theory.evidence import Curve, Role
from lemmata.theory.meterez2024.figures_in_training import TABLE_D1
from lemmata.verify.data.catalogue import SOURCES, TEST, TRAIN
from lemmata.verify.data.errors import Missing
from lemmata.verify.data.loading import DIGITS, Split, load
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

SIZES, DECIDED = (10, 50, 100, 200, 500), 100  # the paper's sizes are lost


def ranks(run: Run, split: Split, n: int) -> tuple[Floats, Floats]:
    """Over n, of so many batches: of the Gram matrix in float32, of the batch in float64."""
    import torch

    X = torch.tensor(split.images.reshape(len(split.images), -1), device=run.device)
    stream = (run.address / split.name / n).generator(run.device)
    found = []
    for _ in range(runs_of(run)):
        chosen = torch.randperm(len(X), generator=stream, device=run.device)[:n]
        batch = X[chosen] / split.levels  # (n, features)
        gram = batch.float() @ batch.float().mT
        found.append((torch.linalg.matrix_rank(gram), torch.linalg.matrix_rank(batch.double())))
    both = np.array([[int(rank) for rank in pair] for pair in found]).T / n
    return both[0], both[1]


def _there() -> dict[str, Split]:
    """By title; of the training split, else of the other."""
    found: dict[str, Split] = {}
    for name, source in SOURCES.items():
        for split in (TRAIN, TEST):
            try:
                found.setdefault(source.title, load(name, split))
                break
            except Missing:
                continue
    return found


@reproduced(
    TABLE_D1,
    routes=("full rank", "torch's matrix_rank of Gram matrices in float32"),
    domain="random batches of 100 images of each data set, drawn for sizes 10 to 500",
)
def rank_of_batches(run: Run) -> Reproduction:
    splits = {} if run.effort is Effort.SMOKE else _there()
    missing = [source.title for source in SOURCES.values() if source.title not in splits]
    if not splits:
        splits = {"scikit-learn's digits": load(DIGITS, TRAIN)}
    sizes = [n for n in SIZES if run.effort is not Effort.SMOKE or n <= DECIDED]
    found = {title: [ranks(run, split, n) for n in sizes] for title, split in splits.items()}
    at = sizes.index(DECIDED)
    return Reproduction(
        {
            f"rank over batch size, {title}": one[at][0]
            for title, one in found.items()
            if title not in missing and f"rank over batch size, {title}" in TABLE_D1.says
        },
        [curve for title, one in found.items() for curve in _curves(title, sizes, one)],
        log_x=True,
        remarks=[
            *(
                f"{title}: {split.source}; mean ranks at n = {', '.join(map(str, sizes))}:"
                f" {_means(sizes, found[title])}."
                for title, split in splits.items()
            ),
            "Dashed: the batch itself in float64. Where the Gram matrix in float32 has less rank,"
            " the samples are independent and nearly dependent.",
            *([f"Not there: {', '.join(missing)}."] if missing else []),
        ],
        pending=f"{', '.join(missing)} not there, which the sentence speaks of" if missing else "",
    )


def _means(sizes: list[int], one: list[tuple[Floats, Floats]]) -> str:
    return ", ".join(f"{n * gram.mean():.4g}" for n, (gram, _) in zip(sizes, one, strict=True))


def _curves(title: str, sizes: list[int], one: list[tuple[Floats, Floats]]) -> list[Curve]:
    gram, batch = (np.stack([pair[k] for pair in one]) for k in (0, 1))
    return [
        measured(title, sizes, gram, of=title),
        measured(f"{title}, float64", sizes, batch, title, Role.ANOTHER),
    ]
