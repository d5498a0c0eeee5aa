"""How values are written on the page: LaTeX as MathML, numbers to four digits, what is missing."""

import functools
import html
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

from markupsafe import Markup, escape

from lemmata.reports.typesetting import split
from lemmata.verify.results.schema import SymbolRecord

NOT_GIVEN = "not given"
_MATHML = re.compile(
    "math|mrow|mi|mo|mn|mtext|mspace|mfrac|msqrt|mroot|msub|msup|msubsup"
    "|munder|mover|munderover|mtable|mtr|mtd|mstyle|mpadded"
)
_BRACKETS = set("()[]{}")
_LETTERS = set("∞∂…∅")  # which the converter takes for operators, with gaps around them
_RELATIONS = {"⟹": "⟹", "⟺": "⟺", "~": "∼"}  # which it takes for letters, without
_LINKS = ("href", "src", "style", "on")  # attributes that could act are not let through
_BALL = re.compile(r"\[([^\s\[\]]+) \+/- [^\s\[\]]+\]")  # how a ball is written: [m +/- r]
_SMALL, _LARGE = Decimal("1e-300"), Decimal(10) ** 300
_INFINITE = {"inf", "-inf", "+inf", "nan", "infinity", "-infinity"}
_GREEK = {"alpha": "α", "beta": "β", "delta": "δ", "gamma": "γ", "lambda": "λ", "phi": "φ"}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def mathml(latex: Any, display: str = "inline") -> Markup:
    """LaTeX as MathML, or as it stands where the converter does not understand it.

    Browsers break no line inside a formula: it is cut where the statement has a gap.
    """
    if not isinstance(latex, str) or not latex.strip():
        return Markup(NOT_GIVEN)
    found = [_formula(piece, display) for piece in _cut(latex)]
    if display == "inline" or len(found) == 1:
        return Markup(" &ensp;").join(found)
    return Markup('<div class="formula">{}</div>').format(Markup(" ").join(found))


_GAP = re.compile(r"\\q?quad\b|(?<=;)\\[;, ]")


def _cut(latex: str) -> list[str]:
    """The pieces between gaps, of which each can stand alone."""
    found = [""]
    for piece in _GAP.split(latex):
        open_ = found[-1] and not _balanced(found[-1])
        found = [*found[:-1], rf"{found[-1]}\quad {piece}"] if open_ else [*found, piece]
    return [piece for piece in found if piece.strip()]


# A line does not begin with what ends a formula.
_ENDED = re.compile(r"<math[^>]*>(?:(?!</math>).)*</math>[,.;:!?)]+", re.DOTALL)


def prose(text: Any) -> Markup:
    """Text in which formulas stand between dollars, or as on a keyboard: x^2 <= y; and commands
    between backticks."""
    commands = str(text or "").split("`")
    if len(commands) > 1 and len(commands) % 2:
        code = Markup("<code>{}</code>")
        return Markup("").join(
            code.format(piece) if k % 2 else prose(piece) for k, piece in enumerate(commands)
        )
    pieces = str(text or "").split("$")
    if len(pieces) % 2 == 0:  # a dollar that opens nothing
        return escape(str(text))
    found = Markup("").join(mathml(p) if k % 2 else _typed(p) for k, p in enumerate(pieces))
    return Markup(_ENDED.sub(r'<span class="whole">\g<0></span>', str(found)))


_SIGNS = {"<=": "≤", ">=": "≥", "->": "→", "<<": "≪", ">>": "≫"}  # between words
_SIGN = re.compile(r"(?<![^\s])(<=|>=|->|<<|>>)(?![^\s.,;:])")


def _typed(text: str) -> Markup:
    parts = (mathml(part) if formula else _plain(part) for part, formula in split(text))
    return Markup("").join(parts)


def _plain(text: str) -> Markup:
    return escape(_SIGN.sub(lambda found: _SIGNS[found[0]], text))


_WORD = re.compile(r"[a-z][a-z’'-]+[,:;.]?")  # not dL/dW_l, not an id


def sentence(text: str) -> str:
    """Text that begins with a capital letter, unless a formula does, and ends with a full stop."""
    word = text.partition(" ")[0]  # a letter alone is a variable, but for the article
    is_word = word == "a" or _WORD.fullmatch(word)
    first = text[:1].upper() + text[1:] if is_word else text
    return first if first.endswith((".", "?", "!", ":", ";", ",")) else f"{first}."


def defined(latex: str, symbols: Sequence[SymbolRecord]) -> Markup:
    """A statement in which each symbol that has a meaning is a button: a script opens it there."""
    plain = mathml(latex, "block")
    if "<math" not in plain or not symbols:
        return plain
    root = ElementTree.fromstring(plain)
    alone = Counter(_head(one["latex"]) for one in symbols)
    heads = {
        _head(one["latex"], whole=alone[_head(one["latex"])] > 1): k
        for k, one in enumerate(symbols)
    }
    _mark(root, {head: k for head, k in heads.items() if head}, symbols)
    return Markup(ElementTree.tostring(root, encoding="unicode"))


