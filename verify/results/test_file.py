"""results.json: strict, merged by claim id, in the registry's order, written in one step."""

import json
from pathlib import Path
from typing import Any

import pytest

from theory.test_support import registry
from verify import runner
from verify.commands.ledger_text import ledger, short
from verify.registry import Effort
from verify.results import file as results
from verify.results import record as recording
from verify.runner import Settings
from verify.statistics import calibration
from verify.test_support import made_up


def record(claim_id: str, settings: Settings) -> recording.Record:
    return recording.record(runner.run_claim(runner.load()[claim_id], settings))


def merged(path: Path, *ids: str, settings: Settings | None = None) -> dict[str, Any]:
    chosen = settings or Settings()
    records = [record(claim_id, chosen) for claim_id in ids]
    results.merge(path, records, runner.load(), chosen, 1.0)
    found: dict[str, Any] = json.loads(path.read_text(), parse_constant=_not_strict)
    return found


def _not_strict(constant: str) -> None:
    raise AssertionError(f"{constant} is not strict JSON")


def test_runs_merge_by_claim_and_each_keeps_its_own_seed_and_effort(made_up_claims: Path) -> None:
    path = made_up_claims / "results.json"
    merged(path, "sharp:proved", "sharp:holds", settings=Settings(seed=1))
    found = merged(path, "sharp:holds", "sharp:survived", settings=Settings(Effort.SMOKE, seed=2))
    assert [(c["id"], c["seed"], c["effort"]) for c in found["claims"]] == [
        ("sharp:holds", 2, "smoke"),
        ("sharp:proved", 1, "standard"),
        ("sharp:survived", 2, "smoke"),
    ]
    assert (found["schema"], found["run"]["seed"]) == (1, 2)
    survivors = [{"claim": "sharp:survived", "name": "another name for 2"}]
    assert found["mutants"] == {"planted": 4, "caught": 3, "survivors": survivors}
    results.merge(path, [], ["sharp:proved"], Settings(), 1.0)  # the rest is no longer registered
    assert list(results.last_records(path)) == ["sharp:proved"]


def test_a_calibration_stays_until_there_is_another(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    one, two = (recording.Calibration(level=0.05, runs=1, seed=k, coverage=[]) for k in (1, 2))
    for given, kept in ((None, None), (one, one), (None, one), (two, two)):
        results.merge(path, [], [], Settings(), 1.0, given)
        assert results.read(path)["run"].get("calibration") == kept


def test_coverage_is_measured_where_there_are_intervals_and_none_is_known_or_every_claim_was_run(
    made_up_claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, known = made_up_claims / "results.json", runner.load()
    new = recording.Calibration(level=0.05, runs=1, seed=3, coverage=[])
    monkeypatch.setattr(calibration, "measure", lambda seed: {**new, "seed": seed})
    holds, proved = (record(f"sharp:{name}", Settings()) for name in ("holds", "proved"))
    assert calibration.renewed(path, [holds], known, 3) is None
    holds["evidence"][0]["cells"][0]["interval"] = [0.0, 1.0]
    assert calibration.renewed(path, [holds], known, 3) == new
    results.merge(path, [holds, proved], known, Settings(), 1.0)
    assert calibration.renewed(path, [holds], known, 3) == new
    results.merge(path, [], known, Settings(), 1.0, new)
    assert calibration.renewed(path, [holds], known, 3) is None
    assert calibration.renewed(path, [holds, proved], known, 3) == new
    assert calibration.renewed(path, [holds], ["sharp:holds"], 3) == new  # the other is dropped
    path.write_text("{")
    assert calibration.renewed(path, [holds], known, 3) == new


def test_a_write_that_fails_leaves_the_last_good_file(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    results.write(path, {"schema": 1, "claims": []})
    good = path.read_text()
    with pytest.raises(ValueError, match="not JSON compliant"):
        results.write(path, {"schema": float("nan")})
    assert path.read_text() == good
    assert list(tmp_path.iterdir()) == [path]


def test_the_ledger_names_the_place_the_bad_points_and_a_command() -> None:
    with registry.only(made_up.FALSE):
        made_up.register(made_up.FALSE, made_up.observing(lambda x: x))
        text = ledger(record("sharp:false", Settings()))
        points = [k / 100 for k in range(1, 100)]
        made_up.register(made_up.FALSE, made_up.observing(lambda x: x, points))
        many = ledger(record("sharp:false", Settings()))
    for part in (
        "refuted, expected holds: sharp:false", "made/up.py:7", "positive: x > 0   [x = 0.5]",
        "1 bad of 2", "lemmata run sharp:false --seed 0 --effort standard",
    ):  # fmt: skip
        assert part in text
    row = next(line for line in text.splitlines() if line.endswith("x=0.5"))
    assert row.split() == ["0.5", "0.25", "-0.25", "contradicts", "x=0.5"]
    assert max(map(len, text.splitlines())) <= 80
    assert "99 bad of 99" in many  # the worst are printed, and the rest counted
    assert "… and 91 more" in many


def test_numbers_are_shortened_and_never_rounded_to_zero() -> None:
    rows: list[tuple[Any, str]] = [
        (0.123456789, "0.123457"), ("0.33333333333333333333", "0.333333"), ("1/3", "1/3"),
        ("1.2345678901234567e-400", "1.23457e-400"), ("inf", "inf"), (None, "None"),
        ([[1.0, 2.0]], "[[1, 2]]"), ([[0.0] * 50] * 50, "50 x 50 array"),
    ]  # fmt: skip
    assert [short(value) for value, _ in rows] == [text for _, text in rows]
