"""The errors of an audit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lemmata.verify.errors import Misuse

if TYPE_CHECKING:
    from lemmata.verify.audit.schema import AuditRecord


class CannotAudit(Misuse):
    """A model, a batch or a file that cannot be used; the message says what was expected."""


class AuditInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the record of the finished seeds; None if there is none."""

    def __init__(self, record: AuditRecord | None) -> None:
        super().__init__()
        self.record = record


def one_line(error: BaseException, most: int = 200) -> str:
    """An exception of the user's code, in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text if len(text) <= most else text[: most - 1] + '…'}"
