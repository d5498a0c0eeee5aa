"""What runs that are stopped and taken up are compared with."""

from pathlib import Path

import pytest

from lemmata.verify.work.test_running import RUN, here


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of one process, this one, that nobody stopped."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert here(folder, *RUN, "--workers", "1") == 0
    return folder / "results.json"
