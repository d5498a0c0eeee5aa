"""The second checker as a command: skipped by name, what it keeps, what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from verify import cli
from verify.kernel.rocq import compiling
from verify.kernel.rocq.files import RocqFile
from verify.results import place
from verify.results.proofs import RocqRecord

CLAIM = "meterez2024:lemma-C.11"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(place, "folder", lambda: tmp_path)
    return tmp_path / "rocq.json"


def accepted(*not_agreed: str) -> Callable[[RocqFile], RocqRecord]:
    """A checker that refuses the steps that are named."""

    def checked(file: RocqFile) -> RocqRecord:
        count = len(file.lemmas)
        return {
            "steps": count + sum(file.left_out.values()), "scalar": count,
            "agreed": count - len(not_agreed), "not_agreed": list(not_agreed),
            "left_out": file.left_out,
        }  # fmt: skip

    return checked


def test_without_coqc_it_is_skipped_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert cli.main(["prove", CLAIM]) == 0
    assert "skipped: coqc is not installed" in capsys.readouterr().out
    assert not kept.exists()


def test_a_step_that_is_refused_is_named_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    monkeypatch.setattr(compiling, "missing", lambda: "")
    monkeypatch.setattr(compiling, "version", lambda: "8.0")
    monkeypatch.setattr(compiling, "rules", lambda: ["a rule"])
    monkeypatch.setattr(compiling, "compiled", accepted())
    assert cli.main(["prove", CLAIM]) == 0
    first = json.loads(kept.read_text())
    assert first["rules"] == ["a rule"]
    assert first["claims"][CLAIM]["left_out"] == {"fact": 3, "sum over an index": 1}
    monkeypatch.setattr(compiling, "compiled", accepted("one term"))
    assert cli.main(["prove", "meterez2024:lemma-C.8"]) == 1
    assert "not agreed  meterez2024:lemma-C.8: one term" in capsys.readouterr().out
    both = json.loads(kept.read_text())
    assert both["claims"][CLAIM] == first["claims"][CLAIM]
    assert both["claims"]["meterez2024:lemma-C.8"]["not_agreed"] == ["one term"]


def test_what_has_no_proof_is_refused(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    assert cli.main(["prove", "meterez2024:remark-eigenvalues"]) == 2
    assert "none of these claims has a proof" in capsys.readouterr().err
    assert cli.main(["proof", CLAIM, "--rocq", str(kept.parent / "no" / "f.v")]) == 2
    assert cli.main(["proof", CLAIM, "--rocq", str(kept.parent / "f.v")]) == 0
    assert "2 scalar steps; 4 others are not scalar" in capsys.readouterr().out
    assert "Lemma step_2" in (kept.parent / "f.v").read_text()
