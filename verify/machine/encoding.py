"""Formulas for terminals without Unicode: ≤ becomes <=, x² becomes x^2, φ becomes phi."""

import codecs
import itertools
import re
import unicodedata
from typing import TextIO

_NAME = "lemmata.words"
_PAIRS = """
≤ <=   ≥ >=   ≠ !=   → ->   ⇒ =>   ⇔ <=>   ↦ |->   ≔ :=   ≈ ~   ∼ ~   √ sqrt   ∞ inf   ∑ sum
∏ prod   ∂ d   ‖ ||   · *   × x   ± +-   − -   ⊙ (.)   ⊗ (x)   ℝ R   𝔼 E   ′ '   … ...   – -
— -   ✗ x   ∫ int   ∘ o   ϕ phi   λ lambda   ‘ '   ’ '   “ "   ” "   ⌈ ceil(   ⌉ )   ⌊ floor(
⌋ )
"""
_WORDS: dict[str, str] = {"∈": " in ", **dict(re.findall(r"(\S) (\S+)", _PAIRS))}
_SCRIPTS = {"<super>": "^", "<sub>": "_"}


def relax(stream: TextIO | None) -> None:
    """Let a stream write words for characters that its encoding lacks, instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=_NAME)


def words(text: str) -> str:
    """The text in ASCII; a character without a word becomes a question mark."""
    parts = []
    for sign, run in itertools.groupby(text, _script):
        inside = "".join(map(_word, run))
        parts.append(f"{sign}({inside})" if sign and not inside.isalnum() else f"{sign}{inside}")
    return "".join(parts)


def _script(character: str) -> str:
    """The sign before a raised or lowered character; empty before any other."""
    return _SCRIPTS.get(unicodedata.decomposition(character).partition(" ")[0], "")


def _word(character: str) -> str:
    if character in _WORDS:
        return _WORDS[character]
    parts = unicodedata.normalize("NFKD", character).replace("\N{FRACTION SLASH}", "/")
    plain = parts.encode("ascii", "ignore").decode()
    if plain or unicodedata.combining(character):
        return plain
    kind, _, name = unicodedata.name(character, "").partition(" LETTER ")
    known = kind in ("GREEK SMALL", "GREEK CAPITAL") and name.isalpha()
    return (name.lower() if kind.endswith("SMALL") else name.capitalize()) if known else "?"


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return words(error.object[error.start : error.end]), error.end


codecs.register_error(_NAME, _replaced)
