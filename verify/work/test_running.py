"""A run ends with the same numbers wherever its tasks are done, and whenever it was stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from psutil import STATUS_ZOMBIE, NoSuchProcess, Process

from lemmata.theory.ledger import Claim
from lemmata.verify import runner
from lemmata.verify.cli import main
from lemmata.verify.commands.common import MISUSED
from lemmata.verify.commands.run import finished_claims
from lemmata.verify.results import file as results
from lemmata.verify.results.differences import differences
from lemmata.verify.results.file import last_records
from lemmata.verify.results.place import ROOT
from lemmata.verify.runner import Settings
from lemmata.verify.statistics import calibration
from lemmata.verify.test_support import made_up
from lemmata.verify.test_support.calibrated import unmeasured
from lemmata.verify.work.running import Running, TaskFiles, costs_from

IDS = ["sharp:lemma-4", "meterez2024:lemma-C.9", "meterez2024:lemma-C.8"]
IDS += ["meterez2024:weingarten-formula"]  # a second long: time enough to be stopped
RUN = ["run", *IDS, "--effort", "smoke"]  # what is compared are numbers, whatever they are worth
Printed = Callable[..., str]
COMMANDS = """
import signal, sys
from lemmata.verify.cli import main
for line in sys.stdin:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = main(line.split())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(f"{code}\\n", flush=True)
"""


class Shell:
    """``lemmata`` in an interpreter of its own, command after command: it loads all claims once."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.errors = folder, folder / "errors.txt"
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-c", COMMANDS],
                cwd=ROOT,
                text=True,
                bufsize=1,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )

    def begin(self, *arguments: str) -> None:
        assert self.process.stdin is not None
        self.errors.write_text("")
        print(*arguments, "--out", self.folder, file=self.process.stdin)

    def interrupted(self, *hit: Callable[[int, int], None]) -> tuple[int, str, str]:
        """The exit code after so many Ctrl-C, what was printed, the errors; no process is left.

        A terminal hits the whole group (os.killpg), another program this process (os.kill).
        """
        for kill in hit:
            kill(self.process.pid, signal.SIGINT)
            time.sleep(0.003)
        assert self.process.stdout is not None
        lines = list(iter(self.process.stdout.readline, "\n"))
        until(lambda: not self.workers())
        return int(lines.pop()), "".join(lines), self.errors.read_text()

    def workers(self) -> list[Process]:
        """They and what they are forked from, until they are dead."""
        found = []
        for child in Process(self.process.pid).children(recursive=True):
            with suppress(NoSuchProcess):
                if child.status() != STATUS_ZOMBIE and "tracker" not in str(child.cmdline()):
                    found.append(child)
        return found


def here(folder: Path, *arguments: str) -> int:
    """``lemmata`` in this process, which has everything loaded; its exit code."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(calibration, "measure", unmeasured)
        return main([*arguments, "--out", str(folder)])


def same(one: Path, other: Path) -> bool:
    found = list(differences(last_records(one), last_records(other)))
    assert found == []
    return len(last_records(one)) == len(IDS)


def until(reached: Callable[[], bool]) -> None:
    for _ in range(1200):
        if reached():
            return
        time.sleep(0.05)
    raise AssertionError("it was never reached")


def mask(pid: int) -> int:
    """The signals that a process never hears, bit by bit."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("SigBlk:")[2].split()[0], 16)


def kept_in(folder: Path) -> list[Path]:
    return list((folder / "unfinished").rglob("*.pickle"))


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    started = Shell(tmp_path)
    with started.process:  # whose pipes are closed, whoever else may hold them
        yield started
        started.process.kill()


