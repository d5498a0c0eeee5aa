"""The console script, mostly on made-up claims: what it prints, what it writes, how it exits."""

import json
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from lemmata.reports.sharing import pdf
from lemmata.theory.ledger import LEDGER, Grade, Verdict
from lemmata.verify import runner
from lemmata.verify.app import COMMANDS
from lemmata.verify.cli import main
from lemmata.verify.commands import common
from lemmata.verify.machine import device
from lemmata.verify.results import file as results
from lemmata.verify.results import place
from lemmata.verify.test_support import made_up

ROOT = Path(__file__).resolve().parents[2]
NAMING = ("run", "list", "show", "hunt")  # the commands that name claims
Printed = Callable[..., str]
Refused = Callable[..., None]


@pytest.fixture(autouse=True)
def _no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "_cuda_available", lambda: False)


def kept(directory: Path) -> list[str]:
    return [c["id"] for c in json.loads((directory / "results.json").read_text())["claims"]]


def test_runs_exit_0_or_1_and_keep_results(made_up_claims: Path, printed: Printed) -> None:
    output = printed("run  sharp:unchecked  sharp:p*  sharp:h*")
    assert "3 of 3 claims: 1 proved, 1 holds, 1 not run, 0 failed" in output
    assert kept(made_up_claims) == ["sharp:holds", "sharp:proved", "sharp:unchecked"]  # its order
    assert "sharp:proved" in (made_up_claims / "ledger.html").read_text()
    for claim_id in ("sharp:false", "sharp:broken", "sharp:survived"):
        output = printed(f"run  {claim_id}", code=1)
        assert f"lemmata run {claim_id} --seed 0 --effort standard" in output
        assert "Traceback" not in output
    assert main(["run", "sharp:survived", "--seed", "7", "--effort", "smoke"]) == 0
    record = results.last_records(made_up_claims / "results.json")["sharp:survived"]
    assert (record["seed"], record["effort"]) == (0, "standard")  # the stronger one is shown
    assert [h["effort"] for h in record["history"]] == ["standard", "smoke"]


def test_all_claims_run_up_to_a_failure_if_asked(
    made_up_claims: Path,
) -> None:
    assert main(["run", "--fail-fast"]) == 1
    assert kept(made_up_claims) == ["sharp:holds", "sharp:proved", "sharp:false"]
    assert main(["run"]) == 1
    assert len(kept(made_up_claims)) == 6


def test_an_impossible_request_writes_nothing(made_up_claims: Path, refused: Refused) -> None:
    refused(
        *((f"{name}  sharp:hold", "did you mean sharp:holds") for name in NAMING),
        ("run  holds  sharp:proved", "did you mean sharp:holds"),
        ("show  holds", "did you mean sharp:holds?"),  # the paper's key was left out
        ("run  zzz:*", "no claim is called 'zzz:*'"),
        ("run  ", "no claim is called ''"),
        ("run  --effort  immense", "effort"),
        ("run  --seed  x", "seed"),
        ("run  --seed  -1", "seed"),
        (f"run  --seeds  2  --seed  {'9' * 4300}", "expected at most 18446744073709551615"),
        ("run  --seeds  2  --resume", "--resume does not go with --seeds"),
        ("run  --seeds  2  --train", "--train does not go with --seeds"),
        ("run  --seeds  2  --fail-fast", "--fail-fast does not go with --seeds"),
        ("run  --budget  0.05", "--budget needs --seeds"),
        ("run  --keep", "--keep needs --seeds"),
        ("run  sharp:holds  --seeds  2  --keep  --from  nothing.py", "nothing.py does not exist"),
        ("show  sharp:false  --proof  --witness", "--proof and --witness do not go together"),
        ("show  sharp:false  --seed  1", "--seed needs --witness"),
        (f"run  --scheduler  nowhere  --out  {made_up_claims / 'new'}", "expected such as tcp"),
        (f"run  --data  nowhere  --out  {made_up_claims / 'new'}", "a folder of data sets"),
        ("run  --device  tpu", "device"),
        ("run  --device  mps", "no float64"),
        ("run  --device  cuda", "not available"),
        ("run  --unknown", "unknown"),
        ("report", "no results yet"),
        ("lst", "No such command 'lst'. Did you mean 'list'?"),
    )
    assert not list(made_up_claims.iterdir())


