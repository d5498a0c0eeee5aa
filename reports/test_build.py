"""The page: what it says, that altered results are followed, and that nothing acts in it."""

import re
from collections import defaultdict
from html.parser import HTMLParser
from typing import Any

from lemmata.reports.build import render
from lemmata.reports.claims import VERDICTS
from lemmata.reports.formatting import ends, mathml, number
from lemmata.reports.test_support.records import (
    CELL,
    CLAIM,
    EVIDENCE,
    LAW,
    PROVED,
    RUN,
    WEAK,
    part,
    whole,
)
from lemmata.theory.test_support.comparing import over


def page(*claims: dict[str, Any], **fields: Any) -> str:
    return render(whole(*claims, **fields))


class Elements(HTMLParser):
    """The tags of a page, and the values of each attribute."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.values: dict[str, list[str]] = defaultdict(list)
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.values[name].append(value or "")


REFUTED = {**LAW, "evidence": [EVIDENCE], "verdict": "refuted"}
NEW = {**LAW, "id": "new:theorem", "paper": "new", "uses": ["sharp:law"]}
SHARPER = {**CLAIM, "constant_interval": [3.25, 3.5], "constant_cell": "d = 2"}
UNCALIBRATED = {key: value for key, value in RUN.items() if key != "calibration"}
SIZE = {
    "bound": 0.5,
    "trivial": 0.1,
    "why": "<known>",
    "at": {"d": 800},
    "scale": "d",
    "speaks": False,
    "speaks_from": 4321,
    "instead": "",
}
ORIGIN = {
    "file": "verify/paper/recorded.json",
    "digest": "abcdef",
    "date": "2026-11-18",
    "commit": "0123456789abc",
    "machine": "a machine",
    "seed": 0,
    "command": "lemmata run sharp:law --train --data DIR",
}
RECORDED = {**LAW, "evidence": [{**EVIDENCE, "decision": "agrees", "recorded": ORIGIN}]}
# Claims, other fields of the file, a part of the page, and what is said there.
SAID: list[tuple[list[dict[str, Any]], dict[str, Any], str, list[str]]] = [
    (
        [CLAIM, REFUTED],
        {},
        "paper:lemma-1",
        [
            "A title",
            "refuted",
            "vacuous",
            "survives",
            "one against two",
            "at least 3.5",
            "all <math><mrow><mi>x</mi>",
            "theory/paper/main.py:7",
            "verify/paper/main.py:9",
            "Nearest true statement",
            "<math",
            "x = 19, X = 9 × 9 array",
            'href="#sharp:law"',
            "<svg",
            "lemmata run paper:lemma-1",
            "5 of 20 cells",
            "x = 15,",
            "1e-400",
        ],
    ),
    (
        [{**CLAIM, "reason": "n must exceed 4"}],
        {},
        "paper:lemma-1",
        [
            '<span class="tag bad">needs a hypothesis</span>',
            "<b>Needs a hypothesis:</b> <math>",
            " must exceed 4.",
        ],
    ),
    ([], {}, "ledger", ['<span class="tag bad">needs a hypothesis</span>']),
    ([], {}, "method", ["needs a hypothesis", "edge", "step", "reading", "wrong"]),
    ([SHARPER, LAW], {}, "paper:lemma-1", ["lies in [3.25, 3.5], forced by <math>"]),
    ([], {}, "glance", ["2026-01-31 12:00", "3.11", "1e-06", "12 s"]),
    ([WEAK], {}, "glance", ["1 claim fails the run"]),
    ([{**CLAIM, **PROVED}, LAW], {}, "map", ["node proved"]),
    ([{**CLAIM, **PROVED}, LAW], {}, "missing", ["the verdict is not refuted, yet"]),
    *(
        ([CLAIM, LAW, NEW], {}, where, ["new:theorem"])
        for where in ("ledger", "map", "new:theorem", "sharp:law")
    ),
    ([], {}, "method", ["a loaded coin", "0.9875", "1000", "0.05"]),
    ([], {"run": UNCALIBRATED}, "method", ["was not measured for this file"]),
    (
        [{**LAW, "practical": SIZE}],
        {},
        "claims",
        ["says nothing", "it speaks from d = 4321 on", "&lt;known&gt;"],
    ),
    (
        [{**LAW, "practical": {**SIZE, "speaks_from": None}}],
        {},
        "claims",
        ["it says nothing at any d"],
    ),
    (
        [
            {**CLAIM, "practical": {**SIZE, "instead": "sharp:other"}},
            {
                **LAW,
                "practical": {**SIZE, "speaks_from": 9, "bound": 0.05, "instead": "sharp:other"},
            },
            {**LAW, "id": "sharp:other", "practical": {**SIZE, "bound": 0.0625}},
        ],
        {},
        "sizes",
        ["d = 4321", "d = 9", "sharp:law", "sharp:other", "has 0.0625 of 0.1"],
    ),
    (
        [{**LAW, "id": "sharp:alone", "practical": {**SIZE, "speaks_from": 77}}],
        {},
        "sizes",
        ["sharp:alone", "d = 77"],
    ),
    (
        [RECORDED],
        {},
        "sharp:law",
        ["recorded 2026-11-18</span>", "0123456789<", "abcdef", "a machine", "--train --data DIR"],
    ),
    ([{**LAW, "verdict": "not run"}], {}, "sharp:law", ['class="verdict not-run"']),
    ([], {}, "figures", ["The results name no figures"]),
    ([], {}, "performance", ["no benchmark results"]),
]


def test_the_page_shows_the_results() -> None:
    for claims, fields, where, said in SAID:
        shown = part(page(*claims, **fields), where)
        assert [words for words in said if words not in shown] == []
    ungraded = {**CLAIM, "grade": None, "reason": "n must exceed 4"}
    for claim in (ungraded, {**CLAIM, "verdict": "holds"}, {**CLAIM, "grade": "<b>"}):
        assert '<span class="tag bad">needs' not in part(page(claim), "paper:lemma-1")
        assert 'class="has_grade"' not in page(claim)
    text = page(CLAIM, REFUTED)
    assert "What is missing" not in text
    assert "x = 14," not in part(text, "paper:lemma-1")  # only the worst cells are shown
    assert "says nothing" not in part(page(LAW), "claims")


def test_the_head_describes_the_records_that_are_shown_and_a_claim_tells_its_history() -> None:
    def entry(**fields: Any) -> dict[str, Any]:
        return {
            "verdict": "holds",
            "effort": "standard",
            "seed": 0,
            "time": "2026-01-30T12:00",
            "code": "abc",
            "failed": False,
            **fields,
        }

    history = [entry(), entry(verdict="refuted", seed=9, code="def", failed=True)]
    other = {**CLAIM, "id": "paper:b", "effort": "thorough", "seed": 3}
    text = page(CLAIM, {**LAW, "code": "abc", "history": history}, other)
    head = text.partition("</section>")[0]
    assert "2 claims at standard effort, seed 0, cpu" in head
    assert "1 claim at thorough effort, seed 3, cpu" in head
    assert "of every claim its strongest record" in head
    assert "2 runs, <b>of more than one verdict</b>" in text
    assert "2026-01-30 12:00: refuted, standard effort, seed 9, other code, " in text


FIGURE = {**LAW, "id": "paper:figure-1", "paper": "paper", "kind": "figure", "repair": None}


def test_claims_figures_and_mutants_are_counted_apart() -> None:
    claims = [{**CLAIM, **PROVED}, LAW, FIGURE, {**FIGURE, "id": "f", "verdict": "undecided"}]
    shown = part(page(*claims), "glance")
    tallies = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', shown, re.DOTALL)
    counts = {kind: re.findall(r">(\d+)<", row) for kind, row in tallies}
    assert counts == {"claims": list("11000"), "figures and tables": list("01010")}
    assert "<b>3</b> of <b>4</b> caught" in shown


def test_each_paper_has_a_summary_of_three_sentences() -> None:
    theorem = {**LAW, "id": "paper:theorem-2", "paper": "paper", **PROVED, "uses": []}
    cell = {**CELL, "parameters": {"C": 1.0}, "ratio": 0.5}
    theorem = {**theorem, "constant": 0.25, "evidence": [{**EVIDENCE, "cells": [cell], "worst": 0}]}
    refuted = {**CLAIM, "grade": "edge", "reason": "at $x = 0$ both sides meet"}
    papers = {
        "paper": {"cited": "A. Nobody. A paper", "address": "https://example.org/a.pdf"},
        "sharp": {"cited": "x", "address": "javascript:alert(1)"},
    }
    text = page(theorem, refuted, LAW, papers=papers)
    told = part(text, "glance")
    for said in (
        "Of 2 statements one is proved in Rocq and one is false as printed.",
        '<a href="#paper:theorem-2">Theorem 2</a> (with <math><mrow><mi>C</mi><mo>=</mo><mn>1</mn>',
        "where the evidence needs 0.25) stands.",
        'False only at a degenerate or equality case: <a href="#paper:lemma-1">Lemma 1</a>. ',
        'href="https://example.org/a.pdf"',
        "the left side is <math>",
        "<mn>400</mn>",
    ):
        assert said in told
    assert "javascript" not in text
    assert 'href="https://example.org/a.pdf#nameddest=section.1"' in text  # Section 1, its source
    assert "at <math>" in part(text, "paper:lemma-1")
    other = part(page({**theorem, "verdict": "refuted"}, refuted, LAW), "glance")
    assert "two are false as printed" in other
    assert "Of the main text" not in other


def test_links_lead_somewhere_and_tables_and_drawings_are_described() -> None:
    text = page(CLAIM, {**LAW, "evidence": [EVIDENCE]})
    values = Elements(text).values
    targets = {link[1:] for link in values["href"] if link.startswith("#")}
    assert "sharp:law" in targets
    assert targets <= set(values["id"])
    assert all("<caption" in table for table in re.findall(r"<table.*?</table>", text, re.DOTALL))
    assert all("scope=" in head for head in re.findall(r"<th\b[^>]*>", text))
    drawings = re.findall(r"<svg[^>]*role=.*?</svg>", text, re.DOTALL)
    assert {("<title" in drawing, "<desc" in drawing) for drawing in drawings} == {(True, True)}
    bare = text.replace("http://www.w3.org/2000/svg", "")
    assert not re.search("https?:", bare)  # the page is self-contained
    assert "src" not in values


FILES = {"id": "", "title": "", "svg": "", "csv": "", "published": None}
WORDS = {*VERDICTS, "standard"}  # a file with other words in their place is refused
ATTACKS = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</style>'\"&amp;\\"]


@over(ATTACKS)
def test_text_cannot_act(attack: str) -> None:
    def poisoned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: poisoned(entry) for key, entry in value.items()} | {attack: attack}
        if isinstance(value, list):
            more = [attack] if value and isinstance(value[0], str) else []
            return [*map(poisoned, value), *more]
        return attack if isinstance(value, str) and value not in WORDS else value

    statements = (attack, rf"\text{{{attack}}}", r"\href{javascript:alert(1)}{x}")
    claims = [{**poisoned(LAW), "id": s, "statement": s} for s in statements]
    claims += [{**poisoned(CLAIM), "id": f"{attack}:", "kind": "upper bound"}]
    found = Elements(page(*claims, run=poisoned(RUN), figures=[poisoned(FILES)]))
    assert found.tags.count("script") == 1
    assert "img" not in found.tags
    assert not [name for name in found.values if name.startswith("on")]
    assert all(link.startswith(("#", "data:,", "claims/")) for link in found.values["href"])


def test_latex_is_converted_or_shown_as_it_stands() -> None:
    for latex in (r"\unheard{x}", r"a & b", "", r"\frac{1", "\\"):
        converted = str(mathml(latex))
        assert "\\" not in converted or converted.startswith("<code>")
    assert mathml(r"a = b,\quad c").count("<math") == 2  # it can break where it has a gap
    assert mathml(r"\left(a \quad b\right)").count("<math") == 1
    assert mathml(r"a = b,\quad c", "block").count("<math") == 1


WRITTEN = [
    (None, ""),
    (0.123456, "0.1235"),
    ("0.33333333333333333333333", "0.3333"),
    ("1e-400", "1e-400"),
    ("1.23456e+400", "1.235e+400"),
    ("0.0", "0"),
    ("inf", "inf"),
    ("3/8", "3/8"),
    ("[0.5 +/- 1e-9]", "[0.5 +/- 1e-9]"),
    (10**15, "1000000000000000"),
    ([1.0, 2.0], "[1, 2]"),
    ([], "[]"),
    ({"x": 1.0, "phi_0": 2, "v_hat": 3}, "x = 1, φ₀ = 2, v̂ = 3"),
]


def test_numbers_and_intervals() -> None:
    assert [number(value) for value, _ in WRITTEN] == [text for _, text in WRITTEN]
    assert ends([[1.0, 2.0], [1.5, 2.5]]) == "[1, 1.5], [2, 2.5]"  # several entries, by pairs
    assert ends([1.0, 1.5]) == "[1, 1.5]"
    assert ends(None) == ""
