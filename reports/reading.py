"""A results file as the page can trust it: every field of its type, and notes on what is missing.

The file is written by others and may be older, cut short or altered. ``read`` never fails: what is
absent or of the wrong type becomes an empty value and a note.
"""

from __future__ import annotations

import functools
import json
import re
import typing
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple

from reports.formatting import is_number
from reports.schema import (
    CellRecord,
    ClaimRecord,
    EvidenceRecord,
    FigureRecord,
    RunRecord,
    VerdictWord,
)

SCHEMA = 1
VERDICTS: tuple[str, ...] = typing.get_args(VerdictWord)
GRADES = {
    "wrong": "false for the networks that the paper speaks of",
    "needs a hypothesis": "true with one that the paper has elsewhere or forgot",
    "edge": "false only at a degenerate or equality case",
    "step": "a step of a proof fails, the result stands",
}
UNKNOWN = "unknown"
METHODS = ("certificate", "adversarial", "statistical", "reproduction")
# Older files do not have these; their absence says nothing.
OPTIONAL = {
    "exact", "interval_method", "label", "needed", "tolerance", "ratio_interval", "ratio_exact",
    "margin", "decided_by", "reason", "constant_interval", "constant_cell", "practical",
    "history", "code", "seconds", "proof", "proof_attacks", "also_proved", "needless",
    "survivors", "ratios",
    "figure",
}  # fmt: skip


_DEEPEST = 12  # lists in lists


class Plot(NamedTuple):
    """A drawing as SVG, and what is said below it."""

    svg: str
    caption: str


class ReadClaim(ClaimRecord):
    """A claim as the page can trust it; the last two are filled in when the page is made.

    ``word`` is the verdict where it is one of VERDICTS.
    """

    anchor: str
    word: str
    routes: list[str]
    plot: Plot | None
    worst_case: str | None


class ReadResults(NamedTuple):
    """All that the page is made from, and what had to be filled in."""

    run: RunRecord
    claims: list[ReadClaim]
    figures: list[FigureRecord]
    notes: Notes


class NotJson(ValueError):
    """A results file that cannot be read at all."""


