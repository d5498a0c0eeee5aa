"""Exact moments of Haar matrices: this engine and haarpy 0.1.1, on the same monomials.

Every timed call finds both sides as they are after import, the caches of this engine, of haarpy and
of sympy emptied. The peer is a parameter, once for each of its algorithms. Without haarpy its rows
are skipped.
"""

import gc
import importlib
import signal
import sys
import time
from collections.abc import Callable
from functools import cache
from statistics import median
from typing import Any

from benchmarks.measuring import Call, Prepared, called, over
from lemmata.theory.weingarten import forget, moment, prepare, weingarten
from lemmata.theory.weingarten.partitions import partitions

Matrix = tuple[tuple[int, ...], ...]  # the exponents of the entries of a monomial
ENGINES = ["lemmata", "haarpy-gorin", "haarpy-collins"]  # the usually better one first
PARTS = ["lemmata, all", "lemmata, one", "haarpy, one"]  # of the Weingarten functions
DIMENSIONS = ["symbolic", "d=100"]
ORDERS = [8, 10, 12]
TOO_SLOW = 30.0  # seconds; a combination known to take longer is skipped, or stopped
LONG = 0.1  # seconds; one cold call is enough
ROUNDS = 41


def diagonal(*powers: int) -> Matrix:
    """w11^a w22^b ..."""
    return tuple(tuple(a * (i == j) for j in range(len(powers))) for i, a in enumerate(powers))


def cycle(order: int) -> Matrix:
    """w11 w12 w22 w23 ... wk1."""
    k = order // 2
    return tuple(tuple(int(j in (i, (i + 1) % k)) for j in range(k)) for i in range(k))


