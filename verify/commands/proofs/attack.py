"""``lemmata attack``: every wrong version of every proof, and what became of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from verify.commands.common import FAILED, Patterns
from verify.commands.proofs.kept import KeptProofs, mark_of, with_a_proof

if TYPE_CHECKING:
    from verify.results.proofs import AttackedProof

_SECONDS = 20  # between two lines about one proof


def command(ids: Patterns = None) -> int:
    """Plant every wrong version in the proofs, and name those that survive.

    A run plants a sample of them. The counts go into reports/attacks.json, after each proof, which
    the page shows; a proof that has not changed since is not attacked again: stopped, it goes on
    where it was.
    """
    from reports.reading.attacks import NAME

    chosen = with_a_proof(ids)
    kept: KeptProofs[AttackedProof] = KeptProofs(NAME, {"schema": 1})
    for count, one in enumerate(chosen, 1):
        print(f"{count}/{len(chosen)} {_attacked(kept, one)}", flush=True)
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


def _attacked(kept: KeptProofs[AttackedProof], claim_id: str) -> str:
    from verify.kernel.attacking.attacks import attacked
    from verify.results.proofs import attacks_record

    mark, known = mark_of(claim_id), kept.claims.get(claim_id)
    again = known is None or known.get("proof") != mark
    if again:
        found = attacks_record(attacked(claim_id, None, _progress(claim_id)))
        kept.add(claim_id, {"proof": mark, "attacks": found})
    said = kept.claims[claim_id]["attacks"]
    counts = _said(said["planted"], said["caught"], said["also_proved"])
    return f"{claim_id}: {counts}{'' if again else ', as before'}"


def _progress(claim_id: str) -> Callable[[int, int], None]:
    last = time.monotonic()

    def tell(done: int, whole: int) -> None:
        nonlocal last
        if time.monotonic() - last > _SECONDS:
            last = time.monotonic()
            print(f"  {claim_id}: {done} of {whole}", flush=True)

    return tell
