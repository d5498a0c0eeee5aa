"""What is told of each paper: three sentences, and its statements in its own order."""

import re
from collections import Counter
from pathlib import PurePosixPath
from typing import NamedTuple

from markupsafe import Markup

from lemmata.reports.claims import GOOD, GRADES, VERDICTS, PageClaim, has_grade
from lemmata.reports.formatting import approximate, exact, number, plural, prose, rank
from lemmata.reports.story.headings import OURS, name
from lemmata.verify.results.schema import PaperRecord, SymbolRecord

NEW = "New laws"
RANKS = ("theorem", "corollary", "lemma", "table")
FALSE = {  # what is wrong with a refuted statement, by its grade
    "wrong": "false for the networks of the paper",
    "needs a hypothesis": "true with a hypothesis that is missing",
    "edge": "false in a degenerate case alone",
    "step": "true by another proof",
    "reading": "informal, and false in one reading",
}
SEVERAL = 3  # statements with a symbol of one meaning
USED_UP = 1 - 1e-6  # of a bound
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class StandingClaim(NamedTuple):
    """A main statement that stands, and how much of it is needed: in words."""

    claim: PageClaim
    how: str
    sharper: bool


class PaperStory(NamedTuple):
    """One paper: how one cites it, three sentences, its statements, and the page it is told on.

    ``short`` is its name in a menu. ``groups`` are the statements again: those of a paper in its
    order, laws of this audit by their subject, which is the name of their file. ``notation`` are
    the symbols that several of them explain alike, the commonest first.
    """

    key: str
    name: str
    short: str
    cited: str
    address: str
    page: str
    lead: str
    sentences: list[Markup]
    statements: list[PageClaim]
    groups: list[tuple[str, list[PageClaim]]]
    notation: list[SymbolRecord]


def stories(claims: list[PageClaim], papers: dict[str, PaperRecord]) -> list[PaperStory]:
    """Each paper of the results, in their order; figures are not statements."""
    by_id = {claim["id"]: claim for claim in claims}
    return [
        _story(key, [c for c in claims if c["paper"] == key], by_id, papers)
        for key in dict.fromkeys(claim["paper"] for claim in claims)
    ]


def _story(
    key: str, every: list[PageClaim], by_id: dict[str, PageClaim], papers: dict[str, PaperRecord]
) -> PaperStory:
    own = [claim for claim in every if claim["kind"] != "figure"]
    figures = [claim for claim in every if claim["kind"] == "figure"]
    about = papers.get(key) or {"cited": key, "address": ""}
    stands = sorted((c for c in own if c["verdict"] in GOOD), key=_order)
    falls = sorted((c for c in own if c["verdict"] == "refuted"), key=_worst)
    main = [
        StandingClaim(claim, _how(claim), _is_sharpened(claim, by_id))
        for claim in stands
        if _is_main(claim)
    ]
    fallen = [claim for claim in falls if _is_main(claim)]
    serves = sum(
        c["repair"] in {o["id"] for o in own} and c["paper"] != key for c in by_id.values()
    )
    about_main = _repair_sentence(serves) if serves else _main_sentence(main, fallen)
    what = "law" if key == OURS else "statement"
    counted = (_count_sentence(own, what), _count_sentence(figures, "sentence", " on figures"))
    sentences = list(filter(None, (*counted, about_main, _refutation_sentence(own, falls))))
    cited = about["cited"] or key
    words = Counter[str](claim["verdict"] for claim in every)
    known = [(many, word) for word in VERDICTS if (many := words[word])]
    verdicts = ", ".join(
        f"{many} {'hold' if many > 1 and word == 'holds' else word}" for many, word in known
    )
    return PaperStory(
        key,
        NEW if key == OURS else _title(cited),
        NEW if key == OURS else _authors(cited) or key,
        cited,
        about["address"],
        f"papers/{re.sub(r'[^A-Za-z0-9_.-]', '-', key)}.html",
        f"{plural(len(every), what)}: {verdicts}",
        sentences,
        own,
        _by_subject(own) if key == OURS else [("", own)],
        _notation(own),
    )


def _notation(statements: list[PageClaim]) -> list[SymbolRecord]:
    """Of each symbol the meaning that most statements have, if it is that of several.

    A meaning that says more, as of a matrix that it is a layer of the network, is preferred.
    """
    counted = Counter((s["latex"], s["means"]) for claim in statements for s in claim["symbols"])
    found: dict[str, SymbolRecord] = {}
    for (latex, means), count in counted.most_common():
        if count >= SEVERAL and means.startswith(found.get(latex, {"means": ""})["means"]):
            found[latex] = {"latex": latex, "means": means}
    return list(found.values())


def _by_subject(laws: list[PageClaim]) -> list[tuple[str, list[PageClaim]]]:
    groups: dict[str, list[PageClaim]] = {}
    for law in laws:
        subject = PurePosixPath(law["file"].rpartition(":")[0]).stem.replace("_", " ")
        groups.setdefault(subject.capitalize(), []).append(law)
    return list(groups.items())


def _title(cited: str) -> str:
    """The title of what is cited as AUTHORS. TITLE. PLACE YEAR."""
    parts = cited.split(". ")
    return parts[1] if len(parts) > 2 else cited