def _head(latex: str, *, whole: bool = False) -> str:
    """The MathML of a symbol that tells it apart: without an index of letters, which varies,
    unless it is wanted ``whole``, because another symbol has the same letter.
    """
    written = str(mathml(latex))
    if "<math" not in written:
        return ""
    node = ElementTree.fromstring(written)
    while node.tag in ("math", "mrow") and len(node) and not _is_word(node):
        node = node[0]
    if node.tag == "msub" and not whole and not "".join(node[1].itertext()).isdigit():
        node = node[0]
    return _bare(node)


def _is_word(node: ElementTree.Element) -> bool:
    """Whether it is a name in upright letters, such as BN."""
    return len(node) > 1 and all(one.attrib.get("mathvariant") == "normal" for one in node)


def _bare(node: ElementTree.Element) -> str:
    return re.sub(r" [\w-]+=\"[^\"]*\"", "", ElementTree.tostring(node, encoding="unicode"))


def _mark(
    node: ElementTree.Element,
    heads: Mapping[str, int],
    symbols: Sequence[SymbolRecord],
    after: ElementTree.Element | None = None,
) -> None:
    """Make buttons of the nodes that are such a symbol; ``after`` is what stands behind a node."""
    number = heads.get(_bare(node))
    following = "" if after is None else after.text
    if number is not None and (node.text, following) not in _DIFFERENTIALS:
        if not _is_function(symbols[number]) or following == "(":
            node.attrib.update({"data-symbol": str(number), "tabindex": "0", "role": "button"})
        return
    # the base of a power, as V(H)^2 is written, has no bracket behind it
    inside = [*node[1:], None] if node.tag in ("math", "mrow") else [None] * len(node)
    for child, behind in zip(node, inside, strict=True):
        _mark(child, heads, symbols, behind)


_DIFFERENTIALS = (("d", "t"), ("d", "x"))  # dt, where d is the width


def _is_function(symbol: SymbolRecord) -> bool:
    """Whether it is a capital letter that is defined with an argument: elsewhere, as in the
    decomposition $U S V^\\top$, such a letter is a matrix."""
    letter = symbol["latex"]
    return len(letter) == 1 and f"${letter}(" in symbol["means"]


_SECTIONS = re.compile(r"(Section|Appendix) ([A-Z]|\d+)(?:\.(\d+))?")


def section(source: str) -> str:
    """Where a source stands in a PDF made by hyperref, as the end of an address; empty if unknown.

    Section 3.1 is subsection.3.1 there, Appendix A is appendix.A.
    """
    if not (found := _SECTIONS.match(source)):
        return ""
    kind, major, minor = found.groups()
    name = f"subsection.{major}.{minor}" if minor else f"{kind.lower()}.{major}"
    return f"#nameddest={name}"


def _balanced(latex: str) -> bool:
    """Whether what it opens it closes, so that it can stand alone."""
    pairs = (("{", "}"), ("(", ")"), (r"\left", r"\right"), (r"\begin", r"\end"))
    return all(latex.count(opening) == latex.count(closing) for opening, closing in pairs)


@functools.lru_cache(maxsize=1 << 15)  # a statement stands in several places of the page
def _formula(latex: str, display: str) -> Markup:
    from latex2mathml import converter  # its table of symbols takes a while to load

    try:
        found = _tidy(ElementTree.fromstring(converter.convert(latex, display=display)))
    except Exception:  # no XML; the converter raises its own, IndexError, KeyError, ...
        found = None
    return found or Markup(f"<code>{html.escape(latex)}</code>")


def _tidy(root: ElementTree.Element) -> Markup | None:
    """Without what a browser knows by itself; None unless it is pure MathML.

    The converter copies text unescaped and keeps unknown macros. It tells brackets, which a
    browser knows, how to grow, and the page the name of a language that HTML contains. A slash has
    no gaps beside it.
    """
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
        acts = any(name.lower().startswith(_LINKS) for name in node.attrib)
        if not _MATHML.fullmatch(node.tag) or acts or "\\" in (node.text or ""):
            return None
        if node.tag == "mo" and (node.text in _LETTERS or _WORD_ALONE.fullmatch(node.text or "")):
            node.tag = "mi"
        if node.tag == "mi" and node.text in _RELATIONS:
            node.tag, node.text = "mo", _RELATIONS[node.text]
        if node.text == "/":
            node.attrib.update(lspace="0", rspace="0")
        if node.text in _BRACKETS and node.attrib.get("stretchy") == "true":
            node.attrib.clear()
    for row in [node for node in root.iter() if node.tag in ("math", "mrow", "mtd", "msqrt")]:
        row[:] = _spaced(list(row))
    if root.attrib.get("display") == "inline":
        del root.attrib["display"]
    return Markup(ElementTree.tostring(root, encoding="unicode"))


