"""Whether two results files say the same: ``python -m lemmata.verify.results.differences OLD NEW``.

Verdicts, tightness, power, constants, caught mutants and both sides of every cell that the two have
in common are compared exactly; times, versions and the places of code are not. What differs is
printed, a line each, and the exit code is then 1.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lemmata.verify.results.file import last_records
from lemmata.verify.results.schema import CellRecord, ClaimRecord, EvidenceRecord

SAID = ("verdict", "vacuous", "tightness", "power", "constant_interval", "conflict")
SEEN = ("method", "decision", "margin")
SIDES = ("lhs", "rhs", "interval", "samples", "decision", "tolerance")


def differences(old: dict[str, ClaimRecord], new: dict[str, ClaimRecord]) -> Iterator[str]:
    """What is said otherwise, claim by claim; what one file lacks is named."""
    for claim_id in old.keys() | new.keys():
        if claim_id not in old or claim_id not in new:
            yield f"{claim_id}: in one file only"
            continue
        before, after = old[claim_id], new[claim_id]
        yield from _changed(claim_id, SAID, before, after)
        if _caught(before) != _caught(after):
            yield f"{claim_id}: mutants {_caught(before)} are now {_caught(after)}"
        yield from _evidence(claim_id, _by_check(before), _by_check(after))


def _changed(
    where: str, keys: Iterable[str], before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[str]:
    for key in keys:
        if before.get(key) != after.get(key):
            yield f"{where}: {key} {before.get(key)} is now {after.get(key)}"


def _caught(record: ClaimRecord) -> dict[str, bool]:
    return {mutant["name"]: mutant["caught_by"] is not None for mutant in record["mutants"]}


def _by_check(record: ClaimRecord) -> dict[str, EvidenceRecord]:
    """Two checks of a claim may have one name: in verify/ and in props/."""
    return {f"{e['file'].partition('/')[0]}: {e['check']}": e for e in record["evidence"]}


def _evidence(
    claim_id: str, before: dict[str, EvidenceRecord], after: dict[str, EvidenceRecord]
) -> Iterator[str]:
    for check in sorted(before.keys() ^ after.keys()):
        yield f"{claim_id}: {check} is {'gone' if check in before else 'new'}"
    for check in sorted(before.keys() & after.keys()):
        where = f"{claim_id}: {check}"
        yield from _changed(where, SEEN, before[check], after[check])
        cells, cells_now = _cells(before[check]), _cells(after[check])
        if gone := cells.keys() - cells_now.keys():
            yield f"{where}: {len(gone)} of {len(cells)} cells gone"
        if new := cells_now.keys() - cells.keys():
            yield f"{where}: {len(new)} of {len(cells_now)} cells new"
        for place in sorted(cells.keys() & cells_now.keys()):
            yield from _changed(f"{where}: {place[0]}", SIDES, cells[place], cells_now[place])


def _cells(evidence: EvidenceRecord) -> dict[tuple[str, str], CellRecord]:
    """By where they lie: their label and parameters."""
    return {
        (cell["label"], repr(sorted(cell["parameters"].items()))): cell
        for cell in evidence["cells"]
    }


if __name__ == "__main__":
    found = list(differences(*(last_records(Path(name)) for name in sys.argv[1:3])))
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
