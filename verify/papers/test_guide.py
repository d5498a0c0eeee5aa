"""Every block of the guide is run: its file, its commands, and what they print."""

import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lemmata.verify.papers import loading
from lemmata.verify.papers.command import Like, example
from lemmata.verify.results.place import ROOT

pytestmark = pytest.mark.usefixtures("own")
GUIDE = (Path(__file__).parent / "README.md").read_text(encoding="utf-8")
FILE = "\n\n".join(re.findall(r"```python\n(.*?)```", GUIDE, flags=re.DOTALL))
SHOWN = re.findall(r"```console\n\$ lemmata (.*?)\n(.*?)```", GUIDE, flags=re.DOTALL)


def linted(*files: str) -> str:
    """What ruff says of these files as they are, with the settings of the project and its own."""
    said = ""
    for how in (["check"], ["check", "--isolated"], ["format", "--check", "--isolated"]):
        ruff = [sys.executable, "-m", "ruff", *how, *files]
        found = subprocess.run(ruff, capture_output=True, text=True, check=False)
        said += found.stdout + found.stderr if found.returncode else ""
    return said


def test_the_guides_commands_print_what_it_shows(printed: Callable[..., str]) -> None:
    Path("tutorial.py").write_text(FILE, encoding="utf-8")
    assert len(SHOWN) == 2
    for command, shown in SHOWN:
        ran = command.startswith("run")
        text = printed("  ".join(command.split()) + "  --workers  1" * ran)
        times = r"py:\d+|(?m: +(?:s|\d+\.\d)$)" if ran else r"py:\d+"  # and lines, which move
        seen = re.sub(times, lambda m: "py:LINE" if m[0].startswith("py") else "", text)
        assert "\n".join(map(str.rstrip, seen.splitlines())) == shown.strip()


def test_a_new_file_of_every_kind_runs_and_passes_the_linters(printed: Callable[..., str]) -> None:
    """Types are those of the files in kinds/, which are checked with the project's own."""
    files = [f"my_{like}.py" for like in Like]
    for like, file in zip(Like, files, strict=True):
        printed(f"new  {file}  --like  {like}")
    assert linted(*files) == ""
    sources = "".join(f"  --from  {file}" for file in files)
    assert "8 of 8 claims: 7 holds, 1 refuted, 0 failed" in printed(
        f"run{sources}  --workers  1  --out  all"
    )


def test_a_new_file_takes_the_place_of_none(refused: Callable[..., None]) -> None:
    Path("there.py").write_text("mine\n", encoding="utf-8")
    refused(
        ("new  there.py", "there.py is there already, and stays as it is"),
        ("new  claims.txt", "claims.txt is no file of Python"),
        ("new  nowhere/claims.py", "No such file or directory"),
        ("new  other.py  --like  theorem", "'bound', 'identity', 'sampled'"),
    )
    assert Path("there.py").read_text(encoding="utf-8") == "mine\n"
    for stem, key in (("my claims", "my-claims"), ("sharp", "mine"), ("x" * 30, "mine")):
        assert f'lemmata.paper("{key}"' in example(Like.BOUND, stem)


def test_a_new_file_is_whole_or_not_there(
    printed: Callable[..., str], refused: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "lemmata run --from 'my claims.py'" in printed("new  my claims.py")

    def full(like: Like, stem: str) -> str:
        return "\0" * 2**20  # more than a buffer holds, and than a file may have

    monkeypatch.setattr("lemmata.verify.papers.command.example", full)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**10, before[1]))
    try:
        refused(("new  large.py", "File too large: 'large.py'"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not Path("large.py").exists()


def test_the_guide_links_to_files_that_are_there() -> None:
    for link in re.findall(r"\]\((\S+?)\)", GUIDE):
        assert (ROOT / "verify" / "papers" / link).resolve().is_file(), link
    assert loading.GROUP in GUIDE
