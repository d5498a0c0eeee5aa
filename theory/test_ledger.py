"""The registry of claims is complete, consistent and readable."""

from __future__ import annotations

import inspect
import math
from pathlib import Path

import pytest

import theory
from theory.errors import NotPositive
from theory.hypotheses import positive
from theory.ledger import PAPERS, Cell, Claim, Evidence, Kind, Method, Verdict, claim, claims, get

CLAIMS = list(claims().values())
IDS = [
    line
    for line in (Path(theory.__file__).parent / "ids.txt").read_text().splitlines()
    if line and not line.startswith("#")
]

each_claim = pytest.mark.parametrize("record", CLAIMS, ids=lambda record: record.id)


def test_every_listed_statement_is_a_claim() -> None:
    assert [claim_id for claim_id in IDS if claim_id not in claims()] == []


def test_other_claims_stand_under_sharp_only() -> None:
    assert [c.id for c in CLAIMS if c.id not in IDS and c.paper != "sharp"] == []


def test_papers_follow_each_other_in_order() -> None:
    order = [list(PAPERS).index(c.paper) for c in CLAIMS]
    assert order == sorted(order)


@each_claim
def test_a_claim_says_what_it_is(record: Claim) -> None:
    assert record.title
    assert record.statement
    assert record.source
    assert (Path(theory.__file__).parents[1] / record.file).exists()
    assert record.formula is not None or record.decided_by
    if record.formula is not None and record.paper == "sharp":
        assert inspect.getmodule(record.formula).__doc__  # the derivation


@each_claim
def test_an_unusual_expectation_has_its_reason(record: Claim) -> None:
    if record.expected in (Verdict.REFUTED, Verdict.UNDECIDED):
        assert record.reason


@each_claim
def test_a_false_statement_names_the_nearest_true_one(record: Claim) -> None:
    if record.expected is Verdict.REFUTED:
        assert record.sharp is not None
        assert get(record.sharp).expected in (Verdict.PROVED, Verdict.HOLDS)


@each_claim
def test_statement_variables_and_parameters_agree(record: Claim) -> None:
    assert tuple(record.variables) == record.parameters
    for symbol in record.variables.values():
        assert symbol in record.statement


@each_claim
def test_hypotheses_and_constant_name_parameters(record: Claim) -> None:
    assert {h.variable for h in record.hypotheses} <= set(record.parameters)
    assert record.constant is None or record.constant in record.parameters


@each_claim
def test_what_a_claim_uses_and_its_sharp_form_exist(record: Claim) -> None:
    for other in (*record.uses, *([record.sharp] if record.sharp else [])):
        assert other in claims(), other
    assert record.sharp is None or record.sharp.startswith("sharp:")


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


@each_claim
def test_mutants_have_the_claims_signature(record: Claim) -> None:
    for mutant in record.mutants:
        assert tuple(inspect.signature(mutant.formula).parameters) == record.parameters
        assert set(mutant.false_at) == set(record.parameters)


def test_claims_with_a_bound_or_identity_to_test_declare_mutants() -> None:
    testable = [c for c in CLAIMS if c.expected in (Verdict.HOLDS, Verdict.PROVED)]
    assert [c.id for c in testable if not c.mutants] == []


def test_a_closed_form_refuses_what_its_hypotheses_exclude() -> None:
    @claim(
        "sharp:made-up",
        title="made up",
        statement="x",
        kind=Kind.IDENTITY,
        variables={"x": "x"},
        hypotheses=[positive("x")],
        source="here",
    )
    def root(x: float) -> float:
        return math.sqrt(x)

    try:
        assert root(4.0) == 2.0
        with pytest.raises(NotPositive, match=r"x: positive fails: -1\.0"):
            root(-1.0)
        with pytest.raises(ValueError, match="registered twice"):
            claim(
                "sharp:made-up", title="", statement="", kind=Kind.LIMIT, variables={}, source=""
            )(root)
    finally:
        from theory import ledger

        del ledger._REGISTRY["sharp:made-up"]


def test_an_unknown_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown paper"):
        claim("nobody1900:x", title="", statement="", kind=Kind.LIMIT, variables={}, source="")(
            lambda: None
        )


def test_evidence_of_no_case_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="zero cases is a failure"):
        Evidence(Method.ADVERSARIAL, ("a", "b"), "nowhere")


def test_samples_that_were_not_drawn_decide_nothing() -> None:
    for samples in (None, 0):
        cell = Cell({}, 1.0, interval=(0, 2), samples=samples, interval_method="made up")
        with pytest.raises(ValueError, match="no sample at all"):
            Evidence(Method.STATISTICAL, ("a", "b"), "nowhere", [cell])


def test_evidence_that_compares_a_value_with_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="compares a value with itself"):
        Evidence(Method.ADVERSARIAL, ("a", "a"), "somewhere")
