"""Derivations are the comments that open with a claim's id."""

from pathlib import Path

from lemmata.theory.ledger import claims
from lemmata.verify.results.derivation import _derivations, derivation_of

SOURCE = """
# sharp:one, sharp:two: how both follow.
#
# 1. First this;
#    and that.
value = 1
# a remark on
# sharp:one: no opening of a comment
"""


def test_a_comment_derives_the_claims_that_it_opens_with(tmp_path: Path) -> None:
    (tmp_path / "laws.py").write_text(SOURCE)
    text = "how both follow.\n\n1. First this;\n   and that."
    assert _derivations(tmp_path / "laws.py") == {"sharp:one": text, "sharp:two": text}


def test_every_law_of_our_own_without_a_proof_has_a_derivation() -> None:
    laws = [c for c in claims().values() if c.paper == "sharp" and not c.formal]
    assert len(laws) > 10
    assert [c.id for c in laws if not derivation_of(c)] == []
