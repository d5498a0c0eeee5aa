"""The figures of the papers: each with its picture, its published points beside ours, its files.

The plots of the results are written beside them, as SVG files. Other SVG files are embedded as
images, so that nothing in them can act; what cannot be embedded is named instead.
"""

import base64
import csv
import io
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypedDict

from lemmata.reports.claims import Notes, PageClaim
from lemmata.reports.formatting import approximate, number
from lemmata.reports.plots.choice import figures_of
from lemmata.reports.plots.drawing import draw, headed, standalone_svg, thumbnail
from lemmata.verify.results.schema import (
    FIGURES,
    EvidenceRecord,
    FigureData,
    FigureRecord,
    PointRecord,
)
from lemmata.verify.results.writing import write

MOST_BYTES = 2_000_000  # of all embedded images together
_EMBEDDED = "data:image/svg+xml;base64,"


class ShownPoint(TypedDict):
    """A published value beside ours; the difference is ours less the published."""

    curve: str
    x: str
    published: str
    ours: str
    difference: str
    allowed: str
    agrees: bool


class ShownFigure(TypedDict):
    """A figure as its page and its row in the list show it.

    ``stem``: of its files' names, which stand in ``figures``; ``files``: those there, by kind.
    ``picture``: the SVG of its plot, headed by what it shows; else ``image``, the address of one.
    ``k`` of ``count`` published points agree; ``farthest`` is the one whose difference is the
    largest beside what it may be. ``evidence``: the run that drew it, None where an SVG
    file stands there alone. ``named``: whether the results name it. ``printed`` and ``again``: the
    published values and ours as tables without a comparison.
    """

    id: str
    stem: str
    title: str
    sentence: str
    claim: PageClaim | None
    evidence: EvidenceRecord | None
    figure: FigureData | None
    picture: str
    thumbnail: str
    image: str
    k: int
    count: int
    points: list[ShownPoint]
    farthest: ShownPoint | None
    files: dict[str, str]
    named: bool
    printed: list[list[str]]
    again: list[list[str]]


class _Drawn(NamedTuple):
    """A figure in the evidence of a claim, and the stem of its files."""

    stem: str
    claim: PageClaim
    evidence: EvidenceRecord
    figure: FigureData


class LandingPicture(NamedTuple):
    """A picture whose published points agree, and the sentence that says so."""

    svg: str
    caption: str
    stem: str
    claim: PageClaim


def _drawn(claims: list[PageClaim]) -> Iterator[_Drawn]:
    for claim in claims:
        figures = figures_of(claim)
        runs = [e for e in claim["evidence"] if any(e["figure"] is f for f in figures)]
        for k, (evidence, figure) in enumerate(zip(runs, figures, strict=True)):
            stem = claim["anchor"].replace(":", "-") + (f"-{k + 1}" if k else "")
            yield _Drawn(stem, claim, evidence, figure)


def picture(one: _Drawn) -> str:
    """The plot below the claim's title and what was run, with what was made smaller at its foot."""
    plot = draw(one.stem, one.claim["title"], one.figure)
    told = ". ".join(filter(None, (one.evidence["domain"].rstrip("."), one.figure["note"])))
    return headed(plot, one.claim["title"], told).svg if plot else ""


def write_figures(claims: list[PageClaim], base: Path) -> list[Path]:
    """Write the plot of every figure in the claims' evidence beside the results; their paths."""
    found = []
    for one in _drawn(claims):
        path = base / FIGURES / f"{one.stem}.svg"
        plot = draw(one.stem, one.claim["title"], one.figure)
        if plot is None:
            continue
        told = headed(plot, one.claim["title"], one.evidence["domain"])
        found.append(replace_picture(path, standalone_svg(told, note=one.figure["note"])))
    return found


def replace_picture(path: Path, svg: str) -> Path:
    """Write an SVG file where it has changed, and delete the PNG of the former one; its path.

    `lemmata report --format png` makes PNG files again.
    """
    if not path.exists() or path.read_text(encoding="utf-8") != svg:
        path.with_suffix(".png").unlink(missing_ok=True)
        write(path, svg)
    return path


def landing_picture(claims: list[PageClaim]) -> LandingPicture | None:
    """Of the figures whose published points all agree, the one with most of them."""
    agreeing = [
        one
        for one in _drawn(claims)
        if one.figure["points"] and all(point["agrees"] for point in one.figure["points"])
    ]
    if not agreeing:
        return None
    best = max(agreeing, key=lambda one: len(one.figure["points"]))
    count = len(best.figure["points"])
    where = best.claim["source"].split(";")[0].rpartition(", ")[2] or best.claim["id"]
    caption = (
        f"{best.claim['title']}: all {count} values published in {where} (hollow) lie on the"
        " curves that we computed anew."
    )
    return LandingPicture(picture(best), caption, best.stem, best.claim)


