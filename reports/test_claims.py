"""A results file as the page shows it: what is added to a claim, and remarks."""

from typing import Any

from lemmata.reports.claims import Notes, prepare
from lemmata.reports.test_support.records import (
    CLAIM,
    EVIDENCE,
    LAW,
    PROVED,
    cell,
    whole,
    with_cells,
)
from lemmata.reports.witnesses.worst_case import witness
from lemmata.theory.test_support.comparing import over
from lemmata.verify.results.schema import Results

BARE = "a verdict without evidence: sharp:law"  # said of LAW
# a file and all that is noted of it
NOTED: list[tuple[Results, list[str]]] = [
    (whole(), [BARE]),
    (whole(CLAIM), ["sharp:law is named but is not in the file: paper:lemma-1"]),
    (whole({**CLAIM, "evidence": []}, LAW), [f"{BARE[:-9]}paper:lemma-1, sharp:law"]),
    (whole(CLAIM, {**LAW, **PROVED}), []),
    (
        whole({**CLAIM, "verdict": "holds"}, LAW),
        ["the verdict is not refuted, yet evidence contradicts the claim: paper:lemma-1", BARE],
    ),
]


@over(range(len(NOTED)))
def test_a_contradiction_in_the_file_is_noted(number: int) -> None:
    file, noted = NOTED[number]
    assert prepare(file).notes.sentences() == noted


def test_a_note_names_three_places_and_counts_the_others() -> None:
    notes = Notes()
    for what, places in (("three", "abc"), ("four", "abcda")):
        for where in places:
            notes.add(what, where)
    assert notes.sentences() == ["three: a, b, c", "four: a, b, c and 1 more"]


def test_a_claim_is_kept_as_it_is_and_gets_an_anchor_and_its_routes() -> None:
    given = [
        CLAIM,
        {**LAW, **PROVED},
        {**LAW, "id": "a b?c:d.e-f"},
        {**LAW, "id": "a b c:d.e-f", "evidence": [{**EVIDENCE, "method": "statistical"}, EVIDENCE]},
        {**LAW, "id": "a:b", "evidence": [EVIDENCE, EVIDENCE]},
    ]
    claims = prepare(whole(*given)).claims
    for claim, record in zip(claims, given, strict=True):
        assert {**claim, **{k: v for k, v in record.items() if k != "witness"}} == dict(claim)
    assert [claim["anchor"] for claim in claims] == [
        "paper:lemma-1",
        "sharp:law",
        "a-b-c:d.e-f",
        "a-b-c:d.e-f--2",
        "a:b",
    ]
    routes = [["exact"], ["proof"], [], ["statistical", "exact"], ["exact"]]
    assert [claim["routes"] for claim in claims] == routes


def test_the_witness_says_what_was_observed_and_where() -> None:
    def told(kind: str = "upper bound", left: str = "the gap", **fields: Any) -> tuple[str, str]:
        claim = with_cells(
            {**cell(0.5, 0.25, d=3, alpha=0.1), "interval": None, **fields},
            kind=kind,
            left_side=left,
        )
        found = witness(claim)
        assert found is not None
        return found.place, found.sides

    assert told() == ("d = 3, α = 0.1", "the gap is 0.5, and the claim has at most 0.25")
    assert told(left="")[1].startswith("the left side is")
    sampled = told(kind="lower bound", interval=[0.1, 0.2])
    assert sampled[1] == "the gap lies between 0.1 and 0.2, and the claim has at least 0.25"
    assert told(interval=[0.5, 2])[1].startswith("the gap is at least 0.5,")
    labelled = told(label="two samples, d = 3", parameters={"d": 3, "failure": 0.0, "l": 2})
    assert labelled[0] == "two samples, d = 3: l = 2"
    near = told(lhs=1.0, rhs="0.99999046")
    assert near[1] == "the gap is 1, and the claim has at most 0.99999046"
    figure = told(kind="figure", left="", label="rate at n = 4", rhs="at most 0.25")
    assert figure == ("", "rate at n = 4 is 0.5, and the claim has at most 0.25")
    assert told(lhs=[1.0, 2.0])[1] == ""
