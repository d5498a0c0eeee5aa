"""Proofs, step by step, how they were attacked, and what a second checker says of them."""

from collections.abc import Sequence
from typing import TypedDict


class StepRecord(TypedDict):
    """One theorem of a proof; ``rests_on`` are the names of others.

    ``latex`` is what it says, and ``where`` what it assumes, in LaTeX.
    """

    name: str
    says: str
    latex: str
    assumes: Sequence[str]
    where: Sequence[str]
    rule: str
    rests_on: Sequence[str]
    checked: str


class FactRecord(TypedDict):
    """A textbook theorem that is used and not proved."""

    name: str
    says: str
    reference: str


class ProofRecord(TypedDict):
    """A proof, premises first; ``claims`` are the ids of the claims that it rests on.

    ``missing`` says what keeps the claim from being proved, if anything does.
    """

    steps: list[StepRecord]
    facts: list[FactRecord]
    claims: Sequence[str]
    file: str
    missing: str


class ProofAttacks(TypedDict):
    """Wrong versions of a proof that were planted, and how many were rejected.

    ``also_proved`` counts those in which a changed step was proved too, and was enough.
    """

    planted: int
    caught: int
    also_proved: int
    survivors: list[str]


class OfProof(TypedDict):
    """What was kept of a proof; ``proof`` is its mark (reports/reading/proofs.py)."""

    proof: str


class AttackedProof(OfProof):
    """What became of every wrong version of a proof."""

    attacks: ProofAttacks


class KeptAttacks(TypedDict):
    """reports/attacks.json: what became of every wrong version of each claim's proof."""

    schema: int
    claims: dict[str, AttackedProof]


class RocqAnswer(TypedDict):
    """A proof before Rocq: its steps, the scalar ones and those that are instances of a general
    rule, how many of each are accepted, and what is not asked. ``digest`` marks what was asked.
    """

    steps: int
    scalar: int
    agreed: int
    general: int
    agreed_general: int
    not_agreed: list[str]
    left_out: dict[str, int]
    digest: str


class RocqRecord(RocqAnswer, OfProof):
    """The same, kept."""


class SecondChecker(TypedDict):
    """reports/rocq.json: which coqc, the general rules proved in it, and each claim's proof."""

    schema: int
    coqc: str
    rules: list[str]
    claims: dict[str, RocqRecord]
