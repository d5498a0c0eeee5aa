"""A refutation is found again, with both sides; a claim that stands has none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from theory.ledger import LEDGER, Decision, Evidence, Method
from verify import registry, runner
from verify.commands import witness
from verify.registry import Run
from verify.results.record import Record
from verify.runner import Settings
from verify.test_support import made_up
from verify.test_support.made_up import observing, register

CHEAP = (
    "meterez2024:remark-eigenvalues",
    "daneshmand2021:remark-mixing",
    "daneshmand2021:table-1",
    "daneshmand2021:appendix-F-step",
)


@pytest.mark.parametrize("claim_id", CHEAP)
def test_registered_refutations_have_two_sides_in_high_precision(claim_id: str) -> None:
    record = runner.load()[claim_id]
    found = witness.refuting_check(record, None, Settings())
    assert found is not None
    worst = found[1].worst
    assert worst is not None
    assert not isinstance(worst.cell.lhs, float)
    pairs = dict(witness.lines(record, *found))
    assert pairs["so"] == "left side <= right side is false there"
    assert pairs["left side"] != pairs["right side"]


def bare(run: Run) -> Evidence:
    del run
    found = {"x": "1/2"}
    return Evidence(
        Method.CERTIFICATE, ("a", "b"), "x", decision=Decision.CONTRADICTS, witness=found
    )


@pytest.fixture
def false_claim() -> Iterator[None]:
    with LEDGER.only():
        register(made_up.FALSE, bare, observing(lambda x: x))
        yield


@pytest.mark.usefixtures("false_claim")
def test_two_sides_are_preferred_to_a_bare_decision() -> None:
    found = witness.refuting_check(made_up.FALSE, None, Settings())
    assert found is not None
    pairs = dict(witness.lines(made_up.FALSE, *found))
    assert (pairs["left side"], pairs["right side"]) == ("0.5", "0.25")


@pytest.mark.usefixtures("false_claim")
def test_only_the_checks_that_contradicted_are_run_again() -> None:
    check = registry.checks_of(made_up.FALSE.id)[0]
    place = {"file": f"{check.file}:1", "check": "bare"}
    last = {"decision": "contradicts", "method": "certificate", "cells": [], **place}
    earlier = cast(Record, {"evidence": [last]})
    found = witness.refuting_check(made_up.FALSE, earlier, Settings())
    assert found is not None
    assert found[0] is check
    pairs = dict(witness.lines(made_up.FALSE, *found))
    assert (pairs["witness"], pairs["so"]) == ("x = 1/2", "the claim is false there")


def test_a_claim_that_stands_has_no_witness() -> None:
    with LEDGER.only():
        register(made_up.HOLDS, observing(lambda x: x + x))
        assert witness.refuting_check(made_up.HOLDS, None, Settings()) is None
