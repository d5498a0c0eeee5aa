"""Exact moments of Haar matrices: this engine and haarpy 0.1.1, on the same monomials.

Every timed call finds both sides as they are after import, the caches of this engine, of haarpy and
of sympy emptied. The peer is a parameter, once for each of its algorithms. Without haarpy its rows
are skipped.
"""

import importlib
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from benchmarks.measuring import Call, Prepared, called
from theory.weingarten import forget, moment, prepare, weingarten
from theory.weingarten.partitions import partitions

Matrix = tuple[tuple[int, ...], ...]  # the exponents of the entries of a monomial
ENGINES = ["lemmata", "haarpy-gorin", "haarpy-collins"]  # the usually better one first
DIMENSIONS = ["symbolic", "d=100"]
ORDERS = [8, 10, 12]
TOO_SLOW = 30.0  # seconds


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
    """What empties the caches of haarpy and of sympy."""
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
    """One call per sample, `setup` before each; slow peers are called once, and stopped."""

    number, repeat, rounds, min_run_count = 1, (1, 20, 1.0), 1, 1
    warmup_time, timeout = 0.0, TOO_SLOW

    def setup(self, *case: Any) -> None:
        super().setup(*case)
        clear_caches()


class Moments(_Cold):
    """Monomials of every shape at orders 8, 10 and 12; what takes longer than 30 s is stopped.

    20 times faster than haarpy at least. For one entry haarpy takes 0.25 to 0.5 ms, and an empty
    call followed by one `fmpq` is half of what ours takes when cold, so that no more than 50 can be
    had there.
    """

    params = (ENGINES, list(SHAPES), ORDERS, DIMENSIONS)
    param_names = ("engine", "shape", "order", "d")
    time_moment = called

    def prepared(self, engine: str, shape: str, order: int, d: str) -> Call:
        return cold(engine, SHAPES[shape][order], d)


class WeingartenFunctions(_Cold):
    """Weingarten functions of one order: all classes here, one class from the peer."""

    params = (["lemmata, all", "lemmata, one", "haarpy, one"], [12, 20], DIMENSIONS)
    param_names = ("engine", "order", "d")
    time_weingarten = called

    def prepared(self, engine: str, order: int, d: str) -> Call:
        size, kinds = dimension(d, engine), partitions(order // 2)
        function = weingarten if "lemmata" in engine else peer().weingarten_orthogonal
        chosen = kinds if "all" in engine else ((order // 2,),)
        return lambda: [function(kind, size) for kind in chosen]


class LargeMoments(_Cold):
    """Order 16 and more, at numbers d on both sides of the order; no peer reaches them."""

    params = (list(LARGE), ["d=8", "d=100"])
    param_names = ("monomial", "d")
    prepared = staticmethod(lambda monomial, d: cold("lemmata", LARGE[monomial], d))
    time_moment = called
