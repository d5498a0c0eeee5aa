"""What tests share with the machine: names, a cache folder, bytecode, memory, Ctrl-C, order."""

import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_loader
from types import ModuleType

import pytest


class OneName(MetaPathFinder, Loader):
    """pytest calls a test after its path, ``theory.test_ledger``: it is ``theory.test_ledger``.

    Else the folders would be packages a second time, under names of their own.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in ("theory", "verify", "props", "reports"):
            return None
        found = find_spec(f"lemmata.{name}")
        return found and spec_from_loader(name, self, origin=found.origin)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return import_module(f"lemmata.{spec.name}")

    def exec_module(self, module: ModuleType) -> None:
        pass  # it is executed already


sys.meta_path.insert(0, OneName())
collect_ignore_glob = ["src/lemmata/*/*"]  # links to the folders, for type checkers

# the interpreters that tests start read what the first has compiled, each a second sooner
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as of a shell's jobs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # else what is tested ignores it


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each of many workers begins with its share of the claims, which are long, and ends with short
    tests: else some worked for seconds on a last claim while others had nothing left.
    """
    many = getattr(config, "workerinput", {}).get("workercount", 1)
    claims = [item for item in items if hasattr(item, "claim")]
    tests = [item for item in items if not hasattr(item, "claim")]
    cuts = [len(tests) * k // many for k in range(many + 1)]
    items[:] = [
        item for k in range(many) for item in (*claims[k::many], *tests[cuts[k] : cuts[k + 1]])
    ]


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for garbage again and again takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """A claim that runs is asked what its intervals spend of the promise on false alarms."""
    from lemmata.theory.ledger import PAPERS

    claim = getattr(item, "claim", None)
    if claim is None or claim.paper not in PAPERS:  # a paper from elsewhere has its own budget
        return (yield)
    from lemmata.verify.test_support.spending import within_its_share

    with within_its_share(claim):
        return (yield)
