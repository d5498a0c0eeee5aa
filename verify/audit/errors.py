"""The errors of an audit."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from lemmata.verify.errors import Misuse

if TYPE_CHECKING:
    from lemmata.verify.audit.schema import AuditRecord


class CannotAudit(Misuse):
    """A model, a batch or a file that cannot be used; the message says what was expected."""


class UserCodeFailed(CannotAudit):
    """An error of the user's code; ``trace``: where in it, a frame a line."""

    def __init__(self, message: str, trace: str) -> None:
        super().__init__(message)
        self.trace = trace


_OURS = Path(__file__).resolve().parents[2]


def of_users_code(message: str, error: BaseException) -> CannotAudit:
    """The refusal with the user's own frames, without ours and torch's."""
    frames = [
        one
        for one in traceback.extract_tb(error.__traceback__)
        if not _is_foreign(Path(one.filename))
    ]
    if not frames:
        return CannotAudit(message)
    last = frames[-1]
    where = f" (at {last.filename}:{last.lineno})"
    return UserCodeFailed(message + where, "".join(traceback.format_list(frames)).rstrip())


def _is_foreign(file: Path) -> bool:
    parts = file.parts
    library = "torch" in parts or file.name.startswith("<") or "importlib" in parts
    return library or (file.is_relative_to(_OURS) and "test" not in file.name + file.parent.name)


class AuditInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the record of the finished seeds; None if there is none."""

    def __init__(self, record: AuditRecord | None) -> None:
        super().__init__()
        self.record = record


def one_line(error: BaseException, most: int = 200) -> str:
    """An exception of the user's code, in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text if len(text) <= most else text[: most - 1] + '…'}"
