"""Labels of plots: LaTeX between dollars, or x^2 and x_i, as text and as SVG, letters raised."""

import re
from html import escape

_LETTERS = {
    r"\ell": "ℓ",
    r"\phi": "φ",
    r"\partial": "∂",
    r"\mathcal{L}": "ℒ",
    r"\sqrt": "√",
    r"\gg": "≫",
    r"\log": "log",
    r"\|": "‖",
    r"\cos": "cos",
    r"\,": " ",
    r"\;": " ",
    r"\lambda": "λ",
    r"\hat V": "V̂",
    r"\infty": "∞",
    r"\mathrm": "",
    r"\mathbb": "",
    r"\alpha": "α",
    r"\gamma": "γ",
    r"\delta": "δ",
    r"\nabla": "∇",
    r"\tau": "τ",
    r"\top": "⊤",
    r"\max": "max",
    r"\min": "min",
    r"\operatorname": "",
    r"\text": "",
    r"\to": "→",
    r"\le": "≤",
    r"\ge": "≥",
    r"\sim": "∼",
    r"\cdot": "·",
    r"\sigma": "σ",
    r"\pi": "π",
}
_NAMES = {"infty": "∞", "lambda": "λ", "sqrt": "√", "phi": "φ", "alpha": "α"}
_WORD = re.compile(rf"(?<![A-Za-z\\])({'|'.join(_NAMES)})(?![A-Za-z])")
_MACRO = re.compile(
    "|".join(
        re.escape(k) + ("(?![a-z])" if k[-1].isalpha() else "")
        for k in sorted(_LETTERS, key=len, reverse=True)
    )
)
_SCRIPT = re.compile(r"([\^_])(?:\{([^{}]*)\}|([-+]?\d+(?:\.\d+)?|min\b|max\b|\w|⊤))")
_RAISED = str.maketrans("0123456789-+nT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿᵀ")
_LOWERED = str.maketrans("0123456789-+lnk", "₀₁₂₃₄₅₆₇₈₉₋₊ₗₙₖ")
_SHIFT = {"^": -3.6, "_": 2.4}


def _letters(label: str) -> str:
    named = _MACRO.sub(lambda found: _LETTERS[found[0]], label)
    return _WORD.sub(lambda found: _NAMES[found[0]], named)


def _bare(text: str) -> str:
    return re.sub(r"[$\\{}]", "", text)


def plain(label: str) -> str:
    """A label as text: raised and lowered where there are such letters, else x^a, x_F."""

    def moved(found: re.Match[str]) -> str:
        inside = _bare(found[2] or found[3] or "")
        table = _RAISED if found[1] == "^" else _LOWERED
        known = all(ord(letter) in table for letter in inside)
        return inside.translate(table) if known else f"{found[1]}{inside}"

    return _bare(_SCRIPT.sub(moved, _letters(label)))


def spans(label: str) -> str:
    """A label as SVG text, with what is raised or lowered in smaller letters."""
    written, end, lettered = "", 0, _letters(label)
    for found in _SCRIPT.finditer(lettered):
        shift, inside = _SHIFT[found[1]], escape(_bare(found[2] or found[3] or ""))
        written += escape(_bare(lettered[end : found.start()]))
        written += f'<tspan dy="{shift:g}" font-size="7.5">{inside}</tspan>'
        written += f'<tspan dy="{-shift:g}">\u200b</tspan>'  # back to the line
        end = found.end()
    return written + escape(_bare(lettered[end:]))
