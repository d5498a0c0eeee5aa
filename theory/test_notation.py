"""What symbols mean: the papers' notation, and what a claim says instead."""

import re

from lemmata.theory import daneshmand2021, meterez2024, sharp  # noqa: F401
from lemmata.theory.ledger import claims
from lemmata.theory.notation import NOTATION, symbols


def test_a_symbol_that_a_claim_explains_stands_in_its_statement() -> None:
    for claim in claims().values():
        for latex in claim.symbols:
            letter = re.sub(r"[_^].*", "", latex)
            assert letter in claim.statement, (claim.id, latex)


def test_a_letter_means_what_the_statement_uses_it_for() -> None:
    found = {claim.id: symbols(claim) for claim in claims().values()}
    assert found["meterez2024:theorem-5"]["L"] == "the depth; in a derivative the loss"
    assert found["meterez2024:lemma-C.2"]["L"] == "the loss"
    assert "L" not in found["daneshmand2021:remark-relu"]  # of ReLU
    assert "orthogonal" in found["meterez2024:figure-3"]["q_{1}"]
    assert "eigenvalues" in found["daneshmand2021:lemma-9"]["q_i"]
    assert "exponent" not in found["meterez2024:lemma-C.8"][r"\lambda_k"]
    assert "G" not in found["sharp:theorem-1"]
    rates = ("sharp:batch-growth-elsewhere", "sharp:haar-growth-at-finite-sizes")
    assert all("growth" in found[name][r"\lambda"] for name in rates)
    assert all(r"\lambda_k" not in found[name] for name in (*rates, "sharp:critical-width"))


def test_the_network_of_a_paper_is_told_where_a_claim_is_about_it() -> None:
    found = {claim.id: symbols(claim) for claim in claims().values()}
    assert "chain (3)" in found["meterez2024:theorem-1"]["X"]
    assert "orthogonal matrices" in found["meterez2024:theorem-1"][r"\mathbb{E}"]
    assert "chain (1)" in found["daneshmand2021:theorem-1"]["H"]
    assert "normal" in found["daneshmand2021:theorem-1"][r"\mathbb{E}"]
    assert "chain" not in found["meterez2024:lemma-A.1"]["X"]  # of any matrix
    others = ("table-1-vanilla", "remark-vanilla-collapse", "remark-relu", "remark-layer-norm")
    for claim in ("meterez2024:remark-gaussian-explodes", *(f"daneshmand2021:{i}" for i in others)):
        assert not [means for means in found[claim].values() if "chain" in means], claim


def test_every_entry_of_the_notation_is_met() -> None:
    met = {latex for claim in claims().values() for latex in symbols(claim)}
    assert [latex for latex, _, _ in NOTATION if latex not in met] == []
