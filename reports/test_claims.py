"""A results file as the page shows it: what is added to a claim, and remarks."""

from lemmata.reports.claims import Notes, prepare
from lemmata.reports.test_support.records import CLAIM, EVIDENCE, LAW, PROVED, whole
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
