"""What is told of each paper, and from which size on its bounds speak."""

import re
from typing import Any

from lemmata.reports.build import _context
from lemmata.reports.claims import prepare
from lemmata.reports.environment import log_share
from lemmata.reports.maps.uses import foundations, maps_around
from lemmata.reports.story.decisions import decision, is_loose, measured
from lemmata.reports.story.papers import stories
from lemmata.reports.story.proofs import about, paragraphs, punctuated
from lemmata.reports.story.sizes import sizes
from lemmata.reports.test_support.records import (
    CELL,
    CLAIM,
    EVIDENCE,
    LAW,
    PROOF,
    PROVED,
    claims,
    whole,
)

NO_CONSTANT: dict[str, Any] = {"constant": None}
NONE: dict[str, Any] = {"logical": [], "textbook": []}

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
    (main,) = (str(one) for one in story.sentences if "</a>" in one)
    assert re.findall(r">(\w+ [\w.]+)</a>", main) == ["Theorem 2", "Corollary 1"]
    false = {**CLAIM, "id": "paper:theorem-3"}
    (story,) = stories(claims({**STANDS, "id": "paper:theorem-2"}, false), {})
    (main,) = (re.sub("<.*?>", "", one) for one in story.sentences if "</a>" in one)
    assert main.endswith("stands; Theorem 3 does not stand as printed")


def test_a_theorem_stands_with_its_constant_and_what_it_says_at_sizes_in_use() -> None:
    used = {**CELL, "parameters": {"C": 1.0}, "ratio": 0.5}
    evidence = [{**EVIDENCE, "decision": "agrees", "cells": [used], "worst": 0}]
    theorem = {**STANDS, "id": "paper:theorem-2", "vacuous": True, "constant": 0.25}
    for fields, how in (
        ({"evidence": evidence}, "with 1, where the evidence needs 0.25; it says nothing"),
        ({"tightness": 1.0, "evidence": []}, "with equality in some case; it says nothing"),
    ):
        (claim,) = claims({**theorem, **fields})
        (story,) = stories([{**claim, "shown_ratio": claim["tightness"]}], {})
        told = re.sub("<math>.*?</math>", "1", str(story.sentences[1]))
        assert f"({how} at sizes in use) stands" in re.sub("<.*?>", "", told)


def test_sentences_on_figures_are_counted_apart() -> None:
    figure = {**LAW, "paper": "paper", "kind": "figure", "id": "paper:figure-1"}
    (story,) = stories(claims({**STANDS, "id": "paper:theorem-2"}, figure), {})
    assert story.sentences[:2] == [
        "Of 1 statement one is proved in Rocq",
        "Of 1 sentence on figures one holds wherever tried",
    ]
    assert story.lead == "2 statements: 1 proved, 1 holds"


def test_a_sharper_form_counts_where_it_stands() -> None:
    theorem = {**STANDS, "id": "paper:theorem-1"}
    for verdict, sharper in (("proved", True), ("holds", True), ("refuted", False)):
        story, _ = stories(claims(theorem, {**LAW, **PROVED, "verdict": verdict}), {})
        said = any("with a sharper form" in sentence for sentence in story.sentences)
        assert said == sharper, verdict
    (story,) = stories(claims(theorem), {})  # of what was not run nothing is known
    assert not any("sharper" in sentence for sentence in story.sentences)


def test_symbols_of_several_statements_are_the_notation_of_a_paper() -> None:
    meanings = (("q", "a"), ("q", "b"), ("q", "a row"), ("r", "c"))
    q, other, more, rare = ({"latex": x, "means": m} for x, m in meanings)
    has = ([q, rare], [q], [q], [other, rare], [other], [other], [q], [more], [more])
    many = [{**STANDS, "id": f"paper:{k}", "symbols": one} for k, one in enumerate(has)]
    (story,) = stories(claims(*many), {})
    assert story.notation == [q]
    (story,) = stories(claims(*many, {**STANDS, "id": "paper:last", "symbols": [more]}), {})
    assert story.notation == [more]


def test_laws_stand_together_by_their_file() -> None:
    laws = [("a", "two_samples"), ("b", "gradients"), ("c", "two_samples")]
    (story,) = stories(
        claims(*({**LAW, "id": f"sharp:{i}", "file": f"theory/sharp/{f}.py:7"} for i, f in laws)),
        {},
    )
    found = [(subject, [law["id"] for law in group]) for subject, group in story.groups]
    assert found == [("Two samples", ["sharp:a", "sharp:c"]), ("Gradients", ["sharp:b"])]


def test_a_paper_is_named_by_its_authors_its_year_and_its_title() -> None:
    cited = "Meterez, Joudaki. Towards Training. ICLR 2024"
    paper = {"cited": cited, "address": ""}
    (story,) = stories(claims(STANDS), {"paper": paper})  # type: ignore[dict-item]
    assert (story.name, story.short) == ("Towards Training", "Meterez et al. 2024")
    assert story.page == "papers/paper.html"
    (story,) = stories(claims(STANDS), {})
    assert (story.name, story.short, story.lead) == ("paper", "paper", "1 statement: 1 proved")


