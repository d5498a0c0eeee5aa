"""``lemmata attack``: every wrong version of every proof, and what became of them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from verify.commands.common import FAILED, Misuse, Patterns, select

if TYPE_CHECKING:
    from pathlib import Path

    from verify.results.proofs import AttackedProof, KeptAttacks

_SECONDS = 20  # between two lines about one proof


def command(ids: Patterns = None) -> int:
    """Plant every wrong version in the proofs, and name those that survive.

    A run plants a sample of them. The counts go into reports/attacks.json, after each proof, which
    the page shows; a proof that has not changed since is not attacked again: stopped, it goes on
    where it was.
    """
    from reports.reading.attacks import NAME
    from theory.ledger import LEDGER
    from verify import runner
    from verify.results import place

    chosen = [claim.id for claim in select(runner.load(), ids) if claim.id in LEDGER.proofs]
    if not chosen:
        raise Misuse(f"none of these claims has a proof; {len(LEDGER.proofs)} have one")
    kept = _Kept(place.folder() / NAME)
    for count, one in enumerate(chosen, 1):
        print(f"{count}/{len(chosen)} {kept.attack(one)}", flush=True)
    records = [kept.claims[one]["attacks"] for one in chosen]
    planted, caught, also = (
        sum(record[key] for record in records) for key in ("planted", "caught", "also_proved")
    )
    print(f"{len(chosen)} proofs: {_said(planted, caught, also)}")
    survivors = [f"{i}: {what}" for i, r in zip(chosen, records, strict=True)
                 for what in r["survivors"]]  # fmt: skip
    for what in survivors:
        print(f"survives  {what}")
    print(f"wrote {kept.path}")
    return FAILED if survivors else 0


def _said(planted: int, caught: int, also_proved: int) -> str:
    survived = planted - caught - also_proved
    return (
        f"{planted} wrong versions, {caught} rejected, {also_proved} true and enough,"
        f" {survived} survive"
    )


class _Kept:
    """reports/attacks.json, written whole after each proof; what was there of others stays."""

    def __init__(self, path: Path) -> None:
        from theory.ledger import LEDGER

        self.path = path
        try:
            earlier: Any = dict(json.loads(path.read_text(encoding="utf-8"))["claims"])
        except (OSError, ValueError, KeyError, TypeError):
            earlier = {}
        self.claims: dict[str, AttackedProof] = {
            i: r for i, r in earlier.items() if i in LEDGER.proofs
        }

    def attack(self, claim_id: str) -> str:
        from reports.reading.proofs import mark
        from reports.writing import write
        from verify.kernel.attacking.attacks import attacked
        from verify.kernel.proof import checked_of
        from verify.results.proofs import proof_record

        record, known = proof_record(claim_id), self.claims.get(claim_id)
        if record is None:
            raise Misuse(f"the proof of {claim_id} is broken: {checked_of(claim_id).failure}")
        if known is None or known.get("proof") != mark(record):
            found = attacked(claim_id, None, _progress(claim_id))
            self.claims[claim_id] = {
                "proof": mark(record),
                "attacks": {
                    "planted": found.planted, "caught": found.caught,
                    "also_proved": len(found.also_proved), "survivors": list(found.survivors),
                },
            }  # fmt: skip
            content: KeptAttacks = {"schema": 1, "claims": dict(sorted(self.claims.items()))}
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write(self.path, json.dumps(content, indent=1) + "\n")
        said = self.claims[claim_id]["attacks"]
        counts = _said(said["planted"], said["caught"], said["also_proved"])
        return f"{claim_id}: {counts}{', as before' if known is self.claims[claim_id] else ''}"


def _progress(claim_id: str) -> Callable[[int, int], None]:
    last = time.monotonic()

    def tell(done: int, whole: int) -> None:
        nonlocal last
        if time.monotonic() - last > _SECONDS:
            last = time.monotonic()
            print(f"  {claim_id}: {done} of {whole}", flush=True)

    return tell
