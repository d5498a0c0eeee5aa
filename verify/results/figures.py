"""The figures of a results file: each names its plot and its table, which stand beside it.

The table is written here, from the series; the plot is drawn by the page, from the same ones.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator

from lemmata.verify.results.schema import FIGURES, ClaimRecord, FigureData, FigureRecord

COLUMNS = ("curve", "role", "of", "x", "y", "low", "high")


def named(claims: Iterable[ClaimRecord]) -> Iterator[FigureRecord]:
    """An entry of ``figures`` for every claim whose evidence has drawn one."""
    for claim in claims:
        for stem, figure in _drawn(claim):
            published: dict[str, dict[str, float | str]] = {}
            for point in figure["points"]:
                published.setdefault(point["curve"], {})[f"{point['x']}"] = point["published"]
            yield FigureRecord(
                id=claim["id"],
                title=claim["title"],
                svg=f"{FIGURES}/{stem}.svg",
                csv=f"{FIGURES}/{stem}.csv",
                published=published or None,
            )


def tables(claims: Iterable[ClaimRecord]) -> Iterator[tuple[str, bytes]]:
    """The name of each table, and its content."""
    for claim in claims:
        for stem, figure in _drawn(claim):
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(COLUMNS)
            for s in figure["series"]:
                bands = (s["low"] or [""] * len(s["x"]), s["high"] or [""] * len(s["x"]))
                for row in zip(s["x"], s["y"], *bands, strict=True):
                    writer.writerow([s["name"], s["role"], s["of"], *row])
            for p in figure["points"]:
                writer.writerow(
                    [p["curve"], "published", p["curve"], p["x"], p["published"], "", ""]
                )
            yield f"{FIGURES}/{stem}.csv", text.getvalue().encode()


def _drawn(claim: ClaimRecord) -> Iterator[tuple[str, FigureData]]:
    found = [e["figure"] for e in claim["evidence"] if e.get("figure")]
    for k, figure in enumerate(found):
        if figure is not None:
            yield _stem(claim["id"]) + (f"-{k + 1}" if k else ""), figure


def _stem(claim_id: str) -> str:
    """A name in the folder, whatever an id in a file from elsewhere looks like."""
    return re.sub(r"[^\w.-]", "-", claim_id)
