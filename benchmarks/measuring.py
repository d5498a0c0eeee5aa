"""Times and memory inside a ``track_`` benchmark, where asv itself does not measure."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor

Call = Callable[[], object]
LIKE = torch.empty(0, dtype=torch.float64)
Benchmark = TypeVar("Benchmark", bound=Callable[..., float])


class Prepared:
    """A suite whose ``setup`` leaves the call to be timed; peers are a parameter of it.

    Benchmarks of such a suite are names of ``called``: ``time_gaps = peakmem_gaps = called``.
    """

    call: Call


def called(suite: Prepared, *_: object) -> None:
    suite.call()


def named(title: str) -> Callable[[Benchmark], Benchmark]:
    """What the report calls a benchmark: asv reads it from an attribute of the function."""

    def name(benchmark: Benchmark) -> Benchmark:
        vars(benchmark)["pretty_name"] = title
        return benchmark

    return name


def seeded() -> torch.Generator:
    return torch.Generator().manual_seed(0)


def normal(*shape: int) -> Tensor:
    """Normal numbers in float64, the same at every call."""
    return torch.randn(shape, dtype=LIKE.dtype, generator=seeded())


def fastest(*calls: Call, repeat: int = 3) -> list[float]:
    """The least CPU seconds of each call, taken in turns so that all see the same machine."""
    best = [math.inf] * len(calls)
    for _ in range(repeat):
        for k, call in enumerate(calls):
            start = time.process_time()
            call()
            best[k] = min(best[k], time.process_time() - start)
    return best


def ratio(ours: Call, other: Call, repeat: int = 3) -> float:
    """How many times the other's time ours takes."""
    a, b = fastest(ours, other, repeat=repeat)
    return a / b


def exponent(sizes: tuple[int, int], prepared: Callable[[int], Call]) -> float:
    """The slope of log time against log size, between two sizes."""
    first, last = fastest(*(prepared(size) for size in sizes))
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
    root = Path(__file__).resolve().parents[1]
    command = [sys.executable, "-c", script]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    return float(output.stdout)
