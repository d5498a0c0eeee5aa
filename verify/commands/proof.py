"""``lemmata proof``: what Rocq accepted of a claim, and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lemmata.verify.commands.common import ClaimId, From, one

if TYPE_CHECKING:
    from lemmata.verify.rocq.record import Checked


def command(claim_id: ClaimId, from_: From = None) -> None:
    """Show the proof of a claim: its statement in Rocq, in words, its axioms."""
    from lemmata.theory.rocq import statement
    from lemmata.verify.commands.text.terminal import print_pairs
    from lemmata.verify.rocq.record import checked, unchecked

    _, claim = one(claim_id, from_)
    proof = checked(claim)
    if stated := statement(claim):
        print(f"{stated}\n")
    if proof is None:
        print(f"{claim_id}: {unchecked(claim)}")
        return
    if proof.sketch:
        print(f"{proof.sketch}\n")
    print_pairs(_rest(proof))


def _rest(proof: Checked) -> Iterator[tuple[str, str]]:
    yield "logic", ", ".join(proof.logical) or "none"
    yield "textbook", ", ".join(proof.textbook) or "none"
    yield "stands in", f"{proof.file}:{proof.line}-{proof.last_line} ({proof.theorem})"
    yield "checked", proof.when
