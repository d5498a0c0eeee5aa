"""The new laws as a note for mathematicians: LaTeX made from the results, and a PDF of it.

Theorems, proofs in words, derivations, numbers and figures are those of the results; the template
has the prose between them and chooses the laws, of which the others stand in a table. Figures are
drawn by pgfplots from the same curves that the page shows.
"""

import functools
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import jinja2

from lemmata.reports.claims import PageClaim, mutant_counts, prepare
from lemmata.reports.formatting import approximate
from lemmata.reports.plots.choice import figures_for, pictures
from lemmata.reports.sharing.export import DIRECTORY, escaped
from lemmata.reports.story.proofs import STEP, about, paragraphs
from lemmata.reports.typesetting import GREEK, split
from lemmata.verify.results.schema import (
    PICTURES,
    CellRecord,
    FigureData,
    HypothesisRecord,
    Results,
    SeriesRecord,
    SymbolRecord,
    read,
)
from lemmata.verify.results.writing import write

TEMPLATES = Path(__file__).parents[1] / "templates"
PACKAGES = "texlive-latex-recommended, texlive-latex-extra and texlive-pictures"
SECONDS = 300
RUNS = 4  # of LaTeX at most
POINTS = 120  # of one curve: more are not told apart on paper
CURVES = 10  # of one figure
_MOST = 1e12  # TeX's numbers end there
_UNICODE = {
    "×": r"$\times$",
    "…": r"\dots{}",
    "χ": r"$\chi$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "—": "---",
}
# What is named: code, a law of our own, a claim of a paper, a paper, and a lemma of one.
_REFERENCE = re.compile(
    r"`(?P<code>[^`]+)`|\b(?P<law>sharp:[\w.-]*\w)|\b(?P<paper>[a-z]+\d{4})\b(?::(?P<claim>[\w.-]*\w))?"
    r"|(?<![\w:-])(?P<kind>lemma|theorem|corollary|appendix|figure)-(?P<number>[A-Z]?[\d.]*\w)(?![\w-])"
)
_NATURAL = re.compile(r"(.+) \\in \\\{(\d+), \d+, \\dots\\\}")
_DISPLAY = re.compile(r"(?m)^ {2,}(\S.*)\n?")  # a formula in a line of its own, but in a step
_GOES_ON = re.compile(r"(?m)^( {2,}\S.*[^\s,.;:])\n +(?=\S)")  # of two lines
_NEGATIVE = re.compile(r"(?<![^\s(\[])-(?=\d)")
_HELD = "\ue000"  # the place of a reference
SECTIONS = {
    "orthogonal": "drift extremal-drift theorem-1 theorem-5 theorem-1-large-batch"
    " theorem-5-large-batch conserved-torque no-vanishing",
    "smaller": "tangent-growth haar-spectrum haar-growth",
    "width": "stationary-spectrum critical-width haar-growth-at-finite-sizes critical-curve"
    " collapsed-gap exponent-two-samples exponent-two-samples-wide exponent-at-the-width",
    "rank": "exponent-below exponent-above volume-in-a-layer isometry-after-a-layer"
    " gap-of-any-batch isometry-lost",
    "gaussian": "gaussian-explosion gaussian-growth collapsed-growth",
    "elsewhere": "batch-growth-elsewhere critical-width-elsewhere phase-diagram",
}
"""Of which laws the note has the text, in the order of its sections."""
SHARED = 2  # laws that use a symbol alike: then it is notation
# Two superscripts of one letter, H'^T and x^a^2, which LaTeX refuses.
_RAISED_AGAIN = re.compile(r"('|\^\{[^{}]*\})(?=\^)")
_OPERATOR = r"\\(?:log|ln|det|exp|tr|sum|prod|int|operatorname\{\w+\}) ?(?:[_^]\{[^{}]*\})*"
_SPACED = re.compile(rf"\\, (?={_OPERATOR})|({_OPERATOR})\\, ")  # TeX spaces them itself
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
    cited = {key: paper["cited"] for key, paper in found.papers.items()}
    drawn = pictures(results.with_name(PICTURES))
    text = source(found.claims, drawn, found.run["time"][:10], cited)
    folder = results.with_name(DIRECTORY)
    folder.mkdir(exist_ok=True)
    return write(folder / "note.tex", text)


