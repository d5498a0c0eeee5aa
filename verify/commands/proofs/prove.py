"""``lemmata prove``: the steps of the proofs before a second checker, Rocq."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING

from verify.commands.common import FAILED, Patterns, Workers
from verify.commands.proofs.kept import KeptProofs, mark_of, with_a_proof

if TYPE_CHECKING:
    from verify.kernel.rocq.compiling import Checker
    from verify.kernel.rocq.files import RocqFile
    from verify.results.proofs import RocqAnswer, RocqRecord


def command(ids: Patterns = None, workers: Workers = None) -> int:
    """Check the steps of the proofs with Rocq, where it is installed.

    The counts go into reports/rocq.json, which the page shows. A step that Rocq does not accept is
    named; the other steps of its proof are checked all the same. A proof of which it was asked
    the same before is not asked again: stopped, it goes on where it was.
    """
    from reports.reading.second_checker import NAME
    from verify.kernel.rocq import compiling

    chosen = with_a_proof(ids)
    if absent := compiling.missing():
        print(f"skipped: {absent}")
        return 0
    with compiling.Checker() as checker:
        head = {"schema": 1, "coqc": compiling.version(), "rules": checker.rules}
        kept = _Answers(NAME, head, same="coqc")
        broken = _asked(checker, kept, chosen, workers or os.cpu_count() or 1)
    print(f"general rules proved by hand: {', '.join(checker.rules)}")
    asked = [kept.claims[i] for i in chosen if i in kept.claims]
    print(kept.line(f"{len(asked)} proofs", asked))
    refused = [f"{i}: {step}" for i in chosen if i in kept.claims
               for step in kept.claims[i]["not_agreed"]]  # fmt: skip
    for one in (*refused, *broken):
        print(f"not agreed  {one}")
    print(f"wrote {kept.path}")
    return FAILED if refused or broken else 0


def _asked(checker: Checker, kept: _Answers, chosen: list[str], workers: int) -> list[str]:
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
                print(f"{count}/{len(asked)} {kept.told(*done.result())}", flush=True)
        except BaseException:
            checker.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return broken


def _checked(checker: Checker, file: RocqFile) -> tuple[str, RocqAnswer]:
    return file.claim_id, checker.compiled(file)


class _Answers(KeptProofs["RocqRecord"]):
    """reports/rocq.json."""

    def knows(self, file: RocqFile) -> bool:
        found = self.claims.get(file.claim_id)
        now = (file.digest, mark_of(file.claim_id))
        return found is not None and (found.get("digest"), found.get("proof")) == now

    def told(self, claim_id: str, answer: RocqAnswer) -> str:
        self.add(claim_id, {**answer, "proof": mark_of(claim_id)})
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
