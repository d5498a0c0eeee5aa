"""A data set so small that a run takes a blink."""

from pathlib import Path

import numpy as np
import pytest

from lemmata.verify.data.loading import Split
from lemmata.verify.training import tensors

COUNTS = {"train": 66, "test": 25}


def blobs(name: str, split: str, folder: Path | None) -> Split:
    """Images of 1 x 2 x 3 around one of three patterns."""
    chance = np.random.default_rng(COUNTS[split])
    labels = np.arange(COUNTS[split]) % 3
    patterns = np.random.default_rng(0).integers(40, 200, (3, 6))
    pixels = patterns[labels] + chance.integers(-30, 30, (COUNTS[split], 6))
    images = pixels.astype(np.uint8).reshape(-1, 1, 2, 3)
    return Split(name, split, images, labels.astype(np.int64), 3, f"blobs {split}")


@pytest.fixture(autouse=True)
def small_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tensors, "load", blobs)
