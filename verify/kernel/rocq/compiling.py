"""Rocq's own verdict on the lemmas of a proof, where ``coqc`` and the Interval library are."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Set
from pathlib import Path
from tempfile import TemporaryDirectory

from verify.kernel.rocq.files import RocqFile
from verify.results.proofs import RocqRecord

SECONDS = 120  # for one sentence of a proof
RULES = Path(__file__).with_name("rules.v")
_LIBRARIES = "From Coquelicot Require Import Coquelicot.\nFrom Interval Require Import Tactic.\n"
_LINE = re.compile(r'^File "[^"]*", line (\d+)', re.MULTILINE)


class NotCompiled(RuntimeError):
    """A failure outside all lemmas: of the general part, or of ``coqc`` itself."""


def missing() -> str:
    """What is not installed that a second opinion needs; empty where all is there."""
    if shutil.which("coqc") is None:
        return "coqc is not installed (Debian: coq, libcoq-interval, libcoq-coquelicot)"
    if _complaint(_LIBRARIES):
        return "coqc is there, but not its libraries Coquelicot and Interval"
    return ""


def version() -> str:
    said = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=True)
    return said.stdout.split()[0]


def rules() -> list[str]:
    """The general rules that rules.v proves, which coqc accepts."""
    text = RULES.read_text(encoding="utf-8")
    if complaint := _complaint(text):
        raise NotCompiled(complaint)
    return [name.replace("_", " ") for name in re.findall(r"^Theorem (\w+)", text, re.MULTILINE)]


def compiled(file: RocqFile) -> RocqRecord:
    """Which lemmas are accepted. One that is not is given up by name, and the rest goes on."""
    refused: dict[str, str] = {}
    while complaint := _complaint(_limited(file, set(refused))):
        name = _blamed(_limited(file, set(refused)), complaint)
        if name is None or name in refused:
            raise NotCompiled(complaint)
        refused[name] = complaint
    steps = {lemma.name: lemma.step for lemma in file.lemmas}
    return {
        "steps": len(file.lemmas) + sum(file.left_out.values()),
        "scalar": len(file.lemmas),
        "agreed": len(file.lemmas) - len(refused),
        "not_agreed": [steps[name] for name in refused],
        "left_out": dict(sorted(file.left_out.items())),
    }


def _limited(file: RocqFile, without: Set[str]) -> str:
    return f"Set Default Timeout {SECONDS}.\n{file.text_without(without)}"


def _complaint(text: str) -> str:
    """What coqc says against a text; empty where it accepts it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.v"
        path.write_text(text, encoding="utf-8")
        command = ["coqc", "-q", "-w", "none", path.name]
        said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return "" if said.returncode == 0 else said.stderr or f"coqc ended with {said.returncode}"


def _blamed(text: str, complaint: str) -> str | None:
    """The lemma in which the line of a complaint stands."""
    found = _LINE.search(complaint)
    if found is None:
        return None
    before = text.split("\n")[: int(found[1])]
    names = [m[1] for line in before if (m := re.match(r"Lemma (step_\d+) :", line))]
    return names[-1] if names else None
