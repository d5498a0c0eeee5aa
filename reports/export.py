"""The ledger as a table for a paper (Markdown, CSV, LaTeX), and each plot as an SVG file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

from reports.formatting import number
from reports.plots import plot
from reports.reading import ReadClaim, load, read
from reports.schema import Number

DIRECTORY = "export"
HEAD = ("claim", "statement", "kind", "verdict", "tightness", "power", "constant", "source")
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip


def export(results: Path, form: str) -> list[Path]:
    """Write ``export/ledger`` in the given form and every plot, beside the results; their paths."""
    claims = read(load(results))[0]["claims"]
    directory = results.with_name(DIRECTORY)
    directory.mkdir(exist_ok=True)
    suffix, write = FORMS[form]
    ledger = directory / f"ledger.{suffix}"
    ledger.write_text(write(claims), encoding="utf-8")
    return [ledger, *_plots(claims, directory)]


def _plots(claims: list[ReadClaim], directory: Path) -> list[Path]:
    written = []
    by_id = {claim["id"]: claim for claim in claims}
    for claim in claims:
        drawn = plot(claim, by_id.get(claim["repair"] or ""), for_page=False)
        if drawn is not None:
            path = directory / f"{claim['anchor'].replace(':', '-')}.svg"
            path.write_text(drawn.svg, encoding="utf-8")
            written.append(path)
    return written


def _verdict(claim: ReadClaim) -> str:
    return str(claim["verdict"] or "not given") + (", vacuous" if claim["vacuous"] else "")


def _numbers(claim: ReadClaim) -> list[Number | None]:
    return [claim["tightness"], claim["power"], claim["constant"]]


def as_csv(claims: list[ReadClaim]) -> str:
    """One line per claim, the statement in LaTeX, numbers with all their digits."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(HEAD)
    for claim in claims:
        numbers = ["" if n is None else n for n in _numbers(claim)]
        words = (claim["id"], claim["statement"], claim["kind"], _verdict(claim))
        writer.writerow([*words, *numbers, claim["source"]])
    return buffer.getvalue()


def as_markdown(claims: list[ReadClaim]) -> str:
    """A pipe table with the statements between dollars."""
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for claim in claims:
        statement = _one_line(claim["statement"]).replace(r"\|", r"\Vert ").replace("|", r"\vert ")
        cells = [claim["kind"], _verdict(claim), *map(number, _numbers(claim)), claim["source"]]
        words = [_one_line(cell).replace("|", r"\|") for cell in cells]
        name = _one_line(claim["id"]).replace("|", r"\|")
        lines.append(f"| {name} | ${statement}$ | {' | '.join(words)} |")
    return "\n".join(lines) + "\n"


def as_latex(claims: list[ReadClaim]) -> str:
    """A longtable for packages longtable, booktabs and amsmath."""
    lines = [
        r"% needs \usepackage{amsmath,amssymb,longtable,booktabs}",
        r"\begin{longtable}{lp{0.5\linewidth}lrr}",
        r"\toprule",
        r"claim & statement & verdict & tightness & power \\",
        r"\midrule",
        r"\endhead",
    ]
    for claim in claims:
        tightness, power, _ = (_latex(number(value)) for value in _numbers(claim))
        statement = f"$\\displaystyle {_one_line(claim['statement'])}$"
        cells = [_latex(claim["id"]), statement, _latex(_verdict(claim)), tightness, power]
        lines.append(" & ".join(cells) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{longtable}"]) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _latex(text: str) -> str:
    """Plain text as LaTeX takes it; numbers with exponents as mathematics."""
    if match := re.fullmatch(r"(-?[\d.]+)e([+-]?\d+)", text):
        mantissa = "" if match[1] == "1" else rf"{match[1]} \cdot "
        return f"${mantissa}10^{{{int(match[2])}}}$"
    if text in ("inf", "-inf"):
        return "$" + text.replace("inf", r"\infty") + "$"
    return "".join(_SPECIAL.get(character, character) for character in _one_line(text))


FORMS: dict[str, tuple[str, Callable[[list[ReadClaim]], str]]] = {
    "md": ("md", as_markdown),
    "csv": ("csv", as_csv),
    "latex": ("tex", as_latex),
}
