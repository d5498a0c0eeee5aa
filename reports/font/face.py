"""The font as CSS."""

import base64
from pathlib import Path

FAMILY = "Lemmata Math"
PATH = Path(__file__).with_name("lemmata-math.woff2")


def face() -> str:
    """A rule that any page can carry: the font itself, so that nothing is fetched."""
    content = base64.b64encode(PATH.read_bytes()).decode()
    address = f"data:font/woff2;base64,{content}"
    return f'@font-face {{ font-family: "{FAMILY}"; src: url("{address}") format("woff2"); }}'
