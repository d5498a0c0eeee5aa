"""Which plot a claim gets: its own picture, the figure that draws it, else its cells."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from lemmata.reports.claims import PageClaim, Plot
from lemmata.reports.plots.cells import figure_of_cells
from lemmata.reports.plots.drawing import draw
from lemmata.verify.results.schema import FigureData, Pictures, read

LINES = (
    "Lines are means with their bands, dashed are exact laws and sharp bounds, dotted is what the"
    " paper draws."
)


def pictures(path: Path) -> dict[str, FigureData]:
    """The figures that ``lemmata run`` made beside the results, by claim."""
    found = read(path, Pictures)["claims"] if path.exists() else {}
    return {name: record["figure"] for name, record in found.items()}


def figures_of(claim: PageClaim) -> list[FigureData]:
    """The figures in a claim's evidence."""
    return [f for e in claim["evidence"] if (f := e["figure"]) and f["series"]]


def plot_of(
    claim: PageClaim, claims: list[PageClaim], pictures: Mapping[str, FigureData]
) -> Plot | None:
    """The first candidate that can be drawn."""
    candidates = figures_for(claim, claims, pictures)
    plots = (draw(claim["anchor"], title, f, caption) for title, f, caption in candidates)
    return next(filter(None, plots), None)


def figures_for(
    claim: PageClaim, claims: list[PageClaim], pictures: Mapping[str, FigureData]
) -> Iterator[tuple[str, FigureData, str]]:
    """What could be drawn for a claim, the best first: title, figure and caption.

    An identity is drawn by its cells: how far its sides are apart, over all magnitudes.
    """
    if claim["kind"] != "identity" and claim["id"] in pictures:
        yield claim["title"], pictures[claim["id"]], ""
    users = (c for c in claims if c["kind"] == "figure" and claim["id"] in c["uses"])
    for shown in (claim, *users):
        for figure in figures_of(shown)[:1]:
            of_another = "" if shown is claim else f"{shown['title']} ({shown['id']}). "
            yield shown["title"], figure, f"{of_another}{LINES}"
    if cells := figure_of_cells(claim):
        yield f"{claim['id']}, its cells", cells, ""
