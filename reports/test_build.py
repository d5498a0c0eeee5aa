"""The page: what it says, that altered results are followed, and that nothing acts in it."""

import posixpath
import re
from collections import defaultdict
from html.parser import HTMLParser
from typing import Any

from lemmata.reports.build import render
from lemmata.reports.claims import VERDICTS
from lemmata.reports.formatting import defined, ends, mathml, number, prose
from lemmata.reports.test_support.records import (
    CELL,
    CLAIM,
    EVIDENCE,
    LAW,
    PROVED,
    RUN,
    WEAK,
    whole,
)
from lemmata.theory.test_support.comparing import over
from lemmata.verify.results.schema import SymbolRecord


def site(*claims: dict[str, Any], **fields: Any) -> dict[str, str]:
    """The pages by their path."""
    return render(whole(*claims, **fields))


def claim_page(claim: dict[str, Any], *others: dict[str, Any]) -> str:
    """The page of the first claim."""
    return site(claim, *others)[f"claims/{claim['id'].replace(':', '-')}.html"]


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
    "at": {"d": 800, "ratio": 0.5},
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
LEMMA, LAWS, METHOD = "claims/paper-lemma-1.html", "claims/sharp-law.html", "method.html"
# Claims, other fields of the file, a page, and what is said there.
SAID: list[tuple[list[dict[str, Any]], dict[str, Any], str, list[str]]] = [
    (
        [CLAIM, REFUTED],
        {},
        LEMMA,
        [
            "<title>Lemmata: Lemma 1: the length of rows</title>",
            '<meta name="description" content="Refuted: A title">',
            "Lemma 1: the length of rows</h1>",
            "<b>A title.</b>",
            "refuted",
            "True with a hypothesis that the paper has elsewhere or forgot.",
            "vacuous",
            "survives",
            "one against two",
            "the smallest that the evidence allows is 3.5",
            "For <span><math><mrow><mi>x</mi>",
            "theory/paper/main.py:7",
            "verify/paper/main.py:9",
            "Nearest true statement",
            "<math",
            "x = 19, X = 9 × 9 array",
            'href="../claims/sharp-law.html"',
            "<svg",
            "lemmata run paper:lemma-1",
            "5 of 20 cells",
            "x = 15,",
            "1e-400",
            "@misc{lemmata-paper-lemma-1,",
            "theory/paper/answers/lemma-1.md",
        ],
    ),
    (
        [{**CLAIM, "reason": "n must exceed 4"}],
        {},
        LEMMA,
        [
            'has elsewhere or forgot">needs a hypothesis</span>',
            '<p class="reason"><math>',
            " must exceed 4.",
        ],
    ),
    (
        [{**CLAIM, "answer": {"file": "a.md", "text": "We agree.\n\nFor $n > 4$ it holds."}}],
        {},
        LEMMA,
        ["The authors’ answer</h2>", "We agree.", "<mn>4</mn>"],
    ),
    ([], {}, "ledger.html", ['has elsewhere or forgot">needs a hypothesis</span>']),
    ([], {}, METHOD, ["needs a hypothesis", "edge", "step", "reading", "wrong"]),
    ([SHARPER, LAW], {}, LEMMA, ["allows lies between 3.25 and 3.5, because of the case <math>"]),
    ([], {}, METHOD, ["2026-01-31 12:00", "3.11", "1e-06", "12 s"]),
    ([WEAK], {}, "index.html", ["1 claim fails the run"]),
    ([{**CLAIM, **PROVED}, LAW], {}, "map.html", ["node proved"]),
    ([{**CLAIM, **PROVED}, LAW], {}, METHOD, ["the verdict is not refuted, yet"]),
    *(
        ([CLAIM, LAW, NEW], {}, where, ["new:theorem"])
        for where in ("ledger.html", "map.html", "claims/new-theorem.html", LAWS)
    ),
    ([], {}, METHOD, ["a loaded coin", "0.9875", "1000", "0.05"]),
    ([], {"run": UNCALIBRATED}, METHOD, ["was not measured for this file"]),
    (
        [{**LAW, "practical": SIZE}],
        {},
        LAWS,
        ["says nothing", "It says something from <math>", "&lt;known&gt;"],
    ),
    (
        [{**LAW, "practical": {**SIZE, "speaks_from": None}}],
        {},
        LAWS,
        ["It says nothing at any <math>"],
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
        METHOD,
        ["<mn>4321</mn>", "<mn>9</mn>", "sharp:law", "sharp:other", "has 0.0625"],
    ),
    (
        [{**LAW, "id": "sharp:alone", "practical": {**SIZE, "speaks_from": 77}}],
        {},
        METHOD,
        ["sharp:alone", "<mn>77</mn>"],
    ),
    (
        [RECORDED],
        {},
        LAWS,
        ["recorded 2026-11-18</span>", "0123456789<", "abcdef", "a machine", "--train --data DIR"],
    ),
    ([{**LAW, "verdict": "not run"}], {}, LAWS, ['class="verdict not-run"', "Nobody has run it."]),
    ([], {}, METHOD, ["no benchmark results"]),
]


