"""A results file as the page can trust it: every field of its type, and notes on what is missing.

The file is written by others and may be older, cut short or altered. ``read`` never fails: what is
absent or of the wrong type becomes an empty value and a note.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from reports.formatting import is_number

Record: TypeAlias = dict[str, Any]

SCHEMA = 1
VERDICTS = ("proved", "holds", "refuted", "undecided")
METHODS = ("certificate", "adversarial", "statistical", "reproduction")

TEXT, TRUTH, NUMBER, ANY = "text", "true or false", "a number", "anything"
CELL = {
    "parameters": {}, "lhs": ANY, "rhs": ANY, "slack": ANY, "ratio": NUMBER, "decision": TEXT,
    "interval": ANY, "samples": NUMBER, "label": TEXT, "exact": ANY,
    "interval_method": TEXT, "needed": NUMBER,
}  # fmt: skip
EVIDENCE = {
    "method": TEXT, "check": TEXT, "file": TEXT, "routes": [TEXT], "domain": TEXT,
    "decision": TEXT, "covers": TRUTH, "cells": [CELL], "worst": NUMBER, "witness": ANY,
    "command": TEXT,
}  # fmt: skip
PRACTICAL = {
    "bound": NUMBER, "trivial": NUMBER, "why": TEXT, "at": {}, "scale": TEXT, "speaks": TRUTH,
    "speaks_from": NUMBER,
}  # fmt: skip
CLAIM = {
    "id": TEXT, "paper": TEXT, "kind": TEXT, "title": TEXT, "statement": TEXT,
    "hypotheses": [{"name": TEXT, "statement": TEXT, "variable": TEXT}], "source": TEXT,
    "uses": [TEXT], "file": TEXT, "repair": TEXT, "expected": TEXT, "reason": TEXT,
    "decided_by": TEXT, "verdict": TEXT, "why": TEXT, "conflict": TRUTH, "failures": [TEXT],
    "vacuous": TRUTH, "practical": PRACTICAL, "tightness": NUMBER, "power": NUMBER,
    "constant": NUMBER,
    "constant_interval": ANY, "constant_cell": TEXT, "checks": [TEXT],
    "evidence": [EVIDENCE], "mutants": [{"name": TEXT, "caught_by": TEXT}], "seed": NUMBER,
    "effort": TEXT, "device": TEXT, "time": TEXT, "seconds": NUMBER, "command": TEXT,
}  # fmt: skip
RUN = {
    "seed": NUMBER, "effort": TEXT, "device": TEXT, "versions": {}, "wall_seconds": NUMBER,
    "false_alarm_budget": NUMBER, "time": TEXT,
    "calibration": {
        "level": NUMBER, "runs": NUMBER, "seed": NUMBER,
        "coverage": [{"method": TEXT, "law": TEXT, "covered": NUMBER}],
    },
}  # fmt: skip
FIGURE = {"id": TEXT, "title": TEXT, "svg": TEXT, "csv": TEXT, "published": ANY}
# the absence of these says nothing
OPTIONAL = {
    "exact", "interval_method", "label", "needed", "decided_by", "reason", "constant_interval",
    "constant_cell", "practical",
}  # fmt: skip


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


@dataclass
class Notes:
    """What was missing or wrong, by field, with where it was."""

    found: dict[str, list[str]] = field(default_factory=dict)

    def add(self, what: str, where: str) -> None:
        places = self.found.setdefault(what, [])
        if where not in places:
            places.append(where)

    def lines(self) -> list[str]:
        """One sentence each, naming the first few places."""
        lines = []
        for what, places in self.found.items():
            shown = ", ".join(places[:3])
            more = f" and {len(places) - 3} more" if len(places) > 3 else ""
            lines.append(f"{what}: {shown}{more}" if shown else what)
        return lines


def fit(value: Any, spec: Any, where: str, name: str, notes: Notes) -> Any:
    """``value`` if it is what ``spec`` says, else the empty value of that type and a note."""
    if isinstance(spec, dict):
        return _record(value, spec, where, name, notes)
    if isinstance(spec, list):
        if isinstance(value, list):
            return [fit(entry, spec[0], where, f"{name} (an entry)", notes) for entry in value]
        if value is not None:
            notes.add(f"{name} is not a list", where)
        return []
    if value is None or spec == ANY:
        return "" if spec == TEXT else False if spec == TRUTH else value
    fits = {
        TEXT: isinstance(value, str),
        TRUTH: isinstance(value, bool),
        NUMBER: is_number(value),
    }
    if fits[spec]:
        return value
    notes.add(f"{name} is not {spec}", where)
    return fit(None, spec, where, name, notes)


def _record(value: Any, spec: Record, where: str, name: str, notes: Notes) -> Record:
    if not isinstance(value, dict):
        if value is not None:
            notes.add(f"{name} is not an object", where)
        value = {}
    elif not spec:  # any keys
        return value
    else:
        for key in spec:
            if key not in value and key not in OPTIONAL:
                notes.add(f"no {key}", where if name == "claim" else f"{where} ({name})")
    return {key: fit(value.get(key), entry, where, key, notes) for key, entry in spec.items()}


def read(results: Any) -> tuple[Record, Notes]:
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
    listed = results.get("claims")
    if listed is not None and not isinstance(listed, list):
        notes.add("claims is not a list", "the file")
    entries = listed if isinstance(listed, list) else []
    claims = [_claim(entry, index, notes) for index, entry in enumerate(entries, 1)]
    _tell_apart(claims, notes)
    read_results = {
        "run": fit(results.get("run"), RUN, "the file", "run", notes),
        "claims": claims,
        "figures": fit(results.get("figures"), [FIGURE], "the file", "figures", notes),
        "benchmarks": fit(results.get("benchmarks"), TEXT, "the file", "benchmarks", notes),
    }
    _contradictions(results.get("mutants"), claims, notes)
    return read_results, notes


def _claim(entry: Any, index: int, notes: Notes) -> Record:
    where = entry.get("id") if isinstance(entry, dict) else None
    where = where if isinstance(where, str) and where else f"claim {index}"
    claim: Record = fit(entry, CLAIM, where, "claim", notes)
    claim["id"] = claim["id"] or where
    claim["paper"] = claim["paper"] or claim["id"].partition(":")[0]
    claim["anchor"] = re.sub(r"[^\w:.-]", "-", claim["id"])
    if claim["verdict"] not in VERDICTS:
        said = f"the verdict is {claim['verdict']!r}" if claim["verdict"] else "no verdict"
        notes.add(f"{said}, counted as unknown", where)
    for evidence in claim["evidence"]:
        worst = evidence["worst"]
        cells = evidence["cells"]
        inside = isinstance(worst, int) and 0 <= worst < len(cells)
        evidence["worst"] = cells[worst] if inside else None
    claim["routes"] = list(dict.fromkeys(e["method"] for e in claim["evidence"] if e["method"]))
    return claim


def _tell_apart(claims: list[Record], notes: Notes) -> None:
    """Anchors stand once, also where ids do not."""
    seen: Counter[str] = Counter()
    for claim in claims:
        anchor = claim["anchor"]
        seen[anchor] += 1
        if seen[anchor] > 1:
            notes.add("the id stands more than once", claim["id"])
            claim["anchor"] = f"{anchor}--{seen[anchor]}"


def _contradictions(mutants: Any, claims: list[Record], notes: Notes) -> None:
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
