"""What is told of each paper, and from which size on its bounds speak."""

from typing import Any

from lemmata.reports.build import _context, log_share
from lemmata.reports.claims import prepare
from lemmata.reports.story.findings import findings
from lemmata.reports.story.papers import stories
from lemmata.reports.story.sizes import sizes
from lemmata.reports.test_support.records import CLAIM, LAW, PROVED, claims, whole

STANDS = {**CLAIM, **PROVED, "failures": [], "mutants": [], "vacuous": False}
SIZED = {
    "bound": 1.0,
    "trivial": 2.0,
    "why": "",
    "at": {},
    "scale": "d",
    "speaks": False,
    "speaks_from": None,
    "instead": "",
}


def test_main_statements_are_numbered_as_in_the_main_text() -> None:
    ids = ("theorem-2", "corollary-1", "theorem-A.1", "theorem-main", "lemma-3")
    (story,) = stories(claims(*({**STANDS, "id": f"paper:{i}"} for i in ids)), {})
    assert [told.claim["id"] for told in story.stands] == ["paper:theorem-2", "paper:corollary-1"]


def test_a_sharper_form_counts_where_it_stands() -> None:
    theorem = {**STANDS, "id": "paper:theorem-1"}
    for verdict, sharper in (("proved", True), ("holds", True), ("refuted", False)):
        story, _ = stories(claims(theorem, {**LAW, **PROVED, "verdict": verdict}), {})
        assert [told.sharper for told in story.stands] == [sharper], verdict
    (story,) = stories(claims(theorem), {})  # of what was not run nothing is known
    assert not story.stands[0].sharper


def test_a_refuted_claim_does_not_rest_on_another() -> None:
    false = {**STANDS, "verdict": "refuted", "expected": "refuted", "repair": None}
    known = claims(
        {**false, "id": "a:remark-1"},
        {**false, "id": "a:remark-2", "uses": ["a:remark-1"]},
        {**STANDS, "id": "a:remark-3", "uses": ["a:remark-2"]},
    )
    assert [f.ids for f in findings(known) if f.sort == "resting"] == [("a:remark-3",)]


def test_the_papers_bound_stands_before_its_sharp_form() -> None:
    sharp = {**LAW, "id": "sharp:law", "practical": SIZED, "uses": []}
    ours = {**sharp, "id": "sharp:own"}
    printed: dict[str, Any] = {**STANDS, "repair": "sharp:law", "practical": SIZED}
    found = sizes(claims(ours, sharp, printed))
    told = [(one.claim["id"], one.sharp["id"] if one.sharp else None) for one in found]
    assert told == [("paper:lemma-1", "sharp:law"), ("sharp:own", None)]


def test_an_unexpected_verdict_fails_the_page() -> None:
    silent = {**CLAIM, "failures": []}
    assert _context(prepare(whole(silent, LAW)), None)["failing"] == ["paper:lemma-1"]


def test_the_bar_of_tightness_ends_at_a_thousandth_and_at_a_thousand() -> None:
    shares = [log_share(value) for value in (1e-9, 1e-3, 1.0, 1e3, "1e400", None)]
    assert shares == [-1.0, -1.0, 0.0, 1.0, 1.0, None]
