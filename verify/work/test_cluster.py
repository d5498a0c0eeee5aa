"""A real cluster on this machine, scheduler and workers as processes of their own."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from verify.cli import main
from verify.commands.common import MISUSED
from verify.results.place import ROOT
from verify.work import cluster as cluster_module
from verify.work.test_running import RUN, kept_in, lemmata, same, undisturbed, until

pytest.importorskip("distributed", reason="the extra cluster is not installed")
__all__ = ["undisturbed"]


class Cluster:
    """A scheduler that listens on this machine only, and two workers."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.found = folder, folder / "scheduler.json"
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", "0")
        until(self.found.exists)
        self.workers = [self.start("worker", "--nthreads", "1") for _ in range(2)]

    def start(self, *what: str) -> subprocess.Popen[bytes]:
        """In a group of its own: a worker is a process with a nurse."""
        command = [sys.executable, "-m", "dask", *what, "--no-dashboard"]
        command += ["--local-directory", str(self.folder)] if "worker" in what else []
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            [*command, "--scheduler-file", str(self.found)],
            cwd=ROOT, stdout=quiet, stderr=quiet, start_new_session=True,
        )  # fmt: skip

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
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path)
    yield started
    started.stop()


def test_a_worker_is_killed_then_the_scheduler_and_both_runs_end_with_the_same_numbers(
    cluster: Cluster, undisturbed: Path, tmp_path: Path
) -> None:
    """Of a lost scheduler one line says so, what is done is kept, and the run goes on without."""
    first, second = tmp_path / "first", tmp_path / "second"
    process = lemmata(first, *RUN, "--scheduler", cluster.address)
    until(lambda: len(kept_in(first)) >= 1)
    os.killpg(cluster.workers[0].pid, signal.SIGKILL)
    _, errors = process.communicate(timeout=180)
    assert process.returncode == 0, errors
    assert same(undisturbed, first / "results.json")

    process = lemmata(second, *RUN, "--scheduler", cluster.address)
    until(lambda: len(kept_in(second)) >= 1)
    cluster.stop()
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    lost = f"lemmata: the scheduler at {cluster.address} is lost; what is done is kept"
    assert errors.splitlines()[-1] == lost
    assert "Traceback" not in errors
    again = lemmata(second, *RUN, "--resume", "--workers", "1")
    again.communicate(timeout=120)
    assert again.returncode == 0
    assert same(undisturbed, second / "results.json")


def test_where_no_scheduler_answers_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster_module, "_PATIENCE", 1)
    try:
        assert main([*RUN, "--scheduler", "tcp://127.0.0.1:1"]) == MISUSED
    finally:
        logging.disable(logging.NOTSET)  # which the command does in a process of its own
    assert capsys.readouterr().err == "lemmata: no scheduler answers at tcp://127.0.0.1:1\n"
