"""A proof as an entry of reports/results.json."""

from __future__ import annotations

from reports.schema import AttackedProof as AttackedProof
from reports.schema import FactRecord, ProofAttacks, StepRecord
from reports.schema import ProofRecord as ProofRecord
from reports.schema import RocqAnswer as RocqAnswer
from reports.schema import RocqRecord as RocqRecord
from theory.expressions.printing import latex
from theory.ledger import LEDGER
from verify.kernel.attacking.attacks import Attacks
from verify.kernel.facts import FACTS
from verify.kernel.proof import checked_of, steps, unproved
from verify.kernel.theorem import Theorem


def proof_record(claim_id: str) -> ProofRecord | None:
    """The proof of a claim as plain values; None for a claim that has none, or a broken one."""
    if claim_id not in LEDGER.proofs:
        return None
    written, found = LEDGER.proofs[claim_id], checked_of(claim_id)
    if found.failure:
        return None
    all_steps = steps(found.theorems)
    names = named_steps(all_steps)
    distinct = {names[id(theorem)]: theorem for theorem in reversed(all_steps)}
    facts: list[FactRecord] = [
        {"name": FACTS[f].name, "says": FACTS[f].says, "reference": FACTS[f].reference}
        for f in found.facts
    ]
    return {
        "steps": [_step(distinct[name], names) for name in dict.fromkeys(names.values())],
        "facts": facts,
        "claims": found.claims,
        "file": f"{written.file}:{written.line}",
        "missing": unproved(claim_id),
    }


def attacks_record(found: Attacks) -> ProofAttacks:
    return {
        "planted": found.planted,
        "caught": found.caught,
        "also_proved": len(found.also_proved),
        "survivors": list(found.survivors),
    }


def named_steps(theorems: list[Theorem]) -> dict[int, str]:
    """A name for each theorem by its id; those that say the same by the same rule share one."""
    names: dict[int, str] = {}
    seen: dict[tuple[str, ...], str] = {}
    for theorem in theorems:
        key = (theorem.rule, str(theorem.shows), *sorted(map(str, theorem.assumes)))
        if key not in seen:
            base = theorem.name or theorem.rule
            again = sum(name == base or name.startswith(f"{base} (") for name in seen.values())
            seen[key] = f"{base} ({again + 1})" if again else base
        names[id(theorem)] = seen[key]
    return names


def _step(theorem: Theorem, names: dict[int, str]) -> StepRecord:
    return {
        "name": names[id(theorem)],
        "says": str(theorem.shows),
        "latex": latex(theorem.shows),
        "assumes": sorted(map(str, theorem.assumes)),
        "where": [latex(a) for a in sorted(theorem.assumes, key=str)],
        "rule": theorem.rule,
        "rests_on": list(dict.fromkeys(names[id(premise)] for premise in theorem.premises)),
        "checked": theorem.checked,
    }
