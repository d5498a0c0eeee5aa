"""Table D1: the rank of random batches of four data sets.

As in the paper: torch's matrix_rank of the Gram matrix of the pixels, in float32. A Gram matrix has
the squares of the singular values, and in float32 those below 1e-3 or so of the largest are taken
for 0; the rank of the batch itself, in float64, is drawn beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lemmata.theory.evidence import Curve, Role
from lemmata.theory.meterez2024.figures_in_training import TABLE_D1
from lemmata.verify.data.catalogue import SOURCES, TEST, TRAIN
from lemmata.verify.data.errors import Missing
from lemmata.verify.data.loading import DIGITS, Split, load
from lemmata.verify.figures import recorded
from lemmata.verify.figures.recorded import RecordEntry
from lemmata.verify.figures.reproduction import Reproduction, measured, reproduced, runs_of
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

SIZES, DECIDED = (10, 50, 100, 200, 500), 100  # the paper's sizes are lost
GRAM, BATCH = "rank of the Gram matrix", "rank of the batch"


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


def data_sets() -> dict[str, Split]:
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


def _records(run: Run) -> dict[str, RecordEntry]:
    """The ranks of every data set, by its title."""
    return {
        title: recorded.new_entry(split.source, _measured(run, split, SIZES))
        for title, split in data_sets().items()
    }


def _measured(run: Run, split: Split, sizes: Sequence[int]) -> dict[str, Floats]:
    """(sizes, batches) each."""
    both = [ranks(run, split, n) for n in sizes]
    return {GRAM: np.stack([one[0] for one in both]), BATCH: np.stack([one[1] for one in both])}


@reproduced(
    TABLE_D1,
    routes=("full rank", "torch's matrix_rank of Gram matrices in float32"),
    domain="random batches of 100 images of each data set, drawn for sizes 10 to 500",
    records=_records,
)
def rank_of_batches(run: Run) -> Reproduction:
    smoke = run.effort is Effort.SMOKE
    path, record = recorded.beside(__file__)
    splits = {"scikit-learn's digits": load(DIGITS, TRAIN)} if smoke else data_sets()
    titles = [source.title for source in SOURCES.values()]
    if smoke or all(title in splits for title in titles):
        sizes = [n for n in SIZES if not smoke or n <= DECIDED]
        found = {title: _measured(run, split, sizes) for title, split in splits.items()}
        sources, origin = {title: split.source for title, split in splits.items()}, None
        if record is not None and record["seed"] == run.address.root:
            for title, values in found.items():
                recorded.require_agreement(path, record, title, title, values)
    elif record is not None:
        sizes, entries = list(SIZES), {title: record["entries"][title] for title in titles}
        found = {title: recorded.arrays(one) for title, one in entries.items()}
        sources = {title: one["data"] for title, one in entries.items()}
        origin = recorded.origin_of(path, record, titles, TABLE_D1.id)
    else:
        missing = ", ".join(title for title in titles if title not in splits)
        raise Missing(f"it needs {missing}: lemmata run {TABLE_D1.id} --data DIR")
    at = sizes.index(DECIDED)
    return Reproduction(
        {
            f"rank over batch size, {title}": one[GRAM][at]
            for title, one in found.items()
            if f"rank over batch size, {title}" in TABLE_D1.says
        },
        [curve for title, one in found.items() for curve in _curves(title, sizes, one)],
        log_x=True,
        remarks=[
            *(
                f"{title}: {source}; mean ranks at n = {', '.join(map(str, sizes))}:"
                f" {_means(sizes, found[title][GRAM])}."
                for title, source in sources.items()
            ),
            "Dashed: the batch itself in float64. Where the Gram matrix in float32 has less rank,"
            " the samples are independent and nearly dependent.",
        ],
        pending="smoke effort decides nothing" if smoke else "",
        recorded=origin,
    )


def _means(sizes: Sequence[int], gram: Floats) -> str:
    return ", ".join(f"{n * one.mean():.4g}" for n, one in zip(sizes, gram, strict=True))


def _curves(title: str, sizes: Sequence[int], one: dict[str, Floats]) -> list[Curve]:
    return [
        measured(title, sizes, one[GRAM], of=title),
        measured(f"{title}, float64", sizes, one[BATCH], title, Role.ANOTHER),
    ]
