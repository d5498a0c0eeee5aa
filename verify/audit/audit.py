"""What an audit found, to be printed, asked or written."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.verify.audit.schema import AuditedLaw, AuditRecord
from lemmata.verify.audit.table import text


@dataclass(frozen=True, repr=False)
class Audit:
    """``record``: all of it as plain values of reports/schema/audit.py; as text, its table."""

    record: AuditRecord

    def __str__(self) -> str:
        return text(self.record)

    __repr__ = __str__

    @property
    def applying(self) -> dict[str, AuditedLaw]:
        """The laws whose hypotheses the model meets, by id."""
        return {law["id"]: law for law in self.record["laws"] if law["applies"]}
