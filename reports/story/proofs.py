"""A proof or a derivation in words: the paragraphs of a comment that are about a claim."""

import re

from lemmata.reports.claims import PageClaim
from lemmata.reports.formatting import sentence

STEP = re.compile(r"(\d|[a-z])\. ")  # what a numbered step begins with
_NAME = r"(?:\w+:)?[A-Za-z][\w.-]*"
_NAMES = re.compile(rf"({_NAME}(?:(?:, | and ){_NAME})*)(?: \(\w+\))?([:.])(?:\s+|$)")
_LEMMA = re.compile(r"[\w.]+-[\w.-]+: ")  # and what a proof of one of several claims does
_PLACE = re.compile(r"\w+, (?:section|appendix|the remark)\b(?:[^.]|\.\d)*\.(?:\s+|$)")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text; each numbered step is one, and so is what follows the last."""
    return [
        part for whole in text.split("\n\n") for part in _parts(_on_lines(whole)) if part.strip()
    ]


def _on_lines(paragraph: str) -> str:
    """Steps that follow each other in its lines, 1. and 2. at least, begin lines of their own."""
    begins = [at for k in "123456789" for at in _within(paragraph, k)]
    if len(begins) < 2 or begins != sorted(begins):
        return paragraph
    flowing = paragraph.replace("\n", " ")
    ends = [*begins, len(flowing)]
    steps = [flowing[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return "\n".join(step.strip() for step in steps)


def _within(paragraph: str, k: str) -> list[int]:
    """Where step k begins within a line, behind a stop."""
    found = re.search(rf"(?<=[.:;])\s{k}\. (?=[A-Za-z])", paragraph)
    return [found.start() + 1] if found and "\n" not in found[0] else []


def _parts(paragraph: str) -> list[str]:
    """A step begins behind a stop; its other lines are indented, and what follows it is not."""
    lines = paragraph.split("\n")
    indented = any(line.startswith(" ") for line in lines)
    parts = [lines[0]]
    for line in lines[1:]:
        in_step = indented and STEP.match(parts[-1]) and not line.startswith(" ")
        begins = in_step or STEP.match(line) or _LEMMA.match(line)
        if begins and parts[-1].endswith((".", ":", ";", ",")):
            parts.append(line)
        else:
            parts[-1] += f"\n{line}"
    return parts


def punctuated(paragraphs: list[str]) -> list[str]:
    """They begin with a capital letter and end with a stop, but where a sentence goes on."""
    told = list[str]()
    for one in paragraphs:
        goes_on = told and not told[-1].rstrip().endswith((".", "?", "!"))
        told.append((one[:1] if goes_on else sentence(one)[:1]) + sentence(one)[1:])
    return told


def about(sketch: str, claim: PageClaim) -> list[str]:
    """The paragraphs that are about this claim; all of them where none names it.

    A file with the proofs of several claims has a paragraph for each, which begins with its name:
    ``theorem-1: ...`` or ``sharp:drift. ...``; the paragraphs behind it that begin with no name are
    about it too. What stands before all of them says what letters mean. Names are left out.
    """
    name = claim["id"].partition(":")[2]
    given, chosen, rest = list[str](), list[str](), list[str]()
    mine: bool | None = None  # before the first name
    for paragraph in paragraphs(sketch):
        names, told = _opening(paragraph)
        if names:
            mine = name in names
        rest.append(told)
        if mine is None:
            given.append(told)
        elif mine:
            chosen.append(told)
    return [one for one in ([*given, *chosen] if chosen else rest) if one]


def _opening(paragraph: str) -> tuple[list[str], str]:
    """The claims that a paragraph names at its beginning, without their papers, and what follows.

    A word and a full stop are the name of a claim only if a hyphen or its paper shows it.
    """
    paragraph = _PLACE.sub("", paragraph, count=1) if _PLACE.match(paragraph) else paragraph
    found = _NAMES.match(paragraph)
    if not found or (found[2] == "." and not re.search("[:-]", found[1])):
        return [], paragraph
    names = [one.rpartition(":")[2] for one in re.split(r", | and ", found[1])]
    return names, paragraph[found.end() :]
