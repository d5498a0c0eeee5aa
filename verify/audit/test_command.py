"""The command: the user's file, checkpoint and data; what it writes, and what it refuses."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from lemmata.reports.audit import page
from lemmata.verify.audit import running
from lemmata.verify.audit.comparison import advice
from lemmata.verify.audit.schema import AuditRecord
from lemmata.verify.audit.test_support import models
from lemmata.verify.audit.work import Subject, Work
from lemmata.verify.cli import main
from lemmata.verify.data import loading
from lemmata.verify.results.schema import decode

FILE = """
import torch
from beside import depth
from torch import nn

def make_model():
    layers = [part for _ in range(depth) for part in (nn.Linear(16, 16), nn.BatchNorm1d(16))]
    return nn.Sequential(*layers)

def make_batch(n):
    return torch.randn(n, 16)

def raises():
    raise RuntimeError("one\\ntwo")

def leaves():
    raise SystemExit(3)

def nothing():
    return None

def pictures():
    return nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.Flatten(), nn.Linear(72, 3))

class Broken(nn.Module):
    def forward(self, X):
        raise KeyError(X.shape[1])

def broken_inside():
    return Broken()

def halves():
    return make_model().half()

number = 3
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    monkeypatch.setattr(advice, "trials", lambda *_, **__: iter(()))
    (tmp_path / "beside.py").write_text("depth = 3\n", encoding="utf-8")
    path = tmp_path / "own.py"
    path.write_text(FILE, encoding="utf-8")
    return path


def called(*arguments: str) -> int:
    return main(["audit", *arguments, "--seeds", "2"])


