"""What a proof rests on: the lemmas that it names, and that those name, read off the sources.

A name in a proof is that of a lemma or definition of the project if its own file has it above, or
else a file that it requires. Nothing is recorded: what is shown is what the files say now.
"""

import functools
import re
from dataclasses import dataclass
from pathlib import Path

from lemmata.theory.ledger import Claim, claims
from lemmata.theory.rocq.statement import identifier
from lemmata.verify.rocq.record import ROOT, checked, proof_file, requirements

_HEADING = re.compile(
    r"^\s*(?:Local |Global |Program )?"
    r"(Lemma|Theorem|Corollary|Fact|Proposition|Let|Definition|Fixpoint|Record) ([\w']+)",
    re.MULTILINE,
)
_COMMENT = re.compile(r"\(\*(?:(?!\(\*|\*\)).)*\*\)", re.DOTALL)
_NAME = re.compile(r"(?:([a-z]\w*)\.)?([A-Za-z_][\w']*)")
_PROVED = ("Lemma", "Theorem", "Corollary", "Fact", "Proposition")


@dataclass(frozen=True)
class Lemma:
    """A lemma, theorem or definition of a file, and every name in its statement and proof.

    A name may be qualified by its file: ``("drift", "drift_le")``.
    """

    file: Path
    name: str
    kind: str
    names: tuple[tuple[str, str], ...]


@functools.cache
def lemmas(file: Path) -> dict[str, Lemma]:
    """Those of a file, by name and in its order."""
    text = file.read_text(encoding="utf-8")
    while _COMMENT.search(text):  # the innermost first
        text = _COMMENT.sub(" ", text)
    headings = list(_HEADING.finditer(text))
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    return {
        heading[2]: Lemma(
            file,
            heading[2],
            heading[1],
            tuple(dict.fromkeys(_NAME.findall(text, heading.end(), end))),
        )
        for heading, end in zip(headings, ends, strict=True)
    }


@functools.cache
def named_by(lemma: Lemma) -> tuple[Lemma, ...]:
    """The lemmas of the project that a lemma names."""
    own = lemmas(lemma.file)
    above = list(own)[: list(own).index(lemma.name)]
    required = [path for one in requirements(lemma.file) if (path := ROOT / one).is_file()]
    found: dict[Lemma, None] = {}
    for qualifier, name in lemma.names:
        if not qualifier and name in above:
            found[own[name]] = None
            continue
        places = [file for file in reversed(required) if qualifier in ("", file.stem)]
        known = (lemmas(file).get(name) for file in places)
        if lemma_there := next((one for one in known if one and one.kind != "Let"), None):
            found[lemma_there] = None
    return tuple(found)


@functools.cache
def reached(lemma: Lemma) -> frozenset[Lemma]:
    """All that a lemma rests on, directly or through others."""
    seen: set[Lemma] = set()
    waiting = [lemma]
    while waiting:
        new = set(named_by(waiting.pop())) - seen
        seen |= new
        waiting += new
    return frozenset(seen)


def theorem(claim: Claim) -> Lemma | None:
    """The theorem of a proved claim."""
    file = proof_file(claim)
    known = claim.formal is not None and file.is_file()
    return lemmas(file).get(identifier(claim.id)) if known else None


def rests_on(claim: Claim) -> dict[str, list[str]]:
    """The lemmas and definitions below a claim's theorem, by file of the repository."""
    found = theorem(claim)
    by_file: dict[str, list[str]] = {}
    for lemma in sorted(reached(found) if found else (), key=_place):
        file = lemma.file.relative_to(ROOT) if lemma.file.is_relative_to(ROOT) else lemma.file
        if lemma.kind != "Let":  # it is local to a section
            by_file.setdefault(file.as_posix(), []).append(lemma.name)
    return by_file


def _place(lemma: Lemma) -> tuple[Path, int]:
    return lemma.file, list(lemmas(lemma.file)).index(lemma.name)


def contained(claim: Claim) -> list[str]:
    """The proved claims whose proofs are part of this one's: it reaches every lemma they name."""
    own = theorem(claim)
    below = reached(own) if own else frozenset()
    others = (other for other in claims() if other != claim.id)
    return [other for other in others if (named := _named_lemmas(other)) and named <= below]


@functools.cache
def _named_lemmas(claim_id: str) -> frozenset[Lemma]:
    """The lemmas that the checked proof of a claim names."""
    claim = claims()[claim_id]
    found = theorem(claim)
    named = {one for one in named_by(found) if one.kind in _PROVED} if found else set()
    return frozenset(named) if named and checked(claim) else frozenset()
