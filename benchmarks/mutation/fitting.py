"""What mutmut 3.8 has to be told to plant its faults here, and to see them."""

import functools
import gc
import importlib
from collections.abc import Iterable, Mapping
from typing import Any

SECONDS = 20.0  # of tests before which a mutant is put, the nearest first


def fit_mutmut() -> None:
    """All of it, once in a process."""
    mutate_decorated_functions()
    fit_to_pytest()
    fit_tests()


def mutate_decorated_functions() -> None:
    """mutmut leaves decorated functions alone, for their copies would be decorated too.

    Here every kernel is decorated, so the copies go undecorated: decorated is what chooses.
    """
    cst: Any = importlib.import_module("libcst")
    made: Any = importlib.import_module("mutmut.mutation.file_mutation")
    skip = made.MutationVisitor._skip_node_and_children
    arrange = made.function_trampoline_arrangement

    def skipped(self: Any, node: Any) -> bool:
        decorated = isinstance(node, cst.FunctionDef) and node.decorators
        return False if decorated else bool(skip(self, node))

    def arranged(function: Any, mutants: Any, class_name: str | None) -> Any:
        bare = function.with_changes(decorators=[])
        before, nodes, after, names = arrange(bare, mutants, class_name)
        choosing = nodes[0].with_changes(
            decorators=[*function.decorators, *nodes[0].decorators],
            leading_lines=function.leading_lines,
        )
        return before, [choosing, *nodes[1:]], after, names

    made.MutationVisitor._skip_node_and_children = skipped
    made.function_trampoline_arrangement = arranged


def fit_to_pytest() -> None:
    """mutmut 3.8 asks an item for ``_nodeid``, which pytest 9.2 calls ``nodeid`` alone."""
    item: Any = importlib.import_module("pytest").Item
    if not hasattr(item, "_nodeid"):
        item._nodeid = property(lambda self: self.nodeid)


def fit_tests() -> None:
    """A mutant is put before the tests nearest to it, none of which remembers it unplanted.

    What a cache has kept since before a mutant was planted would hide it.
    """
    harness: Any = importlib.import_module("mutmut.runners.harness")
    run = harness.PytestRunner.run_tests

    def run_anew(self: Any, *, mutant_name: str | None, tests: Iterable[str]) -> int:
        for found in gc.get_objects():
            if isinstance(found, functools._lru_cache_wrapper):
                found.cache_clear()
        seconds = harness.state().duration_by_test
        return int(
            run(self, mutant_name=mutant_name, tests=nearest(mutant_name or "", tests, seconds))
        )

    harness.PytestRunner.run_tests = run_anew


def nearest(mutant: str, tests: Iterable[str], seconds: Mapping[str, float]) -> list[str]:
    """Of the tests that call the function, those of its own folder first, then the fastest, for as
    long as their time allows: a function that everything calls would else meet every test.
    """
    folder = "/".join(mutant.partition(".x")[0].split(".")[:-1])

    def far(test: str) -> tuple[bool, float]:
        file = test.partition("::")[0]
        return file.rpartition("/")[0] != folder, seconds.get(test, 0.0)

    chosen: list[str] = []
    spent = 0.0
    for test in sorted(tests, key=far):
        if not chosen or spent + seconds.get(test, 0.0) <= SECONDS:
            chosen.append(test)
            spent += seconds.get(test, 0.0)
    return chosen
