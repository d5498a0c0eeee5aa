"""A results file as the page shows it: its claims with what the page adds, and remarks.

Every field is of its type: a file that is not of the schema was refused when it was read.
"""

import re
import typing
from collections import Counter
from typing import Any, NamedTuple

from lemmata.verify.results.schema import (
    CellRecord,
    ClaimRecord,
    EvidenceRecord,
    FigureRecord,
    Number,
    PaperRecord,
    Results,
    RunRecord,
    SentenceRecord,
    VerdictWord,
)

VERDICTS: tuple[VerdictWord, ...] = typing.get_args(VerdictWord)
GRADES = {
    "wrong": "false for the networks that the paper speaks of",
    "needs a hypothesis": "true with a hypothesis that the paper has elsewhere or forgot",
    "edge": "false only at a degenerate or equality case",
    "step": "a step of a proof fails, the result stands",
    "reading": "the sentence is informal; what fails is one stated reading of it",
}
GOOD = ("proved", "holds")
METHODS = ("proof", "exact", "adversarial", "statistical", "reproduction")


class Notes:
    """Remarks on what is missing or contradictory, with where it is."""

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
            said.append(f"{what}: {shown}{more}")
        return said


class Plot(NamedTuple):
    """A plot as SVG, its caption and, in numbers, where its curves end."""

    svg: str
    caption: str
    ends: str = ""


class PageClaim(ClaimRecord):
    """A claim as the pages show it; the last four are filled in when they are made."""

    anchor: str
    routes: list[str]
    plot: Plot | None
    worst_case: str | None
    witness: tuple[Any, ...] | None
    shown_ratio: Number | None


class PageResults(NamedTuple):
    """All that the page is made from, and remarks on it."""

    run: RunRecord
    claims: list[PageClaim]
    figures: list[FigureRecord]
    papers: dict[str, PaperRecord]
    sentences: list[SentenceRecord]
    notes: Notes


def prepare(results: Results) -> PageResults:
    """The results with what the page adds to them."""
    claims = [_claim(record) for record in results["claims"]]
    _tell_apart(claims)
    papers = {key: _with_address(paper) for key, paper in results["papers"].items()}
    return PageResults(
        results["run"],
        claims,
        results["figures"],
        papers,
        results["sentences"],
        _remarks(claims),
    )


def _with_address(paper: PaperRecord) -> PaperRecord:
    """What is not an address of the net is none."""
    address = paper["address"]
    return {**paper, "address": address if address.startswith("https://") else ""}


def _claim(record: ClaimRecord) -> PageClaim:
    methods = [*(["proof"] if record["proof"] else []), *(e["method"] for e in record["evidence"])]
    return {
        **record,
        "anchor": re.sub(r"[^\w:.-]", "-", record["id"]),
        "routes": list(dict.fromkeys(methods)),
        "plot": None,
        "worst_case": None,
        "witness": None,
        "shown_ratio": None,
    }


def has_grade(claim: PageClaim) -> bool:
    """Whether it is refuted, and it is known how much is wrong with it."""
    return claim["verdict"] == "refuted" and claim["grade"] in GRADES


def unexpected(claim: ClaimRecord) -> bool:
    """Whether the verdict is the opposite of the one the ledger expects."""
    both = {claim["verdict"], claim["expected"]}
    return "refuted" in both and not both.isdisjoint(GOOD)


def worst_cell(evidence: EvidenceRecord) -> CellRecord | None:
    """The cell that came closest to violating the claim."""
    return None if evidence["worst"] is None else evidence["cells"][evidence["worst"]]


def _tell_apart(claims: list[PageClaim]) -> None:
    """Anchors stand once, also where two ids differ in letters that no anchor has."""
    seen: Counter[str] = Counter()
    for claim in claims:
        seen[claim["anchor"]] += 1
        if (count := seen[claim["anchor"]]) > 1:
            claim["anchor"] += f"--{count}"


def _remarks(claims: list[PageClaim]) -> Notes:
    """Where the results disagree with themselves."""
    notes, known = Notes(), {claim["id"] for claim in claims}
    for claim in claims:
        decisions = {evidence["decision"] for evidence in claim["evidence"]}
        if claim["verdict"] in ("proved", "holds") and "contradicts" in decisions:
            notes.add("the verdict is not refuted, yet evidence contradicts the claim", claim["id"])
        if claim["verdict"] in ("holds", "refuted") and not claim["evidence"]:
            notes.add("a verdict without evidence", claim["id"])
        for other in filter(None, [*claim["uses"], claim["repair"]]):
            if other not in known:
                notes.add(f"{other} is named but is not in the file", claim["id"])
    return notes


def mutant_counts(claims: list[PageClaim]) -> dict[str, int]:
    """How many mutants there are, and how many of them are caught."""
    caught = [bool(mutant["caught_by"]) for claim in claims for mutant in claim["mutants"]]
    return {"planted": len(caught), "caught": sum(caught)}
