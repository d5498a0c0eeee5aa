"""Cuts the font out of TeX Gyre Pagella Math: ``python -m lemmata.reports.font.subset FONT``.

FONT is texgyrepagella-math.otf (Debian: fonts-texgyre-math). Needs fonttools
and brotli; whoever makes a page needs neither. What is kept: the
letters, Greek, signs and arrows that formulas of this subject use, their larger forms, and the
table by which a browser sets fractions, roots and scripts.
"""

import sys

from lemmata.reports.font.face import FAMILY, PATH

# First and last code point of what is kept.
KEPT = [
    (0x20, 0x7E),
    (0xA0, 0xA0),
    (0xAC, 0xAC),
    (0xB1, 0xB1),
    (0xB7, 0xB7),
    (0xD7, 0xD7),
    (0x2C6, 0x2C6),
    (0x2DC, 0x2DC),
    (0x302, 0x304),
    (0x338, 0x338),  # accents, strokes
    (0x393, 0x3A9),
    (0x3B1, 0x3C9),
    (0x3D1, 0x3D6),
    (0x3F5, 0x3F5),  # Greek
    (0x2016, 0x2016),
    (0x2026, 0x2026),
    (0x2032, 0x2033),  # norm, dots, primes
    (0x210E, 0x210E),
    (0x2113, 0x2113),
    (0x2115, 0x2115),
    (0x2119, 0x211D),
    (0x2124, 0x2124),
    (0x2190, 0x2194),
    (0x21A6, 0x21A6),
    (0x21D0, 0x21D4),
    (0x27F9, 0x27FA),  # arrows
    (0x2200, 0x2209),
    (0x220F, 0x2213),
    (0x2217, 0x221E),
    (0x2223, 0x222B),
    (0x223C, 0x223C),
    (0x2243, 0x2248),
    (0x2260, 0x2265),
    (0x226A, 0x226B),
    (0x227A, 0x227B),
    (0x2282, 0x2287),
    (0x2295, 0x2297),
    (0x22A4, 0x22A5),
    (0x22C5, 0x22C5),
    (0x22EE, 0x22F1),
    (0x2308, 0x230B),
    (0x25A1, 0x25A1),
    (0x27E8, 0x27E9),
    (0x1D434, 0x1D467),
    (0x1D6E2, 0x1D71B),
    (0x1D53C, 0x1D53C),  # italic letters, expectation
]


def main(source: str) -> None:
    """Write the subset beside this file."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(
        flavor="woff2", layout_features=["ssty"], hinting=False, desubroutinize=True
    )
    font = TTFont(source)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[c for first, last in KEPT for c in range(first, last + 1)])
    subsetter.subset(font)
    for record in font["name"].names:  # a changed font has a name of its own
        if record.nameID in (1, 3, 4, 6, 16):
            record.string = FAMILY.replace(" ", "") if record.nameID == 6 else FAMILY
    subset.save_font(font, str(PATH), options)
    print(f"wrote {PATH}: {PATH.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
