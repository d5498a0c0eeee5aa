"""The made-up registry, for tests that must not depend on the real claims, and the command line."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lemmata.theory.test_support import registry
from lemmata.verify import cli
from lemmata.verify.commands.common import MISUSED
from lemmata.verify.results import file as results
from lemmata.verify.statistics import calibration
from lemmata.verify.test_support import made_up
from lemmata.verify.test_support.calibrated import unmeasured
from lemmata.verify.test_support.small_theory import CLAIM, SmallTheory
from lemmata.verify.work import pool

Printed = Callable[..., str]


@pytest.fixture
def made_up_claims(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Only made-up claims are known, and results go to the returned directory."""
    monkeypatch.setattr(results, "PATH", results.PATH)  # the commands' defaults, put back after
    monkeypatch.setattr(pool, "cores", pool.cores)
    with registry.kept():
        made_up.install(tmp_path, *made_up.ALL)
        yield tmp_path


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallTheory]:
    """A theory of one claim with a proof, to be put before Rocq."""
    with registry.only(CLAIM):
        yield SmallTheory(tmp_path, monkeypatch)


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Printed:
    """What a command, words apart by two spaces, that exits so prints on eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(calibration, "measure", unmeasured)

    def output(command: str = "", code: int = 0) -> str:
        capsys.readouterr()
        assert cli.main(command.split("  ") if command else []) == code, command
        return str(capsys.readouterr().out)

    return output


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., None]:
    """Every command is refused in one line that says why; failures list those that are not."""

    def every(*rows: tuple[str, str]) -> None:
        wrong = []
        for command, why in rows:
            capsys.readouterr()
            code, said = cli.main(command.split("  ")), capsys.readouterr()
            lines = said.err.splitlines()
            if (code, said.out, len(lines)) != (MISUSED, "", 1) or why not in lines[0]:
                wrong.append((command, why, (code, *said)))
        assert wrong == []

    return every


@pytest.fixture
def session(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """The exit code and the output of pytest in a directory, in this process."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:cacheprovider -p no:faulthandler")
    monkeypatch.setattr(calibration, "measure", unmeasured)

    def ended(directory: Path, *arguments: str) -> tuple[int, str]:
        capfd.readouterr()
        with monkeypatch.context() as patched, registry.kept():
            patched.setattr(results, "PATH", results.PATH)
            patched.setattr(pool, "cores", pool.cores)
            patched.syspath_prepend(directory)
            patched.chdir(directory)
            patched.delitem(sys.modules, "known", raising=False)
            code = int(pytest.main(list(arguments)))
            sys.modules.pop("known", None)
        said = capfd.readouterr()
        return code, said.out + said.err

    return ended
