"""LaTeX formulas as Unicode text for a terminal: no backslash survives.

pylatexenc reads LaTeX and knows its symbols; what a formula on one line needs besides stands here:
raised and lowered characters, fractions and roots with the parentheses that they need, spaces.
pylatexenc is loaded when a formula is read, not before.
"""

import functools
import re
from collections.abc import Callable
from typing import Any

_RAISED = dict(
    zip("0123456789+-=()niTᵀ′kjlmdtabcex∘", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵀ′ᵏʲˡᵐᵈᵗᵃᵇᶜᵉˣ°", strict=True)
)
_LOWERED = dict(
    zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True)
)
_SCRIPTS = re.escape("".join(_RAISED.values()) + "".join(_LOWERED.values())) + "\u0302-\u0308"
# One number, symbol, root, function value or bracket, with its scripts.
_FACTOR = (
    r"(?:\d+(?:\.\d+)?|(?:√|∂ ?)?\w(?:_\w+)?|∞|∂|\w\([^()+\-]*\)|\([^()]*\)|‖[^‖]*‖)"
    rf"[{_SCRIPTS}]*"
)
_RELATIONS = "≤≥≠≪≫≈∼≃≡∝∈∉⊂⊆→↦⇒⇔×±⊗⊙⊕∪∩∧∨≲≳≔≽≼∖⊥↓↑"
# Where pylatexenc has none, or one that does not read well here.
_SYMBOLS = {
    "top": "ᵀ",
    "phi": "φ",
    "epsilon": "ε",
    "prime": "′",
    "|": "‖",
    "mid": " | ",
    "\\": "; ",
    "ne": "≠",
    "neg": "¬",
    "implies": "⇒",
    "iff": "⇔",
    "coloneqq": "≔",
    "longrightarrow": "→",
    "textstyle": "",
    "displaystyle": "",
    "limits": "",
}


def to_unicode(latex: str) -> str:
    """``latex`` as one line of text."""
    # LaTeX ignores spaces; in a line of text they stay, except before an argument.
    spaced = re.sub(r"(?<!frac)(?<!sqrt)(?<!hat)(?<!mathbb)\\?\s+", "~", latex)
    scripts = re.sub(
        r"(?<!\\)[\^_]", lambda m: r"\raised " if m[0] == "^" else r"\lowered ", spaced
    )
    sized = re.sub(r"\\(?:left|right|[bB]igg?[lrm]?|middle)(?![A-Za-z])\.?", "", scripts)
    return _one_line(_reader()(sized).replace("\\", ""))


def prose(text: str) -> str:
    """Text in which formulas stand between dollars, as text."""
    pieces = text.split("$")
    return "".join(to_unicode(p) if k % 2 else p for k, p in enumerate(pieces))


def _one_line(text: str) -> str:
    text = re.sub(rf" *([{_RELATIONS}]) *", r" \1 ", text)
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"([(\[{⟨⌈⌊√∂]) ", r"\1", text)
    return re.sub(rf" ([)\]}},;⟩⌉⌋^_{_SCRIPTS}])", r"\1", text)


@functools.cache
def _reader() -> Callable[[str], str]:
    """pylatexenc with the macros above."""
    from pylatexenc import latex2text, latexwalker, macrospec

    walking = latexwalker.get_default_latex_context_db()
    writing = latex2text.get_default_latex_context_db()
    one, two = ("raised", "lowered", "operatorname"), ("frac", "tfrac", "dfrac", "binom")
    arguments = dict.fromkeys(one, "{") | dict.fromkeys(two, "{{")
    specs = [macrospec.MacroSpec(*pair) for pair in arguments.items()]
    walking.add_context_category("formulas", macros=specs, prepend=True)
    written: dict[str, Any] = {
        **_SYMBOLS,
        **dict.fromkeys(("frac", "tfrac", "dfrac"), _fraction),
        "operatorname": " %s",
        **dict.fromkeys(("log", "det", "min", "max", "exp", "sup", "inf", "lim", "cos"), _name),
        "binom": "C(%s, %s)",
        "sqrt": _root,
        "raised": functools.partial(_script, sign="^", table=_RAISED),
        "lowered": functools.partial(_script, sign="_", table=_LOWERED),
    }
    texts = [latex2text.MacroTextSpec(*pair) for pair in written.items()]
    writing.add_context_category("formulas", macros=texts, prepend=True)
    writing.set_unknown_macro_spec(latex2text.MacroTextSpec("", _name))
    read = latex2text.LatexNodes2Text(writing, math_mode="text").latex_to_text
    return functools.partial(read, latex_context=walking, tolerant_parsing=True)


def _arguments(node: Any, l2tobj: Any) -> tuple[str, str]:
    """The arguments of a macro as text, at most two; one that is not there is empty."""
    given = node.nodeargd.argnlist if node.nodeargd else []
    texts = ["" if one is None else l2tobj.nodelist_to_text([one]) for one in given]
    first, second = map(_one_line, [*texts, "", ""][:2])
    return first, second


def _script(node: Any, l2tobj: Any, sign: str, table: dict[str, str]) -> str:
    text, _ = _arguments(node, l2tobj)
    letters = text.replace(" ", "")
    word = re.fullmatch(r"[a-z]{3,}", text)  # such as min: no index
    if text and not word and all(letter in table for letter in letters):
        return "".join(table[letter] for letter in letters)
    return sign + (text if re.fullmatch(r"\w+|[^\w\s]", text) else f"({text})")


def _fraction(node: Any, l2tobj: Any) -> str:
    above, below = _arguments(node, l2tobj)
    multiple = re.fullmatch(rf"-?(?:[\d.]+ ?)?{_FACTOR}", above)
    return f" {above if multiple else f'({above})'}/{_factor(below)} "


def _root(node: Any, l2tobj: Any) -> str:
    index, inside = _arguments(node, l2tobj)
    return {"": "√", "3": "∛", "4": "∜"}.get(index, f"root{index} ") + _factor(inside)


def _name(node: Any) -> str:
    """log, det, min, and whatever else reads as its own name."""
    return f" {node.macroname}"


def _factor(text: str) -> str:
    """``text`` in parentheses unless it is one factor already."""
    return text if re.fullmatch(_FACTOR, text) else f"({text})"
