"""Contrast, as the accessibility guidelines measure it, of every colour of the style."""

import re
from itertools import combinations
from typing import Any

import numpy as np

from lemmata.reports.environment import TEMPLATES

STYLE = (TEMPLATES / "style.css").read_text(encoding="utf-8")
BACKS = ("--back", "--box")
WORDS = ("--text", "--soft", "--link", "--proved", "--holds", "--bad", "--open", "--unknown")


def schemes() -> dict[str, dict[str, str]]:
    """The colours by name: light, dark and print."""
    found = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    return {
        name: dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6})", rules))
        for name, rules in zip(("light", "dark", "print"), found, strict=True)
    }


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_words_and_curves_stand_out_from_every_background_in_both_schemes() -> None:
    for scheme, colours in schemes().items():
        assert set(WORDS) | set(BACKS) <= set(colours)
        for back in BACKS:
            for name, colour in colours.items():
                if name in WORDS or name.startswith("--curve"):  # a curve's name has its colour
                    assert contrast(colour, colours[back]) >= 4.5, (scheme, name, back)


# How colours are seen without one of the three kinds of cones (Machado et al. 2009), by linear RGB.
DEFICIENCIES = {
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_OKLAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def seen(colour: str, without: str) -> Any:
    """A colour in Oklab, where distances are those that one sees."""
    parts = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    kept = np.clip(np.array(DEFICIENCIES[without]) @ linear, 0, 1)
    return np.array(_TO_OKLAB) @ np.cbrt(np.array(_TO_CONES) @ kept)


def test_curves_are_told_apart_without_a_kind_of_cones() -> None:
    """The colours before these were 0.045 apart in light and 0.013 in dark."""
    for scheme, colours in schemes().items():
        curves = [colour for name, colour in colours.items() if name.startswith("--curve")]
        for without in DEFICIENCIES:
            for one, other in combinations(curves, 2):
                apart = np.linalg.norm(seen(one, without) - seen(other, without))
                assert apart > 0.12, (scheme, without, one, other)


def test_no_colour_stands_outside_the_schemes() -> None:
    """But for white behind images, and what print sets."""
    rules = re.sub(r":root \{.*?\}", "", STYLE, flags=re.DOTALL)
    assert set(re.findall(r"#[0-9a-f]{3,6}\b", rules)) <= {"#fff"}