def test_a_device_is_chosen_by_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert device.resolve(device.Device.AUTO) == "cpu"
    monkeypatch.setattr(device, "_cuda_available", lambda: True)
    assert device.resolve(device.Device.AUTO) == "cuda"


def test_a_seed_may_have_any_length(made_up_claims: Path, printed: Printed) -> None:
    for digits in (30, 31, 300, 4300):
        command = f"run  sharp:holds  --seed  {'7' * digits}"
        assert "1 of 1 claims: 1 holds" in printed(command)
        assert kept(made_up_claims) == ["sharp:holds"]
        printed(f"{command}  --resume")
    assert len(list((made_up_claims / "runs").iterdir())) == 4
    assert (made_up_claims / "runs" / f"standard-seed{'7' * 30}.json").exists()


def test_moments_hunts_and_networks_that_there_are_not_are_refused(refused: Refused) -> None:
    refused(
        ("moment  w66^2  --d  5", "index 6 is larger than d = 5"),
        ("moment  w11^2  --d  0", "d must be at least 1"),
        ("moment  w11^2  --d  2.5", "--d"),
        ("moment  w11^2 (w22", "malformed expression at column 7"),
        ("moment  __import__('os')", "malformed expression at column 1"),
        ("moment  w11^2  --check", "give it with --d"),
        ("moment  w11^2 + 10^400  --d  3  --check", "float64"),
        ("hunt  meterez2024:lemma-C.9", "states no bound (identity)"),
        ("hunt  daneshmand2021:remark-A1-width", "its left-hand side is sampled"),
        ("hunt  meterez2024:remark-rank", "no gradient"),
        ("hunt  meterez2024:nothing", "no claim is called"),
        ("hunt  meterez2024:lemma-C.11  --minutes  1e308", "minutes"),
        ("hunt  meterez2024:lemma-C.11  --at  __import__('os')", "not a case"),
        ("hunt  meterez2024:lemma-C.11  --at  (1.0, 2.0)", "not a case of meterez2024:lemma-C.11"),
        ('hunt  meterez2024:lemma-C.11  --at  Entries("wide", ((1.0, 2.0),))', "n = 2"),
        ("hunt  meterez2024:lemma-C.9  --sharpen", "no constant can be sharpened"),
        ("hunt  meterez2024:remark-gap-range  --sharpen", "every multiple of 0 is the same bound"),
        ("hunt  meterez2024:lemma-C.11  --out  here", "--out goes with --sharpen"),
        ("hunt  meterez2024:lemma-C.11  --sharpen  --out  README.md", "is no folder"),
        ("hunt  meterez2024:lemma-C.11  --sharpen  --at  (1.0, 2.0)", "cannot be evaluated"),
        ("depth  --layers  60  --width  3  --activation  relu", "is zero"),
        ("depth  --layers  60  --batch  2  --normalisation  standard", "n >= 3"),
        ("depth  --layers  0", "layers"),
        ("depth  --weights  round", "round"),
    )


@pytest.mark.usefixtures("made_up_claims")
def test_list_and_show_fit_eighty_columns(printed: Printed) -> None:
    main(["run", "sharp:false"])
    listed, shown = printed("list"), printed("show  sharp:false")
    rows = [line.split() for line in listed.splitlines()]
    assert ["sharp:false", "upper", "bound", "holds", "refuted"] in rows
    assert ["sharp:holds", "identity", "holds", "not", "run"] in rows
    for part in (
        "f(x) ≤ 1/2",
        "x > 0",
        "made/up.py:7",
        "verify/test_support/made_up.py:",
        "refuted",
    ):
        assert part in shown
    assert "\\" not in shown
    assert max(map(len, (listed + shown).splitlines())) <= 80
    assert "a training run" in printed("show  sharp:unchecked")


