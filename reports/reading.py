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
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypedDict

from reports.formatting import is_number
from reports.schema import CellRecord, ClaimRecord, EvidenceRecord, FigureRecord, RunRecord

SCHEMA = 1
VERDICTS = ("proved", "holds", "refuted", "undecided")
METHODS = ("certificate", "adversarial", "statistical", "reproduction")
# Older files do not have these; their absence says nothing.
OPTIONAL = {
    "exact", "interval_method", "label", "needed", "tolerance", "ratio_interval", "ratio_exact",
    "margin", "decided_by", "reason", "constant_interval", "constant_cell", "practical",
}  # fmt: skip


class Plot(NamedTuple):
    """A drawing as SVG, and what is said below it."""

    svg: str
    caption: str


class ReadClaim(ClaimRecord):
    """A claim as the page can trust it; the last two are filled in when the page is made."""

    anchor: str
    routes: list[str]
    plot: Plot | None
    worst_case: str | None


class ReadResults(TypedDict):
    """All that the page is made from."""

    run: RunRecord
    claims: list[ReadClaim]
    figures: list[FigureRecord]
    benchmarks: str


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

    What is of another kind is noted; None, which stands for what is missing, is not.
    """
    kinds = (
        typing.get_args(kind) if typing.get_origin(kind) in (typing.Union, UnionType) else (kind,)
    )
    types = {typing.get_origin(part) or part for part in kinds}
    if kind is Any or types >= {Sequence, Mapping} or (value is None and NoneType in types):
        return value
    if typing.is_typeddict(kinds[0]):
        return _record(value, kinds[0], where, name, notes)
    said, form = next(((said, form) for said, of, form in _KINDS if of & types), ("text", str))
    fits = is_number(value) if form is float else isinstance(value, form)
    if not fits:
        if value is not None:
            notes.add(f"{name} is not {said}", where)
        return None if form is float else form()
    if form is list:
        (inner,) = typing.get_args(kinds[0])
        return [fit(entry, inner, where, f"{name} (an entry)", notes) for entry in value]
    return value


# What a note calls a kind, the types of the schema that are of it, what it is in JSON.
_KINDS: list[tuple[str, set[Any], type]] = [
    ("a list", {list, Sequence}, list),
    ("an object", {dict, Mapping}, dict),
    ("true or false", {bool}, bool),
    ("a number", {int, float}, float),
]
_fields = functools.cache(typing.get_type_hints)


def _record(value: Any, record: Any, where: str, name: str, notes: Notes) -> dict[str, Any]:
    given = value if isinstance(value, dict) else {}
    if value is not None and value is not given:
        notes.add(f"{name} is not an object", where)
    elif value is not None:
        for key in _fields(record):
            if key not in given and key not in OPTIONAL:
                notes.add(f"no {key}", where if name == "claim" else f"{where} ({name})")
    return {
        key: fit(given.get(key), kind, where, key, notes) for key, kind in _fields(record).items()
    }


def read(results: Any) -> tuple[ReadResults, Notes]:
    """The results with every field of schema 1 present, and what had to be filled in."""
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
    found: ReadResults = {
        "run": fit(results.get("run"), RunRecord, "the file", "run", notes),
        "claims": claims,
        "figures": fit(results.get("figures"), list[FigureRecord], "the file", "figures", notes),
        "benchmarks": fit(results.get("benchmarks"), str, "the file", "benchmarks", notes),
    }
    _contradictions(results.get("mutants"), claims, notes)
    return found, notes


def _claim(entry: Any, index: int, notes: Notes) -> ReadClaim:
    where = entry.get("id") if isinstance(entry, dict) else None
    where = where if isinstance(where, str) and where else f"claim {index}"
    claim: ReadClaim = fit(entry, ClaimRecord, where, "claim", notes)
    claim["id"] = claim["id"] or where
    claim["paper"] = claim["paper"] or claim["id"].partition(":")[0]
    claim["anchor"] = re.sub(r"[^\w:.-]", "-", claim["id"])
    claim["routes"] = list(dict.fromkeys(e["method"] for e in claim["evidence"] if e["method"]))
    claim["plot"] = claim["worst_case"] = None
    if claim["verdict"] not in VERDICTS:
        said = f"the verdict is {claim['verdict']!r}" if claim["verdict"] else "no verdict"
        notes.add(f"{said}, counted as unknown", where)
    return claim


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
        for other in [*claim["uses"], *([claim["repair"]] if claim["repair"] else [])]:
            if other not in known:
                notes.add(f"{other} is named but is not in the file", claim["id"])
    planted = [mutant for claim in claims for mutant in claim["mutants"]]
    caught = sum(bool(mutant["caught_by"]) for mutant in planted)
    if not isinstance(mutants, dict):
        notes.add("no mutants: counted from the claims", "the file")
    elif (mutants.get("planted"), mutants.get("caught")) != (len(planted), caught):
        notes.add("the count of mutants is not that of the claims, which is shown", "the file")
