"""The made-up registry, for tests that must not depend on the real claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from theory import ledger
from verify import registry, runner
from verify.results import file as results
from verify.test_support import made_up


@pytest.fixture
def made_up_claims(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Only made-up claims are known, and results go to the returned directory."""
    monkeypatch.setattr(ledger, "_REGISTRY", {})
    monkeypatch.setattr(registry, "_CHECKS", {})
    monkeypatch.setattr(runner, "ROOMS", ())
    monkeypatch.setattr(results, "PATH", results.PATH)
    made_up.install(
        tmp_path,
        made_up.HOLDS,
        made_up.PROVED,
        made_up.FALSE,
        made_up.BROKEN,
        made_up.SURVIVED,
        made_up.UNCHECKED,
    )
    return tmp_path
