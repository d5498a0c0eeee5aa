"""``lemmata report``: the page, or its tables and plots for a paper."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from lemmata.verify.commands.common import From, Out, require_own, require_writable
from lemmata.verify.errors import Misuse
from lemmata.verify.results import file as results


class Form(StrEnum):
    """What a report can be written as."""

    HTML = "html"
    MD = "md"
    CSV = "csv"
    LATEX = "latex"
    PDF = "pdf"
    PNG = "png"
    NOTE = "note"


def command(
    form: Annotated[
        Form, typer.Option("--format", help="All but html and png go into reports/export.")
    ] = Form.HTML,
    from_: From = None,
    out: Out = None,
) -> int:
    """Rebuild the page from the results, or export its tables and plots.

    html is reports/index.html, from reports/results.json; md, csv and latex give the ledger as a
    table for a paper, and each plot as SVG; pdf is a document for each paper, with its claims and
    proofs, and png draws every figure of the site and the picture of links to it, both by Chromium.
    note is a paper on the new laws, note.tex, and note.pdf where pdflatex is.

    Example: lemmata report --format latex
    """
    from lemmata.reports.build import build, documents, draw_pictures
    from lemmata.reports.sharing.export import export
    from lemmata.reports.sharing.note import write_note
    from lemmata.reports.sharing.pdf import NoBrowser

    if not results.PATH.exists():
        source = "".join(f" --from {name}" for name in from_ or ())
        raise Misuse(f"there are no results yet: lemmata run{source} makes them")
    require_own(results.PATH.parent)
    require_writable(results.PATH.parent)
    try:
        if not results.last_records(results.PATH):
            raise Misuse(f"{results.PATH.name} has no result of any claim: the page stays as it is")
        if form in (Form.PDF, Form.PNG):
            make = documents if form is Form.PDF else draw_pictures
            return _say_files(make(results.PATH))
        whole = {Form.HTML: build, Form.NOTE: write_note}.get(form)
        written = [whole(results.PATH)] if whole else export(results.PATH, form)
    except NoBrowser as error:
        raise Misuse(str(error)) from error
    if form is Form.NOTE:
        return _compile(written[0])
    plots = len(written) - 1
    print(f"wrote {written[0]}" + (f" and {plots} plot{'s' * (plots > 1)}" if plots else ""))
    return 0


def _say_files(written: list[Path]) -> int:
    for path in written:
        print(f"wrote {path}")
    return 0


def _compile(tex: Path) -> int:
    """The note's PDF; without LaTeX the source alone, and a line that says so."""
    from lemmata.reports.sharing.note import NoLatex, compile_note

    print(f"wrote {tex}")
    try:
        print(f"wrote {compile_note(tex)}")
    except NoLatex as error:
        raise Misuse(f"no PDF: {error}") from error
    return 0
