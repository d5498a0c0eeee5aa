"""What the page tells first."""

from typing import Any

from lemmata.reports.story.findings import findings
from lemmata.reports.test_support.records import CELL, CLAIM, EVIDENCE, LAW, WEAK, claims

FALSE = {**CLAIM, "expected": "refuted", "mutants": []}
CALM = {**CLAIM, "verdict": "holds", "tightness": 0.2, "mutants": [], "vacuous": False}
WHY = {**FALSE, "reason": "a square is lost"}  # told where it explains
TOLD: list[tuple[list[dict[str, Any]], list[str], str]] = [
    (
        [FALSE, {**LAW, "mutants": []}],
        [
            "the left side is 1e-400 where the claim has at most 2e-400",
            "the nearest true statement is sharp:law",
            "1 further statement uses a refuted one: sharp:law",
        ],
        "Why",
    ),
    ([WHY], ["Why: a square is lost"], "was expected"),
    ([{**WHY, "expected": "undecided"}], ["false as stated"], "Why"),
    ([CALM, LAW], ["nothing tried uses more than 20 % of the bound"], "false as stated"),
    ([WEAK], ["it fails the run: the verdict is holds, expected proved"], "false as stated"),
]


def test_findings_follow_the_verdict_the_unexpected_first() -> None:
    for altered, told, untold in TOLD:
        text = " ".join(" ".join((f.text, *f.ids)) for f in findings(claims(*altered)))
        assert [words for words in told if words not in text] == []
        assert untold not in text
    found = findings(claims(CLAIM, LAW))
    assert [finding.sort for finding in found[:2]] == ["unexpected", "survivor"]
    assert len(findings(claims(*({**CLAIM, "id": f"a:{k}"} for k in range(9))))) == 4  # at most
    assert findings([]) == []


def test_a_theorem_stands_before_a_remark() -> None:
    uses = {"a:remark-x": [], "a:corollary-2": ["a:theorem-1"], "a:theorem-1": []}
    false = [{**FALSE, "failures": [], "id": i, "uses": used} for i, used in uses.items()]
    found = [finding.claim["id"] for finding in findings(claims(*false)) if finding.claim]
    assert found == ["a:theorem-1", "a:remark-x"]


def test_a_wrong_statement_stands_before_an_edge_case() -> None:
    grades = {"a:theorem-1": "edge", "a:remark-x": "wrong"}
    false = [{**FALSE, "failures": [], "id": i, "grade": grade} for i, grade in grades.items()]
    found = [finding for finding in findings(claims(*false)) if finding.claim]
    assert [f.claim["id"] for f in found if f.claim] == ["a:remark-x", "a:theorem-1"]
    assert "false as stated (wrong)" in found[0].text


def test_bounds_that_are_attained_are_counted() -> None:
    used_up = {**CALM, "tightness": 1 - 1e-9}
    (found,) = (f for f in findings(claims(used_up, {**CALM, "id": "a:b"})) if f.sort == "used up")
    assert found.text == "of 1 of the 2 bounds that stand both sides meet somewhere, to a millionth"
    open_ = {**used_up, "verdict": "undecided"}
    assert [f for f in findings(claims(open_)) if f.sort == "used up"] == []


def test_a_place_is_described_in_words() -> None:
    cell = {**CELL, "parameters": {"d": 4}, "ratio": 2.0, "decision": "contradicts"}
    places = {"equal": "equal: d = 4", "Rotation(d=2, seeds=())": "d = 4", "((1.0,), 3)": "d = 4"}
    for label, told in places.items():
        evidence = {**EVIDENCE, "cells": [{**cell, "label": label}], "worst": 0}
        false = {**FALSE, "failures": [], "expected": "refuted", "evidence": [evidence]}
        assert any(f"({told})" in found.text for found in findings(claims(false))), label
