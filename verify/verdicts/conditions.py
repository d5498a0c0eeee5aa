"""The conditions under which every check is run and judged."""

import threading
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import flint
import mpmath

from lemmata.theory.ledger import LEDGER, Claim

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


def described(error: Exception) -> str:
    """The exception with the innermost place it came from, on one line."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    text = " ".join(str(error).split()) or "(no message)"
    return f"{type(error).__name__}: {text} ({frame.filename.rpartition('/')[2]}:{frame.lineno})"