def source(
    claims: list[PageClaim], drawn: dict[str, FigureData], date: str, cited: dict[str, str]
) -> str:
    """The note as LaTeX; ``cited`` are the papers as one cites them, by their names."""
    template = _environment().get_template("note.tex.j2")
    laws = {claim["id"]: claim for claim in claims if claim["paper"] == "sharp"}
    sections = {
        section: [laws[f"sharp:{name}"] for name in names.split() if f"sharp:{name}" in laws]
        for section, names in SECTIONS.items()
    }
    shown = [claim for chosen in sections.values() for claim in chosen]
    notation = common(shown)

    def picture(claim: PageClaim) -> str:
        for title, figure, _ in figures_for(claim, claims, drawn):
            if axes := plot(figure):
                return rf"\lawfigure{{{axes}}}{{{prose(title)}}}{{{escaped(claim['id'])}}}"
        return ""

    return template.render(
        laws=laws,
        sections=sections,
        others=[claim for claim in laws.values() if claim not in shown],
        papers=[claim for claim in claims if claim["paper"] != "sharp"],
        notation=notation,
        own=lambda claim: [
            one for one in claim["symbols"] if one not in notation and one["latex"] != "L"
        ],
        picture=picture,
        mutants=mutant_counts(list(laws.values())),
        judges=sorted({proof["checked"]["by"] for c in laws.values() if (proof := c["proof"])}),
        cited=cited,
        date=date,
    )


def common(shown: Sequence[PageClaim]) -> list[SymbolRecord]:
    """The symbols that several of the laws use, and none in another sense."""
    laws = [claim for claim in shown if claim["kind"] != "figure"]
    uses = Counter((one["latex"], one["means"]) for claim in laws for one in claim["symbols"])
    senses = Counter(latex for latex, _ in uses)
    return [
        SymbolRecord(latex=latex, means=means)
        for (latex, means), count in uses.items()
        if count >= SHARED and senses[latex] == 1
    ]


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
        proof=proof_in_words,
        remarks=remarks,
        status=status,
        statement=statement,
        let=let,
        where=where,
    )
    return made


def prose(text: str, also: str = "") -> str:
    """Text in which formulas stand between dollars, or as on a keyboard, as LaTeX.

    ``also`` are formulas that it speaks of.
    """
    pieces = text.split("$")
    if len(pieces) % 2 == 0:  # a dollar that opens nothing
        return escaped(text)
    return "".join(f"${p}$" if k % 2 else _referring(p, also) for k, p in enumerate(pieces))


def _referring(text: str, also: str) -> str:
    """What the text names becomes a reference to a theorem here, or to a paper."""
    parts = _typed(_REFERENCE.sub(_HELD, text), also).split(
        _HELD
    )  # a formula names letters elsewhere
    named = [_reference(found) for found in _REFERENCE.finditer(text)]
    return "".join(part + one for part, one in zip(parts, [*named, ""], strict=True))


def _reference(found: re.Match[str]) -> str:
    if found["code"]:
        return rf"\texttt{{{escaped(found['code'])}}}"
    if found["law"]:
        return rf"\claim{{{found['law']}}}"
    if found["kind"]:
        return f"{found['kind']} {found['number']}"
    where = rf"\cite{{{found['paper']}}}"
    if not found["claim"]:
        return where
    kind, _, number = found["claim"].partition("-")
    known = kind in ("lemma", "theorem", "corollary", "appendix", "figure")
    return f"{kind} {number} of {where}" if known else f"{escaped(found['claim'])} of {where}"


def _typed(text: str, also: str) -> str:
    parts = (_formula(part) if formula else _plain(part) for part, formula in split(text, also))
    return "".join(_UNICODE.get(letter, letter) for letter in "".join(parts))


