"""results.json -> index.html; reads the results file and nothing else."""

from __future__ import annotations

import html
import json
import math
import os
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jinja2
from latex2mathml import converter
from markupsafe import Markup

VERDICTS = ("proved", "holds", "refuted", "undecided")
WORST_CELLS = 5
_NOT_GIVEN = "not given"
_MATHML = {
    "math", "mrow", "mi", "mo", "mn", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup",
    "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle", "mpadded",
}  # fmt: skip
_LINKS = ("href", "src", "style", "on")  # attributes that could act are not let through


def build(results: Path) -> Path:
    """Write index.html beside the results file, in one step; the path of the page."""
    page = results.with_name("index.html")
    temporary = page.with_suffix(".tmp")
    temporary.write_text(render(json.loads(results.read_text(encoding="utf-8"))), encoding="utf-8")
    os.replace(temporary, page)
    return page


def render(results: dict[str, Any]) -> str:
    """The page as one self-contained text."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=jinja2.ChainableUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(mathml=mathml, number=number, given=given, worst=worst)
    claims = results.get("claims", [])
    papers: dict[str, list[dict[str, Any]]] = {}
    for claim in claims:
        papers.setdefault(claim.get("paper", _NOT_GIVEN), []).append(claim)
    return environment.get_template("index.html.j2").render(
        results=results,
        papers=papers,
        counts={v: sum(claim.get("verdict") == v for claim in claims) for v in VERDICTS},
    )


def mathml(latex: Any, display: str = "inline") -> Markup:
    """LaTeX as MathML, or as it stands where the converter does not understand it."""
    if not isinstance(latex, str) or not latex.strip():
        return Markup(_NOT_GIVEN)
    try:
        converted = converter.convert(latex, display=display)
        safe = _is_safe(converted)
    except Exception:  # the converter raises its own, IndexError, KeyError, ...
        safe = False
    return Markup(converted if safe else f"<code>{html.escape(latex)}</code>")


def _is_safe(converted: str) -> bool:
    """Whether it is pure MathML: the converter copies text unescaped and keeps unknown macros."""
    if "\\" in converted:
        return False
    try:
        nodes = list(ElementTree.fromstring(converted).iter())
    except ElementTree.ParseError:
        return False
    tags = {node.tag.rpartition("}")[2] for node in nodes}
    return tags <= _MATHML and not any(
        name.lower().startswith(_LINKS) for node in nodes for name in node.attrib
    )


def given(value: Any) -> Any:
    """``value``, or the words that say it is missing."""
    missing = value is None or isinstance(value, jinja2.Undefined) or value in ("", [], {})
    return _NOT_GIVEN if missing else value


def number(value: Any) -> str:
    """A number to four digits, an array by its size, parameters by name; empty if missing."""
    if value is None or isinstance(value, jinja2.Undefined):
        return ""
    if isinstance(value, dict):
        return ", ".join(f"{name} = {number(entry)}" for name, entry in value.items())
    if isinstance(value, list):
        return _array(value)
    if isinstance(value, bool | int):
        return str(value)
    try:
        known = float(value)
    except ValueError:
        return str(value)
    exact_zero = known == 0 and not any(digit in str(value) for digit in "123456789")
    if (known and math.isfinite(known)) or exact_zero:
        return f"{known:.4g}"
    return str(value)  # beyond the range of floats: as it was written


def _array(value: list[Any]) -> str:
    if len(value) <= 4 and not any(isinstance(entry, list) for entry in value):
        return "[" + ", ".join(map(number, value)) + "]"
    sizes = []
    inner: Any = value
    while isinstance(inner, list):
        sizes.append(str(len(inner)))
        inner = inner[0] if inner else None
    return " × ".join(sizes) + " array"


def worst(cells: Any) -> list[dict[str, Any]]:
    """The few cells that say most: contradictions first, then by how much of the bound is used."""
    order = {"contradicts": 0, "silent": 1}

    def rank(cell: dict[str, Any]) -> tuple[int, float]:
        ratio = cell.get("ratio")
        used = float(ratio) if ratio is not None else 0.0
        return order.get(cell.get("decision", ""), 2), -used

    return sorted(cells, key=rank)[:WORST_CELLS] if isinstance(cells, list) else []


if __name__ == "__main__":
    print(f"wrote {build(Path(sys.argv[1]))}")