def test_the_pages_show_the_results() -> None:
    for claims, fields, where, said in SAID:
        shown = site(*claims, **fields)[where]
        assert [words for words in said if words not in shown] == [], where
    ungraded = {**CLAIM, "grade": None, "reason": "n must exceed 4"}
    for claim in (ungraded, {**CLAIM, "verdict": "holds"}, {**CLAIM, "grade": "<b>"}):
        assert '">needs a hypothesis</span>' not in claim_page(claim)
    assert 'id="missing"' not in site(CLAIM, REFUTED)[METHOD]
    assert "x = 14," not in claim_page(CLAIM, REFUTED)  # only the worst cells are shown
    assert "says nothing" not in claim_page(LAW)
    assert "ratio = " not in claim_page({**LAW, "practical": SIZE})  # it is no letter


def test_the_method_describes_the_records_that_are_shown_and_a_claim_tells_its_history() -> None:
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
    pages = site(CLAIM, {**LAW, "code": "abc", "history": history}, other)
    assert "2 claims at standard effort, seed 0, cpu" in pages[METHOD]
    assert "1 claim at thorough effort, seed 3, cpu" in pages[METHOD]
    assert "of every claim its strongest record" in pages[METHOD]
    assert "2 runs, <b>of more than one verdict</b>" in pages[LAWS]
    assert "2026-01-30 12:00: refuted, standard effort, seed 9, other code, " in pages[LAWS]


FIGURE = {**LAW, "id": "paper:figure-1", "paper": "paper", "kind": "figure", "repair": None}


def test_the_page_of_a_sentence_on_a_figure_has_its_quantities_and_what_was_run() -> None:
    runs = [{**EVIDENCE, "recorded": ORIGIN}, EVIDENCE]
    shown = claim_page({**FIGURE, "evidence": runs})
    assert shown.count("<caption>The sentence as ranges</caption>") == 2
    assert "Run: all <math>" in shown
    assert shown.count(", recorded on 2026-11-18.</p>") == 1
    assert "The sentence as ranges" not in claim_page({**LAW, "evidence": runs})


def test_claims_figures_and_mutants_are_counted_apart() -> None:
    claims = [{**CLAIM, **PROVED}, LAW, FIGURE, {**FIGURE, "id": "f", "verdict": "undecided"}]
    shown = site(*claims)[METHOD]
    tallies = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', shown, re.DOTALL)
    counts = {kind: re.findall(r">(\d+)<", row) for kind, row in tallies}
    assert counts == {"claims": list("11000"), "figures and tables": list("01010")}
    assert "<b>3</b> of <b>4</b> were caught" in shown