def test_a_verdict_is_a_sentence() -> None:
    (proved, tight, law, false) = claims(
        STANDS,
        {**STANDS, "id": "a", "verdict": "holds", "proof": None, "tightness": 0.5, **NO_CONSTANT},
        {**LAW, "id": "b", "power": 1e-9},
        {**CLAIM, "id": "c", "grade": "edge"},
    )
    assert decision(proved) == (
        "Rocq 8.16.1 accepted a proof; it rests on nothing but axioms of logic and the textbook"
        " theorem Rayleigh."
    )
    assert decision(tight) == "No case that was tried breaks it; the worst uses 50 % of the bound."
    assert decision(law) == "Every check agrees; a relative error of 1e-09 would have shown."
    assert decision(false) == "False only at a degenerate or equality case."
    for power, error in (
        (0.2, "a relative error of 20 %"),
        (1.0, "only a relative error of 100 %"),
    ):
        assert f"Every check agrees; {error} would have shown." == decision({**law, "power": power})
    assert measured(tight) == [("tightness", "50 % of the bound is used in the worst case tried")]
    assert measured(law) == [("power", "a relative error of 1e-09 would have been noticed")]
    assert measured(false) == []
    assert measured({**tight, "constant": 3.5}) == []  # how much is used depends on it
    for share, verdict, loose in ((0.5, "proved", False), (0.4, "proved", True)):
        (one,) = claims({**STANDS, "verdict": verdict, "tightness": share})
        assert is_loose(one) == loose
    assert not is_loose(claims({**CLAIM, "tightness": 0.4})[0])
    assert decision({**tight, "tightness": 0.0}) == "No case that was tried breaks it."


def test_a_figure_counts_its_published_values() -> None:
    point = {"curve": "", "x": 1, "published": 1.0, "ours": 1.0, "allowed": 0.1, "agrees": True}
    drawn: dict[str, Any] = {
        "sentence": "",
        "x": "",
        "y": "",
        "series": [],
        "agreement": "",
        "note": "",
    }
    drawn |= {"log_x": False, "log_y": False, "remarks": []}
    figure = {**drawn, "points": [point, {**point, "agrees": False}]}
    fields = {"kind": "figure", "verdict": "holds", "proof": None, "tightness": None}
    (claim,) = claims({**STANDS, **fields, "evidence": [{**EVIDENCE, "figure": figure}]})
    assert decision(claim).endswith("is read as; 1 of 2 published values agree with ours.")


def test_more_than_99_percent_is_not_all() -> None:
    for used, share in (
        (1.0, "all"),
        (0.9999, "more than 99 %"),
        (0.99, "99 %"),
        (2e-9, "2e-07 %"),
    ):
        (claim,) = claims({**STANDS, "verdict": "holds", "proof": None, "tightness": used})
        assert f"the worst uses {share} of the bound" in decision(claim)


def test_the_words_of_a_proof_are_those_about_the_claim() -> None:
    (claim,) = claims({**STANDS, "id": "p:lemma-2"})
    sketch = (
        "p, appendix B.2. q is fixed.\n\nlemma-1: a.\n\nlemma-2, lemma-3: b:\n1. one,\n   two;\n"
        "lemma-3: e.\n\nlemma-2 (Sawa): c.\n\nNo name.\n\nx-4: d.\n\np:lemma-2. Or so."
    )
    told = ["q is fixed.", "b:", "1. one,\n   two;", "c.", "No name.", "Or so."]
    assert about(sketch, claim) == told
    assert about("One proof.", claim) == ["One proof."]
    assert about("p:lemma-2.\n\nOne proof.", claim) == ["One proof."]


def test_what_follows_the_last_step_is_a_paragraph_of_its_own() -> None:
    text = "Let x:\n1. one,\n   two;\n2. three, by 1.\nSo all\nis said. In\n1. to 2. it is."
    assert paragraphs(text) == [
        "Let x:",
        "1. one,\n   two;",
        "2. three, by 1.",
        "So all\nis said. In\n1. to 2. it is.",
    ]


def test_steps_within_lines_are_paragraphs_too() -> None:
    text = "Let x. 1. One\nis so. 2. tr y = 1,\nby 1. as said. 3. All."
    assert paragraphs(text) == ["Let x.", "1. One is so.", "2. tr y = 1, by 1. as said.", "3. All."]
    assert paragraphs("Of 1. we know: 1. All.") == ["Of 1. we know: 1. All."]


def test_paragraphs_are_sentences_but_where_a_formula_parts_one() -> None:
    told = punctuated(["from this", "x = 1,", "which is all", "done"])
    assert told == ["From this.", "x = 1,", "which is all.", "Done."]


def test_what_a_proof_contains_stands_above_it_once() -> None:
    def proved(name: str, *contains: str) -> dict[str, Any]:
        return {**STANDS, "id": name, "proof": {**PROOF, "axioms": NONE, "contains": [*contains]}}

    chain = claims(proved("a:1"), proved("a:2", "a:1"), proved("a:3", "a:1", "a:2"))
    assert foundations(chain) == {"a:1": [], "a:2": ["a:1"], "a:3": ["a:2"]}
    assert {name: len(one.nodes) for name, one in maps_around(chain).items()} == dict.fromkeys(
        ("a:1", "a:2", "a:3"), 3
    )


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
