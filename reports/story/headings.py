"""What a claim is called, what it is about and where it stands, for readers with the paper."""

import re

from lemmata.reports.claims import PageClaim

OURS = "sharp"
_NUMBERED = re.compile(
    r"(theorem|corollary|lemma|table|figure|eq)-([A-Z]\.\d+|[A-Z]?\d+[a-z]?)(?:-|$)"
)
_WORDS = {"eq": "Equation", "remark": "Remark", "conjecture": "Conjecture"}
_PLACES = {"Introduction": "the introduction", "Abstract": "the abstract", "Section": "section"}
_PLACES |= {"Appendix": "appendix", "Sections": "sections"}


def label(claim: PageClaim) -> str:
    """Theorem 1 for paper:theorem-1; empty for what has no number in print."""
    found = _NUMBERED.match(claim["id"].partition(":")[2])
    if not found or claim["paper"] == OURS:
        return ""
    word = _WORDS.get(found[1], found[1].capitalize())
    return f"{word} ({found[2]})" if found[1] == "eq" else f"{word} {found[2]}"


def heading(claim: PageClaim) -> str:
    """Theorem 1: the rate of orthogonalisation. Where the subject is not given, the title."""
    about = claim["subject"] or claim["title"]
    if not (called := label(claim)):
        return f"{about[:1].upper()}{about[1:]}" or claim["id"]
    return f"{called}: {about}" if about else called


def name(claim: PageClaim) -> str:
    """Its number, or else what it is about."""
    return label(claim) or heading(claim)


def place(claim: PageClaim) -> str:
    """Section 3.1, or for what has no number: remark in section 3.1, after Theorem 3."""
    if claim["paper"] == OURS:
        return ""
    where = claim["source"].partition(";")[0].strip()
    if called := label(claim):
        return (
            ""
            if where == called
            else re.sub(rf", (?:eq\. \(|{re.escape(called)}(?![\w.])).*?(?=, |$)", "", where)
        )
    first, _, rest = where.partition(" ")
    known = _PLACES.get(first.rstrip(","))
    inside = f"{known}{',' * first.endswith(',')} {rest}".strip() if known else where
    kind = claim["id"].partition(":")[2].partition("-")[0]
    return f"{_WORDS[kind].lower()} in {inside}" if kind in _WORDS and known else where


def reading(claim: PageClaim) -> str:
    """How the paper's words are read; for a law of this audit, what it is derived from."""
    if claim["paper"] == OURS:
        return claim["source"]
    return claim["source"].partition(";")[2].strip()
