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
from threading import Lock
from typing import Any

from lemmata.theory.ledger import Claim, claims
from lemmata.theory.rocq import examples
from lemmata.theory.rocq.statement import identifier, module, statement
from lemmata.verify.errors import Misuse
from lemmata.verify.results.file import lock
from lemmata.verify.rocq.record import (
    RECORD,
    ROOT,
    digest,
    library_digest,
    place,
    proof_file,
    record_file,
    requirements,
)

BUILD = (ROOT if (ROOT / "pyproject.toml").is_file() else Path.cwd()) / ".rocq"
"""In a clone at its root; of an installed package where the user stands."""
EXAMPLES = Path("verify/rocq/examples.v")
PATHS = {"theory": "Lemmata.theory", "verify": "Lemmata.verify", "statements": "Lemmata.statements"}
LOGICAL = {
    "Coq.Logic.Classical_Prop.classic",
    "Coq.Logic.Epsilon.epsilon_statement",
    "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep",
    "Coq.Reals.ClassicalDedekindReals.sig_forall_dec",
    "Coq.Reals.ClassicalDedekindReals.sig_not_dec",
    "mathcomp.classical.boolp.constructive_indefinite_description",
    "mathcomp.classical.boolp.functional_extensionality_dep",
    "mathcomp.classical.boolp.propositional_extensionality",
}
"""Axioms of classical logic, of extensionality and of choice: those of Coq's reals and of boolp."""
TEXTBOOK = "Lemmata.verify.rocq.textbook."
FORBIDDEN = re.compile(
    r"\b(Admitted|Axioms?|Conjectures?|Parameters?|bypass_check|admit|give_up|Load|LoadPath"
    r"|Declare\s+ML|Redirect)\b|\bUnset\s+(Guard|Positivity|Universe)\s+Checking"
)
"""Commands that only verify/rocq/textbook.v may contain; a proof contains none of them."""
INSTALL = (
    "on Debian apt-get install coq libcoq-coquelicot libcoq-mathcomp-algebra"
    " libcoq-mathcomp-analysis; by opam: coq.8.16.1 coq-coquelicot coq-mathcomp-analysis.0.6.0"
)


class NoRocq(Misuse):
    """coqc is not there, or too old."""


@dataclass(frozen=True)
class Outcome:
    """The answer of Rocq about a claim's theorem, or about the examples of definitions (no claim).

    ``error`` is empty if it was accepted. ``proof`` and ``library`` are digests of what was
    compiled, which the files of the repository may since have left behind.
    """

    claim: Claim | None
    error: str
    logical: tuple[str, ...] = ()
    textbook: tuple[str, ...] = ()
    seconds: float = 0.0
    proof: str = ""
    library: str = ""


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
    by_file: dict[Path, list[Claim]] = {EXAMPLES: []}
    sources = {}
    for claim in chosen:
        by_file.setdefault(_in_build(claim), []).append(claim)
        sources[_in_build(claim)] = proof_file(claim)
    with lock(build), ThreadPoolExecutor(workers) as pool:
        write_statements(build)
        builder = Builder(build, tell, sources)
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
        self.stamping = Lock()
        self.needs: dict[Path, set[Path]] = {}
        self.seconds: dict[Path, float] = {}

    def compile(
        self, files: Iterable[Path], pool: ThreadPoolExecutor
    ) -> Iterator[tuple[Path, str]]:
        """Every file with the error of its compilation, as soon as it is known."""
        needs = self.needs = self._graph(files)
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
                self._set_stamp(file, self._stamp(file, needs[file]))
            order.done(file)
            yield file, error

    def _set_stamp(self, file: Path, stamp: str) -> None:
        with self.stamping:
            self.stamps[str(file)] = stamp
            _write(self.stamps_file, json.dumps(self.stamps, indent=1, sort_keys=True))

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
        self._set_stamp(file, "")  # an interrupted compilation may leave a .vo of this text
        begun = time.monotonic()
        self.tell(str(file))
        run = coqc(self.build, file)
        self.seconds[file] = time.monotonic() - begun
        answer = (run.stderr or run.stdout).strip() if run.returncode else ""
        return answer.replace(f'"./{file}"', f'"{source}"')  # the line is that of one's own file

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
        """The axioms of each theorem of a compiled file, by ``Print Assumptions``."""
        seconds = self.seconds.get(file, 0.0)
        subjects: list[Claim | None] = [*stated] or [None]
        if error:
            yield from (Outcome(claim, error, seconds=seconds) for claim in subjects)
            return
        query = _query_file(file, "axioms")
        pairs = _pairs(file, stated)
        _write(self.build / query, _questions(file, pairs))
        run = coqc(self.build, query)
        if run.returncode:
            error = (run.stderr or run.stdout).strip()
            yield from (Outcome(claim, error, seconds=seconds) for claim in subjects)
            return
        libraries, *answers = run.stdout.split("ANSWER")
        axioms = [_axioms(answer) for _, answer in zip(pairs, answers, strict=True)]
        full = self._full_names(file, {name for found in axioms for name in found})
        unseen = self._unseen(file, libraries)
        judged = [_judged([full.get(name, name) for name in found], unseen) for found in axioms]
        if file == EXAMPLES:
            yield next((o for o in judged if o.error), judged[0])
        for claim, outcome in zip(stated, judged, strict=False):
            yield replace(
                outcome,
                claim=claim,
                seconds=seconds,
                proof=digest((self.build / file).read_bytes()),
                library=library_digest(self.build / file, self.build),
            )

    def _full_names(self, file: Path, names: set[str]) -> dict[str, str]:
        """The absolute name of each axiom, where there is one only."""
        query = _query_file(file, "names")
        lines = [f'Goal True. idtac "ANSWER". Abort.\nLocate Term {n}.\n' for n in sorted(names)]
        _write(self.build / query, "".join([_required(file), *lines]))
        answers = coqc(self.build, query).stdout.split("ANSWER")[1:]
        found = (re.findall(r"^Constant (\S+)", answer, re.M) for answer in answers)
        pairs = zip(sorted(names), found, strict=False)  # none where Rocq could not be asked
        return {name: full[0] for name, full in pairs if len(full) == 1}

    def _unseen(self, file: Path, said: str) -> str:
        """A file of the project that Rocq has loaded, and that is not among what is required."""
        loaded = re.findall(r"^\s+Lemmata\.(\S+)", said, re.M)
        files = {Path(*name.split(".")).with_suffix(".v") for name in loaded}
        known, waiting = {file}, [file]
        while waiting:
            waiting += (new := self.needs[waiting.pop()] - known)
            known |= new
        return next((f"it loads {other}, unseen" for other in sorted(files - known)), "")


