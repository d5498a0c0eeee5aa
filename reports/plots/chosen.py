"""Which plot a claim gets: the curves of the figure that draws it, else one of its own cells."""

from collections.abc import Mapping
from pathlib import Path

from lemmata.reports.plots.drawing import plot
from lemmata.reports.plots.series import series_plot
from lemmata.reports.reading import Plot, ReadClaim
from lemmata.verify.results.schema import FigureData, Pictures, read

Drawn = Mapping[str, FigureData]  # by claim
DEPTH = ("layer", "depth")  # how the name of such an axis begins


def pictures(path: Path) -> Drawn:
    """What ``lemmata run`` drew beside the results; nothing where it did not."""
    found = read(path, Pictures)["claims"] if path.exists() else {}
    return {name: record["figure"] for name, record in found.items()}


def figure_of(claim: ReadClaim) -> FigureData | None:
    """The first figure in a claim's evidence."""
    found = (e["figure"] for e in claim["evidence"] if e["figure"] and e["figure"]["series"])
    return next(found, None)


def drawn_of(
    claim: ReadClaim, claims: list[ReadClaim], by_id: dict[str, ReadClaim], own: Drawn
) -> Plot | None:
    """Its own picture, densely; else the figure that draws it with band, bound and law; else cells.

    An identity is drawn by its cells: how far its sides are apart, over all magnitudes.
    """
    picture = own.get(claim["id"]) if claim["kind"] != "identity" else None
    caption = picture["sentence"] if picture else ""
    if picture and (drawn := series_plot(claim["anchor"], claim["title"], picture, caption)):
        return drawn
    users = [c for c in claims if c["kind"] == "figure" and claim["id"] in c["uses"]]
    for shown in [claim, *users]:
        if (figure := figure_of(shown)) and (drawn := _series(claim, shown, figure)):
            return drawn
    return plot(claim, by_id.get(claim["repair"] or ""))


def main_law(claims: list[ReadClaim]) -> Plot | None:
    """The first figure that draws a theorem in depth, beside its laws."""
    for claim in claims:
        figure = figure_of(claim) if claim["uses"] else None
        if figure and figure["x"].startswith(DEPTH):
            roles = {series["role"] for series in figure["series"]}
            if {"measured", "law", "claimed"} <= roles:
                return _series(claim, claim, figure, "main-law")
    return None


def _series(claim: ReadClaim, shown: ReadClaim, figure: FigureData, name: str = "") -> Plot | None:
    caption = (
        f"{shown['title']} ({shown['id']}): lines are means with their bands, dashed are exact"
    )
    caption += " laws and sharp bounds, dotted is what the paper draws"
    return series_plot(name or claim["anchor"], shown["title"], figure, f"{caption}.")
