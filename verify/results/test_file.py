"""results.json: strict, merged by claim id, in the registry's order, written in one step."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from verify import registry, runner
from verify.commands.ledger_text import ledger, short
from verify.registry import Effort
from verify.results import file as results
from verify.results import record as recording
from verify.runner import Settings
from verify.test_support import made_up

KEYS = {
    "id", "paper", "kind", "title", "statement", "hypotheses", "source", "uses", "file", "verdict",
    "expected", "vacuous", "tightness", "power", "constant", "repair", "evidence", "mutants",
    "seed", "effort", "seconds", "reason", "decided_by", "why", "conflict", "checks", "versions",
    "time", "command",
}  # fmt: skip
EVIDENCE_KEYS = {"method", "routes", "domain", "cells", "worst", "witness", "command"}
CELL_KEYS = {"parameters", "lhs", "rhs", "interval", "samples"}


def record(claim_id: str, settings: Settings | None = None) -> recording.Record:
    claim = runner.load()[claim_id]
    return recording.record(runner.run_claim(claim, settings or Settings()))


def merged(path: Path, *ids: str, settings: Settings | None = None) -> dict[str, Any]:
    chosen = settings or Settings()
    records = [record(claim_id, chosen) for claim_id in ids]
    results.merge(path, records, runner.load(), chosen, 1.0)
    found: dict[str, Any] = json.loads(path.read_text(), parse_constant=_not_strict)
    return found


def _not_strict(constant: str) -> None:
    raise AssertionError(f"{constant} is not strict JSON")


@pytest.mark.usefixtures("made_up_claims")
def test_a_record_has_every_field_of_the_schema() -> None:
    found = record("sharp:false")
    assert set(found) >= KEYS
    assert set(found["evidence"][0]) >= EVIDENCE_KEYS
    assert set(found["evidence"][0]["cells"][0]) >= CELL_KEYS
    assert found["file"] == "made/up.py:7"
    assert found["checks"][0].startswith("verify/test_support/made_up.py:")
    assert found["command"] == "lemmata run sharp:false --seed 0 --effort standard"


@pytest.mark.usefixtures("made_up_claims")
def test_whatever_a_check_returned_the_record_is_strict_json() -> None:
    """An hour of hunts was lost to one infinite tolerance."""
    result = runner.run_claim(runner.load()["sharp:false"], Settings())
    first, *rest = result.judgement.evidence
    cells = tuple(replace(c, cell=replace(c.cell, tolerance=math.inf)) for c in first.cells)
    seen = replace(first, cells=cells, evidence=replace(first.evidence, margin=math.nan))
    judgement = replace(result.judgement, evidence=(seen, *rest))
    found = recording.record(replace(result, judgement=judgement))
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["evidence"][0]["cells"][0]["tolerance"] == "inf"
    assert found["evidence"][0]["margin"] == "nan"


@pytest.mark.usefixtures("made_up_claims")
def test_a_refutation_has_a_witness_and_its_worst_cell_is_the_bad_one() -> None:
    evidence = record("sharp:false")["evidence"][0]
    assert evidence["witness"] == {"x": "0.5"}
    worst = evidence["cells"][evidence["worst"]]
    assert (worst["decision"], worst["slack"]) == ("contradicts", "-0.25")


@pytest.mark.usefixtures("made_up_claims")
def test_the_worst_case_known_says_where_it_is_and_how_to_evaluate_it() -> None:
    worst = record("sharp:false")["worst"]
    assert worst["parameters"] == {"x": "0.5"}
    assert worst["command"] == "lemmata witness sharp:false --seed 0"
    assert record("sharp:unchecked")["worst"] is None


def test_of_equally_bad_cases_the_one_named_can_be_evaluated_alone() -> None:
    """Several checks attain the bound; the cases of props come with a command."""
    worst = record("meterez2024:lemma-C.11", Settings(effort=Effort.SMOKE))["worst"]
    assert worst["ratio"] == 1
    assert worst["command"].startswith("lemmata hunt meterez2024:lemma-C.11 --at ")


def test_runs_merge_by_claim_and_each_keeps_its_own_seed_and_effort(made_up_claims: Path) -> None:
    path = made_up_claims / "results.json"
    merged(path, "sharp:proved", "sharp:holds", settings=Settings(seed=1))
    found = merged(path, "sharp:holds", settings=Settings(Effort.SMOKE, seed=2))
    assert [(c["id"], c["seed"], c["effort"]) for c in found["claims"]] == [
        ("sharp:holds", 2, "smoke"),
        ("sharp:proved", 1, "standard"),
    ]
    assert found["schema"] == 1
    assert found["run"]["seed"] == 2


def test_mutants_are_counted_over_all_claims(made_up_claims: Path) -> None:
    found = merged(made_up_claims / "results.json", "sharp:holds", "sharp:survived")
    assert found["mutants"] == {
        "planted": 3,
        "caught": 2,
        "survivors": [{"claim": "sharp:survived", "name": "another name for 2"}],
    }


def test_claims_no_longer_registered_are_dropped(made_up_claims: Path) -> None:
    path = made_up_claims / "results.json"
    merged(path, "sharp:holds", "sharp:proved")
    results.merge(path, [record("sharp:holds")], ["sharp:holds"], Settings(), 1.0)
    assert [c["id"] for c in results.read(path)["claims"]] == ["sharp:holds"]


@pytest.mark.parametrize("content", ["{ truncated", '{"schema": 2, "claims": []}', "[]", "\x00"])
def test_a_file_that_cannot_be_read_is_set_aside(made_up_claims: Path, content: str) -> None:
    path = made_up_claims / "results.json"
    path.write_text(content)
    aside = results.merge(path, [record("sharp:holds")], runner.load(), Settings(), 1.0)
    assert aside == "results.aside.json"
    assert (made_up_claims / aside).read_text() == content
    assert [c["id"] for c in results.read(path)["claims"]] == ["sharp:holds"]


def test_a_write_that_fails_leaves_the_last_good_file(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    results.write(path, {"schema": 1, "claims": []})
    good = path.read_text()
    with pytest.raises(ValueError, match="not JSON compliant"):
        results.write(path, {"schema": float("nan")})
    assert path.read_text() == good
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("made_up_claims")
def test_the_ledger_names_the_place_the_bad_points_and_a_command() -> None:
    text = ledger(record("sharp:false"))
    for part in (
        "refuted, expected holds: sharp:false",
        "made/up.py:7",
        "positive: x > 0   [x = 0.5]",
        "1 bad of 2",
        "lemmata run sharp:false --seed 0 --effort standard",
    ):
        assert part in text
    row = next(line for line in text.splitlines() if line.endswith("x=0.5"))
    assert row.split() == ["0.5", "0.25", "-0.25", "contradicts", "x=0.5"]
    assert max(map(len, text.splitlines())) <= 80


def test_the_ledger_prints_the_worst_rows_and_counts_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "_CHECKS", {})
    points = [k / 100 for k in range(1, 100)]
    made_up.register(made_up.FALSE, made_up.observing(lambda x: x, points))
    text = ledger(recording.record(runner.run_claim(made_up.FALSE, Settings())))
    assert "99 bad of 99" in text
    assert "… and 91 more" in text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.123456789, "0.123457"),
        ("0.33333333333333333333", "0.333333"),
        ("1.2345678901234567e-400", "1.23457e-400"),
        ("1/3", "1/3"),
        ("inf", "inf"),
        ([[1.0, 2.0]], "[[1, 2]]"),
        ([[0.0] * 50] * 50, "50 x 50 array"),
        (None, "None"),
    ],
)
def test_numbers_are_shortened_and_never_rounded_to_zero(value: Any, text: str) -> None:
    assert short(value) == text