def test_each_paper_has_a_summary_of_three_sentences() -> None:
    theorem = {**LAW, "id": "paper:theorem-2", "paper": "paper", **PROVED, "uses": []}
    cell = {**CELL, "parameters": {"C": 1.0}, "ratio": 0.5}
    theorem = {**theorem, "constant": 0.25, "evidence": [{**EVIDENCE, "cells": [cell], "worst": 0}]}
    refuted = {**CLAIM, "grade": "edge", "reason": "at $x = 0$ both sides meet"}
    papers = {
        "paper": {"cited": "A. Nobody. A paper", "address": "https://example.org/a.pdf"},
        "sharp": {"cited": "x", "address": "javascript:alert(1)"},
    }
    pages = site(theorem, refuted, LAW, papers=papers)
    told = pages["papers/paper.html"]
    for said in (
        "Of 2 statements one is proved in Rocq and one is false as printed.",
        '<a href="#row-paper:theorem-2">Theorem 2</a> (with <span class="whole"><math>',
        "where the evidence needs 0.25) stands.",
        "Of what is false, one is false in a degenerate case alone; the nearest true statement is",
        'href="https://example.org/a.pdf"',
    ):
        assert said in told
    assert "<mn>400</mn>" in pages[LEMMA]  # both sides of the witness
    assert not any("javascript" in text for text in pages.values())
    where = 'href="https://example.org/a.pdf#nameddest=section.1"'  # Section 1, its source
    assert where in pages[LEMMA]
    assert "At <math>" in pages[LEMMA]
    other = site({**theorem, "verdict": "refuted"}, refuted, LAW, papers=papers)
    assert "two are false as printed" in other["papers/paper.html"]
    assert ">Theorem 2</a> does not stand as printed." in other["papers/paper.html"]


def test_the_first_page_counts_what_stands_falls_and_is_new() -> None:
    theorem = {**LAW, "id": "paper:theorem-2", "paper": "paper", **PROVED, "headline": "It grows."}
    text = site(theorem, CLAIM, {**CLAIM, "id": "paper:b", "repair": None}, LAW)["index.html"]
    assert "1 is proved in Rocq and 2 are false as printed." in text
    assert "each has a counterexample, and 1 a nearest true statement." in text
    cards = re.findall(r'<h2 id="card-(\w+)"><b>(\d+)</b>', text)
    assert cards == [("stands", "1"), ("falls", "2"), ("new", "1")]
    assert "It grows.</a>" in text
    wrong = site({**CLAIM, "grade": "wrong"}, LAW)["index.html"]
    assert "of one paper by computer: 1 is false as printed. Each false one has a count" in wrong


def test_links_lead_somewhere_and_tables_and_drawings_are_described() -> None:
    pages = site(CLAIM, {**LAW, "evidence": [EVIDENCE]})
    ids = {path: set(Elements(text).values["id"]) for path, text in pages.items()}
    for path, text in pages.items():
        values = Elements(text).values
        for link in values["href"]:
            file, _, anchor = link.partition("#")
            if file in ("", "data:,") or file.endswith((".json", ".csv")):
                target = path
            else:
                target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
            assert not anchor or anchor.startswith(("?", "icon-")) or anchor in ids[target], link
        tables = re.findall(r"<table.*?</table>", text, re.DOTALL)
        assert all("<caption" in table for table in tables), path
        assert all("scope=" in head for head in re.findall(r"<th\b[^>]*>", text))
        drawings = re.findall(r"<svg[^>]*role=.*?</svg>\n?</", text, re.DOTALL)
        assert all("<title" in drawing and "<desc" in drawing for drawing in drawings)
        bare = text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search("https?:", bare)  # the page is self-contained
        assert "src" not in values


def test_claims_of_the_same_paper_are_named_by_their_number() -> None:
    theorem = {**CLAIM, "id": "paper:theorem-2", "uses": ["paper:lemma-1", "sharp:law"]}
    shown = claim_page(theorem, CLAIM, LAW)
    assert ' title="A title">Lemma 1</a>, <a ' in shown
    assert ' title="The exact law">sharp:law</a>' in shown
    assert ' title="A title">paper:lemma-1</a>' in claim_page(LAW, CLAIM)


