"""Papers from elsewhere: files, packages, installed ones; and what cannot be loaded."""

import json
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from lemmata.theory.ledger import LEDGER
from lemmata.theory.test_support import registry
from lemmata.verify import runner
from lemmata.verify.papers import loading
from lemmata.verify.registry import checks_of
from lemmata.verify.results import file as results
from lemmata.verify.results.identity import OtherVersions, code, identity
from lemmata.verify.runner import Settings
from lemmata.verify.work.pool import _checked
from lemmata.verify.work.running import Task, run_check

pytestmark = pytest.mark.usefixtures("own")
HEAD = "import lemmata\nlemmata.paper({key!r}, 'Smith. A paper. 2025')\n"
CLAIM = """
@lemmata.claim("{key}:twice", title="Twice", statement="x + x = 2 x", source="Section 1",
               kind=lemmata.Kind.IDENTITY, expected=lemmata.Verdict.HOLDS,
               mutants=[lemmata.Mutant("a lost factor", lambda x: x, {{"x": 1}})])
def twice(x):
    return 2 * x
"""
CHECK = """
@lemmata.exact("{key}:twice", routes=("a product", "a sum"), domain="1 to 3")
def sums(run):
    yield from (lemmata.Cell({{"x": x}}, x + x) for x in (1, 2, 3))
"""
STATED = (HEAD + CLAIM).format(key="smith2025")
WHOLE = STATED + CHECK.format(key="smith2025")


