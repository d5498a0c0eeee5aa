"""The proof of a claim in words: its paragraphs of the comment that opens a proof file."""

import re

from lemmata.reports.claims import PageClaim

_OPENS = re.compile(r"([\w.-]+(?:, [\w.-]+| and [\w.-]+)*):\s")


def about(sketch: str, claim: PageClaim) -> list[str]:
    """The paragraphs that are about this claim; all of them where none names it.

    A file with the proofs of several claims has a paragraph for each, which begins with its name:
    ``theorem-1: ...``; the paragraphs behind it that begin with no name are about it too.
    """
    name = claim["id"].partition(":")[2]
    paragraphs = [paragraph for paragraph in sketch.split("\n\n") if paragraph.strip()]
    chosen: list[str] = []
    mine = False
    for paragraph in paragraphs:
        if opening := _OPENS.match(paragraph.lstrip()):
            mine = name in re.split(r", | and ", opening[1])
        if mine:
            chosen.append(paragraph)
    return chosen or paragraphs
