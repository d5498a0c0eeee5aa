"""The conditions under which every check is run and judged."""

import sysconfig
import threading
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import flint
import mpmath

from lemmata.theory.ledger import LEDGER, Claim
from lemmata.verify.results.place import ROOT

_STANDARD = sysconfig.get_path("stdlib")
DIGITS = 50  # decimal digits of mpmath and of ball arithmetic, while checking and while judging


@contextmanager
def strictly() -> Iterator[None]:
    """Set the working precision and turn warnings into errors."""
    with working_precision(), warnings.catch_warnings():
        warnings.simplefilter("error")
        if threading.current_thread() is not threading.main_thread():
            # a cluster's worker draws random numbers while hypothesis watches
            warnings.filterwarnings("ignore", "Do not use the `random` module inside strategies")
        yield


@contextmanager
def under_test(claim: Claim) -> Iterator[None]:
    """While it is observed, the closed form of a claim refuses to be called by its own name."""
    LEDGER.observing = claim.id
    try:
        yield
    finally:
        LEDGER.observing = ""


@contextmanager
def working_precision() -> Iterator[None]:
    with mpmath.workdps(DIGITS), flint.ctx.workdps(DIGITS):
        yield


def is_users(file: str) -> bool:
    """Whether a file is neither ours nor a library's."""
    path = Path(file)
    ours = any(path.is_relative_to(ROOT / room) for room in ("theory", "verify", "props", "src"))
    library = {"site-packages", "dist-packages"} & set(path.parts)
    return path.is_file() and not ours and not library and not path.is_relative_to(_STANDARD)


def described(error: Exception) -> str:
    """The exception on one line, with the innermost place it came from: in the user's own file
    where there is one."""
    frames = traceback.extract_tb(error.__traceback__)
    frame = next((one for one in reversed(frames) if is_users(one.filename)), frames[-1])
    text = " ".join(str(error).split()) or "(no message)"
    return f"{type(error).__name__}: {text} ({frame.filename.rpartition('/')[2]}:{frame.lineno})"
