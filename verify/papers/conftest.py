"""Claims of one's own are stated in a directory of their own, and forgotten after each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lemmata.theory.test_support import registry
from lemmata.verify import runner


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A directory to stand in, and the ledger as it was after."""
    runner.load()
    monkeypatch.chdir(tmp_path)
    with registry.kept():
        yield
