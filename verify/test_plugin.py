"""The pytest door, in pytest sessions of their own over made-up claims."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lemmata.theory.ledger import claims
from lemmata.verify.chains import agreement
from lemmata.verify.machine import device
from lemmata.verify.machine.fake_device import fake_cuda

ROOT = Path(__file__).resolve().parents[1]

SETTINGS = """
[pytest]
addopts = -p known --strict-markers --import-mode=importlib -rfEs
testpaths = made
filterwarnings = error
"""
KNOWN = """
from pathlib import Path
from lemmata.verify.test_support import made_up as m
m.install(Path(__file__).parent / "reports", *m.ALL)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A directory with one file of made-up claims and one ordinary test."""
    (tmp_path / "pytest.ini").write_text(SETTINGS)
    (tmp_path / "known.py").write_text(KNOWN)
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "up.py").write_text("")
    (tmp_path / "made" / "test_other.py").write_text("def test_other(): pass\n")
    return tmp_path


Session = Callable[..., tuple[int, str]]


def apart(directory: Path, *arguments: str) -> tuple[int, str]:
    """The exit code and the output of pytest in ``directory``, in processes of its own."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    paths = os.pathsep.join([str(ROOT), str(directory)])
    process = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=directory,
        env={**environment, "PYTHONPATH": paths, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return process.returncode, process.stdout + process.stderr


def written(directory: Path) -> dict[str, str]:
    content = json.loads((directory / "reports" / "results.json").read_text())
    return {claim["id"]: claim["verdict"] for claim in content["claims"]}


VERDICTS = {
    "sharp:holds": "holds",
    "sharp:proved": "proved",
    "sharp:false": "refuted",
    "sharp:broken": "undecided",
    "sharp:survived": "holds",
    "sharp:unchecked": "not run",
}


def test_sessions_of_one_process_and_of_many_run_every_claim_and_write_one_report(
    project: Path, session: Session
) -> None:
    """A claim that fails prints the ledger and no traceback."""
    for run, arguments in ((session, ("--lemmata-seed", "3")), (apart, ("-n", "2"))):
        code, output = run(project, *arguments)
        assert code == 1
        assert "3 failed, 3 passed, 1 skipped" in output
        assert "sharp:unchecked: a training run" in output
        assert "refuted, expected holds: sharp:false" in output
        assert "runtest" not in output
        seed = 3 if run is session else 0
        assert f"lemmata run sharp:false --seed {seed} --effort standard" in output
        assert written(project) == VERDICTS
        assert "sharp:unchecked" in (project / "reports" / "ledger.html").read_text()
        shutil.rmtree(project / "reports")


def test_a_claim_is_one_item_and_merges(project: Path, session: Session) -> None:
    session(project, "made/up.py::sharp:false")
    earlier = (project / "reports" / "results.json").read_text()
    code, output = session(project, "made/test_other.py")  # names no claim, and writes nothing
    assert (code, "1 passed" in output) == (0, True)
    assert (project / "reports" / "results.json").read_text() == earlier
    code, output = session(project, "made/up.py::sharp:proved", "made/up.py::sharp:holds")
    assert (code, "2 passed" in output) == (0, True)
    assert list(written(project)) == ["sharp:holds", "sharp:proved", "sharp:false"]
    code, output = session(project, "-k", "sharp:survived")
    assert (code, "1 failed, 6 deselected" in output) == (1, True)
    assert list(written(project)) == [*list(VERDICTS)[:3], "sharp:survived"]


def test_results_that_cannot_be_read_are_named_and_stay(project: Path, session: Session) -> None:
    (project / "reports").mkdir()
    file = project / "reports" / "results.json"
    file.write_text("{")
    code, output = session(project, "made/up.py::sharp:holds")
    assert code == 2
    assert f"lemmata: {file} cannot be read by this version of lemmata" in output
    assert "INTERNALERROR" not in output
    assert file.read_text() == "{"


def test_every_real_claim_is_exactly_one_item(session: Session) -> None:
    known = sorted(claims())
    code, output = session(ROOT, "theory", "--collect-only", "-q")
    assert code == 0
    items = re.findall(r"^theory/(?!.*test_).*\.py::(\S+)$", output, re.MULTILINE)
    assert sorted(items) == known


def test_claims_run_on_the_device_that_is_asked_for(project: Path, session: Session) -> None:
    with fake_cuda():
        for arguments in ((), ("--lemmata-device", "cuda"), ("--lemmata-device", "cpu")):
            assert session(project, "made/up.py::sharp:holds", *arguments)[0] == 0
            content = json.loads((project / "reports" / "results.json").read_text())
            where = "cpu" if "cpu" in arguments else "cuda"
            assert {claim["device"] for claim in content["claims"]} == {where}
            shutil.rmtree(project / "reports")


def test_a_device_that_is_not_there_is_one_line(
    project: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pytest's exit code of a wrong option is 4."""
    monkeypatch.setattr(device, "_cuda_available", lambda: False)
    code, output = session(project, "--lemmata-device", "cuda")
    said = "--lemmata-device: device cuda is not available here; use cpu or auto"
    assert (code, output.strip()) == (4, f"ERROR: {said}")
    code, output = session(project, "--lemmata-device", "mps")
    assert code == 4
    assert "invalid choice: 'mps'" in output
    assert session(project, "made/up.py::sharp:holds")[0] == 0  # auto


def test_a_device_that_disagrees_fails_the_claim_in_one_line(
    project: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def off(device: str) -> float:
        return 1e-3

    monkeypatch.setattr(agreement, "COMPARISONS", {off: 1e-12})
    with fake_cuda():
        code, output = session(project, "made/up.py::sharp:holds")
    assert code == 1
    assert "device cuda disagrees with the CPU about off" in output
    assert not (project / "reports").exists()
