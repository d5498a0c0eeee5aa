"""A proof as a file of Rocq: what the lemmas use, then one lemma for each scalar step."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theory.ledger import LEDGER, get
from verify.kernel.proof import check, steps
from verify.kernel.rocq import calculus, lemmas, logic, many
from verify.kernel.rocq.lemmas import Lemma, Recording
from verify.kernel.rocq.terms import NotScalar, comment
from verify.kernel.theorem import Theorem
from verify.results.proofs import named_steps

WRITERS: dict[str, Callable[[Theorem, Any, str, str], Lemma]] = {
    "arith": lemmas.arithmetic, "monotone": lemmas.monotone, "law": lemmas.law,
    "split": logic.split, "slope": calculus.slope, "box": calculus.box, "at": logic.at,
    "expect": many.mean, "integrate": many.mean, "sum": many.total, "one_of_sum": many.one_of,
    "induct": many.induction,
}  # fmt: skip
GENERAL, RULES = (Path(__file__).with_name(name) for name in ("general.v", "rules.v"))
HEAD = """Require Import Reals Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
Open Scope R_scope.
"""


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
        """A file that stands alone: what the lemmas use, then the lemmas."""
        rules = ", ".join(f"{n} {rule}" for rule, n in sorted(self.left_out.items()))
        general = sum(lemma.general for lemma in self.lemmas)
        head = f"Steps of the proof of {self.claim_id}: {len(self.lemmas) - general} scalar ones,"
        kept = comment(f"{head} {general} by a general rule. Not here: {rules or 'none'}.")
        used = [path.read_text(encoding="utf-8") for path in (GENERAL, RULES)]
        return "\n".join([kept, *used, *(lemma.text() for lemma in self.lemmas)])

    @property
    def digest(self) -> str:
        """A mark of all that Rocq is asked."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


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
