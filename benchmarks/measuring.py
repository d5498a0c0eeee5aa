"""Times and memory inside a ``track_`` benchmark, where asv itself does not measure."""

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

Call = Callable[[], object]
ROOT = Path(__file__).resolve().parents[1]
LIKE = torch.empty(0, dtype=torch.float64)


def over(parameters: Mapping[str, Iterable[Any]]) -> Callable[[Any], Any]:
    """The decorated suite at all values of these parameters, in ten minutes at most."""

    def decorate(suite: Any) -> Any:
        suite.params, suite.param_names = [*map(list, parameters.values())], list(parameters)
        suite.timeout = 600.0
        return suite

    return decorate


class Prepared:
    """A suite that times the call that ``prepared`` makes of its parameters; peers are one.

    Benchmarks of such a suite are names of ``called``: ``time_gaps = peakmem_gaps = called``.
    """

    prepared: Callable[..., Call]

    def setup(self, *case: Any) -> None:
        self.call = self.prepared(*case)


class Once(Prepared):
    """Calls so long that one is a sample, and three are enough."""

    number, repeat, rounds, warmup_time = 1, (1, 3, 10.0), 1, 0.0


def called(suite: Prepared, *_: object) -> None:
    suite.call()


DEVICES = ("cpu", "cuda")


def like_on(device: str) -> Tensor:
    """An empty tensor on a device; a benchmark on one that is not here is skipped."""
    if device == "cuda" and not torch.cuda.is_available():
        raise NotImplementedError("device cuda is not here")
    return LIKE.to(device)


def finished(call: Call, device: str) -> Call:
    """The call and all that it has launched."""

    def ended() -> None:
        call()
        torch.cuda.synchronize()

    return call if device == "cpu" else ended


def seeded(device: str = "cpu") -> torch.Generator:
    return torch.Generator(device).manual_seed(0)


def normal(*shape: int) -> Tensor:
    """Normal numbers in float64, the same at every call."""
    return torch.randn(shape, dtype=LIKE.dtype, generator=seeded())


def fastest(*calls: Call) -> list[float]:
    """The least CPU seconds of three of each call, in turns so that all see the same machine."""
    best = [math.inf] * len(calls)
    for _ in range(3):
        for k, call in enumerate(calls):
            start = time.process_time()
            call()
            best[k] = min(best[k], time.process_time() - start)
    return best


def ratio(ours: Call, other: Call) -> float:
    """How many times the other's time ours takes."""
    a, b = fastest(ours, other)
    return a / b


def exponent(sizes: tuple[int, int], costs: Iterable[float]) -> float:
    """The slope of log cost against log size, between two sizes."""
    first, last = costs
    return math.log(last / first) / math.log(sizes[1] / sizes[0])


def memory(preamble: str, warm: str, call: str) -> float:
    """Bytes by which a fresh process grows in ``call``, after ``preamble`` and ``warm``.

    From the kernel's status file: getrusage would count what the parent had before.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        raise NotImplementedError("the peak of a process is read from /proc, which is not there")
    script = (
        f"import re, pathlib; {preamble}\n"
        f"read = pathlib.Path('{status}').read_text\n"
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', read()).group(1)) * 1024\n"
        f"{warm}; before = peak(); {call}\n"
        "print(peak() - before)"
    )
    return float(subprocess.check_output([sys.executable, "-c", script], text=True, cwd=ROOT))


def least_of_processes(calls: Sequence[Sequence[str]], folder: Path, times: int = 7) -> list[float]:
    """The least CPU seconds of Python processes with these arguments, in turns, in ``folder``."""
    best = [math.inf] * len(calls)
    for _ in range(times):
        for k, arguments in enumerate(calls):
            command = [sys.executable, *arguments]
            process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                raise RuntimeError(f"{arguments} ended with exit code {process.returncode}")
            best[k] = min(best[k], used.ru_utime + used.ru_stime)
    return best