def test_a_run_that_was_interrupted_twice_and_killed_resumes_to_the_same_numbers(
    shell: Shell, undisturbed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = [*RUN, "--workers", "2"]
    shell.begin(*run)  # what workers are forked from loads all claims: nobody waits for it
    until(lambda: any("forkserver" in str(one.cmdline()) for one in shell.workers()))
    code, _, errors = shell.interrupted(os.killpg)
    assert (code, errors) == (130, "lemmata: interrupted\n")

    shell.begin(*run)
    until(lambda: len(kept_in(tmp_path)) >= 1)
    beside = Process(shell.process.pid).children()
    assert {mask(child.pid) >> signal.SIGHUP - 1 & 1 for child in beside} == {1}
    code, output, errors = shell.interrupted(os.kill, os.kill)  # an impatient hand
    assert (code, "Traceback" in errors) == (130, False), errors
    assert "claims finished and kept" in output

    before = len(kept_in(tmp_path))
    shell.begin(*run, "--resume")
    until(lambda: len(kept_in(tmp_path)) > before)
    workers = shell.workers()
    assert workers
    shell.process.kill()
    until(lambda: not any(worker.is_running() for worker in workers))

    done = kept_in(tmp_path)
    assert here(tmp_path, *run, "--resume") == 0
    assert f"{len(done)} of" in capsys.readouterr().err
    assert same(undisturbed, tmp_path / "results.json")
    assert not (tmp_path / "unfinished").exists()


def test_resume_restores_a_lost_results_file(made_up_claims: Path, printed: Printed) -> None:
    file = made_up_claims / "results.json"
    for lost in (True, False):
        printed("run  sharp:holds  sharp:proved")
        before = json.loads(file.read_text())["claims"]
        if lost:
            file.unlink()
        printed("run  sharp:holds  sharp:proved  --resume")
        after = json.loads(file.read_text())["claims"]
        assert [{**one, "history": ()} for one in after] == [
            {**one, "history": ()} for one in before
        ]
        assert all(
            one["history"][-1] == was["history"][-1] for one, was in zip(after, before, strict=True)
        )


def test_resume_repeats_claims_that_failed_were_skipped_or_ran_on_another_device(
    made_up_claims: Path, printed: Printed
) -> None:
    printed("run  sharp:holds  sharp:proved")
    archive = results.archive(results.PATH, Settings())
    found: Any = json.loads(archive.read_text())
    holds, proved = sorted(found["claims"], key=lambda one: str(one["id"]))
    holds["device"], proved["evidence"][0]["pending"] = "cuda", "not run"
    last, both = {one["id"]: one for one in (holds, proved)}, [made_up.HOLDS, made_up.PROVED]
    assert finished_claims(both, last, Settings()) == {}
    proved["evidence"][0]["pending"] = ""
    assert list(finished_claims(both, last, Settings())) == ["sharp:proved"]
    proved["failures"] = ["check a_check raised MemoryError"]
    assert finished_claims([made_up.PROVED], last, Settings()) == {}  # it is tried again


def test_resume_repeats_no_finished_check(
    made_up_claims: Path, printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    observe, done = runner.observe, Counter[str]()

    def counted(claim: Claim, *others: Any) -> Any:
        done[claim.id] += 1
        if claim.id == "sharp:proved" and done[claim.id] == 1:
            raise KeyboardInterrupt
        return observe(claim, *others)

    monkeypatch.setattr(runner, "observe", counted)
    both = "run  sharp:holds  sharp:proved"
    assert "interrupted: 1 of 2 claims" in printed(both, code=130)
    printed(f"{both}  --resume")
    assert done == {"sharp:holds": 1, "sharp:proved": 2}
    assert "2 of 2 claims: 1 proved, 1 holds, 0 failed" in printed(f"{both}  --resume")
    printed(both)  # without being asked to, it is all done again
    assert done == {"sharp:holds": 2, "sharp:proved": 3}
    assert json.loads((made_up_claims / "results.json").read_text())["claims"]


def test_a_full_disk_is_reported_in_one_line_after_the_table(
    made_up_claims: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "sharp:holds"]) == 0
    good = (made_up_claims / "results.json").read_text()

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("lemmata.verify.results.file.replace_file", full)
    monkeypatch.setattr("lemmata.verify.work.running.replace_file", full)
    monkeypatch.setattr("lemmata.verify.commands.run.SAVE_EVERY", 0.0)
    capsys.readouterr()
    assert main(["run", "sharp:holds", "sharp:proved"]) == MISUSED
    said = capsys.readouterr()
    assert "2 of 2 claims" in said.out
    assert said.err.splitlines()[-1].startswith("lemmata: cannot save ")
    assert "No space left on device" in said.err
    assert (made_up_claims / "results.json").read_text() == good


@pytest.fixture
def two_checks(made_up_claims: Path) -> Claim:
    return made_up.register(made_up.HOLDS, made_up._TWICE, made_up._TWICE)


def test_the_longest_tasks_are_done_first(two_checks: Claim, tmp_path: Path) -> None:
    evidence = [{"check": "observed", "seconds": 3.0}]
    last: Any = {"sharp:holds": {"id": "sharp:holds", "evidence": evidence}}
    cost = costs_from(last)
    running = Running([made_up.PROVED, two_checks], Settings(), TaskFiles(tmp_path), cost)
    assert running.seconds_left == 9.0  # an unknown one takes what a check takes on the whole
    assert (running.total, running.finished) == (3, 0)