def gallery(
    figures: list[FigureRecord], claims: list[PageClaim], base: Path | None, notes: Notes
) -> list[ShownFigure]:
    """Each figure of the results, then the SVG files that only stand in the directory."""
    by_claim: dict[str, list[_Drawn]] = {}
    for each in _drawn(claims):
        by_claim.setdefault(each.claim["id"], []).append(each)
    ours = {one.stem for found in by_claim.values() for one in found}
    drawn = {key: iter(found) for key, found in by_claim.items()}
    nothing = iter(list[_Drawn]())
    by_id = {claim["id"]: claim for claim in reversed(claims)}
    room, shown = MOST_BYTES, list[ShownFigure]()
    for record in [*figures, *_unnamed(figures, ours, base)]:
        one = next(drawn.get(record["id"], nothing), None)
        svg = b"" if one else _file(record["svg"], base, record["id"], notes)
        if len(svg) > room:
            notes.add("too large to be embedded", record["svg"])
            svg = b""
        room -= len(svg)
        table = _file(record["csv"], base, record["id"], notes).decode("utf-8", "replace")
        points = one.figure["points"] if one else []
        named = re.sub(r"[^\w.-]", "-", Path(record["svg"] or record["id"]).stem)
        stem = one.stem if one else named
        shown.append(
            {
                "id": record["id"],
                "stem": stem,
                "title": record["title"],
                "sentence": one.figure["sentence"] if one else "",
                "claim": by_id.get(record["id"]),
                "evidence": one.evidence if one else None,
                "figure": one.figure if one else None,
                "picture": picture(one) if one else "",
                "thumbnail": thumbnail(one.figure) if one else "",
                "image": f"{_EMBEDDED}{base64.b64encode(svg).decode()}" if svg else "",
                "k": sum(point["agrees"] for point in points),
                "count": len(points),
                "points": [_beside(point) for point in points],
                "farthest": _farthest(points),
                "files": _files(stem, base),
                "named": record in figures,
                "printed": [
                    [curve, x, number(y)]
                    for curve, values in (record["published"] or {}).items()
                    for x, y in values.items()
                ],
                "again": list(csv.reader(io.StringIO(table))),
            }
        )
    return shown


def _beside(point: PointRecord) -> ShownPoint:
    published, ours = approximate(point["published"]), approximate(point["ours"])
    known = published is not None and ours is not None
    return {
        "curve": point["curve"],
        "x": number(point["x"]),
        "published": number(point["published"]).replace("-", "−"),
        "ours": number(point["ours"]).replace("-", "−"),
        "difference": f"{(ours or 0) - (published or 0):+.2g}".replace("-", "−") if known else "",
        "allowed": number(f"{approximate(point['allowed']) or 0:.2g}"),
        "agrees": point["agrees"],
    }


def _farthest(points: list[PointRecord]) -> ShownPoint | None:
    def share(point: PointRecord) -> float:
        published, ours = approximate(point["published"]), approximate(point["ours"])
        allowed = approximate(point["allowed"]) or 0
        if published is None or ours is None:
            return 0
        return abs(ours - published) / allowed if allowed else math.inf * (ours != published)

    return _beside(max(points, key=share)) if points else None


def _files(stem: str, base: Path | None) -> dict[str, str]:
    """The figure's files that stand in ``figures``, by what they are."""
    kinds = {"SVG": f"{stem}.svg", "PNG": f"{stem}.png", "values as CSV": f"{stem}.csv"}
    folder = base / FIGURES if base else None
    return {kind: name for kind, name in kinds.items() if folder and (folder / name).is_file()}


def _unnamed(figures: list[FigureRecord], ours: set[str], base: Path | None) -> list[FigureRecord]:
    """SVG files that stand in the directory without being in the results or drawn from them."""
    known = {figure["svg"] for figure in figures}
    paths = sorted((base / FIGURES).glob("*.svg")) if base else []
    return [
        {"id": path.stem, "title": "", "svg": name, "csv": "", "published": None}
        for path in paths
        if (name := f"{FIGURES}/{path.name}") not in known and path.stem not in ours
    ]


def _file(name: str, base: Path | None, where: str, notes: Notes) -> bytes:
    """The content of a file at or below the directory of the results; none from elsewhere."""
    if not name or base is None:
        return b""
    path = (base / name).resolve()
    if not path.is_relative_to(base.resolve()):
        notes.add(f"{name} lies outside the directory of the results", where)
    elif not path.is_file():
        notes.add(f"the file {name} is missing", where)
    else:
        return path.read_bytes()
    return b""