def unsound(file: Path, text: str) -> str:
    """The first forbidden command of a file, outside comments; empty if there is none."""
    if file == Path("verify/rocq/textbook.v"):
        return ""
    text = re.sub(r'"[^"]*"', " ", text)  # a string may hold half a comment
    comments = re.compile(r"\(\*(?:(?!\(\*|\*\)).)*\*\)", re.S)
    while comments.search(text):  # the innermost first
        text = comments.sub(" ", text)
    found = FORBIDDEN.search(text)
    return f"{file} says {found[0]}" if found else ""


def _axioms(answer: str) -> set[str]:
    """The names that ``Print Assumptions`` lists; any other line counts as a name too."""
    said = [line for line in answer.splitlines() if line and not line.startswith(" ")]
    names = {line.partition(" :")[0].strip() for line in said}
    return names - {"Axioms:", "Closed under the global context"}


def _judged(names: Iterable[str], unseen: str = "") -> Outcome:
    """A theorem counts if it rests on logic and on the textbook alone."""
    found = set(names)
    textbook = tuple(sorted(name for name in found if name.startswith(TEXTBOOK)))
    logical = tuple(sorted(found & LOGICAL))
    other = sorted(found - set(textbook) - set(logical))
    error = f"it rests on {', '.join(other)}" if other else unseen
    return Outcome(None, error, logical, textbook)


def _query_file(file: Path, of: str) -> Path:
    return Path("asked", f"{'_'.join(file.with_suffix('').parts)}_{of}.v")


def _required(file: Path) -> str:
    return f"Require {'.'.join(['Lemmata', *file.with_suffix('').parts])}.\n"


def _pairs(file: Path, stated: list[Claim]) -> list[tuple[str, str, str]]:
    """The module of a statement, its name there, and the name of its theorem in the file."""
    if file == EXAMPLES:
        return [("examples", f"{e.name}_example", f"{e.name}_is") for e in examples.TABLE]
    named = [(".".join(place(claim).parts), identifier(claim.id)) for claim in stated]
    return [(module_, name, name) for module_, name in named]


def _questions(file: Path, pairs: list[tuple[str, str, str]]) -> str:
    """Asks that the type of each theorem is the generated statement, and for its axioms."""
    proofs = ".".join(["Lemmata", *file.with_suffix("").parts])
    lines = [_required(file), "Print Libraries.\n"]
    for where, name, theorem in pairs:
        statement = f"Lemmata.statements.{where}.{name}"
        lines.append(f"Require Lemmata.statements.{where}.\n")
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
    for folder in places.values():
        folder.mkdir(parents=True, exist_ok=True)
    options = [part for f, folder in places.items() for part in ("-Q", str(folder), PATHS[f])]
    return subprocess.run(
        [program, *options, *arguments], cwd=build, capture_output=True, text=True, check=False
    )


def entry(outcome: Outcome, by: str) -> dict[str, Any]:
    """The record of an accepted theorem."""
    claim = outcome.claim
    assert claim is not None
    file = proof_file(claim)
    return {
        "statement": digest(statement(claim).encode()),
        "proof": outcome.proof,
        "library": outcome.library,
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
    lines = (f"{json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept))
    theorems = ",\n".join(lines)  # a line for each: so differences are read
    text = f'{{"version": {json.dumps(by)}, "theorems": {{\n{theorems}\n}}}}'
    temporary = file.with_suffix(".json.new")
    temporary.write_text(text + "\n", encoding="utf-8")
    os.replace(temporary, file)


def clean(build: Path = BUILD) -> None:
    """Forget what was compiled."""
    shutil.rmtree(build, ignore_errors=True)
