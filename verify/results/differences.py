"""Whether two results files say the same: ``python -m lemmata.verify.results.differences OLD NEW``.

Verdicts, tightness, power, constants, mutants and both sides of every cell are compared exactly;
words, times, versions and the places of code are not. What differs is printed, a line each, and
the exit code is then 1.
"""

import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from lemmata.verify.results.file import last_records

COMPARED = {
    *("verdict", "vacuous", "tightness", "power", "constant_interval", "conflict"),
    *("mutants", "name", "caught_by"),
    *("evidence", "check", "method", "decision", "margin", "cells"),
    *("label", "parameters", "lhs", "rhs", "interval", "samples", "tolerance"),
}


def differences(old: Any, new: Any, where: str = "", every: bool = True) -> Iterator[str]:
    """Where two records, or dictionaries of records by claim, differ: in ``every`` entry, or in
    those that are COMPARED.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            if every or key in COMPARED:
                whole = key == "parameters"
                yield from differences(old.get(key), new.get(key), f"{where}{key}: ", whole)
    elif isinstance(old, list) and isinstance(new, list):
        for k, (one, other) in enumerate(zip_longest(old, new)):
            yield from differences(one, other, f"{where}{k}: ", every)
    elif old != new:
        yield f"{where}{_short(old)} is now {_short(new)}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else f"{text[:80]}…"


if __name__ == "__main__":
    old, new = (last_records(Path(name)) for name in sys.argv[1:3])
    found = list(differences(old, new))
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
