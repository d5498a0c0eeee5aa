"""Refutations that can be checked by eye: a script of at most twenty lines for each refuted claim.

``<paper>/<statement>.py`` has numpy or mpmath alone, and computes ``left`` and ``right`` of the
claim from the definition, at the fairest witness: the same that the claim's first contradicting
check has. The page prints it; nothing imports it.
"""

from pathlib import Path


def script_of(claim_id: str) -> str:
    """The text of a claim's script; empty where there is none."""
    paper, _, name = claim_id.partition(":")
    path = Path(__file__).parent / paper / f"{name.replace('-', '_').replace('.', '_')}.py"
    return path.read_text(encoding="utf-8").rstrip() if path.is_file() else ""
