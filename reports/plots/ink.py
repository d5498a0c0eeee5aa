"""What a picture is put together from: paths, marks and words, in colours of the page."""

from lemmata.reports.plots.labels import spans

SIZE = 13  # of letters, in a picture 400 wide: 10.7 px of a telephone's 360
SOFT, TEXT, BAD = "var(--soft)", "var(--text)", "var(--bad)"
_RING = "m-{0},0a{0},{0} 0 1 0 {1},0a{0},{0} 0 1 0-{1},0"
CIRCLE, HOLLOW, RING = (_RING.format(r, 2 * r) for r in (2.6, 5.2, 6.5))
LEVEL = "m-5,0h10"
MARKS = (
    CIRCLE,
    "m-2.4-2.4h4.8v4.8h-4.8z",
    "m0-3.2l3.1,5.3h-6.2z",
    "m0-3.6l3.6,3.6-3.6,3.6-3.6-3.6z",
    "m0,3.2l3.1-5.3h-6.2z",
)
DASHES = {"--": "6,3", ":": "1.5,3", "-.": "8,2.5,1.5,2.5"}

Place = tuple[float, float]


def path(d: str, ink: str, width: float = 1, line: str = "", filled: bool = False) -> str:
    """A path of that colour; nothing where it has no points."""
    more = f";stroke-dasharray:{DASHES[line]}" if line in DASHES else ""
    more += f";fill:{ink.partition(';')[0]}" * filled
    return f'<path d="{d}" style="stroke:{ink};stroke-width:{width:g}{more}"/>' if d else ""


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
