"""What ends the process of a command from outside: Ctrl-C, and the requests to terminate.

Nothing happens here unless ``meet`` was called, which the console script alone does: whoever
imports the commands keeps their own handlers. This module is loaded before any other.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # typing's own takes longer to load than a Ctrl-C to come
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

INTERRUPTED = 130
_AGAIN = 0.02  # seconds after which a Ctrl-C that nobody could hear is repeated
_TERMINATING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_ours = {"met": False, "heard": False}


def meet() -> None:
    """While modules are loaded nothing is to be kept: Ctrl-C ends the process at once."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else it is ignored, or met
        _ours["met"] = True
        signal.signal(signal.SIGINT, _end)


def work() -> None:
    """From now on Ctrl-C is a ``KeyboardInterrupt`` and a request to terminate a ``SystemExit``:
    what is finished is kept and what is half written is removed.
    """
    if _ours["met"]:
        signal.signal(signal.SIGINT, _interrupt)
        for number in _TERMINATING:
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _terminate)
        sys.unraisablehook = _lost


def close() -> None:
    """The end has begun: nothing interrupts it."""
    if _ours["met"]:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def heard() -> bool:
    """Whether Ctrl-C came: then whatever is raised after it may come of it."""
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
    """An interrupt that fell into a destructor or a callback of C, where it cannot be raised."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        import threading

        threading.Timer(_AGAIN, os.kill, (os.getpid(), signal.SIGINT)).start()
    elif not issubclass(unraisable.exc_type, SystemExit):
        sys.__unraisablehook__(unraisable)
