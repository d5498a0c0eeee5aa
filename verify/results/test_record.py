"""What a record holds: every kind of number as strict JSON, the worst case, shares of a bound."""

import json
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any, get_args

import flint
import mpmath
import numpy as np
import pytest

from reports.schema import CellRecord, ClaimRecord, EvidenceRecord, VerdictWord
from theory.ledger import Cell, Kind, Verdict
from theory.spectrum import from_deviations
from verify import runner
from verify.registry import Effort
from verify.results import record as recording
from verify.runner import Settings
from verify.verdicts.judging import judge_cell

UPPER, LOWER = Kind.UPPER_BOUND, Kind.LOWER_BOUND
SPECTRUM = {
    "log_eigenvalues": [float(np.log1p(-0.5)), float(np.log1p(0.5))],
    "deviations": [-0.5, 0.5],
    "multiplicities": [2, 2],
}


def test_every_kind_of_number_becomes_strict_json() -> None:
    rows: list[tuple[Any, Any]] = [
        (1.5, 1.5), (np.float64(1.5), 1.5), (np.int64(3), 3), (np.True_, True),
        (float("inf"), "inf"), (float("nan"), "nan"), (2**60, str(2**60)),
        (from_deviations([-0.5, 0.5], [2, 2]), SPECTRUM), (np.eye(2), [[1.0, 0.0], [0.0, 1.0]]),
        (np.array([mpmath.mpf("0.5")], dtype=object), ["0.5"]),
        (mpmath.matrix([[1, 2]]), [["1.0", "2.0"]]), (-mpmath.inf, "-inf"), (mpmath.inf, "inf"),
        (flint.fmpq(1, 3), "1/3"), (flint.fmpz(3), "3"), (Fraction(1, 3), "1/3"),
        ({"x": (1, None)}, {"x": [1, None]}), (Verdict.HOLDS, "holds"),
    ]  # fmt: skip
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


def test_the_share_of_a_bound_at_the_ends_of_an_interval_and_for_the_exact_law() -> None:
    """Of single finite numbers of one sign; turned round for a lower bound and below zero."""
    rows: list[tuple[Kind, tuple[Any, Any], Any, Any, Any, Any]] = [
        (UPPER, (1.0, 3.0), 2.0, 4.0, [0.25, 0.75], 0.5),
        (LOWER, (2.0, 8.0), 5.0, 4, [2.0, 0.5], 0.8),
        (UPPER, (-8.0, -2.0), None, mpmath.mpf(-1), [0.125, 0.5], None),
        (UPPER, (1.0, 3.0), 2.0, flint.fmpq(4), [0.25, 0.75], 0.5),
        (UPPER, (1.0, 3.0), 2.0, flint.arb(4), [0.25, 0.75], 0.5),
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
    assert found["worst"]["command"] == "lemmata witness sharp:false --seed 0"
    assert record("sharp:unchecked")["worst"] is None


def test_of_equally_bad_cases_the_one_named_can_be_evaluated_alone() -> None:
    """Several checks attain the bound; the cases of props come with a command."""
    worst = record("meterez2024:lemma-C.11", Settings(effort=Effort.SMOKE))["worst"]
    assert worst is not None
    assert worst["ratio"] == 1
    assert worst["command"].startswith("lemmata hunt meterez2024:lemma-C.11 --at ")


@pytest.mark.usefixtures("made_up_claims")
def test_whatever_a_check_returned_the_record_is_strict_json() -> None:
    """An hour of hunts was lost to one infinite tolerance."""
    result = runner.run_claim(runner.load()["sharp:false"], Settings())
    first, *rest = result.judgement.evidence
    cells = tuple(replace(c, cell=replace(c.cell, tolerance=math.inf)) for c in first.cells)
    seen = replace(first, cells=cells)
    judgement = replace(result.judgement, evidence=(seen, *rest))
    found = recording.record(replace(result, judgement=judgement))
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["evidence"][0]["cells"][0]["tolerance"] == "inf"


def test_the_schema_and_the_ledger_have_the_same_verdicts() -> None:
    assert get_args(VerdictWord) == tuple(map(str, Verdict))
