"""Signal handlers of the command line: Ctrl-C and requests to terminate.

Only the console script calls ``meet``, which activates them: a program that imports the commands
keeps its own handlers. This module is imported before any other.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # importing typing takes long enough to miss a Ctrl-C
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

INTERRUPTED = 130
_AGAIN = 0.02  # seconds after which a lost Ctrl-C is sent again
_TERMINATING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_ours = {"met": False, "heard": False}


def meet() -> None:
    """From now on, while modules are imported, Ctrl-C ends the process at once."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, or met
        _ours["met"] = True
        signal.signal(signal.SIGINT, _end)


def work() -> None:
    """From now on Ctrl-C raises ``KeyboardInterrupt`` and a request to terminate ``SystemExit``, so
    that commands save finished results and remove half-written files.
    """
    if _ours["met"]:
        signal.signal(signal.SIGINT, _interrupt)
        for number in _TERMINATING:
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _terminate)
        sys.unraisablehook = _lost


def close() -> None:
    """From now on Ctrl-C is ignored: the process is ending."""
    if _ours["met"]:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def heard() -> bool:
    """Whether Ctrl-C came; a later exception may then be its consequence."""
    return _ours["heard"]


def _end(number: int, frame: FrameType | None) -> None:
    os.write(2, b"lemmata: interrupted\n")
    os._exit(INTERRUPTED)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _ours["heard"] = True
    raise KeyboardInterrupt


def _terminate(number: int, frame: FrameType | None) -> None:
    for other in _TERMINATING:
        signal.signal(other, signal.SIG_IGN)
    raise SystemExit(128 + number)


def _lost(unraisable: Any) -> None:
    """Send an interrupt again that came in a destructor or a C callback and was lost there."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        import threading

        threading.Timer(_AGAIN, os.kill, (os.getpid(), signal.SIGINT)).start()
    elif not issubclass(unraisable.exc_type, SystemExit):
        sys.__unraisablehook__(unraisable)
