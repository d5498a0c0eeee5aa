"""Random batches of the four data sets of table D1, measured, or read from the record of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lemmata.theory.evidence import Origin
from lemmata.theory.figures import FigureClaim
from lemmata.verify.data.catalogue import SOURCES, TRAIN
from lemmata.verify.data.errors import Missing
from lemmata.verify.data.loading import DIGITS, Split, load
from lemmata.verify.figures import recorded
from lemmata.verify.figures.recorded import RecordEntry
from lemmata.verify.figures.reproduction import runs_of
from lemmata.verify.meterez2024.figures_in_training.table_d1 import DECIDED, SIZES, data_sets
from lemmata.verify.registry import Effort, Run
from lemmata.verify.statistics.betting import Floats

if TYPE_CHECKING:
    from torch import Tensor

Measure = Callable[
    [Run, Split, int], Mapping[str, Floats]
]  # of batches of a size: by name, (runs,)


@dataclass(frozen=True)
class Measurements:
    """By title of a data set and name, (sizes, runs); ``sources`` says which images they are."""

    sizes: Sequence[int]
    values: Mapping[str, Mapping[str, Floats]]
    sources: Mapping[str, str]
    pending: str = ""
    recorded: Origin | None = None

    @property
    def remarks(self) -> list[str]:
        return [f"{title}: {source}." for title, source in self.sources.items()]


def batches(run: Run, split: Split, n: int) -> Iterator[Tensor]:
    """One random batch of n images for each run, (n, channels, height, width), from 0 to 1."""
    import torch

    X = torch.tensor(split.images, device=run.device)
    stream = (run.address / split.name / n).generator(run.device)
    for _ in range(runs_of(run)):
        chosen = torch.randperm(len(X), generator=stream, device=run.device)[:n]
        yield X[chosen] / split.levels


def gram_rank(batch: Tensor) -> int:
    """The rank of the Gram matrix of the pixels in float32, as the paper computes it."""
    import torch

    pixels = batch.flatten(1).float()
    return int(torch.linalg.matrix_rank(pixels @ pixels.mT))


def measure_batches(run: Run, stated: FigureClaim, measure: Measure) -> Measurements:
    """Live where all data sets are there, else from the record; at smoke effort on the digits."""
    if run.effort is Effort.SMOKE:
        digits, sizes = load(DIGITS, TRAIN), [n for n in SIZES if n <= DECIDED]
        values = {digits.name: _by_name(run, digits, sizes, measure)}
        sources = {digits.name: digits.source}
        return Measurements(sizes, values, sources, "smoke effort decides nothing")
    splits, titles = data_sets(), [source.title for source in SOURCES.values()]
    path, record = recorded.beside(__file__)
    if all(title in splits for title in titles):
        live = {title: _by_name(run, split, SIZES, measure) for title, split in splits.items()}
        if record is not None and record["seed"] == run.address.root:
            for title, one in live.items():
                recorded.require_agreement(path, record, _key(stated, title), title, one)
        return Measurements(SIZES, live, {title: one.source for title, one in splits.items()})
    if record is None or _key(stated, titles[0]) not in record["entries"]:
        missing = ", ".join(title for title in titles if title not in splits)
        raise Missing(f"it needs {missing}: lemmata run {stated.id} --data DIR")
    entries = {title: record["entries"][_key(stated, title)] for title in titles}
    return Measurements(
        SIZES,
        {title: recorded.arrays(one) for title, one in entries.items()},
        {title: one["data"] for title, one in entries.items()},
        recorded=recorded.origin_of(
            path, record, [_key(stated, title) for title in titles], stated.id
        ),
    )


def batch_records(stated: FigureClaim, measure: Measure) -> Callable[[Run], dict[str, RecordEntry]]:
    """What ``make record`` writes of these measurements."""

    def records(run: Run) -> dict[str, RecordEntry]:
        return {
            _key(stated, title): recorded.new_entry(
                split.source, _by_name(run, split, SIZES, measure)
            )
            for title, split in data_sets().items()
        }

    return records


def _key(stated: FigureClaim, title: str) -> str:
    return f"{stated.id.partition(':')[2]}, {title}"


def _by_name(run: Run, split: Split, sizes: Sequence[int], measure: Measure) -> dict[str, Floats]:
    """(sizes, runs) each."""
    found = [measure(run, split, n) for n in sizes]
    return {name: np.stack([one[name] for one in found]) for name in found[0]}
