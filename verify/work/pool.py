"""Where tasks are done: in this process, on every core, or on a Dask cluster.

Each is a ``concurrent.futures`` executor; nothing else here knows which. Functions are sent by
name and arguments are ids and numbers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import wait as wait_for
from typing import Any

import psutil

from lemmata.theory.ledger import LEDGER
from lemmata.verify.papers.loading import Loaded, NotLoaded, exactly
from lemmata.verify.results.identity import Identity, OtherVersions, identity, require

_DEATHS = 3  # of workers, after which a run gives up
_LOOK, _MISSED = 2.0, 3  # seconds between two looks whether anybody is there; looks in vain
_FORKED = "forkserver" in multiprocessing.get_all_start_methods()
_ONE_AT_A_TIME = threading.Lock()  # the working precision belongs to the whole process


class PoolLost(RuntimeError):
    """Nobody is left to do the work, or nobody who may."""


class Here(Executor):
    """This process: what is submitted is done before anything else."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **by: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(function(*args, **by))
        except Exception as error:
            done.set_exception(error)
        return done


@dataclass(frozen=True)
class Job:
    """A function of a module, its arguments, and what the caller knows it by."""

    name: Any
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass
class Pool:
    """An executor, how many tasks it does at a time, and how to make another when it breaks.

    ``ahead`` tasks are handed over before their turn comes, so that no worker is idle; ``alive``
    says whether somebody called ``name`` is still there to answer; ``idle``, whether nothing was
    left undone.
    """

    make: Callable[[], Executor]
    size: int
    ahead: int
    alive: Callable[[], bool] = lambda: True
    name: str = "this machine"
    running: dict[Future[Any], Job] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.executor, self.idle = self.make(), True

    def results(self, jobs: deque[Job]) -> Iterator[tuple[Job, Any]]:
        """Each job with its result, as they are finished; more may be added on the way."""
        deaths, self.idle = 0, False
        while jobs or self.running:
            while jobs and len(self.running) < self.size + self.ahead:
                self._submit(jobs.popleft())
            lost = []
            for future in self._finished():
                job = self.running.pop(future)
                try:
                    result = future.result()
                except BrokenProcessPool:
                    lost.append(job)
                    continue
                except CancelledError as error:
                    raise self._lost() from error
                except (OtherVersions, NotLoaded, ImportError) as error:  # it has other code
                    raise PoolLost(" ".join(str(error).split())) from error
                yield job, result
            if lost:
                deaths += 1
                if deaths > _DEATHS:
                    raise PoolLost(f"workers died {deaths} times, last at {lost[0].name}")
                jobs.extendleft([*lost, *self.running.values()])
                self.running.clear()
                self.executor = self.make()
        self.idle = True

    def _finished(self) -> set[Future[Any]]:
        """Wait until some are, for as long as there is somebody to wait for."""
        missed = 0
        while missed < _MISSED:
            finished, _ = wait(self.running, timeout=_LOOK, return_when=FIRST_COMPLETED)
            if finished:
                return finished
            missed = 0 if self.alive() else missed + 1
        raise self._lost()

    def _lost(self) -> PoolLost:
        return PoolLost(f"{self.name} is lost; what is done is kept")

    def _submit(self, job: Job) -> None:
        future = self.executor.submit(
            _checked, identity(), LEDGER.sources, job.function, *job.arguments
        )
        self.running[future] = job


def _checked(
    expected: Identity, sources: tuple[Loaded, ...], function: Callable[..., Any], *arguments: Any
) -> Any:
    with _ONE_AT_A_TIME:
        exactly(sources)
        require(expected)
        return function(*arguments)


def cores() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def pool(workers: int) -> Iterator[Pool]:
    """This process for one worker, else as many processes; they end with the block."""
    if workers <= 1:
        yield Pool(Here, 1, 0)
        return
    context = multiprocessing.get_context("forkserver" if _FORKED else "spawn")
    if _FORKED:
        context.set_forkserver_preload(["lemmata.verify.work.loaded"])
    found = Pool(lambda: _Processes(workers, context, initializer=_begin), workers, workers)
    try:
        yield found
    finally:
        with _uninterrupted():
            if not found.idle:
                _end_all()
            found.executor.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.terminate()


class _Processes(ProcessPoolExecutor):
    """Processes of this machine; what they are forked from begins with the first task.

    That one, what it forks and what counts their semaphores are deaf, from their first instruction,
    to what a terminal sends to all at once: it is the parent's affair, and would end them with
    tracebacks, among the claims that they load.
    """

    def __init__(self, *args: Any, **by: Any) -> None:
        if _FORKED:
            with _deaf(signal.SIGHUP):  # of Ctrl-C it takes care itself
                resource_tracker.ensure_running()
        super().__init__(*args, **by)

    def submit(self, function: Callable[..., Any], /, *args: Any, **by: Any) -> Future[Any]:
        if _FORKED:
            with _deaf(signal.SIGHUP, signal.SIGINT):
                forkserver.ensure_running()
        return super().submit(function, *args, **by)


@contextmanager
def _deaf(*signals: signal.Signals) -> Iterator[None]:
    """What begins within never hears these; this process does, a moment later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Whoever presses Ctrl-C twice, or has it sent to a whole group, wants workers to end as well:
    the second one would break off their end, and the first one wait for what they do.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end_all() -> None:
    """Who stops early waits for nobody: not for workers, and not for what they are forked from.

    That one loads all claims for seconds, and would fork only then what nobody wants any more.
    """
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):  # it has ended by itself
            if any("multiprocessing.forkserver" in word for word in child.cmdline()):
                for process in [*child.children(recursive=True), child]:
                    with suppress(psutil.NoSuchProcess):
                        process.kill()


def _begin() -> None:
    """In a worker: Ctrl-C is the parent's affair, and without a parent there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait_for([sentinel])
    os._exit(1)
