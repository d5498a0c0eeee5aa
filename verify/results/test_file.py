"""results.json: strict, merged by claim id, in the registry's order, written in one step."""

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from lemmata.theory.test_support import registry
from lemmata.verify import runner
from lemmata.verify.commands.text.ledger_text import ledger
from lemmata.verify.registry import Effort
from lemmata.verify.results import file as results
from lemmata.verify.results import record as recording
from lemmata.verify.results.place import ROOT
from lemmata.verify.results.schema import SCHEMA, Calibration, ClaimRecord, Unreadable
from lemmata.verify.results.writing import replace_file, write
from lemmata.verify.runner import Settings
from lemmata.verify.statistics import calibration
from lemmata.verify.test_support import made_up


def record(claim_id: str, settings: Settings) -> ClaimRecord:
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
    merged(path, "sharp:proved", "sharp:holds", settings=Settings(Effort.SMOKE, seed=1))
    found = merged(path, "sharp:holds", "sharp:survived", settings=Settings(seed=2))
    assert [(c["id"], c["seed"], c["effort"]) for c in found["claims"]] == [
        ("sharp:holds", 2, "standard"),
        ("sharp:proved", 1, "smoke"),
        ("sharp:survived", 2, "standard"),
    ]
    assert (found["schema"], found["run"]["seed"]) == (SCHEMA, 2)
    survivors = [{"claim": "sharp:survived", "name": "another name for 2"}]
    assert found["mutants"] == {"planted": 4, "caught": 3, "survivors": survivors}
    results.merge(path, [], ["sharp:proved"], Settings(), 1.0)  # the rest is no longer registered
    assert list(results.last_records(path)) == ["sharp:proved"]


def test_a_weaker_run_replaces_no_stronger_one(
    made_up_claims: Path,
) -> None:
    path = made_up_claims / "results.json"
    standard, thorough, smoke = Effort.STANDARD, Effort.THOROUGH, Effort.SMOKE
    rows = [  # a run, and what is shown after it
        ((smoke, 0), (smoke, 0)),
        ((standard, 3), (standard, 3)),
        ((smoke, 0), (standard, 3)),
        ((standard, 0), (standard, 3)),
        ((standard, 3), (standard, 3)),
        ((thorough, 0), (thorough, 0)),
        ((standard, 3), (thorough, 0)),
    ]
    for settings, shown in rows:
        (entry,) = merged(path, "sharp:holds", settings=Settings(*settings))["claims"]
        assert (entry["effort"], entry["seed"]) == shown, settings
    said = [(h["effort"], h["seed"], h["verdict"]) for h in entry["history"]]
    assert said[-1] == ("standard", 3, "holds")
    assert {(effort, seed) for effort, seed, _ in said} == {run for run, _ in rows}
    assert path.stat().st_mode & 0o777 == 0o644  # others may read it
    kept = {file.name for file in (made_up_claims / "runs").iterdir()}
    assert kept == {f"{effort}-seed{seed}.json" for effort, seed in {run for run, _ in rows}}
    other = {**entry, "code": "of another day", "effort": "thorough", "seed": 7, "device": "cpu"}
    results.merge(path, [other], runner.load(), Settings(thorough, 7), 1.0)  # type: ignore[list-item]
    assert results.last_records(path)["sharp:holds"]["seed"] == 7


def test_a_skipped_check_replaces_no_record(made_up_claims: Path) -> None:
    path, thorough = made_up_claims / "results.json", Settings(Effort.THOROUGH)
    (found,) = merged(path, "sharp:holds", settings=Settings())["claims"]
    left = {
        **found,
        "effort": "thorough",
        "evidence": [{**found["evidence"][0], "pending": "not run"}],
    }
    for new, shown in ((left, found), (found, found)):
        results.merge(path, [new], runner.load(), thorough, 1.0)  # type: ignore[list-item]
        assert results.last_records(path)["sharp:holds"]["effort"] == shown["effort"]
    path.unlink()
    for new in (left, found):  # weaker as it is, it says something
        results.merge(path, [new], runner.load(), thorough, 1.0)  # type: ignore[list-item]
        assert results.last_records(path)["sharp:holds"]["effort"] == new["effort"]


