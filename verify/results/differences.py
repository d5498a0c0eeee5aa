"""Whether two results files say the same: ``python -m verify.results.differences OLD NEW``.

Verdicts, tightness, power, constants, mutants and every cell of every check are compared exactly;
times, versions and the places of code are not. What differs is printed, a line each, and the exit
code is then 1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from reports.schema import ClaimRecord, EvidenceRecord
from verify.results.file import last_records

SAID = ("verdict", "vacuous", "tightness", "power", "constant_interval", "conflict", "mutants")
SEEN = ("method", "decision", "covers", "margin", "cells")


def differences(old: dict[str, ClaimRecord], new: dict[str, ClaimRecord]) -> Iterator[str]:
    """What is said otherwise, claim by claim; a claim or check that one file lacks is named."""
    yield from (f"{claim_id}: in one file only" for claim_id in sorted(old.keys() ^ new.keys()))
    for claim_id in (claim_id for claim_id in old if claim_id in new):
        before, after = old[claim_id], new[claim_id]
        for key in SAID:
            if before.get(key) != after.get(key):
                yield f"{claim_id}: {key} {before.get(key)} is now {after.get(key)}"
        checks, checks_now = _by_check(before), _by_check(after)
        for check in sorted(checks.keys() ^ checks_now.keys()):
            yield f"{claim_id}: {check} is {'gone' if check in checks else 'new'}"
        for check in (check for check in checks if check in checks_now):
            changed = [k for k in SEEN if checks[check].get(k) != checks_now[check].get(k)]
            if changed:
                yield f"{claim_id}: {check} differs in {', '.join(changed)}"


def _by_check(record: ClaimRecord) -> dict[str, EvidenceRecord]:
    return {evidence["check"]: evidence for evidence in record["evidence"]}


if __name__ == "__main__":
    found = list(differences(*(last_records(Path(name)) for name in sys.argv[1:3])))
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
