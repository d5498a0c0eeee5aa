"""The registry of claims is complete, consistent and readable."""

import inspect
import math
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lemmata import theory
from lemmata.theory.errors import NotPositive
from lemmata.theory.hypotheses import positive
from lemmata.theory.ledger import (
    ADDRESSES,
    LEDGER,
    PAPERS,
    Claim,
    Grade,
    Kind,
    Mutant,
    Sentence,
    Verdict,
    claim,
    claims,
    get,
    observed,
)
from lemmata.theory.test_support import registry
from lemmata.theory.test_support.comparing import over

CLAIMS = list(claims().values())
ROOM = Path(theory.__file__).parent
STATED: dict[str, Any] = {"title": "", "statement": "x", "kind": Kind.IDENTITY, "source": ""}


def test_claims_stand_in_the_order_of_the_papers() -> None:
    order = [list(PAPERS).index(c.paper) for c in CLAIMS]
    assert order == sorted(order)


def problems(record: Claim) -> Iterator[str]:
    """What is wrong with how a claim is stated."""
    if not (record.title and record.statement and record.source):
        yield "does not say what it is"
    if record.paper in ADDRESSES and not record.quotation:
        yield "quotes no words of its paper"
    if not (ROOM.parent / record.file).exists():
        yield f"does not stand in {record.file}"
    if record.formula is None and not record.decided_by:
        yield "has neither a closed form nor what would decide it"
    if record.formula and record.paper == "sharp" and not inspect.getmodule(record.formula).__doc__:
        yield "has no derivation"
    if record.expected in (Verdict.REFUTED, Verdict.UNDECIDED) and not record.reason:
        yield "has an unusual expectation without its reason"
    if record.expected in (Verdict.PROVED, Verdict.HOLDS) and not record.mutants:
        yield "declares no mutant"
    if record.expected is Verdict.REFUTED and (
        record.sharp is None or get(record.sharp).expected not in (Verdict.PROVED, Verdict.HOLDS)
    ):
        yield "is false and does not name the nearest true statement"
    if record.paper in ADDRESSES:
        place = record.source.partition(";")[0]
        if not re.match("(Section|Appendix|Introduction|Abstract)( |,|$)", place) or ":" in place:
            yield f"stands in {place!r}, which is no place in a paper"
        if not 1 <= len(record.subject.split()) <= 8 or record.subject == record.title:
            yield f"is about {record.subject!r}; expected a few words beside the title"
    if record.grade and record.kind is not Kind.FIGURE and not record.left_side:
        yield "does not say in words what its witness observes"
    if record.sharp is not None and not record.sharp.startswith("sharp:"):
        yield f"has the sharp form {record.sharp}, which is not one"
    yield from (f"uses {i}, unknown" for i in record.uses if i not in claims())
    if record.trivial and record.trivial.instead not in {"", *claims()}:
        yield f"names {record.trivial.instead}, unknown, instead"
    if tuple(record.variables) != record.parameters:
        yield "has other variables than parameters"
    yield from (f"lacks {v}" for v in record.variables.values() if v not in record.statement)
    named = {h.variable for h in record.hypotheses} | ({record.constant} - {None})
    yield from (f"has no parameter {name}" for name in named - set(record.parameters))
    for mutant in record.mutants:
        signature = theory.ledger.parameters_of(mutant.formula)
        if signature != record.parameters or set(mutant.false_at) != set(record.parameters):
            yield f"has another signature than its mutant {mutant.name}"


def test_every_claim_is_stated_completely() -> None:
    assert CLAIMS
    assert [f"{c.id} {problem}" for c in CLAIMS for problem in problems(c)] == []


def test_a_sentence_is_of_a_paper_and_decided_by_a_claim() -> None:
    found = LEDGER.sentences
    assert found
    assert {one.paper for one in found} <= set(ADDRESSES)
    assert [one.words for one in found if one.decided_by not in {"", *claims()}] == []


def test_uses_has_no_cycle() -> None:
    done: set[str] = set()

    def visit(claim_id: str, path: tuple[str, ...]) -> None:
        assert claim_id not in path, " -> ".join((*path, claim_id))
        if claim_id not in done:
            for other in get(claim_id).uses:
                visit(other, (*path, claim_id))
            done.add(claim_id)

    for record in CLAIMS:
        visit(record.id, ())


def root(x: float) -> float:
    return math.sqrt(x)


def test_a_closed_form_checks_its_hypotheses() -> None:
    with registry.only():
        make = claim("sharp:root", **STATED, variables={"x": "x"}, hypotheses=[positive("x")])
        guarded = make(root)
        assert guarded(4.0) == 2.0
        with pytest.raises(NotPositive, match=r"x: positive fails: -1\.0"):
            guarded(-1.0)
        with pytest.raises(ValueError, match="stated twice, first in theory/test_ledger"):
            make(root)
        assert list(claims()) == ["sharp:root"]
        assert get("sharp:root").file == "theory/test_ledger.py"
    assert list(claims().values()) == CLAIMS


MUTANTS = [Mutant("", root, {"x": 1})]
NOTHING: dict[str, Any] = {}
MISSPELT = {**STATED, "titel": ""}


@over(
    [
        (lambda: claim("nobody1900:x", **STATED, variables={"x": "x"})(root), "no paper of that"),
        (lambda: claim("sharp:x", **STATED, variables={"y": "y"})(root), "variables are not"),
        (lambda: claim("sharp:x", **MISSPELT)(root), "unexpected keyword argument 'titel'"),
        (lambda: claim("sharp:x", **NOTHING), "missing 4 required keyword-only arguments: 'title'"),
        (lambda: observed("sharp:x", **STATED), "neither a closed form"),
        (lambda: observed("sharp:x", **STATED, decided_by="x", mutants=MUTANTS), "only a closed"),
    ]
)
def test_a_wrong_field_is_refused(state: Callable[[], object], message: str) -> None:
    with registry.only(), pytest.raises((TypeError, ValueError), match=message):
        state()


def test_a_refuted_claim_has_a_grade_and_no_other_has() -> None:
    stated = partial(claim, "sharp:x", **STATED)
    for fields, message in (
        ({"expected": Verdict.REFUTED}, "its grade is None; expected a Grade for a refuted claim"),
        ({"expected": Verdict.HOLDS, "grade": Grade.EDGE}, "its grade is edge; expected a Grade"),
        ({"expected": Verdict.REFUTED, "grade": "edge"}, "the grade of sharp:x is 'edge', a str"),
    ):
        with registry.only(), pytest.raises((TypeError, ValueError), match=message):
            stated(**fields)
    with registry.only():
        stated(expected=Verdict.REFUTED, grade=Grade.EDGE)(root)
        assert get("sharp:x").grade is Grade.EDGE


def test_every_grade_is_argued_in_sentences() -> None:
    graded = {c.id: c for c in CLAIMS if c.grade}
    assert graded
    assert {c.grade for c in graded.values()} == set(Grade)
    assert [i for i, c in graded.items() if len(c.reason) < 150] == []


def test_a_quotation_has_at_most_25_words() -> None:
    with pytest.raises(ValueError, match="the quotation of smith2025:a has 26 words; expected"):
        Claim("smith2025:a", **{**STATED, "quotation": "word " * 26})


@pytest.mark.parametrize("reasons", [{}, {"decided_by": "smith2025:a", "why_not": "history"}])
def test_a_sentence_is_decided_by_a_claim_or_says_why_not(reasons: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="expected one of them"):
        Sentence("BN is fast", "smith2025", "Introduction", **reasons)
