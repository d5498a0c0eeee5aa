"""The first page: the question, what was found in a few words, three cards and one picture."""

from collections import Counter
from typing import NamedTuple

from markupsafe import Markup

from lemmata.reports.claims import GOOD, PageClaim
from lemmata.reports.formatting import plural, prose
from lemmata.reports.gallery.listing import LandingPicture, landing_picture
from lemmata.reports.story.headings import OURS
from lemmata.reports.story.papers import PaperStory

MOST = 4  # claims of a card
QUESTION = "Does the theory of very deep batch-normalised networks hold?"
MINOR = ("needs a hypothesis", "edge", "step", "reading")


class Card(NamedTuple):
    """What stands, what falls or what is new: how many, and a few claims to begin with."""

    name: str
    many: int
    title: str
    claims: list[PageClaim]
    address: str
    all: str


class Landing(NamedTuple):
    question: str
    found: Markup
    cards: list[Card]
    picture: LandingPicture | None


def landing(claims: list[PageClaim], told: list[PaperStory]) -> Landing:
    """The first page; papers of a user's own have another question."""
    printed = [claim for claim in claims if claim["paper"] != OURS]
    known = {story.key for story in told} & {"meterez2024", "daneshmand2021", OURS}
    papers = [story for story in told if story.key != OURS]
    return Landing(
        QUESTION if known else "Which of these statements hold?",
        _found(printed or claims, len(papers)),
        list(_cards(claims)),
        landing_picture(claims),
    )


def _found(printed: list[PageClaim], papers: int) -> Markup:
    """What was found of the papers' statements; of figures, how many published points agree."""
    words = Counter[str](claim["verdict"] for claim in printed)
    falls = [claim for claim in printed if claim["verdict"] == "refuted"]
    minor = sum(claim["grade"] in MINOR for claim in falls)
    repaired = sum(bool(claim["repair"]) for claim in falls)
    points = [
        point["agrees"]
        for claim in printed
        for evidence in claim["evidence"]
        if evidence["figure"]
        for point in evidence["figure"]["points"]
    ]
    of = (
        f" of {('one paper', 'two papers')[papers - 1] if papers < 3 else f'{papers} papers'}"
        if papers
        else ""
    )
    said = [
        (words["proved"], "proved in Rocq"),
        (words["holds"], "true wherever we tested"),
        (words["refuted"], "false as printed"),
        (words["undecided"] + words["not run"], "open"),
    ]
    verdicts = [f"{many} {'is' if many == 1 else 'are'} {means}" for many, means in said if many]
    listed = " and ".join(filter(None, (", ".join(verdicts[:-1]), *verdicts[-1:])))
    sentences = (
        [f"We checked {plural(len(printed), 'statement')}{of} by computer: {listed}."]
        if verdicts
        else []
    )
    if falls:
        most = f"{minor} of the false ones" if minor < len(falls) else "The false ones"
        lack = f"{most} lack a hypothesis, carry a slip or fail in one reading; each has"
        near = "a nearest true statement"
        have = f" and {near}" if repaired == len(falls) else f", and {repaired} {near}"
        have = have if repaired else ""
        sentences.append(f"{lack if minor else 'Each false one has'} a counterexample{have}.")
    if points:
        sentences.append(f"{sum(points)} of {len(points)} published points agree with our re-runs.")
    return prose(" ".join(sentences))


def _cards(claims: list[PageClaim]) -> list[Card]:
    """Statements of papers that stand and that fall, and laws of our own."""
    printed = [claim for claim in claims if claim["paper"] != OURS]
    stands = [claim for claim in printed if claim["verdict"] in GOOD]
    falls = [claim for claim in printed if claim["verdict"] == "refuted"]
    ours = [claim for claim in claims if claim["paper"] == OURS]
    kinds = [
        ("stands", "stands", "stand", stands, "ledger.html#?verdict=stands", "All that stand"),
        ("falls", "falls", "fall", falls, "ledger.html#?verdict=refuted", "All that fall"),
        ("new", "is new", "are new", ours, f"papers/{OURS}.html", "All new laws"),
    ]
    return [
        Card(name, len(own), one if len(own) == 1 else many, _chosen(own), address, ending)
        for name, one, many, own, address, ending in kinds
        if own
    ]


def _chosen(claims: list[PageClaim]) -> list[PageClaim]:
    """Those whose record has a headline, else the first."""
    return [claim for claim in claims if claim["headline"]][:MOST] or claims[:MOST]
