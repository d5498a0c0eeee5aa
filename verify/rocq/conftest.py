"""A small theory of its own for the tests of what asks Rocq and of its record."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lemmata.theory.test_support import registry
from lemmata.verify.test_support.small_theory import CLAIM, SmallTheory


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallTheory]:
    with registry.only(CLAIM):
        yield SmallTheory(tmp_path, monkeypatch)
