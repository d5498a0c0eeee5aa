"""What a record holds: every kind of number as strict JSON, the worst case, shares of a bound."""

import json
import math
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, get_args

import flint
import mpmath
import numpy as np
import pytest

from lemmata.theory.evidence import Curve, Figure, Role
from lemmata.theory.figures import Range
from lemmata.theory.ledger import Cell, Decision, Evidence, Grade, Kind, Method, Trivial, Verdict
from lemmata.theory.spectrum import from_deviations
from lemmata.verify import runner
from lemmata.verify.registry import Check, Effort
from lemmata.verify.results import record as recording
from lemmata.verify.results.identity import code, versions
from lemmata.verify.results.schema import (
    CellRecord,
    ClaimRecord,
    EffortWord,
    EvidenceRecord,
    VerdictWord,
)
from lemmata.verify.runner import Settings
from lemmata.verify.test_support import made_up
from lemmata.verify.verdicts.combining import Judgement
from lemmata.verify.verdicts.judging import JudgedCell, JudgedEvidence, judge_cell
from lemmata.verify.verdicts.smallest_constant import SmallestConstant

UPPER, LOWER = Kind.UPPER_BOUND, Kind.LOWER_BOUND
STATISTICAL, ADVERSARIAL = Method.STATISTICAL, Method.ADVERSARIAL
SPECTRUM = {
    "log_eigenvalues": [float(np.log1p(-0.5)), float(np.log1p(0.5))],
    "deviations": [-0.5, 0.5],
    "multiplicities": [2, 2],
}


def test_every_kind_of_number_becomes_strict_json() -> None:
    rows: list[tuple[Any, Any]] = [
        (1.5, 1.5),
        (np.float64(1.5), 1.5),
        (np.int64(3), 3),
        (np.True_, True),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
        (2**60, str(2**60)),
        (-(2**53), -(2**53)),
        (2**53 + 1, "9007199254740993"),  # readers know doubles
        (from_deviations([-0.5, 0.5], [2, 2]), SPECTRUM),
        (np.eye(2), [[1.0, 0.0], [0.0, 1.0]]),
        (np.array([mpmath.mpf("0.5")], dtype=object), ["0.5"]),
        (mpmath.matrix([[1, 2]]), [["1.0", "2.0"]]),
        (-mpmath.inf, "-inf"),
        (mpmath.inf, "inf"),
        (flint.fmpq(1, 3), "1/3"),
        (flint.fmpz(3), "3"),
        (Fraction(1, 3), "1/3"),
        ({"x": (1, None)}, {"x": [1, None]}),
        (Verdict.HOLDS, "holds"),
    ]
    for value, expected in rows:
        found = recording.plain(value)
        assert found == expected
        assert type(found) is type(expected)
        json.dumps(found, allow_nan=False)
    with mpmath.workdps(60), flint.ctx.workdps(60):  # high-precision numbers keep their digits
        third, ball = mpmath.mpf(1) / 3, flint.arb(1) / 3
    assert recording.plain(third) == "0." + 50 * "3"
    assert recording.plain(ball).startswith("[0." + 45 * "3")


def test_slack_is_that_of_the_worst_entry() -> None:
    half, one = mpmath.mpf("0.5"), mpmath.mpf(1)
    assert recording._slack(UPPER, np.array([half, one], dtype=object), one) == 0
    assert recording._slack(LOWER, one, [half, half, 2 * one]) == -1
    assert recording._slack(Kind.IDENTITY, np.eye(2), np.ones((2, 2))) == 1
    assert recording._slack(Kind.EXISTENCE, True, True) == 0
    assert recording._slack(UPPER, None, 1) is recording._slack(UPPER, 1, None) is None


