"""The new laws as a note for mathematicians: LaTeX made from the results, and a PDF of it.

Theorems, proofs in words, derivations, numbers and figures are those of the results; the template
has the prose between them and names the subjects. Figures are drawn by pgfplots from the same
curves that the page shows.
"""

import functools
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2

from lemmata.reports.claims import PageClaim, mutant_counts, prepare
from lemmata.reports.formatting import approximate, number
from lemmata.reports.plots.choice import figures_for, pictures
from lemmata.reports.sharing.export import DIRECTORY, as_cell, escaped
from lemmata.reports.typesetting import split
from lemmata.verify.results.schema import PICTURES, FigureData, Results, SeriesRecord, read
from lemmata.verify.results.writing import write

TEMPLATES = Path(__file__).parents[1] / "templates"
PACKAGES = "texlive-latex-recommended, texlive-latex-extra and texlive-pictures"
SECONDS = 300
POINTS = 120  # of one curve: more are not told apart on paper
CURVES = 10  # of one figure
_MOST = 1e12  # TeX's numbers end there
_UNICODE = {"×": r"$\times$", "…": r"\dots{}", "≤": r"$\le$", "≥": r"$\ge$", "—": "---"}
_NAMED = re.compile(r"([\w-]+:[\w.-]*\w(, [\w-]+:[\w.-]*\w)*\.\s+)?([\w.-]+\d*: (?=\D))?")
# Two superscripts of one letter, H'^T and x^a^2, which LaTeX refuses.
_RAISED_AGAIN = re.compile(r"('|\^\{[^{}]*\})(?=\^)")
_STEP = re.compile(r"(?m)^(?=\d\. )")
_STYLES = {
    "measured": "solid",
    "law": "dashed",
    "claimed": "dotted",
    "another reading": "dashdotted",
    "levels": "only marks",
    "marks": "only marks",
}


class NoLatex(ValueError):
    """LaTeX is not here, or did not accept the note."""


def write_note(results: Path) -> Path:
    """Write ``export/note.tex`` beside the results; its path."""
    found = prepare(read(results, Results))
    text = source(found.claims, pictures(results.with_name(PICTURES)), found.run["time"][:10])
    folder = results.with_name(DIRECTORY)
    folder.mkdir(exist_ok=True)
    return write(folder / "note.tex", text)


def source(claims: list[PageClaim], drawn: dict[str, FigureData], date: str) -> str:
    """The note as LaTeX."""
    laws = [claim for claim in claims if claim["paper"] == "sharp"]
    papers = [claim for claim in claims if claim["paper"] != "sharp"]

    def subject(module: str) -> list[PageClaim]:
        return [c for c in laws if Path(c["file"].partition(":")[0]).stem == module]

    def plots(claim: PageClaim) -> Iterator[str]:
        for title, figure, _ in figures_for(claim, claims, drawn):
            if picture := plot(figure):
                yield rf"\lawfigure{{{picture}}}{{{prose(title)}}}{{{escaped(claim['id'])}}}"
                return

    template = _environment().get_template("note.tex.j2")
    return template.render(
        laws=laws,
        papers=papers,
        subject=subject,
        plot_of=lambda claim: next(plots(claim), ""),
        mutants=mutant_counts(laws),
        date=date,
    )


