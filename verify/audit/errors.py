"""What cannot be audited, and what was interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lemmata.verify.errors import Misuse

if TYPE_CHECKING:
    from lemmata.verify.audit.schema import AuditRecord


class CannotAudit(Misuse):
    """A model, a batch or a file that cannot be used: one line says what was found and expected."""


class AuditInterrupted(KeyboardInterrupt):
    """Ctrl-C, with the record of the seeds that were finished; None where there is none."""

    def __init__(self, record: AuditRecord | None) -> None:
        super().__init__()
        self.record = record


def one_line(error: BaseException, most: int = 200) -> str:
    """What somebody else's code raised, in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text if len(text) <= most else text[: most - 1] + '…'}"
