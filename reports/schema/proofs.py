"""What Rocq accepted of a claim."""

from typing import TypedDict


class AxiomsRecord(TypedDict):
    """What a theorem rests on: logical axioms, and theorems of a textbook by their names."""

    logical: list[str]
    textbook: list[str]


class CheckedRecord(TypedDict):
    """Which version accepted a proof and when; ``here``: in this run, not in an earlier one."""

    by: str
    at: str
    here: bool


class ProofRecord(TypedDict):
    """The proof of a proved claim: ``file`` is FILE:LINE, ``sketch`` the proof in words."""

    file: str
    theorem: str
    statement: str
    sketch: str
    axioms: AxiomsRecord
    checked: CheckedRecord
