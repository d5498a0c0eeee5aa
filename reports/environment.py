"""How every page is made from its template: the filters, the style, the font and the scripts."""

import base64
import functools
import hashlib
import math
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from lemmata.reports.claims import GRADES, VERDICTS, has_grade, unexpected
from lemmata.reports.font.face import face
from lemmata.reports.formatting import (
    NOT_GIVEN,
    approximate,
    defined,
    ends,
    letters,
    mathml,
    number,
    plural,
    prose,
    rank,
    section,
    sentence,
    shorten,
)
from lemmata.reports.performance import tables
from lemmata.reports.sharing import citing, pages
from lemmata.reports.story.calculator import calculator, size_texts
from lemmata.reports.story.citations import cited
from lemmata.reports.story.decisions import decision, is_loose, measured
from lemmata.reports.story.headings import heading, label, name, place, reading
from lemmata.reports.story.proofs import about, paragraphs, punctuated
from lemmata.reports.story.search import search_head, search_words
from lemmata.verify.results.schema import CellRecord, HypothesisRecord, recorded

WORST_CELLS = 5
TEMPLATES = Path(__file__).with_name("templates")
_DECADES = 3  # the bar of tightness reaches from 1e-3 to 1e3


class Script(Markup):
    """A script of a page, which the page's policy knows by its hash."""

    @property
    def text(self) -> "Script":
        return self

    @property
    def hash(self) -> str:
        digest = hashlib.sha256(self.encode()).digest()
        return f"sha256-{base64.b64encode(digest).decode()}"


@functools.cache
def script(name: str) -> Script:
    return Script((TEMPLATES / name).read_text(encoding="utf-8"))


@functools.cache
def environment() -> jinja2.Environment:
    """The templates, with what all of them may use."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        verdicts=VERDICTS,
        grades=GRADES,
        stem=pages.stem,
        font=Markup(face()),
        scripts=[script("script.js")],
        root="",
        printed=False,
    )
    made.filters.update(
        about=about,
        amount=tables.amount,
        bibtex=citing.bibtex,
        calculator=calculator,
        called=called,
        cited=cited,
        count_of=count_of,
        decision=decision,
        defined=defined,
        ends=ends,
        given=lambda text: text or NOT_GIVEN,
        has_grade=has_grade,
        heading=heading,
        label=label,
        letters=letters,
        log_share=log_share,
        loose=is_loose,
        mathml=mathml,
        measured=measured,
        named=name,
        number=number,
        paragraphs=paragraphs,
        place=place,
        plain=plain,
        plural=plural,
        prose=prose,
        punctuated=punctuated,
        rank=rank,
        reading=reading,
        recorded=recorded,
        search_head=search_head,
        search_words=search_words,
        section=section,
        sentence=sentence,
        shorten=shorten,
        size_texts=size_texts,
        times=tables.times,
        unexpected=unexpected,
        worst=worst,
    )
    return made


# Names of hypotheses that say no more than their formulas.
_PLAIN = (
    "natural number",
    "positive",
    "non-negative",
    "range",
    "sum 1",
    "at most 1/n",
    "non-zero",
    "width",
)


def called(hypothesis: HypothesisRecord) -> str:
    """The name of a hypothesis where it says more than its formula, without how it is checked."""
    name = hypothesis["name"].partition(":")[0]
    return "" if name in _PLAIN or name == hypothesis["statement"] else name


def count_of(value: Any) -> str:
    """A size in few digits: 320, 4.6e12."""
    known = approximate(value)
    return number(value) if known is None or known < 1e6 else f"{known:.2g}".replace("e+", "e")


def plain(value: Any) -> str:
    """A number as the script sorts it; empty if missing."""
    known = approximate(value)
    return "" if known is None else repr(known).replace("inf", "1e999")


def log_share(value: Any) -> float | None:
    """Where a ratio stands on a logarithmic scale: -1 at 1e-3 and below, 0 at 1, 1 at 1e3."""
    known = approximate(value)
    least = 10.0**-_DECADES
    return None if known is None else min(1.0, math.log10(max(known, least)) / _DECADES)


def worst(cells: list[CellRecord]) -> list[CellRecord]:
    """The few cells that say most: contradictions first, then by how much of the bound is used."""

    def key(cell: CellRecord) -> tuple[int, float]:
        return rank(cell["decision"], ("contradicts", "silent")), -(approximate(cell["ratio"]) or 0)

    return sorted(cells, key=key)[:WORST_CELLS]