def _plain(text: str) -> str:
    return _NEGATIVE.sub("$-$", escaped(text).replace("...", r"\dots{}"))


def let(hypotheses: Sequence[HypothesisRecord]) -> str:
    """A sentence that assumes them; that counts are natural numbers is said once in the note."""
    assumed = [f"${one}$" for h in hypotheses if (one := _assumed(h["statement"]))]
    return f"Let {_listed(list(dict.fromkeys(assumed)))}." if assumed else ""


def _assumed(statement: str) -> str:
    natural = _NATURAL.fullmatch(statement)
    if natural is None:
        return statement
    return rf"{natural[1]} \ge {natural[2]}" if int(natural[2]) > 1 else ""


def where(symbols: Sequence[SymbolRecord]) -> str:
    """What symbols mean, as a list in a sentence."""
    return "; ".join(f"${one['latex']}$: {prose(one['means'])}" for one in symbols)


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def statement(claim: PageClaim, laws: Iterable[str]) -> str:
    """A long statement, which may go on in a new line where it has a gap, and names other laws."""
    latex = re.sub(r"\\q?quad", lambda found: found[0] + r"\allowbreak ", claim["statement"])
    return re.sub(r"sharp:[\w.-]*\w", r"\\claim{\g<0>}", named(latex, laws))


def _formula(latex: str) -> str:
    if latex.count("{") != latex.count("}"):  # not read as it was meant
        return escaped(latex)
    return "$" + _RAISED_AGAIN.sub(r"\1{}", _SPACED.sub(r"\1", latex)) + "$"


def proof_in_words(claim: PageClaim, laws: Iterable[str]) -> str:
    """The part of a proof in words that is about the claim, without its name."""
    proof = claim["proof"]
    found = about(proof["sketch"], claim) if proof else []
    return _set([named(one, laws) for one in found], claim)


def named(text: str, laws: Iterable[str]) -> str:
    """Texts of our laws name others without the ``sharp:``, as theorem-1-large-batch."""
    names = sorted((law.removeprefix("sharp:") for law in laws if "-" in law), reverse=True)
    known = "|".join(map(re.escape, names))
    return re.sub(rf"(?<![\w:.-])(?:{known})(?![\w-])", r"sharp:\g<0>", text) if known else text


def argument(claim: PageClaim) -> str:
    """A derivation: its paragraphs, and its numbered steps."""
    return _set(paragraphs(claim["derivation"]), claim, first=False)


def remarks(claim: PageClaim) -> str:
    """What a derivation has to say beside a proof: its heading and the first block repeat that."""
    return _set(paragraphs("\n\n".join(claim["derivation"].split("\n\n")[2:])), claim)


def _set(parts: Sequence[str], claim: PageClaim, first: bool = True) -> str:
    cut = (
        [part] if STEP.match(part) else _DISPLAY.split(_GOES_ON.sub(r"\1 ", part)) for part in parts
    )
    pieces = [[" ".join(one.split()) for one in part] for part in cut]
    texts = (text for paragraph in pieces for text in paragraph)
    formulas = [one for text in texts for one, is_formula in split(text) if is_formula]
    also = " ".join([claim["statement"], *formulas])
    return "\n\n".join(
        _paragraph(head, first and k == 0, also) + _displayed(rest, also)
        for k, (head, *rest) in enumerate(pieces)
    )


def _displayed(rest: Sequence[str], also: str) -> str:
    """Displays and the texts between them, in turn."""
    return "".join(
        prose(text, also) if k % 2 else rf"\display{{{prose(text, also)}}}"
        for k, text in enumerate(rest)
    )


def _paragraph(text: str, first: bool, also: str) -> str:
    if step := STEP.match(text):
        return rf"\step{{{step[1]}}}{{{prose(text[step.end() :], also)}}}"
    word = re.split(r"\W", text, maxsplit=1)[0]
    capital = first and (word == "a" or (len(word) > 1 and word not in GREEK))
    return prose(text[:1].upper() + text[1:] if capital else text, also)


