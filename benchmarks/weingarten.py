"""Exact moments of Haar matrices: this engine and haarpy 0.1.1, on the same monomials.

The peer is a parameter, once for each of its algorithms; without it those rows are skipped. Every
timed call finds both sides as they are after import, the caches of this engine, of haarpy and of
sympy emptied, because asv calls `setup` before each of them (`number = 1`).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

from theory.weingarten import forget, moment, prepare, weingarten
from theory.weingarten.partitions import partitions

Matrix = tuple[tuple[int, ...], ...]
"""The exponents of the entries of a monomial."""

ENGINES = ["lemmata", "haarpy-collins", "haarpy-gorin"]
DIMENSIONS = ["symbolic", "d=100"]
TOO_SLOW = 30.0
"""Seconds; a combination known to take longer is skipped."""


def squares(order: int) -> Matrix:
    """w11^2 w22^2 ..."""
    half = order // 2
    return tuple(tuple(2 * (i == j) for j in range(half)) for i in range(half))


SHAPES: dict[str, Matrix] = {
    "w11^8": ((8,),),
    "2x2 squares": ((2, 2), (2, 2)),
    "cycle of 8": ((1, 1, 0, 0), (0, 1, 1, 0), (0, 0, 1, 1), (1, 0, 0, 1)),
    "mixed order 8": ((2, 1, 1), (0, 1, 1), (2, 0, 0)),
    "mixed order 10": ((3, 1, 0), (1, 1, 2), (0, 0, 2)),
    "fourth powers, order 12": ((4, 0, 0), (0, 4, 0), (0, 0, 4)),
}

# Seen to take longer than TOO_SLOW: pairings of order 10 and 12 that are enumerated twice.
SLOW = {
    ("haarpy-collins", "mixed order 10"),
    ("haarpy-collins", "fourth powers, order 12"),
    ("haarpy-gorin", 12, "symbolic"),
}


def indices(exponents: Matrix) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows and the columns of the factors."""
    entries = [(i, j, a) for i, row in enumerate(exponents, 1) for j, a in enumerate(row, 1)]
    rows = tuple(i for i, _, a in entries for _ in range(a))
    return rows, tuple(j for _, j, a in entries for _ in range(a))


def clear_caches() -> None:
    """Both sides as they are after import."""
    forget()
    prepare()
    for name, module in list(sys.modules.items()):
        if name.startswith("haarpy"):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
    if "sympy" in sys.modules:
        sys.modules["sympy.core.cache"].clear_cache()


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
    if engine == "lemmata":
        return None
    return importlib.import_module("sympy").Symbol("d")


def prepared(engine: str, exponents: Matrix, d: str) -> Callable[[], object]:
    """The call to be timed."""
    rows, cols = indices(exponents)
    if engine == "lemmata":
        return lambda: moment(rows, cols, dimension(d, engine))
    algorithm = engine.removeprefix("haarpy-")
    integral, size = peer().haar_integral_orthogonal, dimension(d, engine)
    return lambda: integral((rows, cols), size, algorithm)


class _Cold:
    """Settings: one call per sample, `setup` before each; slow peers are called once."""

    number, repeat, rounds, min_run_count = 1, (1, 20, 1.0), 1, 1
    warmup_time, timeout = 0.0, 240.0
    call: Callable[[], object]


class ProductsOfSquares(_Cold):
    """E w11^2 ... wkk^2 at orders 8, 10 and 12."""

    params = (ENGINES, [8, 10, 12], DIMENSIONS)
    param_names = ("engine", "order", "d")

    def setup(self, engine: str, order: int, d: str) -> None:
        if (engine, order, d) in SLOW:
            raise NotImplementedError(f"takes longer than {TOO_SLOW:.0f} s")
        self.call = prepared(engine, squares(order), d)
        clear_caches()

    def time_moment(self, *_: object) -> None:
        self.call()


class Shapes(_Cold):
    """Monomials of other shapes."""

    params = (ENGINES, list(SHAPES), DIMENSIONS)
    param_names = ("engine", "monomial", "d")

    def setup(self, engine: str, monomial: str, d: str) -> None:
        if (engine, monomial) in SLOW:
            raise NotImplementedError(f"takes longer than {TOO_SLOW:.0f} s")
        self.call = prepared(engine, SHAPES[monomial], d)
        clear_caches()

    def time_moment(self, *_: object) -> None:
        self.call()


class WeingartenFunctions(_Cold):
    """Weingarten functions of one order: all classes here, one class from the peer."""

    params = (["lemmata, all", "lemmata, one", "haarpy, one"], [12, 20], DIMENSIONS)
    param_names = ("engine", "order", "d")

    def setup(self, engine: str, order: int, d: str) -> None:
        kinds, one = partitions(order // 2), (order // 2,)
        if engine == "haarpy, one":
            if order == 20:
                raise NotImplementedError(f"takes longer than {TOO_SLOW:.0f} s")
            function, size = peer().weingarten_orthogonal, dimension(d, engine)
            self.call = lambda: function(one, size)
        else:
            chosen, number = (kinds if "all" in engine else (one,)), dimension(d, "lemmata")
            self.call = lambda: [weingarten(kind, number) for kind in chosen]
        clear_caches()

    def time_weingarten(self, *_: object) -> None:
        self.call()


class LargeMoments(_Cold):
    """Order 16 and more, at numbers d on both sides of the order; no peer reaches them."""

    params = (["4x4 ones", "2x8 ones", "fourth powers", "squares", "mixed"], ["d=8", "d=100"])
    param_names = ("monomial", "d")

    def setup(self, monomial: str, d: str) -> None:
        exponents: dict[str, Matrix] = {
            "4x4 ones": ((1,) * 4,) * 4,
            "2x8 ones": ((1,) * 8,) * 2,
            "fourth powers": tuple(tuple(4 * (i == j) for j in range(4)) for i in range(4)),
            "squares": squares(16),
            "mixed": ((3, 1, 2, 0), (1, 1, 0, 2), (0, 2, 2, 2)),
        }
        self.call = prepared("lemmata", exponents[monomial], d)
        clear_caches()

    def time_moment(self, *_: object) -> None:
        self.call()
