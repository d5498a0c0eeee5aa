"""The picture of the phase diagram: every cell once, coloured and marked as its row says."""

import re
from typing import Any
from xml.etree import ElementTree

from lemmata.reports.plots.phases import INKS, NAMES, draw_phases

SVG = "{http://www.w3.org/2000/svg}"


def row(k: int, norm: str, weights: str, residual: str, **more: Any) -> dict[str, Any]:
    known = {"growth": 0.01 * (k + 1), "growth_sign": "grows", "rank_sign": "stays", "rank": 3.0}
    cell = {"norm": norm, "weights": weights, "activation": "linear", "residual": residual}
    return {**cell, "ratio": 0.25 * 2**k, **known, **more}


CELLS = [
    row(k, norm, weights, residual)
    for residual in ("", "residual")
    for norm in ("batch", "none")
    for weights in ("gaussian", "orthogonal")
    for k in range(4)
]


def boxes(picture: str) -> list[tuple[str, str]]:
    """Position and colour of each rectangle but the background and those of the legend."""
    found = ElementTree.fromstring(picture).iter(f"{SVG}rect")
    places = [(f"{one.get('x')}, {one.get('y')}", str(one.get("style"))) for one in found]
    return places[1 : len(CELLS) + 1]


def test_every_cell_has_a_place_of_its_own() -> None:
    places = [place for place, _ in boxes(draw_phases(CELLS, 32))]
    assert len(set(places)) == len(CELLS)


def test_a_cell_shows_its_sign_its_rate_and_lost_rank() -> None:
    plain = draw_phases(CELLS, 32)
    for sign, ink in INKS.items():
        changed = [{**CELLS[0], "growth_sign": sign, "growth": -0.0721}, *CELLS[1:]]
        picture = draw_phases(changed, 32)
        assert f"fill:{ink};" in boxes(picture)[0][1]
        assert "\u2212.072" in picture
        assert "\u2212.072" not in plain
    lost = draw_phases([{**CELLS[0], "rank_sign": "falls"}, *CELLS[1:]], 32)
    corner = re.compile(r'<path d="M')
    assert len(corner.findall(lost)) == len(corner.findall(plain)) + 1


def test_a_faster_explosion_is_darker() -> None:
    def opacity(rate: float) -> float:
        shown = boxes(draw_phases([{**CELLS[0], "growth": rate}, *CELLS[1:]], 32))[0][1]
        return float(re.findall(r"fill-opacity:([\d.]+)", shown)[0])

    assert opacity(0.002) < opacity(0.02) < opacity(0.2) <= opacity(2.0) <= 1


def test_the_picture_has_light_and_dark_colours_and_names_what_it_shows() -> None:
    picture = draw_phases(CELLS, 48)
    assert "prefers-color-scheme: dark" in picture
    for ink in re.findall(r"var\((--[\w-]+)\)", picture):
        assert len(re.findall(rf"{ink}: #", picture)) == 2, ink
    words = " ".join(ElementTree.fromstring(picture).itertext())
    assert "width 48" in words
    for one in CELLS:
        assert NAMES[one["norm"]] in words
        assert NAMES[one["weights"]] in words