_WORD_ALONE = re.compile("[A-Za-z]{2,}")
_BESIDE = ("mo", "mspace")  # have gaps of their own


def _spaced(row: list[ElementTree.Element]) -> list[ElementTree.Element]:
    """With a thin gap on each side of log, exp, rank where a letter, number or fraction stands."""
    found: list[ElementTree.Element] = []
    for one in row:
        both = [found[-1], one] if found else []
        if any(map(_is_operator, both)) and all(node.tag not in _BESIDE for node in both):
            found.append(ElementTree.Element("mspace", width="0.167em"))
        found.append(one)
    return found


def _is_operator(node: ElementTree.Element) -> bool:
    """Whether it is a name of several letters, with an index or a power or without."""
    inner = node[0] if node.tag in ("msub", "msup", "msubsup", "munder") and len(node) else node
    return inner.tag == "mi" and bool(_WORD_ALONE.fullmatch(inner.text or ""))


def exact(value: Any) -> Decimal | None:
    """A finite number that may lie beyond the range of floats; None if it is not one number."""
    if isinstance(value, str):
        return _read(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    found = Decimal(value)
    return found if found.is_finite() else None


@functools.lru_cache(maxsize=1 << 16)  # a value is read when it is checked, placed, written, ...
def _read(text: str) -> Decimal | None:
    if ball := _BALL.fullmatch(text.strip()):
        text = ball[1]
    try:
        if "/" in text:
            fraction = Fraction(text)
            return Decimal(fraction.numerator) / Decimal(fraction.denominator)
        found = Decimal(text)
    except (InvalidOperation, ValueError, ZeroDivisionError):
        return None
    return found if found.is_finite() else None


def is_number(value: Any) -> bool:
    """Whether ``value`` is one number, as JSON or as text; infinities and nan count."""
    if isinstance(value, str):
        return value.strip().lower() in _INFINITE or _read(value) is not None
    return isinstance(value, int | float) and not isinstance(value, bool)


def approximate(value: Any) -> float | None:
    """A float for ordering and drawing: infinities stay, what is no number is None."""
    if not is_number(value):
        return None
    known = None if isinstance(value, float) else exact(value)
    found = float(value if known is None else known)
    return None if math.isnan(found) else found


def number(value: Any) -> str:
    """A number to four digits, an array by its size, parameters by name; empty if missing."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return ", ".join(f"{symbol(name)} = {number(entry)}" for name, entry in value.items())
    if isinstance(value, list):
        return _array(value)
    if isinstance(value, bool | int):
        return str(value)
    if isinstance(value, float) and (value == 0 or 1e-300 < abs(value) < 1e300):
        return f"{value:.4g}"
    if isinstance(value, str) and "/" in value and len(value) < 12:
        return value  # an exact fraction says more than its decimals
    known = exact(value)
    if known is None or (isinstance(value, str) and _BALL.fullmatch(value)):
        return str(value)
    if known and not _SMALL < abs(known) < _LARGE:
        return f"{known:.3e}".replace(".000e", "e")  # beyond the range of floats
    return f"{float(known):.4g}"


def ends(interval: Any) -> str:
    """An interval; where each end has several entries, one pair after the other."""
    if isinstance(interval, list) and len(interval) == 2 and isinstance(interval[0], list):
        return ", ".join(number(list(pair)) for pair in zip(*interval, strict=False))
    return number(interval)


def _array(value: list[Any]) -> str:
    if len(value) <= 4 and not any(isinstance(entry, list) for entry in value):
        return "[" + ", ".join(map(number, value)) + "]"
    if len(value) <= 3 and all(isinstance(row, list) and len(row) <= 3 for row in value):
        return "[" + ", ".join(map(number, value)) + "]"  # small enough to be read
    sizes, inner = str(len(value)), value[0]
    while isinstance(inner, list):
        sizes += f" × {len(inner)}"
        inner = inner[0] if inner else None
    return f"{sizes} array"


def symbol(name: str) -> str:
    """A parameter's name as it is written by hand: phi_0 as φ₀, v_hat as v̂."""
    letters = [part for part in name.split("_") if part != "hat"]
    first = _GREEK.get(letters[0], letters[0]) + ("\u0302" if "_hat" in name else "")
    if all(part.isdigit() for part in letters[1:]):
        return first + "".join(letters[1:]).translate(_SUBSCRIPTS)
    return name


def letters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Those that are letters of a statement; others have names in words."""
    return {k: v for k, v in parameters.items() if len(k) < 3 or symbol(k) != k}


def shorten(text: str, length: int = 120) -> str:
    """``text`` on one line, cut where it is too long to be read in passing."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def rank(name: Any, names: Sequence[str]) -> int:
    """The place of a name among names; any other stands after them."""
    return names.index(name) if name in names else len(names)


def plural(count: int, one: str, many: str | None = None) -> str:
    """A count with its noun."""
    return f"{count} {one if count == 1 else many or one + 's'}"
