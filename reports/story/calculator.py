"""The tables of "Size your network", with the verdicts and pages that its claims have here."""

import json
from collections.abc import Mapping

from markupsafe import Markup

from lemmata.reports.claims import PageClaim
from lemmata.reports.sharing import pages
from lemmata.verify.results.schema import SizeTables


def size_texts(size: SizeTables) -> list[str]:
    """What the script shows as it stands: quantities and what laws say of them."""
    laws = [text for law in size["laws"] for text in (law["quantity"], f"{law['title']}.")]
    return list(dict.fromkeys([*size["quantities"].values(), size["roles"]["total"], *laws]))


def calculator(size: SizeTables, by_id: Mapping[str, PageClaim]) -> Markup:
    """The tables for the script, with ``claims``: the verdict and the page of each."""
    named = {size["measured_by"], *(law["claim"] for law in size["laws"])}
    known = {
        one: {"verdict": claim["verdict"], "href": f"{pages.DIRECTORY}/{pages.stem(claim)}.html"}
        for one in sorted(named)
        if (claim := by_id.get(one))
    }
    text = json.dumps({**size, "claims": known}, separators=(",", ":"))
    return Markup(text.replace("<", r"\u003c"))
