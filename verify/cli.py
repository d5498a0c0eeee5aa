"""The console script ``lemmata``: how its process begins and ends, whatever happens between.

Nothing but the standard library is loaded before Ctrl-C is met; the commands stand in
``verify/app.py``. Exit codes: 0; 1, a verdict that is not the expected one; 2, what cannot be
carried out, said in one line; 130, Ctrl-C; 141, nobody reads the output any more.
"""

from __future__ import annotations

import os
import sys

from lemmata.verify.machine import signals

TYPE_CHECKING = False  # typing's own takes longer to load than a Ctrl-C to come
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

MISUSED, UNREAD = 2, 141
DEFECT = "this is a defect of lemmata"
_LONGEST = 500  # characters of a complaint
_NO_ROOM = ("allocate memory", "failed to map segment")  # torch's own, and of what it loads


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, by default that of this process; the exit code."""
    if arguments is None:
        signals.meet()
    try:
        from lemmata.verify import app
        from lemmata.verify.machine import encoding

        for stream in (sys.stdout, sys.stderr):
            encoding.relax(stream)
        code = app.carry_out(sys.argv[1:] if arguments is None else arguments)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where it can still be said that it failed
    except KeyboardInterrupt:
        code = signals.INTERRUPTED
    except BrokenPipeError:
        code = UNREAD
    except Exception as error:
        code = signals.INTERRUPTED if signals.heard() else MISUSED
        if code == MISUSED:
            _say(_complaint(error))
    signals.close()
    if code == signals.INTERRUPTED:
        _say("interrupted")
    if arguments is None:
        _let_go(sys.stdout)
    return code


def _complaint(error: Exception) -> str:
    """Why something cannot be carried out; of an error that nobody foresaw, where it came from."""
    if isinstance(error, OSError):
        text = str(error)
        return text.partition("] ")[2] if text.startswith("[Errno ") else text or "not possible"
    refusals = getattr(sys.modules.get("lemmata.verify.app"), "REFUSALS", ())
    if isinstance(error, refusals):
        return error.format_message() if hasattr(error, "format_message") else str(error)
    if isinstance(error, MemoryError) or any(words in str(error) for words in _NO_ROOM):
        return "there is not enough memory for this"
    if (
        isinstance(error, ModuleNotFoundError)
        and (error.name or "lemmata").split(".")[0] != "lemmata"
    ):
        return f"{error.name} is not installed; pip install lemmata brings what it needs"
    if sys.flags.dev_mode:
        raise error
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place else "nowhere"
    return f"{DEFECT}: {type(error).__name__} at {where}: {error}; python -X dev shows more"


def _say(text: str) -> None:
    """One line, whatever stood in the arguments that it quotes."""
    line = " ".join(text.split())
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} … {line[-_LONGEST // 2 :]}"
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    if sys.stderr is not None:
        try:
            print(f"lemmata: {shown}", file=sys.stderr, flush=True)
        except OSError:
            _let_go(sys.stderr)


def _let_go(stream: TextIO | None) -> None:
    """What cannot be written is dropped: else Python would complain of it at its very end."""
    try:
        if stream is not None:
            stream.flush()
    except (OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1 if stream is sys.stdout else 2)
        os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
