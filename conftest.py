"""What tests share with the machine: a cache folder of their own, bytecode, memory, Ctrl-C."""

import gc
import os
import signal
import sys
import tempfile

os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="lemmata-tests-")
# the interpreters that tests start read what the first has compiled, each a second sooner
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as of a shell's jobs in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # else what is tested ignores it


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for garbage again and again takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
