"""A proof or a derivation in words: the paragraphs of a comment that are about a claim."""

import re

from lemmata.reports.claims import PageClaim

_STEP = re.compile(r"(?<=[.:;,])\n(?=(?:\d|[a-z])\. )")  # 1. or a.
_OPENS = re.compile(r"([\w.-]+(?:, [\w.-]+| and [\w.-]+)*):\s")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text; each numbered step is one."""
    return [part for whole in text.split("\n\n") for part in _STEP.split(whole) if part.strip()]


def about(sketch: str, claim: PageClaim) -> list[str]:
    """The paragraphs that are about this claim; all of them where none names it.

    A file with the proofs of several claims has a paragraph for each, which begins with its name:
    ``theorem-1: ...``; the paragraphs behind it that begin with no name are about it too. A name
    that stands alone is left out.
    """
    name = claim["id"].partition(":")[2]
    chosen: list[str] = []
    mine = False
    for paragraph in paragraphs(sketch):
        opening = _OPENS.match(paragraph)
        if opening:
            mine = name in re.split(r", | and ", opening[1])
        if mine:
            alone = opening is not None and opening[1] == name
            chosen.append(paragraph[opening.end() :] if opening and alone else paragraph)
    return chosen or paragraphs(sketch)