def test_the_share_of_a_bound_at_the_ends_of_an_interval_and_for_the_exact_law() -> None:
    """Of single finite numbers of one sign; turned round for a lower bound and below zero."""
    rows: list[tuple[Kind, tuple[Any, Any], Any, Any, Any, Any]] = [
        (UPPER, (1.0, 3.0), 2.0, 4.0, [0.25, 0.75], 0.5),
        (LOWER, (2.0, 8.0), 5.0, 4, [2.0, 0.5], 0.8),
        (UPPER, (-8.0, -2.0), None, mpmath.mpf(-1), [0.125, 0.5], None),
        (UPPER, (1.0, 3.0), flint.fmpq(5, 2), flint.fmpq(4), [0.25, 0.75], 0.625),
        (UPPER, (1.0, 3.0), flint.fmpz(2), flint.fmpz(4), [0.25, 0.75], 0.5),
        (UPPER, (0.25, 0.75), 0.5, 1.0, [0.25, 0.75], 0.5),
        (UPPER, (0.0, 3.0), 2.0, 0.0, None, None),
        (UPPER, (1.0, 3.0), 2.0, flint.arb(4), [0.25, 0.75], 0.5),
        (UPPER, (1.0, 3.0), np.int64(2), np.int64(4), [0.25, 0.75], 0.5),
        (UPPER, (1.0, 3.0), flint.arb("inf"), 4.0, [0.25, 0.75], None),
        (UPPER, (0.0, 3.0), 0.0, 4.0, None, None),
        (UPPER, (-1.0, 3.0), -1.0, 4.0, None, None),
        (UPPER, (1.0, math.inf), math.inf, 4.0, None, None),
        (UPPER, ([1.0, 1.0], [2.0, 2.0]), [1.0, 1.0], [4.0, 4.0], None, None),
        (Kind.IDENTITY, (1.0, 3.0), 2.0, 4.0, None, None),
    ]
    for kind, interval, law, rhs, ends, exact in rows:
        lhs = interval[0]
        cell = Cell({}, lhs, interval=interval, samples=9, exact=law, interval_method="made")
        found = recording._cell(kind, judge_cell(kind, cell, rhs))
        assert (found["ratio_interval"], found["ratio_exact"]) == (ends, exact), (kind, rhs)
    alone = recording._cell(UPPER, judge_cell(UPPER, Cell({}, 1.0), 4.0))
    assert alone["ratio_interval"] is None


def record(claim_id: str, settings: Settings | None = None) -> ClaimRecord:
    return recording.record(runner.run_claim(runner.load()[claim_id], settings or Settings()))


@pytest.mark.usefixtures("made_up_claims")
def test_a_record_has_every_field_of_the_schema_and_names_its_worst_case() -> None:
    found = record("sharp:false")
    evidence = found["evidence"][0]
    for part, kind in ((found, ClaimRecord), (evidence, EvidenceRecord)):
        assert part.keys() >= kind.__required_keys__
    assert evidence["cells"][0].keys() == CellRecord.__required_keys__
    assert found["file"] == "made/up.py:7"
    assert found["checks"][0].startswith("verify/test_support/made_up.py:")
    assert found["command"] == "lemmata run sharp:false --seed 0 --effort standard"
    worst = evidence["cells"][evidence["worst"] or 0]
    assert evidence["witness"] == {"x": "0.5"}
    assert (worst["decision"], worst["slack"]) == ("contradicts", "-0.25")
    assert found["worst"] is not None
    assert found["worst"]["parameters"] == {"x": "0.5"}
    assert found["worst"]["command"] == "lemmata show sharp:false --witness --seed 0"
    assert record("sharp:unchecked")["worst"] is None


def test_the_worst_case_can_be_evaluated_alone() -> None:
    """Several checks attain the bound; the cases of props come with a command."""
    worst = record("meterez2024:lemma-C.11", Settings(effort=Effort.SMOKE))["worst"]
    assert worst is not None
    assert worst["ratio"] == 1
    assert worst["command"].startswith("lemmata hunt meterez2024:lemma-C.11 --at ")


@pytest.mark.usefixtures("made_up_claims")
def test_a_record_is_strict_json() -> None:
    """An hour of hunts was lost to one infinite tolerance."""
    result = runner.run_claim(runner.load()["sharp:false"], Settings())
    first, *rest = result.judgement.evidence
    cells = tuple(replace(c, cell=replace(c.cell, tolerance=math.inf)) for c in first.cells)
    seen = replace(first, cells=cells)
    judgement = replace(result.judgement, evidence=(seen, *rest))
    found = recording.record(replace(result, judgement=judgement))
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["evidence"][0]["cells"][0]["tolerance"] == "inf"


def test_the_schema_knows_every_verdict_and_effort() -> None:
    assert get_args(VerdictWord) == tuple(map(str, Verdict))
    assert get_args(EffortWord) == tuple(map(str, Effort))


