"""The first screen: what was found about each paper, in three sentences and two lists."""

from collections import Counter
from typing import NamedTuple

from reports.formatting import approximate, exact, number, plural, rank
from reports.reading.results import GRADES, ReadClaim, graded
from reports.schema import PaperRecord
from reports.story.findings import GOOD, RANKS, USED_UP

MOST = 6  # of a list
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class StandingClaim(NamedTuple):
    """A main statement that stands, and how much of it is needed: in words."""

    claim: ReadClaim
    how: str


class PaperStory(NamedTuple):
    """One paper: what one cites, three sentences, what stands and what falls."""

    key: str
    cited: str
    address: str
    sentences: list[str]
    stands: list[StandingClaim]
    falls: list[ReadClaim]


def stories(claims: list[ReadClaim], papers: dict[str, PaperRecord]) -> list[PaperStory]:
    """Each paper of the results, in their order; figures are not statements."""
    by_id = {claim["id"]: claim for claim in claims}
    return [
        _story(
            key, [c for c in claims if c["paper"] == key and c["kind"] != "figure"], by_id, papers
        )
        for key in dict.fromkeys(claim["paper"] for claim in claims)
    ]


def _story(
    key: str, own: list[ReadClaim], by_id: dict[str, ReadClaim], papers: dict[str, PaperRecord]
) -> PaperStory:
    about = papers.get(key) or {"cited": key, "address": ""}
    stands = sorted((c for c in own if c["verdict"] in GOOD), key=_order)
    falls = sorted((c for c in own if c["verdict"] == "refuted"), key=_order)
    main = [StandingClaim(claim, _how(claim, by_id)) for claim in stands if _is_main(claim)]
    sentences = [_counted(own), _standing(main), _falling(own, falls)]
    said = [sentence for sentence in sentences if sentence]
    return PaperStory(key, about["cited"] or key, about["address"], said, main[:MOST], falls[:MOST])


def name_of(claim: ReadClaim) -> str:
    """Theorem 1 for paper:theorem-1."""
    words = claim["id"].partition(":")[2] or claim["id"]
    return words.replace("-", " ")


def _order(claim: ReadClaim) -> int:
    return rank(claim["id"].partition(":")[2].partition("-")[0], RANKS)


def _is_main(claim: ReadClaim) -> bool:
    """Theorems and corollaries, numbered as in the main text."""
    kind, _, count = claim["id"].partition(":")[2].partition("-")
    return kind in RANKS[:2] and count.isdigit()


def _count(many: int) -> str:
    return WORDS[many] if many < len(WORDS) else str(many)


def _counted(own: list[ReadClaim]) -> str:
    words = Counter(claim["word"] for claim in own)
    said = {
        "proved": "proved step by step", "holds": "hold wherever they were tried",
        "refuted": "false as printed", "undecided": "undecided",
    }  # fmt: skip
    parts = []
    for word, means in said.items():
        if many := words[word]:
            verb = "" if word == "holds" else "is " if many == 1 else "are "
            parts.append(f"{_count(many)} {verb}{means}")
    return f"Of {plural(len(own), 'statement')} {_list(parts)}" if own and parts else ""


def _standing(main: list[StandingClaim]) -> str:
    """Which theorems stand, and with which constant."""
    if not main:
        return ""
    names = _list([f"{name_of(s.claim)} ({s.how})" if s.how else name_of(s.claim) for s in main])
    stand = "stands" if len(main) == 1 else "stand"
    return f"Of the main text {names} {stand}"


def _falling(own: list[ReadClaim], falls: list[ReadClaim]) -> str:
    """How bad what falls is, by grade, and that a true statement is known."""
    if not falls:
        return "Nothing was refuted" if own else ""
    grades = Counter(claim["grade"] for claim in falls if graded(claim))
    parts = [
        f"{_list([name_of(c) for c in falls if c['grade'] == grade])}: {meaning}"
        for grade, meaning in GRADES.items()
        if grades[grade]
    ]
    repaired = sum(bool(claim["repair"]) for claim in falls)
    ending = f". The nearest true statement is known for {_count(repaired)} of {_count(len(falls))}"
    return f"What falls, by grade: {'; '.join(parts)}{ending if repaired else ''}"


def _how(claim: ReadClaim, by_id: dict[str, ReadClaim]) -> str:
    """The constant it stands with, what the evidence needs, and what is sharper."""
    used = _constant_used(claim)
    least = approximate(claim["constant"])
    parts = []
    if used is not None:
        parts.append(f"with $C = {number(used)}$")
        if least and least < used:
            parts.append(f"of which the evidence needs {number(least)}")
    elif (share := approximate(claim["shown_ratio"])) is not None:
        meets = share >= USED_UP
        parts.append("both sides meet" if meets else f"{100 * share:.2g} % of the bound is used")
    if claim["vacuous"]:
        parts.append("it says nothing at practical sizes")
    if claim["repair"] in by_id and by_id[claim["repair"] or ""]["verdict"] in GOOD:
        parts.append("a sharper one is known")
    return ", ".join(parts)


def _constant_used(claim: ReadClaim) -> float | None:
    """The constant C that all cells were judged with."""
    cells = [cell for evidence in claim["evidence"] for cell in evidence["cells"]]
    used = {exact(cell["parameters"].get("C")) for cell in cells}
    (only,) = used if len(used) == 1 else (None,)
    return float(only) if only is not None else None


def _list(parts: list[str]) -> str:
    """a, b and c."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))
