"""What tests share with the machine: a cache folder, bytecode, memory, Ctrl-C, and their order."""

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Iterator

import pytest

os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="lemmata-tests-")
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
    from theory.ledger import PAPERS

    claim = getattr(item, "claim", None)
    if claim is None or claim.paper not in PAPERS:  # a paper from elsewhere has its own budget
        return (yield)
    from verify.test_support.spending import within_its_share

    with within_its_share(claim):
        return (yield)
