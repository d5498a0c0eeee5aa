"""The record of the theorems that Rocq accepted, and whether each entry still counts.

``verify/rocq/checked.json`` has an entry for each proved claim. It counts only while three digests
match the tree: of the generated statement, of the proof file, and of the definitions and the
library. A claim from a user's own ``my_claims.py`` is proved by ``my_claims.v`` beside it, with its
record in ``my_claims.checked.json``.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path
from typing import Any

from lemmata.theory.ledger import LEDGER, Claim, Verdict, claims

ROOT = Path(__file__).resolve().parents[2]
RECORD = "verify/rocq/checked.json"
ARGUED = "argued, not yet checked"


@dataclass(frozen=True)
class Checked:
    """A theorem that Rocq accepted, with the axioms that it rests on.

    ``statement``, ``proof`` and ``library`` are digests; ``statement_text`` is the statement itself
    and ``sketch`` the comment that opens the proof file: the proof in words. ``source`` are the
    theorem and its proof, the lines from ``line`` to ``last_line``.
    """

    statement: str
    proof: str
    library: str
    file: str
    theorem: str
    line: int
    logical: tuple[str, ...]
    textbook: tuple[str, ...]
    date: str
    seconds: float
    version: str
    statement_text: str
    sketch: str
    last_line: int
    source: str

    @property
    def when(self) -> str:
        return f"by Rocq {self.version} on {self.date}"


def checked(claim: Claim) -> Checked | None:
    """The record of a claim, if all three digests match what is in the tree now."""
    entry = _entry(claim)
    if entry is None or _changed(claim, entry):
        return None
    axioms = {kind: tuple(entry[kind]) for kind in ("logical", "textbook")}
    text = proof_file(claim).read_text(encoding="utf-8")
    last = last_line(text, entry["line"])
    return Checked(
        **{**entry, **axioms},
        statement_text=_statement(claim),
        sketch=opening_comment(text),
        last_line=last,
        source="\n".join(text.splitlines()[entry["line"] - 1 : last]),
    )


def lost(claim: Claim) -> str:
    """Why a record no longer counts; empty where it does, and where there is none."""
    entry = _entry(claim)
    changed = _changed(claim, entry) if entry else ""
    if entry is None or not changed:
        return ""
    accepted = f"the one that Rocq {entry['version']} accepted on {entry['date']}"
    return f"its proof was not checked: the {changed} differs from {accepted}"


def unchecked(claim: Claim) -> str:
    """The remark on a claim that has no proof in Rocq, or one that no longer counts."""
    return lost(claim) or (ARGUED if claim.expected is Verdict.PROVED else "it has no proof")


def proof_file(claim: Claim) -> Path:
    """The file of a claim's proof: beside its checks, or beside the user's own file.

    A section that is a folder may have several files of proofs; one of them has the theorem.
    """
    from lemmata.theory.rocq.statement import identifier

    stated = _stated(claim)
    if not stated.is_relative_to(ROOT / "theory"):
        return stated.with_suffix(".v")
    section = ROOT / "verify" / stated.relative_to(ROOT / "theory").with_suffix("")
    if not section.is_dir():
        return section.with_suffix(".v")
    heading = re.compile(rf"^Theorem {identifier(claim.id)}\b", re.MULTILINE)
    files = sorted(section.glob("*.v"))
    found = [file for file in files if heading.search(file.read_text(encoding="utf-8"))]
    if len(found) > 1:
        names = " and ".join(file.name for file in found)
        raise ValueError(f"{claim.id} has a theorem in {names} of {section}; expected one")
    return found[0] if found else section / "proofs.v"


def record_file(claim: Claim) -> Path:
    """The file that keeps the record of a claim."""
    stated = _stated(claim)
    ours = stated.is_relative_to(ROOT / "theory")
    return ROOT / RECORD if ours else stated.with_suffix(".checked.json")


def place(claim: Claim) -> Path:
    """The path of a claim's statement below ``statements``, without its suffix."""
    file = Path(claim.file).with_suffix("")
    return file.relative_to("theory") if file.parts[0] == "theory" else Path("own", file.name)


