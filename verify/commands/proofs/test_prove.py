"""The second checker as a command: skipped by name, what it keeps, what it refuses."""

import json
from pathlib import Path
from typing import ClassVar

import pytest

from verify import cli
from verify.kernel.rocq import compiling
from verify.kernel.rocq.files import RocqFile
from verify.results import place
from verify.results.proofs import RocqAnswer

CLAIM = "meterez2024:lemma-C.11"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(place, "folder", lambda: tmp_path)
    return tmp_path / "rocq.json"


class Refusing:
    """Refuses the steps that are named, and counts what it is asked."""

    rules: ClassVar = ["a rule"]
    not_agreed: ClassVar[list[str]] = []
    asked: ClassVar[list[str]] = []

    def __enter__(self) -> "Refusing":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None: ...

    def compiled(self, file: RocqFile) -> RocqAnswer:
        self.asked.append(file.claim_id)
        general = sum(lemma.general for lemma in file.lemmas)
        scalar = len(file.lemmas) - general
        return {
            "steps": len(file.lemmas) + sum(file.left_out.values()), "scalar": scalar,
            "agreed": scalar - len(self.not_agreed), "not_agreed": list(self.not_agreed),
            "general": general, "agreed_general": general,
            "left_out": file.left_out, "digest": file.digest,
        }  # fmt: skip


def test_without_coqc_it_is_skipped_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(compiling, "missing", compiling.missing.__wrapped__)  # it remembers
    assert cli.main(["prove", CLAIM]) == 0
    assert "skipped: coqc is not installed" in capsys.readouterr().out
    assert not kept.exists()


@pytest.fixture
def checker(monkeypatch: pytest.MonkeyPatch) -> type[Refusing]:
    monkeypatch.setattr(compiling, "missing", lambda: "")
    monkeypatch.setattr(compiling, "version", lambda: "8.0")
    monkeypatch.setattr(compiling, "Checker", Refusing)
    monkeypatch.setattr(Refusing, "asked", [])
    monkeypatch.setattr(Refusing, "not_agreed", [])
    return Refusing


def test_a_step_that_is_refused_is_named_and_fails(
    checker: type[Refusing], capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    assert cli.main(["prove", CLAIM]) == 0
    said = f"{CLAIM}: agreed on 2 of 2 scalar steps and on 1 of 1 by a general rule; 3 not asked"
    assert f"1/1 {said}\n" in capsys.readouterr().out
    first = json.loads(kept.read_text())
    assert first["rules"] == ["a rule"]
    assert first["claims"][CLAIM]["left_out"] == {"fact": 3}
    checker.not_agreed = ["one term"]
    assert cli.main(["prove", "meterez2024:lemma-C.8"]) == 1
    assert "not agreed  meterez2024:lemma-C.8: one term" in capsys.readouterr().out
    both = json.loads(kept.read_text())
    assert both["claims"][CLAIM] == first["claims"][CLAIM]
    assert both["claims"]["meterez2024:lemma-C.8"]["not_agreed"] == ["one term"]


def test_what_was_asked_before_is_not_asked_again(
    checker: type[Refusing], capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    assert cli.main(["prove", CLAIM]) == cli.main(["prove", CLAIM]) == 0
    assert "as before" in capsys.readouterr().out
    assert checker.asked == [CLAIM]
    for key in ("digest", "proof"):
        record = json.loads(kept.read_text())
        record["claims"][CLAIM][key] = "of another proof"
        kept.write_text(json.dumps(record))
        assert cli.main(["prove", CLAIM]) == 0
    assert checker.asked == [CLAIM, CLAIM, CLAIM]


def test_what_has_no_proof_is_refused(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    assert cli.main(["prove", "meterez2024:remark-eigenvalues"]) == 2
    assert "none of these claims has a proof" in capsys.readouterr().err
    assert cli.main(["proof", CLAIM, "--rocq", str(kept.parent / "no" / "f.v")]) == 2
    assert cli.main(["proof", CLAIM, "--rocq", str(kept.parent / "f.v")]) == 0
    assert "2 scalar steps, 1 by a general rule; 3 left out" in capsys.readouterr().out
    assert "Lemma step_2" in (kept.parent / "f.v").read_text()
