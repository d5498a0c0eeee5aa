"""Labels of plots: LaTeX between dollars, or x^2 and x_i, as text and as SVG, letters raised."""

import re
from html import escape
from html.entities import html5

# Signs whose names in LaTeX are not those of HTML; any other macro is written by its own name.
_SIGNS = {
    "partial ": "∂",
    "partial": "∂",
    "sqrt": "√",
    "infty": "∞",
    "to": "→",
    "cdot": "·",
    "mathcal{L}": "ℒ",
}
_SIGNS |= {"hat V": "V̂", "v_hat": "V̂", "|": "‖", ",": " ", ";": " ", "gg": "≫"}
_UPRIGHT = re.compile(r"\\(?:mathrm|mathbb|operatorname|text)\{([^{}]*)\}|\\(?:mathrm|mathbb)\b ?")
_MINUS = re.compile(r"(?<![\w-])-(?=[\w.∞])|(?<= )-(?= )|(?<=\b[A-Za-z])-(?=\d)|(?<=\))-(?=\d)")
_MACRO = re.compile(r"\\(mathcal\{L\}|hat V|partial |[|,;]|[A-Za-z]+)")
_WORD = re.compile(r"(?<![A-Za-z\\])(infty|lambda|sqrt|phi|alpha|delta|kappa|v_hat)(?![A-Za-z])")
_POWER = re.compile(r"(\d)e\+?(-?)0*(\d+)\b")  # 1e-05, as a program writes it
_SCRIPT = re.compile(r"([\^_])(?:\{([^{}]*)\}|\(([^()]*)\)|([-+]?\d+(?:\.\d+)?|min\b|max\b|\w|⊤))")
_RAISED = str.maketrans("0123456789-−+nT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁺ⁿᵀ")
_LOWERED = str.maketrans("0123456789-−+lnk", "₀₁₂₃₄₅₆₇₈₉₋₋₊ₗₙₖ")
_SHIFT = {"^": -0.36, "_": 0.24}  # of the size of letters
_SMALLER = 0.75
BOLD = 1.12  # times as wide
# Widths of DejaVu Sans, the widest of the fonts that a reader may have, by the size of letters.
_WIDE = re.compile("[mwMW—≫≪%@]")
_NARROW = re.compile(r"[ iljtfrI.,:;'|()\[\]/!‖ℓ⁰¹²³⁴-⁹₀-₉\u0300-\u036f\u200b]")
_WORDS = re.compile(r"(?:\$[^$]*\$|[^\s$])+")  # a formula is not broken


def _sign(found: re.Match[str]) -> str:
    return _SIGNS.get(found[1], html5.get(f"{found[1]};", found[1]))


def _letters(label: str) -> str:
    upright = _UPRIGHT.sub(lambda found: found[1] or "", label)
    lettered = _WORD.sub(_sign, _MACRO.sub(_sign, upright))
    lettered = re.sub(r"√\((\w+)\)", r"√\1", lettered)
    return re.sub(r"(?<![\d.])1·10", "10", _POWER.sub(r"\1·10^{\2\3}", lettered))


def _bare(text: str) -> str:
    return _MINUS.sub("−", re.sub(r"[$\\{}]", "", text))


def _inside(script: re.Match[str]) -> str:
    """What is raised or lowered, without its brackets."""
    return _bare(script[2] or script[3] or script[4] or "")


def plain(label: str) -> str:
    """A label as text: raised and lowered where there are such letters, else x^a, x_F."""

    def moved(found: re.Match[str]) -> str:
        inside = _inside(found)
        table = _RAISED if found[1] == "^" else _LOWERED
        known = all(ord(letter) in table for letter in inside)
        written = f"({inside})" if found[3] else inside
        return inside.translate(table) if known else f"{found[1]}{written}"

    return _bare(_SCRIPT.sub(moved, _letters(label)))


def spans(label: str, size: float = 13) -> str:
    """A label as SVG text, with what is raised or lowered in smaller letters."""
    written, end, lettered = "", 0, _letters(label)
    for found in _SCRIPT.finditer(lettered):
        shift, inside = (
            size * _SHIFT[found[1]],
            escape(_inside(found)),
        )
        written += escape(_bare(lettered[end : found.start()]))
        written += f'<tspan dy="{shift:g}" font-size="{_SMALLER * size:g}">{inside}</tspan>'
        written += f'<tspan dy="{-shift:g}">\u200b</tspan>'  # back to the line
        end = found.end()
    return written + escape(_bare(lettered[end:]))


def width(label: str, size: float = 13) -> float:
    """About how wide a label is; rather too wide."""
    letters = plain(label)
    wide, narrow = len(_WIDE.findall(letters)), len(_NARROW.findall(letters))
    return size * (0.92 * wide + 0.4 * narrow + 0.64 * (len(letters) - wide - narrow))


def lines(label: str, room: float, size: float = 13) -> list[str]:
    """A label broken between words into lines that are no wider than the room, where words are."""
    found: list[str] = []
    for word in _WORDS.findall(label):
        if found and width(f"{found[-1]} {word}", size) <= room:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def balanced(label: str, room: float, size: float = 13) -> list[str]:
    """The same with as many lines, of which none is much shorter than the others."""
    found = lines(label, room, size)
    while len(shorter := lines(label, room := room - size, size)) == len(found) > 1:
        if max(width(line, size) for line in shorter) > room:
            break
        found = shorter
    return found
