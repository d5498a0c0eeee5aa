"""A proof is worth what it rests on: a premise that fell costs the word."""

from collections.abc import Mapping

from reports.schema import ClaimRecord


def fallen(records: Mapping[str, ClaimRecord]) -> dict[str, ClaimRecord]:
    """The records as they are, without the word where a premise of the proof has lost it.

    A claim has no record where it was not run; that its own proof stands, the kernel has checked.
    """
    found = dict(records)
    while lost := next(filter(None, (_lost(one, found) for one in found.values())), None):
        found[lost["id"]] = lost
    return found


def _lost(record: ClaimRecord, records: Mapping[str, ClaimRecord]) -> ClaimRecord | None:
    proof = record.get("proof")
    if record["verdict"] != "proved" or not proof:
        return None
    for premise in proof["claims"]:
        if premise in records and records[premise]["verdict"] != "proved":
            why = f"its proof rests on {premise}, which is {records[premise]['verdict']}"
            failures = [*record["failures"], why]
            return {**record, "verdict": "undecided", "why": why, "failures": failures}
    return None
