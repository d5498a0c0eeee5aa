"""The words that a search finds: those of a claim, of its reasons and of its proof."""

from collections.abc import Iterator

from lemmata.reports.claims import PageClaim


def search_head(claim: PageClaim) -> str:
    """What it is called and what was found of it: what is met here stands before other hits."""
    named = claim["id"].replace("-", " ").replace(":", " ")
    return " ".join((named, claim["subject"], claim["title"])).lower()


def search_words(claim: PageClaim) -> str:
    """In small letters, first as they stand, then each further word once."""
    said = " ".join((search_head(claim), claim["id"], claim["statement"])).lower()
    further = dict.fromkeys(" ".join(_further(claim)).lower().split())
    return " ".join([said, *further])


def _further(claim: PageClaim) -> Iterator[str]:
    yield from (
        claim["quotation"],
        claim["reason"],
        claim["source"],
        claim["decided_by"],
        claim["why"],
    )
    for hypothesis in claim["hypotheses"]:
        yield hypothesis["name"]
    for evidence in claim["evidence"]:
        yield from (evidence["method"], evidence["check"], evidence["domain"], *evidence["routes"])
    if proof := claim["proof"]:
        yield from (proof["theorem"], proof["sketch"], *proof["axioms"]["textbook"])