@pytest.mark.usefixtures("made_up_claims")
def test_show_names_the_proof_and_the_witness(
    printed: Printed,
) -> None:
    main(["run", "sharp:false", "sharp:holds"])
    again = "lemmata show sharp:false --witness --seed 0"
    for claim_id, witness in (("false", again), ("holds", "none is known")):
        *_, proof, last = printed(f"show  sharp:{claim_id}").splitlines()
        assert (proof, last) == ("proof         it has no proof", f"witness       {witness}")
    assert "left side <= right side is false there" in printed("  ".join(again.split()[1:]))
    assert printed("show  sharp:holds  --witness", code=1) == "no check contradicts sharp:holds\n"


@pytest.mark.usefixtures("made_up_claims")
def test_list_and_show_tell_a_refutations_grade_with_its_reason(printed: Printed) -> None:
    reason = "only at x = 1/2"
    graded = replace(made_up.FALSE, expected=Verdict.REFUTED, grade=Grade.EDGE, reason=reason)
    LEDGER.claims[graded.id] = graded
    assert "A made-up claim called false (edge)" in printed("list")
    assert f"refuted (edge): {reason}" in printed(f"show  {graded.id}")
    main(["run", graded.id])
    written = json.loads(results.PATH.read_text(encoding="utf-8"))["claims"][0]
    assert (written["grade"], written["reason"]) == ("edge", reason)


def test_a_moment_stands_alone_on_the_last_line(printed: Printed) -> None:
    for command, last in (
        ("w11^2 w22^2 w33^2  --d  5", "19/1890"),
        ("w11^2 w12^2 w21^2 w22^2  --d  2", "3/128"),
        ("w[10,2]^4 - 1/2  --d  12", "-27/56"),
    ):
        assert printed(f"moment  {command}") == f"{last}\n"
    symbolic = printed("moment  w11^2 w22^2").splitlines()
    assert symbolic == ["for d >= 2:", "(d+1)/(d (d-1) (d+2))"]
    *checked, last = printed("moment  w11 w12  --d  3  --check").splitlines()
    assert last == "0"
    assert checked[-1].endswith("standard errors")


def test_the_page_is_rebuilt_from_results_that_can_be_read(
    made_up_claims: Path, printed: Printed, refused: Refused
) -> None:
    page, file = made_up_claims / "index.html", made_up_claims / "results.json"
    main(["run", "sharp:holds"])
    page.unlink()
    assert str(page) in printed("report")
    assert page.exists()
    good, empty = page.read_text(), {**json.loads(file.read_text()), "claims": []}
    file.write_text(json.dumps(empty))
    refused(("report", "no result of any claim: the page stays as it is"))
    assert page.read_text() == good