def _authors(cited: str) -> str:
    """Meterez et al. 2024: the first author and the year."""
    names, _, rest = cited.partition(". ")
    year = re.findall(r"\b\d{4}\b", rest)
    first = names.split(",")[0]
    more = " et al." if "," in names else ""
    return f"{first}{more} {year[-1]}" if year and len(first) < 25 else ""


def name_of(claim: PageClaim) -> Markup:
    """Its number, or else what it is about; it leads to the row of the claim on this page."""
    return Markup('<a href="#row-{}">{}</a>').format(claim["anchor"], prose(name(claim)))


def _order(claim: PageClaim) -> int:
    return rank(claim["id"].partition(":")[2].partition("-")[0], RANKS)


def _worst(claim: PageClaim) -> tuple[int, int]:
    """By grade, then by what it is called."""
    return rank(claim["grade"], tuple(GRADES)), _order(claim)


def _is_main(claim: PageClaim) -> bool:
    """Theorems and corollaries, numbered as in the main text."""
    kind, _, count = claim["id"].partition(":")[2].partition("-")
    return kind in RANKS[:2] and count.isdigit()


def _count(many: int) -> str:
    return WORDS[many] if many < len(WORDS) else str(many)


def _count_sentence(own: list[PageClaim], what: str, where: str = "") -> Markup:
    words = Counter[str](claim["verdict"] for claim in own)
    said = {
        "proved": "proved in Rocq",
        "holds": "wherever tried",
        "refuted": "false as printed",
        "undecided": "undecided",
        "not run": "not run",
    }
    parts = []
    for word, means in said.items():
        if many := words[word]:
            verb = "hold" + "s" * (many == 1) if word == "holds" else "is" if many == 1 else "are"
            parts.append(Markup(f"{_count(many)} {verb} {means}"))
    found = Markup("Of {}{} {}").format(plural(len(own), what), where, _list(parts))
    return found if own and parts else Markup("")


def _repair_sentence(many: int) -> Markup:
    """What the laws of an audit are for."""
    return Markup(f"They are the sharp form, or the nearest true one, of {many} printed statements")


def _main_sentence(main: list[StandingClaim], fallen: list[PageClaim]) -> Markup:
    """Which theorems stand, and with which constant; which do not."""
    falls = Markup("{} {} not stand as printed").format(
        _list([name_of(claim) for claim in fallen]), "does" if len(fallen) == 1 else "do"
    )
    if not main:
        return falls if fallen else Markup("")
    parts = [
        Markup("{}{}").format(
            name_of(s.claim), Markup(" ({})").format(prose(s.how)) if s.how else ""
        )
        for s in main
    ]
    stand = "stands" if len(main) == 1 else "stand"
    if sharper := sum(s.sharper for s in main):
        some = "each" if sharper == len(main) > 1 else _count(sharper) if len(main) > 1 else ""
        stand += f", {some} with a sharper form".replace(",  with", ", with")
    found = Markup("{} {}").format(_list(parts), stand)
    return Markup("{}; {}").format(found, falls) if fallen else found


def _refutation_sentence(own: list[PageClaim], falls: list[PageClaim]) -> Markup:
    """How bad what falls is, by grade, and that a true statement is known."""
    if not falls:
        return Markup("Nothing was refuted" if own else "")
    grades = Counter(claim["grade"] for claim in falls if has_grade(claim))
    parts = [
        Markup(f"{_count(many)} {'is' if many == 1 else 'are'} {means}")
        for grade, means in FALSE.items()
        if (many := grades[grade])
    ]
    repaired = sum(bool(claim["repair"]) for claim in falls)
    known = "each" if repaired == len(falls) else f"{_count(repaired)} of {_count(len(falls))}"
    ending = f"; the nearest true statement is known for {known}" if repaired else ""
    return Markup("Of what is false, {}{}").format(_list(parts), ending) if parts else Markup("")


def _is_sharpened(claim: PageClaim, by_id: dict[str, PageClaim]) -> bool:
    return claim["repair"] in by_id and by_id[claim["repair"] or ""]["verdict"] in GOOD


def _how(claim: PageClaim) -> str:
    """The constant it stands with, and what the evidence needs."""
    used = _constant_used(claim)
    least = approximate(claim["constant"])
    parts = []
    if used is not None:
        parts.append(f"with $C = {number(used)}$")
        if least and least < used:
            parts.append(f"where the evidence needs {least:.2g}")
    elif (share := approximate(claim["shown_ratio"])) is not None:
        meets = share >= USED_UP
        best = "with equality in some case"
        parts.append(best if meets else f"of which at most {100 * share:.2g} % is used")
    silent = ["it says nothing at sizes in use"] * claim["vacuous"]
    return "; ".join(filter(None, (", ".join(parts), *silent)))


def _constant_used(claim: PageClaim) -> float | None:
    """The constant C that all cells were judged with."""
    cells = [cell for evidence in claim["evidence"] for cell in evidence["cells"]]
    used = {exact(cell["parameters"].get("C")) for cell in cells}
    (only,) = used if len(used) == 1 else (None,)
    return float(only) if only is not None else None


def _list(parts: list[Markup]) -> Markup:
    """a, b and c."""
    return Markup(" and ").join(filter(None, (Markup(", ").join(parts[:-1]), *parts[-1:])))
