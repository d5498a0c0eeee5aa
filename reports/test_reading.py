"""A results file as the page trusts it: what is noted of a broken one, and what stands instead."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from lemmata.reports.reading.fitting import Notes, NotJson, fit, load
from lemmata.reports.reading.results import planted, read, records_of, worst_cell
from lemmata.reports.test_support.records import CLAIM, EVIDENCE, LAW, PROOF, PROVED, RUN, whole
from lemmata.theory.test_support.comparing import over

COUNT = "the count of mutants is not that of the claims, which is shown: the file"
BARE = "a verdict without evidence: sharp:law"  # said of LAW
UNREAD = "this page reads schema 2: what could be read is shown"
EMPTY = [
    "no run: the file",
    "no claims: the file",
    "no figures: the file",
    "no mutants: counted from the claims: the file",
]
FIGURE = {"id": "f", "title": "t", "svg": "s", "csv": "c", "published": [1, None]}
WRONG = {"vacuous": "yes", "title": 5, "practical": [1], "checks": "a", "seconds": True}


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else 0


def lacking(entry: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key not in keys}


def of_mutants(**fields: int) -> dict[str, Any]:
    return {**whole(), "mutants": fields}


# a file and all that is noted of it
NOTED: list[tuple[Any, list[str]]] = [
    (whole(), [BARE]),
    (3, ["the file is not an object", f"no schema is given, {UNREAD}", *EMPTY]),
    ({}, [f"no schema is given, {UNREAD}", *EMPTY]),
    ({**whole(), "schema": 1}, [f"the schema is 1, {UNREAD}", BARE]),
    ({**whole(), "run": 5}, ["run is not an object: the file", BARE]),
    ({**whole(), "figures": 5}, ["figures is not a list: the file", BARE]),
    ({**whole(), "figures": [5]}, ["figures (an entry) is not an object: the file", BARE]),
    (of_mutants(planted=2, caught=2), [BARE, COUNT]),
    (of_mutants(planted=2), [BARE, COUNT]),
    (of_mutants(planted=2, caught=1, more=3), [BARE]),
    (whole(CLAIM), ["sharp:law is named but is not in the file: paper:lemma-1", COUNT]),
    (whole(CLAIM, LAW, LAW), ["the id stands more than once: sharp:law", BARE, COUNT]),
    (whole({**CLAIM, "id": None}, {**LAW, "uses": ["claim 1"]}), [BARE]),
    (whole(CLAIM, {**LAW, "verdict": None}), ["no verdict, counted as unknown: sharp:law"]),
    (
        whole(CLAIM, {**LAW, "verdict": "true"}),
        [
            "the verdict is 'true', counted as unknown: sharp:law",
        ],
    ),
    (
        {**whole(), "claims": [7]},
        [
            "claim is not an object: claim 1",
            "no verdict, counted as unknown: claim 1",
            COUNT,
        ],
    ),
    ({**whole(), "papers": {"p": 5}}, ["paper is not an object: p", BARE]),
    ({**whole(), "papers": 5}, ["papers is not an object: the file", BARE]),
    (whole({**CLAIM, "evidence": []}, LAW), [f"{BARE[:-9]}paper:lemma-1, sharp:law"]),
    (whole(CLAIM, {**LAW, **PROVED}), []),
    *(
        (
            whole(CLAIM, {**LAW, **PROVED, "proof": proof}),
            [
                "proved, and by no theorem of Rocq: sharp:law",
                "no verdict, counted as unknown: sharp:law",
            ],
        )
        for proof in (None, {**PROOF, "theorem": ""})
    ),
    (
        whole(
            *(
                {
                    **LAW,
                    "id": f"a:{k}",
                    "uses": [],
                    "mutants": [],
                    "verdict": "undecided",
                    "tightness": "x",
                }
                for k in range(5)
            ),
            mutants={"planted": 0, "caught": 0},
        ),
        ["tightness is not a number: a:0, a:1, a:2 and 2 more"],
    ),
    (
        whole({**CLAIM, "verdict": "holds"}, LAW),
        [
            "the verdict is not refuted, yet evidence contradicts the claim: paper:lemma-1",
            BARE,
        ],
    ),
    (
        whole({**CLAIM, **WRONG}, LAW),
        [
            "vacuous is not true or false: paper:lemma-1",
            "title is not text: paper:lemma-1",
            "practical is not an object: paper:lemma-1",
            "checks is not a list: paper:lemma-1",
            "seconds is not a number: paper:lemma-1",
            BARE,
        ],
    ),
    (whole(lacking(CLAIM, "title", "history"), LAW), ["no title: paper:lemma-1", BARE]),
    (
        whole({**CLAIM, "evidence": [lacking(EVIDENCE, "domain", "margin")]}, LAW),
        [
            "no domain: paper:lemma-1 (evidence (an entry))",
            BARE,
        ],
    ),
    (
        whole({**CLAIM, "constant": nested(9)}, LAW),
        [
            "constant is not a number: paper:lemma-1",
            BARE,
        ],
    ),
    (whole({**CLAIM, "evidence": [{**EVIDENCE, "witness": {"w": nested(7)}}]}, LAW), [BARE]),
    (
        whole({**CLAIM, "evidence": [{**EVIDENCE, "witness": {"w": nested(8)}}]}, LAW),
        [
            "claims (an entry) is nested too deeply: the file",
            "no verdict, counted as unknown: claim 1",
            BARE,
            "paper:lemma-1 is named but is not in the file: sharp:law",
            COUNT,
        ],
    ),
]


@over(range(len(NOTED)))
def test_all_that_is_missing_or_wrong_is_noted_and_nothing_else(number: int) -> None:
    file, noted = NOTED[number]
    assert read(file).notes.sentences() == noted


def test_what_is_right_is_kept_and_what_is_wrong_is_empty() -> None:
    found = read(whole(figures=[FIGURE]))
    assert {**found.run, **RUN} == found.run
    assert found.figures == [FIGURE]
    for given, claim in zip((CLAIM, LAW), found.claims, strict=True):
        assert {**claim, **lacking(given, "hypotheses", "evidence", "mutants")} == claim
        assert [{**e, **g} for e, g in zip(claim["mutants"], given["mutants"], strict=True)] == [
            dict(e) for e in claim["mutants"]
        ]
    assert (found.claims[0]["plot"], found.claims[0]["worst_case"]) == (None, None)
    cells = found.claims[0]["evidence"][0]["cells"]
    assert [c["parameters"] for c in cells] == [c["parameters"] for c in EVIDENCE["cells"]]
    assert (cells[3]["interval"], cells[3]["lhs"], cells[3]["slack"]) == (
        ["0.5e-400", "2e-400"],
        "1e-400",
        "1e-400",
    )
    wrong = read(whole({**CLAIM, **WRONG}, LAW)).claims[0]
    keys = ("vacuous", "title", "checks", "seconds")
    assert [dict(wrong)[key] for key in keys] == [False, "", [], None]


def test_a_note_names_three_places_and_counts_the_others() -> None:
    notes = Notes()
    for what, places in (("nowhere", [""]), ("three", "abc"), ("four", "abcda")):
        for where in places:
            notes.add(what, where)
    assert notes.sentences() == ["nowhere", "three: a, b, c", "four: a, b, c and 1 more"]


def test_every_claim_has_a_name_a_place_and_a_word() -> None:
    given = [
        CLAIM,
        LAW,
        LAW,
        {**LAW, "id": "a b?c:d.e-f"},
        {**LAW, "id": "", "paper": ""},
        {**LAW, "verdict": "maybe"},
        {**LAW, "id": 5, "paper": None},
        {**LAW, "id": "p:q:r", "paper": ""},
    ]
    claims = read(whole(*given)).claims
    assert [claim["anchor"] for claim in claims] == [
        "paper:lemma-1",
        "sharp:law",
        "sharp:law--2",
        "a-b-c:d.e-f",
        "claim-5",
        "sharp:law--3",
        "claim-7",
        "p:q:r",
    ]
    assert [claim["id"] for claim in claims][4:] == ["claim 5", "sharp:law", "claim 7", "p:q:r"]
    assert [claim["paper"] for claim in claims][3:] == ["sharp", "claim 5", "sharp", "claim 7", "p"]
    words = ["refuted", *["holds"] * 4, "unknown", "holds", "holds"]
    assert [claim["word"] for claim in claims] == words
    twice = {**CLAIM, "evidence": [EVIDENCE, {**EVIDENCE, "method": ""}, EVIDENCE]}
    other = {**twice, "evidence": [{**EVIDENCE, "method": "statistical"}, EVIDENCE]}
    routes = [claim["routes"] for claim in read(whole(twice, other, {**LAW, **PROVED})).claims]
    assert routes == [["exact"], ["statistical", "exact"], ["proof"]]


def test_the_worst_cell_is_one_of_the_cells() -> None:
    def worst(index: Any) -> Any:
        claim = {**CLAIM, "evidence": [{**EVIDENCE, "worst": index}]}
        cell = worst_cell(read(whole(claim)).claims[0]["evidence"][0])
        return cell and cell["parameters"]["x"]

    found = [worst(index) for index in (0, 19, 20, -1, "3", None)]
    assert found == [0, 19, None, None, None, None]


def test_a_paper_has_the_address_of_a_page_or_none() -> None:
    given = {address: {"title": "t", "address": address} for address in ("https://a.b", "file:c")}
    papers = read({**whole(), "papers": given}).papers
    assert {key: paper["address"] for key, paper in papers.items()} == {
        "https://a.b": "https://a.b",
        "file:c": "",
    }


def test_mutants_are_counted() -> None:
    assert planted(read(whole(CLAIM, LAW, LAW)).claims) == {"planted": 3, "caught": 2}


def test_the_records_of_a_file_are_its_own_and_the_first_of_an_id() -> None:
    file = {"claims": [CLAIM, 7, {**CLAIM, "title": "again"}]}
    assert records_of(file) == {CLAIM["id"]: CLAIM}
    assert [records_of(file) for file in ([CLAIM], {}, {"claims": None})] == [{}] * 3


def test_a_file_that_cannot_be_read_at_all_says_why(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    said = ["results.json cannot be read: No such file or directory"]
    for content in ("{", "[" * 100_000):
        with pytest.raises(NotJson) as refused:
            load(file)
        assert str(refused.value) == said[-1]
        file.write_text(content)
        said.append(
            "results.json is not JSON: Expecting property name enclosed in double quotes: "
            "line 1 column 2 (char 1)"
        )
    with pytest.raises(NotJson, match=r"^results\.json is nested too deeply$"):
        load(file)
    file.write_text('{"ä": 1}', encoding="utf-8")
    assert load(file) == {"ä": 1}


def test_what_may_be_a_list_or_an_object_is_kept_as_it_is() -> None:
    notes = Notes()
    for value in ([1], {"a": 1}):
        assert fit(value, Sequence[Any] | Mapping[str, Any], "here", "it", notes) == value
    assert notes.sentences() == []
