"""Texts in which every claim that is named leads to its page: sharp:drift, theorem 1, lemma C.4."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import jinja2
from markupsafe import Markup

from lemmata.reports.claims import PageClaim
from lemmata.reports.formatting import prose
from lemmata.reports.sharing import pages

_NAMED = re.compile(
    r"\b(?:(?P<id>[A-Za-z][\w.-]*:[\w-]+(?:\.\w[\w-]*)*)"
    r"|(?P<kind>[Tt]heorem|[Ll]emma|[Cc]orollary|[Tt]able|[Ff]igure)"
    r" (?P<number>[A-Z]\.\d+|[A-Z]?\d+[a-z]?)(?![\w(]|\.\d)(?: of (?P<paper>\w+))?)"
)


@jinja2.pass_context
def cited(context: jinja2.runtime.Context, text: str, claim: PageClaim) -> Markup:
    """Prose about a claim with links to the others; numbers are those of its paper or of the one
    that is named. A law of this audit has no paper."""
    by_id: Mapping[str, PageClaim] = context["by_id"]

    def address(other: PageClaim) -> str:
        if context["printed"]:
            return f"#{other['anchor']}"
        return f"{context['root']}{pages.DIRECTORY}/{pages.stem(other)}.html"

    return linked(prose(text), claim, by_id, address)


def linked(
    text: Markup,
    claim: PageClaim,
    by_id: Mapping[str, PageClaim],
    address: Callable[[PageClaim], str],
) -> Markup:
    def link(found: re.Match[str]) -> str:
        paper = found["paper"] or claim["paper"]
        named = found["id"] or f"{paper}:{(found['kind'] or '').lower()}-{found['number']}"
        other = by_id.get(named)
        if other is None or other["id"] == claim["id"]:
            return found[0]
        link = Markup('<a href="{}" title="{}">{}</a>')
        return str(link.format(address(other), other["title"], Markup(found[0])))

    pieces: list[Any] = re.split(r"(<math.*?</math>|<[^>]*>)", str(text), flags=re.DOTALL)
    return Markup("").join(
        Markup(piece if k % 2 else _NAMED.sub(link, piece)) for k, piece in enumerate(pieces)
    )
