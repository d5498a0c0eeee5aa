"""A real cluster on this machine, scheduler and workers as processes of their own."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from lemmata.verify.cli import main
from lemmata.verify.commands.common import MISUSED
from lemmata.verify.results.place import ROOT
from lemmata.verify.work import pool
from lemmata.verify.work.test_running import RUN, here, kept_in, same, until


@pytest.fixture(autouse=True)
def dask() -> None:
    """Loaded by whoever runs these tests, not by all who collect them."""
    pytest.importorskip("distributed", reason="the extra cluster is not installed")


class Cluster:
    """A scheduler that listens on this machine only, and two workers."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.found = folder, folder / "scheduler.json"
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", "0")
        until(self.found.exists)
        self.workers = [self.start("worker", "--nthreads", "1") for _ in range(2)]
        from distributed import Client

        with Client(self.address, set_as_default=False) as asked:
            asked.wait_for_workers(2, timeout=60)

    def start(self, *what: str) -> subprocess.Popen[bytes]:
        """In a group of its own; a worker is one process, without a nurse that would replace it."""
        command = [sys.executable, "-m", "dask", *what, "--no-dashboard"]
        if "worker" in what:
            command += ["--no-nanny", "--local-directory", str(self.folder)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            [*command, "--scheduler-file", str(self.found)],
            cwd=ROOT,
            stdout=quiet,
            stderr=quiet,
            start_new_session=True,
        )

    @property
    def address(self) -> str:
        import json

        return str(json.loads(self.found.read_text())["address"])

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def cluster(dask: None, tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path)
    yield started
    started.stop()


@pytest.fixture
def loud() -> Iterator[None]:
    """A command on a cluster silences the logs of its process, which here is the tests'."""
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.usefixtures("loud")
def test_a_killed_worker_and_a_lost_scheduler_change_no_number(
    cluster: Cluster,
    undisturbed: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a lost scheduler one line says so, what is done is kept, and the run goes on without."""
    first, second = tmp_path / "first", tmp_path / "second"
    run = [*RUN, "--scheduler", cluster.address]
    with amid_a_run(first, lambda: os.killpg(cluster.workers[0].pid, signal.SIGKILL)):
        assert here(first, *run) == 0
    assert same(undisturbed, first / "results.json")

    monkeypatch.setattr(pool, "_LOOK", 0.2)  # seconds between two looks whether it is there
    with amid_a_run(second, cluster.stop):
        assert here(second, *run) == MISUSED
    errors = capfd.readouterr().err
    lost = f"lemmata: the scheduler at {cluster.address} is lost; what is done is kept"
    assert errors.splitlines()[-1] == lost
    assert "Traceback" not in errors
    assert here(second, *RUN, "--resume", "--workers", "1") == 0
    assert same(undisturbed, second / "results.json")


@contextmanager
def amid_a_run(folder: Path, happens: Callable[[], None]) -> Iterator[None]:
    """Once the run that writes there has kept something."""

    def then() -> None:
        until(lambda: len(kept_in(folder)) >= 1)
        happens()

    with ThreadPoolExecutor() as aside:
        happened = aside.submit(then)
        yield
        happened.result()


@pytest.mark.usefixtures("loud")
def test_a_scheduler_that_does_not_answer_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pool, "_PATIENCE", 1)
    out = ["--out", str(tmp_path / "new" / "folder")]
    assert main([*RUN, "--scheduler", "tcp://127.0.0.1:1", *out]) == MISUSED
    assert capsys.readouterr() == ("", "lemmata: no scheduler answers at tcp://127.0.0.1:1\n")
    assert not [*tmp_path.iterdir()]