SHAPES: dict[str, dict[int, Matrix]] = {
    "one entry": {order: ((order,),) for order in ORDERS},
    "one row": {8: ((2, 2, 2, 2),), 10: ((4, 2, 2, 2),), 12: ((4, 4, 2, 2),)},
    "one column": {8: ((4,), (2,), (2,)), 10: ((4,), (4,), (2,)), 12: ((4,), (4,), (4,))},
    "squares": {order: diagonal(*[2] * (order // 2)) for order in ORDERS},
    "fourth powers": {8: diagonal(4, 4), 10: diagonal(4, 4, 2), 12: diagonal(4, 4, 4)},
    "2x2 block": {8: ((2, 2), (2, 2)), 10: ((4, 2), (2, 2)), 12: ((4, 2), (2, 4))},
    "cycle": {order: cycle(order) for order in ORDERS},
    "mixed": {
        8: ((2, 1, 1), (0, 1, 1), (2, 0, 0)),
        10: ((3, 1, 0), (1, 1, 2), (0, 0, 2)),
        12: ((2, 1, 1), (1, 2, 1), (1, 1, 2)),
    },
}

LARGE: dict[str, Matrix] = {  # order 16 and more
    "4x4 ones": ((1,) * 4,) * 4,
    "2x8 ones": ((1,) * 8,) * 2,
    "fourth powers": diagonal(4, 4, 4, 4),
    "squares": diagonal(*[2] * 8),
    "mixed": ((3, 1, 2, 0), (1, 1, 0, 2), (0, 2, 2, 2)),
}


def indices(exponents: Matrix) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows and the columns of the factors."""
    entries = [(i, j, a) for i, row in enumerate(exponents, 1) for j, a in enumerate(row, 1)]
    rows, cols = zip(*((i, j) for i, j, a in entries for _ in range(a)), strict=True)
    return rows, cols


@cache
def peer_caches() -> list[Callable[[], None]]:
    """The functions that empty the caches of haarpy and sympy."""
    modules = [module for name, module in sys.modules.items() if name.startswith("haarpy")]
    functions = [value for module in modules for value in vars(module).values()]
    clears = [function.cache_clear for function in functions if hasattr(function, "cache_clear")]
    return [*clears, importlib.import_module("sympy.core.cache").clear_cache]


def clear_caches() -> None:
    """Both sides as they are after import."""
    if "haarpy" in sys.modules:
        for clear in peer_caches():
            clear()
    forget()
    prepare()


def peer() -> Any:
    """haarpy, or NotImplementedError with the reason, by which asv skips."""
    try:
        return importlib.import_module("haarpy")
    except ImportError as error:
        raise NotImplementedError("haarpy 0.1.1 is not installed (extra: peers)") from error


def dimension(name: str, engine: str) -> Any:
    """The number d, or what the engine takes for a symbol."""
    if name != "symbolic":
        return int(name.removeprefix("d="))
    return None if "lemmata" in engine else importlib.import_module("sympy").Symbol("d")


def cold(engine: str, exponents: Matrix, d: str) -> Call:
    """The call to be timed."""
    (rows, cols), size = indices(exponents), dimension(d, engine)
    if engine == "lemmata":
        return lambda: moment(rows, cols, size)
    integral, algorithm = peer().haar_integral_orthogonal, engine.removeprefix("haarpy-")
    return lambda: integral((rows, cols), size, algorithm)


class _Cold(Prepared):
    """One call per sample, `setup` before each; slow peers are called once."""

    number, repeat, rounds, min_run_count = 1, (1, 20, 1.0), 1, 1
    warmup_time = 0.0
    too_slow: tuple[tuple[int, str], ...] = ()  # orders and dimensions, for the peer

    def setup(self, *case: Any) -> None:
        if case[0].startswith("haarpy") and case[1:] in self.too_slow:
            raise NotImplementedError(f"takes longer than {TOO_SLOW:.0f} s")
        super().setup(*case)
        clear_caches()


@over({"shape": SHAPES, "order": ORDERS, "d": DIMENSIONS})
class Gains:
    """How many times faster than the better of haarpy's two algorithms a cold call is.

    The two are called in turns, as both depend on what the processor has at hand: the median time
    of many calls that take microseconds. An algorithm is stopped once it is known not to be
    the better one, and after TOO_SLOW, where the ratio is a lower bound.

    The floor: for one entry haarpy takes 0.25 to 0.5 ms, and an empty call followed by one `fmpq`
    is half of what ours takes when cold, so that no more than 50 can be had there.
    """

    unit = "times faster"

    def track_ratio(self, shape: str, order: int, d: str) -> float:
        ours, *peers = (cold(engine, SHAPES[shape][order], d) for engine in ENGINES)
        best, limit = None, TOO_SLOW
        for call in peers:
            seconds = within(limit, call)
            if seconds < limit:
                best, limit = call, seconds
        again = [best] if best and limit < LONG else []
        own, *other = cold_medians(ours, *again)
        return (other[0] if other else limit) / own


class Stopped(BaseException):
    """A call that has used up its time; no library catches it."""


def within(limit: float, call: Call) -> float:
    """The CPU seconds of one cold call, or the limit if it takes longer."""

    def stop(*_: object) -> None:
        raise Stopped

    clear_caches()
    before = signal.signal(signal.SIGPROF, stop)
    start = time.process_time()
    try:
        signal.setitimer(signal.ITIMER_PROF, limit, limit)  # again, should a destructor hide it
        call()
    except Stopped:
        return limit
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return min(time.process_time() - start, limit)


def cold_medians(*calls: Call) -> list[float]:
    """The median seconds of each, in turns, as after import before every call.

    By the wall clock: asking for CPU time takes 5 microseconds, a third of the shortest call.
    """
    seconds: list[list[float]] = [[] for _ in calls]
    gc.disable()
    try:
        for _ in range(ROUNDS):
            for call, seen in zip(calls, seconds, strict=True):
                clear_caches()
                start = time.perf_counter()
                call()
                seen.append(time.perf_counter() - start)
    finally:
        gc.enable()
    return [median(seen) for seen in seconds]


@over({"engine": PARTS, "order": (12, 20), "d": DIMENSIONS})
class WeingartenFunctions(_Cold):
    """Weingarten functions of one order: all classes here, one class from the peer."""

    too_slow = ((20, "symbolic"), (20, "d=100"))
    time_weingarten = called

    def prepared(self, engine: str, order: int, d: str) -> Call:
        size, kinds = dimension(d, engine), partitions(order // 2)
        function = weingarten if "lemmata" in engine else peer().weingarten_orthogonal
        chosen = kinds if "all" in engine else ((order // 2,),)
        return lambda: [function(kind, size) for kind in chosen]


@over({"monomial": LARGE, "d": ("d=8", "d=100")})
class LargeMoments(_Cold):
    """Order 16 and more, at numbers d on both sides of the order; no peer reaches them."""

    prepared = staticmethod(lambda monomial, d: cold("lemmata", LARGE[monomial], d))
    time_moment = called
