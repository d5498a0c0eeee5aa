"""The statement of a claim in Rocq, generated from its record."""

from theory.ledger import Claim


def statement(claim: Claim) -> str:
    """The theorem's type; empty for a claim that has no formal statement, as every one today."""
    del claim
    return ""
