"""Asks Rocq: generates the statements, compiles the proofs, reads the axioms, keeps the record.

Everything is compiled in ``.rocq`` at the root of the repository, where the generated statements
stand too. A file is compiled again only if it, or a file that it requires, has changed.
"""

from __future__ import annotations

import datetime
import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from theory.ledger import Claim, claims
from theory.rocq import examples
from theory.rocq.statement import identifier, module, statement
from verify.rocq.record import RECORD, ROOT, digest, proof_file, record_file, requirements

BUILD = (ROOT if (ROOT / "pyproject.toml").is_file() else Path.cwd()) / ".rocq"
"""In a clone at its root; of an installed package where the user stands."""
EXAMPLES = Path("verify/rocq/examples.v")
PATHS = {"theory": "Lemmata.theory", "verify": "Lemmata.verify", "statements": "Lemmata.statements"}
LOGICAL = {
    "boolp.constructive_indefinite_description", "boolp.functional_extensionality_dep",
    "boolp.propositional_extensionality", "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec", "Classical_Prop.classic", "Epsilon.epsilon_statement",
    "FunctionalExtensionality.functional_extensionality_dep",
}  # fmt: skip
"""Axioms of classical logic, of extensionality and of choice: those of Coq's reals and of boolp."""
FORBIDDEN = re.compile(
    r"\b(Admitted|Axioms?|Conjectures?|Parameters?|bypass_check|admit|give_up)\b"
    r"|\bUnset\s+(Guard|Positivity|Universe)\s+Checking"
)
"""What no file but verify/rocq/textbook.v may say: it would have the name of a logical axiom."""
INSTALL = (
    "on Debian apt-get install coq libcoq-coquelicot libcoq-mathcomp-algebra"
    " libcoq-mathcomp-analysis; by opam: coq.8.16.1 coq-coquelicot coq-mathcomp-analysis.0.6.0"
)


class NoRocq(Exception):
    """coqc is not there, or too old."""


@dataclass(frozen=True)
class Outcome:
    """What Rocq said of a claim's theorem, or of the examples of the definitions (no claim).

    ``error`` is empty if it was accepted.
    """

    claim: Claim | None
    error: str
    logical: tuple[str, ...] = ()
    textbook: tuple[str, ...] = ()
    seconds: float = 0.0