def everything() -> runner.Result:
    """A result in which no two fields are the same."""
    trivial = Trivial(lambda x: 0.5, "known before", {"x": 16}, "x")
    claim = made_up.claim(
        "all",
        UPPER,
        lambda x: 32 / x,
        uses=("sharp:a", "sharp:b"),
        symbols={"f": "a falling function"},
        headline="A function falls.",
        sharp="sharp:c",
        reason="a reason",
        decided_by="a run",
        expected=Verdict.PROVED,
        trivial=trivial,
    )
    checks = tuple(Check(claim.id, f"check_{k}", made_up.breaking, "f.py", k) for k in (3, 4))
    mild = Cell({"x": 2.0}, 1.0, 0.125, (0.5, 1.5), 90, "mild", 1.25, "made", "lemmata again")
    cells = [
        JudgedCell(mild, 4.0, Decision.SILENT, 0.25, 700.0),
        JudgedCell(Cell({"x": 3.0}, 9.0, label="bad"), 8.0, Decision.CONTRADICTS, 1.125),
    ]
    figure = Figure("it falls", "depth", "gap", [Curve("ours", Role.LAW, [1], [0.5])], note="less")
    routes = [
        Evidence(method, ("p", "q"), "some x", cells=[mild], margin=0.0625, figure=drawn)
        for method, drawn in ((STATISTICAL, None), (ADVERSARIAL, figure))
    ]
    judged = JudgedEvidence(routes[0], (cells[0],), Decision.SILENT)
    refuting = JudgedEvidence(routes[1], tuple(cells), Decision.CONTRADICTS)
    judgement = Judgement(Verdict.REFUTED, "so it is", (judged, refuting), True, 1.125, 0.5, True)
    return runner.Result(
        claim=claim,
        settings=Settings(Effort.SMOKE, 5, "mps"),
        checks=checks,
        ran=((checks[0], 1.00049, ()), (checks[1], 2.0006, (0.50049, 1.5))),
        judgement=judgement,
        mutants=(runner.MutantResult("one", None), runner.MutantResult("two", "check_3")),
        constant=SmallestConstant(0.75, 1.5, "bad"),
        errors=("it broke",),
        seconds=3.00051,
    )


RUN_AGAIN = "lemmata run sharp:all --seed 5 --effort smoke --device mps"
MILD = {
    "parameters": {"x": 2.0},
    "lhs": 1.0,
    "rhs": 4.0,
    "slack": 3.0,
    "ratio": 0.25,
    "ratio_interval": [0.125, 0.375],
    "ratio_exact": 0.3125,
    "decision": "silent",
    "interval": [0.5, 1.5],
    "interval_method": "made",
    "samples": 90,
    "needed": 700.0,
    "tolerance": 0.125,
    "label": "mild",
    "exact": 1.25,
}
BAD = {
    "parameters": {"x": 3.0},
    "lhs": 9.0,
    "rhs": 8.0,
    "slack": -1.0,
    "ratio": 1.125,
    "ratio_interval": None,
    "ratio_exact": None,
    "decision": "contradicts",
    "interval": None,
    "interval_method": "",
    "samples": None,
    "needed": None,
    "tolerance": 0.0,
    "label": "bad",
    "exact": None,
}
SEEN = {"routes": ["p", "q"], "domain": "some x", "margin": 0.0625, "file": "f.py:3"}
DRAWN = {
    "sentence": "it falls",
    "x": "depth",
    "y": "gap",
    "points": [],
    "agreement": "no published values can be recovered",
    "log_x": False,
    "log_y": False,
    "remarks": [],
    "note": "less",
    "series": [
        {"name": "ours", "role": "law", "x": [1], "y": [0.5], "low": [], "high": [], "of": ""}
    ],
}
WITNESS = "lemmata show sharp:all --witness --seed 5"
WHOLE = {
    "id": "sharp:all",
    "paper": "sharp",
    "kind": "upper bound",
    "title": "A made-up claim called all",
    "subject": "",
    "left_side": "",
    "quotation": "",
    "statement": r"f(x) \le \frac{1}{2}",
    "hypotheses": [{"name": "positive", "statement": "x > 0", "variable": "x"}],
    "source": "nowhere",
    "uses": ["sharp:a", "sharp:b"],
    "file": "made/up.py:7",
    "repair": "sharp:c",
    "expected": "proved",
    "reason": "a reason",
    "decided_by": "a run",
    "derivation": "",
    "symbols": [{"latex": "f", "means": "a falling function"}],
    "headline": "A function falls.",
    "answer": {"file": "made/answers/all.md", "text": ""},
    "verdict": "refuted",
    "why": "so it is",
    "conflict": True,
    "vacuous": True,
    "failures": [
        "it broke",
        "routes contradict each other",
        "the verdict is refuted, expected proved",
    ],
    "practical": {
        "bound": 2.0,
        "trivial": 0.5,
        "why": "known before",
        "at": {"x": 16},
        "scale": "x",
        "speaks": False,
        "speaks_from": 65,
        "instead": "",
    },
    "tightness": 1.125,
    "power": 0.5,
    "constant": 1.5,
    "constant_interval": [0.75, 1.5],
    "constant_cell": "bad",
    "checks": ["f.py:3", "f.py:4"],
    "worst": {
        "ratio": 1.125,
        "parameters": {"x": 3.0},
        "label": "bad",
        "method": "adversarial",
        "command": WITNESS,
    },
    "evidence": [
        {
            **SEEN,
            "method": "statistical",
            "check": "check_3",
            "decision": "silent",
            "cells": [MILD],
            "worst": 0,
            "witness": None,
            "command": "lemmata again",
            "seconds": 1.0,
            "parts": [],
            "figure": None,
            "pending": "",
            "recorded": None,
        },
        {
            **SEEN,
            "method": "adversarial",
            "check": "check_4",
            "decision": "contradicts",
            "file": "f.py:4",
            "cells": [MILD, BAD],
            "worst": 1,
            "witness": {"x": 3.0},
            "command": WITNESS,
            "seconds": 2.001,
            "parts": [0.5, 1.5],
            "figure": DRAWN,
            "pending": "",
            "recorded": None,
        },
    ],
    "mutants": [{"name": "one", "caught_by": None}, {"name": "two", "caught_by": "check_3"}],
    "seed": 5,
    "effort": "smoke",
    "device": "mps",
    "seconds": 3.001,
    "command": RUN_AGAIN,
    "history": [],
    "script": "",
}