def test_of_many_runs_the_last_are_remembered(made_up_claims: Path) -> None:
    path, many = made_up_claims / "results.json", results.REMEMBERED + 3
    (found,) = merged(path, "sharp:holds", settings=Settings())["claims"]
    for seed in range(many):
        new = {**found, "seed": seed, "time": f"later by {seed}"}
        results.merge(path, [new], runner.load(), Settings(), 1.0)  # type: ignore[list-item]
    history = results.last_records(path)["sharp:holds"]["history"]
    assert [one["seed"] for one in history] == list(range(3, many))


def test_an_unreadable_file_stops_a_merge(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    results.merge(path, [], [], Settings(), 1.0)
    own = results.archive(path, Settings())
    good = own.read_bytes()
    for broken in (path, own):
        for file in (path, own):
            file.write_bytes(b"{" if file is broken else good)
        with pytest.raises(Unreadable, match=re.escape(f"{broken} cannot be read")):
            results.merge(path, [], [], Settings(), 1.0)
        assert {file.read_bytes() for file in (path, own)} == {b"{", good}


@pytest.mark.usefixtures("made_up_claims")
def test_two_runs_at_once_keep_both_results(tmp_path: Path) -> None:
    """Each reads, adds its claim and writes, forty times: without a lock some would be lost."""
    script = """
        import json
        import sys
        from pathlib import Path
        from lemmata.verify.results import file as results
        from lemmata.verify.runner import Settings
        path, mine = Path(sys.argv[1]), sys.argv[2]
        entry = json.loads(sys.argv[3])
        for k in range(40):
            new = [{**entry, "id": f"{mine}{k}"}]
            ids = [f"{who}{i}" for who in "ab" for i in range(40)]
            results.merge(path, new, ids, Settings(), 1.0)
    """
    path = tmp_path / "results.json"
    entry = json.dumps(record("sharp:holds", Settings()))
    command = [sys.executable, "-c", textwrap.dedent(script), str(path)]
    both = [subprocess.Popen([*command, who, entry], cwd=ROOT) for who in "ab"]
    assert [process.wait(timeout=60) for process in both] == [0, 0]
    assert len(results.last_records(path)) == 80


def test_a_calibration_stays_until_there_is_another(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    one, two = (Calibration(level=0.05, runs=1, seed=k, coverage=[]) for k in (1, 2))
    for given, kept in ((None, None), (one, one), (None, one), (two, two)):
        results.merge(path, [], [], Settings(), 1.0, given)
        found = results.read(path)
        assert found is not None
        assert found["run"].get("calibration") == kept


def test_coverage_is_measured_for_new_intervals_and_after_a_whole_run(
    made_up_claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, known = made_up_claims / "results.json", runner.load()
    new = Calibration(level=0.05, runs=1, seed=3, coverage=[])
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


def test_a_write_that_fails_leaves_the_last_good_file(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    results.merge(path, [], [], Settings(), 1.0)
    good, files = path.read_text(), set(tmp_path.iterdir())
    for content in ({"schema": float("nan")}, {"schema": SCHEMA}):
        with pytest.raises(ValueError, match=r"not JSON compliant|missing required field `run`"):
            results.write(path, content)
    assert path.read_text() == good
    assert set(tmp_path.iterdir()) == files


def test_the_ledger_names_the_place_the_bad_points_and_a_command() -> None:
    with registry.only(made_up.FALSE):
        made_up.register(made_up.FALSE, made_up.observing(lambda x: x))
        text = ledger(record("sharp:false", Settings()))
        points = [k / 100 for k in range(1, 100)]
        made_up.register(made_up.FALSE, made_up.observing(lambda x: x, points))
        many = ledger(record("sharp:false", Settings()))
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
    assert "99 bad of 99" in many  # the worst are printed, and the rest counted
    assert "… and 91 more" in many


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system does not name a file that is open; the last good page stays."""
    page = write(tmp_path / "index.html", "good")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space left on device") as refused:
        write(page, "half")
    assert refused.value.filename == str(page)
    assert [file.name for file in tmp_path.iterdir()] == ["index.html"]
    assert page.read_text() == "good"


def test_a_link_to_a_results_file_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "kept" / "results.json", tmp_path / "results.json"
    target.parent.mkdir()
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
