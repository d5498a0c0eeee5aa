"""Runs that several figures share: each is trained once, into a folder below the results.

The process that trains a run locks the file ``KEY.running`` and writes its progress there. Other
processes train other runs meanwhile, and wait only if none is left.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

from lemmata.verify.results.place import folder
from lemmata.verify.training.settings import Training

if TYPE_CHECKING:
    from lemmata.verify.training.running import Progress
    from lemmata.verify.training.series import Series

Name = TypeVar("Name")
_SECONDS = 1.0  # between two reports of progress
_STALE = 120.0  # a run that reported nothing for so many seconds was killed


def runs_folder() -> Path:
    """The folder of trained runs."""
    return folder() / "training"


def series_of(
    wanted: Mapping[Name, Training], device: str, into: Path | None, train: bool
) -> dict[Name, Series] | None:
    """The series of each run, read or trained; None if one is missing and ``train`` is false.

    ``into``: the folder of the runs; without it they are trained and not saved.
    """
    from lemmata.verify.training import running

    if into is None:
        return {name: running.train(one, device=device) for name, one in wanted.items()}
    if not train:
        stored = {name: running.stored_series(one, device, into) for name, one in wanted.items()}
        complete = {name: series for name, series in stored.items() if series is not None}
        return complete if len(complete) == len(stored) else None
    done: dict[Name, Series] = {}
    while left := [name for name in wanted if name not in done]:
        with _first_free({name: wanted[name] for name in left}, into) as (name, file):
            done[name] = running.train(
                wanted[name], device=device, checkpoints=into, progress=progress_writer(file)
            )
            file.truncate(0)
    return {name: done[name] for name in wanted}


@contextmanager
def _first_free(wanted: Mapping[Name, Training], into: Path) -> Iterator[tuple[Name, IO[str]]]:
    """Lock a run that no process trains, or wait for the first; locked within the block."""
    for wait in (False, True):
        for name, training in wanted.items():
            if (file := _hold(training, into, wait)) is not None:
                with file:
                    yield name, file
                return


def _hold(training: Training, into: Path, wait: bool) -> IO[str] | None:
    """The locked file of a run; None if another process has the lock and ``wait`` is false."""
    into.mkdir(parents=True, exist_ok=True)
    file = (into / f"{training.key}.running").open("a", encoding="utf-8")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        file.close()
        return None
    except ImportError:  # without locks a run may be trained twice, to the same numbers
        pass
    return file


def progress_writer(file: IO[str]) -> Progress:
    """Writes the progress of a run into its file."""
    last = 0.0

    def write(done: int, total: int, left: float) -> None:
        nonlocal last
        if (now := time.monotonic()) - last > _SECONDS:
            last = now
            file.truncate(0)
            file.write(f"{done} {total} {left:.0f}")
            file.flush()

    return write


def progress_of_runs(into: Path) -> Iterator[tuple[int, int, float]]:
    """The progress of every run in training: steps done, steps in all, seconds left."""
    for path in sorted(into.glob("*.running")):
        try:
            if time.time() - path.stat().st_mtime < _STALE:
                done, total, left = path.read_text(encoding="utf-8").split()
                yield int(done), int(total), float(left)
        except (OSError, ValueError):  # it has just ended, or reported nothing yet
            continue
