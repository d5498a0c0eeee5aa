"""Contrast, as the accessibility guidelines measure it, of every colour of the style."""

import re

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
                if name in WORDS:
                    assert contrast(colour, colours[back]) >= 4.5, (scheme, name, back)
                elif name.startswith("--curve"):
                    assert contrast(colour, colours[back]) >= 3, (scheme, name, back)


def test_no_colour_stands_outside_the_schemes() -> None:
    """But for white behind images, and what print sets."""
    rules = re.sub(r":root \{.*?\}", "", STYLE, flags=re.DOTALL)
    assert set(re.findall(r"#[0-9a-f]{3,6}\b", rules)) <= {"#fff"}
