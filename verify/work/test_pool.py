"""Workers: those that die, those that are gone already, those with other code."""

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from psutil import NoSuchProcess

from lemmata.verify.results.identity import identity, require
from lemmata.verify.work.pool import Here, Job, Pool, PoolLost, _end_all, pool


def test_killing_a_worker_that_has_ended_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the error would take the place of Ctrl-C, and nothing that is finished be kept."""

    class Gone:
        def __init__(self, pid: int | None = None, words: str = "") -> None:
            self.words = words

        def children(self, recursive: bool = False) -> list["Gone"]:
            server = Gone(words="multiprocessing.forkserver")
            return [Gone()] if recursive or self.words else [Gone(), server]

        def cmdline(self) -> list[str]:
            if not self.words:
                raise NoSuchProcess(1)
            return [self.words]

        def kill(self) -> None:
            raise NoSuchProcess(1)

    monkeypatch.setattr("psutil.Process", Gone)
    _end_all()


def test_workers_import_nothing_of_the_current_directory(tmp_path: Path) -> None:
    here, script = tmp_path / "here", tmp_path / "script.py"
    here.mkdir()
    (here / "numpy.py").write_text("raise SystemExit('a stranger')")
    begin = "from lemmata.verify.work.pool import _processes\nif __name__ == '__main__':"
    script.write_text(f"{begin}\n    print(_processes(1, 'cpu').submit(abs, -7).result())\n")
    found = subprocess.run([sys.executable, script], cwd=here, capture_output=True, text=True)
    assert (found.stdout, found.stderr) == ("7\n", "")


def _dies(how: str) -> None:
    os._exit(int(how))


def test_workers_that_die_are_replaced_three_times() -> None:
    with pool(2) as several, pytest.raises(PoolLost, match="workers died 4 times, last at deadly"):
        list(several.results(deque([Job("deadly", _dies, ("7",))])))


class _Dying(Here):
    """Breaks at its first task, and says nothing of the others that it was given."""

    def __init__(self) -> None:
        self.given: list[Future[Any]] = []

    def submit(self, function: Callable[..., Any], /, *args: Any, **by: Any) -> Future[Any]:
        self.given.append(Future())
        if len(self.given) == 1:
            self.given[0].set_exception(BrokenProcessPool())
        return self.given[-1]


def test_jobs_beside_a_worker_that_died_are_done_again() -> None:
    executors = iter([_Dying(), Here()])
    several = Pool(lambda: next(executors), 2, 1)
    found = several.results(deque(Job(k, abs, (-k,)) for k in range(5)))
    assert sorted(result for _, result in found) == [0, 1, 2, 3, 4]


def test_a_worker_with_other_versions_is_refused_by_name() -> None:
    require(identity())
    other = tuple((k, "0.0" if k == "torch" else v) for k, v in identity())
    with pytest.raises(RuntimeError, match=r"a worker on \S+ has torch \S+, not 0\.0"):
        require(other)
