"""A proof as a file of Rocq: what the lemmas use, then one lemma for each scalar step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theory.ledger import LEDGER, get
from verify.kernel.proof import check, steps
from verify.kernel.rocq import calculus, lemmas, logic
from verify.kernel.rocq.lemmas import Lemma, Recording
from verify.kernel.rocq.terms import NotScalar, comment
from verify.kernel.theorem import Theorem
from verify.results.proofs import named_steps

WRITERS: dict[str, Callable[[Theorem, Any, str, str], Lemma]] = {
    "arith": lemmas.arithmetic, "monotone": lemmas.monotone, "law": lemmas.law,
    "split": logic.split, "slope": calculus.slope, "box": calculus.box, "at": logic.at,
}  # fmt: skip
GENERAL = Path(__file__).with_name("general.v")


class BrokenFile(ValueError):
    """A proof that the kernel itself rejects has no steps to write."""


@dataclass(frozen=True)
class RocqFile:
    """The lemmas of a proof, and how many of its steps are none, by their rule."""

    claim_id: str
    lemmas: tuple[Lemma, ...]
    left_out: dict[str, int]

    @property
    def text(self) -> str:
        return self.text_without(set())

    def text_without(self, refused: Set[str]) -> str:
        """The file; the lemmas that are ``refused`` are stated and given up."""
        rules = ", ".join(f"{n} {rule}" for rule, n in sorted(self.left_out.items()))
        head = f"The scalar steps of the proof of {self.claim_id}: {len(self.lemmas)}."
        kept = comment(f"{head} Not scalar, and not here: {rules or 'none'}.")
        stated = [lemma.text(lemma.name in refused) for lemma in self.lemmas]
        return "\n".join([kept, GENERAL.read_text(encoding="utf-8"), *stated])


def written(claim_id: str) -> RocqFile:
    """The proof of a claim, run again with a record of what each rule was given."""
    session = Recording()
    found = check(get(claim_id), LEDGER.proofs[claim_id].script, proof=session)
    if found.failure:
        raise BrokenFile(f"the proof of {claim_id} is broken: {found.failure}")
    theorems = steps(found.theorems)
    names = named_steps(theorems)
    made: dict[str, Lemma] = {}
    left: Counter[str] = Counter()
    done: set[str] = set()
    for theorem in theorems:
        step = names[id(theorem)]
        if step in done:
            continue
        done.add(step)
        call = session.calls[id(theorem)]
        try:
            if call[0] not in WRITERS:
                raise NotScalar(call[0])
            made[step] = WRITERS[call[0]](theorem, call, f"step_{len(made) + 1}", step)
        except NotScalar:
            left[theorem.rule] += 1
    return RocqFile(claim_id, tuple(made.values()), dict(left))
