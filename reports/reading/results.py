"""A results file as the page can trust it: every field of its type, and notes on what is missing.

The file is written by others and may be older, cut short or altered. ``read`` never fails: what is
absent or of the wrong type becomes an empty value and a note.
"""

from __future__ import annotations

import re
import typing
from collections import Counter
from typing import Any, NamedTuple

from lemmata.reports.reading.fitting import Notes, fit
from lemmata.reports.schema import (
    SCHEMA,
    CellRecord,
    ClaimRecord,
    EvidenceRecord,
    FigureRecord,
    Number,
    PaperRecord,
    RunRecord,
    VerdictWord,
)

VERDICTS: tuple[str, ...] = typing.get_args(VerdictWord)
GRADES = {
    "wrong": "false for the networks that the paper speaks of",
    "needs a hypothesis": "true with a hypothesis that the paper has elsewhere or forgot",
    "edge": "false only at a degenerate or equality case",
    "step": "a step of a proof fails, the result stands",
    "reading": "the sentence is informal; what fails is one stated reading of it",
}
UNKNOWN = "unknown"
METHODS = ("proof", "exact", "adversarial", "statistical", "reproduction")


class Plot(NamedTuple):
    """A drawing as SVG, what is said below it, and in words where its curves end, if told."""

    svg: str
    caption: str
    ends: str = ""


class ReadClaim(ClaimRecord):
    """A claim as the page can trust it; the last four are filled in when the page is made.

    ``word`` is the verdict where it is one of VERDICTS.
    """

    anchor: str
    word: str
    routes: list[str]
    plot: Plot | None
    worst_case: str | None
    witness: tuple[Any, ...] | None
    shown_ratio: Number | None


class ReadResults(NamedTuple):
    """All that the page is made from, and what had to be filled in."""

    run: RunRecord
    claims: list[ReadClaim]
    figures: list[FigureRecord]
    papers: dict[str, PaperRecord]
    notes: Notes


def read(results: Any) -> ReadResults:
    """The results with every field of the schema present."""
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
    papers = _papers(results.get("papers"), notes)
    _contradictions(results.get("mutants"), claims, notes)
    return ReadResults(run, claims, figures, papers, notes)


def _papers(given: Any, notes: Notes) -> dict[str, PaperRecord]:
    """Papers by key; what is not an address of the net is none."""
    papers: dict[str, PaperRecord] = {}
    for key, entry in fit(given, dict[str, Any], "the file", "papers", notes).items():
        paper: PaperRecord = fit(entry, PaperRecord, str(key), "paper", notes)
        known = paper["address"].startswith("https://")
        papers[key] = {**paper, "address": paper["address"] if known else ""}
    return papers


def records_of(results: Any) -> dict[str, Any]:
    """What the file itself has of each claim that it names, as it stands there."""
    entries = results.get("claims") if isinstance(results, dict) else None
    known = (
        [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
    )
    named = ((entry.get("id"), entry) for entry in reversed(known))
    return {name: entry for name, entry in named if name and isinstance(name, str)}


def _claim(entry: Any, index: int, notes: Notes) -> ReadClaim:
    given = entry.get("id") if isinstance(entry, dict) else None
    where = given if given and isinstance(given, str) else f"claim {index}"
    claim: ReadClaim = fit(entry, ClaimRecord, where, "claim", notes)
    claim["id"] = claim["id"] or where
    claim["paper"] = claim["paper"] or claim["id"].partition(":")[0]
    claim["anchor"] = re.sub(r"[^\w:.-]", "-", claim["id"])
    if claim["proof"] and not claim["proof"]["theorem"]:
        claim["proof"] = None
    methods = [*(["proof"] if claim["proof"] else []), *(e["method"] for e in claim["evidence"])]
    claim["routes"] = list(dict.fromkeys(filter(None, methods)))
    if claim["verdict"] == "proved" and not claim["proof"]:
        claim["verdict"] = ""
        notes.add("proved, and by no theorem of Rocq", where)
    claim["word"] = claim["verdict"] if claim["verdict"] in VERDICTS else UNKNOWN
    claim["plot"] = claim["worst_case"] = claim["witness"] = claim["shown_ratio"] = None
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
        if claim["verdict"] in ("holds", "refuted") and not claim["evidence"]:
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
