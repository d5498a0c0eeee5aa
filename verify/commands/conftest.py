"""Registries that a test may change: what is registered or forgotten is as it was after."""

from __future__ import annotations

from pathlib import Path

import pytest

from theory import ledger
from verify import registry


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "_REGISTRY", dict(ledger._REGISTRY))
    monkeypatch.setattr(registry, "_CHECKS", dict(registry._CHECKS))


@pytest.fixture
def no_claims(made_up_claims: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the made-up ones; results go to a directory of the test's own."""
    monkeypatch.setattr(ledger, "_REGISTRY", {})