def test_a_record_says_what_the_result_says_field_by_field() -> None:
    before = datetime.now(UTC).replace(microsecond=0)
    found: dict[str, Any] = dict(recording.record(everything()))
    assert before <= datetime.fromisoformat(found.pop("time")) <= datetime.now(UTC)
    assert (found.pop("versions"), found.pop("code")) == (versions(), code())
    for key in WHOLE | found:
        assert found.get(key) == WHOLE.get(key), key


def test_a_proof_is_recorded_with_its_words_its_axioms_and_who_checked_it() -> None:
    whole = everything()
    proved = replace(whole.judgement, verdict=Verdict.PROVED, proof=made_up.ACCEPTED)
    assert recording.record(replace(whole, judgement=proved))["proof"] == {
        "file": "verify/made/up.v:12",
        "theorem": "up",
        "statement": "forall x, 0 < x -> x + x = 2 * x",
        "sketch": "A sum of two equal terms.",
        "source": "Theorem up : up.\nProof. by []. Qed.",
        "rests_on": {},
        "contains": [],
        "axioms": {"logical": ["classic"], "textbook": ["Weyl"]},
        "checked": {"by": "Rocq 8.16.1", "at": "2026-11-18", "here": False},
    }
    assert recording.record(whole)["proof"] is None


def test_missing_parts_are_null_and_samples_have_no_witness() -> None:
    """A violation by samples is repeated by a run: there is no point to evaluate again."""
    whole = everything()
    silent, refuting = whole.judgement.evidence
    sampled = replace(refuting, evidence=silent.evidence)
    own = replace(refuting, evidence=replace(refuting.evidence, witness={"w": 1}))
    empty = JudgedEvidence(silent.evidence, (), Decision.AGREES)
    claim = replace(whole.claim, trivial=None, expected=Verdict.REFUTED, grade=Grade.STEP)
    ran, check = whole.ran[:1] * 3, whole.checks[0]
    judgement = replace(whole.judgement, evidence=(sampled, own, empty))
    settings = Settings(seed=5, train=True)
    found = recording.record(
        replace(whole, claim=claim, constant=None, ran=ran, judgement=judgement, settings=settings)
    )
    nothing = ("constant", "constant_interval", "constant_cell", "practical")
    assert [found[key] for key in nothing] == [None] * 4  # type: ignore[literal-required]
    assert (whole.claim.grade, found["grade"]) == (None, "step")
    again = "lemmata run sharp:all --seed 5 --effort standard --train"
    assert [e["command"] for e in found["evidence"]] == [again, WITNESS, again]
    assert [e["witness"] for e in found["evidence"]] == [{"x": 3.0}, {"w": 1}, None]
    assert [e["worst"] for e in found["evidence"]] == [1, 1, None]
    assert [e["check"] for e in found["evidence"]] == [check.name] * 3
    with pytest.raises(ValueError, match="zip"):  # evidence of another check
        recording.record(replace(whole, ran=ran))


def test_the_worst_case_has_the_largest_share() -> None:
    whole = everything()
    ratios = [0.25, None, 0.75, 0.5]
    cells = [
        JudgedCell(Cell({"x": k}, 1.0, label=f"{k}"), 2.0, Decision.AGREES, ratio)
        for k, ratio in enumerate(ratios)
    ]
    judged = replace(whole.judgement.evidence[1], cells=tuple(cells), decision=Decision.AGREES)
    judgement = replace(whole.judgement, evidence=(judged,))
    found = recording.record(replace(whole, ran=whole.ran[1:], judgement=judgement))["worst"]
    assert found is not None
    assert (found["ratio"], found["label"]) == (0.75, "2")


def test_a_range_of_a_figure_is_told_in_words() -> None:
    cell = Cell({}, 3.0, interval=(2.5, 3.5), interval_method="made", samples=9)
    found = recording._cell(Kind.FIGURE, judge_cell(Kind.FIGURE, cell, Range(1.0, 2.0)))
    assert (found["rhs"], found["slack"], found["decision"]) == ("1 to 2", -1.0, "contradicts")
