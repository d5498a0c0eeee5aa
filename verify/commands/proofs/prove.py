"""``lemmata prove``: the steps of the proofs before a second checker, Rocq."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING, Any

from verify.commands.common import FAILED, Misuse, Patterns, Workers, select

if TYPE_CHECKING:
    from pathlib import Path

    from verify.kernel.rocq.compiling import Checker
    from verify.kernel.rocq.files import RocqFile
    from verify.results.proofs import RocqAnswer, RocqRecord, SecondChecker


def command(ids: Patterns = None, workers: Workers = None) -> int:
    """Check the steps of the proofs with Rocq, where it is installed.

    The counts go into reports/rocq.json, which the page shows. A step that Rocq does not accept is
    named; the other steps of its proof are checked all the same. A proof of which it was asked
    the same before is not asked again: stopped, it goes on where it was.
    """
    from reports.reading.second_checker import NAME
    from theory.ledger import LEDGER
    from verify import runner
    from verify.kernel.rocq import compiling
    from verify.results import place

    chosen = [claim.id for claim in select(runner.load(), ids) if claim.id in LEDGER.proofs]
    if not chosen:
        raise Misuse(f"none of these claims has a proof; {len(LEDGER.proofs)} have one")
    if absent := compiling.missing():
        print(f"skipped: {absent}")
        return 0
    with compiling.Checker() as checker:
        kept = _Kept(place.folder() / NAME, compiling.version(), checker.rules)
        broken = _asked(checker, kept, chosen, workers or os.cpu_count() or 1)
    print(f"general rules proved by hand: {', '.join(kept.rules)}")
    asked = [kept.claims[i] for i in chosen if i in kept.claims]
    print(kept.line(f"{len(asked)} proofs", asked))
    refused = [f"{i}: {step}" for i in chosen if i in kept.claims
               for step in kept.claims[i]["not_agreed"]]  # fmt: skip
    for one in (*refused, *broken):
        print(f"not agreed  {one}")
    print(f"wrote {kept.path}")
    return FAILED if refused or broken else 0


def _asked(checker: Checker, kept: _Kept, chosen: list[str], workers: int) -> list[str]:
    """Ask of every proof of which not the same was asked before; which ones are broken."""
    from verify.kernel.rocq.files import BrokenFile, written

    broken: list[str] = []
    with ThreadPoolExecutor(workers) as pool:
        try:
            asked = []
            for one in chosen:
                try:
                    file = written(one)
                except BrokenFile as error:
                    broken.append(str(error))
                    continue
                if kept.knows(file):
                    print(f"{kept.line(one, [kept.claims[one]])}, as before", flush=True)
                else:
                    asked.append(pool.submit(_checked, checker, file))
            for count, done in enumerate(as_completed(asked), 1):
                print(f"{count}/{len(asked)} {kept.add(*done.result())}", flush=True)
        except BaseException:
            checker.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return broken


def _checked(checker: Checker, file: RocqFile) -> tuple[str, RocqAnswer]:
    return file.claim_id, checker.compiled(file)


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

    def knows(self, file: RocqFile) -> bool:
        found = self.claims.get(file.claim_id)
        now = (file.digest, _mark(file.claim_id))
        return found is not None and (found.get("digest"), found.get("proof")) == now

    def add(self, claim_id: str, answer: RocqAnswer) -> str:
        from reports.writing import write

        self.claims[claim_id] = {**answer, "proof": _mark(claim_id)}
        content: SecondChecker = {
            "schema": 1, "coqc": self.version, "rules": self.rules,
            "claims": dict(sorted(self.claims.items())),
        }  # fmt: skip
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write(self.path, json.dumps(content, indent=1) + "\n")
        return self.line(claim_id, [self.claims[claim_id]])

    @staticmethod
    def line(name: str, records: list[RocqRecord]) -> str:
        """What two kernels agree on, and how many steps the second was not asked."""

        def count(key: str) -> int:
            return sum(record[key] for record in records)  # type: ignore[literal-required]

        rest = count("steps") - count("scalar") - count("general")
        return (
            f"{name}: agreed on {count('agreed')} of {count('scalar')} scalar steps and on"
            f" {count('agreed_general')} of {count('general')} by a general rule; {rest} not asked"
        )


def _mark(claim_id: str) -> str:
    from reports.reading.proofs import mark
    from verify.results.proofs import proof_record

    record = proof_record(claim_id)
    assert record is not None  # a broken proof was told before
    return mark(record)
