"""The picture that is shown where somebody links to the site: the question and what was found."""

import re
from pathlib import Path

from lemmata.reports.gallery.listing import replace_picture
from lemmata.reports.plots.drawing import FONT, in_light
from lemmata.reports.plots.ink import SOFT, TEXT, text
from lemmata.reports.plots.labels import BOLD, balanced
from lemmata.reports.story.landing import Card, Landing

SVG, PNG = "card.svg", "card.png"
WIDTH, HEIGHT, EDGE = 1200, 630, 60  # as Open Graph asks for it
_PLOT = 600  # where the plot begins
_QUESTION, _COUNT, _WORDS = 46, 60, 26  # sizes of letters
_INKS = {"stands": "var(--proved)", "falls": "var(--bad)", "new": "var(--link)"}
_OF = {"stands": "printed statement", "falls": "printed statement", "new": "law"}


def write_card(told: Landing, base: Path) -> Path:
    """Write it beside the results; its path."""
    return replace_picture(base / SVG, draw_card(told))


def draw_card(told: Landing) -> str:
    """The question, how many statements stand, fall and are new, and the first page's picture."""
    right = _PLOT if told.picture else WIDTH - EDGE
    parts = [text(EDGE, 92, "Lemmata", SOFT, size=_WORDS)]
    y = 160.0
    for line in balanced(told.question, (right - EDGE) / BOLD, _QUESTION):
        parts.append(text(EDGE, y, line, TEXT, size=_QUESTION, weight=700))
        y += 1.2 * _QUESTION
    y = max(y + 40, HEIGHT - 90.0 * len(told.cards))
    for card in told.cards:
        parts += _counted(card, y)
        y += 84
    if told.picture:
        parts.append(_beside(told.picture.svg))
    return in_light(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" style="background:var(--back);{FONT}">' + "\n".join(parts) + "</svg>\n"
    )


def _counted(card: Card, y: float) -> list[str]:
    words = f"{_OF[card.name]}{'s' * (card.many != 1)} {card.title}"
    return [
        text(EDGE + 110, y, str(card.many), _INKS[card.name], "end", size=_COUNT, weight=700),
        text(EDGE + 132, y, words, TEXT, size=_WORDS),
    ]


def _beside(svg: str) -> str:
    """A plot in the right half, as large as there is room."""
    bare = re.sub(r' tabindex="0" data-points=".*?"', "", svg)
    place = f'x="{_PLOT + 20}" y="30" width="{WIDTH - _PLOT - 60}" height="{HEIGHT - 60}"'
    return bare.replace("<svg ", f"<svg {place} ", 1)