def file(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_of_claims_is_run_listed_and_shown(
    printed: Callable[..., str],
) -> None:
    file("my_claims.py", WHOLE)
    before = results.PATH
    assert "1 of 1 claims: 1 holds, 0 failed" in printed("run  --from  my_claims.py  --workers  1")
    (record,) = json.loads(Path("my_claims-report/results.json").read_text())["claims"]
    assert (record["id"], record["verdict"], record["file"]) == (
        "smith2025:twice",
        "holds",
        "my_claims.py:4",
    )
    assert record["command"].startswith("lemmata run smith2025:twice --from my_claims.py --seed")
    assert "smith2025:twice" in Path("my_claims-report/ledger.html").read_text()
    listed = printed("list  --from  my_claims.py")
    assert "Smith. A paper. 2025" in listed
    assert "sharp:" not in listed
    assert "my_claims.py:10 (sums)" in printed("show  smith2025:twice  --from  my_claims.py")
    assert "wrote elsewhere" in printed(
        "run  --from  my_claims.py  --workers  1  --out  elsewhere"
    ) + printed("report  --from  my_claims.py  --out  elsewhere")
    assert results.PATH == before
    assert sorted(path.name for path in Path().iterdir()) == [
        "elsewhere",
        "my_claims-report",
        "my_claims.py",
    ]


def test_a_package_may_have_several_modules(
    printed: Callable[..., str],
) -> None:
    file("smith/__init__.py", HEAD.format(key="smith2025"))
    file("smith/a_check.py", "import lemmata\n" + CHECK.format(key="smith2025"))
    file("smith/statements.py", "import lemmata\n" + CLAIM.format(key="smith2025"))
    file("smith/test_it.py", "raise AssertionError('a test is no part of the paper')")
    assert "1 holds" in printed("run  --from  smith  --workers  1")
    assert "smith/statements.py:3" in printed("show  smith2025:twice  --from  smith")


def test_an_installed_package_announces_itself(
    monkeypatch: pytest.MonkeyPatch, printed: Callable[..., str], refused: Callable[..., None]
) -> None:
    site = Path("site").absolute()
    file("site/smiths_paper.py", WHOLE)
    (site / "smith-1.dist-info").mkdir()
    (site / "smith-1.dist-info" / "METADATA").write_text("Name: smith\nVersion: 1\n")
    points = "[lemmata.papers]\nsmith2025 = smiths_paper\n"
    (site / "smith-1.dist-info" / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(site)
    refused(("show  smith2025:twice", "smith2025 is installed: add --from smith2025"))
    assert "smith2025:twice" in printed("list  --from  smith2025")


NOT_LOADED = {
    "unclosed": "import lemmata\nx = (\n",
    "raises": "import lemmata\n\n1 / 0\n",
    "leaves": "import sys\nsys.exit('enough')\n",
    "nothing": "import lemmata\n",
    "undeclared": "import lemmata\n" + CLAIM.format(key="who1900"),
    "again": STATED,
    "twice": STATED + CLAIM.format(key="smith2025"),
    "ours": "import lemmata\n" + CLAIM.format(key="sharp"),
    "stray": STATED + CHECK.format(key="smith2025").replace("twice", "twise"),
    "foreign": STATED + CHECK.format(key="smith2025").replace("smith2025:twice", "sharp:drift"),
    "nameless": "import lemmata\nlemmata.paper('two words', 'A. B. 2025')\n",
}


def test_a_broken_file_is_refused_in_one_line(refused: Callable[..., None]) -> None:
    file("good.py", WHOLE)
    for name, text in NOT_LOADED.items():
        file(f"{name}.py", text)
    file("folder/notes.txt", "")
    refused(
        ("run  --from  none.py", "none.py does not exist"),
        ("run  --from  none", "none is neither a file nor a package nor an installed paper"),
        ("run  --from  folder", "folder is a folder without __init__.py"),
        ("run  --from  folder/notes.txt", "is no file of Python"),
        ("run  --from  unclosed.py", "unclosed.py:2: SyntaxError: '(' was never closed"),
        ("list  --from  raises.py", "raises.py:3: ZeroDivisionError: division by zero"),
        ("run  --from  leaves.py", "leaves.py:2: SystemExit: enough"),
        ("run  --from  nothing.py", "nothing.py declares no claim; @lemmata.claim above"),
        (
            "run  --from  undeclared.py",
            "undeclared.py:3: claim who1900:twice: no paper of that name"
            ' is declared; write lemmata.paper("who1900", "Author. Title. Year")',
        ),
        ("run  --from  good.py  --from  again.py", "again.py:2: paper smith2025 is declared twice"),
        (
            "run  --from  twice.py",
            "twice.py:10: claim smith2025:twice is stated twice, first in twice.py:4",
        ),
        ("run  --from  ours.py", "ours.py:3: sharp is lemmata's own; declare a paper of your own"),
        (
            "run  --from  stray.py",
            "stray.py:10: the check sums is of smith2025:twise, and no claim"
            " is called so; did you mean smith2025:twice?",
        ),
        ("run  --from  foreign.py", "is of sharp:drift, which stands elsewhere"),
        ("run  --from  nameless.py", "nameless.py:2: paper 'two words': expected a word such as"),
        ("run  --from  good.py  jones2020:x", "declare the paper by lemmata.paper('jones2020', "),
        ("run  --from  good.py  --out  good.py", "--out good.py is no folder"),
    )
    assert not list(Path().glob("*-report"))
    assert "smith2025" not in LEDGER.papers or len(LEDGER.sources) == 1


def test_the_same_text_under_other_names_is_other_code(tmp_path: Path) -> None:
    digests = set()
    for names in (("a.py", "b.py"), ("b.py", "a.py"), ("a.py", "c.py")):
        files = [tmp_path / name for name in names]
        for path, text in zip(files, ("x = 1", "x = 2"), strict=True):
            path.write_text(text)
        digests.add(loading._digest(loading.PaperSource("p", tmp_path, "p"), files))
    assert len(digests) == 3


def test_a_worker_loads_the_same_file_and_refuses_another(tmp_path: Path) -> None:
    path = file("my_claims.py", WHOLE)
    ours = code()
    loading.load([loading.find(str(path))])
    assert code() != ours
    (check,) = checks_of("smith2025:twice")
    task = Task("smith2025:twice", 0, Settings())
    here = runner.observe(LEDGER.claims["smith2025:twice"], check, Settings())
    other = file("other.py", WHOLE.replace("smith2025", "jones2020"))
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:

        def work(*told: Any) -> Any:
            return pool.submit(_checked, *told).result()

        assert work(identity(), LEDGER.sources, run_check, task).evidence == here.evidence
        same = tuple((k, v if k != "code" else ours) for k, v in identity())
        with pytest.raises(OtherVersions, match="has code"):
            work(same, LEDGER.sources, run_check, task)
        assert work(same, (), code) == ours  # then it works for a run of our papers
        with registry.kept():
            LEDGER.sources = ()
            loading.load([loading.find(str(other))])
            assert work(identity(), LEDGER.sources, code) == code()
        file("my_claims.py", WHOLE.replace("(1, 2, 3)", "(1, 2)"))
        with pytest.raises(OtherVersions, match="has code"):
            work(identity(), LEDGER.sources, run_check, task)


def test_pytest_runs_the_claims_of_a_file(
    tmp_path: Path, session: Callable[..., tuple[int, str]]
) -> None:
    file("my_claims.py", WHOLE.replace("return 2 * x", "return 3 * x"))
    file("test_other.py", "def test_other(): pass\n")
    run = tmp_path, "--lemmata-from"
    code, output = session(*run, "my_claims.py", "--lemmata-out", "out")
    assert code == 1
    assert "refuted, expected holds: smith2025:twice" in output
    assert "1 failed in" in output
    assert Path("out/index.html").exists()
    code, output = session(*run, "none.py")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert "ERROR: none.py does not exist" in output


def test_two_files_may_keep_their_results_in_one_place(printed: Callable[..., str]) -> None:
    file("one.py", WHOLE)
    file("two.py", WHOLE.replace("smith2025", "jones2020"))
    for name in ("one", "two"):
        with registry.kept():
            printed(f"run  --from  {name}.py  --workers  1  --out  both")
    kept = [one["id"] for one in json.loads(Path("both/results.json").read_text())["claims"]]
    assert sorted(kept) == ["jones2020:twice", "smith2025:twice"]
    assert "batch-normalised" not in Path("both/index.html").read_text()
