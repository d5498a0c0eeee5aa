"""``lemmata report``: the page, or its tables and plots for a paper."""

from enum import StrEnum
from typing import Annotated

import typer

from verify.commands.common import From, Misuse, Out
from verify.results import file as results


class Form(StrEnum):
    """What a report can be written as."""

    HTML = "html"
    MD = "md"
    CSV = "csv"
    LATEX = "latex"


def command(
    form: Annotated[
        Form, typer.Option("--format", help="md, csv and latex go into reports/export.")
    ] = Form.HTML,
    from_: From = None,
    out: Out = None,
) -> int:
    """Rebuild the page from the results, or export its tables and plots.

    html is reports/index.html, from reports/results.json; md, csv and latex give the ledger as a
    table for a paper, and each plot as SVG.
    """
    from reports.build import build
    from reports.reading.fitting import NotJson, load
    from reports.sharing.export import export

    if not results.PATH.exists():
        source = "".join(f" --from {name}" for name in from_ or ())
        raise Misuse(f"there are no results yet: lemmata run{source} makes them")
    try:
        found = load(results.PATH)
        if not (isinstance(found, dict) and found.get("claims")):
            raise Misuse(f"{results.PATH.name} has no result of any claim: the page stays as it is")
        written = [build(results.PATH)] if form is Form.HTML else export(results.PATH, form)
    except NotJson as error:
        raise Misuse(str(error)) from error
    plots = len(written) - 1
    print(f"wrote {written[0]}" + (f" and {plots} plot{'s' * (plots > 1)}" if plots else ""))
    return 0
