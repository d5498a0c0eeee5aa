"""Rocq's own verdict on the lemmas of a proof, where ``coqc`` and the Interval library are.

general.v and rules.v are compiled once; then ``coqtop`` reads the lemmas of a proof one after the
other. One that it refuses, or that takes too long, is given up, and it goes on with the next.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType

from verify.kernel.rocq.files import GENERAL, HEAD, RULES, RocqFile
from verify.results.proofs import RocqAnswer

SECONDS = 120  # for one sentence of a proof
_LIBRARIES = "From Coquelicot Require Import Coquelicot.\nFrom Interval Require Import Tactic.\n"
_LEMMATA = "From Lemmata Require Import general rules.\n"
_OPTIONS = ["-q", "-w", "none", "-R", ".", "Lemmata"]


class NotCompiled(RuntimeError):
    """A failure outside all lemmas: of the general part, or of ``coqc`` itself."""


@cache
def missing() -> str:
    """What is not installed that a second opinion needs; empty where all is there."""
    if shutil.which("coqc") is None or shutil.which("coqtop") is None:
        return "coqc is not installed (Debian: coq, libcoq-interval, libcoq-coquelicot)"
    with TemporaryDirectory() as folder:
        if _complaint(Path(folder), "libraries", _LIBRARIES):
            return "coqc is there, but not its libraries Coquelicot and Interval"
    return ""


def version() -> str:
    said = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True)
    return said.stdout.split()[0]


class Checker:
    """Asks Rocq, of one file or of several at a time; ``stop`` ends what is still asked."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory()
        self._asked: set[subprocess.Popen[str]] = set()
        self._stopped = False
        for path in (GENERAL, RULES):
            text = path.read_text(encoding="utf-8")
            if complaint := _complaint(Path(self._folder.name), path.stem, text):
                self._folder.cleanup()
                raise NotCompiled(complaint)

    def __enter__(self) -> Checker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.stop()
        self._folder.cleanup()

    def stop(self) -> None:
        self._stopped = True
        for asked in tuple(self._asked):
            asked.kill()

    @property
    def rules(self) -> list[str]:
        """The general rules that rules.v proves, which coqc has accepted."""
        text = RULES.read_text(encoding="utf-8")
        return [n.replace("_", " ") for n in re.findall(r"^Theorem (\w+)", text, re.MULTILINE)]

    def compiled(self, file: RocqFile) -> RocqAnswer:
        """Which lemmas of a file are accepted."""
        accepted = self._accepted(file)
        if self._stopped:
            raise NotCompiled("stopped")
        refused = [lemma for lemma in file.lemmas if lemma.name not in accepted]
        general = [lemma for lemma in file.lemmas if lemma.general]
        count = len(general) - sum(lemma.general for lemma in refused)
        return {
            "steps": len(file.lemmas) + sum(file.left_out.values()),
            "scalar": len(file.lemmas) - len(general),
            "agreed": len(accepted) - count,
            "general": len(general),
            "agreed_general": count,
            "not_agreed": [lemma.step for lemma in refused],
            "left_out": dict(sorted(file.left_out.items())),
            "digest": file.digest,
        }

    def _accepted(self, file: RocqFile) -> set[str]:
        """The lemmas that coqtop knows after it has read them all: it says so of each by name."""
        told = "".join(f"{one.text()}\nAbort All.\nCheck {one.name}.\n" for one in file.lemmas)
        text = f"{HEAD}{_LEMMATA}Set Default Timeout {SECONDS}.\n{told}Quit.\n"
        asked = subprocess.Popen(
            ["coqtop", *_OPTIONS, "-color", "no"], cwd=self._folder.name, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C would end one lemma, and not the whole
        )  # fmt: skip
        self._asked.add(asked)
        try:
            said, _ = asked.communicate(text)
        finally:
            asked.kill()
            self._asked.discard(asked)
        if asked.returncode not in (0, None) and not self._stopped:
            raise NotCompiled(f"coqtop ended with {asked.returncode} in {file.claim_id}")
        found = re.findall(r"^(step_\d+)\s*(?::|$)", said, re.MULTILINE)
        return set(found) & {lemma.name for lemma in file.lemmas}


def _complaint(folder: Path, name: str, text: str) -> str:
    """What coqc says against a text; empty where it accepts it."""
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    command = ["coqc", *_OPTIONS, f"{name}.v"]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return "" if said.returncode == 0 else said.stderr or f"coqc ended with {said.returncode}"
