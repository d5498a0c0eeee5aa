"""Runs that several figures share: trained once, kept below the results, taken up when stopped.

Whoever trains a run holds the file ``KEY.running``, in which it says how far it is; another process
takes up another run meanwhile, and waits only for the last.
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
_SECONDS = 1.0  # between two words on how far a run is
_STALE = 120.0  # after so many seconds of silence a run was killed


def place() -> Path:
    """The folder of trained runs."""
    return folder() / "training"


def series_of(
    wanted: Mapping[Name, Training], device: str, into: Path | None, train: bool
) -> dict[Name, Series] | None:
    """The series of each run, read or trained; None if one is missing and may not be trained.

    ``into``: where runs are kept; without it they are trained, and nothing is kept.
    """
    from lemmata.verify.training import running

    if into is None:
        return {name: running.train(one, device=device) for name, one in wanted.items()}
    if not train:
        found = {name: running.stored_series(one, device, into) for name, one in wanted.items()}
        there = {name: series for name, series in found.items() if series is not None}
        return there if len(there) == len(found) else None
    done: dict[Name, Series] = {}
    while left := [name for name in wanted if name not in done]:
        with _first_free({name: wanted[name] for name in left}, into) as (name, file):
            tell = _telling(file)
            done[name] = running.train(wanted[name], device=device, checkpoints=into, progress=tell)
            file.truncate(0)
    return {name: done[name] for name in wanted}


@contextmanager
def _first_free(wanted: Mapping[Name, Training], into: Path) -> Iterator[tuple[Name, IO[str]]]:
    """A run that nobody trains, else the first as soon as it is trained, held for this block."""
    for wait in (False, True):
        for name, training in wanted.items():
            if (file := _hold(training, into, wait)) is not None:
                with file:
                    yield name, file
                return


def _hold(training: Training, into: Path, wait: bool) -> IO[str] | None:
    """The file of a run that nobody else holds; None if somebody does and we do not wait."""
    into.mkdir(parents=True, exist_ok=True)
    file = (into / f"{training.key}.running").open("a", encoding="utf-8")
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        file.close()
        return None
    except ImportError:  # no such locks: a run may be trained twice, to the same numbers
        pass
    return file


def _telling(file: IO[str]) -> Progress:
    """Write down how far a run is."""
    last = 0.0

    def tell(done: int, total: int, left: float) -> None:
        nonlocal last
        if (now := time.monotonic()) - last > _SECONDS:
            last = now
            file.truncate(0)
            file.write(f"{done} {total} {left:.0f}")
            file.flush()

    return tell


def under_way(into: Path) -> Iterator[tuple[int, int, float]]:
    """The progress of every run in training: steps done, steps in all, seconds left."""
    for path in sorted(into.glob("*.running")):
        try:
            if time.time() - path.stat().st_mtime < _STALE:
                done, total, left = path.read_text(encoding="utf-8").split()
                yield int(done), int(total), float(left)
        except (OSError, ValueError):  # it has just ended, or says nothing yet
            continue