def test_after_a_large_run_pictures_are_png_files_where_a_browser_draws(
    made_up_claims: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, drawn = made_up_claims / "index.html", list[Path]()
    monkeypatch.setattr(pdf, "chromium", lambda: "a browser")
    monkeypatch.setattr(pdf, "draw_png", drawn.extend)
    assert main(["run", "sharp:holds"]) == 0
    assert drawn == []
    monkeypatch.setattr(common, "_MANY", 0)
    assert main(["run", "sharp:holds"]) == 0
    assert drawn == [made_up_claims / "card.png"]
    page.unlink()

    def draws_nothing(pictures: object) -> None:
        raise pdf.NoBrowser("it does not start")

    monkeypatch.setattr(pdf, "draw_png", draws_nothing)
    assert main(["run", "sharp:holds"]) == 0
    assert page.exists()


def test_unreadable_results_are_refused_and_stay_as_they_are(
    made_up_claims: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made_up_claims / "results.json"
    main(["run", "sharp:holds", "sharp:proved"])
    good = json.loads(path.read_text())
    holds, proved = sorted(good["claims"], key=lambda one: str(one["id"]))
    pages = (made_up_claims / "index.html").read_text()
    monkeypatch.setattr(runner, "run_claim", None)  # it is not even begun
    capsys.readouterr()
    for content, why in (
        ("", "Input data was truncated"),
        ("\x00", "JSON is malformed"),
        ([], "Expected `object`, got `array`"),
        ({**good, "schema": 1}, "Invalid enum value 1 - at `$.schema`"),
        ({"schema": good["schema"]}, "missing required field `run`"),
        ({**good, "claims": [{"id": "sharp:holds"}]}, "missing required field `paper`"),
        ({**good, "claims": [{**holds, "seconds": "1"}]}, "got `str` - at `$.claims[0].seconds`"),
        ({**good, "claims": [{**holds, "verdict": "true"}]}, "at `$.claims[0].verdict`"),
        ({**good, "claims": [{**proved, "verdict": "proved", "proof": None}]}, "without a proof"),
        ({**good, "claims": [proved, holds, proved]}, "A second record of sharp:proved - at"),
    ):
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        before = path.read_text()
        for command in ("list", "show sharp:holds", "report", "run sharp:holds", "run --seeds 2"):
            assert main(command.split()) == 2, command
            (line,) = capsys.readouterr().err.splitlines()
            assert line.startswith(f"lemmata: {path} cannot be read by this version of lemmata: ")
            assert why in line
            assert line.endswith("it was left as it is: move it away or delete it")
        assert path.read_text() == before
        assert (made_up_claims / "index.html").read_text() == pages
    path.unlink()
    path.mkdir()
    assert main(["list"]) == 2
    assert "Is a directory" in capsys.readouterr().err


def test_nothing_is_run_if_nothing_can_be_written(
    made_up_claims: Path, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    (made_up_claims / "reports").write_text("no folder")
    monkeypatch.setattr(results, "PATH", made_up_claims / "reports" / "results.json")
    monkeypatch.setattr(runner, "run_claim", None)
    refused(("run", "cannot write into"))


def test_results_have_a_default_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert place.folder() == ROOT / "reports"
    monkeypatch.setattr(place, "ROOT", tmp_path / "site-packages")
    assert place.folder() == tmp_path / "reports"


def test_version_and_help(printed: Printed) -> None:
    assert printed() == printed("--help") == printed("-h")
    assert printed("--version").startswith("lemmata ")
    options = printed("run  --help")
    assert all(name in options for name in ("--effort", "--seed", "--device", "--fail-fast"))
    listed = " ".join(printed().split())
    for name, module in COMMANDS.items():
        function = import_module(f"lemmata.verify.{module}").command
        first, *_, last = (line.strip() for line in function.__doc__.strip().splitlines())
        assert f"{name} {first}" in listed
        assert last.startswith(f"Example: lemmata {name}")


def test_a_draft_is_never_written_over_a_file(refused: Refused, tmp_path: Path) -> None:
    mine = tmp_path / "meterez2024_lemma_C_11_sharpened.py"
    mine.write_text("mine", encoding="utf-8")
    refused((f"hunt  meterez2024:lemma-C.11  --sharpen  --out  {tmp_path}", "stays as it is"))
    assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["mine"]


def test_the_constant_that_a_case_needs_is_evaluated_by_one_command(printed: Printed) -> None:
    """Near isometry at d = 2 and l = 1: 1/(8 log 2), where the bound with C = 1 is not tight."""
    case = "(SpectrumRecipe(values=(1e-12, 0.0), counts=(1, 1), deviations=False), 1)"
    output = printed(f"hunt  meterez2024:theorem-1  --sharpen  --at  {case}")
    assert "\nC             0.18033688" in output
    case = 'Entries(name="tall", rows=((2.0, 1.0), (0.0, 1.0), (1.0, 1.0)))'
    output = printed(f"hunt  meterez2024:lemma-C.11  --sharpen  --at  {case}")
    assert "outside       breaks square" in output


WITNESS = 'Entries(name="tilted", rows=((1.0, 1.0), (0.0, 2.0)))'


def test_a_hunt_climbs_and_a_witness_is_evaluated_again_by_one_command(printed: Printed) -> None:
    output = printed(f"hunt  meterez2024:remark-eigenvalues  --at  {WITNESS}")
    assert "exceeded: the claim is false there" in output
    assert "1.70710678118655" in output  # 1 + 1/sqrt(2)
    assert f"--at '{WITNESS}'" in output
    output = printed("hunt  daneshmand2021:appendix-F-step  --minutes  0")
    lines = output.splitlines()
    worst = [float(line.split("worst")[1].split()[0]) for line in lines if " s  worst " in line]
    assert worst == sorted(worst)
    assert worst
    assert any(line.startswith("referee       real at") for line in lines)
    assert any("1 round, seed 0" in line for line in lines)
