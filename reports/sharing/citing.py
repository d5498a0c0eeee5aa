"""How a claim is cited: BibTeX with its permanent id, verdict and version."""

import re

from lemmata.reports.claims import PageClaim
from lemmata.verify.results.schema import RunRecord


def bibtex(claim: PageClaim, run: RunRecord) -> str:
    """An entry for a bibliography; braces and backslashes of a title do not end it."""
    key = "lemmata-" + re.sub(r"[^\w.-]+", "-", claim["id"])
    title = re.sub(r"[{}\\]", "", claim["title"] or claim["id"])
    version = run["versions"].get("lemmata", "")
    date = claim["time"][:10]
    fields = {
        "title": f"{{{title}}}",
        "author": "{Lemmata}",
        "year": date[:4],
        "howpublished": f"Claim {claim['id']}" + (f", Lemmata {version}" if version else ""),
        "note": f"Verdict of {date}: {claim['verdict']}",
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@misc{{{key},\n{lines}}}"