def version() -> str:
    """The version of coqc, at least 8.16."""
    try:
        said = subprocess.run(
            ["coqc", "--print-version"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoRocq(f"coqc was not found: {INSTALL}") from error
    found = said.stdout.split()[0]
    if tuple(map(int, re.findall(r"\d+", found)[:2])) < (8, 16):
        raise NoRocq(f"coqc {found} is too old, expected 8.16 or newer: {INSTALL}")
    return found


def theorems(known: Iterable[Claim]) -> list[Claim]:
    """Those of the claims that have a statement, and a theorem of its name in their proof file."""
    return [claim for claim in known if claim.formal is not None and _has_theorem(claim)]


def _has_theorem(claim: Claim) -> bool:
    file = proof_file(claim)
    return file.is_file() and line_of(claim) > 0


def line_of(claim: Claim) -> int:
    """The line of the claim's theorem in its proof file; 0 if there is none."""
    lines = proof_file(claim).read_text(encoding="utf-8").splitlines()
    heading = re.compile(rf"Theorem {identifier(claim.id)}\b")
    return next((i for i, line in enumerate(lines, 1) if heading.match(line)), 0)


def write_statements(build: Path = BUILD) -> None:
    """A file of statements for each module of theory that has any, rewritten only if it changed."""
    by_file: dict[str, list[Claim]] = {}
    for claim in claims().values():
        if claim.formal is not None:
            by_file.setdefault(claim.file, []).append(claim)
    for file, stated in by_file.items():
        _write(build / "statements" / place(stated[0]).with_suffix(".v"), module(stated, file))
    _write(build / "statements" / "examples.v", examples.statements())


def place(claim: Claim) -> Path:
    """Where the statement of a claim stands below ``statements``, without its suffix."""
    file = Path(claim.file).with_suffix("")
    return file.relative_to("theory") if file.parts[0] == "theory" else Path("own", file.name)


def _in_build(claim: Claim) -> Path:
    """The proof file of a claim as the build has it: one's own below ``verify/own``."""
    file = proof_file(claim)
    inside = file.is_relative_to(ROOT / "verify")
    return file.relative_to(ROOT) if inside else Path("verify/own", file.name)


def _write(target: Path, text: str) -> None:
    if not target.is_file() or target.read_text(encoding="utf-8") != text:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def prove(
    chosen: Iterable[Claim], workers: int, tell: Callable[[str], None], build: Path = BUILD
) -> Iterator[Outcome]:
    """Compile what the chosen claims need, in parallel, and say of each what Rocq said.

    The examples of the definitions come with every choice: a theorem about other definitions than
    those of theory/definitions.py proves nothing of the claim.
    """
    write_statements(build)
    by_file: dict[Path, list[Claim]] = {EXAMPLES: []}
    sources = {}
    for claim in chosen:
        by_file.setdefault(_in_build(claim), []).append(claim)
        sources[_in_build(claim)] = proof_file(claim)
    builder = Builder(build, tell, sources)
    with ThreadPoolExecutor(workers) as pool:
        for file, error in builder.compile(by_file, pool):
            if file in by_file:
                yield from builder.axioms(file, by_file[file], error)


class Builder:
    """Compiles files in the order of what they require, with several workers."""

    def __init__(
        self, build: Path, tell: Callable[[str], None], sources: Mapping[Path, Path]
    ) -> None:
        self.build, self.tell, self.sources = build, tell, sources
        self.stamps_file = build / "compiled.json"
        kept = self.stamps_file.read_text() if self.stamps_file.is_file() else "{}"
        self.stamps: dict[str, str] = json.loads(kept)
        self.seconds: dict[Path, float] = {}

    def compile(
        self, files: Iterable[Path], pool: ThreadPoolExecutor
    ) -> Iterator[tuple[Path, str]]:
        """Every file with the error of its compilation, as soon as it is known."""
        needs = self._graph(files)
        order = TopologicalSorter(needs)
        order.prepare()
        failed: dict[Path, str] = {}
        running: dict[Future[str], Path] = {}
        while order.is_active():
            for file in order.get_ready():
                broken = next((failed[r] for r in needs[file] if r in failed), "")
                running[pool.submit(self._one, file, needs[file], broken)] = file
            future = next(as_completed(running))
            file, error = running.pop(future), future.result()
            if error:
                failed[file] = error
            else:
                self.stamps[str(file)] = self._stamp(file, needs[file])
                _write(self.stamps_file, json.dumps(self.stamps, indent=1, sort_keys=True))
            order.done(file)
            yield file, error

    def _stamp(self, file: Path, required: set[Path]) -> str:
        """A digest of a file and of all that it requires."""
        stamps = sorted(self.stamps.get(str(r), "") for r in required)
        return digest("".join([digest((self.build / file).read_bytes()), *stamps]).encode())

    def _one(self, file: Path, required: set[Path], broken: str) -> str:
        """The error of compiling a file; ``broken`` is that of one which it requires."""
        source, target = self._source(file), self.build / file
        if broken or not source.is_file():
            return broken or f"{file} is required and is not there"
        if source != target:
            _write(target, source.read_text(encoding="utf-8"))
        if unproved := unsound(file, target.read_text(encoding="utf-8")):
            return unproved
        compiled = target.with_suffix(".vo").is_file()
        if compiled and self.stamps.get(str(file)) == self._stamp(file, required):
            return ""
        if unseen := _dependencies(self.build, file) - required:
            return f"{file} requires {min(unseen)} otherwise than by From Lemmata... Require"
        begun = time.monotonic()
        self.tell(str(file))
        run = coqc(self.build, file)
        self.seconds[file] = time.monotonic() - begun
        return (run.stderr or run.stdout).strip() if run.returncode else ""

    def _source(self, file: Path) -> Path:
        made = self.build / file if file.parts[0] == "statements" else ROOT / file
        return self.sources.get(file, made)

    def _graph(self, files: Iterable[Path]) -> dict[Path, set[Path]]:
        """Every file that is needed, with those that it requires."""
        found: dict[Path, set[Path]] = {}
        waiting = list(files)
        while waiting:
            file = waiting.pop()
            if file not in found:
                source = self._source(file)
                found[file] = set(requirements(source)) if source.is_file() else set()
                waiting.extend(found[file])
        return found

    def axioms(self, file: Path, stated: list[Claim], error: str) -> Iterator[Outcome]:
        """What each theorem of a compiled file rests on, by ``Print Assumptions``."""
        seconds = self.seconds.get(file, 0.0)
        subjects: list[Claim | None] = [*stated] or [None]
        if error:
            yield from (Outcome(claim, error, seconds=seconds) for claim in subjects)
            return
        asked = Path("asked") / f"{'_'.join(file.with_suffix('').parts)}.v"
        pairs = _pairs(file, stated)
        _write(self.build / asked, _questions(file, pairs))
        run = coqc(self.build, asked)
        if run.returncode:
            error = (run.stderr or run.stdout).strip()
            yield from (Outcome(claim, error, seconds=seconds) for claim in subjects)
            return
        answers = run.stdout.split("ANSWER")[1:]
        judged = [_judged(answer, seconds) for _, answer in zip(pairs, answers, strict=True)]
        if file == EXAMPLES:
            yield next((o for o in judged if o.error), judged[0])
        for claim, outcome in zip(stated, judged, strict=False):
            yield replace(outcome, claim=claim)


def unsound(file: Path, text: str) -> str:
    """What of a file would be taken for a proof: its name, or what it says outside comments."""
    if file == Path("verify/rocq/textbook.v"):
        return ""
    if file.stem in {"textbook", *(name.partition(".")[0] for name in LOGICAL)}:
        return f"{file} has the name of a module of axioms"
    comments = re.compile(r"\(\*(?:(?!\(\*|\*\)).)*\*\)", re.S)
    while comments.search(text):  # the innermost first
        text = comments.sub(" ", text)
    found = FORBIDDEN.search(text)
    return f"{file} says {found[0]}" if found else ""


def _judged(answer: str, seconds: float = 0.0) -> Outcome:
    """A theorem counts if it rests on logic and on the textbook alone."""
    said = [line for line in answer.splitlines() if line and not line.startswith(" ")]
    names = {line.partition(" :")[0].strip() for line in said}
    names -= {"Axioms:", "Closed under the global context"}
    textbook = tuple(sorted(n for n in names if re.fullmatch(r"(rocq\.)?textbook\.\w+", n)))
    logical = tuple(sorted(names & LOGICAL))
    other = sorted(names - set(textbook) - set(logical))
    error = f"it rests on {', '.join(other)}" if other else ""
    return Outcome(None, error, logical, textbook, seconds)


def _pairs(file: Path, stated: list[Claim]) -> list[tuple[str, str, str]]:
    """The module of a statement, its name there, and the name of its theorem in the file."""
    if file == EXAMPLES:
        return [("examples", f"{e.name}_example", f"{e.name}_is") for e in examples.TABLE]
    named = [(".".join(place(claim).parts), identifier(claim.id)) for claim in stated]
    return [(module_, name, name) for module_, name in named]


def _questions(file: Path, pairs: list[tuple[str, str, str]]) -> str:
    """Asks that the type of each theorem is the generated statement, and for its axioms."""
    proofs = ".".join(["Lemmata", *file.with_suffix("").parts])
    lines = [f"Require {proofs}.\n"]
    for place, name, theorem in pairs:
        statement = f"Lemmata.statements.{place}.{name}"
        lines.append(f"Require Lemmata.statements.{place}.\n")
        lines.append(f"Definition checked_{theorem} : {statement} := {proofs}.{theorem}.\n")
        lines.append(f'Goal True. idtac "ANSWER". Abort.\nPrint Assumptions {proofs}.{theorem}.\n')
    return "".join(lines)


def coqc(
    build: Path, file: Path, paths: Mapping[str, Path] | None = None
) -> subprocess.CompletedProcess[str]:
    """Compile a file of the build; ``paths`` are where the three folders are if not there."""
    return _run("coqc", build, paths or {}, "-w", "none", str(file))


def _dependencies(build: Path, file: Path) -> set[Path]:
    """The files of the project that Rocq itself sees a file require."""
    said = _run("coqdep", build, {}, str(file)).stdout
    needed = re.search(r"\.required_vo: (.*)", said)
    found = (build / word for word in (needed[1].split() if needed else ()))
    ours = {path.relative_to(build) for path in found if path.is_relative_to(build)}
    return {path.with_suffix(".v") for path in ours} - {file}


def _run(
    program: str, build: Path, paths: Mapping[str, Path], *arguments: str
) -> subprocess.CompletedProcess[str]:
    places = paths or {folder: build / folder for folder in PATHS}
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    options = [part for f, place in places.items() for part in ("-Q", str(place), PATHS[f])]
    return subprocess.run(
        [program, *options, *arguments], cwd=build, capture_output=True, text=True, check=False
    )


def entry(outcome: Outcome, by: str) -> dict[str, Any]:
    """The record of an accepted theorem."""
    from verify.rocq.record import library_digest

    claim = outcome.claim
    assert claim is not None
    file = proof_file(claim)
    return {
        "statement": digest(statement(claim).encode()),
        "proof": digest(file.read_bytes()),
        "library": library_digest(file),
        "file": file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name,
        "theorem": identifier(claim.id),
        "line": line_of(claim),
        "logical": list(outcome.logical),
        "textbook": list(outcome.textbook),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "seconds": round(outcome.seconds, 1),
        "version": by,
    }


def keep(outcomes: Iterable[Outcome], by: str) -> None:
    """Write what was accepted into the record; what was refused loses its entry.

    An entry whose digests are the same keeps its date and its seconds.
    """
    by_record: dict[Path, list[Outcome]] = {}
    for outcome in outcomes:
        if outcome.claim:
            by_record.setdefault(record_file(outcome.claim), []).append(outcome)
    for file, judged in by_record.items():
        _keep(file, judged, by)


def _keep(file: Path, outcomes: list[Outcome], by: str) -> None:
    kept = _theorems(file)
    for outcome in outcomes:
        assert outcome.claim is not None
        old = kept.pop(outcome.claim.id, {})
        if not outcome.error:
            new = entry(outcome, by)
            same = all(old.get(k) == new[k] for k in ("statement", "proof", "library", "version"))
            kept[outcome.claim.id] = (
                {**new, "date": old["date"], "seconds": old["seconds"]} if same else new
            )
    _save(file, kept, by)


def forget(stated: Collection[str], by: str) -> list[str]:
    """Drop the claims from our record that have no theorem any more; their ids."""
    kept = _theorems(ROOT / RECORD)
    gone = [claim_id for claim_id in kept if claim_id not in stated]
    if gone:
        _save(ROOT / RECORD, {i: kept[i] for i in kept if i not in gone}, by)
    return gone


def _theorems(file: Path) -> dict[str, Any]:
    """The entries of a record by claim."""
    found: dict[str, Any] = {}
    if file.is_file():
        found = json.loads(file.read_text(encoding="utf-8"))["theorems"]
    return found


def _save(file: Path, kept: Mapping[str, Any], by: str) -> None:
    text = json.dumps({"version": by, "theorems": dict(sorted(kept.items()))}, indent=1)
    temporary = file.with_suffix(".json.new")
    temporary.write_text(text + "\n", encoding="utf-8")
    os.replace(temporary, file)


def clean(build: Path = BUILD) -> None:
    """Forget what was compiled."""
    shutil.rmtree(build, ignore_errors=True)
