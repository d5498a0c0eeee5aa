"""Every attack on a proof as a command: what it keeps, what it does not do again, what fails."""

import json
from pathlib import Path

import pytest

from verify import cli
from verify.kernel.attacking import attacks
from verify.kernel.attacking.attacks import Attacks
from verify.results import place

CLAIM, OTHER = "meterez2024:lemma-C.11", "meterez2024:remark-rank"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(place, "folder", lambda: tmp_path)
    return tmp_path / "attacks.json"


def test_all_attacks_are_counted_kept_and_not_made_again(
    capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    assert cli.main(["attack", CLAIM]) == 0
    said = f"1/1 {CLAIM}: 17 wrong versions, 17 rejected, 0 true and enough, 0 survive"
    assert f"{said}\n" in capsys.readouterr().out
    record = json.loads(kept.read_text())["claims"][CLAIM]
    assert record["attacks"] == {"planted": 17, "caught": 17, "also_proved": 0, "survivors": []}
    assert cli.main(["attack", CLAIM]) == 0
    assert f"{said}, as before" in capsys.readouterr().out
    record["proof"] = "of another proof"
    kept.write_text(json.dumps({"schema": 1, "claims": {CLAIM: record}}))
    assert cli.main(["attack", CLAIM]) == 0
    assert "as before" not in capsys.readouterr().out


def test_what_survives_is_named_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    found = Attacks(3, 1, ("also",), ("step 'one' (x <= y): without 'two' (y <= z)",))
    monkeypatch.setattr(attacks, "attacked", lambda *_: found)
    assert cli.main(["attack", OTHER]) == 1
    out = capsys.readouterr().out
    assert "1 proofs: 3 wrong versions, 1 rejected, 1 true and enough, 1 survive" in out
    assert f"survives  {OTHER}: step 'one' (x <= y): without 'two' (y <= z)" in out


def test_what_has_no_proof_is_refused(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    assert cli.main(["attack", "meterez2024:remark-eigenvalues"]) == 2
    assert "none of these claims has a proof" in capsys.readouterr().err
    assert not kept.exists()