def load(path: Path) -> Any:
    """The content of a results file, whatever it is."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotJson(f"{path.name} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise NotJson(f"{path.name} is not JSON: {error}") from error
    except RecursionError as error:
        raise NotJson(f"{path.name} is nested too deeply") from error


class Notes:
    """What was missing or wrong, by field, with where it was."""

    def __init__(self) -> None:
        self.found: dict[str, dict[str, None]] = {}

    def add(self, what: str, where: str) -> None:
        self.found.setdefault(what, {})[where] = None

    def sentences(self) -> list[str]:
        """One for each, naming the first few places."""
        said = []
        for what, places in self.found.items():
            shown = ", ".join(list(places)[:3])
            more = f" and {len(places) - 3} more" if len(places) > 3 else ""
            said.append(f"{what}: {shown}{more}" if shown else what)
        return said


def fit(value: Any, kind: Any, where: str, name: str, notes: Notes) -> Any:
    """``value`` if it is of its kind, a type of the schema, else that kind's empty value.

    What is of another kind is noted, and what a record lacks; None, which stands for what is
    missing, is not.
    """
    return _fitter(kind)(value, where, name, notes)


Fitter = Callable[[Any, str, str, Notes], Any]


@functools.cache  # a file has a hundred thousand values of thirty kinds: a kind is looked at once
def _fitter(kind: Any) -> Fitter:
    union = typing.get_origin(kind) in (typing.Union, UnionType)
    kinds = typing.get_args(kind) if union else (kind,)
    types = {dict if typing.is_typeddict(k) else typing.get_origin(k) or k for k in kinds}
    if kind is Any or types >= {Sequence, Mapping}:
        return _json
    said, form = next(((said, form) for said, of, form in _KINDS if of & types), ("text", str))
    if typing.is_typeddict(kinds[0]):
        found = _record(kinds[0])
    elif form is list:
        found = _list(_fitter(*typing.get_args(kinds[0])))
    else:
        found = _single(said, form)
    if NoneType not in types:
        return found
    return lambda value, *told: None if value is None else found(value, *told)


def _json(value: Any, where: str, name: str, notes: Notes) -> Any:
    if _deep(value):
        notes.add(f"{name} is nested too deeply", where)
        return None
    return value


def _single(said: str, form: type) -> Fitter:
    def fitted(value: Any, where: str, name: str, notes: Notes) -> Any:
        if is_number(value) if form is float else isinstance(value, form):
            return value
        if value is not None:
            notes.add(f"{name} is not {said}", where)
        return None if form is float else form()

    return fitted


def _list(inner: Fitter) -> Fitter:
    whole = _single("a list", list)

    def fitted(value: Any, where: str, name: str, notes: Notes) -> Any:
        entry = f"{name} (an entry)"
        return [inner(each, where, entry, notes) for each in whole(value, where, name, notes)]

    return fitted


def _record(kind: Any) -> Fitter:
    whole, hints = _single("an object", dict), typing.get_type_hints(kind)
    fields = {key: _fitter(of) for key, of in hints.items()}
    needed = [key for key in fields if key not in OPTIONAL]

    def fitted(value: Any, where: str, name: str, notes: Notes) -> Any:
        if isinstance(value, dict):
            for key in needed:
                if key not in value:
                    notes.add(f"no {key}", where if name == "claim" else f"{where} ({name})")
        given = whole(value, where, name, notes)
        return {key: of(given.get(key), where, key, notes) for key, of in fields.items()}

    return fitted


def _deep(value: Any) -> bool:
    """Whether lists and objects are nested beyond what any number of a claim is."""
    level = [value] if isinstance(value, list | dict) else []
    for _ in range(_DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, list | dict)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            break
    return bool(level)


# What a note calls a kind, the types of the schema that are of it, what it is in JSON.
_KINDS: list[tuple[str, set[Any], type]] = [
    ("a list", {list, Sequence}, list),
    ("an object", {dict, Mapping}, dict),
    ("true or false", {bool}, bool),
    ("a number", {int, float}, float),
]


def read(results: Any) -> ReadResults:
    """The results with every field of schema 1 present."""
    notes = Notes()
    if not isinstance(results, dict):
        notes.add("the file is not an object", "")
        results = {}
    if (schema := results.get("schema")) != SCHEMA:
        said = "no schema is given" if schema is None else f"the schema is {schema!r}"
        notes.add(f"{said}, this page reads schema {SCHEMA}: what could be read is shown", "")
    for part in ("run", "claims", "figures"):
        if part not in results:
            notes.add(f"no {part}", "the file")
    entries = fit(results.get("claims"), list[Any], "the file", "claims", notes)
    claims = [_claim(entry, index, notes) for index, entry in enumerate(entries, 1)]
    _tell_apart(claims, notes)
    run = fit(results.get("run"), RunRecord, "the file", "run", notes)
    figures = fit(results.get("figures"), list[FigureRecord], "the file", "figures", notes)
    _contradictions(results.get("mutants"), claims, notes)
    return ReadResults(run, claims, figures, notes)


def _claim(entry: Any, index: int, notes: Notes) -> ReadClaim:
    given = entry.get("id") if isinstance(entry, dict) else None
    where = given if given and isinstance(given, str) else f"claim {index}"
    claim: ReadClaim = fit(entry, ClaimRecord, where, "claim", notes)
    claim["id"] = claim["id"] or where
    claim["paper"] = claim["paper"] or claim["id"].partition(":")[0]
    claim["anchor"] = re.sub(r"[^\w:.-]", "-", claim["id"])
    claim["routes"] = list(dict.fromkeys(e["method"] for e in claim["evidence"] if e["method"]))
    claim["word"] = claim["verdict"] if claim["verdict"] in VERDICTS else UNKNOWN
    claim["plot"] = claim["worst_case"] = None
    if claim["word"] == UNKNOWN:
        said = f"the verdict is {claim['verdict']!r}" if claim["verdict"] else "no verdict"
        notes.add(f"{said}, counted as unknown", where)
    return claim


def graded(claim: ReadClaim) -> bool:
    """Whether it is refuted, and it is known how much is wrong with it."""
    return claim["verdict"] == "refuted" and claim["grade"] in GRADES


def worst_cell(evidence: EvidenceRecord) -> CellRecord | None:
    """The cell that came closest to violating the claim."""
    worst, cells = evidence["worst"], evidence["cells"]
    return cells[worst] if isinstance(worst, int) and 0 <= worst < len(cells) else None


def _tell_apart(claims: list[ReadClaim], notes: Notes) -> None:
    """Anchors stand once, also where ids do not."""
    seen: Counter[str] = Counter()
    for claim in claims:
        seen[claim["anchor"]] += 1
        if (count := seen[claim["anchor"]]) > 1:
            notes.add("the id stands more than once", claim["id"])
            claim["anchor"] += f"--{count}"


def _contradictions(mutants: Any, claims: list[ReadClaim], notes: Notes) -> None:
    """Where the file disagrees with itself."""
    known = {claim["id"] for claim in claims}
    for claim in claims:
        decisions = {evidence["decision"] for evidence in claim["evidence"]}
        if claim["verdict"] in ("proved", "holds") and "contradicts" in decisions:
            notes.add("the verdict is not refuted, yet evidence contradicts the claim", claim["id"])
        if claim["verdict"] in ("proved", "holds", "refuted") and not claim["evidence"]:
            notes.add("a verdict without evidence", claim["id"])
        for other in filter(None, [*claim["uses"], claim["repair"]]):
            if other not in known:
                notes.add(f"{other} is named but is not in the file", claim["id"])
    if not isinstance(mutants, dict):
        notes.add("no mutants: counted from the claims", "the file")
    elif {**mutants, **planted(claims)} != mutants:
        notes.add("the count of mutants is not that of the claims, which is shown", "the file")


def planted(claims: list[ReadClaim]) -> dict[str, int]:
    """How many mutants there are, and how many of them are caught."""
    caught = [bool(mutant["caught_by"]) for claim in claims for mutant in claim["mutants"]]
    return {"planted": len(caught), "caught": sum(caught)}
