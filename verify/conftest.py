"""The made-up registry, for tests that must not depend on the real claims."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from theory.ledger import LEDGER
from verify.results import file as results
from verify.test_support import made_up


@pytest.fixture
def made_up_claims(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Only made-up claims are known, and results go to the returned directory."""
    monkeypatch.setattr(results, "PATH", results.PATH)  # the commands' default, put back after
    with LEDGER.kept():
        made_up.install(tmp_path, *made_up.ALL)
        yield tmp_path