def test_an_audit_prints_and_writes_files(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert called("own.py:make_model", "--batch", "12", "--out", "there") == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert printed.err == ""
    assert max(map(len, (one for one in lines if not one.startswith("written")))) <= 80
    assert any(line.startswith("batch     12 x 16 (make_batch); rank 12") for line in lines)
    there = file.with_name("there")
    written = sorted(path.name for path in there.iterdir())
    assert written == ["own.make_model.audit.html", "own.make_model.audit.json"]
    record = json.loads((there / written[1]).read_text(encoding="utf-8"))
    assert record["model"]["remade"]
    assert called("own.py:halves") == 0  # the batch has the model's precision
    assert record["seeds"] == 2
    assert (there / written[0]).read_text(encoding="utf-8").count("</figure>") == 5


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["no.py:make_model"], "no.py is no file"),
        (["own.py"], "names no function of a file; expected FILE.py:make_model"),
        (["own.py:none"], "own.py has no function called none"),
        (["own.py:number"], "number of own.py is a int; expected a function"),
        (["own.py:nothing"], "nothing returns a NoneType; expected a torch.nn.Module"),
        (["broken.py:make"], "broken.py cannot be run: SyntaxError"),
        (["own.py:make_model", "--data", "none"], "'none' is no data set and no file"),
        (["own.py:make_model", "--data", "digits"], "takes neither samples of shape (64,)"),
        (["own.py:make_model", "--data", "few.npy", "--batch", "9"], "few.npy: 3 samples"),
        (["own.py:make_model", "--data", "evil.pt"], "evil.pt cannot be read as tensors"),
        (["own.py:make_model", "--data", "names.npy"], "names.npy cannot be read as tensors"),
        (["own.py:make_model", "--checkpoint", "evil.pt"], "evil.pt cannot be read as tensors"),
        (["own.py:make_model", "--checkpoint", "few.npy"], "few.npy holds no state_dict"),
        (["own.py:make_model", "--checkpoint", "other.pt"], "other.pt does not fit the model"),
        (["own.py:make_model", "--checkpoint", "no.pt"], "no.pt is no file"),
    ],
)
def test_an_impossible_audit_writes_nothing(
    given: list[str], why: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.with_name("broken.py").write_text("def make(:", encoding="utf-8")
    np.save(file.with_name("few.npy"), np.zeros((3, 16), np.float32))
    np.save(file.with_name("names.npy"), np.array([object()]), allow_pickle=True)
    torch.save(nn.Linear(2, 2).state_dict(), file.with_name("other.pt"))
    with file.with_name("evil.pt").open("wb") as evil:
        pickle.dump(_Evil(), evil)
    before = sorted(file.parent.iterdir())
    assert called(*given) == 2
    assert why in (said := capsys.readouterr().err)
    assert said.count("\n") == 1
    assert sorted(file.parent.iterdir()) == before


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("name", "why", "line"),
    [
        ("raises", "raises raises RuntimeError: one two (at ", 'raise RuntimeError("one\\ntwo")'),
        ("leaves", "leaves raises SystemExit: 3 (at ", "raise SystemExit(3)"),
        ("broken_inside", "batch of shape (9, 16)", "raise KeyError(X.shape[1])"),
    ],
)
def test_an_error_of_the_users_code_is_shown_where_it_is(
    name: str, why: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(f"own.py:{name}", "--batch", "9") == 2
    said = capsys.readouterr().err
    assert why in said
    assert line in said
    number = 1 + next(k for k, one in enumerate(FILE.splitlines()) if line.strip() == one.strip())
    assert f'own.py", line {number}' in said
    assert f"own.py:{number})" in said
    assert "torch/nn" not in said


class _Evil:
    """What a pickle can do to who trusts it."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        return Path.touch, (Path("touched"),)  # type: ignore[return-value]


@pytest.mark.usefixtures("file")
def test_json_alone_goes_to_stdout_and_conditions_decide_the_exit_code(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    made = "own.py:make_model"
    assert called(made, "--format", "json", "--fail-if", "growth > 100") == 0
    assert json.loads(capsys.readouterr().out)["schema"] == 2
    assert called(made, "-q", "--fail-if", "growth > 100", "--fail-if", "rank>1") == 1
    printed = capsys.readouterr()
    assert "rank is 16, so that 'rank > 1'" in printed.err
    assert "growth is" not in printed.err
    assert printed.out.startswith("own.py:make_model: ")
    assert "Details" not in printed.out
    (tmp_path / "a_file").touch()
    assert called(made, "--out", "a_file/below") == 2
    assert "cannot write into" in capsys.readouterr().err


def record_of(stem: str) -> AuditRecord:
    found: AuditRecord = json.loads(Path(f"{stem}.audit.json").read_text(encoding="utf-8"))
    return found


def test_a_checkpoint_is_audited_in_the_place_of_new_weights(file: Path) -> None:
    model = nn.Sequential(
        *(part for _ in range(3) for part in (nn.Linear(16, 16), nn.BatchNorm1d(16)))
    )
    for layer in model:
        if isinstance(layer, nn.Linear):
            nn.init.orthogonal_(layer.weight)
    torch.save({"state_dict": model.state_dict()}, "kept.pt")
    assert called("own.py:make_model", "--checkpoint", "kept.pt") == 0
    found = record_of("own.make_model")
    weights = [one["weights"] for one in found["layers"] if one["weights"]]
    assert all(float(one["gap"]["mean"] or 0) < 1e-10 for one in weights)
    assert weights[0]["gap"]["interval"] == [weights[0]["gap"]["mean"]] * 2
    assert found["model"]["checkpoint"] == "kept.pt"
    drawn = [h for law in found["laws"] for h in law["hypotheses"] if "drawn" in h["states"]]
    assert {one["found"] for one in drawn} == {"from a checkpoint"}


def test_the_digits_are_taken_as_rows_or_as_pictures(file: Path) -> None:
    file.write_text(FILE.replace("make_batch", "no_batch"), encoding="utf-8")
    assert called("own.py:pictures", "--batch", "9") == 0
    assert record_of("own.pictures")["batch"]["shape"] == [9, 1, 8, 8]
    assert called("own.py:pictures", "--data", loading.DIGITS, "--batch", "5") == 0
    assert record_of("own.pictures")["batch"]["shape"] == [5, 1, 8, 8]


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("finished", [0, 1])
def test_ctrl_c_writes_finished_seeds(
    finished: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measure = Work.measure

    def measured(work: Work, seed: int) -> None:
        if seed == finished:
            raise KeyboardInterrupt
        measure(work, seed)

    monkeypatch.setattr(Work, "measure", measured)
    assert called("own.py:make_model") == 130
    assert len(list(tmp_path.glob("*.audit.*"))) == 2 * finished
    assert not list(tmp_path.glob("*.tmp"))


def test_no_text_of_an_audit_can_act_in_its_page() -> None:
    model = models.meterez(depth=3)
    found = running.run_audit(Subject(model, torch.randn(12, 12)), seeds=1)
    evil = "<script>alert(1)</script>"
    found["model"]["name"] = found["layers"][1]["name"] = evil
    text = page.render(decode(json.dumps(found).encode(), AuditRecord))
    assert text.count("<script") == 1  # the page's own, which its policy names by a hash
    assert text.count("&lt;script&gt;") >= 3
    assert "says nothing beyond" in text
    assert "sharp:theorem-1</text>" in text  # its curve is drawn
    nonsense: dict[str, object] = {**found, "laws": "no", "layers": [3], "growth": 0}
    given: list[object] = [None, [], 3, {"schema": 1}, nonsense, {**found, "schema": 1}]
    for broken in given:
        with pytest.raises(ValueError, match=r"Expected|missing|Invalid"):
            decode(json.dumps(broken).encode(), AuditRecord)


@pytest.mark.parametrize("option", [("--seeds", "7"), ("--batch", "9"), ("--quiet",)])
def test_a_plan_refuses_what_is_said_of_a_model(
    option: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--plan", "width=64,batch=8", *option]) == 2
    assert f"{option[0]} does not go with --plan" in capsys.readouterr().err
