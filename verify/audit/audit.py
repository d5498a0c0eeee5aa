"""The result of an audit."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.verify.audit.schema import AuditedLaw, AuditRecord
from lemmata.verify.audit.table import text


@dataclass(frozen=True, repr=False)
class Audit:
    """``record``: plain values (verify/audit/schema.py); the text of an audit is its table."""

    record: AuditRecord

    def __str__(self) -> str:
        return text(self.record)

    __repr__ = __str__

    @property
    def applying(self) -> dict[str, AuditedLaw]:
        """The laws whose hypotheses the model meets, by id."""
        return {law["id"]: law for law in self.record["laws"] if law["applies"]}
