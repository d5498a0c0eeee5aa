"""A registry that a test may change."""

from __future__ import annotations

import pytest

from theory import ledger
from verify import registry


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is registered or forgotten in the test is as it was after."""
    monkeypatch.setattr(ledger, "_REGISTRY", dict(ledger._REGISTRY))
    monkeypatch.setattr(registry, "_CHECKS", dict(registry._CHECKS))