def test_a_symbol_of_the_statement_leads_to_its_meaning() -> None:
    shown = str(defined(CLAIM["statement"], CLAIM["symbols"]))
    assert re.search(r'<mi data-symbol="0"[^>]*>λ</mi>', shown)
    other: list[SymbolRecord] = [
        {"latex": r"\hat V", "means": "a"},
        {"latex": "V", "means": "b"},
    ]
    found = re.findall(
        r'<(\w+) [^>]*data-symbol="(\d)"', str(defined(r"\hat V(H) \le V(H)", other))
    )
    assert found == [("mover", "0"), ("mi", "1")]


def test_a_letter_of_a_function_is_another_one_where_no_bracket_follows() -> None:
    function: SymbolRecord = {"latex": "V", "means": "the gap, $V(H) = 1$"}
    matrix: SymbolRecord = {"latex": "V", "means": "a matrix"}
    statement = r"V(H)^2 \le 1,\; H = U S V^\top"
    for symbol, times in ((function, 1), (matrix, 2)):
        assert str(defined(statement, [symbol])).count("data-symbol") == times


def test_symbols_of_one_letter_are_told_apart_by_their_index() -> None:
    symbols: list[SymbolRecord] = [
        {"latex": latex, "means": ""} for latex in ("q_{1}", "q_{2}", "d", "d_n", r"\lambda_k")
    ]
    shown = str(defined(r"q_{1} \le q_{2} d - d_n + \lambda_{\min}", symbols))
    assert re.findall(r'data-symbol="(\d)"', shown) == list("01234")


def test_the_d_of_an_integral_is_no_width() -> None:
    width: SymbolRecord = {"latex": "d", "means": "the width"}
    shown = str(defined(r"\int_0^d e^{-d s}\, dt", [width]))
    assert shown.count("data-symbol") == 2


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
    pages = site(*claims, run=poisoned(RUN), figures=[poisoned(FILES)])
    for path, text in pages.items():
        assert re.fullmatch(r"[\w./-]+\.html", path), path
        found = Elements(text)
        assert found.tags.count("script") == 1
        assert "img" not in found.tags
        assert not [name for name in found.values if name.startswith("on")]
        for link in found.values["href"]:
            assert re.match(r"#|data:,|(\.\./)?[\w./-]+\.(html|json|csv)(#|$)", link), link


def test_what_ends_a_formula_begins_no_line() -> None:
    assert re.fullmatch(
        r'If <span class="whole"><math>.*</math>,</span> then <math>.*</math> or',
        str(prose("If $x < 1$, then $y$ or")),
    )


def test_latex_is_converted_or_shown_as_it_stands() -> None:
    for latex in (r"\unheard{x}", r"a & b", "", r"\frac{1", "\\"):
        converted = str(mathml(latex))
        assert "\\" not in converted or converted.startswith("<code>")
    assert mathml(r"a = b,\quad c").count("<math") == 2  # it can break where it has a gap
    assert mathml(r"\left(a \quad b\right)").count("<math") == 1
    assert mathml(r"a = b,\quad c;\; d", "block").count('<math display="block">') == 3
    assert mathml(r"f(a \quad b),\quad c").count("<math") == 2
    for latex, gaps in (
        (r"\mathbb{E} \log K", 2),
        (r"\operatorname{rank} X_0", 1),
        (r"\min_i x_i", 1),
        (r"\log^2 k", 1),
        (r"\log \, K", 1),
        (r"\tanh(2)", 0),
        (r"\lambda_{\min}", 0),
    ):
        assert mathml(latex).count("<mspace") == gaps, latex
    assert mathml(r"W \sim G \implies x").count("<mo>") == 2
    letters = mathml(r"d = \infty, \partial L/n")
    assert "<mi>∞</mi>" in letters
    assert letters.count("<mi>") == 5
    assert '<mo lspace="0" rspace="0">/</mo>' in letters
    shown = defined(r"a = b,\quad c", [{"latex": "c", "means": "a rate"}])
    assert shown.count("<math") == 2
    assert "data-symbol" in shown.rpartition("<math")[2]


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
