"""What a claim is called and where it stands; claims that a text names are links."""

from typing import Any

from lemmata.reports.formatting import prose
from lemmata.reports.story.citations import linked
from lemmata.reports.story.headings import heading, label, place, reading
from lemmata.reports.test_support.records import CLAIM, LAW, claims

# the end of an id, its source, what it is called and where it stands
PLACES = [
    ("theorem-1", "Section 3.1, Theorem 1; n > 3", "Theorem 1", "Section 3.1"),
    (
        "lemma-A.1",
        "Appendix A, Lemma A.1 (Sawa), and Section 2",
        "Lemma A.1",
        "Appendix A, and Section 2",
    ),
    ("lemma-1", "Section 3, Lemma 10", "Lemma 1", "Section 3, Lemma 10"),
    ("lemma-2", "Lemma 2; with n > 3", "Lemma 2", ""),
    ("figure-2a", "Section 3.3, Figure 2a; 20 runs", "Figure 2a", "Section 3.3"),
    ("eq-1-norm", "Section 2.1, eq. (1)", "Equation (1)", "Section 2.1"),
    (
        "remark-x",
        "Introduction, after the bound",
        "",
        "remark in the introduction, after the bound",
    ),
    ("remark-2", "Section 2, Theorem 1; as n > 3", "", "remark in section 2, Theorem 1"),
    ("conjecture-G", "Appendix G", "", "conjecture in appendix G"),
    ("appendix-C", "Appendix C; without A1", "", "Appendix C"),
    ("rows", "Smith 1999", "", "Smith 1999"),
]


def test_a_claim_is_called_by_its_number_and_stands_somewhere() -> None:
    for name, source, called, where in PLACES:
        (claim,) = claims({**CLAIM, "id": f"paper:{name}", "source": source})
        assert (label(claim), place(claim)) == (called, where), name
        assert reading(claim) == source.partition("; ")[2]
        about = "the length of rows" if called else "The length of rows"
        assert heading(claim) == ": ".join(filter(None, (called, about)))


def test_without_a_subject_the_title_is_the_heading_and_a_law_has_no_number() -> None:
    bare: dict[str, Any] = {**CLAIM, "subject": ""}
    law = {**LAW, "id": "sharp:theorem-1", "source": "derived: a sum"}
    first, second, third = claims(bare, {**bare, "id": "p:x", "title": ""}, law)
    assert [heading(one) for one in (first, second, third)] == [
        "Lemma 1: A title",
        "p:x",
        "The exact law",
    ]
    assert reading(third) == "derived: a sum"


def test_claims_that_a_text_names_are_links_but_for_the_claim_itself() -> None:
    ids = ("paper:lemma-1", "paper:theorem-10", "paper:lemma-C.4", "other:theorem-1", "sharp:a-law")
    known = {one["id"]: one for one in claims(*({**CLAIM, "id": i} for i in ids))}
    told = (
        "Lemma 1 and theorem 1 of other (sharp:a-law, sharp:a-lawn) with lemma C.4's bound, theorem"
        " 10. $x$ paper:lemma-1, Theorem 10.5, x = theorem 11."
    )
    text = str(linked(prose(told), known["paper:lemma-1"], known, lambda one: one["id"]))
    for said in (
        '<a href="other:theorem-1" title="A title">theorem 1 of other</a> (<a href="sharp:a-law" ',
        ">sharp:a-law</a>, sharp:a-lawn)",
        'with <a href="paper:lemma-C.4" title="A title">lemma C.4</a>’s bound, <a'.replace(
            "’", "&#39;"
        ),
        '<a href="paper:theorem-10" title="A title">theorem 10</a>. <math>',
    ):
        assert said in text, text
    assert text.count("<a ") == 4
