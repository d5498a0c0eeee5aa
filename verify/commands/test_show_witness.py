"""A refutation is found again, with both sides; a claim that stands has none."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lemmata.theory.ledger import Claim, Decision, Evidence, Grade, Method, Verdict
from lemmata.theory.test_support.comparing import over
from lemmata.verify import registry, runner
from lemmata.verify.commands import show
from lemmata.verify.commands.show import lines, refuting_check
from lemmata.verify.registry import Run
from lemmata.verify.runner import Settings
from lemmata.verify.test_support import made_up
from lemmata.verify.test_support.made_up import observing, register

CHEAP = {  # and what the fairest witness has: a finite width, linearly independent samples
    "meterez2024:remark-eigenvalues": "d = 2",
    "daneshmand2021:theorem-1": "d = inf",
    "daneshmand2021:remark-drift": "a chain of two states",
    "daneshmand2021:corollary-3": "d = inf",
    "daneshmand2021:table-1": "every width",
    "daneshmand2021:appendix-F-step": "s = (3/5, 4/5)",
}


def witness(claim: Claim, record: Any = None) -> dict[str, str]:
    """What is printed of the refutation; nothing where there is none."""
    found = refuting_check(claim, record, Settings())
    return dict(lines(claim, *found)) if found else {}


@over(CHEAP.items())
def test_registered_refutations_have_two_sides_in_high_precision(claim_id: str, at: str) -> None:
    record = runner.load()[claim_id]
    found = refuting_check(record, None, Settings())
    assert found is not None
    assert found[1].worst is not None
    assert not isinstance(found[1].worst.cell.lhs, float)
    pairs = dict(lines(record, *found))
    assert at in pairs["domain"]
    assert pairs["so"] == "left side <= right side is false there"
    assert pairs["left side"] != pairs["right side"]


def bare(run: Run) -> Evidence:
    del run
    at = {"x": "1/2"}
    return Evidence(Method.EXACT, ("a", "b"), "x", decision=Decision.CONTRADICTS, witness=at)


@pytest.mark.usefixtures("own_registry")
def test_the_first_is_taken_and_only_checks_that_contradicted_run_again() -> None:
    assert witness(register(made_up.HOLDS, observing(lambda x: x + x))) == {}
    register(made_up.FALSE, observing(lambda x: x), bare)
    pairs = witness(made_up.FALSE)
    assert (pairs["left side"], pairs["right side"]) == ("0.5", "0.25")
    graded = replace(
        made_up.FALSE, expected=Verdict.REFUTED, grade=Grade.EDGE, reason="not at x = 1/2"
    )
    assert witness(graded)["grade"] == "edge: not at x = 1/2"
    check = registry.checks_of(made_up.FALSE.id)[1]
    place = {"file": f"{check.file}:1", "check": "bare"}
    last = {"decision": "contradicts", "method": "exact", "cells": [], **place}
    pairs = witness(made_up.FALSE, {"evidence": [last]})
    assert (pairs["witness"], pairs["so"]) == ("x = 1/2", "the claim is false there")
    first = registry.checks_of(made_up.FALSE.id)[0]
    fairer = {**last, "file": f"{first.file}:1", "check": first.name}
    assert "left side" in witness(made_up.FALSE, {"evidence": [fairer, last]})


def test_a_count_of_parts_never_passes_its_total(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a check has parts twice, fewer of them the second time."""
    seen: list[tuple[int, int]] = []

    class Bar(SimpleNamespace):
        total: int | None

        def __enter__(self) -> "Bar":
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def update(self, task: int, *, completed: int, total: Any = -1, **_: Any) -> None:
            self.total = self.total if total == -1 else total
            seen.append((completed, self.total or completed))

    def parts(count: int) -> dict[str, Any]:
        return {str(k): lambda: None for k in range(count)}

    bar = Bar(total=None, add_task=lambda *_, **__: 0)
    monkeypatch.setattr(show, "progress", lambda *_: bar)
    monkeypatch.setattr(
        show, "judge_again", lambda *given: (given[3](parts(3)), given[3](parts(1)))
    )
    checks: Any = [SimpleNamespace(name="x")]
    assert len(list(show._judged(None, checks, None))) == 1  # type: ignore[arg-type]
    assert max(done for done, _ in seen) == 3
    assert all(done <= total for done, total in seen)