def library_digest(proof: Path, root: Path | None = None) -> str:
    """One digest of what a statement and its proof rest on, directly or not.

    That is the header of the generated statements, the definitions, the library, and the statements
    of other claims whose proofs are used. ``root`` has the files: the repository, or a build.
    """
    from lemmata.theory.rocq.statement import HEADER

    found: dict[Path, str] = {}
    own = [file for file in requirements(proof) if file.parts[0] != "statements"]
    waiting = [*required_by(HEADER), *own]
    while waiting:
        required = waiting.pop()
        if required not in found:
            text = _text(required, root)
            found[required] = digest(text.encode()) if text else "missing"
            waiting += required_by(text)
    lines = (f"{file.as_posix()} {content}" for file, content in sorted(found.items()))
    return digest("\n".join([HEADER, *lines]).encode())


_REQUIRE = re.compile(r"From\s+Lemmata([\w.]*)\s+Require\s+(?:Import\s+|Export\s+)?([\w\s.]+?)\.\s")


def _text(file: Path, root: Path | None) -> str:
    """A file of the repository, where statements are generated, or of a build."""
    if root is None and file.parts[0] == "statements":
        from lemmata.theory.rocq.statement import module

        where = Path(*file.parts[1:]).with_suffix("")
        stated = [c for c in claims().values() if c.formal is not None and place(c) == where]
        return module(stated, stated[0].file) if stated else ""
    path = (root or ROOT) / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def requirements(file: Path) -> list[Path]:
    """The files of the project that a file requires."""
    return required_by(file.read_text(encoding="utf-8"))


def required_by(text: str) -> list[Path]:
    """The files of the project that a text requires: ``From Lemmata.verify.rocq Require ...``."""
    return [
        Path(*prefix.split(".")[1:], *name.split(".")).with_suffix(".v")
        for prefix, names in _REQUIRE.findall(text)
        for name in names.split()
    ]


def opening_comment(text: str) -> str:
    """The comment that a proof file opens with, which may have others inside it."""
    text = text.lstrip()
    depth = 0
    for mark in re.finditer(r"\(\*|\*\)", text if text.startswith("(*") else ""):
        depth += 1 if mark[0] == "(*" else -1
        if depth == 0:
            return cleandoc(text[2 : mark.start()].lstrip("*")).rstrip()
    return ""


def last_line(text: str, first: int) -> int:
    """The line in which the proof ends that begins in the line ``first``."""
    lines = enumerate(text.splitlines()[first - 1 :], first)
    return next((i for i, line in lines if re.search(r"\b(?:Qed|Defined)\.", line)), first)


def _entry(claim: Claim) -> dict[str, Any] | None:
    file = record_file(claim)
    if not file.is_file():
        return None
    try:
        entry = json.loads(file.read_text(encoding="utf-8"))["theorems"].get(claim.id)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{file} is no record of checked theorems: {error}") from error
    return entry if entry is None else dict(entry)


def _changed(claim: Claim, entry: dict[str, Any]) -> str:
    """Which of the three differs from the record; empty if none does."""
    statement, proof = _statement(claim), proof_file(claim)
    if not statement or digest(statement.encode()) != entry["statement"]:
        return "statement"
    if not proof.is_file() or digest(proof.read_bytes()) != entry["proof"]:
        return "proof"
    return "" if library_digest(proof) == entry["library"] else "library"


def _statement(claim: Claim) -> str:
    from lemmata.theory.rocq import statement

    return statement(claim)


def _stated(claim: Claim) -> Path:
    """The file that states a claim."""
    places = (root / claim.file for root in LEDGER.roots)
    return next((place for place in places if place.is_file()), Path(claim.file))


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
