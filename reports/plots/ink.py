"""What a picture is put together from: paths, marks and words, in colours of the page."""

from lemmata.reports.plots.labels import spans

SIZE = 13  # of letters, in a picture 400 wide: 10.7 px of a telephone's 360
SOFT, TEXT, BAD = "var(--soft)", "var(--text)", "var(--bad)"
_RING = "m-{0},0a{0},{0} 0 1 0 {1},0a{0},{0} 0 1 0-{1},0"
CIRCLE, HOLLOW, RING = (_RING.format(r, 2 * r) for r in (2.2, 4.8, 6))
LEVEL = "m-5,0h10"
CROSS = "m-4-4l8,8m0-8l-8,8"
MARKS = (
    CIRCLE,
    "m-2.2-2.2h4.4v4.4h-4.4z",
    "m0-2.7l2.7,4.6h-5.4z",
    "m0-3.1l3.1,3.1-3.1,3.1-3.1-3.1z",
    "m0,2.7l2.7-4.6h-5.4z",
)
DASHES = {"--": "6,3", ":": "1.5,3", "-.": "8,2.5,1.5,2.5"}

Place = tuple[float, float]


def path(d: str, ink: str, width: float = 1, line: str = "") -> str:
    """A path of that colour; nothing where it has no points."""
    dashed = f";stroke-dasharray:{DASHES[line]}" if line in DASHES else ""
    return f'<path d="{d}" style="stroke:{ink};stroke-width:{width:g}{dashed}"/>' if d else ""


def area(points: list[Place], ink: str) -> str:
    """A filled outline."""
    return f'<path d="{polyline(points)}Z" style="fill:{ink};fill-opacity:.18"/>' if points else ""


def polyline(points: list[Place]) -> str:
    return "M" + "L".join(f"{x},{y}" for x, y in points)


def marks(points: list[Place], mark: str) -> str:
    return "".join(f"M{x},{y}{mark}" for x, y in points)


def text(
    x: float,
    y: float,
    words: str,
    ink: str,
    anchor: str = "start",
    more: str = "",
    size: float = SIZE,
    weight: int = 400,
) -> str:
    """Words on one line; ``more``: further attributes."""
    place = f'x="{x:.1f}" y="{y:.1f}"'
    place += f' text-anchor="{anchor}"' * (anchor != "start")
    place += f' font-size="{size:g}"' * (size != SIZE) + f' font-weight="{weight}"' * (
        weight != 400
    )
    return f'<text {place}{more} style="fill:{ink}">{spans(words, size)}</text>'