@functools.cache
def _environment() -> jinja2.Environment:
    """LaTeX has braces and percent signs of its own: ``<< value >>``, ``<% statement %>``."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        prose=prose,
        argument=argument,
        escaped=escaped,
        cell=as_cell,
        number=number,
        status=status,
        breakable=breakable,
        formula=lambda latex: f"${latex}$",
    )
    return made


def prose(text: str) -> str:
    """Text in which formulas stand between dollars, or as on a keyboard, as LaTeX."""
    pieces = text.split("$")
    if len(pieces) % 2 == 0:  # a dollar that opens nothing
        return escaped(text)
    return "".join(f"${p}$" if k % 2 else _typed(p) for k, p in enumerate(pieces))


def _typed(text: str) -> str:
    parts = (_formula(part) if formula else escaped(part) for part, formula in split(text))
    return "".join(_UNICODE.get(letter, letter) for letter in "".join(parts))


def breakable(latex: str) -> str:
    """A long statement, which may go on in a new line where it has a gap or a comma."""
    return re.sub(r"\\q?quad", lambda found: found[0] + r"\allowbreak ", latex)


def _formula(latex: str) -> str:
    if latex.count("{") != latex.count("}"):  # not read as it was meant
        return escaped(latex)
    return "$" + _RAISED_AGAIN.sub(r"\1{}", latex) + "$"


def argument(text: str) -> str:
    """A proof in words or a derivation: its paragraphs, and its numbered steps.

    What names the claim at the beginning, which the note has just named, is left out.
    """
    words = _NAMED.sub("", text.strip())
    paragraphs = filter(None, map(str.strip, re.split(r"\n\s*\n", words[:1].upper() + words[1:])))
    return "\n\n".join(_with_steps(paragraph) for paragraph in paragraphs)


def _with_steps(paragraph: str) -> str:
    first, *steps = _STEP.split(paragraph)
    lines = [prose(" ".join(first.split()))] if first.strip() else []
    lines += [rf"\step{{{one[0]}}}{{{prose(' '.join(one[2:].split()))}}}" for one in steps]
    return "\n".join(lines)


def status(claim: PageClaim) -> str:
    """The verdict in a sentence, with what it rests on."""
    if proof := claim["proof"]:
        axioms = proof["axioms"]["textbook"]
        also = f" and on {', '.join(axioms)}" if axioms else " alone"
        return (
            f"Proved: checked by {proof['checked']['by']} on {proof['checked']['at']},"
            f" on logical axioms{also}."
        )
    words = {
        "holds": "Holds in every test; not proved.",
        "proved": "Proved.",
        "refuted": "Refuted.",
        "undecided": "Undecided.",
        "not run": "Not run.",
    }[claim["verdict"]]
    caught = sum(bool(mutant["caught_by"]) for mutant in claim["mutants"])
    if claim["mutants"]:
        words += f" Of {len(claim['mutants'])} false versions its checks rejected {caught}."
    if (power := approximate(claim["power"])) is not None:
        words += f" They would have noticed a relative error of {power:.2g}."
    return words


def plot(figure: FigureData) -> str:
    """The curves of a figure for pgfplots; empty where none can be drawn."""
    curves = [c for s in figure["series"] if (c := _curve(s, figure))][:CURVES]
    if not curves:
        return ""
    names = {s["name"] for s in figure["series"]}
    hollow = [
        (point["x"], point["published"]) for point in figure["points"] if point["curve"] in names
    ]
    if points := _coordinates(hollow, figure):
        curves.append(
            rf"\addplot[only marks, mark=o, black] coordinates {{{points}}};"
            "\n" + r"\addlegendentry{published}"
        )
    modes = ["xmode=log"] * figure["log_x"] + ["ymode=log"] * figure["log_y"]
    labels = [f"xlabel={{{_label(figure['x'])}}}", f"ylabel={{{_label(figure['y'])}}}"]
    options = ", ".join([*modes, *labels])
    drawn = "\n".join(curves)
    return f"\\begin{{axis}}[law, {options}]\n{drawn}\n\\end{{axis}}"


def _curve(series: SeriesRecord, figure: FigureData) -> str:
    style = _STYLES.get(series["role"])
    points = _coordinates(list(zip(series["x"], series["y"], strict=False)), figure)
    if style is None or not points:
        return ""
    few = " mark=*," if len(series["x"]) <= 20 and series["role"] == "measured" else ""
    mark = few or (" mark=*," if "marks" in style else " no marks,")
    entry = rf"\addlegendentry{{{_label(series['name'])}}}"
    return (
        rf"\addplot+[{style},{mark} mark options={{solid}}] coordinates {{{points}}};"
        + "\n"
        + entry
    )


def _coordinates(points: list[tuple[Any, Any]], figure: FigureData) -> str:
    """What TeX can place: finite, and positive on a logarithmic axis; every k-th of many."""
    known = [(approximate(x), approximate(y)) for x, y in points]
    placed = [
        (x, y)
        for x, y in known
        if x is not None
        and y is not None
        and max(abs(x), abs(y)) < _MOST
        and (x > 0 or not figure["log_x"])
        and (y > 0 or not figure["log_y"])
    ]
    every = -(-len(placed) // POINTS)
    return " ".join(f"({x:.6g},{y:.6g})" for x, y in placed[:: every or 1])


def _label(text: str) -> str:
    return prose(text).replace(r"\hat V", r"\hat{V}")


def compile_note(tex: Path) -> Path:
    """Let LaTeX make the PDF beside the source, whole or not at all; its path."""
    latex = shutil.which("pdflatex")
    if latex is None:
        raise NoLatex(f"no pdflatex is here; Debian has it in {PACKAGES}")
    with tempfile.TemporaryDirectory(prefix="lemmata-") as folder:
        options = ("-interaction=nonstopmode", "-halt-on-error", f"-output-directory={folder}")
        command = [latex, *options, str(tex)]
        for _ in range(2):  # references are known the second time
            try:
                done = subprocess.run(command, capture_output=True, timeout=SECONDS)
            except (OSError, subprocess.TimeoutExpired) as error:
                raise NoLatex(f"{latex} does not finish: {error}") from error
            if done.returncode:
                lines = done.stdout.decode(errors="replace").splitlines()
                why = next((line for line in lines if line.startswith("!")), "! it gives no reason")
                raise NoLatex(f"{latex} refuses {tex.name}: {why.removeprefix('! ')}")
        return Path(shutil.move(Path(folder) / f"{tex.stem}.pdf", tex.with_suffix(".pdf")))
