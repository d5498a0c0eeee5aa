"""Registries that a test may change: what is registered or forgotten is as it was after."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lemmata.theory.test_support import registry


@pytest.fixture
def own_registry() -> Iterator[None]:
    with registry.kept():
        yield


@pytest.fixture
def no_claims(made_up_claims: Path) -> None:
    """Not even the made-up ones; results go to a directory of the test's own."""
    registry.forget()
