"""``lemmata prove``: the scalar steps of the proofs before a second checker, Rocq."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any

from verify.commands.common import FAILED, Misuse, Patterns, Workers, select

if TYPE_CHECKING:
    from pathlib import Path

    from verify.kernel.rocq.files import RocqFile
    from verify.results.proofs import RocqRecord, SecondChecker


def command(ids: Patterns = None, workers: Workers = None) -> int:
    """Check the scalar steps of the proofs with Rocq, where it is installed.

    The counts go into reports/rocq.json, which the page shows. A step that Rocq does not accept is
    named; the other steps of its proof are checked all the same.
    """
    from reports.reading.second_checker import NAME
    from theory.ledger import LEDGER
    from verify import runner
    from verify.kernel.rocq.compiling import missing, rules, version
    from verify.kernel.rocq.files import BrokenFile, written
    from verify.results import place

    chosen = [claim.id for claim in select(runner.load(), ids) if claim.id in LEDGER.proofs]
    if not chosen:
        raise Misuse(f"none of these claims has a proof; {len(LEDGER.proofs)} have one")
    if absent := missing():
        print(f"skipped: {absent}")
        return 0
    kept = _Kept(place.folder() / NAME, version(), rules())
    files, broken = [], []
    for one in chosen:
        try:
            files.append(written(one))
        except BrokenFile as error:
            broken.append(str(error))
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        try:
            for done in as_completed([pool.submit(_checked, one) for one in files]):
                print(kept.add(*done.result()), flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    print(f"general rules proved by hand: {', '.join(kept.rules)}")
    done_ids = [file.claim_id for file in files]
    refused = [f"{i}: {step}" for i in done_ids for step in kept.claims[i]["not_agreed"]]
    for one in (*refused, *broken):
        print(f"not agreed  {one}")
    print(f"wrote {kept.path}")
    return FAILED if refused or broken else 0


def _checked(file: RocqFile) -> tuple[str, RocqRecord]:
    from verify.kernel.rocq.compiling import compiled

    return file.claim_id, compiled(file)


class _Kept:
    """reports/rocq.json, written whole after each claim; what was there of other claims stays."""

    def __init__(self, path: Path, version: str, rules: list[str]) -> None:
        from theory.ledger import LEDGER

        self.path, self.version, self.rules = path, version, rules
        try:
            found: Any = json.loads(path.read_text(encoding="utf-8"))
            earlier = dict(found["claims"]) if found["coqc"] == version else {}
        except (OSError, ValueError, KeyError, TypeError):
            earlier = {}
        self.claims: dict[str, RocqRecord] = {
            i: r for i, r in earlier.items() if i in LEDGER.proofs
        }

    def add(self, claim_id: str, record: RocqRecord) -> str:
        from reports.writing import write

        self.claims[claim_id] = record
        content: SecondChecker = {
            "schema": 1, "coqc": self.version, "rules": self.rules,
            "claims": dict(sorted(self.claims.items())),
        }  # fmt: skip
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write(self.path, json.dumps(content, indent=1) + "\n")
        left = ", ".join(f"{n} {rule}" for rule, n in record["left_out"].items())
        agreed = f"{record['agreed']} of {record['scalar']} scalar steps agreed"
        return f"{claim_id}: {agreed}; not scalar: {left or 'none'}"
