"""The ledger as a table for a paper (Markdown, CSV, LaTeX), and each plot as an SVG file."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lemmata.reports.claims import PageClaim, has_grade, prepare
from lemmata.reports.formatting import number
from lemmata.reports.plots.choice import pictures, plot_of
from lemmata.reports.plots.drawing import standalone_svg
from lemmata.reports.sharing.pages import stem
from lemmata.verify.results.schema import PICTURES, Results, read
from lemmata.verify.results.writing import write

DIRECTORY = "export"
HEAD = ("claim", "statement", "kind", "verdict", "tightness", "power", "constant", "source")
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def export(results: Path, form: str) -> list[Path]:
    """Write ``export/ledger`` in the given form and every plot, beside the results; their paths."""
    claims = prepare(read(results, Results)).claims
    directory = results.with_name(DIRECTORY)
    directory.mkdir(exist_ok=True)
    suffix, written = FORMS[form]
    ledger = write(directory / f"ledger.{suffix}", written(claims))
    return [ledger, *_plots(claims, directory)]


def _plots(claims: list[PageClaim], directory: Path) -> Iterator[Path]:
    own = pictures(directory.with_name(PICTURES))
    for claim in claims:
        if plot := plot_of(claim, claims, own):
            yield write(directory / f"{stem(claim)}.svg", standalone_svg(plot))


def _row(claim: PageClaim) -> list[Any]:
    """What stands below HEAD, the numbers as they are in the file."""
    verdict = str(claim["verdict"])
    verdict += f", {claim['grade']}" if has_grade(claim) else ""
    verdict += ", vacuous" if claim["vacuous"] else ""
    stated = [claim["id"], claim["statement"], claim["kind"], verdict]
    return [*stated, claim["tightness"], claim["power"], claim["constant"], claim["source"]]


def as_csv(claims: list[PageClaim]) -> str:
    """One line per claim, the statement in LaTeX, numbers with all their digits."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows([HEAD, *map(_row, claims)])
    return buffer.getvalue()


def as_markdown(claims: list[PageClaim]) -> str:
    """A pipe table with the statements between dollars."""
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for name, statement, *cells in map(_written, claims):
        formula = statement.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
        first, *others = (cell.replace("|", r"\|") for cell in (name, *cells))
        lines.append(f"| {' | '.join([first, f'${formula}$', *others])} |")
    return "\n".join(lines) + "\n"


def as_latex(claims: list[PageClaim]) -> str:
    """A longtable for packages longtable, booktabs and amsmath."""
    lines = [
        r"% needs \usepackage{amsmath,amssymb,longtable,booktabs}",
        r"\begin{longtable}{lp{0.5\linewidth}lrr}",
        r"\toprule",
        r"claim & statement & verdict & tightness & power \\",
        r"\midrule",
        r"\endhead",
    ]
    for name, statement, _, *cells in map(_written, claims):
        first, *others = map(as_cell, (name, *cells[:3]))
        lines.append(" & ".join([first, f"$\\displaystyle {statement}$", *others]) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{longtable}"]) + "\n"


def _written(claim: PageClaim) -> list[str]:
    """A row as text, each cell on one line, numbers to four digits."""
    name, statement, kind, verdict, *numbers, source = _row(claim)
    cells = (name, statement, kind, verdict, *map(number, numbers), source)
    return [" ".join(cell.split()) for cell in cells]


def as_cell(text: str) -> str:
    """A cell of a table: plain text, or a number with an exponent as mathematics."""
    if match := re.fullmatch(r"(-?[\d.]+)e([+-]?\d+)", text):
        mantissa = "" if match[1] == "1" else rf"{match[1]} \cdot "
        return f"${mantissa}10^{{{int(match[2])}}}$"
    if text in ("inf", "-inf"):
        return "$" + text.replace("inf", r"\infty") + "$"
    return escaped(text)


def escaped(text: str) -> str:
    """Plain text as LaTeX takes it."""
    return "".join(_SPECIAL.get(character, character) for character in text)


FORMS: dict[str, tuple[str, Callable[[list[PageClaim]], str]]] = {
    "md": ("md", as_markdown),
    "csv": ("csv", as_csv),
    "latex": ("tex", as_latex),
}
