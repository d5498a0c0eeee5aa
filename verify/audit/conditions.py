"""The conditions of ``--fail-if``: NAME OPERATOR NUMBER, such as ``growth > 0.5``."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lemmata.verify.errors import Misuse

if TYPE_CHECKING:
    from lemmata.verify.audit.schema import AuditedRow

NAMES = ("growth", "total", "size", "rank", "directions", "gap", "overflow")
_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_FORM = re.compile(r"\s*([a-z]+)\s*(?:(>=|<=|>|<)\s*(\S+))?\s*")


@dataclass(frozen=True)
class Condition:
    """``name``: of a row of the conclusion."""

    name: str
    sign: str
    number: float

    def failure(self, rows: Sequence[AuditedRow]) -> str:
        """Why this fails the audit, or nothing; what is not known fails it."""
        mean = next(row["value"]["mean"] for row in rows if row["name"] == self.name)
        text = f"{self.name} {self.sign} {self.number:g}"
        if mean is None:
            return f"{self.name} is not known, which fails '{text}'"
        if _OPERATORS[self.sign](float(mean), self.number):
            return f"{self.name} is {float(mean):.3g}, so that '{text}'"
        return ""


def parse(text: str) -> Condition:
    """``overflow`` alone is ``overflow > 0``."""
    found = _FORM.fullmatch(text)
    name, sign, number = found.groups() if found else (None, None, None)
    if name == "overflow" and sign is None:
        sign, number = ">", "0"
    try:
        value = float(number or "")
    except ValueError:
        value = math.nan
    if name not in NAMES or sign is None or math.isnan(value):
        raise Misuse(
            f"--fail-if {text!r} is no condition; expected one of {', '.join(NAMES)}, then >, <,"
            " >= or <=, then a number"
        )
    return Condition(name, sign, value)
