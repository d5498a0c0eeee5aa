"""Who does the work: this process, every core of this machine, or a Dask cluster.

Each is a ``concurrent.futures`` executor, and nothing outside this module knows which. Functions
are sent by name, and their arguments are ids and numbers.
"""

from __future__ import annotations

import copyreg
import logging
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

import flint
import psutil

from lemmata.theory.ledger import LEDGER
from lemmata.verify.errors import Misuse
from lemmata.verify.machine import memory
from lemmata.verify.papers.loading import LoadedPaper, NotLoaded, load_exactly
from lemmata.verify.results.identity import Identity, OtherVersions, identity, require

_DEATHS = 3  # of workers, after which a run gives up
_LOOK, _MISSED = 2.0, 3  # seconds between two looks whether anybody is there; looks in vain
_PATIENCE = 10  # seconds to find a scheduler
_FORKED = "forkserver" in multiprocessing.get_all_start_methods()
_ONE_AT_A_TIME = threading.Lock()  # the working precision belongs to the whole process


class PoolLost(Misuse):
    """No worker is left, or none with the same code."""


class Here(Executor):
    """This process: a job is done when it is submitted."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **by: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(function(*args, **by))
        except Exception as error:
            done.set_exception(error)
        return done


@dataclass(frozen=True)
class Job:
    """A function of a module, its arguments, and the name that the caller knows it by."""

    name: Any
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass
class Pool:
    """An executor, how many jobs it does at a time, and how to make another when it breaks.

    ``ahead`` jobs are handed over before their turn comes, so that no worker is idle. ``alive``
    tells whether the other side, called ``name``, still answers. ``idle`` tells whether every job
    was finished.
    """

    make: Callable[[], Executor] = Here
    size: int = 1
    ahead: int = 0
    alive: Callable[[], bool] = lambda: True
    name: str = "this machine"
    running: dict[Future[Any], Job] = field(default_factory=dict)
    executor: Executor | None = None  # made for the first job
    idle: bool = True

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
                self.executor = None
        self.idle = True

    def _finished(self) -> set[Future[Any]]:
        """The futures that are finished; waits for them as long as the other side answers."""
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
        self.executor = self.executor or self.make()
        future = self.executor.submit(
            _checked, identity(), LEDGER.sources, job.function, *job.arguments
        )
        self.running[future] = job


def _checked(
    expected: Identity,
    sources: tuple[LoadedPaper, ...],
    function: Callable[..., Any],
    *arguments: Any,
) -> Any:
    with _ONE_AT_A_TIME:
        load_exactly(sources)
        require(expected)
        return function(*arguments)


def cores() -> int:
    """That this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def pool(workers: int, device: str = "cpu") -> Iterator[Pool]:
    """This process for one worker, else as many processes; they end with the block.

    On a GPU each of them has its share of the memory.
    """
    if workers <= 1:
        yield Pool()
        return
    found = Pool(lambda: _processes(workers, device), workers, workers)
    try:
        yield found
    finally:
        with _uninterrupted():
            if not found.idle:
                _end_all()
            if found.executor is not None:
                found.executor.shutdown(wait=False, cancel_futures=True)
            found.executor = None  # its last callback runs here, where no Ctrl-C meets it
            for child in multiprocessing.active_children():
                child.terminate()


@contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """The workers of the Dask scheduler at ``address``, which stay when the block ends.

    Dask's own settings (TLS among them) are honoured. Whoever reaches an open scheduler can run
    code on its workers.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise PoolLost("--scheduler needs Dask: pip install 'lemmata[cluster]'") from error
    logging.disable(logging.CRITICAL)  # an error is reported once, in one line, by us
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise PoolLost(f"no scheduler answers at {address}") from error
    try:
        if not (threads := client.nthreads()):
            raise PoolLost(f"the scheduler at {address} has no workers")
        executor, size = client.get_executor(pure=False), sum(threads.values())
        name = f"the scheduler at {address}"
        yield Pool(lambda: executor, size, size, lambda: client.status == "running", name)
    finally:
        client.close(timeout=2)


def _processes(workers: int, device: str) -> Executor:
    """Processes of this machine, forked from a server that has loaded every check.

    The server, its forks and the tracker of their semaphores never hear what a terminal sends to
    the whole group: the parent answers it, and they would end with tracebacks.
    """
    if not _FORKED:
        spawning = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(workers, spawning, _begin, (device, workers))
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["lemmata.verify.work.loaded"])
    with _deaf(signal.SIGHUP):  # the tracker ignores Ctrl-C by itself
        resource_tracker.ensure_running()
    with _deaf(signal.SIGHUP, signal.SIGINT), _away_from_here():
        forkserver.ensure_running()
    return ProcessPoolExecutor(workers, context, _begin, (device, workers))


@contextmanager
def _away_from_here() -> Iterator[None]:
    """A Python that starts within imports nothing of the current directory: it may be anybody's."""
    name = "PYTHONSAFEPATH"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@contextmanager
def _deaf(*signals: signal.Signals) -> Iterator[None]:
    """A process that starts within never hears these signals; this one hears them afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ignore Ctrl-C: a second one would break off the end of the workers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end_all() -> None:
    """Kill the workers and the server that they are forked from: a run that stops early does not
    wait until the server has loaded all claims.
    """
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):  # it has ended by itself
            if any("multiprocessing.forkserver" in word for word in child.cmdline()):
                for process in [*child.children(recursive=True), child]:
                    with suppress(psutil.NoSuchProcess):
                        process.kill()


def _begin(device: str, workers: int) -> None:
    """In a worker: the parent answers Ctrl-C, and the worker ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()
    if device != "cpu":
        memory.take_share(device, workers)


def _end_with(sentinel: int) -> None:
    wait_for([sentinel])
    os._exit(1)


def _ends(ball: flint.arb) -> tuple[Any, ...]:
    """A ball by its exact midpoint and radius, which flint itself does not send."""
    if not ball.is_finite():
        return flint.arb, (str(ball),)
    ends = (tuple(map(int, part.man_exp())) for part in (ball.mid(), ball.rad()))
    return flint.arb, tuple(ends)


copyreg.pickle(flint.arb, _ends)
copyreg.pickle(flint.acb, lambda box: (flint.acb, (box.real, box.imag)))