def status(claim: PageClaim) -> str:
    """What the verdict rests on: of a theorem what is not logic, of a law its tests."""
    if proof := claim["proof"]:
        axioms = proof["axioms"]["textbook"]
        return f"It rests on {_listed(axioms)}, too." if axioms else ""
    words = {
        "holds": "Holds in every test",
        "proved": "Proved",
        "refuted": "Refuted",
        "undecided": "Undecided",
        "not run": "Not run",
    }[claim["verdict"]]
    words += f": {claim['reason']}." if claim["reason"] else "."
    caught = sum(bool(mutant["caught_by"]) for mutant in claim["mutants"])
    if claim["mutants"]:
        words += f" Its checks rejected {caught} of {len(claim['mutants'])} false versions."
    if (power := approximate(claim["power"])) is not None:
        words += f" They would have noticed a relative error of {power:.2g}."
    return " ".join(filter(None, [words, measured(claim)]))


def measured(claim: PageClaim) -> str:
    """What was sampled beside the law, with intervals and the margin that the check allows."""
    sampled = [e for e in claim["evidence"] if e["method"] == "statistical" and e["cells"]]
    cells = [
        f"{one} at {cell['label']}"
        for evidence in sampled
        for cell in evidence["cells"]
        if (one := _beside(cell))
    ]
    if not cells:
        return ""
    margins = {f"{approximate(e['margin']) or 0:.0%}".replace("%", " %") for e in sampled}
    allowed = f", with a margin of {', '.join(sorted(margins))}" if margins != {"0 %"} else ""
    law = "bound" if claim["kind"].endswith("bound") else "law"
    return f"Measured [with an interval] for the {law}'s value{allowed}: {'; '.join(cells)}."


def _beside(cell: CellRecord) -> str:
    """1.28 [1.26, 1.30] for 1.25; of several numbers each."""
    if cell["interval"] is None or len(cell["interval"]) != 2:
        return ""
    columns = [_numbers(one) for one in (cell["lhs"], *cell["interval"], cell["rhs"])]
    rows = list(zip(*columns, strict=False))
    found = [[known for one in row if (known := approximate(one)) is not None] for row in rows]
    if any(len(row) < len(columns) for row in found):
        return ""
    return ", ".join("{:.4g} [{:.4g}, {:.4g}] for {:.4g}".format(*row) for row in found)


def _numbers(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


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
    few = len(series["x"]) <= 20 and series["role"] == "measured"
    mark = "" if few or "marks" in style else " no marks,"
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
    return prose(text.replace("‖", "||")).replace(r"\hat V", r"\hat{V}")


def compile_note(tex: Path) -> Path:
    """Let LaTeX make the PDF beside the source, whole or not at all; its path."""
    latex = shutil.which("pdflatex")
    if latex is None:
        raise NoLatex(f"no pdflatex is here; Debian has it in {PACKAGES}")
    with tempfile.TemporaryDirectory(prefix="lemmata-") as folder:
        options = ("-interaction=nonstopmode", "-halt-on-error", f"-output-directory={folder}")
        command = [latex, *options, str(tex)]
        for _ in range(RUNS):  # references are known the second time, pages perhaps the third
            try:
                done = subprocess.run(command, capture_output=True, timeout=SECONDS)
            except (OSError, subprocess.TimeoutExpired) as error:
                raise NoLatex(f"{latex} does not finish: {error}") from error
            if done.returncode:
                lines = done.stdout.decode(errors="replace").splitlines()
                why = next((line for line in lines if line.startswith("!")), "! it gives no reason")
                raise NoLatex(f"{latex} refuses {tex.name}: {why.removeprefix('! ')}")
            if b"Rerun" not in done.stdout:
                break
        return Path(shutil.move(Path(folder) / f"{tex.stem}.pdf", tex.with_suffix(".pdf")))
